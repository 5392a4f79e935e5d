"""English words of time, with their classes and values."""

from typing import Any, Final

from chronomem.extractors.semantic_time import recurrences
from chronomem.extractors.semantic_time.meanings import Daily

Entry = tuple[str, Any]
HOUR: Final = 3600

UNITS_NUMBERS: Final = {
    word: number
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
        " sixteen seventeen eighteen nineteen".split()
    )
}
TENS: Final = {
    word: 10 * number
    for number, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)
} | {"fourty": 40}
ORDINALS: Final = {
    word: number
    for number, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth"
        " fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split(),
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
    "tuesday tues tue tu t",
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
# Words that are mostly something else: a name of time only where the neighbours or the capital say so.
DOUBTFUL: Final = frozenset("may march mar sun sat mon wed jan dec sep tu th t".split())
ABBREVIATIONS: Final = frozenset(
    word for names in _WEEKDAYS + _MONTHS for word in names.split()[1:]
) | {"may", "t", "qtr", "yr", "yrs", "min", "mins", "hr", "hrs", "sec", "wk", "wks", "mos", "mo"}

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
    "dusk": _hours(17, 20),
    "daytime": _hours(8, 18),
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
    "today": ("RELDAY", 0),
    "tday": ("RELDAY", 0),
    "otd": ("RELDAY", 0),
    "tomorrow": ("RELDAY", 1),
    "tomorrows": ("RELDAY", 1),
    "tmrw": ("RELDAY", 1),
    "tmr": ("RELDAY", 1),
    "tomorow": ("RELDAY", 1),
    "tommorow": ("RELDAY", 1),
    "tommorrow": ("RELDAY", 1),
    "yesterday": ("RELDAY", -1),
    "yest": ("RELDAY", -1),
    "tonight": ("TONIGHT", "tonight"),
    "tonite": ("TONIGHT", "tonight"),
    "overmorrow": ("RELDAY", 2),
    "now": ("NOWX", None),
    "asap": ("NOWX", None),
    "currently": ("NOWX", None),
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
    "fifth": ("ORD", 5),
}
# Written in capitals only: the word in small letters is another.
CAPITALS_ONLY: Final = frozenset({"boy", "bom", "bow", "ad", "ce", "yest"})

for _number, _names in enumerate(_WEEKDAYS):
    for _word in _names.split():
        PLAIN[_word] = ("WDAY", recurrences.weekday(_number))
    PLAIN[_names.split()[0] + "s"] = ("WDAYS", recurrences.weekday(_number))
for _number, _names in enumerate(_MONTHS, 1):
    for _word in _names.split():
        PLAIN[_word] = ("MONTH", recurrences.month(_number))
for _class, _units in _UNITS.items():
    for _unit, _names in _units.items():
        for _word in _names.split():
            PLAIN[_word] = (_class, _unit)
for _word, _part in PARTS_OF_DAY.items():
    PLAIN[_word] = ("POD", _word)
for _word in ("mornings", "afternoons", "evenings"):
    PLAIN[_word] = ("POD", _word[:-1])
for _number, _names in enumerate(("spring", "summer", "autumn fall", "winter")):
    for _word in _names.split():
        PLAIN[_word] = ("SEASON", _number)
for _word, _year in DECADE_WORDS.items():
    PLAIN[_word] = ("DECADEW", _year)

