"""What is so of others as well: "me too", "so does my sister", "I don't, my brother does", "the other one"."""

import pytest
from tests.unit.extractors.language.dialogue.test_dialogue import holds, last


@pytest.mark.parametrize(
    ("said", "reply", "fact"),
    [
        ("I love olives. I could live on them.", "Me too!", ("Noor", "likes", "olives")),
        ("I play the viola, if anyone asks.", "So do I!", ("Noor", "plays", "viola")),
        ("I'm allergic to cats.", "so is my uncle!", ("Noor's uncle", "allergic_to", "cats")),
        ("I work at Lidl.", "no way, so does Kofi", ("Kofi", "works_at", "Lidl")),
        ("I have two dogs.", "So do my parents.", ("Noor's parents", "has_pet", "two dogs")),
        ("I've started learning Welsh at the library. It's great fun.", "Me too!", ("Noor", "studies", "Welsh")),
        ("no!!! I hate olives", "same", ("Noor", "dislikes", "olives")),
        ("I teach maths, started in May.", "So does my dad.", ("Noor's father", "teaches", "maths")),
        ("I'm training for a triathlon.", "so is my brother", ("Noor's brother", "prepares_for", "triathlon")),
        ("I went to Ida's concert on Friday.", "we were there too", ("Noor", "attended", "Ida's concert")),
        ("we have a caravan", "so do we", ("Noor", "owns", "caravan")),
        ("I've been to Oslo", "so have we!", ("Noor", "visited", "Oslo")),
        ("I love karaoke", "I do too", ("Noor", "likes", "karaoke")),
    ],
)
def test_what_another_says_is_so_of_others(said: str, reply: str, fact: tuple[str, str, str]) -> None:
    assert fact in holds(last(f"Ben: {said}", f"Noor: {reply}"))


@pytest.mark.parametrize(
    ("said", "reply"),
    [
        ("I love olives. My sister hates them.", "Me too!"),
        ("I still have mine.", "So does Kofi."),
        ("My cat is asleep.", "So is Kofi."),
        ("Do you like olives?", "So does Kofi."),
        ("I love karaoke", "I did too"),
        ("I work at Lidl", "I was there too"),
        ("my sister went to Rome", "we went too"),
    ],
)
def test_what_is_alike_must_be_told(said: str, reply: str) -> None:
    assert not holds(last(f"Ben: {said}", f"Noor: {reply}"))


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I don't play chess, my brother does.", ("Noor's brother", "plays", "chess")),
        ("I haven't been to Rome but my sister has.", ("Noor's sister", "visited", "Rome")),
        ("Tom isn't moving to Leeds, Mia is.", ("Mia", "plans", "move to Leeds")),
        ("I'm not going to Oslo, Mia is going instead.", ("Mia", "plans", "go to Oslo")),
        ("I didn't sell the car, Tom did.", ("Tom", "sold", "car")),
    ],
)
def test_an_auxiliary_stands_for_what_is_denied_of_another(text: str, fact: tuple[str, str, str]) -> None:
    assert fact in holds(last("Ben: hi", f"Noor: {text}"))


@pytest.mark.parametrize("text", ["It isn't raining, is it?", "I don't know if Tom does.", "I don't ski, you do."])
def test_a_tag_or_a_question_tells_nothing_of_others(text: str) -> None:
    assert {subject for subject, _, _ in holds(last("Ben: hi", f"Noor: {text}"))} <= {"Noor"}


@pytest.mark.parametrize(
    ("lines", "fact"),
    [
        (
            ["I have two brothers, Tom and Ian. Tom is a nurse and the other one works at Aldi."],
            ("Ian", "works_at", "Aldi"),
        ),
        (
            ["I've got two sisters, Ida and Eva.", "Ida is a vet. The other one lives in Cork."],
            ("Eva", "lives_in", "Cork"),
        ),
    ],
)
def test_the_other_one_is_whoever_has_not_been_spoken_of(lines: list[str], fact: tuple[str, str, str]) -> None:
    facts = holds(last(*(f"Noor: {line}" for line in lines)))
    assert fact in facts
    assert [subject for subject, predicate, _ in facts if predicate == fact[1]] == [fact[0]]


