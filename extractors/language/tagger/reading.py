"""From tags to statements: what the network marks and no rule has told."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import Stemmer

from chronomem.extractors.language.clauses.clauses import Clause, find_clauses
from chronomem.extractors.language.clauses.mentions import find_mentions
from chronomem.extractors.language.clauses.phrases import bare, says_something
from chronomem.extractors.language.clauses.references import Reference, Resolver, addressee, index_mentions
from chronomem.extractors.language.dialogue.antecedents import Antecedents
from chronomem.extractors.language.extracted import Earlier, Extraction, Mention, Statement, TimeExpression
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.parsing.syntax import SyntaxTree, tree_of
from chronomem.extractors.language.readable.dictionary import is_english
from chronomem.extractors.language.statements import StatementExtractor
from chronomem.extractors.language.tagger.tags import Place, Tag
from chronomem.extractors.language.tagger.wording import worded
from chronomem.graph_schema.facts.given import EntityType
from chronomem.graph_schema.facts.predicates import VIEWS, predicate_named

if TYPE_CHECKING:
    from datetime import datetime

    from spacy.tokens import Doc  # only for types: spaCy is slow to import

RULE = "tagged"
"""The rule of statements that the network found."""
_NAMED = {"person", "location", "organization"}
"""The types of objects that usually have a name."""
_ARTICLES = {"a", "an", "the", "my", "our", "his", "her", "their", "your", "some"}
_MINOR_BELOW = 0.5
_stemmer = Stemmer.Stemmer("english")


@dataclass(frozen=True)
class _Scene:
    """A message and those before it, as far as tags refer to them: index 0 is the message itself."""

    resolvers: Sequence[Resolver | None]
    texts: Sequence[str]


def read_tags(
    doc: "Doc",
    tags: Sequence[Tag],
    known: Extraction,
    *,
    speaker: str,
    others: Sequence[str],
    said_at: "datetime | None",
    times: Sequence[TimeExpression],
    before: Sequence[Earlier],
) -> Extraction:
    """Return what the rules found in a message, with what the network found besides.

    Args:
        doc: the parse of the message.
        tags: what the network marked in it; places in earlier messages count back in `before`.
        known: what the rules found.
        speaker, others, said_at, times, before: as for `extract_turn`.
    """
    scene = _scene(doc, speaker, others, before)
    resolver = scene.resolvers[0]
    if resolver is None:
        return known
    extractor = StatementExtractor(resolver, times, said_at)
    clauses = find_clauses(resolver)
    told = list(known.statements)
    mentions = list(known.mentions)
    for tag in tags:
        frame = _frame(scene, tag)
        if frame is None or any(_tells(statement, frame) for statement in told):
            continue
        at = tag.object if tag.object is not None and tag.object.back == 0 else tag.subject
        token = _token(resolver.tree, at.start) if isinstance(at, Place) and at.back == 0 else 0
        said = frame.object.name if frame.object is not None else frame.value or ""
        if said:
            text = worded(frame.subject.name, frame.predicate, said, ended=frame.ended, denied=frame.negated)
            frame = replace(frame, text=text)
        statement = extractor.of_tag(frame, token, _clause_of(resolver.tree, clauses, token))
        told.append(replace(statement, minor=tag.kept < _MINOR_BELOW or None))
        mentions += _new_mention(mentions, frame.object, scene, tag.object)
    return replace(known, statements=tuple(told), mentions=tuple(sorted(mentions, key=lambda each: each.start)))


def _scene(doc: "Doc", speaker: str, others: Sequence[str], before: Sequence[Earlier]) -> _Scene:
    resolvers: list[Resolver | None] = [_resolver(doc, speaker, others, before)]
    texts = [tree_of(doc).text]
    people = [speaker, *others]
    for number in range(len(before) - 1, -1, -1):
        said = before[number]
        rest = [name for name in people if name != said.utterance.speaker]
        resolvers.append(_resolver(said.doc, said.utterance.speaker, rest, before[:number]))
        texts.append(said.utterance.text)
    return _Scene(resolvers, texts)


def _resolver(doc: "Doc", speaker: str, others: Sequence[str], before: Sequence[Earlier]) -> Resolver:
    tree = tree_of(doc)
    mentions = find_mentions(doc, tree, [speaker, *others], before)
    other = others[0] if len(others) == 1 else addressee(tree, mentions, speaker, others, before)
    return Resolver(tree, speaker, other, index_mentions(tree, mentions), Antecedents(before, speaker, others))


def _frame(scene: _Scene, tag: Tag) -> Frame | None:
    """Return what a tag says, or None if its words name nobody or nothing."""
    about = Reference(tag.subject, "person") if isinstance(tag.subject, str) else _entity(scene, tag.subject, "person")
    if about is None or tag.predicate.endswith("*"):
        return None  # which favourite it is, no tag tells
    over, denied = tag.status == "over", tag.status == "denied"
    predicate = tag.predicate
    if predicate == "likes" and denied:
        predicate, denied = "dislikes", False
    frame = Frame(about, predicate, ended=over, negated=denied, confidence=tag.probability, plain=True, rule=RULE)
    if tag.object is None:
        return frame if over else None
    kind = predicate_named(tag.predicate).object_type
    thing = _entity(scene, tag.object, kind)
    if thing is not None and thing.name != about.name:
        return replace(frame, object=thing)
    words = _words(scene, tag.object)
    return replace(frame, value=words) if says_something(words) else None


def _entity(scene: _Scene, place: Place, kind: EntityType | None) -> Reference | None:
    """Return the entity that some words name: by the rules for references, or else a name of the type that is due."""
    resolver = scene.resolvers[place.back] if place.back < len(scene.resolvers) else None
    if resolver is None:
        return None
    tree = resolver.tree
    first, last = _token(tree, place.start), _token(tree, max(place.start, place.end - 1))
    head = next((i for i in range(first, last + 1) if not first <= tree.heads[i] <= last), last)
    reference = resolver.resolve(head)
    if reference is not None:
        return replace(reference, type=kind) if reference.type == "other" and kind in _NAMED and kind else reference
    if kind not in _NAMED or kind is None or tree.tags[head].startswith("PRP"):
        return None
    words = _words(scene, place).split()
    if kind == "location" or all(not is_english(word.lower()) for word in words):
        known = any(word[:1].isupper() or not is_english(word.lower()) for word in words)
        if known and words:
            return Reference(" ".join(word[:1].upper() + word[1:] for word in words), kind, confidence=0.8)
    return None


def _words(scene: _Scene, place: Place) -> str:
    if place.back >= len(scene.texts):
        return ""
    words = scene.texts[place.back][place.start : place.end].split()
    while len(words) > 1 and words[0].lower() in _ARTICLES:
        words = words[1:]
    return bare(" ".join(words))


def _token(tree: SyntaxTree, offset: int) -> int:
    """Return the token at an offset of the text as it was typed."""
    return max(0, bisect_right(tree.starts, offset) - 1)


def _clause_of(tree: SyntaxTree, clauses: Sequence[Clause], token: int) -> Clause | None:
    """Return the smallest clause that holds a token."""
    holding = [clause for clause in clauses if tree.extent(clause.head)[0] <= token < tree.extent(clause.head)[1]]
    return min(holding, key=lambda clause: -clause.head if clause.head <= token else 0, default=None)


def _tells(statement: Statement, frame: Frame) -> bool:
    """Whether a rule has told already what a tag says, or says something else of the same thing.

    A rule knows wordings that tell a fact outright, so it is right more often than a tag.
    """
    if statement.subject != frame.subject.name or statement.ended != frame.ended:
        return False
    known = predicate_named(statement.predicate)
    alike = statement.predicate == frame.predicate
    if alike and known.single:
        return True
    own = set(_stems(statement.object or statement.value or ""))
    if not own & set(_stems(frame.object.name if frame.object is not None else frame.value or "")):
        return False
    return alike or not (known.is_open or statement.predicate in VIEWS)


def _stems(words: str) -> Iterator[str]:
    yield from _stemmer.stemWords(words.lower().replace("'s", "").split())


def _new_mention(
    mentions: Sequence[Mention], thing: Reference | None, scene: _Scene, place: Place | None
) -> list[Mention]:
    """Return the mention of an object in the message, if the rules saw none there."""
    if thing is None or place is None or place.back:
        return []
    if any(
        mention.name == thing.name or (mention.start < place.end and place.start < mention.end) for mention in mentions
    ):
        return []
    return [Mention(place.start, place.end, scene.texts[0][place.start : place.end], thing.name, thing.type)]
