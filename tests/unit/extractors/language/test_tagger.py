"""The network finds facts in wordings that no rule knows, and its tags become statements beside those of the rules."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from chronomem.extractors.language.extracted import Earlier, Extraction, Statement, Utterance
from chronomem.extractors.language.extraction import extract_turn, readable_doc
from chronomem.extractors.language.parsing.pipeline import parse
from chronomem.extractors.language.readable.turn_text import make_readable
from chronomem.extractors.language.tagger.tagged_statements import GUESSED, TAGGED, read_tags
from chronomem.extractors.language.tagger.tags import Tag, TaggedWords
from chronomem.extractors.language.tagger.windows import WindowMessage
from chronomem.extractors.language.tagger.wording import worded
from chronomem.extractors.semantic_time import parse_time
from chronomem.extractors.turns.extraction import StoredTurn, TurnExtractor
from chronomem.graph_schema.facts.predicates import UNNAMED

NOW = datetime(2024, 5, 2, 12, tzinfo=UTC)


def doc_of(text: str, others: Sequence[str]) -> object:
    readable = make_readable(text, others=others)
    [doc] = parse([readable.text])
    return readable_doc(doc, readable)


def place(text: str, words: str, back: int = 0) -> TaggedWords:
    start = text.index(words)
    return TaggedWords(back, start, start + len(words))


def read(
    text: str,
    tags: Sequence[Tag],
    *,
    before: Sequence[WindowMessage] = (),
    rules: bool = False,
) -> list[Statement]:
    """Return the statements that Ann's message gives, told to Ben."""
    doc = doc_of(text, ["Ben"])
    earlier = [
        Earlier(Utterance(said.text, NOW, said.speaker, "user"), doc_of(said.text, ["Ann"]))  # type: ignore[arg-type]
        for said in before
    ]
    known = Extraction((), (), ())
    if rules:
        times = parse_time(text, now=NOW)
        known = extract_turn(doc, speaker="Ann", others=["Ben"], said_at=NOW, times=times)  # type: ignore[arg-type]
    found = read_tags(
        doc,  # type: ignore[arg-type]
        tags,
        known,
        speaker="Ann",
        others=["Ben"],
        said_at=NOW,
        times=parse_time(text, now=NOW),
        before=earlier,
    )
    return list(found.statements)


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


def test_what_is_over_or_denied_says_so() -> None:
    text = "no more night shifts and no sugar"
    over, denied = read(
        text,
        [
            Tag("has", "over", place(text, "night shifts"), "Ann", 0.8, 0.9),
            Tag("has", "denied", place(text, "sugar"), "Ann", 0.7, 0.9),
        ],
    )
    assert (over.ended, over.text) == (True, "Ann no longer has night shifts")
    assert (denied.polarity, denied.text) == ("negated", "it is not so that Ann has sugar")


def test_a_rule_counts_more_than_a_tag() -> None:
    text = "I visited Zanzibar for two weeks"
    tags = [Tag("lives_in", "holds", place(text, "Zanzibar"), "Ann", 0.9, 0.9)]
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


def test_an_ending_may_name_nothing() -> None:
    [told] = read("they let me go", [Tag("works_at", "over", None, "Ann", 0.9, 0.9)])
    assert (told.predicate, told.object, told.value, told.ended) == ("works_at", None, None, True)


def test_sentences_read_as_english() -> None:
    assert worded("Nia", "married_to", "Tom", ended=False, denied=False) == "Nia is married to Tom"
    assert worded("Nia", "has_age", "40", ended=False, denied=True) == "it is not so that Nia is 40 years old"


def test_what_somebody_else_has_is_not_the_writers() -> None:
    text = "my gran's cat sleeps on the piano"
    assert read(text, [Tag("has_pet", "holds", place(text, "cat"), "Ann", 0.9, 0.9)]) == []


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


def test_a_plan_that_is_fulfilled_says_nothing_against_a_tag() -> None:
    text = "Found the rowing club on the lake"
    told = read(text, [Tag("member_of", "holds", place(text, "rowing club"), "Ann", 0.9, 0.9)], rules=True)
    assert ("plans", True) in {(each.predicate, each.ended) for each in told}
    assert ("member_of", "rowing club") in {(each.predicate, each.object or each.value) for each in told}


