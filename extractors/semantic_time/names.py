"""Ambiguous words: decide when "may", "march" or "sat" names a time."""

from typing import Final, NamedTuple

from chronomem.extractors.semantic_time.lexicon import DOUBTFUL, ORDINALS, PLAIN, words
from chronomem.extractors.semantic_time.numbers import WORDS

_LEFT: Final = frozenset(
    words(
        "in since until till by of last next this from between before after during early mid late to through"
        " on around past coming every each week or and for the - previous throughout within across starting"
    )
)
_MONTHS: Final = ("may", "march")
_PERSONS: Final = frozenset(words("april june august"))
_STREETS: Final = frozenset(words("street road avenue ave lane boulevard"))
MISTAKEN: Final = DOUBTFUL | _PERSONS | {"spring", "fall"}
_CALLED: Final = frozenset(
    words("with hi hey hello dear thanks told asked met called named aunt miss mrs ms sister daughter wife friend")
)
_SPEAKS: Final = frozenset(words("said says told asked thinks loves likes wants wrote called texted"))
_ADDRESSED: Final = frozenset(words("can could will would do did are have what how please thanks i you"))
_OF_SEASONS: Final = frozenset(
    words("of after before semester term break season quarter months was is has will and or when i we")
)
_FIRST_NAMES: Final = frozenset(words("jan"))
_PARTS_OF_MONTHS: Final = frozenset(words("end beginning start middle rest half part week weekend day most all"))
_DAYS: Final = ("sun", "mon", "sat", "wed")


class WordContext(NamedTuple):
    """A word with the tokens around it, in lower case; "" for a missing neighbour."""

    word: str
    capital: bool
    earlier: str
    before: str
    after: str
    beyond: str

    @property
    def alone(self) -> bool:
        """Whether the text consists of this word alone."""
        return not self.before and not self.after

    @property
    def first(self) -> bool:
        """Whether the text begins with the word."""
        return not self.before


def bare(low: str) -> str:
    """Return a word without its possessive ending."""
    if low.endswith("'s"):
        return low[:-2]
    return low[:-1] if low.endswith("s'") else low


def is_ordinal(low: str) -> bool:
    """Whether the word is an ordinal number, in digits or spelt out."""
    return low in ORDINALS or (low[:1].isdecimal() and low[-2:] in ("st", "nd", "rd", "th"))


def is_month(low: str) -> bool:
    """Whether the word can be a month's name."""
    return PLAIN.get(low, ("",))[0] == "MONTH"


def is_name(near: WordContext) -> bool:
    """Whether the word names a time here."""
    if near.alone:
        return near.word in _MONTHS
    if near.after in _STREETS:
        return False
    if beside_number(near) or beside_day(near):
        return True
    if near.word == "t":
        return False
    number_after = near.after[:1].isdecimal() or near.after in ORDINALS or near.after in WORDS
    if number_after and near.after != "one":
        return not (near.word == "may" and near.before in ("you", "i", "we", "they"))
    if near.after == "the" and is_ordinal(near.beyond):
        return True
    if near.before[:1].isdecimal() or is_ordinal(near.before) or (near.before in WORDS and near.before != "one"):
        return near.word not in _DAYS
    return (near.capital and capital_says(near)) or left_says(near)


def is_person(near: WordContext) -> bool:
    """Whether a month's name is a person or a street: "hi April", "June, can you", "with August and Ann"."""
    if near.after in _STREETS:
        return True
    if not near.capital or near.before in _LEFT - {"and", "for", "to"}:
        return False
    if near.before in _CALLED or near.after in _SPEAKS:
        return True
    if near.before == "and" and near.earlier in _PERSONS:
        return True
    starts = near.before in ("", ".", "!", "?", ",", "\n")
    addressed = near.after == "," and near.beyond in _ADDRESSED
    return starts and (addressed or (near.after == "and" and near.beyond in ("i", "her", "his")))


def names_time(near: WordContext) -> bool:
    """Whether an ambiguous word names a time here."""
    if near.word in DOUBTFUL:
        return is_name(near)
    return not (is_person(near) if near.word in _PERSONS else is_coil(near))


