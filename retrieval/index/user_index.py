"""One user's turns in memory: vectors, terms and the order in which they were said."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from itertools import accumulate, pairwise, repeat

import numpy as np
from numpy.typing import NDArray

from chronomem.extractors.embeddings.passages import Passage
from chronomem.extractors.language.tagger.context_vectors import stored_vectors
from chronomem.retrieval.index.arrays.columns import Arrays, Attached, Columns, StoredArrays, grown, joined
from chronomem.retrieval.index.arrays.packed_texts import packed, unpacked
from chronomem.retrieval.index.arrays.ragged import Chains
from chronomem.retrieval.index.function_words import ENGLISH
from chronomem.retrieval.index.intervals import Interval, microseconds
from chronomem.retrieval.index.lexical import Floats, Ints, Postings, Units
from chronomem.retrieval.index.terms import Analysis, analyse, most_shown
from chronomem.retrieval.index.told_predicates import ToldPredicates
from chronomem.retrieval.index.traits import is_first_person, is_question, tells_money, tells_number
from chronomem.retrieval.index.turn_columns import IndexedTurn, IndexedTurns
from chronomem.retrieval.index.turn_contexts import TurnContexts
from chronomem.retrieval.index.turn_vectors import TurnVectors
from chronomem.retrieval.index.utterances import Utterances
from chronomem.retrieval.index.vocabulary import Vocabulary

Vectors = NDArray[np.float32]
_Piece = tuple[IndexedTurn, Passage]

_NONE = -1
_COLUMNS = {
    "turn": np.int64,  # the turn that it is a passage of, counted from 0; ascending
    "start": np.int64,  # where it begins in the text of the turn
    "end": np.int64,  # where it ends
    "previous": np.int64,  # the passage before it in its session, or -1
    "following": np.int64,  # the passage after it in its session, or -1
    "session": np.int64,  # the number of its session
    "utterance": np.int64,  # the number of the utterance that it is a part of
    "speaker": np.int64,  # the number of its speaker
    "role": np.int64,  # the number of its speaker's role in the dialogue
    "seq": np.int64,  # the sequence number of its turn within its session
    "length": np.int64,  # how many index terms it has
    "said_at": np.int64,  # microseconds since 1970, UTC
    "by_user": np.int64,  # 1 where its role is "user"
    "of_speaker": np.int64,  # 1 where it speaks of its speaker
    "has_number": np.int64,  # 1 where it contains a number, in digits or in words
    "has_money": np.int64,  # 1 where it contains a sum of money
    "asks": np.int64,  # 1 where it ends with a question
    "spelled": np.int64,  # where its index terms end in the concatenated terms of all turns
}


class UserIndex:
    """All turns of one user, by passage: a number stands for a passage, in the order of arrival in the index.

    A short turn is one passage. Consecutive numbers are the passages of a long one, which are scored like messages that
    somebody sends in a row.

    Attributes:
        version: the highest `User.version` whose writes the index contains.
        memory: the `User.memory` that the index was loaded from; a different value requires a new index.
        language: the language of texts whose words don't show one.
        shown: the number of passages whose words show a language, by language.
        unkept: the number of turns read from the graph since the index was last saved.
        turns: the turns, by the number of any of their passages.
        postings: the terms of each passage.
        vocabulary: all terms.
        telling: the extracted predicates and places of each turn.
        utterances: the groups of turns that a speaker says in a row.
        vectors: the unit vector of each passage, by number.
        contexts: the context vectors of those that the network has read.
    """

    def __init__(self, dimensions: int, *, memory: str = "", language: str = ENGLISH) -> None:
        self.version = 0
        self.memory = memory
        self.language = language
        self.shown: Counter[str] = Counter()
        self.unkept = 0
        self._rows = Columns(_COLUMNS)
        self.turns = IndexedTurns(self._rows)
        self.postings = Postings()
        self.vocabulary = Vocabulary()
        self.telling = ToldPredicates()
        self.utterances = Utterances()
        self.vectors = TurnVectors(dimensions)
        self.contexts = TurnContexts()
        self._spelled: NDArray[np.int32] = np.zeros(0, dtype=np.int32)
        self._times = Attached("start", "end")
        self._members = Chains()
        self._units: dict[str, Units] = {}

    def __len__(self) -> int:
        return len(self.turns)

    def column(self, name: str) -> Ints:
        """Return one number per passage, shape `(passages,)`; `_COLUMNS` lists the names."""
        return np.asarray(self._rows[name][: len(self)])

    @property
    def most_shown(self) -> str:
        """The language of most passages whose words show one."""
        return most_shown(self.shown)

    @property
    def speakers(self) -> dict[str, int]:
        """The number of each speaker, by name."""
        return self.turns.speakers.numbers

    def number_of(self, turn_id: str) -> int | None:
        """Return the number of a turn's first passage, or None if the index has no such turn."""
        return self.turns.number_of(turn_id)

    def passage(self, number: int) -> Passage:
        """Return where a passage stands in the text of its turn."""
        return Passage(int(self._rows["start"][number]), int(self._rows["end"][number]))

    def passages_of(self, firsts: Ints) -> tuple[Ints, Ints]:
        """Return the numbers of all passages of some turns, and where in them those of each turn begin.

        Args:
            firsts: the number of the first passage of each turn.
        """
        turns = self.column("turn")
        counts = np.searchsorted(turns, turns[firsts], side="right") - firsts
        begins = np.cumsum(counts) - counts
        return np.arange(int(counts.sum())) + np.repeat(firsts - begins, counts), begins

    def places_of(self, numbers: Ints) -> Ints:
        """Return the places of turns in this index, by number: here, the numbers themselves."""
        return numbers

    def in_sessions(self) -> Chains:
        """Return the turn numbers of each session, in the order in which the turns were said."""
        return self._members

    @property
    def session_count(self) -> int:
        return len(self._members)

    def extend(
        self, turns: Sequence[IndexedTurn], vectors: Vectors, passages: Sequence[Sequence[Passage]] | None = None
    ) -> None:
        """Add turns that aren't in the index yet.

        Args:
            turns: the turns.
            vectors: the vectors of their passages, shape `(passages, dimensions)`.
            passages: the passages of each turn; None where every turn is one.
        """
        spans = [(Passage(0, len(turn.text)),) for turn in turns] if passages is None else passages
        is_new = [self.number_of(turn.id) is None for turn in turns]
        if not any(is_new):
            return
        fresh = [(turn, own) for turn, own, new in zip(turns, spans, is_new, strict=True) if new]
        start = len(self)
        self._units.clear()
        pieces = [(turn, span) for turn, own in fresh for span in own]
        self._rows.reserve(start + len(pieces), start)
        analysed = [analyse(turn.text[span.start : span.end], self.language) for turn, span in pieces]
        self.vectors.extend(vectors[np.repeat(is_new, list(map(len, spans)))])
        self.shown.update(found.language for found in analysed if found.shown)
        columns = self._read(pieces, analysed)
        columns["turn"] = [turn for turn, (_, own) in enumerate(fresh, self.turns.count) for _ in own]
        for name, values in columns.items():
            self._rows[name][start : start + len(pieces)] = values
        self.turns.extend([turn for turn, _ in fresh], [len(own) for _, own in fresh])
        self._link(range(start, start + len(pieces)))

    def _read(self, pieces: Sequence[_Piece], analysed: Sequence[Analysis]) -> dict[str, list[int]]:
        """Return the columns that don't depend on other passages."""
        turns = [turn for turn, _ in pieces]
        texts = [turn.text[span.start : span.end] for turn, span in pieces]
        return {
            "start": [span.start for _, span in pieces],
            "end": [span.end for _, span in pieces],
            "session": [self.turns.sessions.add(turn.session) for turn in turns],
            "speaker": [self.turns.speakers.add(turn.speaker) for turn in turns],
            "role": [self.turns.roles.add(turn.role) for turn in turns],
            "seq": [turn.seq for turn in turns],
            "length": [len(found.terms) for found in analysed],
            "spelled": self._spell(analysed),
            "said_at": [microseconds(turn.said_at) for turn in turns],
            "by_user": [turn.role == "user" for turn in turns],
            "of_speaker": [is_first_person(text, found.language) for text, found in zip(texts, analysed, strict=True)],
            "has_number": [tells_number(text) for text in texts],
            "has_money": [tells_money(text) for text in texts],
            "asks": [is_question(text) for text in texts],
        }

    def _spell(self, analysed: Sequence[Analysis]) -> list[int]:
        """Add the words of new passages, and return where the terms of each end."""
        documents = [found.terms for found in analysed]
        self.postings.extend(documents)
        used = int(self._rows["spelled"][len(self) - 1]) if len(self) else 0
        ends = [used + end for end in accumulate(map(len, documents))]
        self._spelled = grown(self._spelled, ends[-1], used)
        self._spelled[used : ends[-1]] = [
            self.vocabulary.add(term, word)
            for found in analysed
            for term, word in zip(found.terms, found.words, strict=True)
        ]
        return ends

    def follow(self, one: str, other: str, among: Ints) -> Ints:
        """Return those of some turns in which one term comes right before another."""
        first, second = self.vocabulary.number(one), self.vocabulary.number(other)
        ends = self._rows["spelled"]
        spelled = (self._spelled[ends[n - 1] if n else 0 : ends[n]] for n in among.tolist())
        return among[[_adjacent(terms, first, second) for terms in spelled]] if len(among) else among

    def tell(self, predicates: Mapping[str, Sequence[str]], places: Set[str]) -> None:
        """Set the results of extraction by turn id: the predicates that turns assert, and which turns name a place.

        Turns that aren't in the index arrived while this was read; the version that adds them brings their results too.
        """
        self.telling.tell({number: predicates[turn_id] for turn_id, number in self._known(predicates)})
        self.telling.name_places([number for _, number in self._known(places)])

    def date(self, times: Mapping[str, Sequence[Interval]]) -> None:
        """Set the times that turns are about, by turn id; earlier ones of the same turns are replaced."""
        known = list(self._known(times))
        if known:
            rows = [(number, *time) for turn_id, number in known for time in times[turn_id]]
            self._times.replace([number for _, number in known], rows)

    def set_contexts(self, contexts: Mapping[str, bytes]) -> None:
        """Set the context vectors of turns, by turn id, as the graph stores them; earlier ones are replaced."""
        numbers = [self.turns.numbers_of(turn_id) for turn_id in contexts]
        if vectors := [stored_vectors(each, len(own)) for each, own in zip(contexts.values(), numbers, strict=True)]:
            self.contexts.set([number for own in numbers for number in own], np.concatenate(vectors))

    def _known(self, turn_ids: Iterable[str]) -> Iterator[tuple[str, int]]:
        """Yield those of some turns that are in the index, with the numbers of their passages."""
        for turn_id in turn_ids:
            yield from zip(repeat(turn_id), self.turns.numbers_of(turn_id), strict=False)

    @property
    def times(self) -> tuple[Ints, Ints, Ints]:
        """The times that turns are about, as turn numbers, starts and ends, each of shape `(times,)`."""
        return self._times["turn"], self._times["start"], self._times["end"]

    def _link(self, numbers: Iterable[int]) -> None:
        """Insert new turns into the order of their sessions."""
        touched: dict[int, int] = {}
        for number in numbers:
            session = int(self._rows["session"][number])
            members = self._members.own(session)
            touched.setdefault(session, len(members))
            members.append(number)
        for session, first in touched.items():
            members = self._members.own(session)
            tail = [self._order(number) for number in members[max(first - 1, 0) :]]
            if any(a > b for a, b in pairwise(tail)):
                members.sort(key=self._order)
                first = 0
            self._relink(np.array(members[max(first - 1, 0) :], dtype=np.int64))
            self.utterances.link(session, members, first, self._rows, self.vectors)

    def _order(self, number: int) -> tuple[int, int]:
        return int(self._rows["said_at"][number]), int(self._rows["seq"][number])

    def _relink(self, chain: Ints) -> None:
        """Link consecutive turns at the end of a session as neighbours."""
        self._rows["previous"][chain[1:]] = chain[:-1]
        self._rows["following"][chain[:-1]] = chain[1:]
        self._rows["following"][chain[-1]] = _NONE
        if len(self._members[self._rows["session"][chain[0]]]) == len(chain):
            self._rows["previous"][chain[0]] = _NONE

    def turn_units(self) -> Units:
        """Return units of one turn each."""
        return self._units_of("turn", lambda: Units.alone(self.column("length").astype(float)))

    def utterance_units(self) -> Units:
        """Return units of one utterance each."""
        return self._units_of("utterance", lambda: self.utterances.units(self.column("utterance")))

    def window_units(self) -> Units:
        """Return units of one utterance with the one before and the one after it in its session."""
        return self._units_of("window", lambda: self.utterances.window_units(self.column("utterance")))

    def session_units(self) -> Units:
        """Return units of one session each, numbered as in `column("session")`."""
        return self._units_of("session", self._whole_sessions)

    def _units_of(self, name: str, make: Callable[[], Units]) -> Units:
        if name not in self._units:
            self._units[name] = make()
        return self._units[name]

    def _whole_sessions(self) -> Units:
        session = self.column("session")
        lengths = np.bincount(session, weights=self.column("length"), minlength=self.session_count)
        return Units.joined(lengths.astype(float), session)

    def turn_similarity(self, query: Vectors) -> Floats:
        """Return the cosine of a unit vector with each turn, shape `(turns,)`."""
        return self.vectors.similarity(query)

    def context_similarity(self, question: Vectors) -> Floats:
        """Return the cosine of a question's context vector with each passage, shape `(passages,)`; NaN without one."""
        return self.contexts.similarity(question, np.arange(len(self)))

    def arrays(self) -> Arrays:
        """Return the whole index as arrays, which don't change when turns are added."""
        return joined(
            turns=self.turns.arrays(),
            rows=self._rows.arrays(len(self)),
            spelled={"words": self._spelled[: self._rows["spelled"][len(self) - 1] if len(self) else 0]},
            times=self._times.arrays(),
            sessions=self._members.arrays(),
            languages=packed(self.shown),
            shown={"counts": np.array(list(self.shown.values()), dtype=np.int64)},
            **{name: part.arrays() for name, part in self._parts().items()},
        )

    def restore(self, kept: StoredArrays) -> None:
        """Restore the index from arrays; turns added later go into spare room and change no file."""
        self._rows.restore(kept.part("rows"))
        self.turns.restore(kept.part("turns"), kept.part("rows").used("turn"))
        self._spelled = kept.part("spelled").room("words")
        self._times.restore(kept.part("times"))
        self._members.restore(kept.part("sessions"))
        counts = kept.part("shown")["counts"].tolist()
        self.shown = Counter(dict(zip(unpacked(kept.part("languages")), counts, strict=True)))
        for name, part in self._parts().items():
            part.restore(kept.part(name))
        self._units.clear()

    def _parts(self) -> Mapping[str, Postings | Vocabulary | ToldPredicates | Utterances | TurnVectors | TurnContexts]:
        return {
            "postings": self.postings,
            "vocabulary": self.vocabulary,
            "telling": self.telling,
            "utterances": self.utterances,
            "vectors": self.vectors,
            "contexts": self.contexts,
        }


def _adjacent(numbers: NDArray[np.int32], first: int | None, second: int | None) -> bool:
    return bool(((numbers[:-1] == first) & (numbers[1:] == second)).any())
