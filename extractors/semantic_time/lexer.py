"""Classify the tokens of a text for the grammar."""

import re
from collections.abc import Callable
from typing import Any, Final

from chronomem.extractors.semantic_time import numerals
from chronomem.extractors.semantic_time.holiday_names import FEASTS, holiday_names
from chronomem.extractors.semantic_time.lexicon import (
    ABBREVIATIONS,
    CAPITALS_ONLY,
    CORE,
    MISSPELT,
    PLAIN,
    words,
)
from chronomem.extractors.semantic_time.meanings import Environment, one
from chronomem.extractors.semantic_time.names import MISTAKEN, WordContext, bare, is_ordinal, names_time
from chronomem.extractors.semantic_time.numbers import WORDS, Number, read_number
from chronomem.extractors.semantic_time.patterns import TokenNode, code
from chronomem.extractors.semantic_time.periods import year_of
from chronomem.extractors.semantic_time.phrases import PHRASES
from chronomem.extractors.semantic_time.tokens import tokenize

_MARKS: Final = {
    ",": "COMMA",
    "-": "DASH",
    "~": "DASH",
    "/": "SLASH",
    "(": "LPAR",
    ")": "RPAR",
    "@": "AT",
    "&": "AND",
}
_SIGNS: Final = {
    "<": ("BEFORE", False),
    "<=": ("BEFORE", True),
    ">": ("AFTER", False),
    ">=": ("SINCE", None),
    "=": ("EQUALS", None),
}
# At most this many time words are parsed per block of characters, which bounds the time for any text; prose holds a
# tenth of it.
_BLOCK, _MOST = 2000, 100
_GLUED_WORDS: Final = frozenset(words("USUB UDAY UCAL MONTH UWKND QUARTER"))
# One letter for a unit, recognised only in front of a word such as "ago".
_LETTERS: Final = {"s": "second", "m": "minute", "h": "hour", "d": "day", "w": "week", "y": "year"}
_MOVING: Final = frozenset({"ago", "from", "later", "hence", "back", "earlier"})
_ZONES: Final = frozenset(words("est edt pst pdt cst cdt mst mdt gmt utc bst cet cest et pt ct ist jst"))
_BEING: Final = frozenset(words("was were is are am been be get getting got"))
_CHATTED: Final[dict[str, tuple[str, Any]]] = dict.fromkeys(
    words("2moro 2morrow 2mro 2mrw"), ("DAYWORD", 1)
) | dict.fromkeys(words("2nite 2night"), ("TONIGHT", "tonight"))
# Words that may follow "on the 3rd" when it is a day, and not the third of something.
_GOING_ON: Final = frozenset(
    words("i we you he she they it there was were is had did with but so because as if where which")
)
# Words after the name of a feast that make it something other than its day.
_TRIMMINGS: Final = frozenset(
    words("tree trees egg eggs bunny carol carols song songs movie movies light lights card cards")
)
_OWNERS: Final = frozenset(words("my his her their your our"))
_BORDERS: Final = frozenset(".!?;:\n")


