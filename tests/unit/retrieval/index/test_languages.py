"""The language of a text, and the index terms that follow from it."""

import pytest

from chronomem.graph_schema.errors import InvalidInput
from chronomem.retrieval.index.languages import LANGUAGES, check_language
from chronomem.retrieval.index.terms import analyse, language_shown, terms, words


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I was in Los Angeles, and then we went to San Francisco.", "english"),
        ("Pepper!", "english"),
        ("Die Katze schläft jetzt auf dem Schrank.", "german"),
        ("Comment s'entend-il avec le chat ?", "french"),
        ("¿Dónde duerme el gato?", "spanish"),
        ("Il gatto dorme sull'armadio di mia nonna.", "italian"),
        ("De kat slaapt nu op de kast van mijn oma.", "dutch"),
        ("Kot śpi teraz na szafie, a pies go nie lubi.", "polish"),
        ("Кошка спит", "russian"),
        ("猫は今、洋服だんすの上で寝ている。", "japanese"),
        ("猫现在睡在衣柜上面。", "chinese"),
        ("고양이는 어디에서 자요?", "korean"),
        ("แมวนอนที่ไหน", "thai"),
    ],
)
def test_the_language_is_shown_by_script_and_function_words(text: str, language: str) -> None:
    assert analyse(text).language == language


def test_few_words_are_in_the_language_of_the_memory() -> None:
    assert analyse("Die Katzen!", "german").language == "german"
    assert analyse("What is it about?", "german").language == "english"
    assert terms("Katzen", "german") == terms("Wo ist die Katze, und was macht sie?")[:1]


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ("Wir haben die Häuser in der Stadt gesehen.", "Was ist mit dem Haus?"),
        ("J'ai donné le livre à l'hôpital.", "Qui est dans l'hopital ?"),  # without its accent
        ("Los hoteles no eran caros.", "¿Cómo es el hotel?"),
        ("Она купила красивую машину.", "Какие машины были там?"),
        ("美咲は昨日トマトを食べた。", "トマトはどこですか。"),
        ("고양이가 소파에서 자요", "고양이는 어디에 있어요"),
    ],
)
def test_forms_of_a_word_share_a_term(told: str, asked: str) -> None:
    assert set(terms(told)) & set(terms(asked))


def test_function_words_are_no_terms() -> None:
    assert terms("Was ist das, und wo bist du mit ihm?") == []
    assert "了" not in terms("他把车卖掉了。")


def test_letters_are_told_from_accents() -> None:
    assert words("Łódź, crème brûlée, straße") == ["lodz", "creme", "brulee", "strasse"]
    assert words("йод в ёлке") == ["йод", "в", "елке"]
    assert words("がか") == ["がか"]


def test_the_language_of_a_memory_is_that_of_most_texts_that_show_one() -> None:
    assert (
        language_shown(["Hallo!", "Ich bin der Neue.", "OK", "Wo ist die Katze?", "I am at the station."]) == "german"
    )
    assert language_shown(["Hallo!", "OK"]) == "english"


def test_an_unknown_language_is_refused() -> None:
    assert {check_language(name) for name in LANGUAGES} == LANGUAGES
    with pytest.raises(InvalidInput, match="'de' is unknown; choose from: arabic"):
        check_language("de")
