"""The judgement of a turn's statements: wrong ones are dropped, slight ones are minor, confidence is a probability."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache

from chronomem.extractors.embeddings.embedder import StaticEmbedder
from chronomem.extractors.language.extracted import DECLARED, Extraction, Statement
from chronomem.extractors.language.judge.features import features_of
from chronomem.extractors.language.judge.model import Floats, JudgeModel, load_model
from chronomem.extractors.language.lexicon import RELATION_OF_NOUN
from chronomem.extractors.language.parsing.syntax import SyntaxTree
from chronomem.graph_schema.facts.predicates import VIEWS
from chronomem.graph_schema.facts.relative import says_nothing_alone

_RELATIONS = frozenset(RELATION_OF_NOUN.values())
_CERTAIN = 0.99
"""The greatest confidence of one statement: a reader of chats is never surer."""

_TURNS_OF_LIFE = {
    "died", "married", "married_to", "engaged_to", "moved_to", "adopted", "graduated_from", "broke_up", "passed",
    "failed",
}  # fmt: skip
_TURNS = {("is_in", "hospital"), ("received", "promotion"), ("lost", "job")}


def is_turn_of_life(statement: Statement) -> bool:
    """Whether a statement tells of what is always worth keeping: a death, a wedding, an exam that was failed."""
    told = statement.predicate, (statement.value or "").removeprefix("the ")
    return statement.predicate in _TURNS_OF_LIFE or told in _TURNS


def judge(
    extraction: Extraction, tree: SyntaxTree, *, speaker: str, others: Sequence[str], model: JudgeModel | None = None
) -> Extraction:
    """Drop what is clearly wrong, mark what is minor, and give each statement the probability that it is right.

    Opinions and endings stay as they are: an opinion is right by being uttered, and an ending only ever ends something.
    So does what a phrase of an ontology tells: its author gave its confidence.

    Args:
        extraction: what the rules propose for a turn.
        tree: the parse of the turn.
        speaker, others: those who take part.
        model: other weights than the packaged ones.
    """
    model = model or load_model()
    judged = [statement for statement in extraction.statements if is_judged(statement)]
    if not judged:
        return extraction
    features = [features_of(statement, tree, speaker=speaker, others=others) for statement in judged]
    least_right, least_kept, surely_kept = model.least
    verdicts: dict[int, Statement | None] = {}
    for statement, (right, kept) in zip(judged, probabilities(judged, features, model).tolist(), strict=True):
        always = _is_kin(statement) or is_turn_of_life(statement)
        minor = False if kept >= surely_kept or always else True if kept < least_kept else None
        sure = replace(statement, confidence=round(min(right, _CERTAIN), 3), minor=minor)
        verdicts[id(statement)] = sure if right >= least_right else None
    kept_statements = (verdicts.get(id(s), s) for s in extraction.statements)
    return replace(extraction, statements=tuple(s for s in kept_statements if s is not None))


def probabilities(
    statements: Sequence[Statement], features: Sequence[Mapping[str, float]], model: JudgeModel | None = None
) -> Floats:
    """Return for each statement the probabilities that it is right and that it is worth keeping.

    Args:
        features: those of the statements (see `features_of`).
        model: other weights than the packaged ones.
    """
    embeddings = _embedder().embed([embedded_text(statement) for statement in statements])
    return (model or load_model()).probabilities(features, embeddings)


def is_judged(statement: Statement) -> bool:
    """Whether the judge decides on a statement."""
    relative = says_nothing_alone(statement.value)  # it says nothing by itself, as an ending doesn't
    return not (statement.ended or relative or statement.predicate in VIEWS or statement.rule == DECLARED)


def _is_kin(statement: Statement) -> bool:
    """Whether a statement names somebody's relative, colleague or friend, which is always worth knowing."""
    name = statement.object
    return (
        statement.predicate in _RELATIONS
        and name is not None
        and "'s " not in name
        and statement.object_type == "person"
    )


def embedded_text(statement: Statement) -> str:
    """Return the words of a statement whose meaning the judge looks at, without its subject."""
    return f"{statement.predicate.replace('_', ' ')} {statement.object or statement.value or ''}"


@cache
def _embedder() -> StaticEmbedder:
    return StaticEmbedder()
