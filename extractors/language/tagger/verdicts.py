"""The last word on what rules and network have found in a message: dropped, minor, or listed.

Rules read plans and likings out of every cheer ("I'm gonna make it happen"), and the network marks scraps. Each knows
what the other doesn't: the judge looks at the rule, the grammar and the words of a statement, the network at the
message and those before it. A logistic regression over both was learned from statements that readers graded
(`training/graded/README.md`).
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache
from math import log
from pathlib import Path

from chronomem.extractors.language.extracted import CORRECTED, DECLARED, LEAVING, TELLING, Extraction, Statement
from chronomem.extractors.language.frames.fulfilments import INFERRED
from chronomem.extractors.language.judge.features import features_of
from chronomem.extractors.language.judge.judging import is_turn_of_life, probabilities
from chronomem.extractors.language.judge.model import JudgeModel, load_model
from chronomem.extractors.language.lexicon import is_caught
from chronomem.extractors.language.parsing.syntax import SyntaxTree
from chronomem.extractors.language.tagger.tags import GUESSED, TAGGED
from chronomem.extractors.language.tagger.witness import UNPLACED, Witness
from chronomem.graph_schema.facts.former_states import LEAST_TELLING
from chronomem.graph_schema.facts.predicates import INTENTIONS, OPINIONS, VIEWS, predicate_named
from chronomem.graph_schema.facts.relative import says_nothing_alone

WEIGHTS = Path(__file__).with_name("verdicts.npz")
_TINY = 1e-4
_BY_NETWORK = {TAGGED, GUESSED}
_LEAST_KEPT_GUESS = 0.5
"""The least probability of being worth keeping of what the network guesses."""
_LEAST_KEPT_EVENT = 0.08
"""That of what happened, by a declared predicate: readers want of it what they wouldn't of a state as doubtful."""
_HABITS = {"eats", "drinks"}
"""Predicates of habits, which count like events."""
_EVERYBODY_HAS = {"has_parent", "has_colleague", "has_friend"}
"""Predicates that tell nothing unless they name somebody: "Ann has a mother"."""
_TELLING = {"tell", "let", "ask", "thank", "wish", "show", "congratulate", "remind", "inform"}
_GOING_ON = re.compile(r"keep (?:on )?\w+ing\b|(?:stay|remain) \w+$")
"""What one says who only means to go on as before: "keep going", "stay positive"; not "keep the dog"."""
_THEIRS = {"their", "his", "her", "its"}
_UNSAID = {"making", "having", "getting", "doing", "being", "going", "taking"}
"""What somebody likes to do, without its object."""
_LEFT_OPEN = re.compile(
    r"^(?:any|how(?! to)|what|if|when|whether|why|where|till?|until|about|that (?:it|he|she|they|you|we|there))\b"
    r"|\bit\b|^(?:\w+ ){0,2}them\b|\b(?:this|that|these|those)$|\b(?:this|that|these|those) (?:one|ones|things?|to)\b"
)
"""A value that is a question or holds a word for something that was named before: "keep it up", "try this one"."""
_LEAST_OVER = 0.3
"""The least probability of being right of an ending that makes a fact of its own; a phrase's may still end another."""

_PLAINLY_OVER = 0.8
"""The confidence from which a phrase tells by its words alone that something is over: "put our dog Rex down"."""


def decided(
    extraction: Extraction,
    tree: SyntaxTree,
    witness: Witness,
    *,
    speaker: str,
    others: Sequence[str],
    said_at: datetime | None,
    model: JudgeModel | None = None,
) -> Extraction:
    """Drop what is likely wrong, and mark what is minor.

    Opinions stay as they are, since an opinion is right by being uttered; so do endings that are only inferred, which
    tell nothing unless something is there to end, what a phrase of an ontology tells, what rules took up from another
    message, which the network doesn't see in this one, and announced states. Other endings are dropped or stay.

    Args:
        extraction: what rules and network found in a message.
        tree: the parse of the message.
        witness: what the network makes of it.
        speaker, others, said_at: as for `extract_turn`.
        model: other weights than the packaged ones.
    """
    model = model or packaged_verdicts()
    weighed = [each for each in extraction.statements if is_weighed(each) and not _is_inferred(each)]
    if not weighed:
        return extraction
    found = signs_of(weighed, tree, witness, speaker=speaker, others=others)
    verdicts: dict[int, Statement | None] = {}
    for statement, signs, (right, kept) in zip(weighed, found, model.probabilities(found).tolist(), strict=True):
        from_then = statement.invalid_at if statement.ended else statement.valid_at
        ahead = from_then is not None and said_at is not None and from_then > said_at
        judged = statement.rule in _BY_NETWORK or not (ahead or UNPLACED in signs)
        told = _verdict(statement, right, kept, model) if judged else statement
        little = told is not None and _says_little(told, others)
        verdicts[id(statement)] = replace(told, minor=True) if told is not None and little else told
    left = (verdicts.get(id(statement), statement) for statement in extraction.statements)
    return replace(extraction, statements=tuple(statement for statement in left if statement is not None))


