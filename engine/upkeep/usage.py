"""The count of what language models took, kept in the graph, so that it outlasts the process."""

import asyncio
from dataclasses import asdict, dataclass

from chronomem.extractors.llm.usage import Account, Spent
from chronomem.graph_schema.database.store import GraphStore
from chronomem.graph_schema.facts.assertion import digest


@dataclass(frozen=True, slots=True)
class Usage:
    """What a language model was asked for a user and a purpose, ever.

    Attributes:
        user: for whom.
        purpose: what for.
        model: its name.
        calls: how many requests the server answered.
        prompt_tokens, answer_tokens: what they took, in and out.
        cached: how many questions more were answered from the cache.
        saved_tokens: what these had taken in and out when they were first answered.
    """

    user: str
    purpose: str
    model: str
    calls: int
    prompt_tokens: int
    answer_tokens: int
    cached: int
    saved_tokens: int

    @property
    def tokens(self) -> int:
        """In and out together, without what came from the cache."""
        return self.prompt_tokens + self.answer_tokens


class GraphLedger:
    """Keeps the count of all users in the graph."""

    def __init__(self, store: GraphStore) -> None:
        self._store = store
        self._turn = asyncio.Lock()

    async def record(self, account: Account, spent: Spent) -> None:
        """Add what was spent."""
        key = digest(account.purpose, account.model)
        async with self._turn:  # calls that end at the same time would run into each other in the database
            await self._store.write(
                lambda tx: tx.run(
                    "record_usage",
                    user=account.user,
                    id=key,
                    purpose=account.purpose,
                    model=account.model,
                    **asdict(spent),
                ),
                user=account.user,
            )

    async def tokens(self, user: str | None) -> int:
        """Return how many tokens were ever spent for a user, or for all."""
        return sum(usage.tokens for usage in await self.usage(user))

    async def usage(self, user: str | None) -> list[Usage]:
        """Return what was spent for a user, or for all, by purpose and model."""
        return [Usage(**row) for row in await self._store.read("list_usage", user=user)]
