"""Export and load: all data of one user or of all users, from a memory to a file and back."""

import hashlib
import json
import logging
from collections import defaultdict
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from chronomem.engine.dialogue.storing import Progress
from chronomem.engine.upkeep.export_file import FORMAT, KIND, ExportFile, Line, Record, dump, read_lines
from chronomem.extractors.embeddings.embedder import Embedder
from chronomem.graph_schema.database.migrations import MIGRATIONS
from chronomem.graph_schema.database.name_index import index_names
from chronomem.graph_schema.database.statements import family
from chronomem.graph_schema.database.store import OTHER_ONTOLOGY, GraphStore, Transaction, check_embedder
from chronomem.graph_schema.errors import InvalidInput, InvalidRecord
from chronomem.graph_schema.model.batches import batches
from chronomem.graph_schema.model.totals import total
from chronomem.graph_schema.model.vectors import pack

_LOG = logging.getLogger("chronomem.transfer")

_AT_ONCE = 500
_ATTEMPTS = 3
_EMBEDDED = {"Turn": "text", "Memory": "text", "Topic": "summary", "Persona": "summary", "Period": "summary"}
"""The labels whose nodes have an embedding, and the property that it is made from."""
_VECTORS = ("embedding", "passages")
"""The properties that hold vectors."""
_LEFT_OUT = ("next_embedding", "next_passages", "next_passage_words", "keyed")
"""Vectors of another embedder, which re-embedding has made and not yet put to use; and what a load finds by itself."""


@dataclass(frozen=True)
class Transferred:
    """The counts of an export or a load.

    Attributes:
        users: the number of users; on loading, of those that are new.
        nodes: the number of nodes, users not counted.
        relations: the number of relations.
    """

    users: int = 0
    nodes: int = 0
    relations: int = 0

    def __add__(self, other: "Transferred") -> "Transferred":
        return total(self, other)


class Export:
    """Writes users to a file, a limited number of nodes at a time."""

    def __init__(self, store: GraphStore, embedder: Embedder, *, embeddings: bool) -> None:
        self._store = store
        self._embedder = embedder
        self._embeddings = embeddings

    async def run(self, path: Path, users: Sequence[str], progress: Progress | None = None) -> Transferred:
        """Write users, each as of one moment; an existing file is replaced at the end.

        Raises:
            InvalidInput: the file can't be written.
        """
        done = Transferred()
        try:
            with ExportFile(path) as file:
                file.write(await self._header())
                for user in users:
                    done += await self._user(file, user)
                    if progress:
                        progress(file.lines)
        except OSError as error:
            raise InvalidInput(f"{path} can't be written: {error.strerror or error}; name another file") from error
        return done

    async def _header(self) -> Record:
        [schema] = await self._store.read("read_schema")
        ontology = {"ontology": schema["ontology"]} if schema["ontology"] else {}
        return {
            "chronomem": KIND,
            "format": FORMAT,
            "schema": MIGRATIONS[-1].version,
            "embedder": self._embedder.name,
            "embeddings": self._embeddings,
            **ontology,
        }

    async def _user(self, file: ExportFile, user: str) -> Transferred:
        """Write one user; start again if somebody wrote meanwhile, and hold writers off on the last attempt."""
        mark = file.mark()
        for attempt in range(1, _ATTEMPTS + 1):
            file.cut(mark)
            async with self._store.hold(user) if attempt == _ATTEMPTS else nullcontext():
                before = await self._properties(user)
                done = await self._graph(file, user, before)
                if await self._properties(user) == before:
                    break
        file.write({"end": user, "lines": file.lines - mark[1]})
        return done

    async def _properties(self, user: str) -> Record:
        rows = await self._store.read("export_user", user=user)
        properties = dict(rows[0]["properties"])
        check_embedder(user, properties.pop("embedder", None), self._store.embedder)
        properties.pop("due_at", None)  # whoever loads it looks at once
        return properties

    async def _graph(self, file: ExportFile, user: str, properties: Record) -> Transferred:
        file.write({"user": properties})
        nodes = relations = 0
        ids: dict[str, list[str]] = {}
        for label in family("export_ids"):
            ids[label] = sorted(row["id"] for row in await self._store.read(f"export_ids_{label}", user=user))
            for piece in batches(ids[label], _AT_ONCE):
                nodes += await self._nodes(file, user, label, piece)
        for label, all_ids in ids.items():
            for piece in batches(all_ids, _AT_ONCE):
                relations += await self._relations(file, user, label, piece)
        return Transferred(1, nodes, relations)

    async def _nodes(self, file: ExportFile, user: str, label: str, ids: Sequence[str]) -> int:
        rows = await self._store.read(f"export_nodes_{label}", user=user, ids=ids)
        for row in sorted(rows, key=lambda row: str(row["id"])):
            properties = {name: value for name, value in row["properties"].items() if name not in _LEFT_OUT}
            if not self._embeddings and label in _EMBEDDED:
                for name in _VECTORS:
                    properties.pop(name, None)
            file.write({"node": label, "properties": properties})
        return len(rows)

    async def _relations(self, file: ExportFile, user: str, label: str, ids: Sequence[str]) -> int:
        found: defaultdict[str, list[list[Any]]] = defaultdict(list)
        rows = await self._store.read(f"export_relations_{label}", user=user, ids=ids)
        for row in rows:
            found[row["id"]].append([row["type"], row["label"], row["to"], row["properties"]])
        for start, own in sorted(found.items()):
            own.sort(key=lambda relation: dump({"relation": relation}))
            file.write({"from": [label, start], "relations": own})
        return len(rows)


