"""The network finds facts in wordings that no rule knows, and its tags become statements beside those of the rules."""

from dataclasses import replace
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from tests.unit.extractors.language.tagger.tagging import NOW, place, read

from chronomem.extractors.language.tagger.repetitions import without_repetitions
from chronomem.extractors.language.tagger.tags import GUESSED, TAGGED, Tag, TaggedWords
from chronomem.extractors.language.tagger.windows import WindowMessage
from chronomem.extractors.language.tagger.wording import worded
from chronomem.extractors.turns.extraction import TurnExtractor
from chronomem.extractors.turns.stored_turn import StoredTurn
from chronomem.graph_schema.facts.predicates import UNNAMED


def test_a_tag_becomes_a_statement_about_the_one_who_writes() -> None:
    text = "the splott place is finally ours"
    [told] = read(text, [Tag("lives_in", "holds", place(text, "splott"), "Ann", 0.8, 0.9)])
    assert (told.subject, told.predicate, told.object, told.rule) == ("Ann", "lives_in", "Splott", TAGGED)
    assert told.text == "Ann lives in Splott"
    assert (told.confidence, told.minor, told.object_type) == (0.8, None, "location")


def test_a_relative_and_an_earlier_message_are_found() -> None:
    text = "my sister got it, she starts there in june"
    before = [WindowMessage("Ben", "any news from Siemens?")]
    tag = Tag("works_at", "holds", place(before[0].text, "Siemens", back=1), place(text, "sister"), 0.7, 0.2)
    [told] = read(text, [tag], before=before)
    assert (told.subject, told.predicate, told.object) == ("Ann's sister", "works_at", "Siemens")


def test_a_rule_counts_more_than_a_tag() -> None:
    text = "I visited Zanzibar in 2019"
    tags = [Tag("lives_in", "holds", place(text, "Zanzibar"), "Ann", 0.8, 0.9)]
    told = [each.predicate for each in read(text, tags, rules=True)]
    assert "visited" in told
    assert "lives_in" not in told
    assert [each.predicate for each in read(text, tags)] == ["lives_in"]


@pytest.mark.parametrize(
    "tag",
    [
        Tag("works_at", "holds", None, "Ann", 0.9, 0.9),
        Tag("works_at", "holds", TaggedWords(3, 0, 4), "Ann", 0.9, 0.9),
        Tag("works_at", "holds", TaggedWords(0, 0, 2), TaggedWords(3, 0, 4), 0.9, 0.9),
        Tag("likes", "holds", TaggedWords(0, 0, 2), "Ann", 0.9, 0.9),
    ],
)
def test_a_tag_that_names_nobody_or_nothing_says_nothing(tag: Tag) -> None:
    assert read("it is what it is", [tag]) == []


def test_sentences_read_as_english() -> None:
    assert worded("Nia", "married_to", "Tom", ended=False, denied=False) == "Nia is married to Tom"
    assert worded("Nia", "has_age", "40", ended=False, denied=True) == "it is not so that Nia is 40 years old"


def test_a_tag_may_mark_a_piece_of_a_name() -> None:
    text = "eilidh is back in Oban with the drums"
    [told] = read(text, [Tag("lives_in", "holds", place(text, "Oban"), place(text, "eil"), 0.9, 0.9)])
    assert told.subject == "Eilidh"


def test_a_death_needs_no_object() -> None:
    text = "Dadi went in her sleep"
    dead = Tag("died", "holds", None, place(text, "Dad"), 0.9, 0.9)
    [told] = read(text, [dead])
    assert (told.subject, told.predicate, told.ended) == ("Dadi", "died", False)
    hearsay = "she told everyone my Harold was dead"
    assert read(hearsay, [replace(dead, subject=place(hearsay, "Harold"))]) == []


def test_a_name_beside_the_marked_words_isnt_what_they_name() -> None:
    text = "I registered. Mechanical engineering, Ibadan, from october"
    [told] = read(text, [Tag("studies", "holds", place(text, "Mechanical engineering"), "Ann", 0.9, 0.9)])
    assert (told.object, told.value) == (None, "Mechanical engineering")


