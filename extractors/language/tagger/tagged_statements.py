"""From tags to statements: what the network marks and no rule has told."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from chronomem.extractors.language.clauses.clauses import Clause, find_clauses
from chronomem.extractors.language.clauses.phrases import bare, says_something
from chronomem.extractors.language.clauses.references import GENDER_OF_PRONOUN, THEY, Reference, Resolver
from chronomem.extractors.language.clauses.relation_nouns import role_noun
from chronomem.extractors.language.dialogue.antecedents import resolver_of
from chronomem.extractors.language.dialogue.hearsay import without_hearsay
from chronomem.extractors.language.dialogue.invitations import is_left_open
from chronomem.extractors.language.dialogue.wording import digits
from chronomem.extractors.language.extracted import TELLING, Earlier, Extraction, Mention, Statement, TimeExpression
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.frames.fulfilments import INFERRED
from chronomem.extractors.language.frames.verb_phrases import gerund
from chronomem.extractors.language.lexicon import ANIMALS, BODY_PARTS, RELATION_OF_NOUN, occupations
from chronomem.extractors.language.parsing.syntax import SyntaxTree, tree_of
from chronomem.extractors.language.readable.dictionary import is_english, verbs
from chronomem.extractors.language.statements import StatementExtractor
from chronomem.extractors.language.tagger.amendments import (
    amended,
    completed,
    head_of,
    is_by_the_way,
    is_left_behind,
    lacks,
    token_at,
    with_employers,
)
from chronomem.extractors.language.tagger.misreadings import DEATH, clause_of, is_misread
from chronomem.extractors.language.tagger.rivals import (
    RELATIONS,
    VAGUE,
    ends_that,
    is_gone,
    is_of_school,
    is_of_what_ends,
    is_vaguer,
    of_whom_was_asked,
    shares_words,
    tells_of_past,
    with_name,
)
from chronomem.extractors.language.tagger.tags import Tag, TaggedWords, are_alike
from chronomem.extractors.language.tagger.windows import HISTORY
from chronomem.extractors.language.tagger.wording import stems, worded
from chronomem.extractors.language.validity import HABITS, without_stage
from chronomem.graph_schema.facts.given import EntityType
from chronomem.graph_schema.facts.predicates import INTENTIONS, OPINIONS, PARTNERS, Predicate, predicate_named

if TYPE_CHECKING:
    from datetime import datetime

    from spacy.tokens import Doc  # only for types: spaCy is slow to import

TAGGED, GUESSED = "tagged", "guessed"
"""The rules of statements that the network found: of those that it is sure of, and of the others."""
_NAMED = {"person", "location", "organization"}
"""The types of objects that usually have a name."""
_PLACE_OF = {"works_as": "works_at", "works_in": "works_at", "studies": "studies_at"}
"""Where somebody is what a predicate says."""
_BY_BIRTH = {"has_sibling", "has_parent", "has_grandparent", "has_relative"}
"""Relations that are as old as the younger of the two."""
_OWNED = {*RELATION_OF_NOUN.values(), *VAGUE}
"""Predicates whose object belongs to the subject."""
_ARTICLES = {"a", "an", "the", "my", "our", "his", "her", "their", "your", "some"}
_BESIDE = (["next", "door"], ["across", "the"], ["over", "the"], ["down", "the"], ["up", "the"])
"""Words after those who live near: "the twins next door" are the neighbours'."""
_OPENERS = {"nah", "nope", "yes", "yeah", "yep", "yup", "oh", "lol", "haha", "omg", "ja"}
LEAST_LIKELY = 0.15
"""The least probability of a tag that is proposed at all; the verdict decides on the rest."""
_SURE = 0.45
"""The probability from which a tag corrects what rules have told, and ends something."""
_SURE_PARTNER = 0.65
"""The same for partners, of whom a person has one: whoever is mentioned by name doesn't end a relationship."""
_SURE_REPLY = 0.6
"""The same for a few words after a question, which say little by themselves."""
_BEING = re.compile(r" (?:is|are|was|were)\b")
_WHEN = re.compile(r"(?<=\d)(?:st|nd|rd|th)$|,? (?:next|this|last|in|on|today|tomorrow|soon|now|already)\b")
"""What follows an age and is no part of it: "2 next month", "60th"."""
_IMAGINING = {"would", "could", "should", "wanna", "want", "fancy", "'d", "might"}
_YEARS = re.compile(r" years?(?: old)?$")
_HURT = re.compile(
    r"(broke|fractured|hurt|injured|sprained|twisted|pulled|tore) (?:my|his|her|their|our) ([\w ]+)", re.IGNORECASE
)
_ORGANS = {
    "cartilage", "meniscus", "heart", "lung", "lungs", "kidney", "kidneys", "liver", "chest", "stomach", "eyes", "skin",
    "bladder",
}  # fmt: skip
"""What is spoken of as someone's because it ails: "grandma's in hospital, her heart"."""
_OPERATED = {"done", "replaced", "operated"}
_LEAVING = {"leave", "quit", "stopped", "sold", "lost"}
"""Predicates whose denial tells that a state goes on."""
_BRIEF = 3
"""The words of a message that is no more than a reply."""


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
    scene = _Scene(doc, speaker, others, before)
    question = _briefly_answered(scene)
    if question is not None and _is_asked_of_another(scene, question):
        return known
    resolver = scene.now
    extractor = StatementExtractor(resolver, times, said_at)
    clauses = find_clauses(resolver)
    told = list(known.statements)
    mentions = list(known.mentions)
    text = resolver.tree.text
    spans = {text[time.start_char : time.end_char].removeprefix("in ").removeprefix("on ") for time in times}
    all_tags = with_employers(resolver.tree, tags)
    ordered = sorted(all_tags, key=lambda tag: tag.predicate not in RELATIONS)  # "a friend who's a vet": whose friend?
    for marked, found in [(tag, each) for tag in ordered for each in amended(resolver.tree, tag)]:
        place = None if found.object is None else _of_one_phrase(scene, found.object, found.predicate)
        if place is None and found.object is not None:
            continue
        tag = replace(found, object=place)
        words = tag.object or marked.object
        at = words if words is not None and words.back == 0 else tag.subject
        token = token_at(resolver.tree, at.start) if isinstance(at, TaggedWords) and at.back == 0 else 0
        clause = clause_of(resolver.tree, clauses, token)
        frame = _frame(scene, tag, told)
        if frame is not None and clause is not None:
            frame = of_whom_was_asked(frame, clause, speaker)
        sure = tag.probability >= _least_sure(tag, is_reply=question is not None)
        if frame is None or not (sure or _may_be_guessed(tag, frame, told, is_reply=question is not None)):
            continue
        if frame.object is None and frame.predicate in INTENTIONS and frame.value in spans:
            continue  # "a baby, in March"
        frame = replace(frame, rule=TAGGED if sure else GUESSED)
        past = tells_of_past(frame, resolver.tree, clause, token, timed=extractor.is_timed(clause))
        if past or any(ends_that(statement, frame, resolver.tree, clause) for statement in told):
            frame = replace(frame, ended=True)
        misread = is_misread(resolver, clauses, token, tag, frame.subject)
        if sure and not misread:
            told = [each for each in told if not _is_of_wrong_person(scene, clauses, each, tag, frame)]
            told = [with_name(each, frame) for each in told if not is_vaguer(each, frame)]
            told = [each for each in told if not is_of_school(each, frame)]
        repeated = [statement for statement in told if _tells(statement, frame, said_at)]
        if misread or not all(_is_plan_to_begin(statement, frame, told, said_at) for statement in repeated):
            continue
        said = frame.object.name if frame.object is not None else frame.value or ""
        if said:
            text = worded(frame.subject.name, frame.predicate, said, ended=frame.ended, denied=frame.negated)
            frame = replace(frame, text=text)
        statement = _known_now(extractor.of_tag(frame, token, clause), said_at)
        lasting = tag.predicate in _OWNED or tag.predicate == "lives_with"
        ends = clause is not None and not frame.ended and is_of_what_ends(resolver.tree, clause, token)
        born = tag.predicate in _BY_BIRTH and not frame.ended
        told_by_the_way = place is not None and lasting and not frame.ended and is_by_the_way(resolver.tree, place)
        left = tag.predicate == "lives_in" and not frame.ended and is_left_behind(resolver.tree, place)
        if ends or born or left or told_by_the_way:
            statement = replace(statement, valid_at=None, invalid_at=None, grain=None)
        [believed] = without_hearsay(resolver.tree, speaker, [statement])
        told.append(believed)
        mentions += _new_mention(mentions, frame.object, scene, tag.object)
    return replace(known, statements=tuple(told), mentions=tuple(sorted(mentions, key=lambda each: each.start)))


