"""What people type becomes words and sentences that the parser knows."""

import pytest

from chronomem.extractors.language.readable.turn_text import make_readable


def read(text: str, others: tuple[str, ...] = (), names: tuple[str, ...] = ()) -> str:
    return " ".join(make_readable(text, others=others, names=names).text.split()).replace(" .", ".")


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("my daughter Lotta has a lotta toys", "my daughter Lotta has a lot of toys"),
        ("im sure they dont", "I'm sure they don't"),
        ("ive been ill, ill go home", "I've been ill, I'll go home"),
        ("were living here", "we're living here"),
        ("we were here and you were ill", "we were here and you were ill"),
        ("well see you at six", "we'll see you at six"),
        ("well i think so", "well I think so"),
        ("its tiny but i like it", "it's tiny but I like it"),
        ("the dog lost its collar", "the dog lost its collar"),
        ("id love to, show your id", "I'd love to, show your id"),
        ("34. send help", "34. send help"),
        ("CAST IS OFF my arm hurts", "cast is off. my arm hurts"),
        ("IT WAS SO good", "it was so good"),
        ("NHS and BBC TV are great", "NHS and BBC TV are great"),
        ("nah mate can't swim", "nah, can't swim"),
        ("no man is an island", "no man is an island"),
        ("From August I'm at Lidl", "From August I'm at Lidl"),
        ("1. rice\n2. beans", "rice. beans"),
        ("lets go, she lets me", "let's go, she lets me"),
        ("ur late, ur a star, ur dog", "your late, you're a star, your dog"),
        ("me n my gf r moving", "me and my girlfriend are moving"),
        ("r u coming w/ us tmrw", "are you coming with us tomorrow"),
        ("my SIL met her fil", "my sister-in-law met her father-in-law"),
        ("my mums new car, my parents dog", "my mum's new car, my parents' dog"),
        ("our cousins friends came", "our cousin's friends came"),
        ("dads car is gone, my sisters love it", "dad's car is gone, my sisters love it"),
        ("MIL is here, a mil is much", "My mother-in-law is here, a mil is much"),
        ("my mums not thrilled, my brothers a vet", "my mum's not thrilled, my brother's a vet"),
        ("my sisters birthday, my dads knees", "my sister's birthday, my dad's knees"),
        ("my cousins dana and lev, my kids playing", "my cousins Dana and lev, my kids playing"),
        ("my mate fionns 30th, my dad teaches", "my mate Fionn's 30th, my dad teaches"),
        ("im 1m58, she's 1.7 m, he is 6'2\"", "I'm 158 cm tall, she's 170 cm tall, he is 6ft2 tall"),
    ],
)
def test_contractions_and_abbreviations_are_written_out(typed: str, expected: str) -> None:
    assert read(typed) == expected


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("sooooo goood, nooo way", "so good, no way"),
        ("I SOLD THE CAR TO MAREK", "I sold the car to Marek"),
        ("she QUIT her job at NASA", "she quit her job at NASA"),
        ("I live in the US", "I live in the US"),
        ("he lives in the us now, come visit us", "he lives in the US now, come visit us"),
    ],
)
def test_stretched_and_shouted_words_are_calmed(typed: str, expected: str) -> None:
    assert read(typed) == expected


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("marek moved to brno", "Marek moved to brno"),
        ("greta and i got a flat", "Greta and I got a flat"),
        ("i live in izmir now", "I live in Izmir now"),
        ("we have two cats, pamuk and zeytin", "we have two cats, Pamuk and Zeytin"),
        ("my brother thabo called", "my brother Thabo called"),
        ("a dog called rex", "a dog called Rex"),
        ("me and rose are friends", "me and Rose are friends"),
        ("born in reading but living in bath now", "born in Reading but living in Bath now"),
        ("see you on monday in may", "see you on Monday in May"),
        ("i got a job at target", "I got a job at target"),
        ("i got a job at subway", "I got a job at Subway"),
        ("she works at home", "she works at home"),
        ("let's finish the job at hand", "let's finish the job at hand"),
        ("quit vodafone, joined fitx", "quit Vodafone, joined Fitx"),
    ],
)
def test_names_get_their_capital(typed: str, expected: str) -> None:
    if "brno" in typed:
        expected = expected.replace("brno", "Brno")
    assert read(typed) == expected


@pytest.mark.parametrize(
    "text",
    [
        "I hope you will mark it, I may be reading",
        "a nice rose in the art class",
        "the china is in the drawer and turkey is for dinner",
        "my dad may come, my sister will too",
        "I had a nice bath",
    ],
)
def test_words_that_are_names_elsewhere_stay_words(text: str) -> None:
    assert read(text) == text


def test_a_speaker_is_known_in_lower_case() -> None:
    assert read("ask lumi about it", names=("Lumi",)) == "ask Lumi about it"
    assert read("yes i will", names=("Will",)) == "yes I will"
    assert read("thanks will", names=("Will",)) == "thanks Will"


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("got a dog 🐶 her name is Lola 😍", "got a dog. her name is Lola."),
        ("got a dog 🐶 and a cat", "got a dog, and a cat"),
        ("we broke up...im moving - my sister has a room", "we broke up. I'm moving. my sister has a room"),
        ("news:\n- sold the car\n- moved", "news. sold the car. moved"),
        ("quick update:\n- sold it\n- i <3 it", "quick update. sold it. I love it"),
        ("I live here\nin the old town", "I live here, in the old town"),
        ("[photo] **new** flat https://a.example/dog #home", "new flat"),
        ("> I live in Rome\nme too", "me too"),
    ],
)
def test_marks_and_lines_separate_statements(typed: str, expected: str) -> None:
    assert read(typed) == expected


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("i sold the bike its gone i still have the kayak", "I sold the bike. it's gone. I still have the kayak"),
        ("we moved last week the new place is in Leeds", "we moved last week. the new place is in Leeds"),
        ("I think it's gone and I know you did", "I think it's gone and I know you did"),
        ("the bike I sold was old", "the bike I sold was old"),
        ("I told him he's late", "I told him he's late"),
        ("when I was in Paris I met her", "when I was in Paris I met her"),
        ("I love the book I'm reading", "I love the book I'm reading"),
        ("it's official, Bo and I are engaged", "it's official. Bo and I are engaged"),
    ],
)
def test_a_full_stop_stands_where_a_new_statement_begins(typed: str, expected: str) -> None:
    assert read(typed) == expected


def test_who_is_spoken_to_is_no_part_of_the_statement() -> None:
    assert read("I'm majoring in econ, Zoe!", others=("Zoe",)) == "I'm majoring in econ. Zoe!"
    assert read("Are you in, Zoe?", others=("Zoe",)) == "Are you in? Zoe?"
    assert read("i study law zoe", others=("Zoe",)) == "I study law. Zoe"
    assert read("I live with Zoe", others=("Zoe", "Ben")) == "I live with Zoe"
    assert read("this is for Zoe", others=("Zoe",)) == "this is for Zoe"


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("Good news: we found a flat", "Good news. we found a flat"),
        ("Back from the physio: it is fine", "Back from the physio. it is fine"),
        ("Listen, guys: Per and I are moving", "Listen, guys. Per and I are moving"),
        ("Mum texted: I am in Rome", "Mum texted: I am in Rome"),
        ("Mum: I am in Rome", "Mum: I am in Rome"),
        ("Zuberi: I am in Rome", "Zuberi: I am in Rome"),
        ("things I love: my dog, my cat", "things I love: my dog, my cat"),
    ],
)
def test_a_colon_after_an_announcement_ends_it(typed: str, expected: str) -> None:
    assert read(typed) == expected