class Lexer:
    """Assigns a class and a value to each token of one text."""

    def __init__(self, text: str, env: Environment) -> None:
        self._text = text
        self._env = env
        self._tokens = tokenize(text)
        self._lows = [token[1] for token in self._tokens]
        self._bares = [MISSPELT.get(low, low) for low in map(bare, self._lows)]
        self._holidays = holiday_names(env.settings.holidays_country)
        self._nodes: list[TokenNode] = []
        self._dense: dict[int, int] = {}
        self._sorts: dict[str, Callable[[str], tuple[str, Any]]] = {
            "iso": lambda low: numerals.iso_moment(low.upper(), env),
            "ymd": lambda low: numerals.three_parts(re.split(r"[-/. ]", low), env),
            "mdy": lambda low: numerals.three_parts(re.split(r"[-/.]", low), env),
            "slashes": lambda low: numerals.three_parts(low.split("/"), env),
            "dashed": lambda low: numerals.three_parts(low.split("/"), env),
            "ymd2": lambda low: numerals.three_parts(re.split(r"[-/.]", low), env),
            "comma": lambda low: numerals.three_parts(re.split(r"/|, ?", low), env),
            "spaced": lambda low: numerals.three_parts(low.split(" "), env),
            "compact": numerals.compact,
            "slash": lambda low: numerals.two_parts(low, "/", env),
            "dash": lambda low: numerals.pair(low, "-"),
            "dot": lambda low: numerals.pair(low, "."),
            "clock": numerals.clock_time,
            "ordinal": lambda low: ("ORD", int(low[:-2])),
            "short_year": lambda low: ("YYA", Number(int(low[1:]), 2)),
            "quarter": lambda low: ("QTRN", int(low[1])),
            "half": lambda low: ("HALFN", int(low[1])),
            "season": numerals.two_years,
            "hclock": lambda low: numerals.clock_time(low.replace("h", ":")),
            "isoweek": numerals.iso_week,
            "sign": lambda low: _SIGNS[low.replace(" ", "")],
        }

    def nodes(self) -> list[TokenNode]:
        """Return the tokens of the text, with runs of unrelated words merged; empty if no token concerns time."""
        at = 0
        while at < len(self._tokens):
            at += self._take(at)
        if len(self._nodes) == 1:
            self._alone(self._nodes[0])
        self._nodes.append(TokenNode(code("P"), None, len(self._text), len(self._text)))
        classes = {node.code for node in self._nodes}
        return self._nodes if classes & _CORE_CODES else []

    def _alone(self, node: TokenNode) -> None:
        """Classify a text that is a bare number: four digits are a past year, and "5-15" is a date."""
        if node.code == code("I4Y") and 1500 <= node.value.value <= self._env.now.year:
            node.code, node.value = code("YEAR"), one(year_of(node.value.value))
        elif node.code == code("DA2") and node.value[0].value <= 12 < node.value[1].value:
            node.code, node.value = numerals.two_parts(self._lows[0].replace("-", "/"), "/", self._env)
            node.code = code(node.code)

    def _emit(self, name: str, value: Any, first: int, last: int) -> int:
        start, end = self._tokens[first][2], self._tokens[last][3]
        if name in CORE:
            block = start // _BLOCK
            self._dense[block] = self._dense.get(block, 0) + 1
            if self._dense[block] > _MOST:
                name = "X"
        if name == "X" and self._nodes and self._nodes[-1].code == _OTHER:
            self._nodes[-1].end = end
        else:
            self._nodes.append(TokenNode(code(name), value, start, end))
        return last - first + 1

    def _take(self, at: int) -> int:
        """Classify the token at an index; return how many tokens were consumed."""
        sort, low, start, _ = self._tokens[at]
        if sort == "word":
            return self._word(at, low)
        if sort == "rest":
            return self._emit("X", None, at, at)
        if sort == "int":
            return self._integer(at, low)
        if sort in ("mark", "line", "stops"):
            return self._mark(at, low)
        if sort == "ampm":
            return self._ampm(at, low)
        if sort == "decade":
            name, value = _existing(lambda text: numerals.decade(text, self._env), low)
            return self._emit("X" if len(low) < 5 and self._owned(at) else name, value, at, at)
        if sort in ("ym", "my"):
            return self._month_of_year(sort, low, at)
        if sort == "years":
            return self._two_years(low, start)
        if sort == "isorange":
            return self._two_dates(low, start)
        if sort == "twice":
            return self._twice(at, low, start)
        if (at and self._lows[at - 1] in ("version", "v", "ver", "release")) or ("." in low and self._versioned(at)):
            return self._emit("X", None, at, at)
        make = self._sorts.get(sort)
        name, value = _existing(make, low) if make else numerals.NOTHING
        if name == "ORD" and self._low_after(at) in _ORDERED:
            name, value = numerals.NOTHING
        return self._emit(name, value, at, at)

    def _integer_class(self, at: int, value: int, digits: int) -> str:
        """Return the class of a whole number at a token; an age is no hour: "she turned six on Monday"."""
        aged = at > 0 and self._lows[at - 1] in _TURNING and value < _OLDEST
        return "I99" if aged else integer_class(value, digits)

    def _owned(self, at: int) -> bool:
        """Whether a decade is one of a person's life: "her late twenties", "my mid-30s"."""
        while at and self._lows[at - 1] in ("early", "mid", "late", "-"):
            at -= 1
        return at > 0 and self._lows[at - 1] in _OWNERS

    def _versioned(self, at: int) -> bool:
        return at > 1 and self._lows[at - 2] in ("version", "v", "ver") and self._lows[at - 1] == ":"

    def _twice(self, at: int, low: str, start: int) -> int:
        parts = re.findall(r"\d+", low)
        middle = start + low.index("-", low.index("-", low.index("-") + 1) + 1)
        for name, values, left, right in (
            ("date", parts[:3], start, middle),
            ("dash", [], middle, middle + 1),
            ("date", parts[3:], middle + 1, self._tokens[at][3]),
        ):
            kind, value = ("DASH", None) if name == "dash" else numerals.three_parts(values, self._env)
            self._nodes.append(TokenNode(code(kind), value, left, right))
        return 1

    def _two_dates(self, low: str, start: int) -> int:
        for text, left in ((low[:10], start), (low[-10:], start + len(low) - 10)):
            name, value = numerals.three_parts(text.split("-"), self._env)
            self._nodes.append(TokenNode(code(name), value, left, left + 10))
            if left == start:
                self._nodes.append(TokenNode(code("DASH"), None, start + 10, start + len(low) - 10))
        return 1

    def _two_years(self, low: str, start: int) -> int:
        for name, text, offset in (("I4Y", low[:4], 0), ("DASH", "", 4), ("I4Y", low[5:], 5)):
            value = Number(int(text), 4) if text else None
            self._nodes.append(TokenNode(code(name), value, start + offset, start + offset + max(1, len(text))))
        return 1

    def _month_of_year(self, sort: str, low: str, at: int) -> int:
        first, second = (int(part) for part in re.findall(r"\d+", low))
        year, month = (first, second) if sort == "ym" else (second, first)
        return self._emit(*numerals.year_and_month(year, month), at, at)

    def _glued_left(self, at: int) -> bool:
        return at > 0 and self._tokens[at - 1][3] == self._tokens[at][2]

    def _integer(self, at: int, low: str) -> int:
        low = low.rstrip("s'")
        if len(low) > 8:
            return self._emit("X", None, at, at)
        following = self._tokens[at + 1] if at + 1 < len(self._tokens) else None
        if following and following[2] == self._tokens[at][3] and following[0] == "word":
            if low + following[1] in _CHATTED:
                name, value = _CHATTED[low + following[1]]
                return self._emit(name, value, at, at + 1)
            if following[1] in ("a", "p") and 0 < int(low) <= 12:
                self._emit("I12", Number(int(low), len(low)), at, at)
                self._emit("AMPMW", following[1], at + 1, at + 1)
                return 2
            if following[1] == "ish" and int(low) <= 12:
                return self._emit(integer_class(int(low), len(low)), Number(int(low), len(low)), at, at + 1)
            if PLAIN.get(following[1], ("X",))[0] not in _GLUED_WORDS and following[1] != "h":
                return self._emit("X", None, at, at + 1)
            if following[1] in _LETTERS and len(low) < 4 and self._low_after(at + 1) in _MOVING:
                self._emit(integer_class(int(low), len(low)), Number(int(low), len(low)), at, at)
                self._emit("USUB", _LETTERS[following[1]], at + 1, at + 1)
                return 2
            if following[1] == "h":
                self._emit(integer_class(int(low), len(low)), Number(int(low), len(low)), at, at)
                self._emit("USUB", "hour", at + 1, at + 1)
                return 2
        if self._glued_left(at):
            before = self._tokens[at - 1]
            known = PLAIN.get(before[1], ("X",))[0] in ("MONTH", "CALENDAR", "FISCAL")
            if (before[0] == "word" and not known) or before[1] in ("+", "#", "№"):
                return self._emit("X", None, at, at)
        return self._emit(self._integer_class(at, int(low), len(low)), Number(int(low), len(low)), at, at)

    def _mark(self, at: int, low: str) -> int:
        if low == ".":
            before = self._lows[at - 1] if self._glued_left(at) else ""
            after = self._lows[at + 1] if at + 1 < len(self._lows) else ""
            if before in ABBREVIATIONS or (PLAIN.get(before, ("",))[0] == "MONTH" and after[:1].isdecimal()):
                return 1
            beyond = self._lows[at + 2] if at + 2 < len(self._lows) else ""
            listed = is_ordinal(beyond) or (beyond.isdecimal() and len(beyond) < 3)  # "1. March 18th"
            if before.isdecimal() and PLAIN.get(after, ("",))[0] == "MONTH" and not listed:
                return 1
        name = _MARKS.get(low)
        if name:
            return self._emit(name, None, at, at)
        return self._emit("P" if low[0] in _BORDERS else "X", None, at, at)

    def _ampm(self, at: int, low: str) -> int:
        letters = low.replace(".", "").replace(" ", "")
        before = self._nodes[-1].code if self._nodes else ""
        original = self._text[self._tokens[at][2] : self._tokens[at][3]]
        after_number = before in _BEFORE_AMPM and (letters == "pm" or not self._first_person(at))
        after_day = before in _BEFORE_HALF_DAY and (letters == "pm" or original.isupper() or not self._first_person(at))
        if after_number or after_day:
            return self._emit("AMPM", letters, at, at)
        return self._emit("X", None, at, at)

    def _first_person(self, at: int) -> bool:
        return at + 1 < len(self._lows) and self._lows[at + 1] in ("i", "not")

    def _word(self, at: int, low: str) -> int:
        if low in _ZONES and self._nodes and self._nodes[-1].code in _AFTER_CLOCK:
            return 1  # the name of a timezone, which is ignored
        low = self._bares[at]
        if low in ("sharp", "ish") and self._after_hour(low):
            return 1
        following = self._bares[at + 1] if at + 1 < len(self._bares) else ""
        for key in ((low, following), (low, "")):
            for phrase, (name, value) in PHRASES.get(key, ()):
                if self._matches(phrase, at) and self._phrase_stands(name, phrase, at):
                    return self._emit(name, value, at, at + len(phrase) - 1)
        for phrase, meaning in self._holidays.get(low, ()):
            if self._matches(phrase, at) and self._low_after(at + len(phrase) - 1) not in _TRIMMINGS:
                return self._emit("HOL", meaning, at, at + len(phrase) - 1)
        if low in FEASTS:
            return self._emit("FEASTS", self._holidays[FEASTS[low]][-1][1], at, at)
        if low in WORDS and low not in ("second", "oh", "hundred", "thousand"):
            return self._number(at)
        if low in ("hundred", "thousand"):  # "a hundred years ago"; one that follows a number was consumed with it
            return self._emit("I3", Number(100 if low == "hundred" else 1000, 0), at, at)
        entry = PLAIN.get(low) or numerals.NOTHING
        if low in _GOING_ON and entry[0] == "X" and self._nodes and self._nodes[-1].code == _ORDINAL:
            entry = ("GOESON", None)
        if low in MISTAKEN and not names_time(self._neighbours(at, low)):
            entry = numerals.NOTHING
        if low in CAPITALS_ONLY and not self._text[self._tokens[at][2] : self._tokens[at][3]].isupper():
            entry = numerals.NOTHING
        if low == "second":
            entry = ("SECOND", 2)
        elif entry[0] == "DECADEW" and self._owned(at):
            entry = numerals.NOTHING
        return self._emit(*entry, at, at)

    def _after_hour(self, low: str) -> bool:
        """Whether the word only qualifies the precision of an hour: "8 sharp", "7-ish"."""
        if low == "ish" and self._nodes and self._nodes[-1].code == _DASH:
            self._nodes.pop()
        return bool(self._nodes) and self._nodes[-1].code in _BEFORE_AMPM | _AFTER_CLOCK

    def _phrase_stands(self, name: str, words: tuple[str, ...], at: int) -> bool:
        """Whether a phrase is more than a part of another expression: "two weeks ago", "and after 6 pm"."""
        if words == ("long", "ago"):
            return not at or self._lows[at - 1] != "how"
        if words[:2] == ("up", "to"):
            return not (at and (self._doing(at) or self._lows[at - 1] == "-"))  # "the run-up to"
        if name == "VAGUE" and words[-1] == "ago" and len(words) == 2:
            before = self._nodes[-1].code if self._nodes else ""
            return before not in _COUNTS
        if name == "NOWWORD" and words[-1] == "time":
            return self._low_after(at + len(words) - 1) not in ("last", "next", "yesterday", "tomorrow")
        if name == "VAGUE" and words[-1] in ("shortly", "soon"):
            return self._low_after(at) not in ("after", "before", "afterwards", "thereafter", "enough")
        if name == "VAGUE" and words[-1] == "late":
            return not self._low_after(at + len(words) - 1).startswith("night")
        if name == "VAGUE" and words[-1] == "past":
            after = self._low_after(at + len(words) - 1)
            return not (after[:1].isdecimal() or after in WORDS or PLAIN.get(after, ("X",))[0] in _COUNTED)
        if name in ("ORLATER", "OREARLIER"):
            after = self._low_after(at + len(words) - 1)
            return not after or not after[:1].isalnum() or after in ("on", "for", "in", "is", "are", "was")
        return True

    def _doing(self, at: int) -> bool:
        """Whether the preceding word turns "up to" into doing something: "what was she up to in May"."""
        before = self._lows[max(0, at - 8) : at]
        if before[-1] in _BEING or before[-1].endswith(("'re", "'m", "'s")):
            return True
        asked = before[before.index("what") + 1 :] if "what" in before else []
        return bool(asked) and asked[0] in _BEING

    def _matches(self, phrase: tuple[str, ...], at: int) -> bool:
        return tuple(self._bares[at : at + len(phrase)]) == phrase

    def _number(self, at: int) -> int:
        spoken: list[str] = []
        places: list[int] = []
        for place in range(at, min(at + 14, len(self._lows))):
            low = self._lows[place]
            if low == "-" and spoken and place + 1 < len(self._lows) and self._lows[place + 1] in WORDS:
                continue
            if low not in WORDS and low != "and":
                break
            spoken.append(low)
            places.append(place)
        found = read_number(spoken, 0)
        if found is None:
            return self._emit("X", None, at, at)
        last = places[found.words - 1]
        if found.ordinal:
            return self._emit("ORDW", found.value, at, last)
        name = self._integer_class(at, found.value, 0)
        decade_word = self._low_after(last + 1) if self._low_after(last) == "-" else ""
        if name == "I24" and found.value == 20 and (decade_word or self._low_after(last)) == "tens":
            return self._emit("DECADE", numerals.ten_years(2010), at, last + (2 if decade_word else 1))
        if name == "I4Y" and self._low_after(last) == "and" and self._lows[last + 2 : last + 3] == ["tens"]:
            return self._emit("DECADE", numerals.ten_years(found.value + 10), at, last + 2)
        return self._emit(name, Number(found.value, 0), at, last)

    def _neighbours(self, at: int, low: str) -> WordContext:
        around = [self._lows[place] if 0 <= place < len(self._lows) else "" for place in range(at - 2, at + 3)]
        return WordContext(low, self._text[self._tokens[at][2]].isupper(), around[0], around[1], around[3], around[4])

    def _low_after(self, at: int) -> str:
        return self._lows[at + 1] if at + 1 < len(self._lows) else ""


