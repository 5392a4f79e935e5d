"""Four-digit numbers that neighbouring words mark as a year."""

from chronomem.extractors.semantic_time.meanings import Fixed, Recurring, within_fixed
from chronomem.extractors.semantic_time.patterns import Built, PatternMatch, rule
from chronomem.extractors.semantic_time.periods import LocalInterval, year_of

FIRST_YEAR, LAST_YEAR = 1500, 2199


def year(found: PatternMatch) -> Built:
    """In 2015; numbers that are rarely years ("of 1200 people") stay numbers."""
    value = found["y"].value
    if not FIRST_YEAR <= value <= LAST_YEAR:
        return None
    return ("YEAR", Fixed((LocalInterval(*year_of(value)),), "period"))


def of_year(found: PatternMatch) -> Built:
    """Easter 2018, Black Friday of 2010."""
    if not isinstance(found["h"], Recurring):
        return None
    meaning = within_fixed(found["h"], Fixed((LocalInterval(*year_of(found["y"].value)),), "period"))
    return ("DATE", meaning) if meaning else None


def of_moved_year(found: PatternMatch) -> Built:
    """Christmas last year, Easter two years ago: resolved before anything is counted from it."""
    year = found["y"]
    if not isinstance(found["h"], Recurring) or not isinstance(year, Fixed) or year.readings[0].grain != "year":
        return None
    meaning = within_fixed(found["h"], year)
    return ("DATE", meaning) if meaning else None


RULES = [
    rule("h:HOL (OF|IN|COMMA)? y:I4Y", of_year),
    rule("(?<=YEARPREP) y:I4Y (?!UNIT)", year),
    rule("(?<=YEARPREP) COMMA y:I4Y", year),
    rule("(?<=PARTWORD) (OF|DASH)? y:I4Y", year),
    rule("(?<=(PRE|POST) DASH) y:I4Y", year),
    rule("(?<=ORDINALUNIT) y:I4Y", year),
    rule("y:I4Y (?=(TOX|SEP) (THE)? (I4Y|MONTH|YEAR|DATE|MONY))", year),
    rule("y:I4Y (?=(COMMA? THE? ORDX (HALF|QUARTER))|ORLATER|OREARLIER)", year),
]
MOVED = [
    rule("h:HOL (OF|IN|COMMA)? y:PERIOD", of_moved_year),
    rule("y:PERIOD (AT|ON|OVER|DURING|FOR)? h:HOL", of_moved_year),
]
LISTED = [
    rule("(?<=THE) y:I4Y (?=X)", year),
    rule("(?<=POINT TOX) y:I4Y (?!UNIT)", year),
    rule("(?<=POINT LISTED) y:I4Y (?!UNIT)", year),
    rule("(?<=AROUND) y:I4Y (?!UNIT|X)", year),
]
