"""What completes an earlier statement: a time, a name, a success; and what takes the place of an old home or job."""

import pytest
from tests.unit.extractors.language.dialogue.test_dialogue import holds, last, play


def starts(*lines: str) -> dict[tuple[str, str | None], str]:
    """Return from which day on the facts of the last turn hold, by predicate and object."""
    return {(f.predicate, f.object or f.value): f"{f.valid_at:%Y-%m}" for f in last(*lines) if f.valid_at}


@pytest.mark.parametrize(
    ("said", "asked", "answer", "fact", "month"),
    [
        ("I'm at Lidl now", "since when?", "march", ("works_at", "Lidl"), "2024-03"),
        (
            "I work at Aviva in claims",
            "oh how long have you been there?",
            "since 2019",
            ("works_at", "Aviva"),
            "2019-01",
        ),
        ("we live in Ennis", "for long?", "about 6 years", ("lives_in", "Ennis"), "2018-01"),
        ("I moved to Utrecht", "how long have you been there now?", "3 years", ("lives_in", "Utrecht"), "2021-01"),
        ("my brother works at Ford", "since when", "oh, january", ("works_at", "Ford"), "2024-01"),
        ("I'm moving to Hull", "when?", "in june", ("lives_in", "Hull"), "2024-06"),
    ],
)
def test_a_time_alone_dates_what_was_said(
    said: str, asked: str, answer: str, fact: tuple[str, str], month: str
) -> None:
    assert starts(f"Noor: {said}", f"Sam: {asked}", f"Noor: {answer}")[fact] == month


@pytest.mark.parametrize(
    ("said", "asked", "answer"),
    [
        ("I want to go down to 4 days", "how long have you been there?", "since 2019"),
        ("I study law", "since when?", "dunno"),
        ("I study law", "since when?", "march? april?"),
    ],
)
def test_a_time_dates_nothing_else(said: str, asked: str, answer: str) -> None:
    assert not starts(f"Noor: {said}", f"Sam: {asked}", f"Noor: {answer}")


@pytest.mark.parametrize(
    ("said", "asked", "answer", "fact"),
    [
        ("we're moving!", "where to?", "Hull", ("Noor", "plans", "move to Hull")),
        ("I'm doing a masters in history", "which uni?", "Leeds", ("Noor", "studies_at", "Leeds")),
        ("I work in insurance", "ooh which company", "Aviva", ("Noor", "works_at", "Aviva")),
        ("I'm moving in with someone", "who??", "theo", ("Noor", "plans", "move in with Theo")),
        ("my sister moved", "where", "Malta", ("Noor's sister", "moved_to", "Malta")),
    ],
)
def test_a_name_alone_completes_what_was_said(said: str, asked: str, answer: str, fact: tuple[str, str, str]) -> None:
    assert fact in holds(last(f"Noor: {said}", f"Sam: {asked}", f"Noor: {answer}"))


def test_a_school_that_is_asked_for_is_the_one_of_who_answers() -> None:
    asked = ("assistant: What are you studying?", "Noor: pharmacy, second year", "assistant: And which university?")
    assert ("Noor", "studies_at", "Nottingham") in holds(last(*asked, "Noor: Nottingham"))


def test_what_was_left_may_be_asked_for_by_name() -> None:
    left = {(f.predicate, f.object) for f in last("Noor: I quit", "Sam: Lidl?", "Noor: yep") if f.ended}
    assert ("works_at", "Lidl") in left


@pytest.mark.parametrize(
    ("before", "answer", "fact"),
    [
        (["Sam: congrats on the new job at Bosch!"], "thanks, so happy", ("Noor", "works_at", "Bosch")),
        (["Noor: interview at ikea went ok", "Sam: and?"], "got it!!", ("Noor", "works_at", "Ikea")),
        (["Sam: how was the interview with Arup?"], "THEY SAID YES", ("Noor", "works_at", "Arup")),
    ],
)
def test_a_job_that_was_hoped_for_is_had(before: list[str], answer: str, fact: tuple[str, str, str]) -> None:
    assert fact in holds(last(*before, f"Noor: {answer}"))


def test_nobody_has_what_they_congratulate_on() -> None:
    [wished, _] = play("Sam: congrats on the new job at Bosch!", "Noor: haha what job")
    assert not [f for f in wished.facts if f.subject == "Sam" and f.predicate == "works_at"]


@pytest.mark.parametrize(
    ("before", "said", "fact"),
    [
        ("how's Leeds?", "we left in March. Hull now", ("Noor", "lives_in", "Hull")),
        ("didn't you work at Kone?", "until last summer. now it's Wärtsilä", ("Noor", "works_at", "Wärtsilä")),
        ("hi", "goodbye Manchester, hello cork", ("Noor", "lives_in", "Cork")),
        ("hi", "quit Lidl in March, now at Aldi", ("Noor", "works_at", "Aldi")),
        ("hi", "Kamakura before. Now Nagano", ("Noor", "lives_in", "Nagano")),
        ("hi", "London till April, now Accra", ("Noor", "lives_in", "Accra")),
    ],
)
def test_what_is_so_now_takes_the_place_of_the_old(before: str, said: str, fact: tuple[str, str, str]) -> None:
    assert fact in holds(last(f"Sam: {before}", f"Noor: {said}"))


