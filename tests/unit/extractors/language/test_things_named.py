"""What a plain statement names: the whole thing and nothing else, each thing of a list, the right person."""

import pytest
from tests.unit.extractors.language.conftest import Reader


def told(read: Reader, text: str) -> set[tuple[str, str, str]]:
    """Subject, predicate, and object or value, of what holds."""
    return {(a.subject, a.predicate, a.object or a.value or "") for a in read(text).statements if not a.ended}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I bought a second-hand Yamaha guitar for 200 euros", ("Ann", "bought", "second-hand Yamaha guitar")),
        ("I work nights at the Amazon warehouse near Leeds", ("Ann", "works_at", "Amazon warehouse near Leeds")),
        ("I'm a waiter in a hotel by the lake", ("Ann", "works_at", "hotel")),
        ("My husband works as a chef at Lumo", ("Ann's husband", "works_as", "chef")),
        ("I work at a law firm called Hart & Sons", ("Ann", "works_at", "Hart & Sons")),
        ("I play chess for a club called Black Rook", ("Ann", "member_of", "Black Rook")),
        ("I lecture at Stellenbosch", ("Ann", "works_at", "Stellenbosch")),
        ("I work with Tom", ("Ann", "has_colleague", "Tom")),
        ("I made the orchestra", ("Ann", "member_of", "orchestra")),
        ("I watch Bake Off every Tuesday", ("Ann", "watched", "Bake Off")),
        ("I collect old maps and stamps", ("Ann", "collects", "stamps")),
        ("I lent my tent to Marta for the festival", ("Ann", "lent", "tent")),
        ("I live at 14 Mill Lane in Leeds", ("Ann", "lives_in", "Leeds")),
        ("I live in the south of France, in a town called Ceret", ("Ann", "lives_in", "Ceret")),
        ("We live in a second floor flat in Slough", ("Ann", "lives_in", "Slough")),
        ("I live on a farm", ("Ann", "lives_in", "farm")),
        ("I moved to a village near York", ("Ann", "lives_in", "village near York")),
        ("Our Stuttgart flat is too small", ("Ann", "lives_in", "Stuttgart")),
        ("I'm a Leeds girl", ("Ann", "is_from", "Leeds")),
        ("I'm more of a tea person", ("Ann", "likes", "tea")),
        ("My wife is Portuguese", ("Ann's wife", "is", "Portuguese")),
        ("My sister is English and works at Bosch", ("Ann's sister", "works_at", "Bosch")),
        ("My best friend from school, Kasia, lives in Leeds", ("Kasia", "lives_in", "Leeds")),
        ("A friend of mine, Eva, lives in Leeds", ("Eva", "lives_in", "Leeds")),
        ("I visited my brother in Oslo and my aunt in Bergen", ("Ann", "visited", "Ann's brother")),
        ("I like the mountains better than the beach", ("Ann", "prefers", "mountains to beach")),
        ("My car, a blue Fiat, broke down", ("Ann", "owns", "blue Fiat")),
        ("I live in Leeds but my brother doesn't", ("Ann", "lives_in", "Leeds")),
    ],
)
def test_a_statement_names_the_whole_thing(read: Reader, text: str, fact: tuple[str, str, str]) -> None:
    assert fact in told(read, text)


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I'd be a terrible nurse", ("Ann", "works_as", "nurse")),
        ("When I grow up I'll be a poet", ("Ann", "works_as", "poet")),
        ("My wife is Portuguese", ("Ann", "married_to", "Portuguese")),
        ("My neighbour Kees is one", ("Kees", "has_age", "1")),
        ("We're six women and one retired policeman", ("Ann", "works_as", "retired policeman")),
        ("A friend of mine lives in Leeds", ("Ann's friend", "lives_in", "Leeds")),
        ("I'm a Leeds girl", ("Ann", "likes", "Leeds")),
        ("I quit smoking two years ago and started running", ("Ann", "stopped", "smoking and started running")),
        ("I worked with Tom for years", ("Ann", "has_colleague", "Tom")),
        ("I live on the second floor", ("Ann", "lives_in", "second floor")),
        ("I was at Bosch when we moved, and my phone is out of battery", ("Ann", "lost", "phone")),
    ],
)
def test_what_a_statement_does_not_tell(read: Reader, text: str, fact: tuple[str, str, str]) -> None:
    assert fact not in told(read, text)


def test_who_grows_up_to_be_something_plans_it(read: Reader) -> None:
    assert ("Ann", "plans", "be a poet") in told(read, "When I grow up I'll be a poet")


@pytest.mark.parametrize(
    ("text", "over"),
    [
        ("My waitressing days are over.", ("Ann", "works_as", "waitress")),
        ("Our daughter's au pair year is over.", ("Ann's daughter", "works_as", "au pair")),
        ("Rosa ended it.", ("Ann", "has_partner", "Rosa")),
        ("They fired Lewis.", ("Ann", "has_colleague", "Lewis")),
        ("My friendship with Tom is over.", ("Ann", "has_friend", "Tom")),
        ("Winston was rehomed.", ("Ann", "has_pet", "Winston")),
        ("I've been alone since Tom moved out.", ("Ann", "lives_with", "Tom")),
        ("The Massey Ferguson was auctioned off.", ("Ann", "owns", "Massey Ferguson")),
        ("I'm not allergic anymore.", ("Ann", "allergic_to", "")),
    ],
)
def test_what_is_over(read: Reader, text: str, over: tuple[str, str, str]) -> None:
    assert over in {(a.subject, a.predicate, a.object or a.value or "") for a in read(text).statements if a.ended}


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("The moped is out of petrol.", ("Ann", "has", "moped")),
        ("Got the lamp off my cousin.", ("Ann", "has", "lamp")),
    ],
)
def test_what_is_not_over(read: Reader, text: str, kept: tuple[str, str, str]) -> None:
    assert kept not in {(a.subject, a.predicate, a.object or a.value or "") for a in read(text).statements if a.ended}
