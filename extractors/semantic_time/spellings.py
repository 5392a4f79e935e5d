"""Names of time as people misspell them: "teusday", "febuary", "yesturday"."""

from collections.abc import Iterator
from string import ascii_lowercase
from typing import Final

# One slip away from a name of so many letters stands no other English word; shorter ones are left alone.
_LONG: Final = 7
# What is written so often that more than one slip is known.
COMMON: Final = {
    "wensday": "wednesday",
    "wendsday": "wednesday",
    "tomorow": "tomorrow",
    "tommorow": "tomorrow",
    "tmw": "tomorrow",
    "tomoz": "tomorrow",
    "moday": "monday",
    "mondya": "monday",
    "firday": "friday",
    "frday": "friday",
    "sudnay": "sunday",
    "sunady": "sunday",
    "agust": "august",
    "augsut": "august",
    "arpil": "april",
}


def slips(name: str) -> Iterator[str]:
    """What comes of a name by one slip after its first letter: a letter lost, doubled, swapped or mistaken."""
    for at in range(1, len(name)):
        yield name[:at] + name[at + 1 :]
        yield name[: at - 1] + name[at] + name[at - 1] + name[at + 1 :]
        for letter in ascii_lowercase:
            yield name[:at] + letter + name[at:]
            yield name[:at] + letter + name[at + 1 :]


def misspellings(names: list[str]) -> dict[str, str]:
    """The long names by what may be written for them."""
    found = {slip: name for name in names if len(name) >= _LONG for slip in slips(name)}
    return {slip: name for slip, name in (found | COMMON).items() if slip not in names}