def _existing(make: Callable[[str], numerals.Entry], low: str) -> numerals.Entry:
    """The class and value of a token; nothing if its digits name no date that exists ("2024-02-30T10:00")."""
    try:
        return make(low)
    except (ValueError, OverflowError):
        return numerals.NOTHING


def integer_class(value: int, digits: int) -> str:
    """Return the class of a whole number, by its size."""
    if digits >= 5 or value > 9999:
        return "IBIG"
    if digits == 4 or value >= 1000:
        return "I4Y" if 1000 <= value <= 2999 else "IBIG"
    if digits == 3 or value >= 100:
        return "I3"
    for limit, name in ((0, "I0"), (12, "I12"), (24, "I24"), (31, "I31"), (59, "I59")):
        if value <= limit:
            return name
    return "I99"


_OTHER: Final = code("X")
_TURNING: Final = frozenset(words("turn turns turned turning"))
_OLDEST: Final = 100
_ORDERED: Final = frozenset(words("floor place prize degree gear avenue street try attempt edition row kid child baby"))
"""What is counted by ordinals that are no days: "tues, 2nd floor"."""
_DASH: Final = code("DASH")
_ORDINAL: Final = code("ORD")
_CORE_CODES: Final = frozenset(code(name) for name in CORE)
_AFTER_CLOCK: Final = frozenset(code(name) for name in words("CLK CLKT AMPM"))
_BEFORE_AMPM: Final = frozenset(code(name) for name in words("I0 I12 I24 I31 I59 CLK CLKT DA2 DO2"))
_COUNTED: Final = frozenset(words("FEW COUPLE USUB UDAY UCAL UWKND QUARTER WDAY MONTH SEASON DOZEN"))
_COUNTS: Final = frozenset(
    code(name)
    for name in words(
        "I0 I12 I24 I31 I59 I99 I3 DO2 DA2 BIZ A FEW COUPLE OF AND COMMA USUB UDAY UCAL UWKND HALF DOZEN SECOND"
    )
)
_BEFORE_HALF_DAY: Final = frozenset(code(name) for name in words("DAYWORD WDAY DATE ORD I31 SL2"))
