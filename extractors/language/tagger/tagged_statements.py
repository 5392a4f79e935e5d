"""From tags to statements: what the network marks and no rule has told."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import Stemmer

from chronomem.extractors.language.clauses.clauses import Clause, find_clauses
from chronomem.extractors.language.clauses.phrases import bare, says_something
from chronomem.extractors.language.clauses.references import GENDER_OF_PRONOUN, THEY, Reference, Resolver, gender_of
from chronomem.extractors.language.dialogue.antecedents import resolver_of
from chronomem.extractors.language.dialogue.hearsay import without_hearsay
from chronomem.extractors.language.extracted import Earlier, Extraction, Mention, Statement, TimeExpression
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.frames.fulfilments import INFERRED
from chronomem.extractors.language.lexicon import RELATION_OF_NOUN
from chronomem.extractors.language.parsing.syntax import SyntaxTree, tree_of
from chronomem.extractors.language.readable.dictionary import is_english
from chronomem.extractors.language.statements import StatementExtractor
from chronomem.extractors.language.tagger.amendments import amended, token_at
from chronomem.extractors.language.tagger.tags import Tag, TaggedWords, are_alike
from chronomem.extractors.language.tagger.windows import HISTORY
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
_OWNED = {*RELATION_OF_NOUN.values(), "has", "owns"}
"""Predicates whose object belongs to the subject."""
_ARTICLES = {"a", "an", "the", "my", "our", "his", "her", "their", "your", "some"}
LEAST_LIKELY = 0.5
"""The least probability of a tag: below it, more of the tags are wrong than right, though more facts would be found."""
_MINOR_BELOW = 0.5
"""The probability of being worth keeping below which a statement is minor."""
_BRIEF = 3
"""The words of a message that is no more than a reply."""
_YOU = {"you", "u", "ya"}
_ANYBODY = {"everybody", "everyone", "anybody", "anyone", "somebody", "someone", "people", "folk", "folks", "those"}
_DEATH = "died"
_stemmer = Stemmer.Stemmer("english")


@dataclass(frozen=True)
class _Scene:
    """A message and those before it, as far as tags refer to them: number 0 is the message itself."""

    doc: "Doc"
    speaker: str
    others: Sequence[str]
    before: Sequence[Earlier]

    def text(self, back: int) -> str:
        """Return a message as it was typed; "" if it isn't known."""
        if back > len(self.before):
            return ""
        return self.before[-back].utterance.text if back else tree_of(self.doc).text

    def resolver(self, back: int) -> Resolver | None:
        """Return what finds out what the phrases of a message name."""
        if back > len(self.before):
            return None
        if not back:
            return self.now
        said, people = self.before[-back], [self.speaker, *self.others]
        rest = [name for name in people if name != said.utterance.speaker]
        return resolver_of(said.doc, said.utterance.speaker, rest, self.before[:-back])[1]

    @cached_property
    def now(self) -> Resolver:
        """What finds out what the phrases of the message name."""
        return resolver_of(self.doc, self.speaker, self.others, self.before)[1]


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
    if _is_brief_reply(tree_of(doc), before):
        return known
    scene = _Scene(doc, speaker, others, before)
    resolver = scene.now
    extractor = StatementExtractor(resolver, times, said_at)
    clauses = find_clauses(resolver)
    told = list(known.statements)
    mentions = list(known.mentions)
    for found in [each for tag in tags for each in amended(resolver.tree, tag)]:
        tag = found if found.object is None else replace(found, object=_in_one_sentence(scene, found.object))
        frame = _frame(scene, tag)
        if frame is None:
            continue
        if any(_tells(statement, frame) for statement in told):
            if tag.kept >= _MINOR_BELOW:
                told = [replace(each, minor=False) if _is_same(each, frame) else each for each in told]
            continue
        at = tag.object if tag.object is not None and tag.object.back == 0 else tag.subject
        token = token_at(resolver.tree, at.start) if isinstance(at, TaggedWords) and at.back == 0 else 0
        said = frame.object.name if frame.object is not None else frame.value or ""
        if said:
            text = worded(frame.subject.name, frame.predicate, said, ended=frame.ended, denied=frame.negated)
            frame = replace(frame, text=text)
        clause = _clause_of(resolver.tree, clauses, token)
        if _is_asked(resolver.tree, token, tag, speaker) or _is_home_of_another(resolver.tree, token, tag):
            continue
        if clause is not None and not _is_about(scene, clause, tag, frame.subject):
            continue
        if tag.object is None and frame.value is not None and token not in {each.subject for each in clauses}:
            continue  # "they told her that Sam was dead"
        statement = extractor.of_tag(frame, token, clause)
        [believed] = without_hearsay(resolver.tree, speaker, [statement])
        told.append(replace(believed, minor=tag.kept < _MINOR_BELOW or None))
        mentions += _new_mention(mentions, frame.object, scene, tag.object)
    return replace(known, statements=tuple(told), mentions=tuple(sorted(mentions, key=lambda each: each.start)))


