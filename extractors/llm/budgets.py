"""Token budgets: a call that would exceed a budget is not made."""

from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from chronomem.extractors.llm.settings import Budgets
from chronomem.extractors.llm.usage import Account, Ledger, Spent
from chronomem.graph_schema.errors import BudgetExceeded


@dataclass
class Run:
    """The token use of one call of a `Memory` method.

    Attributes:
        limit: the most tokens that it may spend, in addition to the limits of the budgets.
        tokens: the tokens spent, including those reserved by calls under way.
        by_purpose: the tokens spent, by purpose.
    """

    limit: int | None = None
    tokens: int = 0
    by_purpose: Counter[str] = field(default_factory=Counter)


_RUN: ContextVar[Run | None] = ContextVar("chronomem_model_run", default=None)


@contextmanager
def one_run(limit: int | None = None) -> Iterator[Run]:
    """Count the model calls inside the block as one run; a nested run is counted as part of the outer one."""
    if (outer := _RUN.get()) is not None:
        yield outer
        return
    run = Run(limit)
    token = _RUN.set(run)
    try:
        yield run
    finally:
        _RUN.reset(token)


class Purse:
    """Checks calls against the budgets.

    Calls under way count as spent, so that concurrent calls can't exceed a limit together.
    """

    def __init__(self, budgets: Budgets, ledger: Ledger) -> None:
        self._budgets = budgets
        self._ledger = ledger
        self._under_way: Counter[str] = Counter()

    @asynccontextmanager
    async def paying(self, account: Account, needed: int) -> AsyncIterator["Bill"]:
        """Reserve tokens for a call made inside the block, and record its use from the bill.

        Raises:
            BudgetExceeded: the prompt's `needed` tokens would exceed a limit.
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
                run.by_purpose[account.purpose] += bill.spent.tokens
            if bill.spent != Spent():
                await self._ledger.record(account, bill.spent)

    async def _check(self, user: str, needed: int) -> None:
        budgets, run = self._budgets, _RUN.get()
        if budgets.per_run is not None and run is not None:
            _require("budgets.per_run", budgets.per_run, run.tokens, needed)
        if run is not None and run.limit is not None:
            _require("the budget of this call", run.limit, run.tokens, needed)
        if budgets.per_user is not None:
            spent = await self._ledger.tokens(user) + self._under_way[user]
            _require("budgets.per_user", budgets.per_user, spent, needed)
        if budgets.total is not None:
            spent = await self._ledger.tokens(None) + self._under_way.total()
            _require("budgets.total", budgets.total, spent, needed)


@dataclass
class Bill:
    """The token use of one call; zero if it failed."""

    spent: Spent = field(default_factory=Spent)


def _require(name: str, limit: int, spent: int, needed: int) -> None:
    if spent + needed > limit:
        raise BudgetExceeded(
            f"the call would take about {needed:,} tokens and an answer, but {spent:,} of the {limit:,} of"
            f" {name} are spent; raise it to go on"
        )
