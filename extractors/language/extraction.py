"""Extract entities and statements from a turn, without a language model.

nlp = load_pipeline()
times = parse_time(text, now=said_at)
extraction = extract_turn(nlp(spoken_text(text)), speaker="Ann", others=["Ben"], said_at=said_at, times=times)
"""

import re
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from chronomem.extractors.language.clauses.clauses import find_clauses
from chronomem.extractors.language.clauses.kinds import weigh_statements
from chronomem.extractors.language.clauses.mentions import find_mentions
from chronomem.extractors.language.clauses.references import Resolver, index_mentions
from chronomem.extractors.language.dialogue.antecedents import Antecedents
from chronomem.extractors.language.dialogue.hearsay import without_hearsay
from chronomem.extractors.language.extracted import Earlier, Extraction, Statement, TimeExpression
from chronomem.extractors.language.frames.elaborations import elaborate, is_topic
from chronomem.extractors.language.lexicon import RELATION_OF_NOUN, stop_words
from chronomem.extractors.language.parsing.syntax import tree_of
from chronomem.extractors.language.statements import StatementExtractor
from chronomem.graph_schema.facts.predicates import predicate_named

if TYPE_CHECKING:
    from spacy.tokens import Doc  # only for types: spaCy is slow to import


_CODE = r"(?s:```.*?(?:```|\Z))|`[^`\n]+`"
_ASIDE = re.compile(_CODE + r"|\[[^\[\]]*\]|[\u2600-\u27bf\u2b50\ufe0f\u200d\U0001f000-\U0001faff]+")
_SHOUTED = re.compile(r"\b[A-Z]{3,}\b")
_SHOUTED_VERBS = {"quit", "got", "found", "won", "lost", "bought", "sold", "said", "passed", "hate", "love", "hated"}
_ACRONYMS = {"who"}


def spoken_text(text: str) -> str:
    """Return the text to be parsed, of the same length, so that every offset holds in both.

    Captions and stage directions in square brackets, and code, are blanked out, because nobody says them. Common words
    in capitals ("I'm NOT", "GRADUATED today") are put in lower case.
    """
    return _SHOUTED.sub(_calmed, _ASIDE.sub(lambda match: " " * len(match[0]), text))


def _calmed(match: re.Match[str]) -> str:
    lower = match[0].lower()
    common = lower in stop_words() - _ACRONYMS or lower in _SHOUTED_VERBS
    return lower if common or (len(lower) > 5 and lower.endswith(("ed", "ing"))) else match[0]


def extract_turn(
    doc: "Doc",
    *,
    speaker: str,
    others: Sequence[str] = (),
    said_at: datetime | None = None,
    times: Sequence[TimeExpression] = (),
    before: Sequence[Earlier] = (),
) -> Extraction:
    """Extract entities and assertions from one parsed turn.

    Args:
        doc: the text of the turn, parsed by `load_pipeline()`; pass it through `spoken_text` first if it may hold
            captions.
        speaker: who says it; "I" in the text.
        others: the other participants; "you" if there is exactly one.
        said_at: when it was said, timezone-aware; "I'm having dinner with Tom on Friday" is a plan if Friday is still
            to come.
        times: the time expressions of the text.
        before: the utterances of the same session right before it, in order of time.
    """
    tree = tree_of(doc)
    mentions = find_mentions(doc, tree, [speaker, *others], before)
    other = others[0] if len(others) == 1 else None
    resolver = Resolver(tree, speaker, other, index_mentions(tree, mentions), Antecedents(before, speaker, others))
    extractor = StatementExtractor(resolver, times, said_at)
    statements: dict[tuple[object, ...], Statement] = {}
    topic: tuple[Statement, int] | None = None
    clauses = find_clauses(resolver)
    for clause in clauses:
        found = list(extractor.of_clause(clause))
        if not found and topic is not None and (more := elaborate(resolver, clause, *topic)) is not None:
            found = [more]
        for statement in found:
            _keep(statements, statement)
            if is_topic(statement, speaker):
                topic = statement, clause.head
    for statement in (*extractor.of_idioms(), *extractor.of_fragments(clauses)):
        _keep(statements, statement)
    _drop_unnamed(statements)
    over = {(a.subject, a.predicate, a.object) for a in statements.values() if a.ended}
    for statement in extractor.of_relations():
        if (statement.subject, statement.predicate, statement.object) not in over:
            _keep(statements, statement)
    kept = tuple(without_hearsay(tree, speaker, statements.values()))
    mentions = weigh_statements(mentions, kept)
    return Extraction((*mentions, *resolver.pronoun_mentions()), kept, tuple(resolver.aliases()))


def _drop_unnamed(statements: dict[tuple[object, ...], Statement]) -> None:
    """Drop "a girlfriend" if the same turn names her: a person has one partner at a time, and the named one counts."""
    named = {(a.subject, a.predicate) for a in statements.values() if a.object is not None and not a.ended}
    for key, a in list(statements.items()):
        unnamed = a.value is not None and RELATION_OF_NOUN.get(a.value.split(" ")[-1]) == a.predicate
        if unnamed and not a.ended and (a.subject, a.predicate) in named and predicate_named(a.predicate).single:
            del statements[key]


def _keep(statements: dict[tuple[object, ...], Statement], new: Statement) -> None:
    """Add a statement; of two with the same content, keep the one with the higher confidence."""
    key = (new.subject, new.predicate, new.object, new.value, new.polarity, new.ended)
    old = statements.get(key)
    if old is None or new.confidence > old.confidence:
        statements[key] = new
