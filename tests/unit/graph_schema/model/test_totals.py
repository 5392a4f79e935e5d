"""Records of counts are added field by field."""

from chronomem.engine.consolidation.scheduler import Slept
from chronomem.engine.extraction.extracted import Extracted
from chronomem.engine.memory.consolidated import Consolidated
from chronomem.graph_schema.model.totals import total


def test_numbers_add_up_mappings_by_key_and_sequences_end_to_end() -> None:
    one = Slept({"hmem": 2}, ("timem",), {"hmem": 0.5}, unfinished=True)
    other = Slept({"hmem": 1, "timem": 4}, ("recmem",), {"hmem": 0.25})
    both = total(one, other)
    assert both == Slept({"hmem": 3, "timem": 4}, ("timem", "recmem"), unfinished=True)
    assert both.seconds == {"hmem": 0.75}


def test_records_within_records_are_added_too() -> None:
    one = Consolidated.of(Extracted(turns=2, operations={"ADD": 1}), Slept({"hmem": 2}))
    assert one + Consolidated(turns=1, operations={"ADD": 2}, slept=Slept({"hmem": 1})) == Consolidated(
        turns=3, operations={"ADD": 3}, slept=Slept({"hmem": 3})
    )
