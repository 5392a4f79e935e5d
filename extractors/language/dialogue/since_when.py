"""A time that answers "since when?" or "how long have you been there?": "march" after "I'm at Lidl now"."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from chronomem.extractors.language.dialogue.conversation import ParsedTurn, TurnInContext
from chronomem.extractors.language.dialogue.fragments import Shared
from chronomem.extractors.language.parsing.syntax import SyntaxTree

_ASKED = re.compile(
    r"(?:\b(?:since when|(?:for )?how long(?: now| for)?|for long|(?P<when>when(?: was that| did that happen)?))"
    r"|\bhow long (?:have|has|'ve|'s) \w+ (?:been|worked|lived|studied) (?:there|here|at it)(?: now| for)?"
    r"|\bwhen did \w+ (?:start|begin|move|join)(?: there| that)?)\W*$",
    re.IGNORECASE,
)
_ABOUT = r"(?:(?:about|around|almost|nearly|over|roughly|just|only|like|maybe|well|for|it's been|been) )*"
_NUMBER = (
    r"(?:\d+(?:\.5)?|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty)"
)
_LENGTH = re.compile(
    rf"{_ABOUT}(?P<told>(?:{_NUMBER}|a couple of|a few) (?:day|week|month|year|yr|decade)s?)\b(?! ago)", re.IGNORECASE
)
_SINCE = re.compile(
    r"(?:since |ever since |from |in |on |back in |must be |it was )*(?P<told>(?:the )?(?:last|this|next|early|late|mid)?[ -]?"
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december"
    r"|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|monday|tuesday|wednesday|thursday|friday|saturday|sunday"
    r"|spring|summer|autumn|winter|week|month|year|christmas|easter|yesterday|tomorrow|(?:19|20)\d\d)\b(?: \d{4}\b)?"
    rf"|{_NUMBER} (?:day|week|month|year|yr)s? ago|(?:the )?\d{{1,2}}(?:st|nd|rd|th)\b(?: (?:of )?[a-z]{{3,9}}\b)?)",
    re.IGNORECASE,
)
_CALENDAR = re.compile(
    r"\b(?:january|february|march|april|may|june|july|august|september|october|november|december"
    r"|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|(?:mon|tues|wednes|thurs|fri|satur|sun)day|christmas|easter)\b"
)
_ORDINAL = re.compile(r"(?:the )?\d{1,2}(?:st|nd|rd|th)")
_PAST = {"VBD", "VBN"}
_OPENING = re.compile(r"\W*(?:(?:oh|um|er|hmm|think|i think|well|lol|haha|ages|god|wow) ?,? ?)*", re.IGNORECASE)
_DROPPED = {"VBD": "I ", "VBN": "I have ", "VBG": "I am "}
"""What a sentence without a subject leaves out before its verb."""
_PLACING = {"in", "at", "to", "near", "from"}
_LASTING = {
    "adopt", "be", "become", "begin", "break", "buy", "coach", "date", "do", "find", "get", "give", "have", "join", "learn", "leave",
    "live", "marry", "meet", "move", "own", "play", "quit", "retire", "rent", "run", "relocate", "resign", "see", "sell", "start", "stop",
    "study", "teach", "train", "volunteer", "work",
}  # fmt: skip
"""Verbs of what begins and lasts."""
_LONGEST = 14
"""In words, of a statement whose time is asked for."""


@dataclass(frozen=True, slots=True)
class OwnStatement:
    """The last sentence in which somebody states something.

    Attributes:
        text: its words.
        tree: the parse of its turn.
        head: the token that it is about, its verb or its quality.
        past: whether it tells what happened.
        subject: whom it is about, in its own words.
    """

    text: str
    tree: SyntaxTree
    head: int
    past: bool
    subject: str

    @property
    def completed(self) -> bool:
        """Whether its verb has an object."""
        return self.tree.child(self.head, "obj") is not None

    @property
    def placed(self) -> bool:
        """Whether it names a place already."""
        tree = self.tree
        return any(
            tree.tags[i].startswith("NNP") and any(tree.lower[j] in _PLACING for j in tree.having(i, "case"))
            for i in tree.subtree(self.head)
        )


def told_since(conversation: TurnInContext) -> Iterator[Shared]:
    """Yield the speaker's own last statement with the time that another asked for, and the span of that time."""
    now, before = conversation.now, conversation.before
    if len(before) < 2 or before[-1].speaker == now.speaker:
        return
    asked = _ASKED.search(before[-1].tree.text)
    own = None if asked is None else next((said for said in reversed(before[:-1]) if said.speaker == now.speaker), None)
    said = None if own is None else own_statement(own)
    if asked is None or said is None or "?" in now.tree.text:
        return
    opening = _OPENING.match(now.tree.text)
    at = 0 if opening is None else opening.end()
    lasting = not said.past and asked["when"] is None
    if (found := _LENGTH.match(now.tree.text, at)) is not None:
        yield f"{said.text} {'since ' if lasting else ''}{found['told']} ago", found.span()
    elif (found := _SINCE.match(now.tree.text, at)) is not None:
        told = _CALENDAR.sub(lambda name: name[0].title(), found["told"])
        yield f"{said.text} {'since ' if lasting else _preposition(told)}{told}", found.span()


def _preposition(time: str) -> str:
    """Return what stands before a time of an event: "in March", but "last summer" and "two weeks ago"."""
    first = time.split()[0].lower()
    if time.lower().endswith("ago") or first in ("last", "this", "next", "yesterday", "tomorrow"):
        return ""
    return "on " if first.endswith("day") or _ORDINAL.match(time) else "in "


def own_statement(said: ParsedTurn) -> OwnStatement | None:
    """Return the last sentence of a turn that tells of what begins or lasts."""
    tree = said.tree
    for first, last in reversed(tree.sentences):
        words = [i for i in range(first, last) if any(c.isalnum() or c == "'" for c in tree.words[i])]
        if not 1 < len(words) <= _LONGEST or "?" in tree.words[first:last]:
            continue
        head = next((i for i in words if tree.heads[i] == i), None)
        if head is None or not _begins_or_lasts(tree, head):
            continue
        subject = tree.child(head, "nsubj", "nsubj:pass")
        if subject is None and tree.tags[head] not in ("VBD", "VBN", "VBG"):
            continue
        while words and tree.lower[words[-1]] in ("now", "lol", "haha"):
            words.pop()
        lead = _DROPPED.get(tree.tags[head], "") if subject is None else ""
        about = "I" if subject is None or tree.lower[subject] in ("i", "we") else _text(tree, tree.subtree(subject))
        return OwnStatement(lead + _text(tree, words), tree, head, _is_past(tree, head), about)
    return None


def _text(tree: SyntaxTree, words: Iterable[int]) -> str:
    text = " ".join(tree.words[i] for i in sorted(words))
    return re.sub(r" (n't|'s|'re|'m|'ll|'ve|'d)\b", r"\1", text)


def _begins_or_lasts(tree: SyntaxTree, head: int) -> bool:
    return tree.child(head, "cop") is not None or tree.lemmas[head] in _LASTING


def _is_past(tree: SyntaxTree, head: int) -> bool:
    return tree.tags[head] in _PAST and tree.child(head, "aux:pass", "cop") is None
