"""A time that answers "since when?" or "how long have you been there?": "march" after "I'm at Lidl now"."""

import re
from collections.abc import Iterator

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
_NUMBER = r"(?:\d+(?:\.5)?|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty)"
_LENGTH = re.compile(rf"{_ABOUT}(?P<told>(?:{_NUMBER}|a couple of|a few) (?:day|week|month|year|yr|decade)s?)\b(?! ago)", re.IGNORECASE)
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
_LASTING = {
    "adopt", "be", "become", "begin", "break", "buy", "coach", "date", "get", "give", "have", "join", "learn", "leave",
    "live", "marry", "meet", "move", "own", "play", "quit", "retire", "rent", "run", "see", "sell", "start", "stop",
    "study", "teach", "train", "volunteer", "work",
}  # fmt: skip
"""Verbs of what begins and lasts."""
_LONGEST = 14
"""In words, of a statement whose time is asked for."""


def told_since(conversation: TurnInContext) -> Iterator[Shared]:
    """Yield the speaker's own last statement with the time that another asked for, and the span of that time."""
    now, before = conversation.now, conversation.before
    if len(before) < 2 or before[-1].speaker == now.speaker:
        return
    asked = _ASKED.search(before[-1].tree.text)
    if asked is None:
        return
    own = next((said for said in reversed(before[:-1]) if said.speaker == now.speaker), None)
    said = None if own is None else _statement(own)
    start = _OPENING.match(now.tree.text)
    at = 0 if start is None else start.end()
    if own is None or said is None or "?" in now.tree.text:
        return
    text, past = said
    lasting = not past and asked["when"] is None
    if (found := _LENGTH.match(now.tree.text, at)) is not None:
        yield f"{text} {'since ' if lasting else ''}{found['told']} ago", found.span()
    elif (found := _SINCE.match(now.tree.text, at)) is not None:
        told = _CALENDAR.sub(lambda name: name[0].title(), found["told"])
        yield f"{text} {'since ' if lasting else _preposition(told)}{told}", found.span()


def _preposition(time: str) -> str:
    """Return what stands before a time of an event: "in March", but "last summer" and "two weeks ago"."""
    first = time.split()[0].lower()
    if time.lower().endswith("ago") or first in ("last", "this", "next", "yesterday", "tomorrow"):
        return ""
    return "on " if first.endswith("day") or _ORDINAL.match(time) else "in "


def _statement(said: ParsedTurn) -> tuple[str, bool] | None:
    """Return the last sentence of a turn that states something, and whether it tells what happened."""
    tree = said.tree
    for first, last in reversed(tree.sentences):
        words = [i for i in range(first, last) if any(c.isalnum() or c == "'" for c in tree.words[i])]
        if not 2 < len(words) <= _LONGEST or "?" in tree.words[first:last]:
            continue
        head = next((i for i in words if tree.heads[i] == i), None)
        if head is None or tree.child(head, "nsubj") is None or not _begins_or_lasts(tree, head):
            continue
        while words and tree.lower[words[-1]] in ("now", "lol", "haha"):
            words.pop()
        text = " ".join(tree.words[i] for i in words).replace(" 's", "'s").replace(" 'm", "'m").replace(" 've", "'ve")
        return text.replace(" n't", "n't").replace(" 're", "'re"), _is_past(tree, head)
    return None


def _begins_or_lasts(tree: SyntaxTree, head: int) -> bool:
    return tree.child(head, "cop") is not None or tree.lemmas[head] in _LASTING


def _is_past(tree: SyntaxTree, head: int) -> bool:
    return tree.tags[head] in _PAST and tree.child(head, "aux:pass", "cop") is None
