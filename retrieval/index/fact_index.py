"""One user's facts in memory, to be searched by text."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime

import numpy as np

from chronomem.extractors.embeddings.embedder import Embedder, Vectors
from chronomem.graph_schema.database.results import Row
from chronomem.graph_schema.facts.predicates import MINOR, Predicate
from chronomem.graph_schema.facts.vocabulary import PACKAGED, FactVocabulary
from chronomem.graph_schema.model.times import utc_time
from chronomem.retrieval.cache_budget import byte_size
from chronomem.retrieval.index.lexical import Floats, Postings, Units, bm25
from chronomem.retrieval.index.terms import terms
from chronomem.retrieval.index.turn_vectors import TurnVectors

_LEAST_COSINE = 0.3
"""Facts that share no word with the text are similar to it from this cosine on."""
_OF_PREDICATE = 0.2
"""How much the name of its predicate counts, where its own words count 1."""
_OF_MINOR = 0.9
"""The share of its score that a minor fact keeps."""
_FEWEST_WORN = 1_000


@dataclass(frozen=True, slots=True)
class IndexedFact:
    """A fact, with the fields that a filter compares.

    Attributes:
        group: the key of its group.
        names: the names of its subject and its object.
        turns: the ids of the turns that tell it; none of a fact that was added directly.
        The others are as in `FactRecord`.
    """

    id: str
    group: str
    text: str
    names: tuple[str, ...]
    turns: tuple[str, ...]
    subject: str
    object: str | None
    predicate: str
    negated: bool
    minor: bool
    valid_at: datetime | None
    invalid_at: datetime | None
    dated: bool

    @property
    def supersedes(self) -> tuple[str, ...]:
        """Nothing, since the index doesn't know it: the facts that are found are compared once more."""
        return ()

    @classmethod
    def of(cls, row: Row, names: Sequence[str]) -> "IndexedFact":
        """Return the fact of a row of the graph."""
        return cls(
            id=row["id"],
            group=row["group"],
            text=row["text"],
            names=tuple(names),
            turns=tuple(row["turns"] or ()),
            subject=row["subject"],
            object=row["object"],
            predicate=row["predicate"],
            negated=row["negated"],
            minor=row["predicate"] in MINOR if row["minor"] is None else row["minor"],
            valid_at=utc_time(row["valid_at"]),
            invalid_at=utc_time(row["invalid_at"]),
            dated=row["dated"],
        )


@dataclass(frozen=True)
class FactQuery:
    """A text by which facts are searched.

    Attributes:
        text: the text.
        vector: the vector by which it is compared with facts, shape `(dimensions,)`; its length is how far the vector
            can be trusted, at most 1.
        turns: by the ids of the turns that a recall would put first, how well they fit the text: 1 for the first one,
            and for the others exp((s - b) / 2), where s is the score of a turn and b that of the first.
        bearing: those of them that bear on the text, so that facts which they tell match it whatever their words.
        names: other names of the entities that the text names.
    """

    text: str
    vector: Vectors
    turns: Mapping[str, float]
    bearing: Set[str] = frozenset()
    names: tuple[str, ...] = ()


