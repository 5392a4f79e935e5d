"""The index of facts: what matches a text, and in which order, while facts change."""

from collections.abc import Mapping
from typing import Any

from chronomem.extractors.embeddings.embedder import StaticEmbedder, embed_questions
from chronomem.retrieval.index.fact_index import FactIndex, FactQuery, IndexedFact

EMBEDDER = StaticEmbedder()


def fact(fact_id: str, text: str, predicate: str = "owns", **changes: Any) -> IndexedFact:
    values: dict[str, Any] = {
        "group": f"ann|{predicate}",
        "names": ("Ann",),
        "turns": (),
        "subject": "ann",
        "object": None,
        "negated": False,
        "minor": False,
        "valid_at": None,
        "invalid_at": None,
        "dated": True,
    }
    return IndexedFact(id=fact_id, text=text, predicate=predicate, **(values | changes))


def index_of(*facts: IndexedFact) -> FactIndex:
    index = FactIndex(EMBEDDER)
    index.replace(facts)
    return index


def found(index: FactIndex, text: str, turns: Mapping[str, float] | None = None, **wanted: Any) -> list[str]:
    def admits(one: IndexedFact) -> bool:
        return all(getattr(one, name) == value for name, value in wanted.items())

    [vector] = embed_questions(EMBEDDER, [text])
    scored = list(index.search(FactQuery(text, vector, turns or {}, frozenset(turns or {})), admits))
    assert all(0 < score <= 1 for _, score in scored)
    return [fact_id for fact_id, _ in scored]


BIKE, CAR = fact("bike", "Ann owns a blue bike"), fact("car", "Ann owns a red car")


def test_words_names_and_the_meaning_of_the_predicate_match() -> None:
    job = fact("job", "Ann works as a nurse", "works_as", names=("Ann", "Annie"))
    index = index_of(BIKE, CAR, job)
    assert found(index, "bikes")[0] == "bike"
    assert found(index, "occupation")[0] == "job"
    assert found(index, "Annie")[0] == "job"
    assert found(index, "quantum chromodynamics") == []


def test_similar_facts_match_without_a_common_word() -> None:
    assert found(index_of(BIKE, fact("pet", "Ann has a small dog", "has_pet")), "bicycle") == ["bike"]


def test_a_filter_leaves_out_facts_whatever_their_rank() -> None:
    hidden = fact("hidden", "bike bike bike", minor=True)
    assert found(index_of(BIKE, CAR, hidden), "bike", minor=False)[0] == "bike"


def test_the_facts_of_a_group_are_replaced_together() -> None:
    index = index_of(BIKE, CAR, fact("home", "Ann lives in Porto", "lives_in"))
    index.replace([fact("bike", "Ann owns a green bike"), fact("boat", "Ann owns a boat")])
    assert len(index) == 3
    assert "car" not in found(index, "car")
    assert found(index, "green")[0] == "bike"
    assert found(index, "Porto") == ["home"]


def test_a_fact_that_only_changes_its_times_or_grade_is_not_read_again() -> None:
    index = index_of(BIKE, CAR)
    index.replace([fact("bike", BIKE.text, minor=True), CAR])
    assert found(index, "bike", minor=True)[0] == "bike"
    assert found(index, "bike", minor=False) in ([], ["car"])


def test_a_fact_that_moves_to_another_group_stays_one() -> None:
    index = index_of(BIKE, CAR)
    index.replace([fact("bike", BIKE.text, group="ann smith|owns")])
    index.replace([fact("car", "Ann owns a van")])
    assert found(index, "blue bike")[0] == "bike"
    assert len(index) == 2


def test_an_index_that_mostly_holds_changed_facts_is_worn() -> None:
    index = index_of(BIKE)
    assert not index.is_worn
    for number in range(1_002):
        index.replace([fact("bike", f"Ann owns bike {number}")])
    assert index.is_worn


def test_an_empty_index_has_no_matches() -> None:
    assert found(FactIndex(EMBEDDER), "anything") == []


def test_facts_told_in_turns_that_bear_on_a_text_match_it_and_come_first() -> None:
    painted = fact("painted", "Ann painted a sunrise", "made", turns=("t1", "t2"))
    hike = fact("hike", "Ann went up a hill", "visited", turns=("t3",))
    index = index_of(BIKE, painted, hike)
    assert found(index, "bike") == ["bike"]
    assert found(index, "quantum chromodynamics", {"t2": 1.0, "t3": 0.4}) == ["painted", "hike"]
    assert found(index, "bike", {"t3": 1.0}) == ["bike", "hike"]
    index.replace([fact("painted", "Ann painted a sunrise", "made", turns=("t1",))])
    assert found(index, "quantum chromodynamics", {"t2": 1.0}) == []
    index.replace([fact("other", "Ann made soup", "made", turns=("t2",))])
    assert found(index, "quantum chromodynamics", {"t1": 1.0, "t2": 1.0}) == ["other"]


def test_of_two_facts_that_match_alike_the_minor_one_comes_last() -> None:
    slight = fact("slight", "Ann owns a red car", minor=True, turns=("t1",))
    assert found(index_of(slight, fact("car", "Ann owns a red car", turns=("t1",))), "car") == ["car", "slight"]


def test_a_named_predicate_and_words_of_its_own_outweigh_a_turn_that_fits_better() -> None:
    home = fact("home", "Ann moved to Porto in May", "lives_in", turns=("t2",))
    move = fact("move", "Ann moved to Lisbon last weekend", "moved_to", turns=("t1",))
    assert found(index_of(move, home), "where Ann lives", {"t1": 1.0, "t2": 0.48}) == ["home", "move"]
