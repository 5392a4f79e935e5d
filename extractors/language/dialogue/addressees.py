"""Whom "you" means where several take part."""

from collections.abc import Sequence

from chronomem.extractors.language.clauses.references import index_mentions
from chronomem.extractors.language.extracted import Earlier, Mention
from chronomem.extractors.language.parsing.syntax import SyntaxTree


def addressee(
    tree: SyntaxTree, mentions: Sequence[Mention], speaker: str, others: Sequence[str], before: Sequence[Earlier]
) -> str | None:
    """Return whom "you" means among several: the one participant who is called by name, or else who spoke before."""
    tokens = index_mentions(tree, mentions)
    called = {
        mention.name
        for i, mention in tokens.items()
        if mention.name in others and (tree.full_deps[i] == "vocative" or _is_set_off(tree, mention))
    }
    if called:
        return called.pop() if len(called) == 1 else None
    if any(
        tree.lower[i] in ("guys", "all", "two", "both", "lot") and tree.lower[i - 1] == "you"
        for i in range(1, len(tree.words))
    ):
        return None
    last = before[-1].utterance.speaker if before else None
    return last if last in others and last != speaker else None


def _is_set_off(tree: SyntaxTree, mention: Mention) -> bool:
    """Whether a name stands at one end of a sentence, with a comma on its other side: "Pete, are you in?"."""
    left, right = tree.text[: mention.start].rstrip(), tree.text[mention.end :].lstrip()
    opens = not left or left[-1] in ".!?\n"
    closes = not right or right[0] in ".!?\n"
    return (opens and right[:1] == ",") or (closes and left[-1:] == ",")
