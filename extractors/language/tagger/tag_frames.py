"""From a tag to what it says: whom it is about, and the thing, person or place that its words name."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from chronomem.extractors.language.clauses.genders import GENDER_OF_PRONOUN, THEY
from chronomem.extractors.language.clauses.phrases import bare, says_something
from chronomem.extractors.language.clauses.references import SECOND_PERSON, SECOND_POSSESSIVE, Resolver
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.clauses.relation_nouns import role_noun
from chronomem.extractors.language.dialogue.antecedents import resolver_of
from chronomem.extractors.language.dialogue.invitations import is_left_open
from chronomem.extractors.language.dialogue.wording import digits
from chronomem.extractors.language.extracted import Earlier, Statement
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.frames.occupations import FORMER
from chronomem.extractors.language.frames.verb_phrases import gerund
from chronomem.extractors.language.lexicon import ANIMALS, BODY_PARTS, RELATION_OF_NOUN, occupations
from chronomem.extractors.language.parsing.syntax import SyntaxTree, tree_of
from chronomem.extractors.language.readable.dictionary import is_english, verbs
from chronomem.extractors.language.tagger.amendments import completed, head_of, lacks, token_at
from chronomem.extractors.language.tagger.misread_objects import KIN
from chronomem.extractors.language.tagger.misreadings import DEATH
from chronomem.extractors.language.tagger.rivals import RELATIONS, VAGUE
from chronomem.extractors.language.tagger.tags import CERTAIN, TAGGED, Tag, TaggedWords
from chronomem.extractors.language.tagger.wording import stems
from chronomem.extractors.language.validity import HABITS, without_stage
from chronomem.extractors.semantic_time.numbers import number_named
from chronomem.graph_schema.facts.given import EntityType
from chronomem.graph_schema.facts.predicates import INTENTIONS, predicate_named

if TYPE_CHECKING:
    from spacy.tokens import Doc  # only for types: spaCy is slow to import

_NAMED = {"person", "location", "organization"}
"""The types of objects that usually have a name."""
OWNED = {*RELATION_OF_NOUN.values(), *VAGUE}
"""Predicates whose object belongs to the subject."""
_THEIRS = {"his", "her", "their"}
_ARTICLES = {"a", "an", "the", "my", "our", "his", "her", "their", "your", "some"}
_BESIDE = (["next", "door"], ["across", "the"], ["over", "the"], ["down", "the"], ["up", "the"])
"""Words after those who live near: "the twins next door" are the neighbours'."""
_OPENERS = {"nah", "nope", "yes", "yeah", "yep", "yup", "oh", "lol", "haha", "omg", "ja"}
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
_ASKING = {"who", "whose", "where", "when", "what", "which", "how"}


@dataclass(frozen=True)
class Scene:
    """A message and those before it, as far as tags refer to them: number 0 is the message itself.

    Attributes:
        doc: the parse of the message.
        speaker, others: who says it, and the other participants.
        before: the messages before it, the last one at the end.
    """

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


def members_meant(scene: Scene, tag: Tag) -> tuple[str | None, ...]:
    """Return the names of those whom a tag is about together, or None alone if it is about one: "my two", "both"."""
    about = _about(scene, tag, ())
    return about.members if about is not None and about.members else (None,)


_OF_WORK = {"retired", "employed", "unemployed", "self-employed", "jobless"}
"""Statuses that aren't of the family."""