@pytest.mark.parametrize(("predicate", "told"), [("has_age", True), ("has", False)])
def test_it_may_be_an_age_but_nothing_else_of_the_writers(predicate: str, told: bool) -> None:
    text = "it's 28, thanks"
    assert bool(read(text, [Tag(predicate, "holds", place(text, "28"), "Ann", 0.9, 0.9)])) is told


def test_a_question_ends_nothing_of_anothers() -> None:
    text = "how long were you a nurse then?"
    over = Tag("works_as", "over", place(text, "nurse"), "Ben", 0.9, 0.9)
    assert read(text, [over]) == []
    assert [each.ended for each in read(text.replace("?", "."), [over])] == [True]


@pytest.mark.parametrize(
    ("text", "over"),
    [
        ("if they cut the hours the nurse thing is history", False),
        ("the nurse thing is history, not sure if I told you", True),
    ],
)
def test_what_depends_on_a_condition_ends_nothing(text: str, over: bool) -> None:
    found = read(text, [Tag("works_as", "over", place(text, "nurse"), "Ann", 0.9, 0.9)])
    assert any(each.ended for each in found) == over


def test_where_others_are_isnt_the_writers_home() -> None:
    text = "hello to everybody in Cork!"
    assert read(text, [Tag("lives_in", "holds", place(text, "Cork"), "Ann", 0.9, 0.9)]) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("My gran sold the shop. He bought a boat.", False),
        ("My gran sold the shop. She bought a boat.", True),
        ("My gran is well. The kids are too, they bought a boat.", False),
        ("My gran is with Piet now. They bought a boat.", True),
    ],
)
def test_a_pronoun_tells_whom_a_tag_cant_mean(text: str, told: bool) -> None:
    assert bool(read(text, [Tag("owns", "holds", place(text, "boat"), place(text, "gran"), 0.9, 0.9)])) is told


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        ("the doctor swapped the ramipril for losartan", "ramipril", "losartan"),
        ("I switched from sertraline to fluoxetine", "sertraline", "fluoxetine"),
    ],
)
def test_what_is_exchanged_is_over(text: str, old: str, new: str) -> None:
    told = read(text, [Tag("takes", "holds", place(text, new), "Ann", 0.9, 0.9)], rules=True)
    assert {(old, True), (new, False)} <= {(each.value, each.ended) for each in told if each.predicate == "takes"}


def test_what_one_switches_to_ends_what_one_studied() -> None:
    text = "switched to geography in March"
    told = read(text, [Tag("studies", "holds", place(text, "geography"), "Ann", 0.9, 0.9)])
    assert [(each.value, each.ended) for each in told] == [("geography", False), (None, True)]
    assert told[0].valid_at == told[1].invalid_at  # so that the new one isn't ended


@pytest.mark.parametrize(
    "text", ["handed in my notice at Volvo today", "I've never left Volvo", "I didn't quit Volvo after all"]
)
def test_who_gives_notice_or_never_left_is_still_there(text: str) -> None:
    [told] = read(text, [Tag("works_at", "over", place(text, "Volvo"), "Ann", 0.9, 0.9)])
    assert not told.ended


@pytest.mark.parametrize("text", ["renting out our flat in Hull", "congrats on the flat in Hull!"])
def test_nobody_lives_in_a_home_that_is_let_or_anothers(text: str) -> None:
    assert not read(text, [Tag("lives_in", "holds", place(text, "Hull"), "Ann", 0.9, 0.9)])


@pytest.mark.parametrize(
    ("text", "studies", "works"), [("started at Trinity", True, False), ("started at Lidl as a cashier", False, True)]
)
def test_where_somebody_started_is_a_school_or_a_job(text: str, studies: bool, works: bool) -> None:
    name = text.split()[2]
    told = read(text, [Tag("studies_at", "holds", place(text, name), "Ann", 0.9, 0.9)] if studies else [], rules=True)
    at = {each.predicate for each in told if each.object == name}
    assert (("studies_at" in at), ("works_at" in at)) == (studies, works)


def test_who_has_the_degree_no_longer_studies() -> None:
    text = "Got my degree today! BSc physics, Manchester"
    told = read(text, [Tag("studies", "holds", place(text, "physics"), "Ann", 0.9, 0.9)], rules=True)
    assert all(each.ended for each in told if each.predicate == "studies")


