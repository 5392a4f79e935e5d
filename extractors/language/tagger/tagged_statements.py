"""From tags to statements: what the network marks and no rule has told."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from chronomem.extractors.language.clauses.clause import Clause
from chronomem.extractors.language.clauses.clauses import find_clauses
from chronomem.extractors.language.clauses.divided_time import divides_days
from chronomem.extractors.language.clauses.genders import GENDER_OF_PRONOUN
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.dialogue.hearsay import without_hearsay
from chronomem.extractors.language.extracted import TELLING, Earlier, Extraction, Mention, Statement, TimeExpression
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.frames.fulfilments import INFERRED
from chronomem.extractors.language.parsing.syntax import SyntaxTree, tree_of
from chronomem.extractors.language.statements import StatementExtractor
from chronomem.extractors.language.tagger.amendments import (
    amended,
    clause_of,
    is_by_the_way,
    is_left_behind,
    is_near_end,
    token_at,
    with_employers,
)
from chronomem.extractors.language.tagger.misreadings import DEATH, is_misread
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
from chronomem.extractors.language.tagger.tag_frames import OWNED, Scene, frame_of, members_meant, of_one_phrase
from chronomem.extractors.language.tagger.tags import CERTAIN, GUESSED, TAGGED, Tag, TaggedWords, are_alike
from chronomem.extractors.language.tagger.windows import HISTORY
from chronomem.extractors.language.tagger.wording import worded
from chronomem.graph_schema.facts.predicates import INTENTIONS, OPINIONS, PARTNERS, Predicate, predicate_named
from chronomem.graph_schema.facts.relative import AWAITED
from chronomem.graph_schema.facts.sentences import as_told

if TYPE_CHECKING:
    from datetime import datetime

    from spacy.tokens import Doc  # only for types: spaCy is slow to import

_PLACE_OF = {"works_as": "works_at", "works_in": "works_at", "studies": "studies_at"}
"""Where somebody is what a predicate says."""
_BY_BIRTH = {"has_sibling", "has_parent", "has_grandparent", "has_relative"}
"""Relations that are as old as the younger of the two."""
LEAST_LIKELY = 0.15
"""The least probability of a tag that is proposed at all; the verdict decides on the rest."""
_SURE = 0.45
"""The probability from which a tag corrects what rules have told, and ends something."""
_SURE_PARTNER = 0.65
"""The same for partners, of whom a person has one: whoever is mentioned by name doesn't end a relationship."""
_SURE_REPLY = 0.6
"""The same for a few words after a question, which say little by themselves."""
_LEAVING = {"leave", "quit", "stopped", "sold", "lost"}
"""Predicates whose denial tells that a state goes on."""
_DONE_FOR_A_LIVING = {"made", "sold"}
"""Events that may be somebody's work: "he makes violins"."""
_OF_HOME = {"stay", "remain", "leave"}
"""Verbs of plans that tell where somebody lives: "we've decided to stay in Kumasi"."""
_OF_ONES_OWN = {"leaving", "quitting", "dropping", "selling", "leave", "quit", "drop", "sell"}
_LEFT = {"member_of", "works_at", "works_as", "studies", "studies_at", "owns"}
"""Predicates of what one thinks of leaving or selling."""
_BRIEF = 3
"""The words of a message that is no more than a reply."""