def test_an_object_ends_with_its_sentence() -> None:
    text = "I have Welsh from my mum. And some Dutch"
    [told] = read(text, [Tag("speaks", "holds", place(text, "Welsh from my mum. And some Dutch"), "Ann", 0.9, 0.9)])
    assert "Dutch" not in (told.object or told.value or "")


def test_an_object_takes_no_verb_that_looks_like_a_noun() -> None:
    text = "evening class in Norwegian starts tonight"
    [told] = read(text, [Tag("studies", "holds", place(text, "Norwegian"), "Ann", 0.9, 0.9)])
    assert (told.object or told.value) == "Norwegian"


def test_a_list_that_is_marked_as_one_has_several_items() -> None:
    text = "English, French and Danish"
    told = read(text, [Tag("speaks", "holds", place(text, text), "Ann", 0.9, 0.9)])
    assert [each.object or each.value for each in told] == ["English", "French", "Danish"]
    text = "yoga, kickboxing"
    told = read(text, [Tag("likes", "holds", place(text, text), "Ann", 0.9, 0.9)])
    assert [each.value for each in told] == ["yoga", "kickboxing"]
    text = "fish and chips"
    assert len(read(text, [Tag("likes", "holds", place(text, text), "Ann", 0.9, 0.9)])) == 1


def test_somebody_without_a_name_is_called_by_a_role() -> None:
    text = "My landlady knocked again. She's 81"
    [told] = read(text, [Tag("has_age", "holds", place(text, "81"), place(text, "landlady"), 0.9, 0.9)])
    assert told.subject == "Ann's landlady"


@pytest.mark.parametrize(("probability", "who"), [(0.95, "Mia"), (0.1, "Eve")])
def test_the_surer_of_two_readings_tells_whom_a_pronoun_means(probability: float, who: str) -> None:
    before = [WindowMessage("Ben", "And Mia?")]
    text = "Eve is well. She works at the library."
    about = place(before[0].text, "Mia", back=1)
    told = read(
        text, [Tag("works_at", "holds", place(text, "library"), about, probability, 0.9)], before=before, rules=True
    )
    assert {each.subject for each in told if each.predicate == "works_at"} == {who}


@pytest.mark.parametrize(
    ("predicate", "probability", "is_told"),
    [("has_partner", 0.6, False), ("has_partner", 0.7, True), ("has_colleague", 0.6, True)],
)
def test_who_is_mentioned_is_surely_a_partner_only_if_that_is_likely(
    predicate: str, probability: float, is_told: bool
) -> None:
    text = "Greta painted the kitchen green"
    told = read(text, [Tag(predicate, "holds", place(text, "Greta"), "Ann", probability, 0.9)])
    assert [(each.object, each.rule) for each in told] == [("Greta", TAGGED if is_told else GUESSED)]


def test_a_plan_with_somebody_dates_no_relation() -> None:
    text = "going to Rome with Tom in June, best boyfriend ever"
    told = read(text, [Tag("has_partner", "holds", place(text, "Tom"), "Ann", 0.9, 0.9)])
    assert [(each.object, each.valid_at) for each in told] == [("Tom", None)]


def test_an_extractor_may_leave_the_network_out() -> None:
    turn = StoredTurn("1", "they made me head nurse at St Thomas", NOW, "Ann", "user", ("Ben",))

    def told(extractor: TurnExtractor) -> set[str]:
        [done] = extractor.extract([turn], ZoneInfo("UTC")).done
        return {fact.predicate for fact in done.facts}

    assert "works_as" in told(TurnExtractor())
    assert "works_as" not in told(TurnExtractor(network=False))


