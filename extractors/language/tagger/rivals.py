"""What rules have told beside a tag: the same more vaguely, its end, or what the network knows better."""

from dataclasses import replace

from chronomem.extractors.language.clauses.clause import Clause
from chronomem.extractors.language.clauses.references import FIRST_POSSESSIVE
from chronomem.extractors.language.extracted import TELLING, Statement
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.frames.presupposed import ENDING
from chronomem.extractors.language.lexicon import HOME_NOUNS, RELATION_OF_NOUN
from chronomem.extractors.language.parsing.syntax import SyntaxTree
from chronomem.extractors.language.tagger.wording import stems, worded
from chronomem.extractors.language.validity import STATES, was_so
from chronomem.graph_schema.facts.predicates import predicate_named

RELATIONS = {*RELATION_OF_NOUN.values()} - {"married_to", "engaged_to"}
"""Relations that nobody announces for a day: those of the wedding have one."""
VAGUE = {"has", "owns"}
"""Predicates that hold of whatever one has."""
_AHEAD = {"plans", "expects"}
"""What one has that is still to come: "I've a root canal on Monday"."""
_WHOSE = {"my", "our", "his", "her", "their", "a", "an", "the"}
"""Words before a noun that don't tell which it is."""
_EXPIRING = {"run out", "run up", "up"}
"""What leases and contracts do or are at their end."""
_PARTING = {"leave", "quit", "vacate", "sell", "give up"}
"""What one does with a home or a job that isn't one's own any longer."""
_STUDIES = {"studies", "studies_at"}
POSTS = {"job", "post", "position", "role"}
"""What one gets of an employer and of no school."""
_SURE_SCHOOL = 0.6
"""The probability from which somebody studies where a phrase says that they began."""


def with_name(statement: Statement, frame: Frame) -> Statement:
    """Return a statement about somebody unnamed with the name that a tag has for them: "we got married in 2019"."""
    unnamed = predicate_named(statement.predicate).unnamed
    known = statement.subject, statement.predicate, statement.ended, statement.polarity == "negated"
    found = frame.subject.name, frame.predicate, frame.ended, frame.negated
    if known != found or not unnamed or frame.object is None or unnamed not in (statement.object, statement.value):
        return statement
    text = worded(*found[:2], frame.object.name, ended=frame.ended, denied=frame.negated)
    return replace(statement, object=frame.object.name, object_type=frame.object.type, value=None, text=text)


def is_of_school(statement: Statement, frame: Frame) -> bool:
    """Whether the network knows that a phrase tells of studies and not of a job: "my sister started at Trinity"."""
    job = statement.rule == TELLING and statement.predicate == "works_at" and frame.predicate == "studies_at"
    job = job and POSTS.isdisjoint(statement.text.lower().split())
    begun = not (statement.ended or frame.ended or frame.negated) and frame.confidence >= _SURE_SCHOOL
    same = frame.object is not None and statement.object == frame.object.name
    return job and begun and same and statement.subject == frame.subject.name


def is_vaguer(statement: Statement, frame: Frame) -> bool:
    """Whether a tag says more precisely what somebody has: a child, a pet, an illness, a plan or a medicine."""
    kept = statement.predicate in VAGUE and frame.predicate in RELATIONS
    ahead = statement.predicate == "has" and frame.predicate in _AHEAD and _says_the_same(statement, frame)
    kind = statement.predicate == "is_a" and frame.predicate == "works_as" and shares_words(statement, frame)
    unknown = statement.predicate == "have" and frame.predicate in VAGUE and _says_the_same(statement, frame)
    return (
        (kept or ahead or kind or unknown or (statement.predicate == "is_on" and frame.predicate == "takes"))
        and statement.subject == frame.subject.name
        and is_gone(statement) == (frame.ended or frame.negated)
        and shares_words(statement, frame)
    )


