"""From clauses to statements: predicate, object or value, time, and confidence."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

from chronomem.extractors.language.clause_frames import named_by, read_clause
from chronomem.extractors.language.clauses.calendar_names import names_person
from chronomem.extractors.language.clauses.clause import Clause
from chronomem.extractors.language.clauses.clause_times import SAME_DAY, aimed_at, is_of_any_week, told_as_new
from chronomem.extractors.language.clauses.genders import GENDER_OF_PRONOUN
from chronomem.extractors.language.clauses.moods import stated_tokens
from chronomem.extractors.language.clauses.phrases import bare, clause_text, says_something
from chronomem.extractors.language.clauses.references import Resolver
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.extracted import (
    DECLARED,
    LEAVING,
    TELLING,
    Modality,
    Statement,
    Tense,
    TimeExpression,
)
from chronomem.extractors.language.first_days import births
from chronomem.extractors.language.frames.ages import ages_told, read_ages_before, read_listed_ages
from chronomem.extractors.language.frames.attendance import read_exclaimed, with_companions
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.frames.fulfilments import INFERRED
from chronomem.extractors.language.frames.introductions import read_introduction
from chronomem.extractors.language.frames.leaving import read_goodbyes
from chronomem.extractors.language.frames.occasions import (
    read_birthday_today,
    read_named_occasions,
    verbless_part,
)
from chronomem.extractors.language.frames.occupations import beside_main_job, read_appositions
from chronomem.extractors.language.frames.ones_own import read_ones_own
from chronomem.extractors.language.frames.possessives import read_possessives, told_age
from chronomem.extractors.language.frames.presupposed import read_presupposed
from chronomem.extractors.language.frames.relatives import read_relatives
from chronomem.extractors.language.frames.tastes import Taste, read_tastes
from chronomem.extractors.language.lexicon import stop_words
from chronomem.extractors.language.tellings.effects import read_telling
from chronomem.extractors.language.tellings.matcher import Matcher, PhraseMatch, is_within, packaged_matcher
from chronomem.extractors.language.turn_times import TurnTimes, fragment
from chronomem.extractors.language.validity import (
    IN_VIEW,
    interval,
    is_former,
    is_never,
    is_over,
    is_wedding,
    without_stage,
)
from chronomem.extractors.semantic_time.numbers import number_named
from chronomem.graph_schema.facts.claims import EVER
from chronomem.graph_schema.facts.given import EntityType
from chronomem.graph_schema.facts.predicates import INTENTIONS, Predicate
from chronomem.graph_schema.facts.vocabulary import PACKAGED, FactVocabulary

_MODALITIES: dict[str, Modality] = {
    "wants": "desired", "plans": "planned", "considers": "considered", "looks_forward_to": "desired", "can": "able",
    "needs": "obliged", "advises": "advised",
}  # fmt: skip
"""The modality that each of these predicates implies."""
_TOGETHER = {
    "lives_in", "moved_to", "visited", "attended", "went_to", "plans", "is_from", "likes", "dislikes", "works_at",
    "studies_at", "studies", "member_of", "plays", "volunteers_at", "joined", "has_child", "has_pet", "works_as",
    "runs", "owns", "bought", "sold", "speaks", "collects", "has_age", "allergic_to", "is", "has", "wants", "considers",
    "prepares_for", "saves_for", "looks_forward_to", "won", "watched", "read", "started", "finished", "stopped",
    "adopted", "takes",
}  # fmt: skip
"""Predicates that hold of each of those who "Tom and I" names."""
_TEAMS = {"team", "crew", "band", "squad", "side", "choir", "group", "club", "class"}
"""Groups whose prizes are those of whoever is in them."""
_BORN = {"has_child", "has_sibling", "has_parent", "has_grandparent", "has_relative"}
"""Relations that hold already when they are told."""
_AGE = re.compile(r"(?<=\d) and (?!\d).*")
"""What follows an age: "65 and fixes boilers"."""
_ONLY = re.compile(r"nothing (?:more than|but|except) ")
_LOOSE = re.compile(r"(?: (?:for|from|of|with|at))+$", re.IGNORECASE)
"""Prepositions at the end of a value whose noun was a time: "mark up drawings for tomorrow"."""
_RESULTS = {"so", "that"}
"""Marks of a clause that tells a result: "Bela had twins so that makes seven"."""
_WHEN = {"yesterday", "last", "on", "in"}
"""Words at the end of a phrase with which a time begins: "had a picnic last | week"."""
_MAX_VALUE = 160
"""In characters; longer values are cut at a word boundary."""


@dataclass(frozen=True)
class StatementExtractor:
    """Extracts the statements of one turn."""

    resolver: Resolver
    times: Sequence[TimeExpression]
    said_at: datetime | None
    vocabulary: FactVocabulary = PACKAGED
    declared: Matcher | None = None
    """The phrases of an ontology, which count before the packaged ones."""

    @cached_property
    def when(self) -> TurnTimes:
        """The times of the turn, of which those are none that name somebody: "April lives in Leeds"."""
        tree = self.resolver.tree
        names = {tree.starts[i] for i in range(len(tree.words)) if names_person(tree, i)}
        dates = [time for time in self.times if time.start_char not in names and not is_of_any_week(tree, time)]
        return TurnTimes(tree, dates, self.said_at)

    def of_clause(self, clause: Clause, story: TimeExpression | None = None) -> Iterator[Statement]:
        """Yield all statements of one clause.

        Args:
            story: the time of the past clause before, which goes on for the events of this one.
        """
        if any(taste.first <= clause.head < taste.last for taste in self._tastes):
            return
        time = self.when.of(clause)
        told_on = story if time is None and clause.tense == "past" and clause.modality == "actual" else None
        told = [*self._of_phrases(clause, self._told.get(clause.head, ()))]
        read = read_clause(self.resolver, self.when, clause, time)
        for frame in with_companions(self.resolver, clause, read):
            if self._is_told_better(clause, frame, told):
                continue
            if frame.subject.name == self.resolver.other and frame.object is None and time is None:
                continue  # a compliment: "you made an impact"
            if frame.value is not None and not says_something(frame.value):
                continue
            if frame.object is None and frame.predicate != "has_birthday" and frame.value in self.when.words:
                continue  # "we went Tuesday to Thursday"
            if frame.object is not None and frame.object.name == frame.subject.name:
                continue  # nobody is their own mother
            if frame.predicate == "has_name" and self._has_name_already(clause, frame):
                continue
            dying = frame.predicate == "died" and self.resolver.tree.tags[clause.head] == "VBG"
            if dying or (frame.predicate == "died" and frame.subject.name == self.resolver.speaker):
                continue  # "she's dying", "I died laughing"
            happened = told_on if self.vocabulary.named(frame.predicate).kind == "event" else time
            if frame.rule == "occasion" or (frame.predicate == "has_age" and clause.tense == "present"):
                happened = self.when.of(clause, ahead=True)
            statement = self._statement(clause, frame, None if frame.predicate == "has_birthday" else happened or time)
            if statement.predicate == "has_age" and statement.ended:
                continue  # "I was ten when we moved" ends no age
            told_of = [*self._of_all(clause, statement)]
            coming = self.when.is_ahead(statement.valid_at)  # "she's 90 on 20 January"
            yield from (*told_of, *(births(told_of) if coming else ()))
        told = [each for statement in told for each in self._of_all(clause, statement)]
        yield from (*told, *births(told))

    def _has_name_already(self, clause: Clause, frame: Frame) -> bool:
        """Whether a clause names one whom it calls by a pronoun, and who has another name: "her name is Brioche"."""
        tree, subject = self.resolver.tree, clause.subject
        pronoun = subject is not None and any(tree.lower[i] in GENDER_OF_PRONOUN for i in tree.subtree(subject))
        return pronoun and "'s " not in frame.subject.name

    def _of_all(self, clause: Clause, statement: Statement) -> Iterator[Statement]:
        """Yield a statement about each subject: Tom lives there as well if "Tom and I live in Berlin".

        What is said of "my cousins Eva and Ana" is said of Eva and of Ana.
        """
        about, subject = clause.reference, clause.subject
        if about is not None and about.members and statement.subject == about.name:
            yield from (replace(statement, subject=name) for name in about.members)
            return
        together = statement.predicate in _TOGETHER and about is not None and statement.subject == about.name
        members = [] if not together or subject is None else self.resolver.members(subject)
        if about is None or about.type != "person" or not members:
            yield statement
        team = about is not None and about.noun in _TEAMS and statement.subject == about.name
        if team and about is not None and about.owner is not None and statement.predicate == "won":
            yield replace(statement, subject=about.owner, subject_type="person")
        joined = [self.resolver.resolve(i) for i in self.resolver.joined_subjects(clause.head)] if together else []
        ages = ages_told(self.resolver.tree, clause.head) if statement.predicate == "has_age" else []
        values = ages if len(ages) > 1 else [statement.value] * (len(members) + len(joined))
        known = {statement.subject, statement.object, self.resolver.other}
        for other, value in zip((*members, *joined), values, strict=False):  # "Mia and Jonas are six and nine"
            if other is not None and other.type == "person" and not other.plural and other.name not in known:
                known.add(other.name)
                sure = min(statement.confidence, other.confidence)
                yield replace(statement, subject=other.name, value=value, confidence=sure)

    def _is_told_better(self, clause: Clause, frame: Frame, told: Sequence[Statement]) -> bool:
        """Whether an open predicate only repeats the words of a phrase whose meaning is declared: "my last day is"."""
        if any(statement.predicate in self.vocabulary.declared for statement in told):
            return frame.predicate not in self.vocabulary.declared
        known = frame.predicate in self.vocabulary.predicates and frame.predicate != "does"  # "does retired"
        if known or all(statement.confidence <= INFERRED for statement in told):
            return False
        near = {clause.head} if clause.subject is None else {clause.head, clause.subject}
        return any(near & match.words for match in self._told.get(clause.head, ()))

    def of_fragments(self, clauses: Sequence[Clause]) -> Iterator[Statement]:
        """Yield what phrases tell in sentences without a clause: "cast off!", "four left"."""
        tree, heads, stated = self.resolver.tree, {clause.head for clause in clauses}, stated_tokens(self.resolver.tree)
        for head, matches in self._told.items():
            first, last = next(sentence for sentence in tree.sentences if sentence[0] <= head < sentence[1])
            marks = {tree.lower[i] for i in tree.having(head, "mark")}
            alone = heads.isdisjoint(range(first, last)) or (marks and marks <= _RESULTS)
            if head not in heads and alone and head in stated:
                speaker = Reference(self.resolver.speaker, "person", confidence=0.7)
                clause = replace(fragment(head), reference=speaker, negated=tree.negated(head))
                yield from self._of_phrases(clause, [match for match in matches if match.telling.bare])

    def _of_phrases(self, clause: Clause, matches: Sequence[PhraseMatch]) -> Iterator[Statement]:
        told: list[PhraseMatch] = []
        for match in sorted(matches, key=lambda match: -match.length):
            if is_within(match, told):
                continue
            last = max(match.words)
            when = {last} if self.resolver.tree.lower[last] in _WHEN else set()
            used = match.words - when | {token for kind, token in match.slots.items() if kind == "number"}
            time = self.when.of(clause, beside=used, ahead=match.telling.when != "told")
            if any(effect.predicate in INTENTIONS for effect in match.telling.effects):
                time = self.when.aimed_for(clause) or time
            rule = DECLARED if match.telling.declared else TELLING
            frames = list(named_by(rule, self._meant(read_telling(self.resolver, clause, match, time, self.said_at))))
            told += [match] if frames else []
            yield from (self._statement(clause, frame, time) for frame in frames)

    def _meant(self, frames: Iterable[Frame]) -> Iterator[Frame]:
        """Yield what phrases tell: nobody says "I'm dead" of their death, and whose baby is due expects it."""
        for frame in frames:
            about = frame.subject
            if frame.predicate == "died" and about.name in (self.resolver.speaker, self.resolver.other):
                continue
            due = frame.predicate == "expects" and about.noun == "baby" and about.owner is not None
            yield replace(frame, subject=Reference(about.owner or "", "person"), text=None) if due else frame

    def _statement(self, clause: Clause, frame: Frame, time: TimeExpression | None) -> Statement:
        tree = self.resolver.tree
        frame = beside_main_job(self.resolver, clause.head, frame)
        if frame.predicate == "married_to" and is_wedding(tree, clause, time):
            frame = replace(frame, begins=True)
        if frame.predicate == "likes" and _is_negated(clause, frame):
            frame = replace(frame, predicate="dislikes", negated=False, plain=True)  # "I'm not into games"
        modality: Modality = frame.modality or _MODALITIES.get(frame.predicate) or clause.modality
        ended = frame.ended or (clause.ended and not frame.plain)
        born = frame.predicate == "has_child" and time is not None  # "I had the baby on Sunday"
        goes_on = frame.begins or born or (clause.perfect and self.vocabulary.named(frame.predicate).kind == "state")
        tense: Tense = "present" if goes_on else clause.tense
        predicate = self.vocabulary.named(frame.predicate)
        over = is_over(tree, frame, predicate, clause, modality)
        first, last = tree.extent(clause.head)
        if is_former(tree, frame, clause, modality, time):
            over, frame = True, replace(frame, value=frame.value and without_stage(frame.value))
        if time is not None and self.said_at is not None and frame.predicate in INTENTIONS:
            time = aimed_at(time, self.said_at)
            if ended and time.end is not None and time.end > self.said_at:
                time = None  # "no Berlin this year": the day of what was intended, not of its end
            elif frame.predicate in IN_VIEW and not ended and not self.when.is_coming(time):
                time = None  # "training for a marathon since March"
        coming = time is not None and self.when.is_ahead(time.start or time.end, after=SAME_DAY)
        if predicate.kind == "event" and tense == "past" and coming:
            time = None  # "got an internship, from 1 June": the day of the internship
        if predicate.kind == "event" and time is None and not coming and self.said_at is not None:
            time = told_as_new(tree, clause, self.said_at)
        if predicate.single and time is not None and time.start is None and time.grain in ("hour", "minute"):
            time = None  # "I work nights at the hospital, so text before 3pm" ends no job
        start, end = interval(frame, predicate, tense, modality, ended, time)
        if (
            frame.predicate in {*_BORN, "engaged_to"}
            and not (ended or frame.begins)
            and tense == "present"
            and self.when.is_ahead(start)
        ):
            start, end = None, None  # "my little one is called Rosie, she's 2 next month"
        never = clause.negated and predicate.kind == "state" and is_never(tree, clause)
        if never:
            start, end = None, None
        value = None if frame.object is not None or frame.value is None else _cut(frame.value)
        value = value and (_LOOSE.sub("", _ONLY.sub("", value)) or value)
        if value is not None and frame.predicate == "has_age":
            value = number_named(value) or _AGE.sub("", value)
        if value is not None and time is not None and modality == "actual" and clause.tense == "past":
            value = self.when.undated(value, time)
        return Statement(
            subject=frame.subject.name,
            predicate=frame.predicate,
            object=frame.object.name if frame.object is not None else None,
            value=value,
            polarity="negated" if _is_negated(clause, frame) else "affirmed",
            modality=modality,
            tense=tense,
            begun=frame.begins and (clause.tense == "past" or modality == "planned") and not clause.perfect,
            ended=ended or over,
            valid_at=start,
            invalid_at=end,
            grain=EVER if never else time.grain if time is not None else None,
            confidence=round(min(frame.confidence, frame.subject.confidence), 2),
            text=frame.text or clause_text(self.resolver, clause),
            span=(tree.starts[first], tree.end(last - 1)),
            subject_type=frame.subject.type,
            object_type=_object_type(frame, predicate),
            rule=frame.rule,
            details=frame.details,
        )

    @cached_property
    def _told(self) -> dict[int, list[PhraseMatch]]:
        """The declared phrases of the turn, by the heads of their clauses."""
        packaged = packaged_matcher().matches(self.resolver, self.when.tokens)
        if self.declared is None:
            return packaged
        own = self.declared.matches(self.resolver, self.when.tokens)
        return {**packaged, **own}

    @cached_property
    def _tastes(self) -> list[Taste]:
        return read_tastes(self.resolver)

    def of_tag(self, frame: Frame, token: int, clause: Clause | None) -> Statement:
        """Return the statement of what the network found at a token.

        Args:
            clause: the clause of the token, if it has one; its time is that of the statement. Words without a subject
                have the time of their sentence.
        """
        tree, ahead = self.resolver.tree, _MODALITIES.get(frame.predicate) == "planned"
        event = self.vocabulary.named(frame.predicate).kind == "event"
        time = None if clause is None else self.when.of(clause, ahead=ahead)
        if event and (within := self._of_relative(token)) is not None:
            time = within
        elif clause is not None and time is not None and self._is_set_apart(token, clause, time):
            time = None
        elif time is None and (clause is None or clause.subject is None):
            sentence = next(sentence for sentence in tree.sentences if sentence[0] <= token < sentence[1])
            time = self.when.ahead_in(sentence) if ahead else self.when.day_in(sentence, ahead=False)
        told = fragment(token if clause is None else clause.head)
        past = clause is not None and clause.tense == "past" and not clause.perfect
        if event:
            told = replace(told, tense="past")
        begins = past and not event and not frame.ended and not frame.negated
        return self._statement(told, replace(frame, begins=begins), time)

    def is_timed(self, clause: Clause | None) -> bool:
        """Whether a clause tells its time."""
        return clause is not None and self.when.of(clause) is not None

    def _of_relative(self, token: int) -> TimeExpression | None:
        """Return the time that a clause about a thing gives: "this book I read last year reminds me …"."""
        tree = self.resolver.tree
        while tree.heads[token] > token and tree.deps[token] in ("det", "amod", "compound"):
            token = tree.heads[token]
        told = next((i for i in (token, *tree.having(token, "acl:relcl")) if tree.tags[i] == "VBD"), None)
        return (
            None if told is None else self.when.day_in(tree.extent(told), clause=replace(fragment(told), tense="past"))
        )

    def _is_set_apart(self, token: int, clause: Clause, time: TimeExpression) -> bool:
        """Whether a clause with a subject and a time of its own only follows: "he's in Rome, he'll come at Easter"."""
        tree, subject = self.resolver.tree, clause.subject
        after = subject is not None and token < subject and time.start_char > tree.starts[subject]
        return after and "," in tree.words[token:subject]

    def of_idioms(self) -> Iterator[Statement]:
        """Yield what is told by idiom or in fragments, outside the frames of clauses."""
        told = [(taste.first, taste.frame) for taste in self._tastes]
        told += read_introduction(self.resolver)
        told += read_relatives(self.resolver)
        told += read_ones_own(self.resolver)
        told += read_listed_ages(self.resolver)
        told += read_ages_before(self.resolver, stated_tokens(self.resolver.tree))
        told += read_appositions(self.resolver, stated_tokens(self.resolver.tree))
        for head, frame in told:
            yield self._statement(fragment(head), frame, self._of_relative(head))

    def of_occasions(self, clauses: Sequence[Clause]) -> Iterator[Statement]:
        """Yield the plans and ages that sentences name without a clause: "driving test thursday", "Dad's 80th"."""
        tree, heads, stated = self.resolver.tree, {clause.head for clause in clauses}, stated_tokens(self.resolver.tree)
        for whole in tree.sentences:
            sentence = whole if heads.isdisjoint(range(*whole)) else verbless_part(self.resolver, whole)
            if whole[0] in stated:
                for head, frame in _by_token(LEAVING, read_goodbyes(self.resolver, whole)):
                    yield self._statement(fragment(head), frame, None)
                for head, frame in _by_token("occasion", read_exclaimed(self.resolver, whole)):
                    yield self._statement(fragment(head), frame, self.when.day_in(whole, ahead=False))
            if whole[0] not in stated or sentence is None:
                continue
            for head, frame in _by_token("occasion", read_birthday_today(self.resolver, sentence)):
                yield self._statement(fragment(head), frame, self.when.day_in(sentence))
            if (time := self.when.ahead_in(sentence)) is None:
                continue
            for head, frame in _by_token("occasion", read_named_occasions(self.resolver, sentence, ahead=True)):
                if tree.lower[head] == "march" and head in self.when.tokens:
                    continue  # "in march" is no demonstration
                yield self._statement(fragment(head), frame, time)
        for i in sorted(stated):
            first, last = next(sentence for sentence in tree.sentences if sentence[0] <= i < sentence[1])
            if (told := told_age(self.resolver, i)) is not None and (
                day := self.when.day_in((first, last))
            ) is not None:
                about, age = told
                frame = Frame(
                    about, "has_age", value=age, begins=True, rule="occasion", text=f"{about.name} turns {age}"
                )
                yield self._statement(fragment(i), frame, day)

    def of_possessions(self) -> Iterator[Statement]:
        """Yield what possessives imply besides the speaker's relatives."""
        for head, frame in read_possessives(self.resolver, stated_tokens(self.resolver.tree)):
            yield self._statement(fragment(head), replace(frame, rule="possessive"), None)
        for head, frame in read_presupposed(self.resolver, stated_tokens(self.resolver.tree)):
            yield self._statement(fragment(head), replace(frame, rule="presupposed"), None)


def _by_token(rule: str, found: Iterable[tuple[int, Frame]]) -> Iterator[tuple[int, Frame]]:
    return ((token, replace(frame, rule=rule)) for token, frame in found)


def _is_negated(clause: Clause, frame: Frame) -> bool:
    return frame.negated or (clause.negated and not frame.plain and not frame.ended)


def _object_type(frame: Frame, rule: Predicate) -> EntityType | None:
    if frame.object is None:
        return None
    uncertain = frame.object.type == "other" or frame.predicate in ("works_at", "read", "watched")
    return rule.object_type if uncertain else frame.object.type


def _cut(value: str) -> str:
    if len(value) <= _MAX_VALUE:
        return value
    words = value[:_MAX_VALUE].split(" ")[:-1]
    while words and words[-1].lower().strip(",") in stop_words():
        words.pop()
    return bare(" ".join(words))
