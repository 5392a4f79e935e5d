"""Usage of language models: calls and tokens, counted by user, purpose and model."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Spent:
    """Calls of a model and their tokens.

    Attributes:
        calls: how many requests the server answered.
        prompt_tokens, answer_tokens: tokens of prompts and answers, as counted by the server, or estimated if it
            doesn't count.
        cached: how many further requests were answered from the cache.
        saved_tokens: the tokens that the cached replies cost when they were first made.
    """

    calls: int = 0
    prompt_tokens: int = 0
    answer_tokens: int = 0
    cached: int = 0
    saved_tokens: int = 0

    @property
    def tokens(self) -> int:
        """Tokens of prompts and answers together, without replies from the cache."""
        return self.prompt_tokens + self.answer_tokens

    def __add__(self, other: "Spent") -> "Spent":
        return Spent(
            self.calls + other.calls,
            self.prompt_tokens + other.prompt_tokens,
            self.answer_tokens + other.answer_tokens,
            self.cached + other.cached,
            self.saved_tokens + other.saved_tokens,
        )


@dataclass(frozen=True, slots=True, order=True)
class Account:
    """The key under which calls are counted.

    Attributes:
        user: the user on whose behalf the model was called.
        purpose: the purpose in a word or two ("extraction", "answer").
        model: the model's name.
    """

    user: str
    purpose: str
    model: str


class Ledger(Protocol):
    """Keeps count of the tokens spent."""

    async def record(self, account: Account, spent: Spent) -> None:
        """Add the cost of a call."""
        ...

    async def tokens(self, user: str | None) -> int:
        """Return how many tokens were ever spent for a user, or for all users."""
        ...


class TransientLedger:
    """A ledger that lasts for the lifetime of the process."""

    def __init__(self) -> None:
        self._spent: dict[Account, Spent] = {}

    @property
    def accounts(self) -> Mapping[Account, Spent]:
        return self._spent

    async def record(self, account: Account, spent: Spent) -> None:
        self._spent[account] = self._spent.get(account, Spent()) + spent

    async def tokens(self, user: str | None) -> int:
        return sum(s.tokens for account, s in self._spent.items() if user in (None, account.user))
