"""What isn't what somebody called it: "he plays the violin" "it isn't a violin, it's a viola"."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from chronomem.extractors.language.dialogue.conversation import ParsedTurn, TurnInContext
from chronomem.extractors.language.parsing.syntax import SyntaxTree

_NOT_ME = re.compile(
    r"\W*(?:(?:no|nope|nah|lol|haha|sorry|wait|um|er)\W+)*(?:not me|that'?s not me|it wasn'?t me)\b(?=\W|$)",
    re.IGNORECASE,
)
_POINTING = {"it", "that", "this", "those", "these", "they"}
_VAGUE = {
    "problem", "fault", "case", "point", "joke", "way", "thing", "time", "reason", "idea", "question", "issue", "lie",
    "bad", "fun", "secret", "surprise", "competition", "option", "excuse", "answer", "end", "one", "deal", "truth",
}  # fmt: skip
"""What is denied without any thing being called by another name: "that's not the problem"."""
_MOST_TURNS = 4


class Denial(NamedTuple):
    """A sentence with a word that is wrong in it.

    Attributes:
        said: the turn of the sentence.
        wrong: the sentence.
        right: the sentence with the right word in place of the wrong one, or None if the turn doesn't tell it.
        word: the wrong word; "" if all of the sentence is wrong.
        span: the half-open span of the words that deny it, in characters of the turn.
    """

    said: ParsedTurn
    wrong: str
    right: str | None
    word: str
    span: tuple[int, int]


def denied_names(conversation: TurnInContext) -> Iterator[Denial]:
    """Yield what another called a thing that isn't one."""
    now = conversation.now
    for number, (first, last) in enumerate(now.tree.sentences):
        denied = next((i for i in range(first, last) if _is_denied(now.tree, i)), None)
        found = None if denied is None else _called(conversation.before, now.tree.lemmas[denied])
        if denied is None or found is None:
            continue
        said, at, (start, end) = found
        ends = now.tree.sentences[number + 1][1] if number + 1 < len(now.tree.sentences) else last
        right = next((i for i in range(denied + 1, ends) if _is_told(now.tree, i)), None)
        text, left = said.tree.text, said.tree.starts[start]
        wrong = text[left : said.tree.end(end - 1)]
        mended = None
        if right is not None:
            words = " ".join(now.tree.words[i] for i in (*now.tree.having(right, "compound", "amod"), right))
            mended = wrong[: said.tree.starts[at] - left] + words + wrong[said.tree.end(at) - left :]
        until = now.tree.extent(denied)[1] if right is None else now.tree.extent(right)[1]
        yield Denial(said, wrong, mended, said.tree.lower[at], (now.tree.starts[first], now.tree.end(until - 1)))


def _is_denied(tree: SyntaxTree, noun: int) -> bool:
    """Whether a turn says that something is no such thing: "that's not a cat"."""
    alone = _is_called(tree, noun) and tree.child(noun, "nmod:poss", "acl:relcl", "nmod", "acl") is None
    return alone and tree.negated(noun) and not tree.is_asked(noun)


def _is_told(tree: SyntaxTree, noun: int) -> bool:
    """Whether a turn says what something is: "it's a viola"."""
    return _is_called(tree, noun) and not tree.negated(noun)


def _is_called(tree: SyntaxTree, noun: int) -> bool:
    """Whether a noun is what "it" is, or isn't, said to be."""
    if not tree.tags[noun].startswith("N") or tree.lemmas[noun] in _VAGUE or tree.child(noun, "cop") is None:
        return False
    subject = tree.child(noun, "nsubj")
    return subject is not None and tree.lower[subject] in _POINTING


def _called(before: Sequence[ParsedTurn], noun: str) -> tuple[ParsedTurn, int, tuple[int, int]] | None:
    """Return the turn, the token and the sentence in which somebody last stated something of such a thing."""
    for said in reversed(before[-_MOST_TURNS:]):
        tree = said.tree
        for first, last in reversed(tree.sentences):
            at = next((i for i in range(first, last) if tree.lemmas[i] == noun and tree.tags[i].startswith("N")), None)
            if at is not None and said.role != "assistant" and "?" not in tree.words[first:last]:
                return said, at, (first, last)
    return None


def not_me(conversation: TurnInContext) -> Iterator[Denial]:
    """Yield what another has just said of the speaker, who says that it was somebody else: "not me!"."""
    now, said = conversation.now, conversation.before[-1]
    denied = _NOT_ME.match(now.tree.text)
    name = (now.speaker.lower().split() or [""])[0]
    if denied is None or said.speaker == now.speaker:
        return
    for first, last in said.tree.sentences:
        text = said.tree.text[said.tree.starts[first] : said.tree.end(last - 1)]
        if name in said.tree.lower[first:last] and "?" not in text:
            yield Denial(now, _in_own_words(text, name), None, "", denied.span())


def _in_own_words(text: str, name: str) -> str:
    """Return what is told of somebody in their own words: "I am allergic to nuts" of "Arvid is allergic to nuts"."""
    for third, own in ((" is", "I am"), ("'s", "I am"), (" has", "I have"), ("", "I")):
        text = re.sub(rf"\b{re.escape(name)}{third}\b", own, text, flags=re.IGNORECASE)
    return text