def _is_asked(tree: SyntaxTree, token: int, tag: Tag, speaker: str) -> bool:
    """Whether a question asks another whether something is over: it doesn't tell that it is."""
    if tag.status != "over" or tag.subject == speaker:
        return False
    last = next(last for first, last in tree.sentences if first <= token < last)
    return tree.words[last - 1].startswith("?")


def _is_home_of_another(tree: SyntaxTree, token: int, tag: Tag) -> bool:
    """Whether a place says where others are, as in "hello to everybody in Cork" and "a friend in Cork"."""
    if tag.predicate != "lives_in" or not isinstance(tag.subject, str) or tree.deps[token] != "nmod":
        return False
    who = tree.heads[token]
    return tree.lower[who] in _ANYBODY or tree.lemmas[who] in RELATION_OF_NOUN


def _is_about(scene: _Scene, clause: Clause, tag: Tag, about: Reference) -> bool:
    """Whether the pronoun that a clause is about may mean whom a tag found: "they" isn't "my husband"."""
    tree = scene.now.tree
    pronoun = "" if clause.subject is None else tree.lower[clause.subject]
    if pronoun == "it":
        return tag.predicate == "has_age"  # "found a job, but it's in Bristol": that is about the job
    if not isinstance(tag.subject, TaggedWords) or (pronoun not in GENDER_OF_PRONOUN and pronoun not in THEY):
        return pronoun not in _YOU or tag.subject != scene.speaker
    first, last = tree.extent(clause.head)
    named = token_at(tree, tag.subject.start) if tag.subject.back == 0 else last
    if about.noun is None or first <= named < last:
        return True
    if pronoun in THEY:
        return about.plural or not any(tree.tags[i] == "NNS" for i in range(named + 1, clause.head))
    return gender_of(about) in ("x", GENDER_OF_PRONOUN[pronoun])


def _is_brief_reply(tree: SyntaxTree, before: Sequence[Earlier]) -> bool:
    """Whether a few words follow a question: which question they answer, and whether they do, the rules know."""
    words = sum(word[:1].isalnum() for word in tree.words)
    return words <= _BRIEF and any("?" in said.utterance.text for said in before[-HISTORY:])


def _frame(scene: _Scene, tag: Tag) -> Frame | None:
    """Return what a tag says, or None if its words name nobody or nothing."""
    about = _about(scene, tag)
    if about is None or tag.predicate.endswith("*"):
        return None  # which favourite it is, no tag tells
    over, denied = tag.status == "over", tag.status == "denied"
    predicate = tag.predicate
    if predicate == "likes" and denied:
        predicate, denied = "dislikes", False
    frame = Frame(about, predicate, ended=over, negated=denied, confidence=tag.probability, plain=True, rule=RULE)
    if tag.object is None:
        if predicate == _DEATH and not denied:
            return replace(frame, value="die", ended=False)  # it is told by the verb alone
        return frame if over else None
    told_before = tag.object.back and "?" not in scene.text(tag.object.back)
    if told_before and (tag.status == "holds" or tag.subject == scene.speaker):
        return None  # whoever cheers at somebody's new job has none for that, and tells nothing new of it
    if tag.predicate in _OWNED and _is_of_another(scene, tag.object, about):
        return None
    kind = predicate_named(tag.predicate).object_type
    thing = _entity(scene, tag.object, kind)
    if thing is not None and thing.name != about.name:
        return replace(frame, object=thing)
    words = _words(scene, tag.object)
    return replace(frame, value=words) if says_something(words) else None


def _about(scene: _Scene, tag: Tag) -> Reference | None:
    """Return whom a tag is about; None where the message says "she" and the rules for pronouns find nobody."""
    if isinstance(tag.subject, str):
        return Reference(tag.subject, "person")
    resolver = scene.now
    if tag.subject.back:
        pronouns = [i for i, word in enumerate(resolver.tree.lower) if word in GENDER_OF_PRONOUN or word in THEY]
        if pronouns and all(resolver.resolve(i) is None for i in pronouns):
            return None
    return _entity(scene, tag.subject, "person")


def _is_of_another(scene: _Scene, place: TaggedWords, about: Reference) -> bool:
    """Whether the words name what somebody else has: "my gran's cat"."""
    resolver = scene.resolver(place.back)
    owner = None if resolver is None else resolver.possessor(_head(resolver.tree, place))
    return owner is not None and owner != about.name


def _head(tree: SyntaxTree, place: TaggedWords) -> int:
    first, last = token_at(tree, place.start), token_at(tree, max(place.start, place.end - 1))
    return next((i for i in range(first, last + 1) if not first <= tree.heads[i] <= last), last)


