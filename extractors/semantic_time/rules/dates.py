"""Written-out dates: days, months, years, quarters, decades, centuries."""

from typing import Any

from chronomem.extractors.semantic_time import recurrences
from chronomem.extractors.semantic_time.meanings import (
    Fixed,
    Recurring,
    fixed,
    one,
    within_fixed,
)
from chronomem.extractors.semantic_time.numbers import Number
from chronomem.extractors.semantic_time.numerals import (
    day_or_none,
    decade_of,
    mixed_date,
    ten_years,
    year_choices,
)
from chronomem.extractors.semantic_time.patterns import Built, PatternMatch, rule
from chronomem.extractors.semantic_time.periods import LocalInterval, LocalSpan, add_months, month_of, year_of

# A two-digit number after a month and day is a year only if it can hardly be anything else.
_LOW_YEAR = 32


def number_of(value: Any) -> int:
    """Return the number in a token: an ordinal, or a whole number."""
    return value.value if isinstance(value, Number) else int(value)


def years(found: PatternMatch, name: str = "y") -> list[int] | None:
    """Return the years that the captured token may mean; None if there is none."""
    value = found[name]
    if value is None:
        return None
    if isinstance(value, Fixed):
        start = value.readings[0].start
        return [start.year] if start else None
    return year_choices(value.value, value.digits or 4, found.env.now)


def day_and_month(found: PatternMatch) -> Built:
    """3 March, March the third, 3 March 2015."""
    month, day = found["m"].key, number_of(found["d"])
    if month < 1:
        return None
    chosen = years(found)
    if chosen is None:
        return ("DATE", recurrences.month_day(month, day))
    intervals = [interval for year in chosen if (interval := day_or_none(year, month, day))]
    # A date that doesn't exist is no time, and neither are its parts.
    return ("DATE", Fixed(tuple(intervals), "day")) if intervals else ("X", None)


def day_month_short_year(found: PatternMatch) -> Built:
    """May 6, 69: a year of two bare digits."""
    year = found["y"]
    if year.digits != 2 or (year.value < _LOW_YEAR and not found.is_a("d", "ORDX")):
        return None
    return day_and_month(found)


def mixed(found: PatternMatch) -> Built:
    """31-Oct-74, 2020/23/Sep."""
    return mixed_date([found["a"], found["b"], found["c"]], found.env)


def month_and_year(found: PatternMatch) -> Built:
    """May 2015, 2015 May, May of '15."""
    chosen = years(found)
    if not chosen:
        return None
    return ("MONY", Fixed(tuple(LocalInterval(*month_of(year, found["m"].key)) for year in chosen), "period"))


def month_and_bare_year(found: PatternMatch) -> Built:
    """April of 87."""
    year = found["y"]
    return month_and_year(found) if year.digits == 2 and year.value >= _LOW_YEAR else None


def weekday_and_number(found: PatternMatch) -> Built:
    """Friday the 13th."""
    day = number_of(found["d"])
    return ("WDOM", recurrences.weekday_and_day(found["w"].key, day)) if day <= 31 else None


def the_day(found: PatternMatch) -> Built:
    """The 15th, on 15."""
    day = number_of(found["d"])
    if not 1 <= day <= 31:
        return None
    # A word ("the second") or a bare number is weaker evidence than "the 15th": the parser checks the following
    # words.
    return ("DOMX", recurrences.day_of_month(day))


def the_late_day(found: PatternMatch) -> Built:
    """The fifteenth; smaller spelt-out ordinals number anything."""
    return the_day(found) if number_of(found["d"]) > 10 else None


def year(found: PatternMatch) -> Built:
    """In 2015."""
    chosen = years(found)
    if not chosen:
        return None
    return ("YEAR", Fixed(tuple(LocalInterval(*year_of(each)) for each in chosen), "period"))


def named_year(found: PatternMatch) -> Built:
    """The year 2015."""
    return year(found) if found["u"] == "year" else None


def dated(found: PatternMatch) -> Built:
    """5/7, 2020."""
    span = within_fixed(found["x"], Fixed((LocalInterval(*year_of(found["y"].value)),), "period"))
    return ("DATE", span) if span else None


def fiscal_year(found: PatternMatch) -> Built:
    """Fiscal year 2020: the one that ends in 2020."""
    value = found["y"]
    chosen = year_choices(value.value, value.digits or 4, found.env.now)[0]
    first = found.env.settings.fiscal_year_start
    end = month_of(chosen if first > 1 else chosen + 1, first).start
    return ("YEAR", fixed(add_months(end, -12), end, "year"))