def _least_sure(tag: Tag, *, is_reply: bool) -> float:
    """Return the probability from which a tag is sure."""
    partner = _SURE_PARTNER if predicate_named(tag.predicate).group == PARTNERS else _SURE
    return max(partner, _SURE_REPLY) if is_reply else partner


def _may_be_guessed(tag: Tag, frame: Frame, told: Sequence[Statement], *, is_reply: bool) -> bool:
    """Whether an unsure tag is proposed.

    It isn't where it ends something, where its words stand in another message, or where a phrase tells what they mean:
    "I'm pregnant" tells of a child, and of no lasting quality.
    """
    if frame.ended or is_reply or tag.object is None or tag.object.back:
        return False
    start = tag.object.start
    return not any(
        each.rule == TELLING and each.subject == frame.subject.name and each.span[0] <= start < each.span[1]
        for each in told
    )


def _briefly_answered(scene: _Scene) -> Earlier | None:
    """Return the question that a few words follow, or None if there is none or the message is longer."""
    if sum(word[:1].isalnum() for word in tree_of(scene.doc).words) > _BRIEF:
        return None
    return next((said for said in reversed(scene.before[-HISTORY:]) if "?" in said.utterance.text), None)


def _is_asked_of_another(scene: _Scene, question: Earlier) -> bool:
    """Whether a question calls somebody else than the one who replies: whether a reply answers it, the rules know."""
    called = set(tree_of(question.doc).lower)
    others = [name for name in scene.others if name != question.utterance.speaker]
    return any(not called.isdisjoint(name.lower().split()) for name in others)


