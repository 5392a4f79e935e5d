"""English time words, with their classes and values."""

from typing import Any, Final

from chronomem.extractors.semantic_time import recurrences
from chronomem.extractors.semantic_time.meanings import Daily
from chronomem.extractors.semantic_time.spellings import misspellings

Entry = tuple[str, Any]
HOUR: Final = 3600


def words(text: str) -> tuple[str, ...]:
    """Split a line into words."""
    return tuple(text.split())


UNITS_NUMBERS: Final = {
    word: number
    for number, word in enumerate(
        words(
            "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
            " sixteen seventeen eighteen nineteen"
        )
    )
}
TENS: Final = {
    word: 10 * number for number, word in enumerate(words("twenty thirty forty fifty sixty seventy eighty ninety"), 2)
} | {"fourty": 40}
ORDINALS: Final = {
    word: number
    for number, word in enumerate(
        words(
            "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth"
            " fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
        ),
        1,
    )
} | {"thirtieth": 30, "ninth": 9, "nineth": 9, "twelvth": 12}
DECADE_WORDS: Final = {
    "twenties": 1920,
    "thirties": 1930,
    "forties": 1940,
    "fifties": 1950,
    "sixties": 1960,
    "seventies": 1970,
    "eighties": 1980,
    "nineties": 1990,
    "noughties": 2000,
    "aughts": 2000,
}

_WEEKDAYS: Final = (
    "monday mon",
    "tuesday tues tue",
    "wednesday weds wed",
    "thursday thurs thur thu th",
    "friday fri",
    "saturday sat",
    "sunday sun",
)
_MONTHS: Final = (
    "january jan",
    "february feb febr",
    "march mar",
    "april apr",
    "may",
    "june jun",
    "july jul",
    "august aug",
    "september sept sep",
    "october oct",
    "november nov",
    "december dec",
)
# Words that usually mean something else: they name a time only if the neighbours or a capital letter say so.
DOUBTFUL: Final = frozenset(words("may march mar sun sat mon wed jan dec sep tu th t"))
ABBREVIATIONS: Final = frozenset(word for names in _WEEKDAYS + _MONTHS for word in names.split()[1:]) | {
    "may",
    "t",
    "qtr",
    "yr",
    "yrs",
    "min",
    "mins",
    "hr",
    "hrs",
    "sec",
    "wk",
    "wks",
    "mos",
    "mo",
}

_UNITS: Final = {
    "USUB": {
        "second": "seconds sec secs",
        "minute": "minute minutes min mins minuets",
        "hour": "hour hours hr hrs",
    },
    "UDAY": {"day": "day days"},
    "UCAL": {
        "week": "week weeks wk wks",
        "month": "month months mo mos",
        "year": "year years yr yrs",
        "decade": "decade decades",
        "century": "century centuries",
        "fortnight": "fortnight fortnights",
    },
    "UWKND": {"weekend": "weekend weekends"},
    "UNIGHT": {"night": "nights"},
    "SEASONU": {"season": "season seasons"},
    "WORKWEEK": {"workweek": "workweek workweeks"},
}


def _hours(start: float, end: float, *others: tuple[float, float]) -> Daily:
    times = tuple((round(a * HOUR), round(b * HOUR)) for a, b in ((start, end), *others))
    return Daily(times, "part_of_day", "period")


# The parts of the day, in hours; the second reading is the narrow one that calendars use.
_LAST_SECOND: Final = 24 - 1 / HOUR
PARTS_OF_DAY: Final = {
    "morning": _hours(6, 12, (8, 12), (4, 12)),
    "afternoon": _hours(12, 18, (12, 16), (12, 19)),
    "evening": _hours(18, 24, (16, 20), (18, 22)),
    "night": _hours(18, 24, (20, _LAST_SECOND), (21, 28)),
    "dawn": _hours(5, 7),
    "small hours": _hours(0, 6),
    "dusk": _hours(17, 20),
    "daytime": _hours(8, 18),
    "lunchtime": _hours(12, 14),
}

