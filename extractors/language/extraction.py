"""Extract entities and statements from a turn, without a language model.

nlp = load_pipeline()
times = parse_time(text, now=said_at)
readable = make_readable(text, others=["Ben"])
doc = readable_doc(nlp(readable.text), readable)
extraction = extract_turn(doc, speaker="Ann", others=["Ben"], said_at=said_at, times=times)
"""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from chronomem.extractors.language.clauses.clauses import find_clauses
from chronomem.extractors.language.clauses.kinds import weigh_statements
from chronomem.extractors.language.clauses.told_names import find_told_names
from chronomem.extractors.language.dialogue.antecedents import resolver_of
from chronomem.extractors.language.dialogue.hearsay import without_hearsay
from chronomem.extractors.language.extracted import Earlier, Extraction, Statement, TimeExpression
from chronomem.extractors.language.frames.elaborations import elaborate, is_topic
from chronomem.extractors.language.lexicon import RELATION_OF_NOUN
from chronomem.extractors.language.parsing.syntax import READABLE, tree_of
from chronomem.extractors.language.readable.offsets import ReadableText
from chronomem.extractors.language.relations import read_relations
from chronomem.extractors.language.statements import StatementExtractor
from chronomem.extractors.language.tellings.matcher import Matcher
from chronomem.graph_schema.facts.predicates import predicate_named
from chronomem.graph_schema.facts.vocabulary import PACKAGED, FactVocabulary

if TYPE_CHECKING:
    from spacy.tokens import Doc  # only for types: spaCy is slow to import


def readable_doc(doc: "Doc", readable: ReadableText) -> "Doc":
    """Return the parse of a readable text; what is extracted from it has the offsets of the text as it was typed."""
    doc.user_data[READABLE] = readable
    return doc


def extract_turn(
    doc: "Doc",
    *,
    speaker: str,
    others: Sequence[str] = (),
    said_at: datetime | None = None,
    times: Sequence[TimeExpression] = (),
    before: Sequence[Earlier] = (),
    vocabulary: FactVocabulary = PACKAGED,
    declared: Matcher | None = None,
) -> Extraction:
    """Extract entities and assertions from one parsed turn.

    Args:
        doc: the text of the turn, parsed by `load_pipeline()`, or its readable text and that of `readable_doc`.
        speaker: who says it; "I" in the text.
        others: the other participants; "you" if there is exactly one.
        said_at: when it was said, timezone-aware; "I'm having dinner with Tom on Friday" is a plan if Friday is still
            to come.
        times: the time expressions of the text.
        before: the utterances of the same session right before it, in order of time.
        vocabulary: the rules for predicates.
        declared: the phrases of an ontology.
    """
    tree = tree_of(doc)
    mentions, resolver = resolver_of(doc, speaker, others, before)
    extractor = StatementExtractor(resolver, times, said_at, vocabulary, declared)
    statements: dict[tuple[object, ...], Statement] = {}
    topic: tuple[Statement, int] | None = None
    clauses = find_clauses(resolver)
    story: TimeExpression | None = None
    for clause in clauses:
        found = list(extractor.of_clause(clause, story))
        story = extractor.when.told_on(clause) or (story if clause.tense == "past" else None)
        if not found and topic is not None and (more := elaborate(resolver, clause, *topic)) is not None:
            found = [more]
        for statement in found:
            _keep(statements, statement)
            if is_topic(statement, speaker):
                topic = statement, clause.head
    for statement in (*extractor.of_idioms(), *extractor.of_fragments(clauses), *extractor.of_occasions(clauses)):
        _keep(statements, statement)
    _drop_unnamed(statements)
    over = {(a.subject, a.predicate, a.object or a.value) for a in statements.values() if a.ended}
    for statement in read_relations(extractor.resolver, extractor.vocabulary):
        if (statement.subject, statement.predicate, statement.object) not in over:
            _keep(statements, statement)
    told = {(a.subject, a.predicate) for a in statements.values()}
    for statement in extractor.of_possessions():
        single = predicate_named(statement.predicate).single and (statement.subject, statement.predicate) in told
        if not single and (statement.subject, statement.predicate, statement.object or statement.value) not in over:
            _keep(statements, statement)
    kept = tuple(without_hearsay(tree, speaker, statements.values()))
    mentions = weigh_statements(mentions, kept)
    aliases = dict.fromkeys(find_told_names(resolver))
    return Extraction((*mentions, *resolver.pronoun_mentions()), kept, tuple(aliases))


def _drop_unnamed(statements: dict[tuple[object, ...], Statement]) -> None:
    """Drop "a girlfriend" if the same turn names her: a person has one partner at a time, and the named one counts."""
    named = {(a.subject, a.predicate) for a in statements.values() if a.object is not None and not a.ended}
    for key, a in list(statements.items()):
        unnamed = a.value is not None and RELATION_OF_NOUN.get(a.value.split(" ")[-1]) == a.predicate
        if unnamed and not a.ended and (a.subject, a.predicate) in named and predicate_named(a.predicate).single:
            del statements[key]


def _keep(statements: dict[tuple[object, ...], Statement], new: Statement) -> None:
    """Add a statement; of two with the same content, keep the one with the higher confidence.

    Of two endings as sure as each other, the later one counts: "I resigned today. My last day is 31 July".
    """
    key = (new.subject, new.predicate, new.object, new.value, new.polarity, new.ended)
    old = statements.get(key)
    if old is None or new.confidence > old.confidence or (new.confidence == old.confidence and _ends_later(new, old)):
        statements[key] = new


def _ends_later(new: Statement, old: Statement) -> bool:
    if not new.ended or new.invalid_at is None:
        return False
    return old.invalid_at is None or new.invalid_at > old.invalid_at