def frame_of(scene: Scene, tag: Tag, told: Sequence[Statement], member: str | None = None) -> Frame | None:
    """Return what a tag says, or None if its words name nobody or nothing.

    Args:
        told: the statements of the message so far.
        member: the one of several whom it is about.
    """
    about = _about(scene, tag, told)
    if about is not None and member is not None:
        about = replace(about, name=member, plural=False, members=())
    if about is None or about.members or tag.predicate.endswith("*"):
        return None  # which favourite it is, no tag tells
    if about.type == "location" and " " in about.name and predicate_named(tag.predicate).object_type == "person":
        return None  # "San Sebastián, she lives there with her husband"
    over, denied = tag.status == "over", tag.status == "denied" or lacks(scene.now.tree, tag)
    predicate = tag.predicate
    if predicate == "likes" and denied:
        predicate, denied = "dislikes", False
    frame = Frame(about, predicate, ended=over, negated=denied, confidence=tag.probability, plain=True, rule=TAGGED)
    if tag.object is None:
        if predicate == DEATH and not denied:
            return replace(frame, value="die", ended=False)  # it is told by the verb alone
        return frame if over else None
    told_before = tag.object.back and tag.probability < CERTAIN and not _is_asked(scene, tag.object)
    if told_before and (tag.status == "holds" or tag.subject == scene.speaker):
        return None  # whoever cheers at somebody's new job has none for that, and tells nothing new of it
    if tag.object.back and tag.probability < CERTAIN and _is_offered(scene, tag.object.back):
        imagined = not _IMAGINING.isdisjoint(tree_of(scene.before[-tag.object.back].doc).lower)
        if tag.predicate in INTENTIONS or imagined:
            return None  # "would you want to live in Dublin?" "that's the thing"
    if tag.predicate in OWNED and _is_of_another(scene, tag.object, about):
        return None
    kind = predicate_named(tag.predicate).object_type
    thing = _entity(scene, tag.object, kind) or _relative(scene, tag.object, predicate, about.name)
    if thing is not None and thing.name != about.name:
        return replace(frame, object=thing)
    words = _words(scene, tag.object)
    if predicate == "is" and words.partition(" ")[0].endswith(("n't", "n\u2019t")):
        return None  # "I don't drink": what somebody doesn't do is no quality
    if predicate == "is" and words.lower() == "pregnant":
        return replace(frame, predicate="expects", value="baby")
    plural = words.isalpha() and words.endswith("s")
    if predicate == "works_as" and plural and not {words.lower(), words.lower()[:-1]} & occupations():
        return replace(frame, predicate="works_in", value=words)  # "what does he do?" "kitchens"
    if predicate == "works_as" and _is_deed_of_third(scene, tag):
        return None  # "she's lovely. repairs lifts"
    if predicate == "works_as" and (done := _done(scene, tag.object, alone=True)):
        return replace(frame, value=done.removesuffix(" for a living"))  # "I walk dogs for a living"
    if predicate == "stopped":
        words = _done(scene, tag.object, alone=True) or words  # "haven't smoked since May"
    if predicate == "has_birthday" and not any(c.isdecimal() for c in words):
        return None  # "Emma is 5 on Monday", "it was her birthday yesterday"
    if predicate in RELATIONS:
        words = _BEING.split(words)[0] or words  # "the twins are six now"
    if predicate in HABITS:
        words = without_stage(words)
    if predicate == "has_status":
        words = re.split(r",| and\b", words)[0]  # "single and loving it"
        predicate = "is" if words.lower() in _OF_WORK else predicate
    if predicate == "works_as" and words.lower().startswith(FORMER):
        predicate = "is_a"  # "a retired nurse"
    if predicate == "has_age":
        words = _YEARS.sub("", _WHEN.split(words)[0]) or words
        words = number_named(words) or words
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
    told_well = says_something(words) or predicate == "has_age"
    return replace(frame, predicate=predicate, value=words) if told_well else None


def _is_asked(scene: Scene, place: TaggedWords) -> bool:
    """Whether some words stand in a message that asks, or in a sentence that begins as questions do."""
    resolver = scene.resolver(place.back)
    if resolver is None or "?" in scene.text(place.back):
        return True
    tree, token = resolver.tree, token_at(resolver.tree, place.start)
    first = next((first for first, last in tree.sentences if first <= token < last), 0)
    return not _ASKING.isdisjoint(tree.lower[first : first + 2])


def _is_deed_of_third(scene: Scene, tag: Tag) -> bool:
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


def _is_offered(scene: Scene, back: int) -> bool:
    """Whether somebody else only asked whether one would, and the message doesn't say yes."""
    asked = scene.before[-back]
    mine = asked.utterance.speaker == scene.speaker
    return not mine and is_left_open(tree_of(asked.doc), scene.now.tree, scene.others)


def _about(scene: Scene, tag: Tag, told: Sequence[Statement]) -> Reference | None:
    """Return whom a tag is about; None where a message says "she", the rules find nobody, and the network is unsure."""
    if isinstance(tag.subject, str):
        return Reference(tag.subject, "person")
    resolver = scene.now
    if tag.subject.back and (tag.probability < CERTAIN or _is_one_of_several(scene, tag.subject)):
        pronouns = [i for i, word in enumerate(resolver.tree.lower) if word in GENDER_OF_PRONOUN or word in THEY]
        if pronouns and all(resolver.resolve(i) is None for i in pronouns):
            return None
    known = _entity(scene, tag.subject, "person")
    if tag.subject.back > 1 and tag.probability < CERTAIN and _is_asked_of_speaker(scene):
        return Reference(scene.speaker, "person")
    if known is not None or tag.subject.back:
        return known
    noun = _head_lemma(scene, tag.subject)
    owners = [
        each.subject
        for each in told
        if each.predicate == RELATION_OF_NOUN.get(noun) and noun in (each.object or each.value or "").lower()
    ]
    if not owners and noun in RELATION_OF_NOUN and _is_bare(resolver.tree, tag.subject):
        owners = [scene.speaker]  # "father has had a bypass"
    return None if len(owners) != 1 else _relative(scene, tag.subject, RELATION_OF_NOUN[noun], owners[0])


def _is_one_of_several(scene: Scene, place: TaggedWords) -> bool:
    """Whether somebody was named beside others, of whom "he" may be each: "my brothers Dan and Radu"."""
    resolver = scene.resolver(place.back)
    if resolver is None:
        return False
    head = head_of(resolver.tree, place)
    return resolver.tree.full_deps[head] == "conj" or bool(resolver.tree.having(head, "conj"))


