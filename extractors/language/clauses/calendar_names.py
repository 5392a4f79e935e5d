"""First names that are words of the calendar as well: "April lives in Leeds", "my aunt June", "I met Jan"."""

from chronomem.extractors.language.lexicon import RELATION_OF_NOUN, occupations
from chronomem.extractors.language.parsing.syntax import SyntaxTree

_NAMES = {"april", "may", "june", "august", "jan", "summer", "autumn", "sunday"}
_DEEDS = {
    "live", "work", "study", "teach", "play", "move", "marry", "love", "like", "hate", "have", "get", "buy", "sell",
    "want", "say", "tell", "ask", "know", "think", "call", "drive", "own", "quit", "leave", "join", "meet", "speak",
    "collect", "retire", "learn", "die", "turn", "adopt", "bring", "give", "visit", "train", "volunteer", "break",
    "promote", "hire", "fire",
}  # fmt: skip
"""Verbs of which a month is no subject: "April works" is, in spite of "June works for me"."""
_DONE_TO = {"meet", "marry", "call", "ask", "tell", "know", "visit", "hire", "love", "date", "invite"}
_NO_PERSON = {"for", "with"}


def names_person(tree: SyntaxTree, token: int) -> bool:
    """Whether a word of the calendar is somebody's name where it stands."""
    if tree.lower[token] not in _NAMES or not tree.words[token].istitle():
        return False
    if token and tree.lemmas[token - 1] in RELATION_OF_NOUN:
        return True
    above, label = tree.heads[token], tree.full_deps[token]
    if label == "obj":
        return tree.lemmas[above] in _DONE_TO
    if not label.startswith("nsubj") or above < token:
        return False
    if tree.child(above, "cop") is not None:
        return tree.lemmas[above] in RELATION_OF_NOUN or tree.lemmas[above] in occupations()
    suits = tree.lemmas[above] == "work" and any(
        tree.lower[i] in _NO_PERSON for j in tree.having(above, "obl") for i in tree.having(j, "case")
    )
    return tree.lemmas[above] in _DEEDS and not suits  # "June works for me"