def is_coil(near: WordContext) -> bool:
    """Whether "the spring" is a coil or "the fall" an accident: no word before it introduces a time."""
    if near.before != "the" or near.earlier in _LEFT or near.earlier in ("over", "throughout", "love", "into"):
        return False
    dated = near.after == "in" and near.beyond[:1].isdecimal()
    return near.after.isalpha() and near.after not in _OF_SEASONS and not dated


def beside_number(near: WordContext) -> bool:
    """Whether punctuation ties the word to a number or month: "may/5", "jan-mar", "sat, 12", "may '69"."""
    numbered = near.beyond[:1].isdecimal() and near.word != "t"  # a "T-2000" is no Tuesday
    if near.after in ("-", "/") and (numbered or is_month(near.beyond)):
        return True
    if near.before in ("-", "/") and (near.earlier.isdecimal() or is_month(near.earlier)):
        return True
    if near.after[:1] == "'" and near.after[1:].isdecimal():
        return True
    if near.after in (".", ",") and near.word not in _MONTHS:
        return near.beyond.lstrip("'")[:1].isdecimal() or is_month(near.beyond)
    listed = near.after == "," and is_month(near.beyond)
    return near.word in _MONTHS and (listed or (near.after in ("of", ",") and near.beyond[:1].isdecimal()))


def beside_day(near: WordContext) -> bool:
    """Whether the word is a weekday joined to another, or to a time: "mon-fri", "sat & sun", "sat @ 3pm"."""
    if near.word in _MONTHS or near.word == "t":
        return False
    joined = ("-", "to", "through", "&", "and", "or", ",")
    if near.after in joined and is_weekday(near.beyond):
        return True
    if near.before in joined and is_weekday(near.earlier):
        return True
    return near.capital and near.after in ("at", "@") and near.beyond[:1].isdecimal()


def is_weekday(low: str) -> bool:
    """Whether the word can be a weekday's name."""
    return PLAIN.get(low, ("",))[0] == "WDAY"


def left_says(near: WordContext) -> bool:
    """Whether the word before shows that it is a time: "in march", "last sat"."""
    if near.word == "sun" and not near.capital:
        return False
    if near.word in _FIRST_NAMES and near.capital and near.before in ("and", "or", "to", "for", "of", "from"):
        return _is_of_calendar(near)
    if near.before in ("the", "and", "or", "for", "to", "past") and not near.capital:
        return False
    ends = near.after in (".", ",", "", "?", "!")
    if near.before == "the":
        return near.word in _MONTHS and ends
    if near.before == "this" and near.word in _MONTHS and not near.capital:
        return ends
    if near.before in _LEFT:
        return True
    return near.word in ("sat", "mon") and PLAIN.get(near.after, ("",))[0] in ("POD", "MONTH")


def _is_of_calendar(near: WordContext) -> bool:
    """Whether words around a first name are those of a month: "Dec and Jan", "the end of Jan", "from Jan to March"."""
    if near.before == "from":
        return near.after in ("to", "till", "until", "through", "on", "onwards", "-")
    if near.before == "of":
        return near.earlier in _PARTS_OF_MONTHS or is_ordinal(near.earlier) or near.earlier.isdecimal()
    return near.before != "for" and is_month(near.earlier)


def capital_says(near: WordContext) -> bool:
    """Whether the word after a capitalised one shows that it is a time: "May next year", "Mon morning", "Sat at 5"."""
    if near.after == "of" and near.beyond in ("last", "this", "next"):
        return True
    if near.after in ("next", "last", "this") or (near.after == "after" and near.beyond == "next"):
        return True
    if near.after == "in" and (near.beyond[:1].isdecimal() or near.beyond in ("a", "one", "two")):
        return True
    if PLAIN.get(near.after, ("",))[0] in ("POD", "MONTH"):
        return True
    if near.first:
        return False
    if near.after in ("to", "through", "-", "or", "until"):
        return True
    return near.after in ("between", "at") and near.word not in _MONTHS
