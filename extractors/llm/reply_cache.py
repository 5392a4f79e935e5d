"""Replies of language models on disk, so that the same question is not paid for twice."""

import asyncio
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from chronomem.extractors.llm.settings import LanguageModel
from chronomem.graph_schema.errors import FolderUnusable
from chronomem.graph_schema.facts.assertion import digest

CACHE_FILE = "replies.sqlite"

_TABLE = """
CREATE TABLE IF NOT EXISTS reply (
    key TEXT PRIMARY KEY, user TEXT NOT NULL, text TEXT NOT NULL,
    prompt_tokens INTEGER NOT NULL, answer_tokens INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS reply_user ON reply (user);
"""
_PATIENCE_S = 30.0
"""How long to wait for another process that is writing, in seconds."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A model's reply and its token counts."""

    text: str
    prompt_tokens: int
    answer_tokens: int


class ReplyCache:
    """A table of replies in one file, which processes and threads may share.

    A reply belongs to the user on whose behalf the model was asked; no other user's question finds it.
    """

    def __init__(self, folder: Path) -> None:
        self._file = folder / CACHE_FILE
        self._lock = threading.Lock()
        self._made = False

    @staticmethod
    def key(user: str, *question: str) -> str:
        """Return the cache key of a question."""
        return digest(user, *question)

    async def find(self, key: str) -> Reply | None:
        """Return the reply to an earlier question, if there is one."""

        def look() -> Reply | None:
            with self._database() as database:
                query = "SELECT text, prompt_tokens, answer_tokens FROM reply WHERE key = ?"
                row = database.execute(query, (key,)).fetchone()
                return Reply(*row) if row else None

        return await asyncio.to_thread(look)

    async def keep(self, key: str, user: str, reply: Reply) -> None:
        """Store the reply to a question."""

        def write() -> None:
            row = (key, user, reply.text, reply.prompt_tokens, reply.answer_tokens)
            with self._database() as database:
                database.execute("INSERT OR REPLACE INTO reply VALUES (?, ?, ?, ?, ?)", row)

        await asyncio.to_thread(write)

    async def forget(self, user: str) -> int:
        """Delete all replies that belong to a user and return their number; their bytes are overwritten."""

        def delete() -> int:
            if not self._file.exists():
                return 0
            with self._database() as database:
                return database.execute("DELETE FROM reply WHERE user = ?", (user,)).rowcount

        return await asyncio.to_thread(delete)

    @contextmanager
    def _database(self) -> Iterator[sqlite3.Connection]:
        """Open the file for one statement, which takes less than a millisecond; a reply takes seconds."""
        try:
            with self._lock:
                if not self._made:
                    self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                    self._file.touch(mode=0o600)
                database = sqlite3.connect(self._file, timeout=_PATIENCE_S)
                try:
                    database.execute("PRAGMA secure_delete = ON")
                    if not self._made:
                        database.executescript(_TABLE)
                        self._made = True
                    with database:
                        yield database
                finally:
                    database.close()
        except (OSError, sqlite3.Error) as error:
            raise FolderUnusable(f"replies of the language model can't be kept in {self._file}: {error}") from error


def replies_of(model: LanguageModel | None, folder: Path | None) -> ReplyCache | None:
    """Return the reply cache of a model, in the folder that its settings name or else in the memory's own folder.

    A memory in a folder has a cache even without a model, because it may hold replies from an earlier one that have to
    be forgotten.
    """
    chosen = model.cache if model is not None and model.cache is not None else folder
    return ReplyCache(chosen) if chosen is not None else None