def quarter(found: PatternMatch) -> Built:
    """Q3, Q3 2016, 2016-H2."""
    count = 3 if found.is_a("q", "QTRN") else 6
    first = (found["q"] - 1) * count + found.env.settings.fiscal_year_start
    chosen = years(found)
    if chosen is None:
        month = (first - 1) % 12 + 1
        return ("QTR", recurrences.months_of_year(month, count, "quarter"))
    shift = 12 if found.env.settings.fiscal_year_start > 1 else 0
    start = add_months(month_of(chosen[0], 1).start, first - 1 - shift)
    return ("QTR", one(LocalSpan(start, add_months(start, count), "quarter")))


def plain_quarter(found: PatternMatch) -> Built:
    """The third quarter."""
    number = number_of(found["q"])
    if not 1 <= number <= 4:
        return None
    month = (number * 3 - 3 + found.env.settings.fiscal_year_start - 1) % 12 + 1
    return ("QTR", recurrences.months_of_year(month, 3, "quarter"))


def season(found: PatternMatch) -> Built:
    """Summer 2019, the summer of '69."""
    meaning = season_of(found)
    chosen = years(found)
    if chosen is None:
        return ("SEASONX", meaning)
    spans = [span for year in chosen for span in meaning.instances(*year_of(year)[:2]) if span.start.year == year]
    return ("SEASONX", Fixed(tuple(LocalInterval(*span) for span in spans), "period")) if spans else None


def season_of_two_years(found: PatternMatch) -> Built:
    """Winter 2020-21: the one that runs from the first year into the second."""
    first = found["r"].readings[0].start if found["r"] else found["y"].value
    year = first if isinstance(first, int) else first.year
    if found["z"] and (found["z"].value - year) % 100 != 1:
        return None
    span = next((each for each in season_of(found).instances(*year_of(year)[:2]) if each.end.year > year), None)
    return ("SEASONX", one(span)) if span else None


def season_of(found: PatternMatch, name: str = "s") -> Recurring:
    """Return the named season, in the user's hemisphere: three whole months."""
    number = found[name] if found.env.settings.hemisphere == "north" else (found[name] + 2) % 4
    return recurrences.months_of_year((3, 6, 9, 12)[number], 3, "season")


def decade_word(found: PatternMatch) -> Built:
    """The nineties, the nineteen seventies."""
    start = found["d"]
    century = found["c"]
    if century is None:
        return ("DECADE", decade_of(start % 100, 2, found.env) if start < 2000 else ten_years(start))
    if not 15 <= century.value <= 20 or start >= 2000:
        return None
    return ("DECADE", ten_years(century.value * 100 + start % 100))


