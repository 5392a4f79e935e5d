"""The index terms of a text: folded, stemmed as its language is, without function words.

The terms follow from the text alone, and from the language that is assumed where its words don't show one.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from chronomem.retrieval.index.function_words import ENGLISH, FUNCTION_WORDS
from chronomem.retrieval.index.languages import UNSPACED, is_unspaced, languages_of, script_language, stemmed

_MARKS = "\u0900-\u0963\u0966-\u0dff"  # vowel signs of the scripts of India, which aren't letters by themselves
_LETTER = rf"(?:[^\W_{UNSPACED}]|[{_MARKS}])"
_ASCII_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_WITHOUT_ACCENT = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "\N{LATIN SMALL LETTER DOTLESS I}": "i", "æ": "ae", "œ": "oe"}
)
_SHORT_I = "\u0438\u0306"
"""The Cyrillic letter й, taken apart: it's a letter of its own, not an accented one."""
_UNSPACED_FUNCTION = FUNCTION_WORDS["chinese"] | FUNCTION_WORDS["japanese"]
_IDEOGRAPH = re.compile(r"[\u3400-\u9fff]")


class Analysis(NamedTuple):
    """The language of a text, whether it shows it, its words without function words, and the index term of each."""

    language: str
    shown: bool
    words: list[str]
    terms: list[str]


def words(text: str) -> list[str]:
    """Return the words of a text, case-folded and without accents, possessive endings cut off.

    Scripts without spaces are cut into pairs of characters.
    """
    folded = text.casefold()
    if folded.isascii():
        found: list[str] = _ASCII_WORD.findall(folded)
        return [w.split("'")[0] for w in found] if "'" in folded else found
    parts = _word_pattern().findall(_folded(folded))
    cut = [w.replace("\u2019", "'").split("'")[0] or w for w in parts]
    return [piece for w in cut for piece in (_pairs(w) if is_unspaced(w) else (w,))]


def analyse(text: str, language: str = ENGLISH) -> Analysis:
    """Return the words and index terms of a text.

    Args:
        text: the text.
        language: its language where too few of its words show one, as PyStemmer names it.
    """
    found = words(text)
    languages = languages_of(found)
    own = language if not languages or language in languages else languages[0]
    shown = len(languages) == 1
    if own == ENGLISH:
        kept = [w for w in found if w not in FUNCTION_WORDS[ENGLISH]]
        return Analysis(own, shown, kept, [stem(w) for w in kept])
    kept, terms = [], []
    for word in _spelled(text):
        folded = _folded(word)
        if is_unspaced(word):
            pieces = [piece for piece in _grams(folded) if piece not in _UNSPACED_FUNCTION]
            kept += pieces
            terms += pieces
        elif folded not in FUNCTION_WORDS.get(in_script := script_language(folded, own), ()):
            kept.append(folded)
            terms.append(stem(word, in_script))
    return Analysis(own, shown, kept, terms)


@lru_cache(maxsize=65_536)
def stem(word: str, language: str = ENGLISH) -> str:
    """Return the stem of a word (Snowball), without accents; a word in another script is stemmed as that script is."""
    return _folded(stemmed(word, script_language(word, language)))


def terms(text: str, language: str = ENGLISH) -> list[str]:
    """Return the index terms of a text in order: the stems of all words but function words."""
    return analyse(text, language).terms


def names_in(question: str) -> str:
    """Return the words of a question that have a capital letter, other than the first."""
    return " ".join(word for word in question.split()[1:] if word[:1].isupper())


def language_shown(texts: Iterable[str]) -> str:
    """Return the language that most of those texts are in whose words show one; English if none does."""
    found = (languages_of(words(text)) for text in texts)
    return most_shown(Counter(languages[0] for languages in found if len(languages) == 1))


def most_shown(counts: Mapping[str, int]) -> str:
    """Return the language of most texts; English if there are none, and of equally many."""
    return max(counts, key=lambda each: (counts[each], each == ENGLISH, each), default=ENGLISH)


def _spelled(text: str) -> Iterator[str]:
    """Yield the words of a text with their accents; an apostrophe ends a word."""
    for word in _word_pattern().findall(unicodedata.normalize("NFKC", text.casefold())):
        yield from filter(None, re.split("['\u2019]", word))


def _folded(text: str) -> str:
    """Return case-folded text without accents; the marks that make another letter or a vowel stay."""
    if text.isascii():
        return text
    apart = unicodedata.normalize("NFKD", text).replace(_SHORT_I, "\u0439")
    kept = "".join(c for c in apart if not _is_accent(c))
    return unicodedata.normalize("NFC", kept).translate(_WITHOUT_ACCENT)


@cache
def _word_pattern() -> re.Pattern[str]:
    """Return the pattern of words beyond ASCII, whose wide ranges take long to compile."""
    return re.compile(rf"[{UNSPACED}]+|{_LETTER}+(?:['\u2019]{_LETTER}+)*")


def _is_accent(character: str) -> bool:
    """Whether a character is an accent, or a point of Arabic or Hebrew; not a vowel or voicing sign."""
    kind = unicodedata.combining(character)
    return kind >= 200 or 10 <= kind <= 35


def _pairs(run: str) -> Sequence[str]:
    return [run[at : at + 2] for at in range(len(run) - 1)] or [run]


def _grams(run: str) -> list[str]:
    """Return the pairs of characters of a text without spaces, and its ideographs, which may be words by themselves."""
    pairs = _pairs(run)
    return [*pairs, *_IDEOGRAPH.findall(run)] if len(run) > 1 else list(pairs)
