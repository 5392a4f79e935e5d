"""Time that is divided between two of a kind: "on weekdays I live in Lisbon, at the weekend in Evora"."""

import re

_DIVIDED = re.compile(
    r"\b(?:(?:morning|afternoon|evening|night|weekend|weekday|summer|winter|(?:mon|tues|wednes|thurs|fri|satur|sun)day)s?"
    r"|during the week|half (?:of )?the|rest of|other days?|two (?:jobs|homes|houses|flats|places)|both|also|as well"
    r"|on the side|part of the)\b",
    re.IGNORECASE,
)
"""Words by which somebody divides their time, or says that both are so."""
_REGULARLY = re.compile(
    r"\b(?:(?:morning|afternoon|evening|night|weekend|weekday|(?:mon|tues|wednes|thurs|fri|satur|sun)day)s"
    r"|two (?:jobs|homes))\b",
    re.IGNORECASE,
)
"""Words by which somebody tells of two things that they do at different times of each day or week."""


def divides_days(text: str) -> bool:
    """Whether somebody tells of different times of their days or weeks: "in the mornings … in the afternoons"."""
    return _REGULARLY.search(text) is not None


def divides_time(text: str) -> bool:
    """Whether somebody divides their time between things, or says that several are so at once."""
    return _DIVIDED.search(text) is not None
