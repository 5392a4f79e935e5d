"""Names that complete what their speaker has said: "I got in!" "which uni?" "Leeds", "I quit" "Lidl?" "yep"."""

import re
from collections.abc import Iterator

from chronomem.extractors.language.dialogue.conversation import ParsedTurn, TurnInContext
from chronomem.extractors.language.dialogue.fragments import Shared
from chronomem.extractors.language.dialogue.own_statements import own_statement
from chronomem.extractors.language.dialogue.replies import Part, TurnReply
from chronomem.extractors.language.dialogue.wording import as_name
from chronomem.extractors.language.dialogue.words import OPENING, is_name, is_noun
from chronomem.extractors.language.lexicon import RELATION_OF_NOUN, SCHOOL_NOUNS, WORKPLACES
from chronomem.extractors.language.parsing.syntax import SyntaxTree

_WHICH = re.compile(rf"{OPENING}(?:which|what) (?P<noun>\w+)(?: is (?:it|that))?\W*$", re.IGNORECASE)
_NAME = re.compile(rf"{OPENING}(?:(?:at|from) )?(?P<name>[^\W\d]+(?: [^\W\d]+)?)\s*\?+\W*$")
ASKED_NAME = re.compile(
    r"(?:^|[.!,?]\s*)(?:\w+ )?(?:what(?:'s| is|s| are)? )?(?:(?:the|his|her|its|it's|their) )?names?\s*\?"
    r"|\bwhat(?:'s|s| is| are|'re) (?:he|she|it|they|the \w+) called\b"
    r"|\bwhat did (?:you|they|she|he) (?:call|name) (?:it|him|her|them)\b",
    re.IGNORECASE,
)
_THING = re.compile(rf"{OPENING}(?P<thing>(?:the|your|ur|a|an) (?:[^\W\d]+ )?[^\W\d]+)\s*[?!]+\W*$", re.IGNORECASE)
_LEAVING = {"quit", "leave", "resign"}
_DONE = {"pass", "fail", "sell", "finish", "submit", "win", "quit", "ace", "book", "order", "cancel", "retake", "scrap"}
"""Verbs of which another may ask what was done: "passed!" "the driving test?"."""
_SCHOOLS = {"uni", "university", "college", *SCHOOL_NOUNS}
_EMPLOYERS = {"company", "firm", "employer", "place", "bank", "agency", *WORKPLACES}
_TEACHING = {"teach", "teacher", "work", "job"}
_EXCLAIMING = {"omg", "yes", "yay", "guys", "guess", "what", "finally", "just", "oh", "god", "ok", "so", "it"}
_OTHERS = {"he", "she", "they", "his", "her", "their"} | set(RELATION_OF_NOUN)
_LONGEST = 5
"""In words, of a name that completes something."""


def completions(conversation: TurnInContext, reply: TurnReply) -> Iterator[Shared]:
    """Yield the speaker's last statement with what another asked to hear of it, and the span that tells it."""
    now, asked_back = conversation.now, conversation.asked_back
    if asked_back is None:
        return
    own, other = asked_back
    said, asked = own_statement(own), other.tree.text
    if reply.agrees and (thing := _THING.match(asked)) is not None:
        if (verb := _done(own)) is not None:
            meant = re.sub(r"^(?:your|ur)\b", "my", thing["thing"], flags=re.IGNORECASE)
            yield f"I {verb} {meant}", reply.span(now.tree)
        return
    if reply.agrees and (named := _NAME.match(asked)) is not None:
        if (
            said is not None
            and said.tree.lemmas[said.head] in _LEAVING
            and _is_named(other, named["name"])
            and not said.completed
        ):
            yield f"{said.text} {as_name(named['name'])}", reply.span(now.tree)
        return
    part = next((part for part in reply.parts if not part.asks), None)
    if reply.agrees is False or part is None or not _may_complete(part):
        return
    whole = None
    if said is not None:
        whole = _which(asked, part, said.subject, teaching=not _TEACHING.isdisjoint(said.tree.lemmas))
    elif _OTHERS.isdisjoint(word for turn in conversation.before[-3:] for word in turn.tree.lower):
        whole = _which(asked, part, "I", teaching=False)
    if whole is not None:
        yield whole, (now.tree.starts[part.words[0].at], now.tree.end(part.words[-1].at))


def _done(said: ParsedTurn) -> str | None:
    """Return the verb of a turn that says nothing but that something was done: "I PASSED!!!", "sold!!"."""
    tree = said.tree
    words = [i for i, word in enumerate(tree.lower) if word.isalpha() and word not in _EXCLAIMING]
    if not words or [tree.lower[i] for i in words[:-1]] not in ([], ["i"], ["we"]):
        return None
    return tree.lower[words[-1]] if tree.lemmas[words[-1]].lower() in _DONE else None


def christened(conversation: TurnInContext, reply: TurnReply) -> Iterator[Shared]:
    """Yield what brought somebody a child or an animal, with its name: "we got a puppy!" "what's its name?" "Biscuit".

    The other asks for nothing but the name.
    """
    now, asked_back = conversation.now, conversation.asked_back
    part = reply.parts[0] if reply.parts else None
    if asked_back is None or reply.agrees is not None or part is None or not _may_complete(part):
        return
    own, other = asked_back
    if ASKED_NAME.search(other.tree.text) is None or not all(is_noun(word) for word in part.words):
        return
    tree, (first, last) = own.tree, own.tree.sentences[-1]
    newcomer = next((i for i in range(first, last) if _is_newcomer(tree, i)), None)
    if newcomer is not None and "?" not in tree.words[first:last]:
        end = tree.end(newcomer)
        told = f"{tree.text[tree.starts[first] : end]} called {as_name(part.text)}{tree.text[end : tree.end(last - 1)]}"
        yield told, (now.tree.starts[part.words[0].at], now.tree.end(part.words[-1].at))


def _is_newcomer(tree: SyntaxTree, noun: int) -> bool:
    """Whether a noun is an unnamed child or animal that somebody has or gets: "a baby", "a new kitten"."""
    kept = RELATION_OF_NOUN.get(tree.lemmas[noun]) in ("has_child", "has_pet") and tree.tags[noun] == "NN"
    indefinite = any(tree.lower[i] in ("a", "an") for i in tree.having(noun, "det"))
    return kept and indefinite and tree.full_deps[noun] == "obj" and not tree.negated(tree.heads[noun])


def _which(asked: str, part: Part, subject: str, *, teaching: bool) -> str | None:
    """Return where somebody studies or works, if that is what a question asks for: "which uni?"."""
    which = _WHICH.match(asked)
    if which is None or part.attached:
        return None
    noun, name = which["noun"].lower(), part.named
    if noun in _SCHOOLS and not teaching:
        return f"{subject} {'study' if subject == 'I' else 'studies'} at {name}"
    return f"{subject} {'work' if subject == 'I' else 'works'} at {name}" if noun in _EMPLOYERS | _SCHOOLS else None


def _may_complete(part: Part) -> bool:
    return part.nominal and len(part.words) <= _LONGEST


def _is_named(said: ParsedTurn, words: str) -> bool:
    last = words.split()[-1].lower()
    at = next((i for i, word in enumerate(said.tree.lower) if word == last), None)
    return at is not None and is_name(said.tree.words[at], said.tree.tags[at])
