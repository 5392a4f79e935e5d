"""Common misspellings of time words: "teusday", "febuary", "yesturday"."""

from collections.abc import Iterator
from string import ascii_lowercase
from typing import Final

# One typo in a name of this length doesn't make another English word; shorter names are left alone.
_LONG: Final = 7
# Misspellings that are common although they differ by more than one typo.
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
    """Yield a name with one typo after its first letter: a letter dropped, doubled, swapped or replaced."""
    for at in range(1, len(name)):
        yield name[:at] + name[at + 1 :]
        yield name[: at - 1] + name[at] + name[at - 1] + name[at + 1 :]
        for letter in ascii_lowercase:
            yield name[:at] + letter + name[at:]
            yield name[:at] + letter + name[at + 1 :]


def misspellings(names: list[str]) -> dict[str, str]:
    """Return the long names, keyed by their misspellings."""
    found = {slip: name for name in names if len(name) >= _LONG for slip in slips(name)}
    return {slip: name for slip, name in (found | COMMON).items() if slip not in names}
