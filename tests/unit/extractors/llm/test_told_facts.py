"""What a language model tells of a fact becomes the assertions that say the same."""

from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from tests.model_server.recorded import told_fact

from chronomem.extractors.llm.fact_form import INSTRUCTIONS, FactsReply, ToldFact
from chronomem.extractors.llm.told_facts import FactReader, KnownFact
from chronomem.extractors.ontology.declarations import PredicateRule
from chronomem.extractors.ontology.ontology import Ontology
from chronomem.extractors.turns.stored_turn import StoredTurn
from chronomem.graph_schema.facts.given import GivenFact

SAID = datetime(2024, 3, 3, 18, tzinfo=UTC)
ROME = KnownFact("f1", "Ann", "lives_in", "Rome", None, "since 2020-01-01")


def given(
    subject: str, predicate: str, thing: str | None, status: str, text: str = "…", **more: Any
) -> list[GivenFact]:
    turn = StoredTurn("t1", text, SAID, "Ann", "user", ())
    reader = FactReader(ZoneInfo("UTC"), {"ann": "person", "rome": "location"}, [ROME])
    return reader.read(ToldFact.model_validate(told_fact(1, subject, predicate, thing, status, **more)), turn)


def test_a_predicate_of_an_ontology_is_read_as_it_is_declared() -> None:
    came = PredicateRule(name="settled_in", description="came", kind="event", range="location")
    told = ToldFact.model_validate(told_fact(1, "Ann", "settled_in", "Oslo", "past"))
    turn = StoredTurn("t1", "…", SAID, "Ann", "user", ())
    by_ontology = FactReader(ZoneInfo("UTC"), {}, [], Ontology(predicates=(came,)).vocabulary).read(told, turn)
    packaged = FactReader(ZoneInfo("UTC"), {}, []).read(told, turn)
    assert [(fact.ended, fact.object) for fact in by_ontology] == [(False, "Oslo")], (
        "an event took place, a place is named"
    )
    assert [(fact.ended, fact.object) for fact in packaged] == [(True, None)], "an unknown state is over"


def time(words: str, first: str | None = None, last: str | None = None) -> dict[str, Any]:
    return {"words": words, "from": first, "to": last}


def day(number: int, month: int = 3, year: int = 2024) -> datetime:
    return datetime(year, month, number, tzinfo=UTC)


def test_an_undated_state_of_the_past_is_over() -> None:
    [paris] = given("Ann", "lives_in", "Paris", "past", "As a student I lived in Paris.")
    assert (paris.object, paris.ended, paris.present, paris.valid_at, paris.invalid_at) == (
        "Paris",
        True,
        False,
        None,
        None,
    )


def test_a_dated_state_of_the_past_has_its_dates_and_is_over() -> None:
    began, over = given("Ann", "lives_in", "Paris", "past", "I lived there from 2015.", time=time("from 2015", "2015"))
    assert (began.valid_at, began.ended, began.present) == (day(1, 1, 2015), False, False)
    assert (over.valid_at, over.invalid_at, over.ended) == (None, None, True)
    [whole] = given("Ann", "lives_in", "Paris", "past", "In 2015 I lived there.", time=time("In 2015", "2015", "2015"))
    assert (whole.valid_at, whole.invalid_at, whole.ended) == (day(1, 1, 2015), day(1, 1, 2016), False)


@pytest.mark.parametrize(
    ("predicate", "thing", "plan"),
    [("lives_in", "Oslo", "live in Oslo"), ("visited", "Oslo", "visit Oslo"), ("broke_up", None, "break up")],
)
def test_what_is_to_come_some_day_is_a_plan(predicate: str, thing: str | None, plan: str) -> None:
    [fact] = given("Ann", predicate, thing, "future")
    assert (fact.predicate, fact.object, fact.value) == ("plans", None, plan)
    assert (fact.valid_at, fact.invalid_at, fact.ended) == (None, None, False)


def test_a_dated_state_to_come_holds_from_its_day() -> None:
    [fact] = given(
        "Ann", "works_at", "Globex", "future", "From 9 April I'm at Globex.", time=time("From 9 April", "2024-04-09")
    )
    assert (fact.predicate, fact.object, fact.valid_at, fact.invalid_at) == ("works_at", "Globex", day(9, 4), None)


@pytest.mark.parametrize(
    ("words", "first", "last", "end"),
    [
        ("in July", "2024-07-01", "2024-07-31", day(1, 8)),
        ("on 5 July", "2024-07-05", None, day(6, 7)),
        ("tonight", "2024-03-03", None, day(4)),
    ],
)
def test_a_plan_holds_from_the_day_of_saying_until_its_own_is_over(
    words: str, first: str, last: str | None, end: datetime
) -> None:
    [fact] = given(
        "Ann", "plans", "dinner in Oslo", "current", f"Dinner in Oslo {words}!", time=time(words, first, last)
    )
    assert fact.valid_at == SAID
    assert isinstance(fact.invalid_at, datetime)
    assert abs((fact.invalid_at - end).total_seconds()) <= 6 * 3600, "a night may reach into the next day"


