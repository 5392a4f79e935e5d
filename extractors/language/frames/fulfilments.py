"""Plans and projects that a clause settles, whoever told them: "I ran the marathon" ends the plan to run one.

The plan or project was told in another turn, so these endings are inferred: an ending closes a matching fact, and
states nothing if no fact matches.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from chronomem.extractors.language.clauses.clause import Clause
from chronomem.extractors.language.clauses.phrases import phrase_text, says_something
from chronomem.extractors.language.clauses.references import Resolver
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.extracted import Statement
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.frames.verb_map import map_verb
from chronomem.extractors.language.frames.verb_phrases import ing_form
from chronomem.graph_schema.facts.plan_kinds import TRIP
from chronomem.graph_schema.facts.predicates import INTENTIONS, predicate_named

INFERRED = 0.4
"""Confidence in an ending that is only implied, for a fact that may be known from another turn."""
_KNOWN_ARTICLES = {"the", "my", "our", "that", "this"}
_ACQUIRING = {"get", "buy", "adopt", "order", "book", "rent"}
_MEETING = {"lives_in": ("move to",), "works_at": ("start at", "work at"), "studies_at": ("start at", "study at")}
"""Plans that a state meets, without their object."""
_SAME = {
    "is": ("is_a",),
    "is_a": ("is",),
    "works_at": ("also_works_at", "works_on", "volunteers_at"),
    "owns": ("has", "has_pet"),
}
"""Predicates under which the same may have been told: a quality without an article, a job beside the main one, an
animal among what one has."""
_MUTUAL = {"has_partner", "engaged_to", "married_to", "lives_with"}
"""Relations that are over for both when they are over for one."""
_COMPLETING = {"finish", "complete"}
_TRAVEL = ("visit", "go to", "trip to", "travel to", "move to", "fly to")
_GOING = {"go", "travel", "fly", "visit", "move"}
_DOING = {"do", "have", "make", "run", "attend", "see", "host", "hold", "throw", "take", "hire"}
"""Verbs that tell little of a plan beside their object: who isn't doing the marathon won't run it."""


def without_views_of_the_past(statements: Sequence[Statement]) -> tuple[Statement, ...]:
    """Return statements with the ends that others imply: nobody looks forward to what is called off or over.

    Who is no longer vegan is no longer a vegan, whichever was told, and a job that is over may be the one beside the
    main one. Whom somebody has left has them no longer.
    """
    statements = [_only_ended(s) for s in statements]
    known = {(s.subject, s.predicate, s.value or s.object) for s in statements if s.ended}
    states = [s for s in statements if s.predicate in _SAME and s.ended and (s.value or s.object)]
    over = [s for s in statements if s.predicate == "plans" and s.ended and s.value is not None]
    named = (
        replace(s, predicate=name, confidence=min(s.confidence, INFERRED))
        for s in states
        for name in _SAME[s.predicate]
        if (s.subject, name, s.value or s.object) not in known and (name != "has_pet" or s.object is not None)
    )
    mutual = (
        replace(s, subject=s.object, object=s.subject, object_type="person", confidence=min(s.confidence, INFERRED))
        for s in statements
        if s.predicate in _MUTUAL and s.ended and s.object is not None
        if (s.object, s.predicate, s.subject) not in known
    )
    implied = (
        replace(s, predicate=name, value=value, confidence=min(s.confidence, INFERRED), modality="actual")
        for name in ("looks_forward_to", "prepares_for")
        for s in over
        for value in _worded(s.value or "")
        if (s.subject, name, value) not in known
    )
    return (*statements, *named, *mutual, *implied)


def _only_ended(s: Statement) -> Statement:
    """Return the inferred end of a plan without a beginning: who ran a shop for years didn't plan to for as long."""
    if not s.ended or s.confidence > INFERRED or s.predicate not in INTENTIONS or s.valid_at is None:
        return s
    return replace(s, valid_at=None, invalid_at=s.valid_at)


def with_plans_met(statements: Sequence[Statement], said_at: datetime) -> tuple[Statement, ...]:
    """Return statements with the ends of the plans that are met: who lives in York has no plan to move there."""
    met = (
        replace(
            told, predicate="plans", object=None, object_type=None, value=f"{verb} {told.object}", ended=True,
            begun=False, valid_at=None, invalid_at=told.valid_at, confidence=min(told.confidence, INFERRED),
        )
        for told in statements
        if told.object is not None and told.tense == "present" and _holds_at(told, said_at)
        for verb in _MEETING.get(told.predicate, ())
    )  # fmt: skip
    return (*statements, *met)


def _holds_at(told: Statement, said_at: datetime) -> bool:
    return told.holds and (told.valid_at is None or told.valid_at <= said_at)


def _worded(plan: str) -> list[str]:
    """Return a plan, and what it is about if its verb says little: one prepares for "marathon", to "run marathon"."""
    verb, _, thing = plan.partition(" ")
    return [plan, thing] if verb in _DOING and says_something(thing) else [plan]


