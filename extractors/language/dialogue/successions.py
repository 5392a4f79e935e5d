"""What has taken the place of a home or a job: "we left in March. Hull now", "goodbye Manchester, hello Cork"."""

import re
from collections.abc import Iterator, Sequence

from chronomem.extractors.language.dialogue.conversation import ParsedTurn, TurnInContext
from chronomem.extractors.language.dialogue.fragments import Shared
from chronomem.extractors.language.dialogue.wording import as_name
from chronomem.extractors.language.dialogue.words import is_name
from chronomem.extractors.language.lexicon import places

_GREETED = re.compile(
    r"\b(?:good ?bye|bye(?: bye)?|bye-bye|farewell|so long|ciao|adios)\W+(?P<left>[^\W\d]+(?: [^\W\d]+)?)\W+"
    r"(?:and\W+)?(?:hello|hi|hey|hallo|hola)\W+(?P<new>[^\W\d]+(?: [^\W\d]+)?)\s*(?:[.,!?:;\n)(]|\W*$|[^\w\s])",
    re.IGNORECASE,
)
_NOW = {"now", "nowadays", "currently", "atm", "rn", "these", "days"}
_LEADS = {
    "and", "so", "but", "it", "it's", "'s", "is", "its", "i", "i'm", "im", "'m", "am", "we", "we're", "'re", "are",
    "in", "at", "with",
}  # fmt: skip
_HOME = re.compile(
    r"\b(liv(e|es|ed|ing)|mov(e|es|ed|ing)(?! on\b)|home|based|flat|house|relocated|settled)\b", re.IGNORECASE
)
_JOB = re.compile(r"\b(work(s|ed|ing)?|jobs?|boss|employer|quit|fired|laid off|redundant|contract)\b", re.IGNORECASE)
_LEFT = re.compile(r"\bleft\b", re.IGNORECASE)
_BEFORE = re.compile(r"\b(till?|until|before|previously|first|since|born|nope|years)\b", re.IGNORECASE)
"""Words with which a town stands where one lived before: "Kamakura before. Now Nagano"."""
_TRAVEL = re.compile(r"\b(fl(y|ew|ying|ights?|own)|trips?|holidays?|vacation|hotels?|tour|visit\w*)\b", re.IGNORECASE)
_OTHERS = re.compile(r"\b(he|she|they|his|her|their|him|them|hes|shes)\b", re.IGNORECASE)
_KIN_OF_ANOTHER = re.compile(
    r"\byour (mum|mom|mother|dad|father|parents|sister|brother|son|daughter|kids?|wife|husband|partner|boss)\b",
    re.IGNORECASE,
)
_LONGEST = 7
"""In words, of a sentence that only names what holds now."""


def successions(conversation: TurnInContext) -> Iterator[Shared]:
    """Yield where the speaker lives or works now, if a sentence only names it after one that tells of the old."""
    now = conversation.now
    if (found := _GREETED.search(now.tree.text)) is not None:
        left, new = (as_name(found[name].lower()) for name in ("left", "new"))
        if {left, new} <= places():
            yield f"I do not live in {left} anymore", found.span("left")
            yield f"I live in {new} now", found.span("new")
        return
    for first, last in _ends(now):
        name = _named_now(now, first, last) if last - first <= _LONGEST else None
        if name is not None and (state := _continued(_spoken_of(conversation, first), name)):
            yield f"I {state} {name} now", (now.tree.starts[first], now.tree.end(last - 1))


def _ends(now: ParsedTurn) -> Iterator[tuple[int, int]]:
    """Yield the sentences of a turn, or what stands after their last commas."""
    for first, last in now.tree.sentences:
        commas = [i for i in range(first, last - 1) if now.tree.words[i] in {",", ";", "-"}]
        yield (commas[-1] + 1 if commas else first), last


def _continued(about: str, name: str) -> str:
    """Return which state a name follows in, after some words: "live in" or "work at"; "" if neither."""
    if _OTHERS.search(about) or _KIN_OF_ANOTHER.search(about):
        return ""
    job, placed = _JOB.search(about), any(word in places() for word in re.findall(r"[^\W\d]+", about))
    succeeds = name in places() and _BEFORE.search(about) and not _TRAVEL.search(about)
    if _HOME.search(about) or (not job and placed and (_LEFT.search(about) or succeeds)):
        return "" if job and name not in places() else "live in"
    return "work at" if job and name not in places() else ""


def _named_now(now: ParsedTurn, first: int, last: int) -> str | None:
    """Return the name of "Hull now" or "now it's Hull"; None if a sentence says anything else."""
    tree = now.tree
    words = [i for i in range(first, last) if any(c.isalnum() for c in tree.words[i])]
    if not _NOW & {tree.lower[i] for i in words} or "?" in tree.words[first:last]:
        return None
    named = [i for i in words if tree.lower[i] not in _NOW | _LEADS]
    if not named or named != list(range(named[0], named[-1] + 1)) or not all(_may_name(now, i) for i in named):
        return None
    return as_name(" ".join(tree.words[i] for i in named))


def _may_name(now: ParsedTurn, token: int) -> bool:
    tree = now.tree
    return is_name(tree.words[token], tree.tags[token])


def _spoken_of(conversation: TurnInContext, first: int) -> str:
    """Return what the turn said before a token, and what another said right before the turn."""
    now = conversation.now
    own = now.tree.text[: now.tree.starts[first]]
    before: Sequence[ParsedTurn] = conversation.before[-1:]
    asked = " ".join(said.tree.text for said in before if said.speaker != now.speaker)
    return f"{asked} {own}".strip()