def test_nobody_is_the_other_one_of_three() -> None:
    facts = holds(last("Noor: I have three aunts, Ida, Eva and Pia. The other one lives in Cork."))
    assert not {predicate for _, predicate, _ in facts} & {"lives_in"}


def test_who_is_asked_among_others_denies_the_whole() -> None:
    facts = last(
        "Ben: Does anyone in your family play the harp?", "Noor: I don't, but my daughter Asha plays the oboe."
    )
    assert holds(facts) >= {("Asha", "plays", "oboe")}
    assert not {thing for subject, _, thing in holds(facts) if subject == "Noor" and thing == "harp"}


def test_two_are_allergic_together() -> None:
    facts = holds(last("Ben: hi", "Noor: Kofi and I are both allergic to nuts."))
    assert {("Noor", "allergic_to", "nuts"), ("Kofi", "allergic_to", "nuts")} <= facts


def test_two_birthdays_in_one_sentence() -> None:
    facts = holds(last("Ben: When are your birthdays?", "Noor: Mine is 9 May, and Ida's is on the 11th of June."))
    assert {("Noor", "has_birthday", "9 May"), ("Ida", "has_birthday", "the 11th of June")} <= facts


def test_my_birthday_may_be_called_mine() -> None:
    facts = holds(last("Ben: My birthday is the 13th of June", "Noor: oh and mine's the 14th!"))
    assert ("Noor", "has_birthday", "the 14th of June") in facts


@pytest.mark.parametrize(
    ("said", "reply", "fact"),
    [
        ("ever been to Japan?", "no, but my cousin Yui went last year", ("Yui", "visited", "Japan")),
        ("anyone been to Peru?", "my sister Ida went in 2022", ("Ida", "visited", "Peru")),
        ("we're flying to Malta in May", "my parents went two years ago", ("Noor's parents", "visited", "Malta")),
    ],
)
def test_who_went_was_where_the_other_named(said: str, reply: str, fact: tuple[str, str, str]) -> None:
    assert fact in holds(last(f"Ben: {said}", f"Noor: {reply}"))


@pytest.mark.parametrize(
    "reply", ["I went home early", "it went well last year", "Tom went swimming", "my car went in May"]
)
def test_who_went_elsewhere_was_not_there(reply: str) -> None:
    assert not [fact for fact in holds(last("Ben: I've been to Lisbon", f"Noor: {reply}")) if fact[2] == "Lisbon"]


@pytest.mark.parametrize(
    ("asked", "said", "fact"),
    [
        ("my mother was born on 16 October. and you?", "I am 27 January.", ("Ann", "has_birthday", "27 January")),
        ("who's the vegan here?", "That's Florian.", ("Florian", "is", "vegan")),
        ("which languages do you speak?", "Croatian and German", ("Ann", "speaks", "German")),
        ("where's home these days?", "Linz", ("Ann", "lives_in", "Linz")),
        ("are you still in Graz?", "nah, Linz now", ("Ann", "lives_in", "Linz")),
        ("Tom was a teacher, no?", "he still is", ("Tom", "works_as", "teacher")),
        ("Our group had its concert last night.", "I know, I was there!", ("Ann", "attended", "concert")),
        ("You and Pauline are married!", "no, we got engaged.", ("Ann", "engaged_to", "Pauline")),
        ("Camping this weekend, who's in?", "me!", ("Ann", "plans", "go Camping this weekend")),
    ],
)
def test_a_reply_tells_what_the_other_turn_leaves_out(asked: str, said: str, fact: tuple[str, str, str]) -> None:
    assert fact in holds(last(f"Ben: {asked}", f"Ann: {said}"))


@pytest.mark.parametrize("said", ["I wish I was there", "was I there? no idea", "I was there, right?"])
def test_who_wishes_or_asks_was_not_there(said: str) -> None:
    assert not holds(last("Ben: the concert was last night", f"Ann: {said}"))


def test_whoever_asks_who_comes_along_goes_too() -> None:
    assert ("Ben", "plans", "go Camping this weekend") in holds(last("Ann: hi", "Ben: Camping this weekend, who's in?"))


def test_an_anniversary_to_come_is_no_beginning() -> None:
    [told] = [fact for fact in last("Ben: still at Lidl?", "Ann: yep 7 years in may") if fact.predicate == "works_at"]
    assert (told.object, told.valid_at, told.ended) == ("Lidl", None, False)
