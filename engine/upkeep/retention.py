"""Retention: data older than its policy allows is erased in batches, as by `forget`, and leaves a receipt."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from chronomem.engine.dialogue.forgetting import Forgetting, Forgotten
from chronomem.graph_schema.database.event_log import hash_of
from chronomem.graph_schema.database.store import GraphStore, Transaction
from chronomem.graph_schema.model.batches import batches
from chronomem.graph_schema.model.dialogue import User
from chronomem.graph_schema.model.retention import PolicyRule, Retention

_AT_ONCE = 500
_MOST_ROUNDS = 20
"""Once the fact that it ended is gone, an ending may make a fact of its own, which is due in the next round."""


@dataclass(frozen=True)
class Receipt:
    """The record of one batch that retention erased. It holds no ids and no words.

    Attributes:
        user: whose data it was.
        policy: the policy that applied, such as "turns: 2 years".
        at: when it was erased.
        turns, assertions, entities: the counts of erased data.
        hashes: of the ids of the turns or assertions; see `hash_of`.
    """

    user: str
    policy: str
    at: datetime
    turns: int
    assertions: int
    entities: int
    hashes: tuple[str, ...]


class Retainer:
    """Applies policies of retention to one user after the other."""

    def __init__(self, store: GraphStore, forgetting: Forgetting) -> None:
        self._store = store
        self._forgetting = forgetting

    async def run(self, owner: User, policy: Retention, now: datetime, *, dry_run: bool) -> list[Receipt]:
        """Erase the data that is due, and return the receipts; with `dry_run`, only return one for each policy.

        Entities aren't counted by a dry run.
        """
        done: list[Receipt] = []
        for rule in policy.for_user(owner.id).rules(now):
            due = await self._due(owner, rule)
            if dry_run:
                done += [_receipt(owner, rule, now, due, self._planned(rule, due))] if due else []
                continue
            for _ in range(_MOST_ROUNDS):
                for part in batches(due, _AT_ONCE):
                    done.append(await self._erase(owner, rule, part, now))
                due = await self._due(owner, rule) if due else []
                if not due:
                    break
        if not dry_run:
            await self._store.write(lambda tx: tx.run("note_retained", user=owner.id, now=now), user=owner.id)
        return done

    async def _due(self, owner: User, rule: PolicyRule) -> list[str]:
        rows = await self._store.read(rule.statement, user=owner.id, **rule.parameters)
        return [row["id"] for row in rows]

    @staticmethod
    def _planned(rule: PolicyRule, due: Sequence[str]) -> Forgotten:
        return Forgotten(len(due), 0, 0) if rule.kind == "turns" else Forgotten(0, len(due), 0)

    async def _erase(self, owner: User, rule: PolicyRule, part: Sequence[str], now: datetime) -> Receipt:
        async def keep_receipt(tx: Transaction, version: int, gone: Forgotten) -> None:
            receipt = _receipt(owner, rule, now, part, gone)
            values = {"policy": receipt.policy, "hashes": list(receipt.hashes), "at": now}
            counts = {"turns": gone.turns, "assertions": gone.assertions, "entities": gone.entities}
            await tx.run("store_receipt", user=owner.id, id=f"{version:015d}", **values, **counts)

        turns, assertions = (part, ()) if rule.kind == "turns" else ((), part)
        gone = await self._forgetting.forget(owner.id, turns, assertions=assertions, afterwards=keep_receipt)
        return _receipt(owner, rule, now, part, gone)


def _receipt(owner: User, rule: PolicyRule, now: datetime, ids: Sequence[str], gone: Forgotten) -> Receipt:
    hashes = tuple(sorted(hash_of(owner.id, item) for item in ids))
    return Receipt(owner.id, rule.policy, now, gone.turns, gone.assertions, gone.entities, hashes)