def read_fulfilment(resolver: Resolver, clause: Clause, about: Reference) -> Iterator[Frame]:
    """Yield the ends of the plans and projects that the clause's event fulfils.

    Only names and definite noun phrases count, because they refer to something known: "a marathon" may be any.
    """
    tree, head = resolver.tree, clause.head
    if (
        clause.modality != "actual"
        or about.name != resolver.speaker
        or clause.tense != "past"
        or tree.child(head, "aux:pass", "xcomp") is not None
    ):
        return
    lemma = tree.lemmas[head]
    thing = tree.child(head, "obj")
    if thing is not None and lemma in _ACQUIRING and says_something(wish := phrase_text(resolver, thing)):
        yield Frame(about, "wants", value=wish, ended=True, confidence=INFERRED)
        yield Frame(about, "considers", value=f"{ing_form(lemma)} {wish}", ended=True, confidence=INFERRED)
    if thing is not None and _is_known(resolver, thing):
        if lemma in _ACQUIRING:
            for aim in ("considers", "saves_for"):
                yield Frame(about, aim, value=phrase_text(resolver, thing), ended=True, confidence=INFERRED)
        mapped = map_verb(lemma, "", "")
        if mapped is not None and predicate_named(mapped).kind == "state":
            return
        value = phrase_text(resolver, thing)
        if not says_something(value):
            return
        if lemma in _COMPLETING:
            yield Frame(about, "works_on", value=value, ended=True, confidence=INFERRED)
        verbs = _TRAVEL[:3] if lemma == "visit" else (lemma,)
        for verb in verbs:
            yield Frame(about, "plans", value=f"{verb} {value}", ended=True, confidence=INFERRED)
        yield Frame(about, "considers", value=f"{ing_form(lemma)} {value}", ended=True, confidence=INFERRED)
    elif thing is None and lemma in _GOING and (place := _destination(resolver, head)) is not None:
        for verb in ("move to",) if lemma == "move" else dict.fromkeys((*_TRAVEL[:3], f"{lemma} to")):
            yield Frame(about, "plans", value=f"{verb} {place}", ended=True, confidence=INFERRED)


def read_abandonment(resolver: Resolver, clause: Clause, about: Reference) -> Iterator[Frame]:
    """Yield what a person gives up.

    "I'm not going to Japan after all" ends the plan, however it was worded.
    """
    tree, head = resolver.tree, clause.head
    verb = tree.child(head, "xcomp") if tree.lemmas[head] in ("go", "plan", "gon", "want", "decide") else None
    verb = head if verb is None or not tree.is_verb(verb) else verb
    lemma = tree.lemmas[verb]
    thing = tree.child(verb, "obj")
    if thing is not None and tree.lower[thing] == "more":
        thing = None  # "not moving any more"
    place = _destination(resolver, verb)
    if thing is not None and lemma == "visit":
        place = phrase_text(resolver, thing)
    if place is not None and lemma in _GOING:
        for way in _TRAVEL:
            yield Frame(about, "plans", value=f"{way} {place}", ended=True, confidence=INFERRED)
        thought_of = f"{ing_form(lemma)} {place}" if lemma == "visit" else f"{ing_form(lemma)} to {place}"
        yield Frame(about, "considers", value=thought_of, ended=True, confidence=INFERRED)
    elif thing is not None and says_something(value := phrase_text(resolver, thing)):
        plan = value if lemma in _DOING else f"{lemma} {value}"
        yield Frame(about, "plans", value=plan, ended=True, confidence=INFERRED)
        yield Frame(about, "considers", value=f"{ing_form(lemma)} {value}", ended=True, confidence=INFERRED)
    elif lemma == "move":
        yield Frame(about, "plans", value=lemma, ended=True, confidence=INFERRED)
    elif tree.lower[verb] == "married" and tree.child(verb, "aux:pass", "aux") is not None:
        yield Frame(about, "plans", value="get married", ended=True, confidence=INFERRED)


def read_replacement(resolver: Resolver, clause: Clause, about: Reference) -> Iterator[Frame]:
    """Yield the ends of the plans whose place another one takes: "going to Porto instead of Lisbon".

    What "instead" leaves unsaid is what the turn named before, or else the trip that was planned.
    """
    tree, head = resolver.tree, clause.head
    last = next(last for first, last in tree.sentences if first <= head < last)
    instead = next((i for i in range(head, last) if tree.lower[i] == "instead"), None)
    if instead is None or about.name != resolver.speaker or clause.negated:
        return
    if tree.lower[instead + 1 : instead + 2] == ["of"]:
        over = [i for i in range(instead + 2, last) if tree.tags[i].startswith("N") and tree.heads[i] < instead][:1]
    else:
        begin = tree.extent(head)[0] if clause.subject is None else clause.subject
        over = [i for i in resolver.named if i < begin and resolver.named[i].type not in ("person", "organization")]
    for i in over:
        yield Frame(about, "plans", value=phrase_text(resolver, i), ended=True, confidence=INFERRED, plain=True)
    if not over and any(_destination(resolver, i) for i in (head, *tree.having(head, "xcomp"))):
        yield Frame(about, "plans", value=TRIP, ended=True, confidence=INFERRED, plain=True)


def _destination(resolver: Resolver, verb: int) -> str | None:
    """Return the named place that a person goes to."""
    tree = resolver.tree
    for i in tree.having(verb, "obl", "xcomp", "obj"):
        if i in resolver.named and any(tree.lower[j] == "to" for j in tree.having(i, "case")):
            return phrase_text(resolver, i)
    return None


def _is_known(resolver: Resolver, thing: int) -> bool:
    tree = resolver.tree
    return thing in resolver.named or any(tree.lower[i] in _KNOWN_ARTICLES for i in tree.children[thing])
