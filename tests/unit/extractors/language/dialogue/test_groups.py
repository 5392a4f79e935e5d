"""Relatives and animals that a turn introduces, and who "they" and "the kids" are after it."""

import pytest
from tests.unit.extractors.language.dialogue.test_dialogue import holds, last


@pytest.mark.parametrize(
    ("lines", "fact"),
    [
        (["Noor: I have three kids. They love climbing."], ("Noor's children", "likes", "climbing")),
        (["Noor: I have three kids.", "Ben: Wow!", "Noor: They love art."], ("Noor's children", "likes", "art")),
        (["Noor: We have two dogs.", "Noor: They hate thunder."], ("Noor's dogs", "dislikes", "thunder")),
        (["Noor: I have a daughter. She loves climbing."], ("Noor's daughter", "likes", "climbing")),
        (["Noor: I have a friend in Rome. She's a vet."], ("Noor's friend", "works_as", "vet")),
        (["Noor: We have kids.", "Noor: The two older children love nature."], ("Noor's children", "likes", "nature")),
        (["Ben: how's the wife", "Noor: she's in Lisbon for work"], ("Noor's wife", "is_in", "Lisbon")),
        (["Ben: how's the baby", "Noor: she's 8 months now"], ("Noor's baby", "has_age", "8 months")),
    ],
)  # fmt: skip
def test_who_is_introduced_is_meant_later(lines: list[str], fact: tuple[str, str, str]) -> None:
    assert fact in holds(last(*lines))


@pytest.mark.parametrize(
    "lines",
    [
        ["Noor: I have two kids.", "Ben: The kids at my school are loud."],
        ["Noor: No, I don't have kids. They are too loud."],
        ["Noor: I saw two dogs. They hate thunder."],
    ],
)
def test_others_are_not_meant(lines: list[str]) -> None:
    assert not {subject for subject, _, _ in holds(last(*lines)) if "'s " in subject}


@pytest.mark.parametrize(
    "question",
    [
        "What do you do for fun?", "What do you like doing?", "what's ur hobby", "Do you have any hobbies?",
        "Any hobbies?", "what are you into?", "What do you do when you're not working?",
    ],
)  # fmt: skip
def test_who_is_asked_for_hobbies_tells_what_they_like(question: str) -> None:
    facts = holds(last(f"Ben: {question}", "Noor: painting and hanging out with friends"))
    assert {("Noor", "likes", "painting"), ("Noor", "likes", "hanging out with friends")} <= facts
    assert not {predicate for _, predicate, _ in facts} & {"do", "does", "has"}


def test_somebody_elses_hobbies_are_theirs() -> None:
    facts = holds(last("Ben: What does your wife do for fun?", "Noor: Knitting and chess"))
    assert ("Noor's wife", "likes", "knitting") in {(s, p, (o or "").lower()) for s, p, o in facts}


def test_no_hobby_is_none() -> None:
    assert not holds(last("Ben: any hobbies?", "Noor: not really"))


@pytest.mark.parametrize(
    ("lines", "facts"),
    [
        (["Ben: How's your brother?", "Noor: Moved to Leeds in March."], {("Noor's brother", "lives_in", "Leeds")}),
        (["Ben: Is your mum still a nurse?", "Noor: Retired last year."], {("Noor's mother", "is", "retired")}),
        (["Ben: How's your dad doing?", "Noor: Better. Stopped smoking."], {("Noor's father", "stopped", "smoking")}),
        (["Ben: And your sister?", "Noor: Studying law in Ghent."], {("Noor's sister", "studies", "law in Ghent")}),
    ],
)
def test_a_reply_without_a_subject_is_about_whom_was_asked(lines: list[str], facts: set[tuple[str, str, str]]) -> None:
    held = holds(last(*lines))
    assert facts <= held
    assert not {(subject, predicate) for subject, predicate, _ in held if subject == "Noor"} & {
        ("Noor", predicate) for _, predicate, _ in facts
    }


