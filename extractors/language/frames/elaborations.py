"""Clauses about "it", interpreted together with the preceding clause, which says what "it" is.

"I went to a support group yesterday and it was so powerful" yields the visit, and the speaker's opinion that the
support group was so powerful. Nothing is guessed: the text keeps both clauses.
"""

from chronomem.extractors.language.clauses.clause import Clause
from chronomem.extractors.language.clauses.phrases import clause_text, says_something
from chronomem.extractors.language.clauses.references import Resolver
from chronomem.extractors.language.extracted import Statement

_POINTING = {"it", "that", "this"}
_NO_TOPIC = {"thinks", "says", "feels", "advises", "appreciates", "looks_forward_to", "wants"}
_MAX_TOKENS_BETWEEN = 30


def is_topic(statement: Statement, speaker: str) -> bool:
    """Whether a later "it" may refer to the content of this statement."""
    return (
        statement.subject == speaker
        and statement.modality in ("actual", "planned")
        and statement.predicate not in _NO_TOPIC
    )


def elaborate(resolver: Resolver, clause: Clause, topic: Statement, topic_head: int) -> Statement | None:
    """Return the statement of a clause about the preceding topic, or None if the clause isn't about "it"."""
    tree, subject = resolver.tree, clause.subject
    pointing = clause.dropped if subject is None else tree.lower[subject] in _POINTING
    if not pointing or clause.reference is not None:
        return None
    if clause.head - topic_head > _MAX_TOKENS_BETWEEN or clause.modality != "actual":
        return None
    text = clause_text(resolver, clause)
    if not says_something(text) or len(text.split()) < 3:
        return None
    said = text[:1].lower() + text[1:]
    judged = tree.child(clause.head, "cop") is not None
    first, last = tree.extent(clause.head)
    return Statement(
        subject=resolver.speaker,
        predicate="thinks" if judged else "says",
        object=None,
        value=f"{topic.object or topic.value}: {said}",
        polarity="affirmed",
        modality="actual",
        tense=clause.tense,
        ended=False,
        valid_at=None,
        invalid_at=None,
        grain=None,
        confidence=0.45,
        text=f"{topic.text}; {said}",
        span=(tree.starts[first], tree.end(last - 1)),
    )