def ends_that(statement: Statement, frame: Frame, tree: SyntaxTree, clause: Clause | None) -> bool:
    """Whether a rule ends whatever it was in the clause that names it, or where words without a clause name it.

    "Made redundant at the brewery"; "Got my degree today! BSc physics, Manchester".
    """
    known = statement.subject, statement.predicate
    if known != (frame.subject.name, frame.predicate) or not statement.ended or statement.object or statement.value:
        return False
    if clause is None:
        return statement.rule == TELLING and frame.predicate in _STUDIES
    first, last = tree.extent(clause.head)
    return statement.span == (tree.starts[first], tree.end(last - 1))


def tells_of_past(frame: Frame, tree: SyntaxTree, clause: Clause | None, token: int, *, timed: bool) -> bool:
    """Whether the clause of a tag tells how things were, so that the state is over: "I was seeing a guy called Tom".

    "My husband was in the army" ends no marriage, nor does "that was my husband", and "he was an actor, he's a nurse
    now" ends the first job.
    """
    if clause is None or frame.predicate not in STATES or frame.ended or frame.negated or timed:
        return False
    subject = clause.subject
    if any(tree.lower[i] in FIRST_POSSESSIVE for i in tree.having(token, "nmod:poss")):
        return False  # "I spoke with my team"
    if subject is not None and (tree.lower[subject] in ("that", "it", "this") or token in tree.subtree(subject)):
        return False
    if any(tree.lemmas[i] in ("year", "month") and tree.child(i, "nummod") for i in tree.upwards(token)):
        return False  # "fourteen years as a driver for the bus company, and today one called me names"
    inner = next((i for i in (token, *tree.upwards(token)) if tree.is_verb(i) or tree.child(i, "cop")), clause.head)
    return inner == clause.head and was_so(tree, clause, None)


def is_of_what_ends(tree: SyntaxTree, token: int, predicate: str) -> bool:
    """Whether a clause dates the end of what it names: "my contract at Bosch ends in May", "I leave my flat in Hull".

    Args:
        token: a word of what is named.
        predicate: what holds of it until then.
    """
    below = token
    for i in tree.upwards(token):
        parted = tree.child(i, "compound:prt")
        told = tree.lemmas[i] if parted is None else f"{tree.lemmas[i]} {tree.lower[parted]}"
        dep = tree.full_deps[below]
        up = tree.child(i, "cop") is not None and any(tree.lower[j] == "up" for j in tree.having(i, "advmod"))
        if up or told in ENDING | _EXPIRING or (told == "move out" and predicate == "lives_with"):
            return dep.startswith("nsubj") and not tree.negated(i)
        if told in _PARTING:
            thing = tree.child(i, "obj")
            beside = thing is not None and tree.lemmas[thing] in HOME_NOUNS and dep == "obl" and thing < below
            return (dep == "obj" or beside) and not tree.negated(i)
        if tree.is_verb(i):
            return False
        below = i
    return False


def is_gone(statement: Statement) -> bool:
    return statement.ended or statement.polarity == "negated"


def _says_the_same(statement: Statement, frame: Frame) -> bool:
    """Whether a statement has no other words than a tag: "her ultrasound", but not "tickets for the match"."""
    said = stems(frame.object.name if frame.object is not None else frame.value or "")
    return stems(statement.object or statement.value or "") - _WHOSE == said - _WHOSE


def shares_words(statement: Statement, frame: Frame) -> bool:
    """Whether a statement and a tag have objects of the same words, apart from whose they are."""
    said = frame.object.name if frame.object is not None else frame.value or ""
    owner = f"{frame.subject.name}'s "
    words = stems((statement.object or statement.value or "").removeprefix(owner))
    return not words.isdisjoint(stems(said.removeprefix(owner)))


def of_whom_was_asked(frame: Frame, clause: Clause, speaker: str) -> Frame:
    """Return what a tag says of whom a reply without a subject means: "how's your brother?" "moved to Leeds"."""
    meant = clause.reference if clause.dropped and frame.subject.name == speaker else None
    thing = frame.object.name if frame.object is not None else None
    return frame if meant is None or meant.name == thing else replace(frame, subject=meant)
