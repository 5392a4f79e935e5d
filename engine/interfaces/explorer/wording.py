"""The wording of times, numbers and predicates on the page. Times come in the user's timezone."""

from datetime import datetime, timedelta, tzinfo

from chronomem.graph_schema.model.periods import Grain


def day_of(moment: datetime) -> str:
    """Return a day, such as `13 May 2024`."""
    return f"{moment.day} {moment:%B %Y}"


def moment_of(moment: datetime) -> str:
    """Return a day with its time, such as `13 May 2024, 09:30`."""
    return f"{day_of(moment)}, {moment:%H:%M}"


def span_of(start: datetime | None, end: datetime | None, zone: tzinfo) -> str:
    """Return the days over which a fact holds, in a timezone; an open end is put in words."""
    if start is not None and start == end:
        return "never, as it turned out"
    since = None if start is None else day_of(start.astimezone(zone))
    until = None if end is None else day_of(end.astimezone(zone))
    if since is None:
        return "as far as is known" if until is None else f"until {until}"
    return f"since {since}" if until is None else f"{since} to {until}"


def period_of(grain: Grain, start: datetime, end: datetime) -> str:
    """Return the name of a calendar period, such as `May 2024`; a week by its days, which a month's end may clip."""
    match grain:
        case Grain.YEAR:
            return f"{start:%Y}"
        case Grain.MONTH:
            return f"{start:%B %Y}"
        case Grain.WEEK:
            return f"{start.day} to {day_of(end - timedelta(hours=12))}"
        case Grain.DAY:
            return f"{start:%a} {day_of(start)}"


def short_period(grain: Grain, start: datetime) -> str:
    """Return the name of a period for an axis."""
    match grain:
        case Grain.YEAR:
            return f"{start:%Y}"
        case Grain.MONTH:
            return f"{start:%b %Y}"
        case _:
            return f"{start.day} {start:%b %Y}"


def predicate_of(name: str) -> str:
    """Return a predicate in words: `lives_in` is `lives in`."""
    return name.replace("_", " ")
