"""The differences between two looks at the facts, without a memory."""

from datetime import UTC, datetime

from chronomem.engine.interfaces.explorer.comparison import Comparison, compared
from chronomem.graph_schema.facts.views import Entity, Fact
from chronomem.graph_schema.facts.vocabulary import PACKAGED

ANN = Entity("ann", "Ann")


def at(day: str) -> datetime:
    return datetime.fromisoformat(day).replace(tzinfo=UTC)


def fact(predicate: str, says: str, since: str, until: str | None = None, known: str = "2023-01-01") -> Fact:
    end = None if until is None else at(until)
    return Fact(
        id=f"{predicate} {says} {since} {until}",
        subject=ANN,
        predicate=predicate,
        object=Entity(says.lower(), says),
        value=None,
        text=f"Ann {predicate} {says}",
        valid_at=at(since),
        invalid_at=end,
        occurred_until=None,
        created_at=at(known),
        expired_at=None,
        confidence=1.0,
        negated=False,
        dated=True,
        turn_ids=(),
        reinforced_at=at(known),
        reinforcements=0,
        supersedes=(),
    )


def kinds(before: list[Fact], after: list[Fact], ever: list[Fact]) -> list[tuple[str, str | None, str | None]]:
    found = compared(before, after, ever, at("2023-03-01"), PACKAGED)

    def says(side: Fact | None) -> str | None:
        return None if side is None else side.says

    return [(each.kind, says(each.before), says(each.after)) for each in found.differences]


def test_a_value_that_took_the_place_of_another_stands_beside_it() -> None:
    lisbon, over = fact("lives_in", "Lisbon", "2023-01-01"), fact("lives_in", "Lisbon", "2023-01-01", "2023-06-01")
    porto = fact("lives_in", "Porto", "2023-06-01")
    assert kinds([lisbon], [porto], [over, porto]) == [("replaced", "Lisbon", "Porto")]


def test_what_began_is_told_from_what_was_learned_later() -> None:
    dog, boat = fact("has_pet", "Rex", "2023-05-01"), fact("owns", "a boat", "2022-01-01")
    assert kinds([], [dog, boat], [dog, boat]) == [("began", None, "Rex"), ("learned", None, "a boat")]


def test_what_ended_is_told_from_what_is_no_longer_believed() -> None:
    dog, died = fact("has_pet", "Rex", "2022-01-01"), fact("has_pet", "Rex", "2022-01-01", "2023-05-01")
    boat, never = fact("owns", "a boat", "2022-01-01"), fact("owns", "a boat", "2022-01-01", "2022-01-01")
    assert kinds([dog, boat], [], [died, never]) == [("ended", "Rex", None), ("corrected", "a boat", None)]


def test_what_both_looks_find_is_counted_whatever_its_id() -> None:
    learned, known = fact("lives_in", "Porto", "2022-01-01"), fact("lives_in", "Porto", "2022-02-01")
    assert learned.id != known.id
    assert compared([learned], [known], [known], at("2023-03-01"), PACKAGED) == Comparison([], 1)