def _frame(scene: _Scene, tag: Tag, told: Sequence[Statement]) -> Frame | None:
    """Return what a tag says, or None if its words name nobody or nothing.

    Args:
        told: the statements of the message so far.
    """
    about = _about(scene, tag, told)
    if about is None or about.members or tag.predicate.endswith("*"):
        return None  # which favourite it is, no tag tells
    over, denied = tag.status == "over", tag.status == "denied" or lacks(scene.now.tree, tag)
    predicate = tag.predicate
    if predicate == "likes" and denied:
        predicate, denied = "dislikes", False
    frame = Frame(about, predicate, ended=over, negated=denied, confidence=tag.probability, plain=True, rule=TAGGED)
    if tag.object is None:
        if predicate == DEATH and not denied:
            return replace(frame, value="die", ended=False)  # it is told by the verb alone
        return frame if over else None
    told_before = tag.object.back and "?" not in scene.text(tag.object.back)
    if told_before and (tag.status == "holds" or tag.subject == scene.speaker):
        return None  # whoever cheers at somebody's new job has none for that, and tells nothing new of it
    if tag.object.back and _is_offered(scene, tag.object.back):
        imagined = not _IMAGINING.isdisjoint(tree_of(scene.before[-tag.object.back].doc).lower)
        if tag.predicate in INTENTIONS or imagined:
            return None  # "would you want to live in Dublin?" "that's the thing"
    if tag.predicate in _OWNED and _is_of_another(scene, tag.object, about):
        return None
    kind = predicate_named(tag.predicate).object_type
    thing = _entity(scene, tag.object, kind) or _relative(scene, tag.object, predicate, about.name)
    if thing is not None and thing.name != about.name:
        return replace(frame, object=thing)
    words = _words(scene, tag.object)
    if predicate == "is" and words.partition(" ")[0].endswith(("n't", "n\u2019t")):
        return None  # "I don't drink": what somebody doesn't do is no quality
    plural = words.isalpha() and words.endswith("s")
    if predicate == "works_as" and plural and not {words.lower(), words.lower()[:-1]} & occupations():
        return replace(frame, predicate="works_in", value=words)  # "what does he do?" "kitchens"
    if predicate == "works_as" and _is_deed_of_third(scene, tag):
        return None  # "she's lovely. repairs lifts"
    if predicate == "works_as" and (done := _done(scene, tag.object)):
        return replace(frame, predicate="does", value=done)  # "I walk dogs for a living"
    if predicate == "stopped":
        words = _done(scene, tag.object, alone=True) or words  # "haven't smoked since May"
    if predicate == "has_birthday" and not any(c.isdecimal() for c in words):
        return None  # "Emma is 5 on Monday", "it was her birthday yesterday"
    if predicate in RELATIONS:
        words = _BEING.split(words)[0] or words  # "the twins are six now"
    if predicate in HABITS:
        words = without_stage(words)
    if predicate == "has_age":
        words = _YEARS.sub("", _WHEN.split(words)[0]) or words
    if predicate == "has_child" and len(words.split()) == 1 and digits(words) is not None:
        pet = next((noun for noun in sorted(ANIMALS) if scene.now.talked_of(noun)), None)
        if pet is not None:
            return replace(frame, predicate="has_pet", value=f"{words} {pet}s")
        words = f"{words} kids"  # "my two"
    if predicate == "has" and frame.ended and words.lower().removesuffix("s") in BODY_PARTS:
        gone = {"gone", "went"} & {*scene.now.tree.lower}  # "can't play, hamstring's gone"
        return replace(frame, ended=False, value=f"bad {words}") if gone else None
    if predicate == "has" and (hurt := _HURT.fullmatch(words)) is not None:
        words = f"{'broken' if hurt[1].lower() in ('broke', 'fractured') else 'injured'} {hurt[2]}"
    part = words.lower().removeprefix("his ").removeprefix("her ").removeprefix("my ")
    if predicate == "has" and part in BODY_PARTS | _ORGANS and not _OPERATED.isdisjoint(scene.now.tree.lower):
        words = f"{part} operation"  # "he had his hip done"
    if predicate == "has" and words.lower() in BODY_PARTS | _ORGANS:
        words = f"{words} trouble"  # "can't play, my elbow"
    return replace(frame, value=words) if says_something(words) or predicate == "has_age" else None


