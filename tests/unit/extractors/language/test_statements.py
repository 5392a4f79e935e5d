"""Which statements a sentence makes: the constructions of the vocabulary, one by one."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from spacy.language import Language
from tests.examples import examples
from tests.unit.extractors.language.conftest import SAID_AT, Reader

from chronomem.extractors.language.extracted import Extraction, Statement
from chronomem.extractors.language.extraction import extract_turn, readable_doc
from chronomem.extractors.language.readable.turn_text import make_readable
from chronomem.extractors.semantic_time import parse_time


def brief(extraction: Extraction) -> set[tuple[str, str, str]]:
    """Subject, predicate, and object or value, of what holds."""
    return {
        (a.subject, a.predicate, a.object or a.value or "")
        for a in extraction.statements
        if not a.ended and a.polarity == "affirmed"
    }


def only(extraction: Extraction, predicate: str) -> Statement:
    found = [a for a in extraction.statements if a.predicate == predicate]
    assert len(found) == 1, f"{predicate}: {extraction.statements}"
    return found[0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I moved to Rome last year.", ("Ann", "lives_in", "Rome")),
        ("I've lived in Boston since 2018.", ("Ann", "lives_in", "Boston")),
        ("I grew up in Sweden.", ("Ann", "is_from", "Sweden")),
        ("I'm from Sweden.", ("Ann", "is_from", "Sweden")),
        ("I work for Acme.", ("Ann", "works_at", "Acme")),
        ("I got a job at Google as an engineer.", ("Ann", "works_as", "engineer")),
        ("I got a job at Google as an engineer.", ("Ann", "works_at", "Google")),
        ("I'm a nurse at Mercy Hospital.", ("Ann", "works_at", "Mercy Hospital")),
        ("I'm a teacher.", ("Ann", "works_as", "teacher")),
        ("I love pizza and sushi.", ("Ann", "likes", "sushi")),
        ("I can't stand mushrooms.", ("Ann", "dislikes", "mushrooms")),
        ("We're four tax advisers.", ("Ann", "works_as", "tax adviser")),
        ("My writing is going well: I moved to Ghent.", ("Ann", "lives_in", "Ghent")),
        ("Dyed my hair last week - come see!", ("Ann", "dye", "hair")),
        ("I bought myself a new coat.", ("Ann", "bought", "new coat")),
        ("My nan gave me a ring.", ("Ann", "received", "ring")),
        ("I run 5k every morning.", ("Ann", "likes", "running 5k")),
        ("I've been reading a lot lately.", ("Ann", "does", "reading")),
        ("mostly listen to jazz these days", ("Ann", "listen_to", "jazz")),
        ("We called the kitten Mochi.", ("Ann", "has_pet", "Mochi")),
        ("Ana named the baby Oskar.", ("Ana", "has_child", "Oskar")),
        ("My kids are 2, 4 and 7.", ("Ann's children", "has_age", "2, 4 and 7")),
        ("I prefer tea over coffee.", ("Ann", "prefers", "tea over coffee")),
        ("I'm a big fan of jazz.", ("Ann", "likes", "jazz")),
        ("I play the piano and love hiking with my kids.", ("Ann", "plays", "piano")),
        ("I play the piano and love hiking with my kids.", ("Ann", "likes", "hiking with Ann's kids")),
        ("I speak French and German.", ("Ann", "speaks", "German")),
        ("I'm allergic to peanuts.", ("Ann", "allergic_to", "peanuts")),
        ("I'm 25 years old.", ("Ann", "has_age", "25")),
        ("I turned 30 last week.", ("Ann", "has_age", "30")),
        ("My name is Bob.", ("Ann", "has_name", "Bob")),
        ("My favorite book is Dune.", ("Ann", "favorite_book", "Dune")),
        ("My rent is $1200 now.", ("Ann's rent", "costs", "$1200")),
        ("I got married to Tom.", ("Ann", "married_to", "Tom")),
        ("I'm dating Sarah.", ("Ann", "has_partner", "Sarah")),
        ("We got engaged last weekend!", ("Ann", "has_status", "engaged")),
        ("We adopted a dog named Max.", ("Ann", "has_pet", "Max")),
        ("I have two cats, Luna and Oliver.", ("Ann", "has_pet", "Oliver")),
        ("I have a son and a daughter.", ("Ann", "has_child", "daughter")),
        ("I've got two mice, Basil and Thyme.", ("Ann", "has_pet", "Thyme")),
        ("We have a cat called Olive and a Toyota Yaris.", ("Ann", "owns", "Toyota Yaris")),
        ("I've got a Renault Clio.", ("Ann", "owns", "Renault Clio")),
        ("I bought an e-bike.", ("Ann", "bought", "e-bike")),
        ("bought a boat, don't tell my wife", ("Ann", "bought", "boat")),
        ("I bought my nephew a guitar.", ("Ann's nephew", "received", "guitar")),
        ("I get migraines.", ("Ann", "has", "migraines")),
        ("I've seen the doctor. It's arthritis.", ("Ann", "has", "arthritis")),
        ("I'd love a rabbit but I'm allergic to them.", ("Ann", "allergic_to", "rabbit")),
        ("I play the viola in the youth orchestra.", ("Ann", "member_of", "youth orchestra")),
        ("I know sign language.", ("Ann", "speaks", "sign language")),
        ("I speak Dutch and swedish, a bit of french.", ("Ann", "speaks", "swedish")),
        ("My mother tongue is Tamil.", ("Ann", "speaks", "Tamil")),
        ("my favourite season is autumn, fav singer Adele", ("Ann", "favorite_singer", "Adele")),
        ("My best friend is Tom.", ("Ann", "has_friend", "Tom")),
        ("I bought a new car.", ("Ann", "owns", "new car")),
        ("I started working at Acme in March.", ("Ann", "works_at", "Acme")),
        ("I started learning Spanish.", ("Ann", "studies", "Spanish")),
        ("I graduated from MIT in 2015.", ("Ann", "graduated_from", "MIT")),
        ("I went to Rome.", ("Ann", "visited", "Rome")),
        ("I went to a concert yesterday.", ("Ann", "attended", "concert")),
        ("I went to see Metallica last night.", ("Ann", "watched", "Metallica")),
        ("Eva and I are getting married in June!", ("Ann", "engaged_to", "Eva")),
        ("Rome is too hot, we're going to Oslo instead.", ("Ann", "plans", "go to Oslo")),
        ("Took a trip to Rome with my sister!", ("Ann", "visited", "Rome")),
        ("Finally finished my degree in psychology!", ("Ann", "finished", "degree in psychology")),
        ("I'm moving to Rome next month.", ("Ann", "plans", "move to Rome next month")),
        ("I'm going to adopt a cat.", ("Ann", "plans", "adopt a cat")),
        ("I'm thinking of quitting my job.", ("Ann", "considers", "quitting Ann's job")),
        ("I want to visit Japan.", ("Ann", "wants", "visit Japan")),
        ("I'd love to see the mountains.", ("Ann", "wants", "see the mountains")),
        ("Can't wait to see the show!", ("Ann", "looks_forward_to", "see the show")),
        ("So proud of you!", ("Ann", "feels", "proud of Ben")),
        ("Thanks for your help with the move!", ("Ann", "appreciates", "Ben's help with the move")),
        ("Painting helps me relax.", ("Ann", "likes", "painting")),
        ("You're definitely the perfect mentor.", ("Ann", "thinks", "Ben is definitely the perfect mentor")),
        ("I have been working on my novel.", ("Ann", "works_on", "novel")),
    ],
)
def test_a_statement_makes_the_fact(read: Reader, text: str, expected: tuple[str, str, str]) -> None:
    assert expected in brief(read(text))


@pytest.mark.parametrize(
    "text",
    [
        "Are you going to Rome?",
        "Did you know I moved to Paris?",
        "If I win, I'll buy a car.",
        "I would buy a house if I had money.",
        "She said she quit her job.",
        'He said "I quit my job" and left.',
        "My boss is a lizard. Just kidding!",
        "Is your sister a doctor?",
        "Omar told me: I moved to Ghent",
        "and she was like I moved to Ghent",
    ],
)
def test_what_is_asked_supposed_quoted_or_joked_is_no_fact(read: Reader, text: str) -> None:
    implied = {"has_colleague"}
    assert [a for a in read(text).statements if a.predicate not in implied] == []


@pytest.mark.parametrize(
    ("text", "predicate", "thing"),
    [
        ("I used to play the violin.", "plays", "violin"),
        ("I don't like coffee anymore.", "likes", "coffee"),
        ("I no longer work at Google.", "works_at", "Google"),
        ("I quit my job at Acme.", "works_at", "Acme"),
        ("I quit my job.", "works_at", None),
        ("I got fired.", "works_at", None),
        ("Lost my job as a banker yesterday.", "works_at", None),
        ("We broke up.", "has_partner", None),
        ("I broke up with Tom.", "has_partner", "Tom"),
        ("We're no longer together.", "has_partner", "partner"),
        ("I sold my car.", "owns", "car"),
        ("I stopped playing tennis.", "plays", "tennis"),
        ("I stopped drinking coffee.", "drink", "coffee"),
        ("My dog Max died.", "has_pet", "Max"),
        ("I moved out of Rome.", "lives_in", "Rome"),
        ("I lived in Boston when I was a kid.", "lives_in", "Boston"),
        ("I was a nurse.", "works_as", "nurse"),
        ("I got rid of my car.", "owns", "car"),
        ("I cancelled my trip.", "plans", "trip"),
        ("I divorced Tom.", "married_to", "Tom"),
    ],
)
def test_the_end_of_a_state_is_marked(read: Reader, text: str, predicate: str, thing: str | None) -> None:
    ended = {(a.predicate, a.object or a.value) for a in read(text).statements if a.ended}
    assert (predicate, thing) in ended


@pytest.mark.parametrize(
    ("text", "predicate", "thing"),
    [
        ("I'm not married.", "has_status", "married"),
        ("I have no pets.", "has_pet", "pets"),
        ("I've never been to Japan.", "visited", "Japan"),
        ("I don't work at Google.", "works_at", "Google"),
        ("I ended up not going to the wedding.", "attended", "wedding"),
    ],
)
def test_what_is_denied_is_negated(read: Reader, text: str, predicate: str, thing: str) -> None:
    found = {(a.predicate, a.object or a.value) for a in read(text).statements if a.polarity == "negated"}
    assert found == {(predicate, thing)}


def test_a_partner_who_is_left_is_no_partner_any_more(read: Reader) -> None:
    partners = {(a.object, a.ended) for a in read("I split up with my girlfriend Eva.").statements if a.object == "Eva"}
    assert ("Eva", True) in partners
    assert {a.predicate for a in read("My dog Max died.").statements if a.object == "Max" and not a.ended} == set()


def test_two_who_do_something_together_are_the_speaker_at_least(read: Reader) -> None:
    assert ("Ann", "visited", "Rome") in brief(read("Max and I went to Rome last summer."))


@pytest.mark.parametrize(
    ("text", "predicate"),
    [
        ("selling my aunt's boat breaks my heart", "sold"),
        ("My mother tongue is Tamil.", "has_parent"),
        ("my kid brother is 9", "has_child"),
        ("I'm done with smoking", "do_with"),
        ("I'm down to three days a week", "visited"),
        ("I get the bus to work", "received"),
        ("I retired last year", "does"),
        ("They named the company Acme.", "has_child"),
        ("I don't drink, remember?", "remember"),
        ("Always listen to your mother", "listen_to"),
        ("My mum has seen the doctor, it's arthritis", "has"),
        ("my favourite season is autumn, favourite food my nan's soup", "favorite_nan"),
    ],
)
def test_a_word_that_only_sounds_like_a_fact_makes_none(read: Reader, text: str, predicate: str) -> None:
    assert predicate not in {a.predicate for a in read(text).statements}


def test_a_denied_liking_is_a_dislike(read: Reader) -> None:
    statement = only(read("I don't like pizza."), "dislikes")
    assert (statement.polarity, statement.ended, statement.value) == ("affirmed", False, "pizza")


def test_a_possibility_is_no_plan(read: Reader) -> None:
    statement = only(read("I might sell my house."), "considers")
    assert (statement.modality, statement.value) == ("considered", "sell Ann's house")


def test_a_subject_that_was_left_out_is_the_speaker(read: Reader) -> None:
    statement = only(read("Lost my wallet at the beach!"), "lost")
    assert (statement.subject, statement.value) == ("Ann", "wallet")
    assert statement.text == "Ann lost Ann's wallet at the beach"


def test_a_shared_subject_is_carried_on(read: Reader) -> None:
    found = brief(read("I visited Rome and bought a painting."))
    assert {("Ann", "visited", "Rome"), ("Ann", "bought", "painting")} <= found


def test_what_is_said_of_a_relative_is_said_of_the_relative(read: Reader) -> None:
    found = brief(read("My mom lives in Boston. She loves gardening."))
    assert {("Ann's mother", "lives_in", "Boston"), ("Ann's mother", "likes", "gardening")} <= found
    assert ("Ann", "has_parent", "Ann's mother") in found


def test_a_pronoun_that_may_mean_two_people_makes_no_fact(read: Reader) -> None:
    assert not [a for a in read("Tom met Jerry. He was tired.").statements if a.predicate == "feels"]


def test_a_pets_name_is_learned_from_the_next_sentence(read: Reader) -> None:
    found = brief(read("I got a puppy two weeks ago! Her name is Coco."))
    assert ("Ann", "has_pet", "Coco") in found


def test_an_unnamed_spouse_does_not_stand_beside_a_named_one(read: Reader) -> None:
    spouses = {a.object for a in read("My husband's name is Tom.").statements if a.predicate == "married_to"}
    assert spouses == {"Tom"}


def test_a_comment_on_it_is_kept_with_what_it_is_about(read: Reader) -> None:
    extraction = read("I went to a support group yesterday and it was so powerful.")
    comment = only(extraction, "thinks")
    assert comment.value == "support group: it was so powerful"
    assert comment.text == "Ann went to a support group yesterday; it was so powerful"


def test_captions_are_not_read(nlp: Language) -> None:
    text = "I went to Rome! [shared image: a photo of a man who lives in Paris] I loved it there."
    readable = make_readable(text)
    extraction = extract_turn(readable_doc(nlp(readable.text), readable), speaker="Ann", others=["Ben"])
    assert "Paris" not in {m.name for m in extraction.mentions}
    assert ("visited", "Rome") in {(a.predicate, a.object) for a in extraction.statements}
    assert all("photo" not in a.text and "  " not in a.text for a in extraction.statements)


def test_you_is_nobody_among_three(read: Reader) -> None:
    texts = [a.text for a in read("You're the perfect mentor.", others=["Ben", "Cleo"]).statements]
    assert not any("Ben" in text or "Cleo" in text for text in texts)


def test_the_same_text_reads_the_same_twice(read: Reader) -> None:
    text = "Hey Ben! I moved to Rome with my sister Eva, quit my job, and we adopted a cat named Tom. It was wild!"
    assert read(text) == read(text)


def test_every_statement_has_one_object_or_value_and_no_pronoun_as_subject(read: Reader) -> None:
    text = (
        "I met him there. It was great. They like it. We did that. You know what I mean? She gave me something nice. "
        "This made us happy, and that is why I love it so much. My brother told me everything about it."
    )
    for statement in read(text).statements:
        assert (statement.object is None) != (statement.value is None)
        assert statement.subject.split("'")[0] in ("Ann", "Ben")
        assert text[slice(*statement.span)]


WORDS = [
    "I",
    "you",
    "we",
    "my",
    "your",
    "she",
    "it",
    "that",
    "Ann",
    "Ben",
    "Tom",
    "Rome",
    "sister",
    "dog",
    "job",
    "love",
    "hate",
    "moved",
    "was",
    "is",
    "'m",
    "n't",
    "not",
    "never",
    "to",
    "the",
    "a",
    "in",
    "at",
    "with",
    "and",
    "but",
    "if",
    "because",
    "would",
    "will",
    "quit",
    "sold",
    "used",
    "anymore",
    "?",
    "!",
    ".",
    ",",
    '"',
    "(",
    ")",
    "-",
    "\n",
    "🎉",
    "named",
    "no",
    "longer",
    "going",
    "who",
    "what",
]


@settings(max_examples=examples(150), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(WORDS), max_size=25))
def test_any_jumble_of_words_is_read_without_error(read: Reader, words: list[str]) -> None:
    text = " ".join(words)
    extraction = read(text)
    for mention in extraction.mentions:
        assert text[mention.start : mention.end] == mention.text
    for statement in extraction.statements:
        assert (statement.object is None) != (statement.value is None)
        assert (statement.object or statement.value or "").strip()
        assert statement.subject.strip().lower() not in ("i", "you", "she", "it", "that", "who", "what", "")
        assert 0 < statement.confidence <= 1


@pytest.mark.parametrize("text", ["I couldn't agree more.", "Thanks for asking!"])
def test_a_phrase_of_courtesy_makes_no_fact(read: Reader, text: str) -> None:
    assert read(text).statements == ()


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Tamsin's 9 and Jude is 6.", {("Tamsin", "has_age", "9"), ("Jude", "has_age", "6")}),
        ("I'm a tenor and from Rennes.", {("Ann", "is_a", "tenor"), ("Ann", "is_from", "Rennes")}),
        ("hi! 29, from Mombasa", {("Ann", "has_age", "29"), ("Ann", "is_from", "Mombasa")}),
    ],
)
def test_each_part_of_an_introduction_is_a_fact(read: Reader, text: str, facts: set[tuple[str, str, str]]) -> None:
    assert facts <= brief(read(text))


@pytest.mark.parametrize(
    "text", ["29, from memory.", "3, from Mombasa.", "29, from Mombasa?", "We met 29, from Mombasa."]
)
def test_a_number_is_no_introduction(read: Reader, text: str) -> None:
    assert not {s.predicate for s in read(text).statements} & {"has_age", "is_from"}


@pytest.mark.parametrize("text", ["My sister is the talented one.", "Our Meg is a clever one."])
def test_one_of_some_kind_has_no_age(read: Reader, text: str) -> None:
    assert "has_age" not in {s.predicate for s in read(text).statements}


def test_an_occupation_begins_with_no_comma(read: Reader) -> None:
    text = "I have to write a short text in English, I am a student called Mo."
    assert only(read(text), "works_as").value == "student"


def test_a_day_has_no_children(read: Reader) -> None:
    text = "My brother Piet is a New Year's baby."
    facts = read(text, times=parse_time(text, now=SAID_AT)).statements
    assert "has_child" not in {s.predicate for s in facts}


def test_a_former_age_ends_nothing(read: Reader) -> None:
    assert "has_age" not in {a.predicate for a in read("I was ten when we moved.").statements}


@pytest.mark.parametrize(
    ("text", "ages"),
    [
        ("Our twins Mia and Leo are four.", {"Mia": "4", "Leo": "4"}),
        ("Our kids Mia and Leo are six and nine.", {"Mia": "6", "Leo": "9"}),
        ("Mia and Leo are both three.", {"Mia": "3", "Leo": "3"}),
    ],
)
def test_each_of_several_has_an_age(read: Reader, text: str, ages: dict[str, str]) -> None:
    told = {a.subject: a.value for a in read(text).statements if a.predicate == "has_age"}
    assert ages.items() <= told.items()


def test_who_was_called_by_a_name_has_gone(read: Reader) -> None:
    [dog] = [a for a in read("My first dog was called Rex.").statements if a.predicate == "has_pet"]
    assert (dog.object, dog.ended, dog.begun) == ("Rex", True, False)
