"""The language of a text, decided by its script and its function words, and the stemmers of languages.

Function words are enough: with hardly any of them, a text has too few words for any method, and is taken to be in the
language that its memory is in.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Protocol

import Stemmer

from chronomem.graph_schema.errors import InvalidInput
from chronomem.retrieval.index.function_words import ENGLISH, FUNCTION_WORDS

UNSPACED = "\u0e00-\u0eff\u1100-\u11ff\u3005\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
"""The ranges of characters, as in a regular expression, of scripts that are cut into pairs of characters."""
_SCRIPTS: Mapping[str, str] = {
    "japanese": "\u3040-\u30ff",
    "korean": "\u1100-\u11ff\uac00-\ud7af",
    "thai": "\u0e00-\u0eff",
    "chinese": "\u3005\u3400-\u9fff",
    "russian": "\u0400-\u04ff",
    "greek": "\u0370-\u03ff",
    "arabic": "\u0600-\u06ff",
    "hindi": "\u0900-\u097f",
    "tamil": "\u0b80-\u0bff",
    "armenian": "\u0530-\u058f",
}
"""The characters of scripts other than the Latin one, each with the language whose stemmer serves it."""
_ALSO_ENGLISH_TEXT = """
    ad ai al bin car care cat com come comment con dig end era font fur hat hay ja la los man mat max men met mi min
    mine mint non ok os pa per plus pour pro sea ser sit solo son take tan ten ton tom van var war
"""
_ALSO_ENGLISH = frozenset(_ALSO_ENGLISH_TEXT.split())
"""Words of the lists that are common in English texts too; they count for both."""
_ENOUGH = 2
"""The number of function words by which a language must be ahead of English, or English of others, to be shown."""

LANGUAGES = frozenset({*FUNCTION_WORDS, *_SCRIPTS})
"""The languages that a memory may be in."""


def check_language(name: str) -> str:
    """Return a language's name; raise `InvalidInput` if it isn't one of `LANGUAGES`."""
    if name not in LANGUAGES:
        raise InvalidInput(f"language {name!r} is unknown; choose from: {', '.join(sorted(LANGUAGES))}")
    return name


class _Stemmer(Protocol):
    def stemWord(self, word: str) -> str: ...  # noqa: N802 - PyStemmer's name


def languages_of(words: Sequence[str]) -> tuple[str, ...]:
    """Return the language that a text shows, or languages that it may equally be in; none if too few words show one.

    Args:
        words: its words, folded.
    """
    if _ONLY_OTHERS.isdisjoint(words) and len(_ONLY_ENGLISH.intersection(words)) >= _ENOUGH:
        return (ENGLISH,)
    hits = Counter(language for word in words for language in _OTHERS.get(word, ()))
    most, english = max(hits.values(), default=0), sum(word in _ENGLISH for word in words)
    if most >= english + _ENOUGH:
        return tuple(sorted(language for language, count in hits.items() if count == most))
    return (ENGLISH,) if english >= most + _ENOUGH else _by_script(words)


def _by_script(words: Sequence[str]) -> tuple[str, ...]:
    """Return the language of the script of most words, none for the Latin one."""
    if all(map(str.isascii, words)):
        return ()
    scripts = Counter(script_language(word, "") for word in words)
    if scripts["japanese"]:
        scripts["japanese"] += scripts.pop("chinese", 0)  # ideographs among kana
    language, count = scripts.most_common(1)[0]
    return (language,) if language and 2 * count >= len(words) else ()


def script_language(word: str, otherwise: str) -> str:
    """Return the language that stands for the script of a word; `otherwise` for Latin letters and digits."""
    if word.isascii():
        return otherwise
    found = _script_pattern().search(word)
    return otherwise if found is None or found.lastgroup is None else found.lastgroup


def is_unspaced(word: str) -> bool:
    """Whether a word is a run of characters of a script that is cut into pairs."""
    return _unspaced_pattern().match(word) is not None


@cache
def _script_pattern() -> re.Pattern[str]:
    """Return the pattern of `_SCRIPTS`, whose wide ranges take long to compile: only texts beyond ASCII need them."""
    return re.compile("|".join(f"(?P<{language}>[{letters}])" for language, letters in _SCRIPTS.items()))


@cache
def _unspaced_pattern() -> re.Pattern[str]:
    return re.compile(f"[{UNSPACED}]")


def stemmed(word: str, language: str) -> str:
    """Return a word's stem; the word itself in a language without a stemmer."""
    stemmer = _stemmer(language)
    return word if stemmer is None else stemmer.stemWord(word)


@cache
def _stemmer(language: str) -> _Stemmer | None:
    if language not in Stemmer.algorithms():
        return None
    made: _Stemmer = Stemmer.Stemmer(language)
    return made


def _others() -> Mapping[str, tuple[str, ...]]:
    found: defaultdict[str, list[str]] = defaultdict(list)
    for language, listed in FUNCTION_WORDS.items():
        if language != ENGLISH:
            for word in listed:
                found[word].append(language)
    return {word: tuple(languages) for word, languages in found.items()}


_OTHERS = _others()
"""The languages other than English in which a word is a function word."""
_ENGLISH = FUNCTION_WORDS[ENGLISH] | _ALSO_ENGLISH
_ONLY_OTHERS = frozenset(_OTHERS) - _ENGLISH
_ONLY_ENGLISH = _ENGLISH - frozenset(_OTHERS)