def test_the_second_week_is_no_date() -> None:
    text = "so far so good at Arup, week 2"
    [told] = read(text, [Tag("works_at", "holds", place(text, "Arup"), "Ann", 0.9, 0.9)])
    assert told.valid_at is None


def test_a_colleague_is_no_employer() -> None:
    text = "covering for Ute till Christmas"
    assert not read(text, [Tag("works_at", "holds", place(text, "Ute"), "Ann", 0.9, 0.9)])


def test_a_course_is_no_part_of_what_is_learnt() -> None:
    text = "doing a spanish course on tuesdays"
    [told] = read(text, [Tag("studies", "holds", place(text, "spanish course"), "Ann", 0.9, 0.9)])
    assert told.value == "spanish"


def test_nothing_is_over_that_was_not_exchanged() -> None:
    text = "the doctor never swapped the ramipril for losartan"
    told = read(text, [Tag("takes", "holds", place(text, "losartan"), "Ann", 0.9, 0.9)])
    assert not any(each.ended for each in told)


def test_a_list_may_deny_its_items() -> None:
    text = "Nuts: no. Dust: a bit"
    nuts, dust = read(text, [Tag("allergic_to", "holds", place(text, it), "Ann", 0.9, 0.9) for it in ("Nuts", "Dust")])
    assert (nuts.polarity, dust.polarity) == ("negated", "affirmed")


@pytest.mark.parametrize(("text", "ended"), [("sold the truck to Dale", False), ("Dale sold the truck", True)])
def test_who_buys_a_thing_has_it(text: str, ended: bool) -> None:
    [told] = read(text, [Tag("owns", "over", place(text, "truck"), place(text, "Dale"), 0.9, 0.9)])
    assert (told.subject, told.ended) == ("Dale", ended)


@pytest.mark.parametrize(
    ("text", "over"), [("lent the drone to Dale", False), ("dropped my drone", False), ("sold the drone", True)]
)
def test_what_is_lent_or_dropped_is_ones_own_still(text: str, over: bool) -> None:
    [told] = read(text, [Tag("owns", "over", place(text, "drone"), "Ann", 0.9, 0.9)])
    assert told.ended is over


def test_what_is_fine_does_no_harm() -> None:
    [told] = read(
        "Peanuts are fine.", [Tag("allergic_to", "holds", place("Peanuts are fine.", "Peanuts"), "Ann", 0.9, 0.9)]
    )
    assert told.polarity == "negated"


@pytest.mark.parametrize(
    ("text", "predicate", "words"),
    [
        ("gave the telescope to the astronomy club", "member_of", "astronomy club"),
        ("swap it for rice", "dislikes", "rice"),
        ("the singer is off to Berlin", "plans", "Berlin"),
    ],
)
def test_whom_or_what_a_thing_goes_to_is_told_of_nobody(text: str, predicate: str, words: str) -> None:
    assert not read(text, [Tag(predicate, "holds", place(text, words), "Ann", 0.9, 0.9)])


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


@pytest.mark.parametrize(("text", "told"), [("Lyon is 200 km from my kitchen", False), ("Lyon is home now", True)])
def test_nobody_lives_where_it_is_far_from_home(text: str, told: bool) -> None:
    assert bool(read(text, [Tag("lives_in", "holds", place(text, "Lyon"), "Ann", 0.9, 0.9)])) is told


def test_somebody_without_a_name_is_called_by_a_role() -> None:
    text = "My landlady knocked again. She's 81"
    [told] = read(text, [Tag("has_age", "holds", place(text, "81"), place(text, "landlady"), 0.9, 0.9)])
    assert told.subject == "Ann's landlady"


def test_a_plan_with_somebody_doesnt_tell_who_it_is() -> None:
    text = "I'm moving in with Amir in June"
    told = read(text, [Tag("has_partner", "holds", place(text, "Amir"), "Ann", 0.9, 0.9)], rules=True)
    assert {("plans", None), ("has_partner", "Amir")} <= {(each.predicate, each.object) for each in told}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("FORWARDED: 'We are moving to Oslo and selling everything.' Anyone?", False),
        ('"We are moving to Oslo", he said', False),
        ("my parents' flat is sold, we are moving to Oslo", True),
        ("we are moving to 'Oslo'", True),
    ],
)
def test_what_is_quoted_isnt_the_writers(text: str, told: bool) -> None:
    assert bool(read(text, [Tag("plans", "holds", place(text, "Oslo"), "Ann", 0.9, 0.9)])) is told