PLAIN: Final[dict[str, Entry]] = {
    "the": ("THE", None),
    "a": ("A", 1),
    "an": ("A", 1),
    "my": ("MY", None),
    "our": ("MY", None),
    "your": ("MY", None),
    "his": ("MY", None),
    "her": ("MY", None),
    "their": ("MY", None),
    "this": ("THIS", 0),
    "current": ("THIS", 0),
    "present": ("THIS", 0),
    "that": ("THAT", 0),
    "same": ("THAT", 0),
    "last": ("LAST", -1),
    "previous": ("LAST", -1),
    "preceding": ("LAST", -1),
    "prior": ("LAST", -1),
    "past": ("PAST", -1),
    "final": ("FINAL", -1),
    "latter": ("FINAL", -1),
    "next": ("NEXT", 1),
    "nxt": ("NEXT", 1),
    "coming": ("NEXT", 1),
    "upcoming": ("NEXT", 2),
    "following": ("NEXT", 1),
    "few": ("FEW", 3),
    "couple": ("COUPLE", 2),
    "several": ("FEW", 5),
    "half": ("HALF", None),
    "quarter": ("QUARTER", "quarter"),
    "quarters": ("QUARTER", "quarter"),
    "qtr": ("QUARTER", "quarter"),
    "qtrs": ("QUARTER", "quarter"),
    "ago": ("AGO", -1),
    "back": ("AGO", -1),
    "hence": ("HENCE", 1),
    "later": ("LATER", 1),
    "afterwards": ("LATER", 1),
    "afterward": ("LATER", 1),
    "thereafter": ("LATER", 1),
    "earlier": ("EARLIER", -1),
    "in": ("IN", None),
    "on": ("ON", None),
    "at": ("AT", None),
    "@": ("AT", None),
    "of": ("OF", None),
    "for": ("FOR", None),
    "by": ("BY", None),
    "since": ("SINCE", None),
    "until": ("UNTIL", None),
    "till": ("UNTIL", None),
    "til": ("UNTIL", None),
    "untill": ("UNTIL", None),
    "'til": ("UNTIL", None),
    "to": ("TO", None),
    "through": ("THROUGH", None),
    "thru": ("THROUGH", None),
    "before": ("BEFORE", False),
    "after": ("AFTER", False),
    "pre": ("PRE", None),
    "post": ("POST", None),
    "from": ("FROM", None),
    "between": ("BETWEEN", None),
    "and": ("AND", None),
    "&": ("AND", None),
    "or": ("OR", None),
    "during": ("DURING", None),
    "throughout": ("DURING", None),
    "within": ("WITHIN", None),
    "around": ("AROUND", None),
    "about": ("AROUND", None),
    "circa": ("AROUND", None),
    "approximately": ("AROUND", None),
    "approx": ("AROUND", None),
    "roughly": ("AROUND", None),
    "nearly": ("AROUND", None),
    "almost": ("AROUND", None),
    "exactly": ("AROUND", None),
    "sometime": ("AROUND", None),
    "sometimes": ("AROUND", None),
    "anytime": ("AROUND", None),
    "over": ("OVER", None),
    "early": ("EARLY", "early"),
    "mid": ("MID", "mid"),
    "middle": ("MID", "middle"),
    "midway": ("MID", "middle"),
    "late": ("LATE", "late"),
    "beginning": ("BEGIN", "beginning"),
    "start": ("STARTN", "beginning"),
    "end": ("END", "end"),
    "rest": ("REST", None),
    "remainder": ("REST", None),
    "remaining": ("REST", None),
    "all": ("ALL", None),
    "whole": ("ALL", None),
    "entire": ("ALL", None),
    "full": ("ALL", None),
    "every": ("EVERY", None),
    "each": ("EVERY", None),
    "starting": ("STARTING", None),
    "commencing": ("STARTING", None),
    "o'clock": ("OCLOCK", None),
    "oclock": ("OCLOCK", None),
    "business": ("BIZ", None),
    "working": ("BIZ", None),
    "work": ("BIZ", None),
    "calendar": ("CALENDAR", None),
    "cy": ("CALENDAR", None),
    "fiscal": ("FISCAL", None),
    "fy": ("FISCAL", None),
    "school": ("SCHOOL", None),
    "noon": ("CLK", Daily(((12 * HOUR, 13 * HOUR),), "hour")),
    "midday": ("CLK", Daily(((12 * HOUR, 13 * HOUR),), "hour")),
    "midnight": ("CLK", Daily(((24 * HOUR, 25 * HOUR), (0, HOUR)), "hour")),
    "today": ("DAYWORD", 0),
    "tday": ("DAYWORD", 0),
    "otd": ("DAYWORD", 0),
    "tomorrow": ("DAYWORD", 1),
    "tomorrows": ("DAYWORD", 1),
    "tmrw": ("DAYWORD", 1),
    "tmr": ("DAYWORD", 1),
    "yesterday": ("DAYWORD", -1),
    "tonight": ("TONIGHT", "tonight"),
    "tonite": ("TONIGHT", "tonight"),
    "overmorrow": ("DAYWORD", 2),
    "now": ("NOWWORD", None),
    "asap": ("NOWWORD", None),
    "currently": ("NOWWORD", None),
    "weekday": ("WKDAYS", None),
    "eod": ("EOX", ("end", "day")),
    "eow": ("EOX", ("end", "week")),
    "eom": ("EOX", ("end", "month")),
    "eoy": ("EOX", ("end", "year")),
    "eoq": ("EOX", ("end", "quarter")),
    "boy": ("EOX", ("beginning", "year")),
    "bom": ("EOX", ("beginning", "month")),
    "bow": ("EOX", ("beginning", "week")),
    "dozen": ("DOZEN", 12),
    "time": ("TIMEW", None),
    "times": ("TIMEW", None),
    "when": ("WHENW", None),
    "ides": ("IDES", None),
    "fortnight": ("UCAL", "fortnight"),
    "ad": ("AD", None),
    "ce": ("AD", None),
}
# Recognised in capitals only: in lower case, these are other words.
CAPITALS_ONLY: Final = frozenset({"boy", "bom", "bow", "ad", "ce"})