def test_a_relative_without_a_possessive_belongs_to_whoever_has_it() -> None:
    text = "yep, a twin brother, he works as a vet and lives in Oslo"
    home = Tag("lives_in", "holds", place(text, "Oslo"), place(text, "twin brother"), 0.9, 0.9)
    brother = Tag("has_sibling", "holds", place(text, "twin brother"), "Ann", 0.9, 0.9)
    told = read(text, [home, brother])
    assert {(each.subject, each.predicate, each.object) for each in told} == {
        ("Ann", "has_sibling", "Ann's twin brother"),
        ("Ann's twin brother", "lives_in", "Oslo"),
    }
    assert read(text, [home]) == [], "whose brother it is, isn't known"


def test_an_age_may_be_told_in_words() -> None:
    text = "Bea is four now"
    [told] = read(text, [Tag("has_age", "holds", place(text, "four"), place(text, "Bea"), 0.9, 0.9)])
    assert (told.subject, told.value) == ("Bea", "4")


@pytest.mark.parametrize(
    ("text", "predicate", "words", "told"),
    [
        ("I feel like the new foreman now", "works_as", "foreman", True),
        ("My roommate Gus is loud", "lives_with", "Gus", True),
        ("I plan to study law at Leiden", "studies_at", "Leiden", False),
        ("I visited Kassel", "lives_in", "Kassel", False),
    ],
)
def test_a_rule_that_says_something_else_of_a_thing_leaves_room_for_a_tag(
    text: str, predicate: str, words: str, told: bool
) -> None:
    found = read(text, [Tag(predicate, "holds", place(text, words), "Ann", 0.8, 0.9)], rules=True)
    tagged = {(each.predicate, each.object or each.value) for each in found if each.rule == TAGGED}
    assert ((predicate, words) in tagged) is told, tagged


def test_who_is_on_leave_does_not_have_it_besides() -> None:
    text = "I'm on parental leave until June"
    told = read(text, [Tag("has", "holds", place(text, "parental leave"), "Ann", 0.9, 0.9)], rules=True)
    assert {each.predicate for each in told if each.value == "parental leave"} == {"is_on"}


def test_what_somebody_has_is_named_by_the_more_precise_of_two() -> None:
    text = "I have Ines and Alba"
    tags = [Tag("has_child", "holds", place(text, name), "Ann", 0.9, 0.9) for name in ("Ines", "Alba")]
    told = {(each.predicate, each.object or each.value) for each in read(text, tags, rules=True)}
    assert told == {("has_child", "Ines"), ("has_child", "Alba")}


def test_a_spouse_whom_a_rule_knows_without_a_name_gets_it() -> None:
    text = "I met Adaeze in 2016 and we got married in 2019."
    known = [each for each in read(text, [], rules=True) if each.predicate == "married_to"]
    [unnamed] = known
    tag = Tag("married_to", "holds", place(text, "Adaeze"), "Ann", 0.9, 0.9)
    [named] = [each for each in read(text, [tag], rules=True) if each.predicate == "married_to"]
    assert (unnamed.value, named.object, named.value) == (UNNAMED, "Adaeze", None)
    assert named.valid_at == unnamed.valid_at == datetime(2019, 1, 1, tzinfo=UTC)
    assert named.text == "Ann is married to Adaeze"


@pytest.mark.parametrize(("probability", "told"), [(0.7, True), (0.5, False)])
def test_a_few_words_after_a_question_need_a_likelier_tag(probability: float, told: bool) -> None:
    before = [WindowMessage("Ben", "the museum one?")]
    tag = Tag("works_at", "holds", place("yeah, the museum", "museum"), "Ann", probability, 0.9)
    assert bool(read("yeah, the museum", [tag], before=before)) is told


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("we booked the cabin for 21 May", "2024-05-22"),
        ("we decided on Croatia, leaving on 6 July", "2024-07-07"),
        ("we planned a party for 21 April", "2024-04-22"),
    ],
)
def test_the_day_of_something_intended_is_the_coming_one(text: str, day: str) -> None:
    [told] = [each for each in read(text, [], rules=True) if each.predicate == "plans" and not each.ended]
    assert told.invalid_at is not None
    assert told.invalid_at.date().isoformat() == day


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("got a Gazelle in November", datetime(2023, 11, 1, tzinfo=UTC)),
        ("Tom had his knee done in January and he's back on the Gazelle", None),
    ],
)
def test_words_without_a_subject_have_the_time_of_their_sentence(text: str, start: datetime | None) -> None:
    [told] = read(text, [Tag("owns", "holds", place(text, "Gazelle"), "Ann", 0.9, 0.9)])
    assert told.valid_at == start


