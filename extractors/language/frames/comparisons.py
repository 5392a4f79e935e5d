"""Which of two things somebody prefers, told by comparing: "I like the mountains better than the beach"."""

from chronomem.extractors.language.lexicon import RELATION_OF_NOUN
from chronomem.extractors.language.parsing.syntax import SyntaxTree

_LIKING = {"like", "love", "enjoy", "want", "trust"}
_MORE = {"better", "more"}
_ARTICLES = {"the", "a", "an", "any", "my"}
_ANY = {"nothing", "anything", "everything", "it", "that", "them", "you"}
_LONGEST = 5
"""In words, of each of the two things."""


def compared(tree: SyntaxTree, than: int) -> tuple[int, int, str] | None:
    """Return the verb of a comparison, the token after its end, and what is preferred to what; None if it is none."""
    if tree.lower[than] != "than" or tree.lower[than - 1] not in _MORE:
        return None
    first, last = next(sentence for sentence in tree.sentences if sentence[0] <= than < sentence[1])
    start = max(first, than - 2 - _LONGEST)
    verb = next((i for i in range(than - 2, start - 1, -1) if tree.lemmas[i] in _LIKING), None)
    if verb is None or tree.negated(verb) or tree.is_asked(verb) or not _ANY.isdisjoint(tree.lower[verb:than]):
        return None  # "likes nothing more than skiing"
    end = than + 1
    while end < min(last, than + 1 + _LONGEST) and tree.tags[end][:2] in ("NN", "DT", "JJ", "PR", "VB", "CD"):
        end += 1
    one, other = (_without_article(tree, *part) for part in ((verb + 1, than - 1), (than + 1, end)))
    return (verb, end, f"{one} to {other}") if one and other and _is_thing(tree, than + 1, end) else None


def _without_article(tree: SyntaxTree, first: int, last: int) -> str:
    while first < last and tree.lower[first] in _ARTICLES:
        first += 1
    return tree.phrase(first, last).strip()


def _is_thing(tree: SyntaxTree, first: int, last: int) -> bool:
    """Whether words name a thing and no person or clause: not "more than I should", "more than his own children"."""
    if any(RELATION_OF_NOUN.get(tree.lemmas[i], "has_pet") != "has_pet" for i in range(first, last)):
        return False
    nouns = any(tree.tags[i].startswith("NN") or tree.tags[i] == "VBG" for i in range(first, last))
    return nouns and not any(tree.tags[i] in ("PRP", "VBP", "VBD", "VBZ") for i in range(first, last))