_ANY = {
    "has_child": {"children", "kids", "child", "kid"},
    "has_sibling": {"siblings"},
    "has_pet": {"pets", "pet", "animals"},
}
"""How all of a kind are called whom somebody may have."""


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
    scene = Scene(doc, speaker, others, before)
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
    divided = divides_days(text)
    all_tags = with_employers(resolver.tree, tags)
    ordered = sorted(all_tags, key=lambda tag: tag.predicate not in RELATIONS)  # "a friend who's a vet": whose friend?
    every = [(tag, each) for tag in ordered for each in amended(resolver.tree, tag)]
    for marked, found, member in ((tag, each, name) for tag, each in every for name in members_meant(scene, each)):
        place = None if found.object is None else of_one_phrase(scene, found.object, found.predicate)
        if place is None and found.object is not None:
            continue
        tag = replace(found, object=place)
        words = tag.object or marked.object
        at = words if words is not None and words.back == 0 else tag.subject
        token = token_at(resolver.tree, at.start) if isinstance(at, TaggedWords) and at.back == 0 else 0
        clause = clause_of(resolver.tree, clauses, token)
        frame = frame_of(scene, tag, told, member)
        if frame is not None and clause is not None:
            frame = of_whom_was_asked(frame, clause, speaker)
        sure = tag.probability >= _least_sure(tag, is_reply=question is not None)
        if frame is None or not (sure or _may_be_guessed(tag, frame, told, is_reply=question is not None)):
            continue
        if frame.object is None and frame.predicate in INTENTIONS and frame.value in spans:
            continue  # "a baby, in March"
        frame = replace(_of_occupation(frame, told), rule=TAGGED if sure else GUESSED)
        past = tells_of_past(frame, resolver.tree, clause, token, timed=extractor.is_timed(clause))
        if past or any(ends_that(statement, frame, resolver.tree, clause) for statement in told):
            frame = replace(frame, ended=True)
        misread = is_misread(resolver, clauses, token, tag, frame.subject)
        misread = misread or any(_denies_any(statement, frame) for statement in told)
        right = told
        if sure and not misread:
            told = [with_name(each, frame) for each in told if not is_vaguer(each, frame)]
            told = [each for each in told if not is_of_school(each, frame)]
            right = [each for each in told if not _is_of_wrong_person(scene, clauses, each, tag, frame)]
        fellows = set() if member is None else {*members_meant(scene, found)} - {member}
        told_of = [each for each in right if each.subject not in fellows and not (divided and _is_besides(each, frame))]
        repeated = [each for each in told_of if _tells(each, frame, said_at)]
        if any(statement.predicate == frame.predicate and shares_words(statement, frame) for statement in repeated):
            told = right
        if misread or not all(_is_plan_to_begin(statement, frame, told, said_at) for statement in repeated):
            continue
        told = right
        said = frame.object.name if frame.object is not None else frame.value or ""
        if said:
            said = _as_told(resolver.tree, frame.predicate, said)
            text = worded(frame.subject.name, frame.predicate, said, ended=frame.ended, denied=frame.negated)
            frame = replace(frame, text=text)
        statement = _known_now(extractor.of_tag(frame, token, clause), said_at)
        if (ending := next((each for each in told if _ends_it(each, frame)), None)) is not None:
            statement = replace(statement, valid_at=None, invalid_at=ending.invalid_at, grain=ending.grain)
        lasting = tag.predicate in OWNED or tag.predicate == "lives_with"
        ends = not frame.ended and words is not None and is_of_what_ends(resolver.tree, token, tag.predicate)
        until = statement.valid_at if ends and _is_announced(statement, said_at) else None
        ends = ends or is_near_end(resolver.tree, token)
        born = tag.predicate in _BY_BIRTH and not frame.ended
        about = None if clause is None or clause.reference is None else clause.reference.name
        own = clause.head if clause is not None and frame.object is not None and frame.object.name == about else None
        told_by_the_way = place is not None and lasting and not frame.ended and is_by_the_way(resolver.tree, place, own)
        left = tag.predicate == "lives_in" and not frame.ended and is_left_behind(resolver.tree, place)
        if ends or born or left or told_by_the_way:
            statement = replace(statement, valid_at=None, invalid_at=until, grain=None)
        if (wedding := next((each for each in told if _is_wedding(each, frame)), None)) is not None:
            statement = replace(statement, valid_at=wedding.valid_at, invalid_at=None, grain=wedding.grain)
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
    own = [each for each in told if each.subject == frame.subject.name]
    return not any(
        (each.rule == TELLING and each.span[0] <= start < each.span[1])
        or (each.rule == TAGGED and not each.ended and shares_words(each, frame))
        for each in own
    )


def _briefly_answered(scene: Scene) -> Earlier | None:
    """Return the question that a few words follow, or None if there is none or the message is longer."""
    if sum(word[:1].isalnum() for word in tree_of(scene.doc).words) > _BRIEF:
        return None
    return next((said for said in reversed(scene.before[-HISTORY:]) if "?" in said.utterance.text), None)