def _is_deed_of_third(scene: _Scene, tag: Tag) -> bool:
    """Whether words that open a sentence tell what a third one does: "repairs lifts"."""
    words = tag.object
    if words is None or words.back or tag.subject != scene.speaker:
        return False
    tree = scene.now.tree
    first = token_at(tree, words.start)
    opens = any(first == start for start, _ in tree.sentences)
    verb = tree.lower[first].removesuffix("s")
    return (
        opens
        and verb in verbs()
        and verb != tree.lower[first]
        and tree.tags[first + 1 : first + 2] in (["NNS"], ["NN"])
    )


def _is_offered(scene: _Scene, back: int) -> bool:
    """Whether somebody else only asked whether one would, and the message doesn't say yes."""
    asked = scene.before[-back]
    mine = asked.utterance.speaker == scene.speaker
    return not mine and is_left_open(tree_of(asked.doc), scene.now.tree, scene.others)


def _about(scene: _Scene, tag: Tag, told: Sequence[Statement]) -> Reference | None:
    """Return whom a tag is about; None where the message says "she" and the rules for pronouns find nobody."""
    if isinstance(tag.subject, str):
        return Reference(tag.subject, "person")
    resolver = scene.now
    if tag.subject.back:
        pronouns = [i for i, word in enumerate(resolver.tree.lower) if word in GENDER_OF_PRONOUN or word in THEY]
        if pronouns and all(resolver.resolve(i) is None for i in pronouns):
            return None
    known = _entity(scene, tag.subject, "person")
    if known is not None or tag.subject.back:
        return known
    noun = _head_lemma(scene, tag.subject)
    owners = [
        each.subject
        for each in told
        if each.predicate == RELATION_OF_NOUN.get(noun) and noun in (each.object or each.value or "").lower()
    ]
    return None if len(owners) != 1 else _relative(scene, tag.subject, RELATION_OF_NOUN[noun], owners[0])


def _relative(scene: _Scene, place: TaggedWords, relation: str, owner: str) -> Reference | None:
    """Return who stands in a relation to somebody, if some words in the message name the relation alone: "a friend"."""
    noun = "" if place.back else _head_lemma(scene, place)
    if RELATION_OF_NOUN.get(noun) != relation or predicate_named(relation).object_type != "person":
        return None
    tree, head = scene.now.tree, head_of(scene.now.tree, place)
    if tree.tags[head] == "NNS":
        return None
    return Reference(f"{owner}'s {role_noun(tree, head)}", "person", noun, owner)