def decade_of_century(found: PatternMatch) -> Built:
    """The twenties of the last century."""
    decade, outer = found["d"].readings[0].start, found["x"].readings[0]
    if outer.grain != "century" or outer.start is None or decade is None:
        return None
    return ("DECADE", ten_years(outer.start.year // 100 * 100 + decade.year % 100))


def century(found: PatternMatch) -> Built:
    """The 15th century: 1400 to 1500, the usual count."""
    number = number_of(found["o"])
    if found["u"] != "century" or not 2 <= number <= 99:
        return None
    start = year_of((number - 1) * 100).start
    return ("PERIOD", fixed(start, add_months(start, 1200), "century"))


def centuries(found: PatternMatch) -> Built:
    """The 17th and 18th centuries."""
    first, last = number_of(found["o"]), number_of(found["p"])
    if found["u"] != "century" or not 2 <= first < last <= 99:
        return None
    start = year_of((first - 1) * 100).start
    return ("RANGE", fixed(start, add_months(start, 1200 * (last - first + 1)), "interval", "range"))


def ides(found: PatternMatch) -> Built:
    """The ides of May."""
    month = found["m"].key
    return ("DATE", recurrences.month_day(month, 15 if month in (3, 5, 7, 10) else 13))


_YEAR = "(OF|COMMA|IN)? y:YR"

RULES = [
    rule("a:(DOM|I4Y|MONTH) SEP b:(DOM|I4Y|MONTH) SEP c:(DOM|I4Y|I59|I99|MONTH)", mixed),
    rule("THE? IDES OF m:MONTH", ides),
    rule("x:SL2 (COMMA|OF|IN)? y:I4Y", dated),
    rule(f"(WDAY COMMA? THE?)? d:(ORDX|DOM) OF? m:MONTH {_YEAR}", day_and_month),
    rule(
        "d:(ORDX|DOM) OF? m:MONTH (OF|COMMA)? y:(I59|I99|I31|I24|I12) (?!AMPM|UNIT|MONTH|TOX|DASH)",
        day_month_short_year,
    ),
    rule(f"m:MONTH (THE|COMMA|SEP)? d:(ORDX|DOM) {_YEAR}", day_and_month),
    rule(
        "m:MONTH THE? d:(ORDX|DOM) COMMA? y:(I59|I99|I31|I24|I12) (?!AMPM|UNIT|MONTH|TOX|DASH)",
        day_month_short_year,
    ),
    rule("THE? d:(ORDX|DOM) (UDAY OF|OF)? m:MONTH (?! COMMA? YR)", day_and_month),
    rule("m:MONTH (THE|COMMA|SEP)? d:(ORDX|DOM) (?!TOX DOM MONTH) (?! COMMA? YR)", day_and_month),
    rule("d:DOM SEP m:MONTH (?!SEP)", day_and_month),
    rule("m:MONTH (COMMA|SEP|OF|IN)? y:YR", month_and_year),
    rule("m:MONTH OF y:(I59|I99)", month_and_bare_year),
    rule("y:YR (COMMA|SEP)? m:MONTH (?!DOM|ORDX)", month_and_year),
    rule("q:(QTRN|HALFN) (OF|SEP|COMMA|IN)? (THE UCAL)? (OF)? y:YR", quarter),
    rule("y:YR (SEP|COMMA)? q:(QTRN|HALFN)", quarter),
    rule("q:(QTRN|HALFN)", quarter),
    rule("THE? s:SEASON (OF|COMMA|IN)? r:RANGE", season_of_two_years),
    rule("THE? s:SEASON (OF|COMMA|IN)? y:I4Y SEP z:(I4Y|I12|I24|I31|I59|I99)", season_of_two_years),
    rule("THE? s:SEASON (OF|COMMA|IN)? y:YR", season),
    rule("c:NUM? DASH? d:DECADEW", decade_word),
    rule("THE? s:SEASON OF y:I99", season),
    rule("THE? o:ORDX (AND|TO) THE? p:ORDX u:UCAL", centuries),
    rule("THE? o:ORDX DASH? u:UCAL (?! (OF|IN)? (I4Y|YEAR))", century),
    rule("FISCAL (UCAL)? y:(YR|I12|I24|I31|I59|I99)", fiscal_year),
]
YEARS = [
    rule("(?<=YEARPREP) y:YYA", year),
    rule("CALENDAR (UCAL)? y:(YR|I24|I31)", year),
    rule("THE? u:UCAL OF? y:I4Y", named_year),
    rule("y:I4Y AD", year),
]
LATE = [
    rule("THE? d:DECADE (OF|IN) THE? x:PERIOD", decade_of_century),
    rule("THE? q:ORDX QUARTER", plain_quarter),
    rule("w:WDAY COMMA? THE? d:ORD (?!UNIT|MONTH|TOX|AND|X X|CLK|AMPM)", weekday_and_number),
    rule("w:WDAY COMMA? THE? d:DOM (?!UNIT|MONTH|TOX|AND|X|OF|CLK|AMPM)", weekday_and_number),
    rule("w:WDAY COMMA? THE d:(ORDX|DOM)", weekday_and_number),
    rule("w:WDAY d:ORD (?=CLK|CLKA|CLKR|AT)", weekday_and_number),
    rule("(?<=DAYPREP) THE? d:ORD (?!X|UNIT|HALF|QUARTER|NUM|TIMEW)", the_day),
    rule("(?<=DAYPREP) THE d:(ORDW|SECOND) (?=P|COMMA|AT|TOX|POD|CLK|CLKT)", the_day),
    rule("(?<=FROM) d:ORDW (?=TOX ORDW)", the_day),
    rule("d:ORD (?=TOX THE? (ORD|DOMX) (?!X|UNIT|HALF|QUARTER|NUM))", the_late_day),
    rule("THE d:ORDW (?=P)", the_late_day),
    rule("(?<=DAYPREP) THE d:DOM (?!X|UNIT|HALF|QUARTER|NUM)", the_day),
    rule("(?<=ON) d:DOM (?!X|UNIT|HALF|QUARTER|NUM|TOX)", the_day),
    rule("(?<=FROM) d:DOM (?= TOX (DATE|DOMX))", the_day),
    rule("(?<!AROUND) THE d:ORD (?!X|GOESON|UNIT|HALF|QUARTER|NUM)", the_day),
    rule("THE? d:(ORD|ORDW) (?=(OF|IN) THE? (PERIOD|THEUNIT))", the_day),
    rule("d:(DOM) (?=OF THE? PERIOD)", the_day),
    rule("(?<=TIMEAT) d:ORD (?!X|UNIT)", the_day),
]