def test_a_plan_whose_day_is_misread_as_gone_by_stays_open() -> None:
    [fact] = given("Ann", "plans", "sail", "current", time=time("at the flood", "2020-07-01"))
    assert (fact.valid_at, fact.invalid_at) == (None, None)


@pytest.mark.parametrize(("predicate", "value"), [("died", "die"), ("broke_up", "break up"), ("retired", "retire")])
def test_an_event_needs_no_object(predicate: str, value: str) -> None:
    [fact] = given("Rex", predicate, None, "happened")
    assert (fact.predicate, fact.value) == (predicate, value)


def test_a_state_without_an_object_is_dropped_unless_it_is_over() -> None:
    assert given("Ann", "has_pet", None, "current") == []
    [over] = given("Ann", "works_at", None, "ended")
    assert (over.object, over.value, over.ended) == (None, None, True)


def test_a_link_ends_a_known_fact_when_the_new_one_begins() -> None:
    text = "I moved to Oslo last week."
    ends = [{"fact": 1, "is": "ends"}, {"fact": 5, "is": "ends"}]
    when = time("last week", "2024-02-19", "2024-02-25")
    over, fact = given("Ann", "lives_in", "Oslo", "current", text, time=when, links=ends)
    assert (over.object, over.ended, over.invalid_at) == ("Rome", True, day(19, 2))
    assert (fact.object, fact.ended) == ("Oslo", False)
    [over] = given("Ann", "lives_in", "there", "ended", links=ends)
    assert (over.object, over.ended, over.invalid_at) == ("Rome", True, None)


def test_what_may_come_some_day_ends_nothing_yet() -> None:
    ends = [{"fact": 1, "is": "ends"}]
    [plan] = given("Ann", "lives_in", "Oslo", "future", links=ends)
    assert (plan.predicate, plan.ended) == ("plans", False)
    over, _ = given(
        "Ann", "lives_in", "Oslo", "future", "On 1 May I move.", time=time("On 1 May", "2024-05-01"), links=ends
    )
    assert (over.object, over.invalid_at) == ("Rome", day(1, 5))
    when = time("on 1 May", "2024-05-01")
    over, _ = given("Ann", "plans", "sail", "current", "We sail on 1 May instead.", time=when, links=ends)
    assert (over.ended, over.invalid_at) == (True, None), "another plan takes its place at once"


def test_a_state_that_has_come_about_goes_on() -> None:
    when = time("last week", "2024-02-19", "2024-02-25")
    [child] = given("Ann", "has_child", "Mia", "happened", "Mia was born last week!", time=when)
    assert (child.valid_at, child.invalid_at, child.ended) == (day(19, 2), None, False)


def test_the_sentence_is_the_text_and_other_links_name_known_facts() -> None:
    links = [{"fact": 1, "is": how} for how in ("same", "refines", "wrong")]
    [fact] = given("Ann", "lives_in", "Rome", "current", sentence=" Ann lives in Rome\nfor love. ", links=links)
    assert fact.text == "Ann lives in Rome for love."
    assert (fact.repeats, fact.refines, fact.contradicts) == (("f1",), ("f1",), ("f1",))


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Ann", "person"),
        ("Ann's sister", "person"),
        ("Ann's gym", "other"),
        ("Corsa", "other"),
        ("Zoe Miller", "person"),
    ],
)
def test_a_subject_is_a_person_only_where_its_name_tells(name: str, kind: str) -> None:
    [fact] = given(name, "owns", "nothing much", "current")
    assert fact.subject_type == kind


def test_a_name_that_the_model_gave_no_kind_is_an_object_where_the_predicate_takes_one() -> None:
    assert given("Ann", "works_at", "Globex", "current")[0].object == "Globex"
    assert given("Ann", "works_at", "bakery", "current")[0].value == "bakery"
    assert given("Ann", "likes", "Monopoly", "current")[0].value == "Monopoly"


def test_a_reply_in_which_nothing_is_of_the_form_is_none() -> None:
    for facts in ([{"t": 1}], ["Ann: lives_in Rome", "Ann: likes tea"]):
        with pytest.raises(ValueError, match="with the number of its turn"):
            FactsReply.model_validate({"facts": facts, "entities": []})
    assert FactsReply.model_validate({"facts": []}).malformed == 0


