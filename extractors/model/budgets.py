"""Keeping within budgets: a call that would pass one is not made."""

from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from chronomem.extractors.model.settings import Budgets
from chronomem.extractors.model.usage import Account, Ledger, Spent
from chronomem.graph_schema.errors import BudgetExceeded


@dataclass
class _Run:
    """What one call of a memory's method has spent, with what is under way."""

    tokens: int = 0


_RUN: ContextVar[_Run | None] = ContextVar("chronomem_model_run", default=None)


@contextmanager
def one_run() -> Iterator[None]:
    """Count what is asked inside as one run; one that is inside another belongs to it."""
    if _RUN.get() is not None:
        yield
        return
    token = _RUN.set(_Run())
    try:
        yield
    finally:
        _RUN.reset(token)


class Purse:
    """Pays for calls. What is under way counts as spent, so that calls side by side can't pass a limit together."""

    def __init__(self, budgets: Budgets, ledger: Ledger) -> None:
        self._budgets = budgets
        self._ledger = ledger
        self._under_way: Counter[str] = Counter()

    @asynccontextmanager
    async def paying(self, account: Account, needed: int) -> AsyncIterator["Bill"]:
        """Make a call inside, and write on the bill what it took.

        Raises:
            BudgetExceeded: `needed` tokens, those of the prompt, would pass a limit.
        """
        await self._check(account.user, needed)
        run, bill = _RUN.get(), Bill()
        self._under_way[account.user] += needed
        if run is not None:
            run.tokens += needed
        try:
            yield bill
        finally:
            self._under_way[account.user] -= needed
            if run is not None:
                run.tokens += bill.spent.tokens - needed
            if bill.spent != Spent():
                await self._ledger.record(account, bill.spent)

    async def _check(self, user: str, needed: int) -> None:
        budgets, run = self._budgets, _RUN.get()
        if budgets.per_run is not None and run is not None:
            _require("per_run", budgets.per_run, run.tokens, needed)
        if budgets.per_user is not None:
            spent = await self._ledger.tokens(user) + self._under_way[user]
            _require("per_user", budgets.per_user, spent, needed)
        if budgets.total is not None:
            spent = await self._ledger.tokens(None) + self._under_way.total()
            _require("total", budgets.total, spent, needed)


@dataclass
class Bill:
    """What a call took; nothing where it failed."""

    spent: Spent = field(default_factory=Spent)


def _require(name: str, limit: int, spent: int, needed: int) -> None:
    if spent + needed > limit:
        raise BudgetExceeded(
            f"the call would take about {needed:,} tokens and an answer, and {spent:,} of the {limit:,} of"
            f" budgets.{name} are spent; raise it to go on"
        )
