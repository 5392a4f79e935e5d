"""Graphiti's graph in Neo4j: from the running server, or from a file written by `apoc.export.json`.

An episode becomes a turn of the user named by its group, said when the episode took place. A relation between two
entities becomes a fact with the interval in which it holds, stated by the turns of its episodes.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from neo4j import READ_ACCESS, GraphDatabase, NotificationMinimumSeverity
from neo4j.exceptions import ConfigurationError, DriverError, Neo4jError

from chronomem.engine.importers.conversation import DEFAULT_USER, Conversation, turn_of
from chronomem.engine.importers.messages import storable
from chronomem.engine.importers.neutral import parse_object
from chronomem.engine.importers.options import ReadOptions
from chronomem.engine.importers.source import OnBad, SourceFiles
from chronomem.graph_schema.database.statements import statement
from chronomem.graph_schema.errors import DatabaseUnavailable, InvalidInput, InvalidRecord
from chronomem.graph_schema.facts.given import GivenFact
from chronomem.graph_schema.model.checks import MAX_NAME
from chronomem.graph_schema.model.dialogue import Turn

NAME = "graphiti"

Row = Mapping[str, Any]
Report = Callable[[str], None]

_PIECE = 500
_SPOKEN = re.compile(r"\s*([^:\n]{1,80}?)(?: ?\([^)\n]*\))?: +(?=\S)")
_TYPES = {"person": "person", "organization": "organization", "company": "organization", "location": "location"}


def recognises(source: SourceFiles) -> bool:
    """Whether the file holds the nodes of such a graph, one per line."""
    signs = ('"type":"node"', '"Episodic"', '"group_id"')
    return source.is_single and all(sign in source.head().replace('": ', '":') for sign in signs)


def read(source: SourceFiles, options: ReadOptions, on_bad: OnBad) -> Iterator[Conversation]:  # noqa: ARG001 - reader signature
    """Yield episodes and facts, some hundred at a time; the facts come after all episodes."""
    names: dict[str, Row] = {}
    episodes: list[Row] = []
    facts: list[Row] = []
    for number, raw in source.lines():
        if not raw.strip():
            continue
        try:
            record = parse_object(raw)
        except InvalidInput as error:
            on_bad(InvalidRecord(source.path, number, str(error)))
            continue
        properties, labels = _part(record, "properties"), _texts(record.get("labels"))
        if record.get("type") == "node" and "Entity" in labels:
            names[str(record.get("id"))] = {"name": properties.get("name"), "labels": labels}
        elif record.get("type") == "node" and "Episodic" in labels:
            episodes.append(properties)
        elif record.get("type") == "relationship" and record.get("label") == "RELATES_TO":
            ends = {end: names.get(str(_part(record, end).get("id")), {}) for end in ("start", "end")}
            facts.append({**properties, **_ends(ends["start"], ends["end"])})

    def report(reason: str) -> None:
        on_bad(InvalidRecord(source.path, None, reason))

    yield from _conversations(episodes, facts, report)


def read_server(
    uri: str, auth: tuple[str, str] | None, *, database: str | None = None, skip_bad: Report | None = None
) -> Iterator[Conversation]:
    """Yield the episodes and facts of a running server, which is only read.

    Args:
        uri: such as `bolt://localhost:7687`.
        auth: user name and password; read access is enough.
        database: its name; omitted, the server's default.
        skip_bad: called with the problem of each unreadable record, which is then left out. Without it, the first one
            raises.

    Raises:
        InvalidInput: `uri` isn't the address of a server, or a record in the graph is unreadable.
        DatabaseUnavailable: the server can't be reached, or refuses the credentials or the access.
    """

    def refuse(reason: str) -> None:
        raise InvalidInput(reason)

    try:
        with GraphDatabase.driver(uri, auth=auth, notifications_min_severity=NotificationMinimumSeverity.OFF) as driver:
            episodes = _rows(driver, database, "graphiti_episodes")
            facts = _rows(driver, database, "graphiti_facts")
            yield from _conversations(episodes, facts, skip_bad or refuse)
    except (ConfigurationError, ValueError) as error:
        if isinstance(error, InvalidInput):
            raise
        raise InvalidInput(f"{uri!r} is not the address of a server, such as 'bolt://host': {error}") from error
    except (Neo4jError, DriverError) as error:
        raise DatabaseUnavailable(f"Graphiti's graph at {uri} can't be read: {error}") from error


def _part(record: Row, name: str) -> Row:
    part = record.get(name)
    return part if isinstance(part, Mapping) else {}


def _texts(values: Any) -> list[str]:
    return [value for value in values if isinstance(value, str)] if isinstance(values, list) else []


def _rows(driver: Any, database: str | None, name: str) -> Iterator[Row]:
    """Yield the rows of a statement that returns a limited number at a time."""
    after = ""
    while True:
        with driver.session(database=database, default_access_mode=READ_ACCESS) as session:
            rows = session.run(statement(name), after=after, limit=_PIECE).data()
        yield from rows
        if len(rows) < _PIECE:
            return
        after = rows[-1]["uuid"]


def _ends(subject: Row, object_: Row) -> dict[str, Any]:
    return {
        "subject": subject.get("name"),
        "subject_labels": subject.get("labels", []),
        "object": object_.get("name"),
        "object_labels": object_.get("labels", []),
    }


def _conversations(episodes: Iterable[Row], facts: Iterable[Row], report: Report) -> Iterator[Conversation]:
    known: set[str] = set()
    for rows in _pieces(episodes):
        turns: dict[str, list[Turn]] = {}
        for row in rows:
            try:
                turn = _turn(row)
            except InvalidInput as error:
                report(f"episode {row.get('uuid')!r:.60}: {error}")
                continue
            known.add(turn.id or "")
            turns.setdefault(_user(row), []).append(turn)
        for user, own in turns.items():
            yield Conversation(id=f"graphiti:{user}", user=user, turns=tuple(own))
    for rows in _pieces(facts):
        given: dict[str, list[GivenFact]] = {}
        for row in rows:
            try:
                given.setdefault(_user(row), []).extend(_facts(row, known))
            except InvalidInput as error:
                report(f"relation {row.get('uuid')!r:.60}: {error}")
        for user, found in given.items():
            yield Conversation(id=f"graphiti:{user}", user=user, turns=(), facts=tuple(found))


def _pieces(rows: Iterable[Row]) -> Iterator[list[Row]]:
    rows = iter(rows)
    while piece := list(islice(rows, _PIECE)):
        yield piece


def _user(row: Row) -> str:
    return str(row.get("group_id") or DEFAULT_USER)


def _turn_id(uuid: Any) -> str:
    return f"graphiti:{uuid}"


def _turn(row: Row) -> Turn:
    text, speaker = storable(str(row.get("content") or "")), "user"
    if row.get("source") == "message" and (said := _SPOKEN.match(text)):
        speaker, text = said[1].strip(), text[said.end() :]
    return turn_of(
        {
            "id": _turn_id(row["uuid"]) if row.get("uuid") else None,
            "speaker": speaker[:MAX_NAME],
            "role": "assistant" if speaker.lower() == "assistant" else "user",
            "text": text,
            "said_at": row.get("valid_at") or row.get("created_at"),
        }
    )


def _facts(row: Row, known: set[str]) -> Iterator[GivenFact]:
    """Yield a relation as a fact stated by each of its episodes; without a known episode, as a fact by itself.

    A relation that Graphiti invalidated without an end time ends when it was invalidated.
    """
    values = {
        "subject": row.get("subject"),
        "predicate": str(row.get("name") or "relates_to").lower(),
        "object": row.get("object"),
        "text": storable(str(row["fact"])) if row.get("fact") else None,
        "valid_at": row.get("valid_at"),
        "invalid_at": row.get("invalid_at") or row.get("expired_at"),
        "subject_type": _type(row.get("subject_labels") or ()),
        "object_type": _type(row.get("object_labels") or ()),
    }
    turns = [_turn_id(uuid) for uuid in _texts(row.get("episodes")) if _turn_id(uuid) in known]
    for turn in turns:
        yield GivenFact.of(**values, turn_id=turn)
    if not turns:
        said_at = row.get("reference_time") or row.get("created_at")
        yield GivenFact.of(**values, source=NAME, said_at=said_at)


def _type(labels: Iterable[str]) -> str | None:
    return next((_TYPES[label.lower()] for label in labels if label.lower() in _TYPES), None)
