"""Questions of one word about a statement, and their answers: "I'm moving!" "where?" "Ghent"."""

import re
from collections.abc import Iterator

from chronomem.extractors.language.dialogue.conversation import ParsedTurn, TurnInContext
from chronomem.extractors.language.dialogue.fragments import Shared
from chronomem.extractors.language.dialogue.replies import Part, TurnReply
from chronomem.extractors.language.dialogue.wording import as_name, joined
from chronomem.extractors.language.dialogue.words import MONTHS, OPENING
from chronomem.extractors.language.lexicon import JOB_NOUNS

_ASKED = re.compile(
    rf"{OPENING}(?:what\W+)?"
    r"(?P<before>to|with|at|for|from|in)? ?(?P<word>who|whom|where|when) ?(?P<after>to|with|at|for|from)?\W*",
    re.IGNORECASE,
)
_SOMEBODY = re.compile(r"\b(?:someone|somebody)(?: (?:new|else|nice|special))?\b", re.IGNORECASE)
_BOTH = re.compile(r"(?:me|i) and (?P<one>[\w' -]+)|(?P<other>[\w' -]+) and (?:me|i)", re.IGNORECASE)
_WE = re.compile(r"^(?:(?:so|well|and|ok|guess what)\W+)*we\b", re.IGNORECASE)
_TOWARDS = {"move", "go", "fly", "travel", "relocate", "head", "drive"}
_BARE = re.compile(
    r"(?:last|next|this|today|tonight|tomorrow|yesterday|(?:about|around|like) |.*\bago\b"
    r"|(?:the )?(?:end|start|beginning) of)"
)
"""Times that need no preposition: "two weeks ago", "end of the month"."""
_MONTH_OR_YEAR = re.compile(rf"\b(?:{'|'.join(sorted(MONTHS))}|\d{{4}})$")
_LONGEST = 6
"""In words, of an answer."""


def sluiced(conversation: TurnInContext, reply: TurnReply) -> Iterator[Shared]:
    """Yield the speaker's statement with what the other asked for by a single word, and the speaker then told."""
    now, asked_back = conversation.now, conversation.asked_back
    if asked_back is None or not reply.parts:
        return
    own, other = asked_back
    asked, part = _asked(other), reply.parts[0]
    if asked is None or reply.agrees is not None or not part.nominal or len(part.words) > _LONGEST:
        return
    first, last = own.tree.sentences[-1]
    said = joined(own.tree.words[first:last])
    whole = None if "?" in said else _filled(own, said.rstrip(" .!,;:"), asked, part)
    if whole is not None:
        yield whole, (now.tree.starts[part.words[0].at], now.tree.end(part.words[-1].at))


def _asked(said: ParsedTurn) -> re.Match[str] | None:
    tree = said.tree
    texts = (tree.text[tree.starts[first] : tree.end(last - 1)] for first, last in tree.sentences)
    return next((found for text in texts if (found := _ASKED.fullmatch(text)) is not None), None)


def _filled(said: ParsedTurn, text: str, asked: re.Match[str], part: Part) -> str | None:
    """Return the statement with the answer at its place; None if nothing tells where that is."""
    word, preposition = asked["word"].lower(), (asked["before"] or asked["after"] or "").lower()
    answer = part.text if word == "when" else part.named
    if part.attached:
        return f"{text} {part.text}"
    if word == "when":
        if _BARE.match(answer.lower()):
            return f"{text} {answer}"
        return f"{text} {'in' if _MONTH_OR_YEAR.search(answer.lower()) else 'on'} {answer}"
    if word == "where":
        lemmas = set(said.tree.lemmas)
        usual = "to" if lemmas & _TOWARDS else "at" if lemmas & (JOB_NOUNS | {"intern", "work"}) else "in"
        return f"{text} {preposition or usual} {answer}"
    if preposition:
        return f"{text} {preposition} {answer}"
    if _SOMEBODY.search(text):
        return _SOMEBODY.sub(answer, text, count=1)
    both = _BOTH.fullmatch(part.text)
    if both is not None and _WE.search(text):
        return _WE.sub(f"{as_name(both['one'] or both['other'])} and I", text)
    return None