def _head_lemma(scene: _Scene, place: TaggedWords) -> str:
    tree = scene.now.tree
    return tree.lemmas[head_of(tree, place)]


def _done(scene: _Scene, place: TaggedWords, *, alone: bool = False) -> str:
    """Return what somebody does, if the words tell it with a verb and an object, or with a verb alone; else nothing."""
    resolver = scene.resolver(place.back)
    if resolver is None:
        return ""
    verb = token_at(resolver.tree, place.start)
    is_done = resolver.tree.is_verb(verb) and (alone or resolver.tree.child(verb, "obj") is not None)
    return gerund(resolver, verb) if is_done else ""


def _is_of_another(scene: _Scene, place: TaggedWords, about: Reference) -> bool:
    """Whether the words name what somebody else has: "my gran's cat"."""
    resolver = scene.resolver(place.back)
    if resolver is None:
        return False
    head = head_of(resolver.tree, place)
    owner, after = resolver.possessor(head), resolver.tree.lower[head + 1 : head + 3]
    if after == ["from", "another"]:
        return True  # "my brother from another mother"
    if owner is None:
        before = resolver.tree.before_adjectives(head)
        return after in _BESIDE or (before is not None and resolver.tree.tags[before] == "POS")  # whoever it is
    return owner != about.name


def _entity(scene: _Scene, place: TaggedWords, kind: EntityType | None) -> Reference | None:
    """Return the entity that some words name: by the rules for references, or else a name of the type that is due."""
    resolver = scene.resolver(place.back)
    if resolver is None:
        return None
    tree = resolver.tree
    head = head_of(tree, place)
    reference = resolver.resolve(head)
    if reference is not None and not (kind != "person" and _stands_beside(scene, place, tree, head, reference)):
        return replace(reference, type=kind) if reference.type == "other" and kind in _NAMED and kind else reference
    if kind not in _NAMED or kind is None or tree.tags[head].startswith("PRP"):
        return None
    owner = resolver.possessor(head) if kind == "person" and tree.words[head].islower() else None
    if owner is not None and tree.tags[head] not in ("NNS", "CD"):
        return Reference(f"{owner}'s {tree.lemmas[head]}", kind, tree.lemmas[head], owner)
    words = _words(scene, _whole(scene, place)).split()
    if kind == "location" or all(not is_english(word.lower()) for word in words):
        known = any(word[:1].isupper() or not is_english(word.lower()) for word in words)
        if known and words:
            return Reference(" ".join(word[:1].upper() + word[1:] for word in words), kind, confidence=0.8)
    return None


def _of_one_phrase(scene: _Scene, place: TaggedWords, predicate: str) -> TaggedWords | None:
    """Return a place with the rest of its phrase, and without what lies beyond the end of its first sentence.

    None stands for words that nobody says, such as those of a caption.
    """
    resolver = scene.resolver(place.back)
    if resolver is None:
        return place
    tree = resolver.tree
    token = token_at(tree, place.start)
    last = next((last for first, last in tree.sentences if first <= token < last), len(tree.words))
    if place.start >= tree.end(last - 1):
        return None
    cut = TaggedWords(place.back, place.start, min(place.end, tree.end(last - 1)))
    return completed(tree, cut) if cut.end == place.end and predicate not in _OWNED else cut


def _stands_beside(scene: _Scene, place: TaggedWords, tree: SyntaxTree, head: int, reference: Reference) -> bool:
    """Whether a name stands beside a noun that has another meaning: "Mechanical engineering, Leeds"."""
    common = tree.tags[head].startswith("NN") and reference.noun is None
    return common and stems(_words(scene, place)).isdisjoint(stems(reference.name))


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
    while len(words) > 1 and words[0].lower() in _ARTICLES | _OPENERS:
        words = words[1:]
    return bare(" ".join(words))


