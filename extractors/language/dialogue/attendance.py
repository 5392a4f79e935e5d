"""Events of which somebody is asked how they were: "how was the funeral?" "the church was full"."""

import re
from collections.abc import Iterator

from chronomem.extractors.language.dialogue.conversation import TurnInContext
from chronomem.extractors.language.dialogue.fragments import Shared
from chronomem.extractors.language.frames.occasions import OCCASIONS, UNATTENDED
from chronomem.extractors.language.parsing.syntax import SyntaxTree

_ASKED = re.compile(r"\bhow (?:was|were|did|'s) (?:the|your|ur|that) (?P<what>[a-z][\w' -]{2,40})\?", re.IGNORECASE)
_THERE = re.compile(r"\b(?:i|we) (?:was|were) there\b(?! (?:for|until|in)\b)", re.IGNORECASE)
_DAY = re.compile(
    r"\b(?:last (?:night|week|weekend|month|year|\w+day)|yesterday|today|this \w+|on \w+day)\b", re.IGNORECASE
)
_REST = re.compile(r" (?:go|went|then|today|yesterday|last|on|in|at|with|for|of)\b")
"""What follows the event in the question."""
_OTHERWISE = {"holiday", "vacation", "trip", "flight", "date", "visit", "delivery", "dentist", "day"} | UNATTENDED
"""What one was on, or had, rather than at."""
_NOT_THERE = {
    "n't", "nt", "not", "never", "no", "nope", "cancelled", "canceled", "postponed", "missed", "skipped", "off",
    "tomorrow", "later", "moved", "next", "without", "wish", "instead", "tonight", "yet", "wasnt", "didnt", "couldnt",
}  # fmt: skip


def been_at(conversation: TurnInContext) -> Iterator[Shared]:
    """Yield that the speaker was at an event, if they tell how it was, with the span of their first word."""
    now, last = conversation.now, conversation.before[-1]
    tree = now.tree
    if last.speaker == now.speaker or not tree.words:
        return
    there = _THERE.search(tree.text)
    if there is not None and _is_so(tree, there.start()) and (told := _told_in(last.tree)):
        yield f"I attended the {told}", there.span()
        return
    asked = _ASKED.search(last.tree.text)
    if asked is None or tree.is_asked(0) or not _NOT_THERE.isdisjoint(tree.lower):
        return
    rest = _REST.search(asked["what"])
    what = asked["what"] if rest is None else asked["what"][: rest.start()]
    noun = what.rpartition(" ")[2].lower()
    if noun in OCCASIONS - _OTHERWISE:
        yield f"I attended the {what}", (tree.starts[0], tree.end(0))


def _is_so(tree: SyntaxTree, at: int) -> bool:
    """Whether the sentence at an offset neither asks, wishes nor denies: not "I wish I was there"."""
    words = next(tree.lower[first:last] for first, last in tree.sentences if at < tree.end(last - 1))
    return (_NOT_THERE | {"if", "?"}).isdisjoint(words)


def _told_in(tree: SyntaxTree) -> str:
    """Return the occasion of which a turn tells or asks, with its day: "premiere last night"; "" if there is none."""
    at = next((i for i, noun in enumerate(tree.lower) if noun in OCCASIONS - _OTHERWISE and tree.tags[i] == "NN"), None)
    if at is None:
        return ""
    first = at
    while first and tree.heads[first - 1] == at and tree.full_deps[first - 1] in ("compound", "amod"):
        first -= 1
    day = next((found for found in _DAY.finditer(tree.text) if found.start() > tree.starts[at]), None)
    return tree.text[tree.starts[first] : tree.end(at)] + (f" {day[0]}" if day is not None else "")
