"""What a clause tells, by the readers of its kind: an occasion, an attribute, a possession, a copula or a verb."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from chronomem.extractors.language.clauses.clause import Clause
from chronomem.extractors.language.clauses.references import Resolver
from chronomem.extractors.language.extracted import LEAVING, TimeExpression
from chronomem.extractors.language.frames.adjectives import STATUS
from chronomem.extractors.language.frames.attendance import read_attendance
from chronomem.extractors.language.frames.attributes import read_attribute, read_birth
from chronomem.extractors.language.frames.bygone import read_bygone
from chronomem.extractors.language.frames.copulas import read_copula
from chronomem.extractors.language.frames.diagnoses import read_diagnosis
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.frames.fulfilments import read_fulfilment, read_replacement
from chronomem.extractors.language.frames.leaving import read_leaving
from chronomem.extractors.language.frames.namings import read_named_things, read_naming
from chronomem.extractors.language.frames.occasions import read_dated_occasion, read_occasion
from chronomem.extractors.language.frames.occupations import read_appointment
from chronomem.extractors.language.frames.opinions import read_advice, read_opinion
from chronomem.extractors.language.frames.possession import read_possession
from chronomem.extractors.language.frames.prices import read_price
from chronomem.extractors.language.frames.verbs import read_verb
from chronomem.extractors.language.lexicon import FEELINGS
from chronomem.extractors.language.parsing.syntax import SyntaxTree
from chronomem.extractors.language.turn_times import TurnTimes


def read_clause(resolver: Resolver, when: TurnTimes, clause: Clause, time: TimeExpression | None) -> Iterator[Frame]:
    """Yield the statements of a clause as frames: a subject and a predicate with an object or value."""
    timed = when.tokens
    tree = resolver.tree
    about = clause.reference
    if clause.kind == "command":
        yield from named_by("advice", read_advice(resolver, clause))
        return
    occasion = read_occasion(resolver, clause, when.of(clause, ahead=True), when.said_at)
    occasion = occasion or read_dated_occasion(resolver, clause, time, when.may_come(time))
    if occasion:
        yield from named_by("occasion", occasion)
        return
    yield from named_by("fulfilment", read_bygone(resolver, clause))
    attributes = list(named_by("price", read_price(resolver, clause, timed)))
    dated = when.of(clause, ahead=True) if "birthday" in tree.lemmas else time
    attributes = attributes or list(named_by("attribute", read_attribute(resolver, clause, dated)))
    if attributes:
        yield from attributes
        return
    if owned := list(named_by("possessive", read_possession(resolver, clause))):
        yield from owned
        return
    yield from named_by("copula", read_appointment(resolver, clause))
    named = read_naming(resolver, clause)
    if named is not None:
        yield from named_by("naming", named)
        return
    if about is not None:
        yield from named_by("naming", read_named_things(resolver, clause, about))
    if about is None or about.name == resolver.other:
        yield from named_by("copula", read_diagnosis(resolver, clause))
        yield from named_by("opinion", read_opinion(resolver, clause))
        if about is None or clause.tense != "past" or clause.modality != "actual":
            return
    if not clause.negated:
        for head in (clause.head, *_done(resolver.tree, clause)):
            yield from named_by("fulfilment", read_fulfilment(resolver, replace(clause, head=head), about))
        yield from named_by("replacement", read_replacement(resolver, clause, about))
    yield from named_by(LEAVING, read_leaving(resolver, clause, about, time, coming=when.is_coming(time)))
    yield from named_by("occasion", read_attendance(resolver, clause, about))
    yield from named_by("birth", read_birth(resolver, clause, about, time))
    words = FEELINGS | STATUS if clause.negated else FEELINGS
    felt = tree.lower[clause.head] in words and tree.child(clause.head, "aux:pass") is not None
    nominal = clause.kind in ("feeling", "thanks", "quality") or tree.child(clause.head, "cop") is not None
    if felt or nominal:
        yield from named_by("copula", read_copula(resolver, clause, about, timed, time))
    elif tree.is_verb(clause.head):
        yield from named_by("verb", read_verb(resolver, clause, about, timed, coming=when.is_coming(time)))


def _done(tree: SyntaxTree, clause: Clause) -> list[int]:
    """Return the verbs that name the action: "sell" of "had to sell the car", "quitting" of "ended up quitting"."""
    head = clause.head
    if tree.lemmas[head] not in ("have", "end", "manage") or tree.tags[head] != "VBD":
        return []
    return [i for i in tree.having(head, "xcomp") if tree.is_verb(i) and not tree.negated(i)]


def named_by(rule: str, frames: Iterable[Frame]) -> Iterator[Frame]:
    """Name the rule that made the frames, unless they name a finer one."""
    return (frame if frame.rule else replace(frame, rule=rule) for frame in frames)