def _is_asked_of_speaker(scene: Scene) -> bool:
    """Whether a message that names nobody follows a question about "you" alone: "your turn next?" "no, single"."""
    asked, tree = scene.resolver(1), scene.now.tree
    if asked is None or scene.before[-1].utterance.speaker == scene.speaker or "?" not in scene.text(1):
        return False
    third = {*GENDER_OF_PRONOUN, *THEY}
    others = third.intersection((*asked.tree.lower, *tree.lower)) or scene.now.named
    named = {mention.name for mention in asked.named.values()} - {scene.speaker}
    return not others and not named and not (SECOND_PERSON | SECOND_POSSESSIVE).isdisjoint(asked.tree.lower)


def _is_bare(tree: SyntaxTree, place: TaggedWords) -> bool:
    """Whether a noun stands without an article or an owner."""
    return not tree.having(head_of(tree, place), "det", "nmod:poss", "amod", "nummod", "case")


def _relative(scene: Scene, place: TaggedWords, relation: str, owner: str) -> Reference | None:
    """Return who stands in a relation to somebody, if some words in the message name the relation alone: "a friend"."""
    noun = "" if place.back else _head_lemma(scene, place)
    if RELATION_OF_NOUN.get(noun) != relation or predicate_named(relation).object_type != "person":
        return None
    tree, head = scene.now.tree, head_of(scene.now.tree, place)
    if tree.tags[head] == "NNS":
        return None
    return Reference(f"{owner}'s {role_noun(tree, head)}", "person", noun, owner)


def _head_lemma(scene: Scene, place: TaggedWords) -> str:
    tree = scene.now.tree
    return tree.lemmas[head_of(tree, place)].lower()


def _done(scene: Scene, place: TaggedWords, *, alone: bool = False) -> str:
    """Return what somebody does, if the words tell it with a verb and an object, or with a verb alone; else nothing."""
    resolver = scene.resolver(place.back)
    if resolver is None:
        return ""
    verb = token_at(resolver.tree, place.start)
    is_done = resolver.tree.is_verb(verb) and (alone or resolver.tree.child(verb, "obj") is not None)
    return gerund(resolver, verb) if is_done else ""


def _is_of_another(scene: Scene, place: TaggedWords, about: Reference) -> bool:
    """Whether the words name what somebody else has: "my gran's cat"."""
    resolver = scene.resolver(place.back)
    if resolver is None:
        return False
    tree, head = resolver.tree, head_of(resolver.tree, place)
    owner, after = resolver.possessor(head), tree.lower[head + 1 : head + 3]
    if after == ["from", "another"]:
        return True  # "my brother from another mother"
    if any(tree.lower[i] in _THEIRS for i in tree.having(head, "nmod:poss")) and about.name != scene.speaker:
        return False  # "Dot's got her boyfriend with her": the network knows whose
    if owner is not None:
        return owner != about.name
    before = tree.before_adjectives(head)
    if after in _BESIDE or before is None or tree.tags[before] != "POS":
        return after in _BESIDE
    return before == 0 or tree.lower[before - 1] not in about.name.lower().split()  # "Itxaso's son"


def _entity(scene: Scene, place: TaggedWords, kind: EntityType | None) -> Reference | None:
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


def of_one_phrase(scene: Scene, place: TaggedWords, predicate: str) -> TaggedWords | None:
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
    inside = [i for i in range(token, last) if tree.starts[i] < cut.end]
    doers = {tree.heads[i] for i in inside if tree.full_deps[i] == "nsubj" and tree.tags[i] == "NNP"}
    if predicate in KIN and not doers.isdisjoint(inside):
        return None  # "Esi got a tablet and Kwesi", of a child
    return completed(tree, cut) if cut.end == place.end and predicate not in OWNED else cut


def _stands_beside(scene: Scene, place: TaggedWords, tree: SyntaxTree, head: int, reference: Reference) -> bool:
    """Whether a name stands beside a noun of another meaning, or is like one: "Mechanical engineering, Leeds"."""
    common = tree.tags[head].startswith("NN") and reference.noun is None
    post = tree.words[head].islower() and tree.lemmas[head] in occupations()  # "assistant", to an Assistant
    return common and (post or stems(_words(scene, place)).isdisjoint(stems(reference.name)))


def _whole(scene: Scene, place: TaggedWords) -> TaggedWords:
    """Return a place with all letters of the words that it holds a piece of."""
    text, start, end = scene.text(place.back), place.start, place.end
    while start > 0 and text[start - 1].isalnum():
        start -= 1
    while end < len(text) and text[end].isalnum():
        end += 1
    return TaggedWords(place.back, start, end)


def _words(scene: Scene, place: TaggedWords) -> str:
    words = scene.text(place.back)[place.start : place.end].split()
    while len(words) > 1 and words[0].lower() in _ARTICLES | _OPENERS:
        words = words[1:]
    return bare(" ".join(words))