@pytest.mark.parametrize(
    ("text", "words", "predicate", "told"),
    [
        ("if he sings that again I'm moving to Mars", "Mars", "plans", None),
        ("we're off to Skye on Friday, if the ferry runs", "Skye", "plans", "plans"),
        ("we might go to Iceland in the autumn", "Iceland", "plans", "considers"),
        ("Tromsø is like 2 hours by plane", "Tromsø", "visited", None),
        ("they asked me to be head of department", "head of department", "works_as", None),
        ("if I ever have a daughter she's called Athena", "Athena", "has_child", None),
        ("a library for when I have kids", "kids", "has_child", None),
        ("I had baby shark in my head", "baby", "has_child", None),
        ("two labradors here, house sitting for the boss", "labradors", "has_pet", None),
        ("he belongs to the Ionescus, I only feed Admiral", "Admiral", "has_pet", None),
        ("you can borrow my old tent", "tent", "owns", "owns"),
        ("we nearly moved to Leeds", "Leeds", "lives_in", None),
        ("I dreamt I lived in Leeds", "Leeds", "lives_in", None),
    ],
)
def test_what_depends_is_offered_or_anothers_isnt_so(text: str, words: str, predicate: str, told: str | None) -> None:
    found = read(text, [Tag(predicate, "holds", place(text, words), "Ann", 0.9, 0.9)])
    assert [each.predicate for each in found] == ([told] if told else [])


@pytest.mark.parametrize(
    ("asked", "reply", "told"),
    [
        ("Would you like to come to Edinburgh with us?", "That's kind but August is chaos", False),
        ("Would you come to Edinburgh with us?", "yes! count me in", True),
        ("When is Edinburgh?", "in August, booked it", True),
    ],
)
def test_who_is_asked_along_only_plans_it_if_they_say_yes(asked: str, reply: str, told: bool) -> None:
    tag = Tag("plans", "holds", place(asked, "Edinburgh", back=1), "Ann", 0.9, 0.9)
    assert bool(read(reply, [tag], before=[WindowMessage("Ben", asked)])) is told


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


@pytest.mark.parametrize(
    ("text", "told"),
    [("Tom is in Berlin for work", False), ("Tom is in Berlin", True), ("Tom is in Berlin for good", True)],
)
def test_who_is_somewhere_for_work_doesnt_live_there(text: str, told: bool) -> None:
    assert bool(read(text, [Tag("lives_in", "holds", place(text, "Berlin"), place(text, "Tom"), 0.9, 0.9)])) is told


@pytest.mark.parametrize(
    ("text", "holds"),
    [("Piet got made redundant at the brewery", False), ("Piet quit his job and started at the brewery", True)],
)
def test_nobody_works_where_they_were_let_go(text: str, holds: bool) -> None:
    job = Tag("works_at", "holds", place(text, "brewery"), place(text, "Piet"), 0.9, 0.9)
    told = [each for each in read(text, [job], rules=True) if each.predicate == "works_at"]
    assert any(each.ended for each in told)
    assert any(not each.ended for each in told) is holds


def test_an_extractor_may_leave_the_network_out() -> None:
    turn = StoredTurn("1", "they made me head nurse at St Thomas", NOW, "Ann", "user", ("Ben",))

    def told(extractor: TurnExtractor) -> set[str]:
        [done] = extractor.extract([turn], ZoneInfo("UTC")).done
        return {fact.predicate for fact in done.facts}

    assert "works_as" in told(TurnExtractor())
    assert "works_as" not in told(TurnExtractor(network=False))


def test_a_relative_without_a_possessive_belongs_to_whoever_has_it() -> None:
    text = "yep, twin brother, he works as a vet and lives in Oslo"
    home = Tag("lives_in", "holds", place(text, "Oslo"), place(text, "twin brother"), 0.9, 0.9)
    brother = Tag("has_sibling", "holds", place(text, "twin brother"), "Ann", 0.9, 0.9)
    told = read(text, [home, brother])
    assert {(each.subject, each.predicate, each.object) for each in told} == {
        ("Ann", "has_sibling", "Ann's brother"),
        ("Ann's brother", "lives_in", "Oslo"),
    }
    assert read(text, [home]) == [], "whose brother it is, isn't known"


