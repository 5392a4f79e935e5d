"""The layout of a graph: entities keep their place at every moment, so that time changes only the lines."""

import math
import zlib
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple, Self

import numpy as np

_ROUNDS = 120
_ORBIT = 0.04
_TURN = math.pi * (3 - math.sqrt(5))  # the golden angle: no two places of the spiral are close


class Position(NamedTuple):
    """A place in the square from -1 to 1."""

    x: float
    y: float

    @classmethod
    def outside(cls, name: str) -> Self:
        """Return a place on the rim, always the same for a name."""
        angle = zlib.crc32(name.encode()) / 2**32 * 2 * math.pi
        return cls(round(math.cos(angle), 3), round(math.sin(angle), 3))


def positions(pairs: Sequence[tuple[str, str]], names: Sequence[str]) -> dict[str, Position]:
    """Return places for names, with related names close together (Fruchterman and Reingold, 1991).

    Args:
        pairs: related names; pairs with other names are ignored.
        names: in order of weight: the first start in the middle. The same names give the same places.
    """
    if not names:
        return {}
    index = {name: number for number, name in enumerate(names)}
    pull = np.zeros((len(names), len(names)), dtype=np.float32)
    for one, other in pairs:
        if one in index and other in index:
            pull[index[one], index[other]] = pull[index[other], index[one]] = 1.0
    places = _settled(_spiral(len(names)), pull)
    spread = _spread(places)
    return {name: Position(*(round(float(v), 3) for v in spread[number])) for name, number in index.items()}


def satellites(
    places: Mapping[str, Position], pairs: Sequence[tuple[str, str]], names: Sequence[str]
) -> dict[str, Position]:
    """Return places for further names, each around the middle of the related names that have one.

    A long history has too many names for all of them to be laid out together. Names without such a relation are left
    out.
    """
    hosts: defaultdict[str, list[str]] = defaultdict(list)
    wanted = set(names).difference(places)
    for one, other in pairs:
        for name, host in ((one, other), (other, one)):
            if name in wanted and host in places:
                hosts[name].append(host)
    taken: Counter[str] = Counter()
    found = {}
    for name in (name for name in names if name in hosts):
        near = [places[host] for host in hosts[name]]
        turn, radius = taken[hosts[name][0]] * _TURN, _ORBIT * math.sqrt(taken[hosts[name][0]] + 1)
        x = sum(place.x for place in near) / len(near) + radius * math.cos(turn)
        y = sum(place.y for place in near) / len(near) + radius * math.sin(turn)
        found[name] = Position(*(round(min(max(value, -1.0), 1.0), 3) for value in (x, y)))
        taken[hosts[name][0]] += 1
    return found


def _spiral(number: int) -> np.ndarray:
    steps = np.arange(number, dtype=np.float32)
    radius = np.sqrt((steps + 0.5) / number)
    return np.stack([radius * np.cos(steps * _TURN), radius * np.sin(steps * _TURN)], axis=1)


def _settled(places: np.ndarray, pull: np.ndarray) -> np.ndarray:
    apart = math.sqrt(2.5 / len(places))  # the distance at which a related pair rests
    x, y = (places[:, axis].astype(np.float32) for axis in (0, 1))
    pull = pull / np.float32(apart)
    for heat in np.linspace(0.12, 0.004, _ROUNDS, dtype=np.float32):
        # Matrices of one axis each: sums over an axis of length two take ten times as long.
        right, up = x[:, None] - x, y[:, None] - y
        distance = np.maximum(np.sqrt(right * right + up * up), np.float32(0.01))
        force = np.float32(apart**2) / (distance * distance) - pull * distance
        by_x, by_y = (np.einsum("ij,ij->i", way, force) - at * np.float32(0.4) for way, at in ((right, x), (up, y)))
        length = np.maximum(np.sqrt(by_x * by_x + by_y * by_y), np.float32(1e-6))
        step = np.minimum(length, heat) / length
        x, y = x + by_x * step, y + by_y * step
    return np.stack([x, y], axis=1)


def _spread(places: np.ndarray) -> np.ndarray:
    """Return places that fill the square: a mix of the places themselves and an even spread in the same order."""
    span = np.maximum(np.abs(places).max(axis=0), 1e-6)
    ranks = places.argsort(axis=0, kind="stable").argsort(axis=0, kind="stable")
    even = (ranks + 0.5) / len(places) * 2 - 1
    spread: np.ndarray = (places / span + even * 2) / 3
    return spread