def test_the_worked_example_is_of_the_form_that_is_asked_for() -> None:
    example = INSTRUCTIONS[INSTRUCTIONS.rindex('{"facts"') :]
    reply = FactsReply.model_validate_json(example)
    assert (len(reply.facts), reply.malformed) == (8, 0)
    moved = reply.facts[1]
    assert (moved.turn, moved.status, moved.object, moved.links[0].kind) == (1, "current", "Ghent", "ends")
    assert moved.time is not None
    assert (moved.time.words, moved.time.first, moved.time.last) == ("last week", "2024-02-19", None)
    assert [(fact.status, fact.predicate) for fact in reply.facts[3:8:4]] == [
        ("past", "has_pet"),
        ("happened", "invited"),
    ]
    assert [(entity.name, entity.kind) for entity in reply.entities] == [
        *(("Ghent", "location"), ("Wales", "location")),
        *(("Leo", "person"), ("Bertie", "person"), ("Pip", "other")),
    ]
    assert reply.entities[3].aka == ["Uncle Bertie"]


def told(line: object) -> ToldFact:
    [fact] = FactsReply.model_validate({"facts": [line]}).facts
    return fact


@pytest.mark.parametrize(
    ("more", "time"),
    [
        (" | since May = 2023-05-01/", ("since May", "2023-05-01", None)),
        (" | until May = /2023-05-31 | ends 1", ("until May", None, "2023-05-31")),
        (" | same 1 | on Friday = 2023-01-13", ("on Friday", "2023-01-13", "2023-01-13")),
        (" | when 2 + 2 = 5 = 2023/2024", ("when 2 + 2 = 5", "2023", "2024")),
        (" | some day = --08-04/2023-13-40", ("some day", None, None)),
        (" | last week = 2023-05-22/28", ("last week", "2023-05-22", "2023-05-28")),
        (" | for ten days = 2023-05-22/06-01", ("for ten days", "2023-05-22", "2023-06-01")),
        (" | in spring = 2023-03/05", ("in spring", "2023-03", "2023-05")),
        (" | over Christmas = 2023-12-24/2024-01-01", ("over Christmas", "2023-12-24", "2024-01-01")),
        (" | at noon = 2023-05-22T12:00/12:45", ("at noon", "2023-05-22T12:00", "2023-05-22T12:45")),
        (" | in spring = 2023-03-01/5", ("in spring", "2023-03-01", None)),
        (" | last week = unknown/2023-05-31", ("last week", None, "2023-05-31")),
        (" | as a child", ("as a child", None, None)),
        (" | on the way = ", ("on the way", None, None)),
        (" | on the way = / | ends 1", ("on the way", None, None)),
        (" | ", None),
        ("", None),
    ],
)
def test_a_time_has_words_and_ends_wherever_it_stands(more: str, time: object) -> None:
    for line in (
        f"1 Ann: lives_in Rome | Ann lives in Rome.{more}",
        f"1 Ann: lives_in Rome{more} | Ann lives in Rome.",
    ):
        fact = told(line)
        assert (fact.time and (fact.time.words, fact.time.first, fact.time.last)) == time
        assert (fact.object, fact.sentence) == ("Rome", "Ann lives in Rome.")
        assert len(fact.links) == ("ends 1" in more) + ("same 1" in more)


@pytest.mark.parametrize(
    "line",
    [
        "12 Ann's sister: past lives_in New York | ends 1 | same 2",
        "12 Ann's sister: past lives_in New York | ends 1, same 2",
        "12. Ann's sister: Past lives in New York | ends 1 | same 2",
        "12 Ann's sister | lives_in | New York | past | ends 1 | same 2",
        ["12", "Ann's sister", "past lives_in", "New York", "ends 1", "same 2"],
        ["12 Ann's sister: lives_in New York", "past", "ends 1, same 2"],
    ],
)
def test_a_line_is_understood_with_signs_of_another_hand(line: object) -> None:
    fact = told(line)
    assert (fact.turn, fact.subject, fact.status) == (12, "Ann's sister", "past")
    assert (fact.predicate, fact.object, fact.sentence, fact.time) == ("lives_in", "New York", "", None)
    assert [(link.kind, link.fact) for link in fact.links] == [("ends", 1), ("same", 2)]


