"""The index terms of a text: folded, stemmed, without function words."""

import re
import unicodedata
from functools import lru_cache

import Stemmer

_WORD = re.compile(
    r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]"  # scripts without spaces: each character is a word
    r"|[^\W_]+(?:['\u2019][^\W_]+)*"
)
_FUNCTION_WORDS = """
a about after again all also am an and any are as at be because been before being but by can could did
do does doing done down each even for from get gets getting go goes going gone got had has have having he
her here hers him his how i if in into is it its just like me more most much my no not now of off on one
only or other our out over own really s same she should so some such t than that the their them then there
these they thing things this those through to too under until up us very was we were what when where which
while who whom whose why will with would you your yours
"""
_STOPWORDS = frozenset(_FUNCTION_WORDS.split())
_stemmer = Stemmer.Stemmer("english")


def words(text: str) -> list[str]:
    """Return the words of a text, case-folded and without accents, possessive endings cut off."""
    folded = unicodedata.normalize("NFKD", text.casefold())
    if not folded.isascii():
        folded = "".join(c for c in folded if not unicodedata.combining(c))
        folded = unicodedata.normalize("NFC", folded)
    found: list[str] = _WORD.findall(folded)
    if "'" not in folded and "\u2019" not in folded:
        return found
    return [w.replace("\u2019", "'").split("'")[0] or w for w in found]


def content_words(text: str) -> list[str]:
    """Return the words of a text, as `words` does, without function words."""
    return [w for w in words(text) if w not in _STOPWORDS]


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """Return the stem (Snowball English) of a word returned by `words`."""
    return str(_stemmer.stemWord(word))


def terms(text: str) -> list[str]:
    """Return the index terms of a text in order: the stems of all words but function words."""
    return [stem(w) for w in content_words(text)]
