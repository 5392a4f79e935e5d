"""Numbers agree with their nouns."""

from chronomem.graph_schema.model.counts import count_of, waiting_turns


def test_one_is_singular_and_all_others_are_plural() -> None:
    assert [count_of(number, "turn") for number in (0, 1, 2_345)] == ["0 turns", "1 turn", "2,345 turns"]
    assert [count_of(number, "memory", "memories") for number in (1, 2)] == ["1 memory", "2 memories"]
    assert waiting_turns(1) == "1 turn is not extracted yet, so that its facts are missing"
    assert waiting_turns(2) == "2 turns are not extracted yet, so that their facts are missing"