def _is_asked_of_another(scene: Scene, question: Earlier) -> bool:
    """Whether a question calls somebody else than the one who replies: whether a reply answers it, the rules know."""
    called = set(tree_of(question.doc).lower)
    others = [name for name in scene.others if name != question.utterance.speaker]
    return any(not called.isdisjoint(name.lower().split()) for name in others)


def _tells(statement: Statement, frame: Frame, said_at: "datetime | None") -> bool:
    """Whether a rule has told already what a tag says, or says something else of the same thing.

    A rule knows wordings that tell a fact outright, so it is right more often than a tag.
    """
    if statement.ended and statement.confidence <= INFERRED and not are_alike(statement.predicate, frame.predicate):
        return False  # who found a club may have planned to: that says nothing against a membership
    if statement.polarity == "negated" and statement.predicate in _LEAVING and not frame.ended:
        return False  # "I've never left Hull"
    if _ends_it(statement, frame):
        return False  # "he retired today, 42 years as a bus driver"
    if statement.value == AWAITED:
        return False  # "we moved in!! our first flat, in Gdynia"
    shared = shares_words(statement, frame)
    if statement.subject != frame.subject.name:
        if shared and statement.predicate == frame.predicate:
            return True  # "my gran's cat is called Winston": hers
        return _is_of_anothers_partner(statement, frame)
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
    if not shared or (not alike and (_is_only_mentioned(statement, frame) or _is_of_home(statement, frame))):
        return False
    if (statement.predicate, frame.predicate) == ("had", "has"):
        return True  # "I had a heart attack"
    excluded = _excludes(known, predicate_named(frame.predicate))
    return alike or (excluded and (frame.confidence < CERTAIN or known.name == "is_on"))


def _is_besides(statement: Statement, frame: Frame) -> bool:
    """Whether a tag names a second job or home of somebody who divides their time."""
    alike = statement.predicate == frame.predicate and statement.subject == frame.subject.name
    both = alike and not (is_gone(statement) or frame.ended or frame.negated)
    return both and predicate_named(frame.predicate).may_be_several and not shares_words(statement, frame)


def _is_of_anothers_partner(statement: Statement, frame: Frame) -> bool:
    """Whether a rule knows the partner of somebody as another person than a tag: "Dawn and Mark tied the knot"."""
    both = predicate_named(statement.predicate).group == predicate_named(frame.predicate).group == PARTNERS
    if not both or is_gone(statement) or frame.object is None:
        return False
    return statement.subject == frame.object.name and statement.object not in (None, frame.subject.name)


def _is_wedding(statement: Statement, frame: Frame) -> bool:
    """Whether a rule tells the day on which a marriage began that a tag tells."""
    same = statement.subject == frame.subject.name and shares_words(statement, frame)
    wed = statement.predicate == "married" and frame.predicate == "married_to" and not frame.ended
    return wed and same and statement.holds and statement.valid_at is not None


def _ends_it(statement: Statement, frame: Frame) -> bool:
    """Whether a rule has told that whatever holds is over, of which a tag tells what it was."""
    named = frame.object is not None or frame.value is not None
    same = statement.subject == frame.subject.name and statement.predicate == frame.predicate
    return named and same and frame.ended and statement.ended and statement.object is None and statement.value is None


def _denies_any(statement: Statement, frame: Frame) -> bool:
    """Whether somebody says that they have none of the kind: "I have no children", beside a tag of a child."""
    same = statement.predicate == frame.predicate and statement.subject == frame.subject.name
    named = (statement.object or statement.value or "").rpartition(" ")[2]
    return same and statement.polarity == "negated" and not frame.negated and named in _ANY.get(frame.predicate, ())


def _of_occupation(frame: Frame, told: Iterable[Statement]) -> Frame:
    """Return a field in which somebody works as the occupation that a rule makes of it: "I'm the postmistress"."""
    known = (each for each in told if each.predicate == "is_a" and each.subject == frame.subject.name and each.holds)
    if frame.predicate != "works_in" or not any(shares_words(each, frame) for each in known):
        return frame
    return replace(frame, predicate="works_as")


