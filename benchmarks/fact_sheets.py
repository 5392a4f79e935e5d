"""Extracted facts, compared with what a reader wants kept and wants left out, and drawn at random for a reader.

A sheet of wanted facts has one JSON object a line: `conv` and `turns` (ids), `subject`, `predicate`, `also` (other
predicates that would do), `object` (wordings, separated by "|"), `from` and `to` (dates of full or less precision, or
null). A sheet of unwanted statements has `conv`, `turns` and `text`, a sentence that tells nothing worth keeping.

What is counted of the facts that `Memory.facts` shows with past ones, without opinions, denials and minor ones:

- right: share of wanted facts for which a fact of one of the turns has the subject, a wording of the object, and the
  predicate or one of the others; and with the first predicate; and of those with a time, with a day within it.
- unwanted: share of unwanted statements of which a fact was kept: one of the turn, half of whose words are in the
  sentence.
- calibration: of facts from labelled chats, the share of right ones by stored confidence. The expected calibration
  error is the mean distance of the two, weighted by the number of facts.
"""

import json
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from observations import content_words

from chronomem import Fact, Memory, Turn
from chronomem.extractors.language.training.labels import Label, LabelledChat, implied_grade, says
from chronomem.graph_schema.facts.predicates import INTENTIONS

BINS = 10
Row = Mapping[str, Any]


@dataclass(frozen=True)
class Judged:
    """A stored fact with its confidence, and whether the labels of its turns say it.

    Attributes:
        right: some label says it, whether it is worth keeping or minor.
        kept: a label of a fact worth keeping says it.
    """

    fact: Fact
    right: bool
    kept: bool


def read_rows(path: Path) -> list[Row]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def shown(memory: Memory, user: str) -> list[Fact]:
    return memory.facts(user=user, include_invalid=True)


def compare(facts: Mapping[str, Sequence[Fact]], wanted: Sequence[Row], unwanted: Sequence[Row]) -> dict[str, Any]:
    """Compare the facts of each conversation with the two sheets, in percent."""
    found = [[fact for fact in facts[row["conv"]] if _is_wanted(fact, row)] for row in wanted]
    timed = [(row, some) for row, some in zip(wanted, found, strict=True) if row.get("from") and some]
    first = [any(fact.predicate == row["predicate"] for fact in some) for row, some in zip(wanted, found, strict=True)]
    kept = [any(_is_of(fact, row) for fact in facts[row["conv"]]) for row in unwanted]
    return {
        "wanted": len(wanted),
        "right": _percent([bool(some) for some in found]),
        "right_predicate": _percent(first),
        "right_time": _percent([any(_is_in_time(fact, row) for fact in some) for row, some in timed]),
        "timed": len(timed),
        "unwanted": len(unwanted),
        "unwanted_kept": _percent(kept),
        "missed": [row for row, some in zip(wanted, found, strict=True) if not some],
        "kept": [row for row, is_kept in zip(unwanted, kept, strict=True) if is_kept],
    }


def _is_wanted(fact: Fact, row: Row) -> bool:
    names = {name.lower() for name in (fact.subject.name, *fact.subject.aliases)}
    said = f"{fact.object.name if fact.object is not None else ''} {fact.value or ''}".lower()
    return (
        not set(fact.turn_ids).isdisjoint(row["turns"])
        and row["subject"].lower() in names
        and fact.predicate in (row["predicate"], *row["also"])
        and any(wording.lower() in said for wording in row["object"].split("|"))
    )


def _is_in_time(fact: Fact, row: Row) -> bool:
    """Whether the fact begins within the time of a row: dates of less precision are compared as far as they go.

    An intention holds from when it is told to the end of the day that it is for, and a reader may mean either.
    """
    if not fact.dated or fact.valid_at is None:
        return False
    for_day = fact.invalid_at - timedelta(seconds=1) if fact.predicate in INTENTIONS and fact.invalid_at else None
    first = str(row["from"])
    last = str(row.get("to") or first)
    days = [f"{moment:%Y-%m-%d}" for moment in (fact.valid_at, for_day) if moment is not None]
    return any(first <= day[: len(first)] and day[: len(last)] <= last for day in days)


