"""Groups that people belong to: "I'm in the chess club", "a member of the Riverside gym"."""

from collections.abc import Iterator

from chronomem.extractors.language.clauses.phrases import accompaniments, phrase_text
from chronomem.extractors.language.clauses.references import Resolver
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.lexicon import COLLECTIVES, RELATION_OF_NOUN

GROUPS = COLLECTIVES - {"family", "fam", "company", "firm", "class"} | {
    "club", "choir", "orchestra", "ensemble", "troupe", "society", "association", "union", "league", "squad", "gang",
    "guild", "fraternity", "sorority", "congregation", "committee", "board", "council", "network", "duo", "trio",
    "quartet", "party", "cooperative", "collective", "movement", "church", "community",
}  # fmt: skip
"""Nouns of groups which people belong to."""
_OF_ALL = {"family", "household", "public", "society", "race", "species", "community", "generation", "minority"}
"""What everybody is a member of, or nobody joins."""


def is_group(resolver: Resolver, head: int) -> bool:
    """Whether a noun or name is that of a group which people belong to."""
    mention = resolver.named.get(head)
    return resolver.tree.lemmas[head] in GROUPS or (mention is not None and mention.type == "organization")


def is_told_apart(resolver: Resolver, group: int) -> bool:
    """Whether a group is told apart without an article: "in Rue's band", "in three bands", "in quiz club"."""
    tree = resolver.tree
    owners = any(i in resolver.named for i in tree.having(group, "nmod:poss"))
    return owners or tree.child(group, "nummod") is not None or tree.child(group, "compound") is not None


def group_of(resolver: Resolver, head: int) -> int | None:
    """Return the group in "a member of the chess club" and "a member of the Riverside gym", but not "of the public"."""
    tree = resolver.tree
    of = [i for i in tree.having(head, "nmod") if any(tree.lower[j] == "of" for j in tree.having(i, "case"))]
    joined = tree.lemmas[head] == "member" and of and tree.tags[of[0]].startswith("N")
    if joined and tree.lemmas[of[0]] not in _OF_ALL | RELATION_OF_NOUN.keys():
        return of[0]
    return next((i for i in of if is_group(resolver, i)), None)


def memberships(resolver: Resolver, about: Reference, group: int) -> Iterator[Frame]:
    """Yield the frames of one who belongs to a group, or to several: "two bands, the Tin Lanterns and Harbour Nine"."""
    named = resolver.counted_names(group, "organization")
    yield from (Frame(about, "member_of", object=one, confidence=0.75) for one in named)
    joined = [i for i in resolver.tree.having(group, "conj") if is_group(resolver, i)]
    yield from (_membership(resolver, about, one) for one in ([] if named else [group, *joined]))


def _membership(resolver: Resolver, about: Reference, group: int) -> Frame:
    value = phrase_text(resolver, group, timed={*accompaniments(resolver.tree, group)})
    return Frame(about, "member_of", object=resolver.resolve(group), value=value, confidence=0.75)