class Load:
    """Loads an export into a memory. Run again after a crash, it resumes where needed."""

    def __init__(self, store: GraphStore, embedder: Embedder) -> None:
        self._store = store
        self._embedder = embedder
        self._has_vectors = False

    async def run(self, path: Path, progress: Progress | None = None) -> Transferred:
        """Load all users of a file. A user who is already present as in the file is left alone.

        Missing vectors, and those made by another embedder, are made again.

        Raises:
            InvalidRecord: the file was written by a newer version, is damaged or truncated, or has a user who exists
                with other memories; the message names the line. The users before that line are loaded.
        """
        lines = read_lines(path)
        first = next(lines, None)
        if first is None:
            raise InvalidRecord(path, None, "is empty")
        self._read_header(first)
        await self._note_ontology(str(first.record.get("ontology", "")))
        done, section = Transferred(), None
        for line in lines:
            if section is None:
                section = await self._begin(line)
            elif line.record.keys() == {"end", "lines"}:
                done += await section.finish(line)
                section = None
            else:
                await section.take(line)
            if progress:
                progress(1)
        if section is not None:
            raise InvalidRecord(path, None, f"ends in the middle of user {section.user!r}; it was truncated")
        return done

    def _read_header(self, line: Line) -> None:
        header = line.record
        if header.get("chronomem") != KIND:
            raise line.wrong('is not the first line of an export ({"chronomem": "export", …})')
        for what, known in (("format", FORMAT), ("schema", MIGRATIONS[-1].version)):
            if not isinstance(header.get(what), int) or header[what] > known:
                raise line.wrong(
                    f"was written by a newer version of chronomem ({what} {header.get(what)!r}, this one knows up to"
                    f" {known}): upgrade chronomem to load it"
                )
        self._has_vectors = bool(header.get("embeddings")) and header.get("embedder") == self._embedder.name

    async def _note_ontology(self, ontology: str) -> None:
        """Note that the facts to load follow another ontology, so that they are derived anew before anything else."""
        if ontology != self._store.vocabulary.fingerprint:
            _LOG.warning("%s", OTHER_ONTOLOGY)
            await self._store.execute("write_ontology", ontology=ontology)

    async def _begin(self, line: Line) -> "_Section":
        match line.record:
            case {"user": {"id": str(user), "version": int(), "epoch": int(), "timezone": str()} as properties}:
                pass
            case _:
                raise line.wrong("expected a user: the properties id, version, epoch and timezone")
        embedder = None if self._has_vectors else self._embedder
        mark = hashlib.sha256(json.dumps(properties, default=str, sort_keys=True).encode()).hexdigest()
        values = {"user": user, "properties": properties | {"embedder": self._embedder.name}, "mark": mark}
        rows = await self._store.write(lambda tx: tx.run("load_user", **values), user=user)
        if rows[0]["loading"] == mark:
            return _Section(self._store, user, line, embedder)
        here = {key: rows[0][key] for key in ("version", "epoch", "created_at")}
        if here == {key: properties.get(key) for key in here}:
            return _Known(self._store, user, line, None)
        raise line.wrong(
            f"there are other memories of user {user!r} here (version {here['version']}): forget them first, or load"
            " into another memory"
        )