for _number, _names in enumerate(_WEEKDAYS):
    for _word in _names.split():
        PLAIN[_word] = ("WDAY", recurrences.weekday(_number))
    PLAIN[_names.split()[0] + "s"] = ("WDAYS", recurrences.weekday(_number))
PLAIN["nite"] = ("POD", "night")
for _number, _names in enumerate(_MONTHS, 1):
    for _word in _names.split():
        PLAIN[_word] = ("MONTH", recurrences.month(_number))
    PLAIN[_names.split()[0] + "s"] = ("MONTHS", recurrences.month(_number))
for _class, _units in _UNITS.items():
    for _unit, _names in _units.items():
        for _word in _names.split():
            PLAIN[_word] = (_class, _unit)
for _word in PARTS_OF_DAY:
    PLAIN[_word] = ("POD", _word)
for _word in ("mornings", "afternoons", "evenings"):
    PLAIN[_word] = ("POD", _word[:-1])
for _number, _names in enumerate(("spring", "summer", "autumn fall", "winter")):
    for _word in _names.split():
        PLAIN[_word] = ("SEASON", _number)
for _number, _names in enumerate(("springs", "summers", "autumns falls", "winters")):
    for _word in _names.split():
        PLAIN[_word] = ("SEASONS", _number)
for _word, _year in DECADE_WORDS.items():
    PLAIN[_word] = ("DECADEW", _year)
MISSPELT: Final = misspellings([word for word, (name, _) in PLAIN.items() if name in ("WDAY", "MONTH", "DAYWORD")])

# Classes that can start an expression: a text without any of them holds no time.
CORE: Final = frozenset(
    words(
        "WDAY WDAYS MONTH SEASON POD TONIGHT DAYWORD NOWWORD VAGUE TODATE TONOW EOX DECADEW DECADE HOL CLK CLKT"
        " UDAY UCAL UWKND USUB UNIGHT QUARTER SEASONU WORKWEEK DATE SL2 SLW DA2 DO2 MONY I0 I12 I24 I31 I59 I99"
        " I4Y YYA ORD ORDW QTRN RANGE WEEKX SEASONS HALFN SECOND AMPM SOFAR YEAR WKDAYS FUTURE DT"
    )
)