def _as_told(tree: SyntaxTree, predicate: str, thing: str) -> str:
    """Return a thing with its article, and what is intended with "to": "plans to look for work"."""
    first = thing.split(maxsplit=1)[0].lower()
    if predicate in INTENTIONS and any(
        word == first and tag == "VB" for word, tag in zip(tree.lower, tree.tags, strict=True)
    ):
        return f"to {thing}"
    return as_told(thing, " ".join(tree.words))


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
    if (known.name in INTENTIONS) != (other.name in INTENTIONS) or both <= OWNED or both == {"owns", "works_as"}:
        return True
    if known.group == other.group == OPINIONS and known.name != other.name:
        return True  # "romcoms make me ill": a phrase knows whether that is praise
    done = known.name in _DONE_FOR_A_LIVING and other.name == "works_as"  # "he makes violins"
    return known.kind == "event" and other.kind == "state" and not done


def _is_only_mentioned(statement: Statement, frame: Frame) -> bool:
    """Whether a longer phrase names somebody by the way: "move in with Amir" doesn't tell who Amir is."""
    return statement.object is None and frame.object is not None and frame.object.type == "person"


def _is_of_home(statement: Statement, frame: Frame) -> bool:
    """Whether a plan tells of a place as one's home: to stay or remain there, or to leave it.

    Who thinks of leaving or selling something has it.
    """
    verb = (statement.value or "").partition(" ")[0]
    if statement.predicate == "considers" and verb in _OF_ONES_OWN:
        left = (statement.value or "").partition(" for ")[0].partition(" to ")[0]  # not what one would leave it for
        said = frame.value or (frame.object.name if frame.object is not None else "")
        return frame.predicate in _LEFT and not frame.ended and said.lower() in left.lower()
    return frame.predicate == "lives_in" and statement.predicate == "plans" and verb in _OF_HOME


def _is_of_wrong_person(scene: Scene, clauses: Sequence[Clause], statement: Statement, tag: Tag, frame: Frame) -> bool:
    """Whether the network knows better than a rule whom "she" means."""
    tree = scene.now.tree
    if not isinstance(tag.subject, TaggedWords) or statement.subject in (frame.subject.name, scene.speaker):
        return False
    if statement.predicate != frame.predicate or not shares_words(statement, frame):
        return False
    clause = clause_of(tree, clauses, token_at(tree, statement.span[1] - 1))
    if clause is None or clause.subject is None or tree.lower[clause.subject] not in GENDER_OF_PRONOUN:
        return False
    first = next(first for first, last in tree.sentences if first <= clause.subject < last)
    subjects = [i for i in range(first, clause.subject) if tree.deps[i].startswith("nsubj") and i in scene.now.named]
    if subjects and scene.now.named[subjects[-1]].name == statement.subject:
        return False  # "Karl is older, he's 45"
    return tag.probability > statement.confidence


def _known_now(statement: Statement, said_at: "datetime | None") -> Statement:
    """Return a statement about a relation without the date of a plan: "Rome with Tom in June, best boyfriend ever"."""
    unnamed = statement.object is not None and statement.object.startswith(f"{statement.subject}'s ")
    related = statement.predicate in RELATIONS or (unnamed and predicate_named(statement.predicate).group == PARTNERS)
    start, already = statement.valid_at, related and not statement.ended
    if not already or start is None or said_at is None or start <= said_at:
        return statement
    return replace(statement, valid_at=None, invalid_at=None, grain=None)


def _new_mention(
    mentions: Sequence[Mention], thing: Reference | None, scene: Scene, place: TaggedWords | None
) -> list[Mention]:
    """Return the mention of an object in the message, if the rules saw none there."""
    if thing is None or place is None or place.back:
        return []
    if any(
        mention.name == thing.name or (mention.start < place.end and place.start < mention.end) for mention in mentions
    ):
        return []
    return [Mention(place.start, place.end, scene.text(0)[place.start : place.end], thing.name, thing.type)]