class _Section:
    """One user's part of a file during loading, in transactions of one kind of record each."""

    def __init__(self, store: GraphStore, user: str, begin: Line, embedder: Embedder | None) -> None:
        self.user = user
        self._store = store
        self._begin = begin
        self._embedder = embedder
        self._waiting: list[Line] = []
        self._kind = ""
        self._nodes = self._relations = 0

    async def take(self, line: Line) -> None:
        """Add a node, or the relations of one."""
        kind = self._check(line)
        if kind != self._kind or len(self._waiting) == _AT_ONCE:
            await self._flush()
        self._kind = kind
        self._waiting.append(line)

    async def finish(self, line: Line) -> Transferred:
        """Write the remaining records, and set the user's version."""
        await self._flush()
        lines = line.number - self._begin.number
        if line.record != {"end": self.user, "lines": lines}:
            raise line.wrong(f"expected the end of user {self.user!r} after {lines} lines; some were lost or added")
        await index_names(self._store, self.user)
        values = {"user": self.user, "version": self._begin.record["user"]["version"]}
        await self._store.write(lambda tx: tx.run("finish_user", **values), user=self.user)
        return Transferred(1, self._nodes, self._relations)

    def _check(self, line: Line) -> str:
        match line.record:
            case {"node": str(label), "properties": {"id": str(), "user_id": self.user}} if label in family(
                "load_nodes"
            ):
                return f"node {label}"
            case {"from": [str(label), str()], "relations": [*relations]} if label in family("load_nodes"):
                for relation in relations:
                    match relation:
                        case [str(kind), str(to), str(), dict()] if f"{label}_{kind}_{to}" in family("load_relation"):
                            continue
                    raise line.wrong(f"{relation!r:.100} is not a relation of a {label} in this version of the model")
                return f"from {label}"
        raise line.wrong(
            f"{str(line.record)[:100]} is neither a node of user {self.user!r}, nor relations, nor the user's end"
        )

    async def _flush(self) -> None:
        lines, self._waiting = self._waiting, []
        if not lines:
            return
        kind, _, label = self._kind.partition(" ")
        write = self._write_nodes if kind == "node" else self._write_relations
        await write(label, lines)

    async def _write_nodes(self, label: str, lines: Sequence[Line]) -> None:
        rows = [{"id": line.record["properties"]["id"], "properties": line.record["properties"]} for line in lines]
        if self._embedder is not None and label in _EMBEDDED:
            worded = [row for row in rows if row["properties"].get(_EMBEDDED[label])]
            texts = [row["properties"][_EMBEDDED[label]] for row in worded]
            for row, vector in zip(worded, pack(self._embedder.embed(texts)), strict=True):
                row["properties"]["embedding"] = vector
                row["properties"].pop("passages", None)  # an index without them makes them

        async def work(tx: Transaction) -> None:
            there = {row["id"] for row in await tx.run(f"reload_nodes_{label}", user=self.user, rows=rows)}
            if fresh := [row for row in rows if row["id"] not in there]:
                await tx.run(f"load_nodes_{label}", user=self.user, rows=fresh)

        await self._store.write(work, user=self.user)
        self._nodes += len(rows)

    async def _write_relations(self, label: str, lines: Sequence[Line]) -> None:
        rows: defaultdict[str, list[Record]] = defaultdict(list)
        for line in lines:
            for kind, to, end, properties in line.record["relations"]:
                row = {"from": line.record["from"][1], "to": end, "properties": properties}
                rows[f"{label}_{kind}_{to}"].append(row)

        async def work(tx: Transaction) -> int:
            ids = [line.record["from"][1] for line in lines]
            await tx.run(f"unload_relations_{label}", user=self.user, ids=ids)
            made = 0
            for member, own in rows.items():
                made += (await tx.run(f"load_relation_{member}", user=self.user, rows=own))[0]["made"]
            return made

        expected = sum(map(len, rows.values()))
        if (made := await self._store.write(work, user=self.user)) != expected:
            raise lines[-1].wrong(
                f"of the {expected} relations up to this line, {expected - made} have an end that is not in the file"
            )
        self._relations += expected


class _Known(_Section):
    """The part of a user who is already present as in the file: checked, but not written."""

    async def take(self, line: Line) -> None:
        self._check(line)

    async def finish(self, line: Line) -> Transferred:  # noqa: ARG002 - nothing is left to write
        return Transferred()
