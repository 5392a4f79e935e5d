"""What "the stuff" is that somebody likes or takes: "rooibos all day now, I love the stuff"."""

import re
from collections.abc import Iterator

from chronomem.extractors.language.dialogue.conversation import TurnInContext
from chronomem.extractors.language.dialogue.fragments import Shared
from chronomem.extractors.language.lexicon import RELATION_OF_NOUN
from chronomem.extractors.language.parsing.syntax import SyntaxTree

_STUFF = re.compile(
    r"\b(?P<said>(?:i|we) (?:(?:just|really|still|absolutely|always|never|don't|dont|do not) )*"
    r"(?:love|like|hate|adore|loathe|detest|enjoy|drink|eat|take|can't stand|cannot stand|cant stand|could live on)) "
    r"(?:(?P<the>the)|this|that) stuff(?=\W*$|[.,!;]| (?:though|tho|too|now|so|and|but)\b)",
    re.IGNORECASE,
)
_NO_STUFF = {
    "stuff", "thing", "lot", "day", "morning", "evening", "night", "hour", "week", "year", "thanks", "time", "god",
    "person", "guy", "man", "woman", "fan", "drinker", "eater", "lunch", "dinner", "breakfast", "supper", "work",
    "home", "bed",
}  # fmt: skip
"""Nouns without an article that name no substance."""
_TURNS_BACK = 4


def stuff_meant(conversation: TurnInContext) -> Iterator[Shared]:
    """Yield a taste for "the stuff" with what was named last before it, in this turn or in one of the last ones."""
    now = conversation.now
    for found in _STUFF.finditer(now.tree.text):
        back = _TURNS_BACK if found["the"] else 1
        trees = (said.tree for said in reversed(conversation.before[-back:]))
        named = _last_stuff(now.tree, found.start())
        named = named or next((thing for tree in trees if (thing := _last_stuff(tree, len(tree.text)))), None)
        if named is not None:
            yield f"{found['said'].lower().replace('i ', 'I ', 1)} {named}", found.span()


def _last_stuff(tree: SyntaxTree, end: int) -> str | None:
    """Return the last noun before an offset that names a substance, as it stands without an article."""
    for i in range(len(tree.words) - 1, -1, -1):
        if tree.starts[i] >= end or not tree.tags[i].startswith("NN") or not tree.words[i].islower():
            continue
        if tree.lemmas[i] in _NO_STUFF or tree.lemmas[i] in RELATION_OF_NOUN:
            continue
        described = tree.child(i, "det", "nmod:poss", "nummod") is not None
        if not described and tree.full_deps[i] in (
            "obj",
            "nsubj",
            "ROOT",
            "conj",
            "obl",
            "nmod",
            "appos",
            "dislocated",
        ):
            compound = [j for j in tree.having(i, "compound", "amod") if j < i]
            return " ".join(tree.lower[j] for j in (*compound, i))
    return None
