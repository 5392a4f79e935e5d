"""Turns that are only understood together with those before them: what each states, and what it must not."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from chronomem.extractors.language.extracted import Utterance
from chronomem.extractors.turns.extraction import TurnExtraction, TurnExtractor
from chronomem.extractors.turns.stored_turn import CONTEXT, StoredTurn
from chronomem.graph_schema.facts.given import GivenFact

NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)


def play(*lines: str) -> list[TurnExtraction]:
    """Return what is extracted from each of the turns of a session, written "Ann: hello"."""
    said = [line.partition(": ")[::2] for line in lines]
    people = dict.fromkeys(speaker for speaker, _ in said)
    told = [
        Utterance(text, NOON + timedelta(minutes=n), speaker, "assistant" if speaker == "assistant" else "user")
        for n, (speaker, text) in enumerate(said)
    ]
    turns = [
        StoredTurn(
            id=str(n),
            text=one.text,
            said_at=one.said_at,
            speaker=one.speaker,
            role=one.role,
            others=tuple(person for person in people if person != one.speaker),
            before=tuple(told[max(0, n - CONTEXT) : n]),
        )
        for n, one in enumerate(told)
    ]
    done = TurnExtractor().extract(turns, ZoneInfo("UTC"))
    assert not done.failed
    return list(done.done)


def last(*lines: str) -> list[GivenFact]:
    """Return the facts of the last turn."""
    return list(play(*lines)[-1].facts)


def holds(facts: list[GivenFact]) -> set[tuple[str, str, str | None]]:
    """Return what facts affirm, and not as ended."""
    return {(f.subject, f.predicate, f.object or f.value) for f in facts if not f.negated and not f.ended}


@pytest.mark.parametrize(
    ("question", "answer", "fact"),
    [
        ("where do you live?", "pune, kothrud side", ("Noor", "lives_in", "Pune")),
        ("Where are you from?", "Ibadan. came over in 2016", ("Noor", "is_from", "Ibadan")),
        ("so what do you do?", "bus driver", ("Noor", "works_as", "bus driver")),
        ("may I ask what you do for a living?", "Of course. Bus driver", ("Noor", "works_as", "bus driver")),
        ("any kids?", "two, Mia and Jonas", ("Noor", "has_child", "Mia")),
        ("any kids?", "two, Mia and Jonas", ("Noor", "has_child", "Jonas")),
        ("do you have pets?", "yeah a cat, Miso", ("Noor", "has_pet", "Miso")),
        ("when's your birthday?", "30 april", ("Noor", "has_birthday", "30 April")),
        ("how old are you?", "34", ("Noor", "has_age", "34")),
        ("how old are your kids?", "4 and 7", ("Noor's children", "has_age", "4 and 7")),
        ("vegetarian?", "vegan actually", ("Noor", "is", "vegan")),
        ("what's your name?", "emmanuel", ("Noor", "has_name", "Emmanuel")),
        ("do you work at lidl or aldi?", "aldi", ("Noor", "works_at", "Aldi")),
        ("Are you allergic to anything?", "Penicillin.", ("Noor", "allergic_to", "Penicillin")),
        ("do you play any instruments?", "the cello", ("Noor", "plays", "cello")),
        ("so you're working at Kastell now?", "yep! since january", ("Noor", "works_at", "Kastell")),
        ("you live in Cork, right?", "exactly", ("Noor", "lives_in", "Cork")),
        ("are you allergic to cats?", "no, my brother", ("Noor's brother", "allergic_to", "cats")),
        ("who's Gina?", "my sister-in-law", ("Noor", "has_relative", "Gina")),
        ("do you have a dog?", "no, my sister does", ("Noor's sister", "has_pet", "dog")),
        ("are you vegan?", "nope, Tom is", ("Tom", "is", "vegan")),
        ("you work at Aldi now right?", "nah that's my cousin Mikey", ("Mikey", "works_at", "Aldi")),
        ("how old are you?", "Thank you aunty! 64", ("Noor", "has_age", "64")),
        ("you're the vegetarian, right?", "no, that's Lena", ("Lena", "is", "vegetarian")),
        ("is your brother a nurse?", "he isn't, he works at Aldi", ("Noor's brother", "works_at", "Aldi")),
        ("you're the one who's allergic to cats, right?", "no, that's Lena", ("Lena", "allergic_to", "cats")),
        ("how old is your daughter?", "Emma turned six", ("Noor", "has_child", "Emma")),
    ],
)
def test_an_answer_states_what_the_question_leaves_open(question: str, answer: str, fact: tuple[str, str, str]) -> None:
    assert fact in holds(last(f"Aarav: {question}", f"Noor: {answer}"))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("where do you live?", "why?"),
        ("where do you live?", "guess"),
        ("what do you do?", "none of your business lol"),
        ("how old are you?", "old enough"),
        ("do you have a boyfriend?", "maybe"),
        ("do you smoke?", "no, never"),
        ("do you live in Breda?", "no"),
        ("you moved to Ulm, right?", "not yet"),
        ("where did you buy it?", "Bonn"),
    ],
)
def test_a_reply_that_refuses_or_denies_affirms_nothing(question: str, answer: str) -> None:
    assert not holds(last(f"Aarav: {question}", f"Noor: {answer}"))


def test_a_denial_of_what_went_on_ends_it() -> None:
    facts = last("Ann: are you still at Vodafone?", "Ben: nope, left in june")
    assert any(f.predicate == "works_at" and f.object == "Vodafone" and f.ended for f in facts)


def test_a_question_is_returned() -> None:
    turns = play("Ann: where do you live?", "Ben: Bonn", "Ben: u?", "Ann: Kassel", "Ben: and originally?", "Ann: Ulm")
    assert ("Ann", "lives_in", "Kassel") in holds(list(turns[3].facts))
    assert ("Ann", "is_from", "Ulm") in holds(list(turns[5].facts))


def test_a_statement_is_returned_as_a_question() -> None:
    turns = play("Ann: my name is Rosalind, and yours?", "Ben: Emmanuel")
    assert ("Ann", "has_name", "Rosalind") in holds(list(turns[0].facts))
    assert ("Ben", "has_name", "Emmanuel") in holds(list(turns[1].facts))


def test_only_the_one_who_is_named_answers() -> None:
    asked = "Ruth: Ayodele, when's your birthday?"
    assert not holds(last("Ayodele: hi", asked, "Kieran: 2 november"))
    assert holds(last("Kieran: hi", asked, "Ayodele: 2 november"))


def test_a_question_closes_when_the_talk_goes_on() -> None:
    assert not holds(
        last("Ann: where do you live?", "Ben: hang on", "Ann: no rush", "Ben: ok", "Ann: so?", "Ben: Bonn")
    )


def test_an_assistants_question_counts_and_its_words_do_not() -> None:
    turns = play("assistant: Where do you live? I live in the cloud.", "Ilse: Stellenbosch")
    assert not turns[0].facts
    assert ("Ilse", "lives_in", "Stellenbosch") in holds(list(turns[1].facts))


def test_pronouns_reach_the_turns_before() -> None:
    talk = ("Ann: My cousin Thandi has moved to Durban.", "Ben: what does she do there?")
    assert ("Thandi", "works_as", "nurse") in holds(last(*talk, "Ann: she's a nurse"))
    assert ("Thandi", "works_as", "nurse") in holds(last(*talk, "Ann: nurse"))


def test_a_pronoun_that_may_mean_two_means_nobody() -> None:
    assert not holds(last("Ann: My brothers Dan and Radu came.", "Ben: nice", "Ann: he's a pilot"))


def test_a_pronoun_means_the_one_of_its_own_turn() -> None:
    facts = last("Ann: My cousin Thandi called.", "Ben: the girl at the bakery was rude, she's a student")
    assert not any(f.subject == "Thandi" for f in facts)


@pytest.mark.parametrize(
    "rumour", ["apparently Torsten sold his house", "Word is Torsten sold his house", "I heard that Torsten sold it"]
)
def test_hearsay_is_no_fact(rumour: str) -> None:
    assert not any(f.subject == "Torsten" for f in last("Inge: hi", f"Ulla: {rumour}"))


@pytest.mark.parametrize(
    ("question", "answer", "fact"),
    [
        ("who can't have gluten?", "Zara", ("Zara", "allergic_to", "gluten")),
        ("who's vegan?", "me", ("Ben", "is", "vegan")),
        ("who is vegan?", "I am", ("Ben", "is", "vegan")),
        ("who else lives in Leeds?", "my sister", ("Ben's sister", "lives_in", "Leeds")),
        ("who works at Lidl?", "me", ("Ben", "works_at", "Lidl")),
        ("is it you or Zara that's vegan?", "Zara", ("Zara", "is", "vegan")),
    ],
)
def test_it_may_be_asked_who(question: str, answer: str, fact: tuple[str, str, str]) -> None:
    assert fact in holds(last(f"Ann: {question}", f"Ben: {answer}"))


@pytest.mark.parametrize("question", ["who is that?", "who knows?", "who was it?"])
def test_other_questions_with_who_ask_for_no_doer(question: str) -> None:
    assert not holds(last(f"Ann: {question}", "Ben: me"))


def test_hearsay_is_confirmed() -> None:
    facts = last("Ann: apparently Inés is the new manager?", "Ben: yes she is!")
    assert ("Inés", "works_as", "manager") in holds(facts)


def test_facts_do_not_depend_on_the_turns_beside_them() -> None:
    """Each turn alone gives what it gives among others: the turns before it are all that it knows."""
    lines = ("Ann: where do you live?", "Ben: Bonn", "Ben: u?", "Ann: Kassel", "Ben: My cat is Miso. she's 3")
    whole = play(*lines)
    alone = [TurnExtractor().extract([each.turn], ZoneInfo("UTC")).done[0] for each in whole]
    assert [one.facts for one in alone] == [each.facts for each in whole]


def test_how_old_an_aunt_is_makes_no_old_aunt_of_her() -> None:
    facts = holds(last("Sam: How old is your aunt?", "Noor: She's 93 and swims daily"))
    assert ("Noor's aunt", "has_age", "93") in facts


def test_each_of_a_list_answers() -> None:
    facts = holds(last("Sam: what instruments do you own?", "Noor: A cello, a fiddle and my dad's trumpet"))
    assert {("Noor", "owns", "cello"), ("Noor", "owns", "fiddle"), ("Noor", "owns", "dad's trumpet")} <= facts


def test_what_follows_an_answer_isnt_part_of_it() -> None:
    facts = holds(last("Sam: what are you studying?", "Noor: Accounting, online. Tired and hungry"))
    assert ("Noor", "studies", "accounting") in facts
    assert len([fact for fact in facts if fact[1] == "studies"]) == 1


def test_a_title_tells_who_he_isnt() -> None:
    facts = holds(last("Noor: Aunty Bea called.", "Sam: and?", "Noor: I gave him back the keys"))
    assert "received" not in {predicate for subject, predicate, _ in facts if subject == "Aunty Bea"}


def test_who_speaks_of_your_son_knows_that_you_have_one() -> None:
    facts = holds(last("Sam: hi", "Noor: Your son is so tall! Your wife, too"))
    assert ("Sam", "has_child", "Sam's son") in facts
    assert not any(subject == "Noor" for subject, *_ in facts)


def test_a_company_with_a_genitive_is_nobody_who_does_it() -> None:
    facts = holds(last("Ruth: do you work at Aldi?", "Noor: no, King's"))
    assert ("King", "works_at", "Aldi") not in facts


@pytest.mark.parametrize(
    ("question", "answer", "fact"),
    [
        ("are you a cat person or a dog person?", "a dog person", ("Noor", "likes", "dog")),
        ("are you a cat person or a dog person?", "cats, always", ("Noor", "likes", "cat")),
        ("are you still at the library?", "left last summer", ("Noor", "leave", "library")),
        ("are you still at Vodafone?", "no, Klarna since 2022", ("Noor", "works_at", "Klarna")),
        ("do you still live in Leeds?", "nope, York since March", ("Noor", "lives_in", "York")),
        ("are you right-handed?", "I am, just like my mum", ("Noor's mother", "is", "right-handed")),
        ("have you been to Porto?", "my brother grew up there", ("Noor's brother", "is_from", "Porto")),
        ("I'm off to Porto", "I was born there!", ("Noor", "is_from", "Porto")),
        ("what do your mum and dad do?", "he's a baker", ("Noor's father", "works_as", "baker")),
        ("tell me about your family", "two kids, one dog", ("Noor", "has_child", "two kids")),
        ("tell me about your family", "two kids, one dog", ("Noor", "has_pet", "one dog")),
        ("can your husband swim?", "yes", ("Noor's husband", "can", "swim")),
    ],
)
def test_short_answers_tell_what_was_asked(question: str, answer: str, fact: tuple[str, str, str]) -> None:
    assert fact in holds(last(f"Ben: {question}", f"Noor: {answer}"))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("are you a cat person or a dog person?", "a people person"),
        ("what did you see?", "two dogs and a horse"),
        ("have you been to Porto?", "if I were born there I'd know"),
        ("can you pass the salt?", "yes"),
        ("what's at the shelter?", "two dogs, one cat"),
    ],
)
def test_short_answers_tell_nothing_else(question: str, answer: str) -> None:
    told = {predicate for _, predicate, _ in holds(last(f"Ben: {question}", f"Noor: {answer}"))}
    assert not told & {"likes", "is", "is_from", "has_child", "can"}
    assert question.startswith("what's") or "has_pet" not in told


def test_one_of_some_who_are_known_is_told() -> None:
    said = ("Noor: my brothers Karl and Jens play in a band", "Ben: which one's the drummer?")
    assert ("Karl", "works_as", "drummer") in holds(last(*said, "Noor: the older one, Karl"))
    assert not holds(last("Ben: which one is the best?", "Noor: the blue one"))


@pytest.mark.parametrize(
    ("asked", "reply", "fact"),
    [
        ("how's the new job at Bosch?", "that's not me, that's Vera", ("Vera", "works_at", "Bosch")),
        ("hows ur new job at Bosch??", "thats not me thats vera lol", ("Vera", "works_at", "Bosch")),
        ("didn't you get a dog?", "that wasn't me, that was my sister", ("Noor's sister", "has_pet", "dog")),
        ("I heard you moved to Leeds!", "It's not me, that's my cousin Ida", ("Ida", "lives_in", "Leeds")),
    ],
)
def test_another_was_meant(asked: str, reply: str, fact: tuple[str, str, str]) -> None:
    facts = holds(last(f"Ben: {asked}", f"Noor: {reply}"))
    assert fact in facts
    assert ("Noor", *fact[1:]) not in facts


def test_nobody_has_what_is_no_job_or_home_of_theirs() -> None:
    assert holds(last("Ben: how's the weather in Leeds?", "Noor: that's not me, that's Vera")) == set()


def test_a_comparison_is_no_part_of_a_question() -> None:
    facts = holds(last("Ben: does your sister live in Recife like your parents?", "Noor: no, Lisbon"))
    assert ("Noor's sister", "lives_in", "Lisbon") in facts
    assert "Recife" not in {value for _, _, value in facts}


def test_sis_is_a_sister() -> None:
    assert ("Noor", "has_sibling", "Mia") in holds(last("Mia: rough day", "Noor: thinking of you sis"))
    assert "has_sibling" not in {p for _, p, _ in holds(last("Tom: rough day", "Noor: thinking of you sis"))}