def _entity(scene: _Scene, place: TaggedWords, kind: EntityType | None) -> Reference | None:
    """Return the entity that some words name: by the rules for references, or else a name of the type that is due."""
    resolver = scene.resolver(place.back)
    if resolver is None:
        return None
    tree = resolver.tree
    head = _head(tree, place)
    reference = resolver.resolve(head)
    if reference is not None and not (kind != "person" and _stands_beside(scene, place, tree, head, reference)):
        return replace(reference, type=kind) if reference.type == "other" and kind in _NAMED and kind else reference
    if kind not in _NAMED or kind is None or tree.tags[head].startswith("PRP"):
        return None
    words = _words(scene, _whole(scene, place)).split()
    if kind == "location" or all(not is_english(word.lower()) for word in words):
        known = any(word[:1].isupper() or not is_english(word.lower()) for word in words)
        if known and words:
            return Reference(" ".join(word[:1].upper() + word[1:] for word in words), kind, confidence=0.8)
    return None


def _in_one_sentence(scene: _Scene, place: TaggedWords) -> TaggedWords:
    """Return a place without what lies beyond the end of its first sentence."""
    resolver = scene.resolver(place.back)
    if resolver is None:
        return place
    tree = resolver.tree
    token = token_at(tree, place.start)
    last = next((last for first, last in tree.sentences if first <= token < last), len(tree.words))
    return TaggedWords(place.back, place.start, max(place.start + 1, min(place.end, tree.end(last - 1))))


def _stands_beside(scene: _Scene, place: TaggedWords, tree: SyntaxTree, head: int, reference: Reference) -> bool:
    """Whether a name stands beside a noun that has another meaning: "Mechanical engineering, Leeds"."""
    common = tree.tags[head].startswith("NN") and reference.noun is None
    return common and _stems(_words(scene, place)).isdisjoint(_stems(reference.name))


def _whole(scene: _Scene, place: TaggedWords) -> TaggedWords:
    """Return a place with all letters of the words that it holds a piece of."""
    text, start, end = scene.text(place.back), place.start, place.end
    while start > 0 and text[start - 1].isalnum():
        start -= 1
    while end < len(text) and text[end].isalnum():
        end += 1
    return TaggedWords(place.back, start, end)


def _words(scene: _Scene, place: TaggedWords) -> str:
    words = scene.text(place.back)[place.start : place.end].split()
    while len(words) > 1 and words[0].lower() in _ARTICLES:
        words = words[1:]
    return bare(" ".join(words))


def _clause_of(tree: SyntaxTree, clauses: Sequence[Clause], token: int) -> Clause | None:
    """Return the smallest clause that holds a token."""
    holding = [clause for clause in clauses if tree.extent(clause.head)[0] <= token < tree.extent(clause.head)[1]]
    return min(holding, key=lambda clause: -clause.head if clause.head <= token else 0, default=None)


def _tells(statement: Statement, frame: Frame) -> bool:
    """Whether a rule has told already what a tag says, or says something else of the same thing.

    A rule knows wordings that tell a fact outright, so it is right more often than a tag.
    """
    if statement.ended and statement.confidence <= INFERRED and not are_alike(statement.predicate, frame.predicate):
        return False  # who found a club may have planned to: that says nothing against a membership
    shared = _shares_words(statement, frame)
    if statement.subject != frame.subject.name:
        return shared and statement.predicate == frame.predicate  # "my gran's cat is called Winston": hers
    gone = statement.ended or statement.polarity == "negated"
    if gone != (frame.ended or frame.negated):
        return shared and (gone or statement.predicate == frame.predicate)  # "I'm not moving to Vienna after all"
    known = predicate_named(statement.predicate)
    alike = statement.predicate == frame.predicate
    if alike and (known.single or frame.predicate == _DEATH):
        return True
    if not shared:
        return False
    return alike or not (known.is_open or statement.predicate in VIEWS)


def _is_same(statement: Statement, frame: Frame) -> bool:
    """Whether a rule has told what a tag says, perhaps under a predicate that says nearly the same."""
    gone = statement.ended or statement.polarity == "negated"
    return (
        statement.subject == frame.subject.name
        and gone == (frame.ended or frame.negated)
        and are_alike(statement.predicate, frame.predicate)
        and _shares_words(statement, frame)
    )


def _shares_words(statement: Statement, frame: Frame) -> bool:
    words = _stems(frame.object.name if frame.object is not None else frame.value or "")
    return not words.isdisjoint(_stems(statement.object or statement.value or ""))


def _stems(words: str) -> set[str]:
    return set(_stemmer.stemWords(words.lower().replace("'s", "").split()))


def _new_mention(
    mentions: Sequence[Mention], thing: Reference | None, scene: _Scene, place: TaggedWords | None
) -> list[Mention]:
    """Return the mention of an object in the message, if the rules saw none there."""
    if thing is None or place is None or place.back:
        return []
    if any(
        mention.name == thing.name or (mention.start < place.end and place.start < mention.end) for mention in mentions
    ):
        return []
    return [Mention(place.start, place.end, scene.text(0)[place.start : place.end], thing.name, thing.type)]
