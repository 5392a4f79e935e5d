"""Homes that are planned without a day, and the messages that tell that a move is done: "moved in on Saturday!!".

The two stand in different sessions. The graph puts them together: the planned home begins once somebody has arrived.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from chronomem.extractors.language.extracted import TELLING, Extraction, Mention, Statement, TimeExpression
from chronomem.extractors.language.frames.fulfilments import INFERRED
from chronomem.extractors.language.parsing.syntax import SyntaxTree
from chronomem.graph_schema.facts.claims import ARRIVED, PLANNED
from chronomem.graph_schema.facts.relative import AWAITED

_MOVES = re.compile(
    r"(?:mov|relocat|emigrat)(?:e|ing)\b|(?:rent|buy)(?:ing)?\b.*\b(?:flat|house|apartment|place|room|home|cottage|bungalow)\b"
)
_MOVING = re.compile(r"\b(?:mov(?:e|es|ing)|boxes|keys?|lease|rent(?:ed|ing)?|flat|apartment|house)\b", re.IGNORECASE)
"""Words of a message whose plan about a place is to live there."""
_FOUND = re.compile(r"\b(?:found|got|rented|taken|signed|bought)\b", re.IGNORECASE)
_THERE = re.compile(r" there\b")
_TOWARDS = re.compile(r"\b(?:to|into|in|near|for|outside)\s+(?:the\s+)?$")
_SURE = 0.7
_LEAD = 40
"""In characters: how far before a town what tells of it stands."""
_FIRST = r"(?:(?:very )?first|second|third|one|two|three|a) (?:night|evening|morning|day|week|weekend|month)s?"
_ARRIVED = re.compile(
    r"^\W*(?:(?:and|so|well|ok|okay|yes|yep|update|finally|phew|guess what|done|just|officially)\W+)*(?:"
    r"(?:all|finally) (?:moved|settled) in\b(?! with)"
    r"|(?:we'?re|we are|i'?m) (?:finally |now |all )?in(?:\W*$|\s*[!,.;:]|\s+and\b)"
    r"|(?:the )?move(?: is|'s| went)? (?:done|over|ok|okay|fine|well|smoothly)\b"
    rf"|{_FIRST} (?:here|in (?:the|our|my) (?:new )?(?:place|flat|house|apartment|home|room))\b"
    r"|greetings from (?:the|my|our) new (?:place|flat|house|apartment|home|room|balcony|kitchen|sofa|garden)\b"
    r")",
    re.IGNORECASE,
)
"""Sentences of those whose move is done."""
_FROM = re.compile(
    rf"\b(?:{_FIRST}|landed|arrived|settled|greetings|hello|writing|waking up|woke up|unpacking|boxes|home|here|now"
    r"|we'?re|we are|i'?m|i am)(?: (?:yesterday|today|safely|finally|again|now))? (?:in|from) $",
    re.IGNORECASE,
)
"""What stands before the town in which somebody now lives: "greetings from", "first night in"."""


def with_homes_to_come(
    extraction: Extraction, tree: SyntaxTree, times: Sequence[TimeExpression], speaker: str, said_at: datetime
) -> Extraction:
    """Return what a message tells, with the homes that it plans, and with the arrival at one that was planned before.

    Args:
        times: its time expressions.
        speaker: whose message it is.
        said_at: when it was said.
    """
    statements = _from_the_move_on(extraction.statements, said_at)
    homes = (s for s in statements if s.predicate == "lives_in" and s.object is not None)
    towns = {(s.subject, s.object) for s in homes if s.polarity == "affirmed" and not s.ended}
    at_home = {who for who, _ in towns}
    planned = [home for s in statements if (home := _planned(s, tree, extraction.mentions, said_at)) is not None]
    planned = [home for home in planned if (home.subject, home.object) not in towns]
    told = [_arrived(s, said_at) if s.predicate == "lives_in" and s.value == AWAITED else s for s in statements]
    told = [s for s in told if s.grain != ARRIVED or s.subject not in at_home]
    moving = {home.subject for home in planned} | at_home
    moving |= {s.subject for s in told if s.grain == ARRIVED}
    arrived = _arrivals(extraction.mentions, tree, times, speaker, said_at) if speaker not in moving else ()
    completed = (*told, *planned, *arrived)
    met = (_met(s) for s in completed if s.grain == ARRIVED and s.value == AWAITED)
    return replace(extraction, statements=(*completed, *met))


def _from_the_move_on(statements: Sequence[Statement], said_at: datetime) -> list[Statement]:
    """Return what a message tells, with a home that is found from the day on for which it plans the move there.

    "We have found a flat in Odense, and we are moving there on 12 October."
    """
    found = [s for s in statements if s.predicate == "lives_in" and s.rule == TELLING and _FOUND.search(s.text)]
    moves = [s for s in statements if s.predicate == "plans" and _MOVES.match(s.value or "") and not s.ended]
    move = next((s for s in moves if s.valid_at is not None and s.valid_at > said_at), None)
    if move is None or not found or any(s.valid_at is not None or s.ended or s.object is None for s in found):
        return [*statements]
    day, there = move.valid_at, f" to {found[0].object}"
    result = [replace(s, valid_at=day, grain=move.grain) if s in found else s for s in statements]
    return [replace(s, value=_THERE.sub(there, s.value or "", count=1)) if s in moves else s for s in result]


def _planned(told: Statement, tree: SyntaxTree, mentions: Sequence[Mention], said_at: datetime) -> Statement | None:
    """Return the home that a plan is about: Osaka for "move to Osaka"."""
    plan = told.value or ""
    if told.predicate != "plans" or told.ended or told.polarity != "affirmed":
        return None
    if told.object is not None and told.object_type == "location" and _MOVING.search(tree.text):
        return _home(told, told.object, said_at, PLANNED)
    if not _MOVES.match(plan):
        return None
    for mention in mentions:
        at = plan.find(mention.name)
        if at > 0 and mention.type in ("location", "other") and _TOWARDS.search(plan[:at]):
            return _home(told, mention.name, said_at, PLANNED)
    return None


def _home(told: Statement, town: str | None, at: datetime, grain: str) -> Statement:
    """Return a home that is planned, or at which somebody has arrived, in the town that is told or in any."""
    where = town or "their new home"
    return replace(
        told, predicate="lives_in", object=town, object_type=None if town is None else "location",
        value=None if town is not None else AWAITED, valid_at=at, invalid_at=None, grain=grain, modality="actual",
        tense="present", begun=False, text=f"{told.subject} lives in {where}", minor=False, rule="home to come",
    )  # fmt: skip


def _met(arrived: Statement) -> Statement:
    """Return the end of the plan to move."""
    return replace(
        arrived, predicate="plans", value="move", ended=True, confidence=INFERRED, valid_at=None, grain=None,
        text=f"{arrived.subject} moves",
    )  # fmt: skip


def _arrived(told: Statement, said_at: datetime) -> Statement:
    """Return what a phrase tells of a move that is done: "she moved in on Saturday"."""
    return _home(told, None, min(told.valid_at or said_at, said_at), ARRIVED)


def _arrivals(
    mentions: Sequence[Mention], tree: SyntaxTree, times: Sequence[TimeExpression], speaker: str, said_at: datetime
) -> Iterator[Statement]:
    """Yield that the speaker is at a home that they may have planned, by its name or without it."""
    for first, last in tree.sentences:
        start, end = tree.starts[first], tree.end(last - 1)
        text = tree.text[start:end]
        if tree.is_asked(first):
            continue
        day = next((t.start for t in times if start <= t.start_char < end and t.start is not None), None)
        at = said_at if day is None or day > said_at else day
        there = (m for m in mentions if start < m.start < end and m.type in ("location", "other"))
        town = next((m.name for m in there if _FROM.search(tree.text, max(start, m.start - _LEAD), m.start)), None)
        if town is None and not _ARRIVED.match(text):
            continue
        told = Statement(
            speaker, "lives_in", None, AWAITED, "affirmed", "actual", "present", False, None, None, None, _SURE, "",
            (start, end),
        )  # fmt: skip
        yield _home(told, town, at, ARRIVED)