def _is_inferred(statement: Statement) -> bool:
    return statement.ended and statement.confidence < LEAST_TELLING


def is_weighed(statement: Statement) -> bool:
    """Whether a verdict is given on a statement."""
    relative = says_nothing_alone(statement.value)
    return not (relative or statement.predicate in VIEWS or statement.rule in (DECLARED, CORRECTED))


def signs_of(
    statements: Sequence[Statement], tree: SyntaxTree, witness: Witness, *, speaker: str, others: Sequence[str]
) -> list[dict[str, float]]:
    """Return the signs of statements, by name: those of the judge, its verdict, and those of the network.

    Numbers stand a second time for statements that the network found: there, they mean something else.
    """
    signs = [features_of(statement, tree, speaker=speaker, others=others) for statement in statements]
    judged = probabilities(statements, signs)
    for statement, own, (right, kept) in zip(statements, signs, judged.tolist(), strict=True):
        own |= {"judge right": _log_odds(right), "judge kept": _log_odds(kept)}
        own |= witness.of(statement)
        rule = predicate_named(statement.predicate)
        own |= {"open": float(rule.is_open), "minor predicate": float(rule.minor), "single": float(rule.single)}
        if statement.rule in _BY_NETWORK:
            own["probability"] = _log_odds(statement.confidence)
            own |= {f"tagged {name}": value for name, value in own.items() if "=" not in name}
    return signs


def _verdict(statement: Statement, right: float, kept: float, model: JudgeModel) -> Statement | None:
    """Return a statement with its grade, or None if it is dropped; a guess is listed or dropped."""
    if statement.ended:
        if right >= _LEAST_OVER or (statement.rule == TELLING and statement.confidence >= _PLAINLY_OVER):
            return statement
        return replace(statement, confidence=INFERRED) if statement.rule == TELLING else None
    least_right, surely_right, least_kept = model.least.tolist()
    if right < least_right:
        return None
    if statement.rule == GUESSED:
        return None if kept < _LEAST_KEPT_GUESS else replace(statement, minor=False)
    predicate = predicate_named(statement.predicate)
    if is_turn_of_life(statement) or (predicate.name == "has" and is_caught(statement.value or "")):
        return replace(statement, minor=False)
    if predicate.kind == "event" or predicate.name in _HABITS:
        least_kept = _LEAST_KEPT_EVENT
    if statement.rule in (TELLING, LEAVING) and predicate.single:
        surely_right = least_right  # a home, a job, a marriage
    if predicate.single and right >= surely_right:
        return replace(statement, minor=False)
    return replace(statement, minor=kept < least_kept or right < surely_right)


def _says_little(statement: Statement, others: Sequence[str]) -> bool:
    """Whether a statement means little to who wasn't there.

    So it is if it tells only that somebody has what everybody has, where they were once ("I was in the kitchen"), what
    they say to another or do with them ("see you"), that they mean to go on as before ("keep going"), or if a pronoun
    or a question stands for its object: "submit it", "how it works".
    """
    predicate = statement.predicate
    if is_turn_of_life(statement):
        return False
    if statement.tense == "past" and predicate.startswith("is_") and predicate_named(predicate).is_open:
        return True
    if statement.object in others and predicate_named(predicate).is_open:
        return True
    if statement.object is not None:
        return predicate in _EVERYBODY_HAS and statement.object.startswith(f"{statement.subject}'s ")
    words = statement.value or ""
    verb, _, rest = words.partition(" ")
    addressed = verb in _TELLING and rest.startswith(tuple(others))
    if predicate in INTENTIONS and (addressed or _GOING_ON.match(words)):
        return True
    if predicate_named(predicate).group == OPINIONS and (verb in _THEIRS or words in _UNSAID):
        return True
    return _LEFT_OPEN.search(words) is not None


def _log_odds(share: float) -> float:
    share = min(max(share, _TINY), 1 - _TINY)
    return log(share / (1 - share))


@cache
def packaged_verdicts() -> JudgeModel:
    """Return the packaged weights."""
    return load_model(WEIGHTS)