def test_the_pet_of_somebody_unknown_isnt_the_writers() -> None:
    text = "I have to feed Mrs Alvarez's old cat first"
    assert read(text, [Tag("has_pet", "holds", place(text, "cat"), "Ann", 0.9, 0.9)]) == []


def test_an_age_may_be_told_in_words() -> None:
    text = "Bea is four now"
    [told] = read(text, [Tag("has_age", "holds", place(text, "four"), place(text, "Bea"), 0.9, 0.9)])
    assert (told.subject, told.value) == ("Bea", "four")


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
    found = read(text, [Tag(predicate, "holds", place(text, words), "Ann", 0.9, 0.9)], rules=True)
    tagged = {(each.predicate, each.object or each.value) for each in found if each.rule == TAGGED}
    assert ((predicate, words) in tagged) is told, tagged


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


def test_what_is_offered_may_be_the_writers() -> None:
    text = "you can borrow my old Gazelle"
    assert read(text, [Tag("owns", "holds", place(text, "Gazelle"), "Ann", 0.9, 0.9)])
    text = "you can borrow the old Gazelle"
    assert read(text, [Tag("owns", "holds", place(text, "Gazelle"), "Ann", 0.9, 0.9)]) == []


def test_a_denial_may_be_about_it() -> None:
    text = "It's not nuts, says the test"
    [told] = read(text, [Tag("allergic_to", "denied", place(text, "nuts"), "Ann", 0.9, 0.9)])
    assert told.polarity == "negated"


@pytest.mark.parametrize(("probability", "told"), [(0.7, True), (0.5, False)])
def test_a_few_words_after_a_question_need_a_likelier_tag(probability: float, told: bool) -> None:
    before = [WindowMessage("Ben", "the museum one?")]
    tag = Tag("works_at", "holds", place("yeah, the museum", "museum"), "Ann", probability, 0.9)
    assert bool(read("yeah, the museum", [tag], before=before)) is told


def test_who_isnt_asked_doesnt_answer() -> None:
    said = [
        StoredTurn("t1", "Ayodele, when's your birthday?", NOW, "Ruth", "user", ("Kieran", "Ayodele"), seq=0),
        StoredTurn(
            "t2", "2 november", NOW, "Kieran", "user", ("Ruth", "Ayodele"),
            before=(Utterance("Ayodele, when's your birthday?", NOW, "Ruth", "user"),), seq=1,
        ),
    ]  # fmt: skip
    done = TurnExtractor().extract(said, ZoneInfo("UTC")).done
    assert [fact.predicate for turn in done for fact in turn.facts if fact.predicate == "has_birthday"] == []


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


def test_the_day_of_what_is_called_off_isnt_its_end() -> None:
    text = "the physio says no Berlin this year"
    [told] = read(text, [Tag("plans", "over", place(text, "Berlin"), "Ann", 0.9, 0.9)])
    assert (told.ended, told.valid_at, told.invalid_at) == (True, None, None)


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


def test_nobody_works_as_what_they_own() -> None:
    text = "I drive an old Golf"
    told = read(text, [Tag("works_as", "holds", place(text, "Golf"), "Ann", 0.8, 0.9)], rules=True)
    assert {each.predicate for each in told} == {"owns"}


def test_words_of_a_caption_are_nobodys() -> None:
    text = "Look at this! [shared image: a photo of a turtle]"
    assert read(text, [Tag("has_pet", "holds", place(text, "turtle"), "Ann", 0.9, 0.9)]) == []


@pytest.mark.parametrize(
    ("text", "told"), [("I'm making a library for when I have kids", False), ("I have kids", True)]
)
def test_what_one_will_have_one_day_one_doesnt_have(text: str, told: bool) -> None:
    assert bool(read(text, [Tag("has_child", "holds", place(text, "kids"), "Ann", 0.9, 0.9)])) is told


def test_what_one_does_is_no_occupation() -> None:
    text = "I walk dogs for a living"
    [told] = read(text, [Tag("works_as", "holds", place(text, "walk dogs"), "Ann", 0.9, 0.9)])
    assert (told.predicate, told.value) == ("does", "walking dogs for a living")
