"""Timezones come by their IANA names, which mean the same on every machine."""

import pytest

from chronomem import InvalidTime
from chronomem.graph_schema.model.times import zone_of


@pytest.mark.parametrize("name", ["localtime", "posixrules", "Factory", "posix/Europe/Lisbon", "right/UTC", "Mars", ""])
def test_files_beside_the_timezones_of_a_machine_are_none(name: str) -> None:
    with pytest.raises(InvalidTime, match="unknown timezone"):
        zone_of(name)
    assert zone_of("Europe/Lisbon").key == "Europe/Lisbon"
