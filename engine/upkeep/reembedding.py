"""Re-embedding: the vectors of a memory are replaced, in place, by those of another embedder.

First the new vectors are made, beside the old ones: everybody goes on reading, storing and finding by the old ones.
When a user has all of its own, one transaction gives the user to the new embedder, after which the new vectors take the
place of the old ones. Memories that were opened with the old embedder can neither read nor write this user from then
on. Once every user is the new embedder's, the memory is; until then, it is opened with the old one.

A run that is killed goes on where it was when it is started again with the same embedder; with another one, it begins
anew.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from chronomem.engine.dialogue.storing import Progress
from chronomem.extractors.embeddings.embedder import Embedder
from chronomem.extractors.embeddings.passages import turn_vectors
from chronomem.graph_schema.database.schema import read_schema
from chronomem.graph_schema.database.statements import family
from chronomem.graph_schema.database.store import GraphStore, Transaction
from chronomem.graph_schema.model.batches import batches
from chronomem.graph_schema.model.vectors import pack
from chronomem.retrieval.index.snapshots import delete_snapshots

_AT_ONCE = 250
"""The number of texts that are embedded and stored together."""
_MOVED_AT_ONCE = 1_000
_LABELS = family("find_embedded")


class _TextsLeftError(Exception):
    """A text of a user has no new vector yet."""


@dataclass(frozen=True)
class Reembedded:
    """The result of re-embedding.

    Attributes:
        embedder: the name of the embedder that the memory has now.
        users: the number of users whose vectors were replaced.
        vectors: the number of vectors that were made; those of an earlier run that was killed don't count.
    """

    embedder: str
    users: int = 0
    vectors: int = 0


class Reembedding:
    """Replaces the vectors of all users by those of an embedder; long turns get a vector for each passage."""

    def __init__(
        self, store: GraphStore, embedder: Embedder, passage_words: int, progress: Progress | None = None
    ) -> None:
        self._store = store
        self._embedder = embedder
        self._passage_words = passage_words
        self._progress = progress
        self._made = 0

    async def run(self) -> Reembedded:
        """Replace the vectors; do nothing if all are the embedder's."""
        async with self._store.alone("reembed"):
            schema = await read_schema(self._store)
            name, replaced = self._embedder.name, 0
            if schema is None:
                return Reembedded(name)
            await self._run("name_embedders", embedder=schema["embedder"])
            if (schema["embedder"], schema["next_embedder"]) == (name, None) and not await self._others():
                return Reembedded(name)
            if schema["next_embedder"] != name:
                for user in await self._users():
                    await self._change(user, lambda label: f"drop_next_{label}")
                await self._run("begin_reembedding", embedder=name)
            for user in await self._others():
                await self._make(user)
            while others := await self._others():
                for user in others:
                    replaced += await self._switch(user)
            for user in await self._users():  # and those of a run that was killed in the middle of this
                await self._change(user, lambda label: f"take_next_{label}")
                await delete_snapshots(self._store, user)
            await self._run("finish_reembedding", embedder=name, dimensions=self._embedder.dimensions)
            return Reembedded(name, replaced, self._made)

    async def _users(self) -> list[str]:
        return [row["user"] for row in await self._store.read("read_embedders")]

    async def _others(self) -> list[str]:
        """Return the users whose vectors another embedder made."""
        rows = await self._store.read("read_embedders")
        return [row["user"] for row in rows if row["embedder"] != self._embedder.name]

    async def _make(self, user: str) -> None:
        """Make the missing vectors of a user."""
        for label in _LABELS:
            missing = [row["id"] for row in await self._store.read(f"find_unembedded_{label}", user=user)]
            for ids in batches(missing, _AT_ONCE):
                rows = await self._store.read(f"read_words_{label}", user=user, ids=ids)
                made = await asyncio.to_thread(self._vectors, label, [row["text"] for row in rows])
                stored = [row | vectors for row, vectors in zip(rows, made, strict=True)]
                await self._run(f"store_next_{label}", user=user, rows=stored)
                self._made += len(stored)
                if self._progress is not None:
                    self._progress(len(stored))

    def _vectors(self, label: str, texts: Sequence[str]) -> list[dict[str, Any]]:
        """Return the vectors that the node of each text has, by property."""
        if label != "Turn":
            return [{"embedding": vector} for vector in pack(self._embedder.embed(texts))]
        words = self._passage_words
        return [
            {**asdict(vectors), "passage_words": None if vectors.passages is None else words}
            for vectors in turn_vectors(self._embedder, texts, words)
        ]

    async def _switch(self, user: str) -> bool:
        """Give a user to the embedder, once all texts have their vectors; return False if it was forgotten."""

        async def work(tx: Transaction) -> bool:
            # Writers of the user wait from here on.
            if not await tx.run("switch_embedder", user=user, embedder=self._embedder.name):
                return False
            for label in _LABELS:
                if await tx.run(f"find_unembedded_{label}", user=user):
                    raise _TextsLeftError
            return True

        while True:
            try:
                return await self._store.write(work, user=user)
            except _TextsLeftError:
                await self._make(user)

    async def _change(self, user: str, change: Callable[[str], str]) -> None:
        """Run, for the nodes of each label that have a vector, the statement that changes them."""
        for label in _LABELS:
            found = [row["id"] for row in await self._store.read(f"find_embedded_{label}", user=user)]
            for ids in batches(found, _MOVED_AT_ONCE):
                await self._run(change(label), user=user, ids=ids)

    async def _run(self, name: str, *, user: str | None = None, **parameters: object) -> None:
        own = parameters if user is None else parameters | {"user": user}
        await self._store.write(lambda tx: tx.run(name, **own), user=user)
