"""What tests of structures share: turns to say, workers that can be killed, and what was made."""

import hashlib
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from typing import Any

from tests.inside import bring, worker_of

from chronomem import Memory
from chronomem.engine.consolidation.scheduler import Slept
from chronomem.engine.consolidation.work import Desk, Structure
from chronomem.extractors.summaries.summariser import Summariser, Summary, SummaryRequest

LATER = datetime(2026, 1, 1, tzinfo=UTC)

_MADE = """
MATCH (m:Memory {user_id: $user})
RETURN properties(m) AS own,
       COLLECT { MATCH (m)-[:SUMMARISES]->(n) RETURN n.id ORDER BY n.id } AS below,
       COLLECT { MATCH (m)-[:WITHIN]->(p:Period) RETURN p.id } AS within
ORDER BY m.id
"""


class Killed(Exception):
    """The worker's end in the middle of its work."""


class Mortal:
    """A structure whose worker is killed after some units."""

    def __init__(self, structure: Structure, units: int) -> None:
        self._structure = structure
        self._units = units
        self.name = structure.name

    async def work(self, desk: Desk) -> AsyncIterator[int]:
        done = 0
        async for made in self._structure.work(desk):
            yield made
            done += 1
            if done == self._units:
                raise Killed


class Echo:
    """Summaries that tell apart all that they were made of, and in which order."""

    def __init__(self) -> None:
        self.asked: list[SummaryRequest] = []

    async def summarise(self, requests: Sequence[SummaryRequest], *, user: str) -> list[Summary]:  # noqa: ARG002 - for all alike
        self.asked += requests
        return [self._summary(request) for request in requests]

    def _summary(self, request: SummaryRequest) -> Summary:
        told = [request.purpose, request.subject, *(f"{s.when} {s.speaker} {s.text}" for s in request.sources)]
        digest = hashlib.sha256("\n".join([*told, *request.history]).encode()).hexdigest()[:12]
        return Summary(f"{request.purpose} {digest}", False, tuple(source.id for source in request.sources))


def sleep(
    memory: Memory, structure: Structure, user: str, *, now: datetime = LATER, summariser: Summariser | None = None
) -> Slept:
    """Bring a structure of a user up to date."""
    return bring(memory, worker_of(memory, structure, clock=lambda: LATER, summariser=summariser), user, now)


def made(memory: Memory, user: str) -> list[dict[str, Any]]:
    """Return all memories of a user with what they rest on and lie within.

    Left out is what tells of arrival: when they were written, and the numbers that turns got when they came.
    """
    rows = memory.cypher(_MADE, user=user)
    own = [row["own"] for row in rows]
    return [
        {key: str(value) for key, value in node.items() if key not in {"user_id", "version", "seq"}}
        | {"below": row["below"], "within": row["within"]}
        for node, row in zip(own, rows, strict=True)
    ]