def _is_of(fact: Fact, row: Row) -> bool:
    said = content_words(fact.text, fact.subject.name)
    return not set(fact.turn_ids).isdisjoint(row["turns"]) and 2 * len(said & content_words(row["text"])) >= len(said)


def _percent(found: Sequence[bool]) -> float | None:
    return round(100 * sum(found) / len(found), 1) if found else None


def sample(
    facts: Mapping[str, Sequence[Fact]], texts: Mapping[tuple[str, str], str], count: int, seed: int
) -> list[Row]:
    """Draw facts at random with the turns that tell them, to be judged by hand."""
    pool = [(user, fact) for user in sorted(facts) for fact in facts[user]]
    drawn = random.Random(seed).sample(pool, min(count, len(pool)))
    return [
        {
            "conv": user,
            "turns": [f"{turn}: {texts[user, turn]}" for turn in fact.turn_ids],
            "fact": fact.text,
            "subject": fact.subject.name,
            "predicate": fact.predicate,
            "object": fact.object.name if fact.object is not None else fact.value,
            "from": f"{fact.valid_at:%Y-%m-%d}" if fact.dated and fact.valid_at is not None else None,
            "to": f"{fact.invalid_at:%Y-%m-%d}" if fact.invalid_at is not None else None,
            "confidence": fact.confidence,
            "correct": None,
            "worth_keeping": None,
        }
        for user, fact in drawn
    ]


def chat_turns(chat: LabelledChat) -> Iterator[Turn]:
    """Yield the turns of a labelled chat; their ids are the numbers of its messages."""
    number = 0
    for session, messages in enumerate(chat.sessions):
        for message in messages:
            role = "assistant" if message.speaker.lower() == "assistant" else "user"
            yield Turn(
                id=str(number),
                session=f"s{session}",
                speaker=message.speaker,
                role=role,
                text=message.text,
                said_at=message.said_at,
            )
            number += 1


def judge(chat: LabelledChat, facts: Sequence[Fact]) -> list[Judged]:
    """Compare stored facts with the labels of the messages that tell them."""
    labels = [message.labels for session in chat.sessions for message in session]
    result = []
    for fact in facts:
        grades = {label.grade for turn in fact.turn_ids for label in labels[int(turn)] if _says(label, fact)}
        if not grades:
            thing = fact.object.name if fact.object is not None else None
            implied = implied_grade(fact.subject.name, fact.predicate, thing)
            grades = {implied} if implied is not None else set()
        result.append(Judged(fact, bool(grades & {"kept", "minor"}), "kept" in grades))
    return result


def recalled(chat: LabelledChat, facts: Sequence[Fact]) -> list[bool]:
    """Return for each fact worth keeping of a chat that has not ended or been denied whether a fact says it."""
    labels = [message.labels for session in chat.sessions for message in session]
    wanted = [
        (str(turn), label)
        for turn, some in enumerate(labels)
        for label in some
        if label.grade == "kept" and not label.ended and not label.negated
    ]
    return [any(turn in fact.turn_ids and _says(label, fact) for fact in facts) for turn, label in wanted]


def _says(label: Label, fact: Fact) -> bool:
    """Whether a fact says what a label does; a fact that was closed says its ending as well."""
    words = f"{fact.object.name if fact.object is not None else fact.value or ''} {fact.text}"
    names = (fact.subject.name, *fact.subject.aliases)
    endings = {False, fact.invalid_at is not None}
    return any(says(label, names, fact.predicate, words, negated=fact.negated, ended=ended) for ended in endings)


def calibration(judged: Sequence[tuple[float, bool]]) -> dict[str, Any]:
    """Return the curve (mean confidence, share of right ones, number) and the error of expectation."""
    bins: defaultdict[int, list[tuple[float, bool]]] = defaultdict(list)
    for confidence, right in judged:
        bins[min(int(confidence * BINS), BINS - 1)].append((confidence, right))
    curve = [
        (sum(c for c, _ in some) / len(some), sum(right for _, right in some) / len(some), len(some))
        for _, some in sorted(bins.items())
    ]
    error = sum(abs(mean - share) * count for mean, share, count in curve) / max(1, len(judged))
    return {
        "expected_calibration_error": round(error, 4),
        "curve": [(round(mean, 3), round(share, 3), count) for mean, share, count in curve],
    }
