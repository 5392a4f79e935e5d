"""The turns before an utterance, with their parses, as the rules of dialogue read them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from chronomem.extractors.language.extracted import Earlier
from chronomem.extractors.language.parsing.syntax import SyntaxTree, tree_of

if TYPE_CHECKING:
    from spacy.tokens import Doc  # only for types: spaCy is slow to import


@dataclass(frozen=True, slots=True)
class ParsedTurn:
    """An utterance with its tree.

    Attributes:
        speaker: who said it.
        others: the other participants of the session.
        said_at: when it was said.
        role: the role of the speaker.
        tree: its parse.
    """

    speaker: str
    others: tuple[str, ...]
    said_at: datetime
    role: str
    tree: SyntaxTree


@dataclass(frozen=True, slots=True)
class TurnInContext:
    """A turn with the turns of its session right before it, oldest first."""

    now: ParsedTurn
    before: Sequence[ParsedTurn]

    @property
    def asked_back(self) -> tuple[ParsedTurn, ParsedTurn] | None:
        """The speaker's turn before the last, and the last, by somebody else: "I got in!" "which uni?" "Leeds"."""
        if len(self.before) < 2:
            return None
        own, other = self.before[-2:]
        return (own, other) if own.speaker == self.now.speaker != other.speaker else None


def conversation_of(
    doc: "Doc", speaker: str, others: Sequence[str], said_at: datetime, before: Sequence[Earlier]
) -> TurnInContext:
    """Return a turn with those before it."""
    people = (speaker, *others)
    said = [
        ParsedTurn(
            e.utterance.speaker,
            tuple(p for p in people if p != e.utterance.speaker),
            e.utterance.said_at,
            e.utterance.role,
            tree_of(e.doc),
        )
        for e in before
    ]
    return TurnInContext(ParsedTurn(speaker, tuple(others), said_at, "", tree_of(doc)), said)