def test_a_relation_told_in_passing_has_no_time_of_its_own() -> None:
    text = "my wife's mum Greta turned 80 on Sunday"
    [told] = read(text, [Tag("married_to", "holds", place(text, "wife"), "Ann", 0.8, 0.9)])
    assert (told.predicate, told.valid_at) == ("married_to", None)
    text = "Finn started school last September"
    [told] = read(text, [Tag("has_child", "holds", place(text, "Finn"), "Ann", 0.8, 0.9)])
    assert (told.predicate, told.valid_at) == ("has_child", None)
    text = "Finn was born last September"
    [told] = read(text, [Tag("has_child", "holds", place(text, "Finn"), "Ann", 0.8, 0.9)])
    assert told.valid_at == datetime(2023, 9, 1, tzinfo=UTC)


def test_a_marked_adjective_brings_its_noun() -> None:
    text = "we got a big second flat in Leeds"
    [told] = read(text, [Tag("bought", "holds", place(text, "big second"), "Ann", 0.8, 0.9)])
    assert (told.object or told.value) == "big second flat"


def test_names_alone_are_told_of_alike() -> None:
    text, before = "Mia and Leo", [WindowMessage("Ben", "what are the twins called?")]
    told = read(text, [Tag("has_child", "holds", place(text, "Leo"), "Ann", 0.9, 0.9)], before=before)
    assert {each.object for each in told} == {"Mia", "Leo"}


def test_what_somebody_changed_from_is_over() -> None:
    text = "I changed from law to medicine"
    told = read(text, [Tag("studies", "holds", place(text, "law to medicine"), "Ann", 0.9, 0.9)])
    assert {(each.value, each.ended) for each in told} == {("law", True), ("medicine", False)}


@pytest.mark.parametrize(
    ("text", "predicate", "words"),
    [
        ("I visited Kassel", "lives_in", "Kassel"),
        ("I plan to study law at Leiden", "studies_at", "Leiden"),
    ],
)
def test_what_the_network_is_certain_of_stands_beside_what_rules_tell(text: str, predicate: str, words: str) -> None:
    found = read(text, [Tag(predicate, "holds", place(text, words), "Ann", 0.9, 0.9)], rules=True)
    assert (predicate, words) in {(each.predicate, each.object) for each in found if each.rule == TAGGED}


@pytest.mark.parametrize(
    ("text", "predicate", "words", "value", "told"),
    [
        ("I can't on monday, I've a root canal", "plans", "root canal", "root canal", {"plans"}),
        ("he has a root canal behind him", "has", "root canal", "root canal", {"has"}),
        ("I make roads", "works_as", "make roads", "making roads", {"works_as"}),
        ("we have decided to stay in Kumasi", "lives_in", "Kumasi", "Kumasi", {"lives_in"}),
    ],
)
def test_an_appointment_a_job_and_a_home_are_told_by_the_network(
    text: str, predicate: str, words: str, value: str, told: set[str]
) -> None:
    found = read(text, [Tag(predicate, "holds", place(text, words), "Ann", 0.8, 0.9)], rules=True)
    assert {each.predicate for each in found if value in (each.object, each.value)} == told


