"""Detection from a whole export whether 3/4/24 is in April or in March."""

from collections.abc import Iterable
from datetime import date

from chronomem.engine.importers.options import DateOrder
from chronomem.graph_schema.errors import InvalidInput

Fields = tuple[int, int, int]

_PLACES: dict[DateOrder, Fields] = {"dmy": (2, 1, 0), "mdy": (2, 0, 1), "ymd": (0, 1, 2)}
_FIRST_YEAR = 2009  # WhatsApp's first year
_BUDDHIST = 2500
"""Years from here on are in the Buddhist calendar of Thailand."""
_CLEAR = 10
"""The factor by which the days that dates step back under one order must exceed the other's, to rule it out."""


def date_of(fields: Fields, order: DateOrder) -> date | None:
    """Return the date given by three numbers in an order; None if there is no such date."""
    year, month, day = (fields[place] for place in _PLACES[order])
    if year < 100:
        year += 2000
    elif year >= _BUDDHIST:
        year -= 543
    try:
        return date(year, month, day)
    except ValueError:
        return None


class DateOrders:
    """Collects the dates of an export in order, and determines how they are written."""

    def __init__(self) -> None:
        self._never: dict[DateOrder, tuple[int, Fields]] = {}
        self._last: dict[DateOrder, date] = {}
        self._back: dict[DateOrder, int] = dict.fromkeys(_PLACES, 0)
        self._are_equal = True
        self._are_dotted = True
        self._seen: Fields | None = None

    def take(self, line: int, fields: Fields, sign: str) -> None:
        """Add the date of a line; three numbers that form no date in any order are skipped."""
        if fields == self._seen:
            return
        dates = {order: _likely(fields, order) for order in _PLACES}
        if not any(dates.values()):
            return
        self._seen = fields
        self._are_dotted = self._are_dotted and sign == "."
        self._are_equal = self._are_equal and dates["dmy"] == dates["mdy"]
        for order, day in dates.items():
            if day is None:
                self._never.setdefault(order, (line, fields))
            else:
                self._back[order] += max((self._last.get(order, day) - day).days, 0)
                self._last[order] = day

    def decide(self) -> DateOrder:
        """Return the date order.

        Raises:
            InvalidInput: several orders fit, or none does.
        """
        fit: list[DateOrder] = [order for order in _PLACES if order not in self._never]
        if not fit:
            raise InvalidInput(f"no order of day, month and year fits all dates: not {self._misfits()}")
        if len(fit) > 1 and "ymd" in fit:  # two-digit years in front are rare, and then no other order fits
            fit.remove("ymd")
        if len(fit) == 1 or self._are_equal:
            return fit[0]
        if self._are_dotted:  # nobody who writes dots puts the month first
            return "dmy"
        fewest, most = sorted(fit, key=lambda order: self._back[order])
        if self._back[most] > self._back[fewest] * _CLEAR:
            return fewest
        raise InvalidInput(
            f"its dates don't show whether the day or the month comes first ({'/'.join(map(str, self._seen or ()))});"
            " say it: --date-order dmy (day first) or mdy (month first)"
        )

    def _misfits(self) -> str:
        return ", not ".join(_misfit(order, *self._never[order]) for order in ("dmy", "mdy") if order in self._never)


def _misfit(order: DateOrder, line: int, fields: Iterable[int]) -> str:
    return f"{order} because of line {line} ({'/'.join(map(str, fields))})"


def _likely(fields: Fields, order: DateOrder) -> date | None:
    found = date_of(fields, order)
    return found if found is not None and found.year >= _FIRST_YEAR else None