def _tells(statement: Statement, frame: Frame, said_at: "datetime | None") -> bool:
    """Whether a rule has told already what a tag says, or says something else of the same thing.

    A rule knows wordings that tell a fact outright, so it is right more often than a tag.
    """
    if statement.ended and statement.confidence <= INFERRED and not are_alike(statement.predicate, frame.predicate):
        return False  # who found a club may have planned to: that says nothing against a membership
    if statement.polarity == "negated" and statement.predicate in _LEAVING and not frame.ended:
        return False  # "I've never left Hull"
    shared = shares_words(statement, frame)
    if statement.subject != frame.subject.name:
        return shared and statement.predicate == frame.predicate  # "my gran's cat is called Winston": hers
    gone = is_gone(statement)
    ahead = _is_announced(statement, said_at)
    if gone and ahead and not frame.ended:
        return False  # who moves out in May still lives there
    if gone != (frame.ended or frame.negated):
        return shared and (gone or statement.predicate == frame.predicate)  # "I'm not moving to Vienna after all"
    known = predicate_named(statement.predicate)
    alike = statement.predicate == frame.predicate
    if alike and (known.single or frame.predicate == DEATH):
        return shared or gone or not ahead  # "still at Aldi, but I start at Lidl on Monday"
    if not shared or (not alike and _is_only_mentioned(statement, frame)):
        return False
    return alike or _excludes(known, predicate_named(frame.predicate))


def _is_plan_to_begin(
    statement: Statement, frame: Frame, told: Sequence[Statement], said_at: "datetime | None"
) -> bool:
    """Whether a plan is only that of a job or studies with a date, as what a tag names: "joining Acme as a cook"."""
    place = _PLACE_OF.get(frame.predicate)
    return statement.predicate in INTENTIONS and any(
        each.predicate == place and each.subject == frame.subject.name and _is_announced(each, said_at) for each in told
    )


def _is_announced(statement: Statement, said_at: "datetime | None") -> bool:
    """Whether a state begins or ends on a day to come."""
    changes = statement.invalid_at if statement.ended else statement.valid_at
    return said_at is not None and changes is not None and changes > said_at


def _excludes(known: Predicate, other: Predicate) -> bool:
    """Whether a fact leaves no room for one of another predicate about the same thing.

    Who plans to study somewhere doesn't study there yet; who visited a place doesn't live there for that; whatever one
    has is one thing, a pet or a child; and nobody works as what they own ("I drive an old Golf").
    """
    if known.is_open or known.minor:
        return known.name == "is_on" and other.name in VAGUE  # "on leave until June"
    both = {known.name, other.name}
    if (known.name in INTENTIONS) != (other.name in INTENTIONS) or both <= _OWNED or both == {"owns", "works_as"}:
        return True
    if known.group == other.group == OPINIONS and known.name != other.name:
        return True  # "romcoms make me ill": a phrase knows whether that is praise
    return known.kind == "event" and other.kind == "state"


def _is_only_mentioned(statement: Statement, frame: Frame) -> bool:
    """Whether a longer phrase names somebody by the way: "move in with Amir" doesn't tell who Amir is."""
    return statement.object is None and frame.object is not None and frame.object.type == "person"


def _is_of_wrong_person(scene: _Scene, clauses: Sequence[Clause], statement: Statement, tag: Tag, frame: Frame) -> bool:
    """Whether the network knows better than a rule whom "she" means."""
    tree = scene.now.tree
    if not isinstance(tag.subject, TaggedWords) or statement.subject in (frame.subject.name, scene.speaker):
        return False
    if statement.predicate != frame.predicate or not shares_words(statement, frame):
        return False
    clause = clause_of(tree, clauses, token_at(tree, statement.span[1] - 1))
    subject = "" if clause is None or clause.subject is None else tree.lower[clause.subject]
    return subject in GENDER_OF_PRONOUN and tag.probability > statement.confidence


def _known_now(statement: Statement, said_at: "datetime | None") -> Statement:
    """Return a statement about a relation without the date of a plan: "Rome with Tom in June, best boyfriend ever"."""
    unnamed = statement.object is not None and statement.object.startswith(f"{statement.subject}'s ")
    related = statement.predicate in RELATIONS or (unnamed and predicate_named(statement.predicate).group == PARTNERS)
    start, already = statement.valid_at, related and not statement.ended
    if not already or start is None or said_at is None or start <= said_at:
        return statement
    return replace(statement, valid_at=None, invalid_at=None, grain=None)


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