@pytest.mark.parametrize(
    ("lines", "subject"),
    [
        (["Ben: How's your brother?", "Noor: Met him at the pool. Swam for an hour."], "Noor's brother"),
        (["Ben: How's your dad?", "Noor: Good. Moved to Leeds on Friday so I'm tired."], "Noor's father"),
        (["Ben: How's your dad?", "Noor: Love seeing him! Love Rome too."], "Noor's father"),
    ],
)
def test_a_reply_may_be_about_its_speaker(lines: list[str], subject: str) -> None:
    assert subject not in {each[0] for each in holds(last(*lines))}


def test_a_question_with_a_preposition_left_over_is_completed() -> None:
    facts = holds(last("Ben: What are you allergic to again?", "Noor: Shellfish. And cats, mildly."))
    assert {("Noor", "allergic_to", "shellfish"), ("Noor", "allergic_to", "cats")} <= facts


def test_a_band_that_splits_up_is_no_couple() -> None:
    facts = last("Ben: Do you still play in that band?", "Noor: We split up last summer.")
    assert "has_partner" not in {each.predicate for each in facts}


def test_he_who_says_may_be_somebody_else() -> None:
    facts = holds(last("Ben: Is Keisha still in Hull?", "Noor: my mum says she bought a house in Leeds"))
    assert not {each for each in facts if each[0] == "Noor's mother"}


def test_the_subject_of_the_clause_before_goes_on() -> None:
    facts = holds(last("Ben: Is your daughter still dancing?", "Noor: No she switched to karate, got her yellow belt."))
    assert "Noor" not in {subject for subject, predicate, _ in facts if predicate == "received"}


@pytest.mark.parametrize(
    ("lines", "facts"),
    [
        (
            ["Noor: I have two sisters, Ida and Eva. They live in Rome."],
            {("Ida", "lives_in", "Rome"), ("Eva", "lives_in", "Rome")},
        ),
        (
            [
                "Noor: got two older brothers, Owen and Rhys",
                "Ben: what do they do?",
                "Noor: they're both firefighters.",
            ],
            {("Owen", "works_as", "firefighter"), ("Rhys", "works_as", "firefighter")},
        ),
        (["Noor: We have two cats, Luna and Oliver. They love tuna."], {("Luna", "likes", "tuna")}),
    ],
)
def test_what_is_told_of_named_members_holds_of_each(lines: list[str], facts: set[tuple[str, str, str]]) -> None:
    assert facts <= holds(last(*lines))


def test_what_you_asked_for_is_no_quotation() -> None:
    facts = holds(last("Ben: hi", "Noor: You asked about the animals: we've got four ducks and a donkey."))
    assert ("Noor", "has_pet", "four ducks") in facts


@pytest.mark.parametrize(
    ("lines", "facts"),
    [
        (
            ["Noor: Our twins are called Max and Poppy", "Ben: sweet", "Noor: The kids love chess"],
            {("Max", "likes", "chess"), ("Poppy", "likes", "chess")},
        ),
        (
            ["Noor: My parents are Sunil and Meera", "Ben: ok", "Noor: They own a pharmacy"],
            {("Sunil", "owns", "pharmacy"), ("Meera", "owns", "pharmacy")},
        ),
        (
            ["Noor: All my sisters are teachers, Ada, Bea and Cleo"],
            {("Ada", "works_as", "teacher"), ("Bea", "works_as", "teacher"), ("Cleo", "works_as", "teacher")},
        ),
        (
            ["Noor: I have two sisters, Ida and Eva", "Ben: what do they do?", "Noor: both are nurses"],
            {("Ida", "works_as", "nurse"), ("Eva", "works_as", "nurse")},
        ),
    ],
)
def test_what_is_told_of_a_group_is_told_of_each(lines: list[str], facts: set[tuple[str, str, str]]) -> None:
    assert facts <= holds(last(*lines))


@pytest.mark.parametrize(
    "lines",
    [
        ["Noor: Our twins are called Max and Poppy", "Ben: ok", "Noor: the kids at my school love chess"],
        ["Noor: My sisters are visiting us, Mum and Dad"],
        ["Noor: both my knees are nurses"],
    ],
)
def test_nobody_else_is_of_the_group(lines: list[str]) -> None:
    assert not {subject for subject, _, _ in holds(last(*lines))} & {"Max", "Poppy", "Mum", "Dad"}