@pytest.mark.parametrize(
    ("text", "about", "words", "predicate", "subject", "value"),
    [
        ("Father can climb, he is 78", "Father", "78", "has_age", "Ann's father", "78"),
        ("the doctor has a bad hip", "doctor", "bad hip", "has", None, None),
        ("Dot's got her boyfriend in with her", "Dot", "boyfriend", "has_partner", "Dot", "Dot's boyfriend"),
        ("Itxaso's son is here", "Itxaso", "son", "has_child", "Itxaso", "Itxaso's son"),
        (
            "my father-in-law is an assistant",
            "law",
            "assistant",
            "works_as",
            "Ann's father-in-law",
            "assistant",
        ),
    ],
)
def test_whom_tags_are_about(
    text: str, about: str, words: str, predicate: str, subject: str | None, value: str | None
) -> None:
    found = read(text, [Tag(predicate, "holds", place(text, words), place(text, about), 0.8, 0.9)])
    told = [(each.subject, each.object or each.value) for each in found]
    assert told == ([] if subject is None else [(subject, value)])


def test_a_noun_that_tells_which_belongs_to_the_thing() -> None:
    text = "ukulele, badly, nose flute, brilliantly"
    [told] = read(text, [Tag("plays", "holds", place(text, "flute"), "Ann", 0.8, 0.9)])
    assert told.value == "nose flute"


def test_whose_two_relatives_are_makes_them_no_rivals() -> None:
    text = "that is my father. my husband is parking"
    found = read(text, [Tag("married_to", "holds", place(text, "husband"), "Ann", 0.8, 0.9)], rules=True)
    assert {("has_parent", "Ann's father"), ("married_to", "Ann's husband")} <= {(s.predicate, s.object) for s in found}


def test_what_somebody_works_as_is_told_once() -> None:
    text = "i fix phones and i sing"
    found = read(text, [Tag("works_as", "holds", place(text, "fix phones"), "Ann", 0.8, 0.9)], rules=True)
    told = {each.predicate for each in without_repetitions(found) if "phones" in (each.value or "")}
    assert told == {"works_as"}


def test_what_somebody_was_is_told_beside_their_retiring() -> None:
    text = "Uncle Bill retired today, 30 years as a postman"
    tags = [Tag("works_as", "over", place(text, "postman"), place(text, "Bill"), 0.93, 0.9)]
    assert any(f.predicate == "works_as" and f.value == "postman" and f.ended for f in read(text, tags))


@pytest.mark.parametrize(
    ("text", "predicate", "words", "until"),
    [
        ("the lease in Ulm is up on 3 August, so we're off", "lives_in", "Ulm", True),
        ("on 3 August I give up my flat in Ulm", "lives_in", "Ulm", True),
        ("my flatmate Ola moves out on 3 August", "lives_with", "Ola", True),
        ("my brother in Ulm leaves for Rome on 3 August", "lives_in", "Ulm", False),
        ("on 3 August I leave the cat with my mum in Ulm", "lives_in", "Ulm", False),
    ],
)
def test_what_is_to_end_holds_until_then(text: str, predicate: str, words: str, until: bool) -> None:
    [told] = read(text, [Tag(predicate, "holds", place(text, words), "Ann", 0.9, 0.9)])
    assert (told.valid_at is None and str(told.invalid_at).startswith("2024-08-03")) is until


def test_who_is_asked_about_themselves_isnt_answering_for_another() -> None:
    text = "no. single and happy"
    before = [WindowMessage("Ann", "my cousin Zita got engaged"), WindowMessage("Ben", "your turn next?")]
    tag = Tag("has_status", "holds", place(text, "single and happy"), TaggedWords(2, 10, 14), 0.7, 0.9)
    [told] = read(text, [tag], before=before)
    assert (told.subject, told.value) == ("Ann", "single")
    about_her = [before[0], WindowMessage("Ben", "is she happy, your cousin?")]
    assert "Ann" not in {each.subject for each in read(text, [tag], before=about_her)}


@pytest.mark.parametrize(
    ("text", "name", "told"),
    [
        ("I have no children. Vidar is my sister's boy", "Vidar", False),
        ("my boy Vidar has no children", "Vidar", True),
    ],
)
def test_who_has_no_children_has_none_by_name(text: str, name: str, *, told: bool) -> None:
    found = read(text, [Tag("has_child", "holds", place(text, name), "Ann", 0.9, 0.9)], rules=True)
    assert told == any(each.predicate == "has_child" and each.object == name for each in found)
