"""Read a turn: entities and statements, without a language model.

nlp = load_pipeline()
extraction = extract_turn(nlp(spoken_text(text)), speaker="Ann", others=["Ben"], said_at=said_at, times=parse_time(...))
"""

import re
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from chronomem.extractors.language.clauses.clauses import find_clauses
from chronomem.extractors.language.clauses.mentions import find_mentions
from chronomem.extractors.language.clauses.references import Resolver, index_mentions
from chronomem.extractors.language.extracted import Extraction, Statement, TimeExpression
from chronomem.extractors.language.frames.elaborations import elaborate, is_topic
from chronomem.extractors.language.lexicon import RELATION_OF_NOUN, stop_words
from chronomem.extractors.language.parsing.syntax import read_tree
from chronomem.extractors.language.statements import StatementExtractor
from chronomem.graph_schema.facts.predicates import predicate_named

if TYPE_CHECKING:
    from spacy.tokens import Doc  # only for types: spaCy is slow to import


_ASIDE = re.compile(r"\[[^\[\]]*\]|[\u2600-\u27bf\u2b50\ufe0f\u200d\U0001f000-\U0001faff]+")
_SHOUTED = re.compile(r"\b[A-Z]{3,}\b")
_SHOUTED_VERBS = {"quit", "got", "found", "won", "lost", "bought", "sold", "said", "passed", "hate", "love", "hated"}
_ACRONYMS = {"who"}


def spoken_text(text: str) -> str:
    """The text as it is to be parsed: nobody says pictures, and captions and stage directions in square brackets, which
    are blanked out; common words that are shouted ("I'm NOT", "GRADUATED today") stand in lower case.

    Its length is the same, so that every offset holds in both.
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
) -> Extraction:
    """Read one parsed turn.

    Args:
        doc: the text of the turn, parsed by `load_pipeline()`; `spoken_text(text)` where it may hold captions.
        speaker: who says it; "I" in the text.
        others: who else takes part; "you" where it is exactly one.
        said_at: when it was said, timezone-aware; "I'm having dinner with Tom on Friday" is a plan where Friday is
            still to come.
        times: the time expressions of the text.
    """
    tree = read_tree(doc)
    mentions = find_mentions(doc, tree, [speaker, *others])
    other = others[0] if len(others) == 1 else None
    resolver = Resolver(tree, speaker, other, index_mentions(tree, mentions))
    extractor = StatementExtractor(resolver, times, said_at)
    statements: dict[tuple[object, ...], Statement] = {}
    topic: tuple[Statement, int] | None = None
    for clause in find_clauses(resolver):
        found = list(extractor.of_clause(clause))
        if not found and topic is not None and (more := elaborate(resolver, clause, *topic)) is not None:
            found = [more]
        for statement in found:
            _keep(statements, statement)
            if is_topic(statement, speaker):
                topic = statement, clause.head
    _drop_unnamed(statements)
    over = {(a.subject, a.predicate, a.object) for a in statements.values() if a.ended}
    for statement in extractor.of_relations():
        if (statement.subject, statement.predicate, statement.object) not in over:
            _keep(statements, statement)
    return Extraction((*mentions, *resolver.pronoun_mentions()), tuple(statements.values()), tuple(resolver.aliases()))


def _drop_unnamed(statements: dict[tuple[object, ...], Statement]) -> None:
    """Take "a girlfriend" away where the same turn gives her name: of one partner at a time, the named one holds."""
    named = {(a.subject, a.predicate) for a in statements.values() if a.object is not None and not a.ended}
    for key, a in list(statements.items()):
        unnamed = a.value is not None and RELATION_OF_NOUN.get(a.value.split(" ")[-1]) == a.predicate
        if unnamed and not a.ended and (a.subject, a.predicate) in named and predicate_named(a.predicate).single:
            del statements[key]


def _keep(statements: dict[tuple[object, ...], Statement], new: Statement) -> None:
    """Add a statement; of two that say the same, the surer one stays."""
    key = (new.subject, new.predicate, new.object, new.value, new.polarity, new.ended)
    old = statements.get(key)
    if old is None or new.confidence > old.confidence:
        statements[key] = new
