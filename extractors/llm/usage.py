"""What language models were asked, and what it took in tokens: counted by user, purpose and model."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Spent:
    """Calls of a model, and their tokens.

    Attributes:
        calls: how many requests were answered by the server.
        prompt_tokens, answer_tokens: what they took in and out, as the server counts, or as estimated where it doesn't.
        cached: how many more were answered from the cache.
        saved_tokens: what these had taken in and out when they were first answered.
    """

    calls: int = 0
    prompt_tokens: int = 0
    answer_tokens: int = 0
    cached: int = 0
    saved_tokens: int = 0

    @property
    def tokens(self) -> int:
        """In and out together, without what came from the cache."""
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
    """What calls are counted under.

    Attributes:
        user: for whom the model was asked.
        purpose: what for, in a word or two ("extraction", "answer").
        model: its name.
    """

    user: str
    purpose: str
    model: str


class Ledger(Protocol):
    """Keeps the count."""

    async def record(self, account: Account, spent: Spent) -> None:
        """Add what was spent."""
        ...

    async def tokens(self, user: str | None) -> int:
        """Return how many tokens were ever spent for a user, or for all."""
        ...


class TransientLedger:
    """A count that lasts as long as the process."""

    def __init__(self) -> None:
        self._spent: dict[Account, Spent] = {}

    @property
    def accounts(self) -> Mapping[Account, Spent]:
        return self._spent

    async def record(self, account: Account, spent: Spent) -> None:
        self._spent[account] = self._spent.get(account, Spent()) + spent

    async def tokens(self, user: str | None) -> int:
        return sum(s.tokens for account, s in self._spent.items() if user in (None, account.user))
