"""Verbs that take another verb: "I want to visit Rome", "she stopped running", "thinking about moving"."""

from collections.abc import Iterator
from dataclasses import replace

from chronomem.extractors.language.clauses.clause import Clause
from chronomem.extractors.language.clauses.clauses import chained
from chronomem.extractors.language.clauses.moods import is_opposed
from chronomem.extractors.language.clauses.phrases import says_something
from chronomem.extractors.language.clauses.references import Resolver
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.extracted import Modality
from chronomem.extractors.language.frames.actions import TASTES, plain
from chronomem.extractors.language.frames.arrangements import GOTTEN
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.frames.fulfilments import read_abandonment
from chronomem.extractors.language.frames.modals import required_action
from chronomem.extractors.language.frames.pastimes import pastime_told
from chronomem.extractors.language.frames.prepositions import is_about_other
from chronomem.extractors.language.frames.verb_map import open_predicate
from chronomem.extractors.language.frames.verb_phrases import gerund, says_little, verb_phrase
from chronomem.extractors.language.parsing.syntax import SyntaxTree
from chronomem.graph_schema.facts.predicates import predicate_named

_WISHES = {"want", "wish", "hope", "wan", "wanna", "dream", "die", "itch", "long"}  # "dying to see Rome"
_INTENTIONS = {
    "plan": "plans", "intend": "plans", "go": "plans", "gon": "plans", "gonna": "plans", "decide": "plans",
    "aim": "plans", "look": "plans", "prepare": "plans", "agree": "plans", "promise": "plans", "think": "considers",
    "consider": "considers",
}  # fmt: skip
_PHASES = {"start": "started", "begin": "started", "finish": "finished", "stop": "stopped", "quit": "stopped"}
_DUTIES = {"need": "needs", "have": "needs", "get": "needs", "ought": "needs", "ta": "needs"}
_TRANSPARENT = {"manage", "get", "happen", "come", "end", "keep", "continue"}
_DAILY = {"eat", "drink", "sleep", "nap", "shower", "rest", "sit", "lie", "cry", "scream", "die", "snack", "chill"}
"""Actions of every day, which are no plan to remember unless they have a time."""


def after_preposition(resolver: Resolver, head: int) -> int | None:
    """Return the verb under a preposition: "starting a project" of "I'm thinking about starting a project"."""
    tree = resolver.tree
    for i in tree.having(head, "advcl", "obl", "ccomp"):
        marks = [tree.lower[j] for j in tree.having(i, "mark")]
        fits = i > head and tree.tags[i] == "VBG" and tree.child(head, "obj") is None
        if fits and marks and marks[0] in ("about", "of", "on", "in", "to", "forward"):
            return i
    return None


def with_gerund(
    resolver: Resolver, about: Reference, lemma: str, particle: str, mark: str, action: int
) -> Iterator[Frame]:
    known: dict[tuple[str, str], tuple[str, Modality]] = {
        ("think", "about"): ("considers", "considered"),
        ("think", "of"): ("considers", "considered"),
        ("plan", "on"): ("plans", "planned"),
        ("look", "to"): ("looks_forward_to", "desired"),
        ("work", "on"): ("works_on", "actual"),
        ("dream", "of"): ("wants", "desired"),
        ("dream", "about"): ("wants", "desired"),
    }
    default: tuple[str, Modality] = (open_predicate(lemma, particle, mark), "actual")
    predicate, modality = known.get((lemma, mark), default)
    for one in (action, *_joined(resolver, action)):
        if not says_little(resolver, one):
            yield Frame(
                about, predicate, value=verb_phrase(resolver, one, alone=True), confidence=0.8, modality=modality
            )


def _joined(resolver: Resolver, verb: int) -> list[int]:
    """Return the verbs that "and" joins to a verb: "paint" and "read" of "like to cook, paint and read"."""
    tree = resolver.tree
    beside = [*tree.having(verb, "conj"), *chained(tree, tree.heads[verb])]
    if tree.lemmas[verb] == "go" and (inner := tree.child(verb, "xcomp")) is not None:
        beside += tree.having(inner, "conj")  # "go camping, hiking and fishing"
    return [
        i
        for i in beside
        if (tree.is_verb(i) or tree.lower[i].endswith("ing"))
        and tree.child(i, "nsubj", "cop") is None
        and (tree.tags[verb] != "VBG" or tree.lower[i].endswith("ing"))  # "enjoy cooking and love to read"
        and (tree.tags[verb] != "VB" or tree.tags[i] not in ("VBD", "VBZ"))  # "wanted to try it and took the plunge"
    ]


