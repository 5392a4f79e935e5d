"""Messages that only continue the one before: "moved to the new flat", then "in ghent"."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Protocol

from chronomem.extractors.language.extracted import Extraction, Statement, Utterance

SOON = timedelta(minutes=2)
"""How long after a message its speaker still continues it."""
_OPEN = {
    "a", "an", "the", "my", "our", "your", "his", "her", "their", "this", "in", "at", "with", "from", "to", "for",
    "of", "on", "near", "by", "until", "till", "into", "about", "and", "but", "or", "than", "as", "like", "called",
    "named", "got", "is", "am", "are", "was", "were", "im", "i'm", "its", "it's", "he's", "hes", "she's", "shes",
    "we're", "have", "has", "had", "be", "been", "gonna", "wanna", "will", "that", "because", "cuz", "bc", "we", "i",
    "they", "new",
}  # fmt: skip
"""Words that no statement ends with."""
_CONTINUING = {
    "in", "at", "with", "from", "to", "for", "on", "near", "by", "until", "till", "since", "who", "which", "where",
    "into", "called", "named", "w/", "w", "of", "about",
}  # fmt: skip
"""Words with which no statement begins, unless what follows is one of `_SET_PHRASES`."""
_SET_PHRASES = re.compile(
    r"(?:for (?:sure|real|now|example|once)|of course|at (?:least|all|last|first)"
    r"|in (?:fact|general|my opinion|that case)|to be (?:honest|fair|clear)|on my way|by the way|with pleasure"
    r"|from what|about that|in love|to me)\b",
    re.IGNORECASE,
)
_LAST_WORD = re.compile(r"([\w'\u2019/]+)[ \t]*(,?)\s*$")
_FIRST_WORD = re.compile(r"\s*([\w'\u2019/]+)")


class Uttered(Protocol):
    """What a turn and an utterance before it have in common."""

    @property
    def text(self) -> str: ...
    @property
    def said_at(self) -> datetime: ...
    @property
    def speaker(self) -> str: ...


def continued(turn: Uttered, before: Iterable[Utterance]) -> list[Utterance]:
    """Return the utterances right before a turn that it continues, in order of time."""
    begun: list[Utterance] = []
    later = turn
    for utterance in reversed(list(before)):
        soon = utterance.speaker == turn.speaker and later.said_at - utterance.said_at <= SOON
        if not soon or not _goes_on(utterance.text, later.text):
            break
        begun.append(utterance)
        later = utterance
    return begun[::-1]


def joined(messages: Sequence[Uttered]) -> str:
    """Return the text of messages that are one statement."""
    return " ".join(message.text for message in messages)


def _goes_on(text: str, following: str) -> bool:
    """Whether a message and the one after it are one statement."""
    last, first = _LAST_WORD.search(text), _FIRST_WORD.match(following)
    if last is None or first is None:
        return False
    if last[2] or last[1].lower().replace("\u2019", "'") in _OPEN:
        return True
    return first[1].lower() in _CONTINUING and not _SET_PHRASES.match(following.lstrip())


def of_the_last(joined: Extraction, cut: int, begun: Iterable[Statement]) -> Extraction:
    """Return what the last of some joined messages adds.

    Args:
        joined: what was extracted from all of them.
        cut: where the last one begins in the joined text.
        begun: the statements of those before it.
    """
    added = added_statements(joined.statements, cut, begun)
    return Extraction(
        tuple(replace(m, start=m.start - cut, end=m.end - cut) for m in joined.mentions if m.start >= cut),
        tuple(replace(s, span=(max(s.span[0] - cut, 0), s.span[1] - cut)) for s in added),
        joined.aliases,
    )


def added_statements(joined: Iterable[Statement], cut: int, begun: Iterable[Statement]) -> tuple[Statement, ...]:
    """Return the statements that the last of some joined messages adds, with their spans in the joined text."""
    told = {_content(statement) for statement in begun}
    return tuple(s for s in joined if s.span[1] > cut and _content(s) not in told)


def _content(statement: Statement) -> tuple[object, ...]:
    return (statement.subject, statement.predicate, statement.object, statement.value, statement.polarity)