_PHRASES: Final = {
    "right now": ("NOWX", None),
    "just now": ("NOWX", None),
    "at the moment": ("NOWX", None),
    "at this moment": ("NOWX", None),
    "at the minute": ("NOWX", None),
    "at present": ("NOWX", None),
    "at the present time": ("NOWX", None),
    "at this time": ("NOWX", "today"),
    "at the present moment": ("NOWX", None),
    "as soon as possible": ("NOWX", None),
    "this instant": ("NOWX", None),
    "this very moment": ("NOWX", None),
    "these days": ("VAGUE", ("month", -2, 0)),
    "nowadays": ("VAGUE", ("month", -6, 0)),
    "recently": ("VAGUE", ("day", -30, 0)),
    "lately": ("VAGUE", ("day", -30, 0)),
    "of late": ("VAGUE", ("day", -30, 0)),
    "not long ago": ("VAGUE", ("day", -60, 0)),
    "a while ago": ("VAGUE", ("month", -12, -1)),
    "a while back": ("VAGUE", ("month", -12, -1)),
    "a long while ago": ("VAGUE", ("year", -10, -1)),
    "some time ago": ("VAGUE", ("month", -24, -1)),
    "sometime ago": ("VAGUE", ("month", -24, -1)),
    "a long time ago": ("VAGUE", ("year", -30, -2)),
    "long time ago": ("VAGUE", ("year", -30, -2)),
    "long ago": ("VAGUE", ("year", -30, -2)),
    "ages ago": ("VAGUE", ("year", -20, -1)),
    "a short while ago": ("VAGUE", ("hour", -24, 0)),
    "a moment ago": ("VAGUE", ("minute", -5, 0)),
    "moments ago": ("VAGUE", ("minute", -5, 0)),
    "the other day": ("VAGUE", ("day", -7, -1)),
    "the other night": ("VAGUE", ("day", -7, -1)),
    "the other week": ("VAGUE", ("day", -28, -7)),
    "years ago": ("VAGUE", ("year", -15, -2)),
    "months ago": ("VAGUE", ("month", -11, -2)),
    "weeks ago": ("VAGUE", ("day", -70, -14)),
    "days ago": ("VAGUE", ("day", -10, -2)),
    "hours ago": ("VAGUE", ("hour", -12, -2)),
    "decades ago": ("VAGUE", ("year", -60, -20)),
    "in recent years": ("VAGUE", ("year", -5, 0)),
    "in recent months": ("VAGUE", ("month", -6, 0)),
    "in recent weeks": ("VAGUE", ("day", -42, 0)),
    "in recent days": ("VAGUE", ("day", -10, 0)),
    "in the past": ("VAGUE", ("year", None, 0)),
    "in the future": ("FUTURE", ("year", 0, None)),
    "in the near future": ("VAGUE", ("month", 0, 6)),
    "soon": ("VAGUE", ("day", 0, 30)),
    "shortly": ("VAGUE", ("day", 0, 7)),
    "one of these days": ("VAGUE", ("month", 0, 12)),
    "the day after tomorrow": ("RELDAY", 2),
    "day after tomorrow": ("RELDAY", 2),
    "the day after tmrw": ("RELDAY", 2),
    "the day before yesterday": ("RELDAY", -2),
    "day before yesterday": ("RELDAY", -2),
    "up to now": ("TONOW", None),
    "until now": ("TONOW", None),
    "till now": ("TONOW", None),
    "so far": ("SOFAR", None),
    "to date": ("TONOW", None),
    "till date": ("TONOW", None),
    "until today": ("TONOW", None),
    "year to date": ("TODATE", "year"),
    "ytd": ("TODATE", "year"),
    "month to date": ("TODATE", "month"),
    "mtd": ("TODATE", "month"),
    "week to date": ("TODATE", "week"),
    "current date": ("RELDAY", 0),
    "up to": ("UNTIL", None),
    "up until": ("UNTIL", None),
    "up till": ("UNTIL", None),
    "prior to": ("BEFORE", False),
    "ahead of": ("BEFORE", False),
    "earlier than": ("BEFORE", False),
    "sooner than": ("BEFORE", False),
    "no later than": ("BEFORE", False),
    "not later than": ("BEFORE", False),
    "as late as": ("BEFORE", True),
    "on or before": ("BEFORE", True),
    "before or on": ("BEFORE", True),
    "before or in": ("BEFORE", True),
    "before or at": ("BEFORE", True),
    "at or before": ("BEFORE", True),
    "in or before": ("BEFORE", True),
    "on or earlier than": ("BEFORE", True),
    "ending with": ("BEFORE", True),
    "ending on": ("BEFORE", True),
    "ending in": ("BEFORE", True),
    "ending": ("BEFORE", True),
    "later than": ("AFTER", False),
    "greater than": ("AFTER", False),
    "as early as": ("SINCE", None),
    "any time after": ("AFTER", False),
    "on or after": ("SINCE", None),
    "at or after": ("SINCE", None),
    "in or after": ("SINCE", None),
    "after or on": ("SINCE", None),
    "after or equal to": ("SINCE", None),
    "later than or at": ("SINCE", None),
    "later than or in": ("SINCE", None),
    "later than or on": ("SINCE", None),
    "ever since": ("SINCE", None),
    "as of": ("SINCE", None),
    "effective": ("SINCE", None),
    "as from": ("SINCE", None),
    "starting from": ("STARTING", None),
    "starting on": ("STARTING", None),
    "starting in": ("STARTING", None),
    "starting with": ("STARTING", None),
    "beginning on": ("STARTING", None),
    "beginning from": ("STARTING", None),
    "commencing on": ("STARTING", None),
    "or later": ("ORLATER", None),
    "or after": ("ORLATER", None),
    "and later": ("ORLATER", None),
    "and after": ("ORLATER", None),
    "and greater": ("ORLATER", None),
    "onwards": ("ORLATER", None),
    "onward": ("ORLATER", None),
    "or earlier": ("OREARLIER", None),
    "or before": ("OREARLIER", None),
    "and before": ("OREARLIER", None),
    "and earlier": ("OREARLIER", None),
    "less than": ("LESS", None),
    "more than": ("MORE", None),
    "at least": ("MORE", None),
    "at most": ("LESS", None),
    "w / c": ("WEEKOF", None),
    "over the course of": ("OVER", None),
    "in the course of": ("OVER", None),
    "two thousands": ("DECADEW", 2000),
    "twenty tens": ("DECADEW", 2010),
    "turn of the": ("BEGIN", "beginning"),
    "around this time": ("AROUND", None),
}
PHRASES: Final[dict[str, list[tuple[tuple[str, ...], Entry]]]] = {}
for _phrase, _entry in _PHRASES.items():
    _words = tuple(_phrase.split())
    if len(_words) == 1:
        PLAIN[_phrase] = _entry
    else:
        PHRASES.setdefault(_words[0], []).append((_words, _entry))
for _candidates in PHRASES.values():
    _candidates.sort(key=lambda candidate: -len(candidate[0]))

# Classes that can start the search for an expression: a text without any of them holds no time.
CORE: Final = frozenset(
    "WDAY WDAYS MONTH SEASON POD TONIGHT RELDAY NOWX VAGUE TODATE TONOW EOX DECADEW DECADE HOL CLK CLKT"
    " UDAY UCAL UWKND USUB UNIGHT QUARTER SEASONU WORKWEEK DATE SL2 DA2 DO2 MONY I0 I12 I24 I31 I59 I99 I4Y"
    " YYA ORD QTRN HALFN SECOND AMPM SOFAR YEAR WKDAYS FUTURE DT".split()
)