@pytest.mark.parametrize(
    "said",
    ["she left Leeds in March. Hull now", "goodbye sugar, hello honey", "We flew to Rome first. Now Naples"],
)
def test_what_others_left_has_no_successor(said: str) -> None:
    assert not {p for _, p, _ in holds(last("Sam: hi", f"Noor: {said}"))} & {"lives_in", "works_at"}


def test_what_others_are_to_guess_is_told() -> None:
    assert ("Noor", "works_at", "Aldi") in holds(last("Sam: hi", "Noor: guess who just got the job at Aldi!!"))


@pytest.mark.parametrize("correction", ["Sorry, Coldstream I meant!", "*Coldstream sorry"])
def test_a_correction_may_be_short_of_a_verb(correction: str) -> None:
    facts = last("Noor: our new house is in Kelso", "Sam: nice", f"Noor: {correction}")
    assert ("Noor", "lives_in", "Coldstream") in holds(facts)
    assert not any(f.minor for f in facts if f.object == "Coldstream" and f.predicate == "lives_in")


def test_a_longer_time_takes_nothing_back() -> None:
    facts = last("Noor: two years at Monzo", "Noor: *three lol")
    assert {(f.predicate, f.object, f.negated) for f in facts if not f.ended} == {("works_at", "Monzo", False)}


def test_a_former_job_is_none_now() -> None:
    [fact] = [f for f in last("Sam: what was your old job again", "Noor: postman") if f.predicate == "works_as"]
    assert fact.ended


@pytest.mark.parametrize(
    ("said", "correction", "fact"),
    [
        ("my birthday is on 3 May", "sorry, I meant 4 May", ("Noor", "has_birthday", "4 May")),
        ("my birthday is on 3 May", "sorry, the 4th", ("Noor", "has_birthday", "4th May")),
        ("I have a cat", "no wait, a dog", ("Noor", "has_pet", "dog")),
        ("my brother is a nurse", "sorry, a doctor", ("Noor's brother", "works_as", "doctor")),
        ("I have four nephews", "sorry, five. Forgot the baby", ("Noor", "has_relative", "five nephews")),
    ],
)
def test_a_date_an_animal_or_a_number_is_set_right_as_a_whole(
    said: str, correction: str, fact: tuple[str, str, str]
) -> None:
    facts = last(f"Noor: {said}", f"Noor: {correction}")
    assert fact in holds(facts)


@pytest.mark.parametrize(
    ("asked", "answer", "fact"),
    [
        ("are you vegetarian?", "no, vegan", ("Noor", "is", "vegan")),
        ("do you have any brothers or sisters?", "two sisters, Eva and Mia", ("Noor", "has_sibling", "Eva")),
        ("are you and Mateus engaged?", "yes, since Sunday!", ("Noor", "engaged_to", "Mateus")),
        ("what happened to your laptop?", "it died, so I bought a new one", ("Noor", "bought", "new laptop")),
    ],
)
def test_an_answer_fills_what_was_asked(asked: str, answer: str, fact: tuple[str, str, str]) -> None:
    assert fact in holds(last(f"Sam: {asked}", f"Noor: {answer}"))


@pytest.mark.parametrize(
    ("said", "asked", "answer", "fact"),
    [
        ("we got a puppy!", "what's its name?", "Biscuit", ("Noor", "has_pet", "Biscuit")),
        ("my brother adopted a cat", "aw, name?", "Miso", ("Noor's brother", "has_pet", "Miso")),
        ("my sister had a baby on Sunday", "what's he called?", "Lorcan", ("Noor's sister", "has_child", "Lorcan")),
    ],
)
def test_a_newcomer_is_told_by_name(said: str, asked: str, answer: str, fact: tuple[str, str, str]) -> None:
    assert fact in holds(last(f"Noor: {said}", f"Ben: {asked}", f"Noor: {answer}"))


@pytest.mark.parametrize(
    ("said", "asked", "answer"),
    [
        ("my sister had a baby", "name?", "not sure yet"),
        ("we saw the puppy", "what's the name of the shop?", "Barkers"),
        ("we got a sofa", "what's it called?", "Klippan"),
    ],
)
def test_what_has_no_name_gets_none(said: str, asked: str, answer: str) -> None:
    told = {predicate for _, predicate, _ in holds(last(f"Noor: {said}", f"Ben: {asked}", f"Noor: {answer}"))}
    assert not told & {"has_child", "has_pet"}


def test_a_school_is_where_the_kids_are_of_whose_school_another_asks() -> None:
    asked = "Ben: which schools are your kids at?"
    assert ("Hannah", "studies_at", "Hillview") in holds(last(asked, "Noor: Hannah is at Hillview, Leo's at home"))
    told = holds(last("Ben: is Hannah home?", "Noor: no, she's at Hillview"))
    assert "studies_at" not in {predicate for _, predicate, _ in told}