@pytest.mark.parametrize(
    ("line", "subject", "predicate", "thing"),
    [
        ("1 lives_in Rome", "", "lives_in", "Rome"),
        ("1: lives in Rome", "", "lives_in", "Rome"),
        ("1 Lives in Rome", "", "Lives_in", "Rome"),
        ("1 retired | Ann retired.", "", "retired", ""),
        ("1 sang opera", "", "sang", "opera"),
        ("1 watches Avatar: The Last Airbender", "", "watches", "Avatar: The Last Airbender"),
        ("1 has_pet Pip: the cat", "", "has_pet", "Pip: the cat"),
        ("1 likes A|B testing | Ann likes A|B testing.", "", "likes", "A|B testing"),
        ("1 Avatar: The Last Airbender: is_a series", "Avatar: The Last Airbender", "is_a", "series"),
        ("1 dark knight: sings opera", "dark knight", "sings", "opera"),
        ("1 Can: has_colleague Mirta", "Can", "has_colleague", "Mirta"),
        ("1: can: has_colleague Mirta", "can", "has_colleague", "Mirta"),
        ("[1] Can has_colleague Mirta", "Can", "has_colleague", "Mirta"),
        ("- 1 Can's sister likes tea", "Can's sister", "likes", "tea"),
        ("1 | leo | has_colleague | Mirta", "leo", "has_colleague", "Mirta"),
        ("1|Leo|has_colleague|Mirta", "Leo", "has_colleague", "Mirta"),
        ("1 陳大文\uff1alives_in 台北", "陳大文", "lives_in", "台北"),
        ("0, 1 Ann: likes tea", "Ann", "likes", "tea"),
        ("**1** **Ann**: likes tea", "Ann", "likes", "tea"),
        ('1 Ann: read "Dune"', "Ann", "read", "Dune"),
        ('1 Ann: read "Dune" and "Emma"', "Ann", "read", '"Dune" and "Emma"'),
        ("1 陳大文: 住在 台北", "陳大文", "住在", "台北"),
        ("1 12:30 club: is_a band", "12:30 club", "is_a", "band"),
    ],
)
def test_a_line_without_a_subject_is_told_from_one_with_a_subject(
    line: str, subject: str, predicate: str, thing: str
) -> None:
    fact = told(line)
    assert (fact.turn, fact.subject, fact.predicate, fact.object) == (1, subject, predicate, thing)


@pytest.mark.parametrize("subject", ["", " ", "I", "me"])
def test_a_fact_without_a_subject_is_one_of_the_speaker(subject: str) -> None:
    [fact] = given(subject, "has_pet", "Pip", "current")
    assert (fact.subject, fact.subject_type) == ("Ann", "person")


def test_a_line_without_an_object_and_one_whose_subject_has_a_colon() -> None:
    died = told("3 Pip: died | Mia's cat Pip died. | on Friday = 2024-03-01")
    assert (died.predicate, died.object, died.sentence) == ("died", "", "Mia's cat Pip died.")
    for line in ("3 Pip: died | as a kitten", "3 Pip: died | as a kitten =", "3 Pip | died | as a kitten = "):
        died = told(line)
        assert (died.subject, died.predicate, died.object) == ("Pip", "died", "")
        assert died.time is not None
        assert died.time.words == "as a kitten"
    assert told("3 moved_to | Rome").object == told("3 | lives_in | Rome").object == "Rome"
    film = told("3 Star Trek: Picard: is_a series")
    assert (film.subject, film.predicate, film.object) == ("Star Trek: Picard", "is_a", "series")


def test_lines_in_one_text_and_fields_that_are_null_are_understood() -> None:
    reply = FactsReply.model_validate({"facts": "1 likes tea\n2 Ann: likes figs", "entities": "location: Rome"})
    assert [(fact.turn, fact.subject, fact.object) for fact in reply.facts] == [(1, "", "tea"), (2, "Ann", "figs")]
    assert [entity.name for entity in reply.entities] == ["Rome"]
    none = dict.fromkeys(("subject", "sentence", "status", "time", "links"))
    fact = told({"turn": 1, "predicate": "likes", "object": "tea", **none})
    assert (fact.subject, fact.status, fact.sentence, fact.links) == ("", "current", "", [])


def test_what_is_no_line_is_left_out_and_counted() -> None:
    lines = [
        "1 Ann: lives_in Rome",
        "Ann: lives_in Rome",
        "one Ann: lives_in Rome",
        "1 Ann Rome",
        "1st Ann: lives_in Rome",
        "1 Ann:",
        f"1 Ann: likes {' ' * 2_000} tea",
        7,
        [],
    ]
    entities = [
        "location: Rome; Oslo = Christiania",
        "town: Faro",
        "Porto",
        ["Porto"],
        {"name": "Lagos", "kind": "location"},
        "person\uff1a陳大文\uff1b小李",
        'work: Avatar: The Last Airbender; "Dune"',
    ]
    reply = FactsReply.model_validate({"facts": lines, "entities": entities})
    assert (len(reply.facts), reply.malformed) == (1, 8)
    assert [(entity.name, entity.aka) for entity in reply.entities] == [
        *(("Rome", []), ("Oslo", ["Christiania"]), ("Lagos", [])),
        *(("陳大文", []), ("小李", []), ("Avatar: The Last Airbender", []), ("Dune", [])),
    ]
