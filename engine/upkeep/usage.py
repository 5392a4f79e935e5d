"""The usage of language models, counted in the graph so that it outlasts the process."""

import asyncio
from dataclasses import asdict, dataclass

from chronomem.extractors.llm.usage import Account, Spent
from chronomem.graph_schema.database.store import GraphStore
from chronomem.graph_schema.facts.assertion import digest


@dataclass(frozen=True, slots=True)
class Usage:
    """The total usage of a language model for a user and a purpose.

    Attributes:
        user: the user.
        purpose: the purpose.
        model: the model's name.
        calls: the number of requests that the server answered.
        prompt_tokens, answer_tokens: their tokens, in and out.
        cached: the number of further requests that were answered from the cache.
        saved_tokens: the tokens, in and out, of those when they were first answered.
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
        """The tokens in and out together, without those from the cache."""
        return self.prompt_tokens + self.answer_tokens


class GraphLedger:
    """The usage of all users, stored in the graph."""

    def __init__(self, store: GraphStore) -> None:
        self._store = store
        self._turn = asyncio.Lock()

    async def record(self, account: Account, spent: Spent) -> None:
        """Add the usage of a call."""
        key = digest(account.purpose, account.model)
        async with self._turn:  # calls that end at the same time would conflict in the database
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
        """Return the total tokens used for a user, or for all."""
        return sum(usage.tokens for usage in await self.usage(user))

    async def usage(self, user: str | None) -> list[Usage]:
        """Return the usage for a user, or for all, by purpose and model."""
        return [Usage(**row) for row in await self._store.read("list_usage", user=user)]
