"""A language model is told for each kind of summary what is wanted."""

import re
from pathlib import Path

import pytest

from chronomem.engine.consolidation.registry import STRUCTURES
from chronomem.engine.consolidation.structures.hmem.shape import EventLevel
from chronomem.engine.consolidation.structures.timem.shape import TemporalLevel
from chronomem.extractors.llm.judgements import JUDGED
from chronomem.extractors.llm.summary_instructions import BY_PURPOSE, instructions

ROOT = Path(__file__).parents[4]
LEVELS = {"hmem": EventLevel, "timem": TemporalLevel}


def purposes() -> set[str]:
    """Return the kinds of summaries that the code of the structures names."""
    code = "\n".join(file.read_text(encoding="utf-8") for file in (ROOT / "engine" / "consolidation").rglob("*.py"))
    names = "|".join(STRUCTURES)
    found = set(re.findall(rf'"((?:{names})\.[a-z]+)"', code))
    for name in re.findall(rf'purpose=f"({names})\.', code):
        found |= {f"{name}.{level.name.lower()}" for level in LEVELS[name]}
    return found


def test_every_kind_of_summary_has_its_own_instruction() -> None:
    assert {purpose.partition(".")[0] for purpose in purposes()} == set(STRUCTURES)
    assert purposes() == set(BY_PURPOSE) | set(JUDGED)
    told = [instructions(purpose) for purpose in [*sorted(BY_PURPOSE), "another.kind"]]
    assert len(set(told)) == len(told)


@pytest.mark.parametrize("purpose", ["hmem.event", "recmem.semantic"])
def test_where_each_line_becomes_a_memory_that_is_asked_for(purpose: str) -> None:
    assert "on each line" in instructions(purpose)
