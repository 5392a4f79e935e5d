"""How long somebody has been somewhere or with somebody, which tells whether they work there or are a couple."""

import re
from dataclasses import replace

from chronomem.extractors.language.clauses.clause import Clause
from chronomem.extractors.language.clauses.phrases import phrase_text
from chronomem.extractors.language.clauses.references import Resolver
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.extracted import LENGTH, TimeExpression
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.lexicon import SCHOOL_NOUNS, WORKPLACES, is_first_name


def workplace(resolver: Resolver, clause: Clause, about: Reference, time: TimeExpression | None) -> Frame | None:
    """Return the place of work of "she's still at the bakery" or "I've been at the bank for ten years".

    A place where people are employed is one's own if the clause tells for how long, that it is still so, or whose.
    """
    tree, head = resolver.tree, clause.head
    if clause.tense != "present" or clause.modality != "actual" or about.type != "person" or clause.negated:
        return None
    at = any(tree.lower[i] in ("at", "with") for i in tree.having(head, "case"))
    fixed = any(tree.lower[i] in ("the", "a", "our") for i in tree.having(head, "det", "nmod:poss"))
    adverbs = {tree.lower[i] for i in tree.children[head]}
    some = any(tree.lower[i] in ("a", "an") for i in tree.having(head, "det"))
    adverbs |= {"currently"} if some and "now" in adverbs else set()  # "at a clinic now", but "at the airport now"
    stays = is_lasting(clause, time) or bool(adverbs & {"still", "currently"}) or resolver.talked_of("work", "job")
    if not at or not fixed or not stays or head in resolver.named or tree.lemmas[head] not in WORKPLACES - SCHOOL_NOUNS:
        return None
    return Frame(about, "works_at", value=_name(resolver, head), confidence=0.65)


def is_employer(resolver: Resolver, token: int) -> bool:
    """Whether somebody is with a firm, by its name: "I left Ericsson, I'm with Volvo now"."""
    mention = resolver.named.get(token)
    named = mention is not None and not is_first_name(mention.name.partition(" ")[0]) and mention.type != "location"
    return named and resolver.talked_of("work", "job", "leave", "quit", "employer", "firm", "company", "contract")


def _name(resolver: Resolver, head: int) -> str:
    """Return a place of work without how long somebody is there, and what else they do: "the bank for ten years"."""
    text = phrase_text(resolver, head, alone=True)
    return re.split(r",| (?:for|since|by|until|till|from) ", text, maxsplit=1)[0]


def former_workplace(resolver: Resolver, clause: Clause, about: Reference) -> Frame | None:
    """Return the former employer of "I was at Renault before", "I was with Acme for six years"."""
    tree, head = resolver.tree, clause.head
    long = any(tree.lemmas[i] in ("year", "month", "decade") for i in tree.having(head, "obl", "nmod"))
    at = any(tree.lower[i] in ("at", "with") for i in tree.having(head, "case"))
    before = any(tree.lower[i] in ("before", "previously", "formerly") for i in tree.children[head])
    entity = resolver.resolve(head) if head in resolver.named else None
    if (
        not at
        or not (before or long)
        or clause.perfect
        or clause.tense != "past"
        or entity is None
        or entity.type in ("person", "location")
    ):
        return None
    return Frame(about, "works_at", object=replace(entity, type="organization"), confidence=0.7, ended=True)


def is_lasting(clause: Clause, time: TimeExpression | None) -> bool:
    """Whether the clause gives a start ("since 2019"), so that it means no passing stay."""
    return clause.tense == "present" or clause.perfect if time is not None and is_since(time) else False


def is_since(time: TimeExpression) -> bool:
    return time.kind in ("open", LENGTH) and time.start is not None and time.end is None


def long_with(resolver: Resolver, clause: Clause, time: TimeExpression | None) -> Reference | None:
    """Return the partner of a person who has "been with Hannah for four years"."""
    if time is None or time.grain not in ("year", "month") or not is_lasting(clause, time) or not clause.perfect:
        return None
    entity = resolver.resolve(clause.head)
    named = clause.head in resolver.named and entity is not None and entity.type == "person" and entity.noun is None
    return entity if named and clause.reference is not None and clause.reference.type == "person" else None
