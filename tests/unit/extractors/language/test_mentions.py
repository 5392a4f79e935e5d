"""Names in a turn: what is one, what it is called and of which type."""

import pytest
from tests.unit.extractors.language.conftest import Reader


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        ("I met Sarah at the gym.", "Sarah", "person"),
        ("We flew to Tokyo.", "Tokyo", "location"),
        ("We stayed at Lake Tahoe.", "Lake Tahoe", "location"),
        ("I work at Mercy Hospital.", "Mercy Hospital", "organization"),
        ('I\'m reading "The Name of the Wind" right now.', "The Name of the Wind", "work"),
        ("I love watching Game of Thrones.", "Game of Thrones", "work"),
        ("We went to the Harvest Festival.", "Harvest Festival", "event"),
        ("i just moved to berlin", "Berlin", "location"),
        ("I work for An Post.", "An Post", "organization"),
        ("Thanks, Ben!", "Ben", "person"),
        ("hey is Maja vegetarian?", "Maja", "person"),
        ("I left Sainsbury's in May.", "Sainsbury's", "organization"),
        ("Jumoke had a baby.", "Jumoke", "other"),
        ("Zorbina is at home.", "Zorbina", "other"),
        ("Thabisile's brother sings.", "Thabisile", "person"),
        ("Our neighbour Mr Haddad grows roses.", "Mr Haddad", "person"),
    ],
)
def test_a_name_is_found_with_its_type(read: Reader, text: str, name: str, kind: str) -> None:
    assert (name, kind) in {(m.name, m.type) for m in read(text).mentions}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("My mum works at St Anne's.", "St Anne's"),
        ("I work at McDonald's in town.", "McDonald's"),
        ("We met at Sarah's.", "Sarah"),
        ("I was at Dr Nowak's on Monday.", "Dr Nowak"),
        ("I met him at Sainsbury's party.", "Sainsbury"),
    ],
)
def test_a_shop_or_a_saint_that_has_nothing_keeps_its_genitive(read: Reader, text: str, name: str) -> None:
    assert name in {m.name for m in read(text).mentions}


@pytest.mark.parametrize(
    "text",
    [
        "Wanna go hiking this weekend?",
        "Ooh, nice!",
        "Hiking is fun.",
        "Gotta run!",
        "Congrats on the job!",
        "Wow, great!",
    ],
)
def test_a_capital_at_the_start_is_no_name(read: Reader, text: str) -> None:
    assert [m for m in read(text).mentions if m.name not in ("Ann", "Ben")] == []


def test_pronouns_mention_the_speakers_once(read: Reader) -> None:
    mentions = read("I told you that I like your idea.").mentions
    assert [(m.text, m.name) for m in mentions] == [("I", "Ann"), ("you", "Ben")]


def test_a_mention_points_at_its_text(read: Reader) -> None:
    text = "Yesterday Sarah and I drove from Boston to New York City."
    mentions = read(text).mentions
    assert {"Sarah", "Boston", "New York City"} <= {m.name for m in mentions}
    assert all(text[m.start : m.end] == m.text for m in mentions)


def test_a_short_name_that_is_called_means_the_other_one(read: Reader) -> None:
    (mention,) = read("Hey Mel! Good to see you!", others=["Melanie"]).mentions[:1]
    assert (mention.text, mention.name) == ("Mel", "Melanie")


def test_a_role_that_one_person_has_is_an_alias(read: Reader) -> None:
    assert [(a.name, a.alias) for a in read("My husband Tom is a chef.").aliases] == [("Tom", "Ann's husband")]
    assert read("My friend Tom is a chef.").aliases == ()


def test_days_and_months_are_no_names(read: Reader) -> None:
    names = {m.name for m in read("I saw her on Monday, the first Monday of August.").mentions}
    assert not names & {"Monday", "August"}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Mel is back from York.", "Melanie"),
        ("Mell works at Acme.", "Melanie"),
        ("I saw Melonie at the gym.", "Melanie"),
        ("My friend Mel is back from York.", "Mel"),
        ("Melissa is back from York.", "Melissa"),
    ],
)
def test_who_is_there_is_meant_by_a_short_or_misspelt_name(read: Reader, text: str, name: str) -> None:
    assert name in {mention.name for mention in read(text, others=["Melanie", "Ben"]).mentions}


def test_a_usual_name_that_is_like_a_speaker_s_is_somebody_else_s(read: Reader) -> None:
    names = {mention.name for mention in read("Marie lives in York.", others=["Maria"]).mentions}
    assert "Marie" in names
    assert "Maria" not in names


def test_a_surname_tells_somebody_else_from_a_speaker(read: Reader) -> None:
    names = {mention.name for mention in read("My colleague Sam Miller lives in York.", others=["Sam"]).mentions}
    assert "Sam Miller" in names
    assert "Sam" not in names


@pytest.mark.parametrize("text", ["Mum says hi. She stopped driving.", "I told Mum. She stopped driving."])
def test_a_capital_makes_no_name_of_mum(read: Reader, text: str) -> None:
    assert ("Ann's mother", "stopped") in {(s.subject, s.predicate) for s in read(text).statements}