class FactIndex:
    """The facts of a user, numbered in order of arrival; a fact whose words change gets a new number.

    Attributes:
        version: the highest `User.version` whose writes the index contains.
        memory: the `User.memory` that the index was loaded from; a different value requires a new index.
    """

    def __init__(self, embedder: Embedder, *, memory: str = "", vocabulary: FactVocabulary = PACKAGED) -> None:
        self._vocabulary = vocabulary
        self.version = 0
        self.memory = memory
        self._embedder = embedder
        self._facts: list[IndexedFact | None] = []
        self._numbers: dict[str, int] = {}
        self._groups: defaultdict[str, set[str]] = defaultdict(set)
        self._told: defaultdict[str, set[int]] = defaultdict(set)
        self._postings = Postings()
        self._lengths: list[int] = []
        self._added: list[bool] = []
        self._minor: list[bool] = []
        self._predicates: dict[str, int] = {}
        self._predicate: list[int] = []
        self._vectors = TurnVectors(embedder.dimensions)
        self._measured = -1, 0

    def __len__(self) -> int:
        return len(self._numbers)

    @property
    def is_worn(self) -> bool:
        """Whether so many facts have changed that loading the index anew saves memory and time."""
        gone = len(self._facts) - len(self)
        return gone > max(len(self), _FEWEST_WORN)

    @property
    def bytes(self) -> int:
        """The memory that the facts take, without the embedder and the vocabulary that they share with others."""
        if self._measured[0] != len(self._facts):
            found = self._facts, self._numbers, self._groups, self._told, self._postings, self._lengths, self._vectors
            marks = self._added, self._minor, self._predicates, self._predicate
            self._measured = len(self._facts), byte_size(*found, *marks)
        return self._measured[1]

    def replace(self, facts: Iterable[IndexedFact]) -> None:
        """Replace all facts of the groups that these facts belong to; facts with the same words keep their vectors."""
        given = {fact.id: fact for fact in facts}
        for group in {fact.group for fact in given.values()}:
            for fact_id in [i for i in self._groups.pop(group, ()) if i not in given]:
                self._remove(fact_id)
        fresh = []
        for fact in given.values():
            number = self._numbers.get(fact.id)
            known = None if number is None else self._facts[number]
            if number is not None and known is not None and (known.text, known.names) == (fact.text, fact.names):
                self._groups[known.group].discard(fact.id)
                self._untell(number, known)
                self._facts[number] = fact
                self._tell(number, fact)
                self._added[number], self._minor[number] = not fact.turns, fact.minor
            else:
                self._remove(fact.id)
                fresh.append(fact)
            self._groups[fact.group].add(fact.id)
        self._append(fresh)

    def search(self, query: FactQuery, admits: Callable[[IndexedFact], bool]) -> Iterator[tuple[str, float]]:
        """Yield the ids of matching facts that a filter admits, with their scores from 0 to 1, the best first.

        A fact matches if it shares a word with the text, is similar to it, or is told in a turn that bears on it. Its
        words are those of its sentence, its names and its predicate's meaning. Of the score, ten parts are the mean of
        its cosine and of its BM25 score, as a share of the highest one; ten say how well the best of its turns fits the
        text; and two whether the text has a word of its predicate's name. For a fact that was added without a turn, the
        first ten count twice. A minor fact counts for a little less.
        """
        cosines = np.clip(self._vectors.similarity(query.vector), 0, 1)
        asked = terms(" ".join((query.text, *query.names)))
        asked_terms = set(asked)
        words = bm25(asked, self._postings, Units.alone(np.array(self._lengths, dtype=float)))
        own: Floats = (cosines + words / max(float(words.max(initial=0)), 1e-9)) / 2
        told, matches = np.zeros(len(self._facts)), (words > 0) | (cosines >= _LEAST_COSINE)
        for turn, share in query.turns.items():
            numbers = [*self._told.get(turn, ())]
            told[numbers] = np.maximum(told[numbers], share)
            matches[numbers] |= turn in query.bearing
        found = np.flatnonzero(matches)
        told = np.where(self._added, own, told)
        named = [not asked_terms.isdisjoint(terms(name.replace("_", " "))) for name in self._predicates]
        scores = (own + told + _OF_PREDICATE * np.array(named, dtype=float)[self._predicate]) / (2 + _OF_PREDICATE)
        scores *= np.where(self._minor, _OF_MINOR, 1.0)
        for number in found[np.argsort(-scores[found], kind="stable")].tolist():
            fact = self._facts[number]
            if fact is not None and admits(fact):
                yield fact.id, round(float(scores[number]), 4)

    def _append(self, facts: Sequence[IndexedFact]) -> None:
        if not facts:
            return
        documents = [_terms(fact, self._vocabulary.named(fact.predicate)) for fact in facts]
        self._vectors.extend(self._embedder.embed([fact.text for fact in facts]))
        self._postings.extend(documents)
        self._lengths += map(len, documents)
        for number, fact in enumerate(facts, len(self._facts)):
            self._numbers[fact.id] = number
            self._tell(number, fact)
        self._facts += facts
        self._added += [not fact.turns for fact in facts]
        self._minor += [fact.minor for fact in facts]
        self._predicate += [self._predicates.setdefault(f.predicate, len(self._predicates)) for f in facts]

    def _remove(self, fact_id: str) -> None:
        number = self._numbers.pop(fact_id, None)
        if number is not None and (fact := self._facts[number]) is not None:
            self._groups[fact.group].discard(fact_id)
            self._untell(number, fact)
            self._facts[number] = None

    def _tell(self, number: int, fact: IndexedFact) -> None:
        for turn in fact.turns:
            self._told[turn].add(number)

    def _untell(self, number: int, fact: IndexedFact) -> None:
        for turn in fact.turns:
            self._told[turn].discard(number)
            if not self._told[turn]:
                del self._told[turn]


def _terms(fact: IndexedFact, predicate: Predicate) -> list[str]:
    """Return the terms of a fact's sentence, and those that it lacks of its names and its predicate's meaning."""
    told = terms(fact.text)
    besides = terms(" ".join((*fact.names, fact.predicate.replace("_", " "), predicate.meaning)))
    return told + [term for term in dict.fromkeys(besides) if term not in told]
