"""Statements that only say once more what another one of the same message tells under a better predicate."""

from collections.abc import Sequence

from chronomem.extractors.language.extracted import Statement
from chronomem.extractors.language.tagger.tags import GUESSED, TAGGED
from chronomem.extractors.language.tagger.wording import stems
from chronomem.graph_schema.facts.predicates import predicate_named

_STANDING = {
    "works_at", "works_as", "works_in", "also_works_at", "studies_at", "studies", "lives_in", "lives_with", "is_from",
    "teaches", "runs", "moved_to",
}  # fmt: skip
"""Where and as what somebody lives, works and studies."""
_SAYING_LITTLE = {
    "is", "stay", "study", "start", "begin", "grow", "work", "live", "move", "relocate", "settle", "base",
    "train", "intern", "remain", "shift", "go", "join", "return", "manage",
}  # fmt: skip
"""Verbs of open predicates that tell nothing else of such a place or occupation: "is at", "stay in", "study"."""
_SAYING_THE_SAME = {"take": "takes", "learn": "studies", "coach": "teaches", "tutor": "teaches"}
"""Verbs of open predicates with the declared one that tells the same of the same thing."""
_SMALL = {"at", "in", "on", "of", "the", "a", "an", "my", "our", "for", "as", "to", "with"}
_OF_WORKS = {"read", "watched"}
_ENDS_OF_EXAMS = {"passed", "failed", "finished"}
_RIVALS = _STANDING | {"speaks", "is_a", "is"}


def without_repetitions(statements: Sequence[Statement]) -> tuple[Statement, ...]:
    """Return statements without those that others of the same message make needless.

    "I'm studying nursing at Umeå" is no open `study` "nursing at Umeå" beside `studies` and `studies_at`; and what the
    network only guesses gives way where something else is told of the same thing.
    """
    return tuple(
        each for each in statements if not _is_open_repetition(each, statements) and not _is_rival(each, statements)
    )


def _is_open_repetition(statement: Statement, all_of_them: Sequence[Statement]) -> bool:
    verb = statement.predicate.split("_")[0]
    little = verb in _SAYING_LITTLE or statement.predicate == "drive_for"  # a car that is driven is another matter
    if _is_said_better(statement, verb, all_of_them):
        return True
    if not predicate_named(statement.predicate).is_open or not little:
        return False
    if statement.ended or statement.polarity == "negated":
        return False
    told = [
        _words(other)
        for other in all_of_them
        if other.predicate in _STANDING
        and other.subject == statement.subject
        and not other.minor
        and other.polarity == "affirmed"
    ]
    words = _words(statement)
    return bool(words) and bool(told) and words <= frozenset[str]().union(*told)


def _is_said_better(statement: Statement, verb: str, all_of_them: Sequence[Statement]) -> bool:
    """Whether a declared predicate tells what an open one does: "take metformin" beside `takes` "metformin".

    So does `works_as` "driving a tram" beside "drive a tram".
    """
    declared = _SAYING_THE_SAME.get(verb)
    return statement.predicate == verb and any(
        (other.predicate == declared or (other.predicate == "works_as" and stems(verb) <= _words(other)))
        and other.subject == statement.subject
        and other.ended == statement.ended
        and other.rule != GUESSED
        and (_words(other) <= _words(statement) or _words(statement) <= _words(other))
        for other in all_of_them
    )


def _is_told_otherwise(statement: Statement, all_of_them: Sequence[Statement]) -> bool:
    """Whether a message tells that something else was done than the network found: who is in a choir hasn't joined it.

    So it is with what the network only guesses, and with books, films and exams, with which one thing is done.
    """
    rivals = next((each for each in (_OF_WORKS, _ENDS_OF_EXAMS) if statement.predicate in each), set[str]())
    event = predicate_named(statement.predicate).kind == "event"
    if not event or statement.rule not in ({GUESSED, TAGGED} if rivals else {GUESSED}):
        return False
    return any(
        other.subject == statement.subject
        and other.predicate != statement.predicate
        and other.rule not in (GUESSED, TAGGED)
        and (statement.rule == GUESSED or other.predicate in rivals)
        and not (other.ended or other.minor)
        and _words(other) == _words(statement)
        for other in all_of_them
    )


def _is_told_of_object(statement: Statement, all_of_them: Sequence[Statement]) -> bool:
    """Whether the network guesses at how two are related of whom a rule tells it from the other side."""
    related = (
        statement.rule == GUESSED and statement.object is not None and predicate_named(statement.predicate).converse
    )
    return bool(related) and any(
        (other.subject, other.object) == (statement.object, statement.subject)
        and other.rule not in (GUESSED, TAGGED)
        and predicate_named(other.predicate).converse
        for other in all_of_them
    )


def _is_rival(statement: Statement, all_of_them: Sequence[Statement]) -> bool:
    if _is_told_otherwise(statement, all_of_them) or _is_told_of_object(statement, all_of_them):
        return True
    if statement.rule != GUESSED or statement.predicate not in _RIVALS:
        return False
    return any(
        other is not statement
        and other.subject == statement.subject
        and other.predicate in _RIVALS
        and other.predicate != statement.predicate
        and not other.ended
        and not other.minor
        and _words(other) == _words(statement)
        and (other.rule != GUESSED or other.confidence > statement.confidence)
        for other in all_of_them
    )


def _words(statement: Statement) -> frozenset[str]:
    return frozenset(stems(statement.object or statement.value or "")) - _SMALL
