"""Policies of retention: how long turns and facts are kept."""

import re
from calendar import monthrange
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from chronomem.graph_schema.errors import InvalidInput
from chronomem.graph_schema.model.checks import CheckedModel

_AGE = re.compile(r"\s*(\d{1,6})\s*(hour|day|week|month|year)s?\s*", re.IGNORECASE)
_MONTHS = {"month": 1, "year": 12}
MOODS = "feels"
"""The predicate of moods."""


def _is_age(text: str) -> str:
    match = _AGE.fullmatch(text)
    if match is None or int(match[1]) == 0:
        raise InvalidInput(f"an age is a number of hours, days, weeks, months or years ('2 years'), not {text!r:.60}")
    return " ".join(text.split())


Age = Annotated[str, AfterValidator(_is_age)]


def before(age: str, now: datetime) -> datetime:
    """Return the moment that lies an age before another; months and years are those of the calendar."""
    match = _AGE.fullmatch(age)
    assert match is not None
    number, unit = int(match[1]), match[2].lower()
    if unit not in _MONTHS:
        return now - min(timedelta(**{f"{unit}s": number}), now - datetime.min.replace(tzinfo=now.tzinfo))
    month = now.year * 12 + now.month - 1 - number * _MONTHS[unit]
    year, month = divmod(month, 12)
    if year < 1:
        return datetime.min.replace(tzinfo=now.tzinfo)
    return now.replace(year=year, month=month + 1, day=min(now.day, monthrange(year, month + 1)[1]))


@dataclass(frozen=True, slots=True)
class PolicyRule:
    """One policy: what is due, and why.

    Attributes:
        policy: the policy in words, as receipts give it.
        kind: whether turns or assertions are due.
        statement: the statement that finds their ids.
        parameters: its parameters beside the user.
    """

    policy: str
    kind: Literal["turns", "assertions"]
    statement: str
    parameters: Mapping[str, Any]


class Retention(CheckedModel):
    """How long turns and facts are kept. Ages are texts such as "30 days", "6 months" or "2 years".

    Attributes:
        turns: turns said longer ago than that are forgotten, with everything that only they state.
        roles: likewise for turns of these roles, such as "tool".
        facts_closed: facts are forgotten that ended, and were last said, longer ago than that.
        moods: facts of the predicate `feels` that were last said longer ago than that.
        predicates: likewise for facts of these predicates.
        sources: what these sources of facts said longer ago than that.
        users: the policies of single users, in place of these.
    """

    turns: Age | None = None
    roles: dict[str, Age] = Field(default_factory=dict)
    facts_closed: Age | None = None
    moods: Age | None = None
    predicates: dict[str, Age] = Field(default_factory=dict)
    sources: dict[str, Age] = Field(default_factory=dict)
    users: dict[str, "Retention"] = Field(default_factory=dict)

    def for_user(self, user: str) -> "Retention":
        """Return the policies that apply to a user."""
        return self.users.get(user, self)

    def rules(self, now: datetime) -> Iterator[PolicyRule]:
        """Yield the policies of a user, after those for what has an expiry time of its own."""
        at = now.isoformat()
        yield PolicyRule("expires_at of turns", "turns", "find_expired_turns", {"now": at})
        yield PolicyRule("expires_at of facts", "assertions", "find_expired_assertions", {"now": at})

        def since(age: str) -> str:
            return before(age, now).isoformat()

        if self.turns is not None:
            told = {"before": since(self.turns), "role": None}
            yield PolicyRule(f"turns: {self.turns}", "turns", "find_old_turns", told)
        for role, age in sorted(self.roles.items()):
            yield PolicyRule(f"role {role}: {age}", "turns", "find_old_turns", {"before": since(age), "role": role})
        for source, age in sorted(self.sources.items()):
            told = {"before": since(age), "source": source}
            yield PolicyRule(f"source {source}: {age}", "assertions", "find_old_sourced", told)
        moods = {MOODS: self.moods} if self.moods is not None else {}
        for predicate, age in sorted((moods | self.predicates).items()):
            told = {"before": since(age), "predicate": predicate}
            yield PolicyRule(f"predicate {predicate}: {age}", "assertions", "find_old_of_predicate", told)
        if self.facts_closed is not None:
            told = {"before": since(self.facts_closed)}
            yield PolicyRule(f"facts_closed: {self.facts_closed}", "assertions", "find_long_closed", told)