def takes_verb(resolver: Resolver, clause: Clause, inner: int) -> bool:
    tree, head = resolver.tree, clause.head
    lemma = tree.lemmas[head]
    if tree.child(inner, "nsubj", "nsubj:pass") is not None:
        return False
    if (lemma == "get" and tree.lower[inner] in GOTTEN) or (lemma == "have" and tree.tags[inner] == "VBN"):
        return False  # "have four left"
    if lemma == "use":
        return tree.lower[head] == "used" and tree.child(head, "obj", "aux", "aux:pass") is None
    known = lemma in _WISHES or lemma in TASTES or lemma in _PHASES or lemma in _TRANSPARENT
    return tree.deps[inner] == "xcomp" and (known or lemma in _DUTIES or lemma in _INTENTIONS or lemma == "try")


def chain(resolver: Resolver, clause: Clause, about: Reference, inner: int, timed: set[int]) -> Iterator[Frame]:
    """Yield verbs in a chain: "want to visit Rome", "started running", "used to live in Rome", "got to meet Ann"."""
    tree, lemma = resolver.tree, resolver.tree.lemmas[clause.head]
    if lemma == "use":
        for frame in plain(resolver, clause, about, inner, timed):
            yield Frame(frame.subject, frame.predicate, frame.object, frame.value, 0.85, ended=True)
        return
    past = tree.tags[clause.head] == "VBD"
    if (lemma in _TRANSPARENT and (past or lemma != "get")) or (past and lemma == "have"):
        phase = tree.child(inner, "xcomp") if tree.lemmas[inner] in _PHASES else None
        if phase is not None and not tree.negated(inner):  # "had to stop running"
            yield from chain(resolver, replace(clause, head=inner), about, phase, timed)
            return
        for frame in plain(resolver, clause, about, inner, timed):
            begins = frame.begins or lemma == "end"  # "ended up working there"
            yield replace(frame, negated=tree.negated(inner), begins=begins)
        return
    if lemma == "go" and past and tree.tags[inner] == "VB":
        yield from plain(resolver, clause, about, inner, timed)  # "went to see Tom"
        return
    if lemma in _INTENTIONS and (tree.negated(inner) or _is_given_up(tree, clause)):
        yield from read_abandonment(resolver, clause, about)
        if clause.tense == "past":
            return
    modality: Modality = "actual"
    if lemma in ("stop", "quit") and tree.tags[inner] == "VB":
        return  # "quit to travel" tells why
    if lemma in ("start", "begin", "finish", "stop", "quit") and not clause.negated:
        over = lemma not in ("start", "begin")
        yield from _habit(resolver, clause, about, inner, timed, over)
    if lemma in _WISHES:
        predicate, modality = "wants", "desired"
    elif lemma == "go" and tree.tags[inner] == "VBG":
        habit = pastime_told(resolver, clause, clause.head, None) if not clause.negated else ""
        value = habit or verb_phrase(resolver, inner, timeless=True)
        predicate = "likes" if habit else "went_to" if clause.tense == "past" else "does"
        yield Frame(about, predicate, value=value, confidence=0.65 if habit else 0.8)
        return
    elif lemma in _INTENTIONS:
        predicate = _INTENTIONS[lemma]
        modality = "planned" if predicate == "plans" else "considered"
    elif lemma in TASTES:
        predicate = TASTES[lemma]
    elif lemma in _PHASES:
        predicate = _PHASES[lemma]
    elif lemma == "try":
        predicate = "tries"
    else:
        predicate, modality = "needs", "obliged"
    named = lemma in TASTES or lemma in _PHASES
    for verb in (inner, *_joined(resolver, inner)):
        if modality == "planned" and tree.lemmas[verb] in _DAILY and not timed:
            continue  # "I'm going to eat cereal out of a saucepan"
        value = gerund(resolver, verb) if named else verb_phrase(resolver, required_action(tree, verb), alone=True)
        if says_something(value) and not (
            says_little(resolver, verb) and (not named or is_about_other(resolver, verb))
        ):
            yield Frame(about, predicate, value=value, confidence=0.85, modality=modality)


def _is_given_up(tree: SyntaxTree, clause: Clause) -> bool:
    """Whether what was intended didn't come about: "I was going to fly to Oslo", "I was planning to run but …"."""
    if clause.tense != "past" or clause.perfect or tree.tags[clause.head] != "VBG":
        return False
    return tree.lemmas[clause.head] in ("go", "gon") or is_opposed(tree, clause.head)


def _habit(
    resolver: Resolver, clause: Clause, about: Reference, inner: int, timed: set[int], over: bool
) -> Iterator[Frame]:
    """Yield the state that "started working at …" begins or "stopped playing …" ends."""
    for frame in plain(resolver, clause, about, inner, timed):
        if predicate_named(frame.predicate).kind == "state" and frame.predicate != "does":
            yield replace(frame, ended=over, begins=not over, confidence=0.8)
