"""Signs of relevance of a turn to a question. A preset names those it uses and their weights.

Each sign is a function of a `Match` that returns one number per turn, shape `(turns,)`. Similarity signs are scaled
by their maximum over all turns, so that a weight means the same for every question; yes-or-no signs are 1 or 0.
"""

from collections.abc import Callable, Mapping

import numpy as np

from chronomem.retrieval.index.intervals import Interval, overlapping
from chronomem.retrieval.index.lexical import Floats
from chronomem.retrieval.scoring.similarities import Match

Sign = Callable[[Match], Floats]

_LONG_TURN = 50
"""The number of index terms at which a turn's length counts as 1."""
_SOON = 14 * 24 * 3600 * 1_000_000
"""How long people talk about a recent event: about two weeks, in microseconds."""


def turn_words(match: Match) -> Floats:
    """BM25 of the turn."""
    return match.words


def similar_words(match: Match) -> Floats:
    """BM25 of the turn, with similar words accepted in place of the question's."""
    return match.similar_words


def phrases(match: Match) -> Floats:
    """Turns in which words of the question occur in the same sequence."""
    return match.phrases


def window_words(match: Match) -> Floats:
    """BM25 of the utterance with its neighbours: an answer often makes sense only with its question."""
    return match.window_words


def earlier_words(match: Match) -> Floats:
    """BM25 of the utterance before the last: the speaker's own previous one, which they may be continuing."""
    return match.before(match.utterance_words, 2)


def session_words(match: Match) -> Floats:
    """BM25 of the turn's session."""
    return match.session_words


def several_session_words(match: Match) -> Floats:
    """BM25 of the turn's session if the question asks for several things, which were told on several days."""
    return match.session_words * match.question.several


def turn_meaning(match: Match) -> Floats:
    """Cosine of the turn."""
    return match.meaning


def window_meaning(match: Match) -> Floats:
    """Cosine of the utterance with its neighbours."""
    return match.window_meaning


def meaning_before(match: Match) -> Floats:
    """Cosine of the utterance before."""
    return match.before(match.utterance_meaning)


def meaning_after(match: Match) -> Floats:
    """Cosine of the utterance after, which often repeats words of the one it answers."""
    return match.after(match.utterance_meaning)


def later_meaning(match: Match) -> Floats:
    """Cosine of the utterance after the next."""
    return match.after(match.utterance_meaning, 2)


def session_meaning(match: Match) -> Floats:
    """Cosine of the most similar turn of the session."""
    return match.session_meaning


def context_meaning(match: Match) -> Floats:
    """Cosine of the turn as the network read it, with those before it; of its own words where it didn't."""
    return match.context


def session_context(match: Match) -> Floats:
    """Cosine of the most similar turn of the session as the network read it."""
    return match.session_context


def context_before(match: Match) -> Floats:
    """Cosine of the turn before as the network read it."""
    return match.beside(match.context, "previous")


def context_after(match: Match) -> Floats:
    """Cosine of the turn after as the network read it."""
    return match.beside(match.context, "following")


def answers(match: Match) -> Floats:
    """Turns that follow an utterance containing a turn that ends with a question."""
    return match.before(_asks(match))


def answers_words(match: Match) -> Floats:
    """BM25 of the question that the turn answers."""
    return match.before(_asks(match) * match.utterance_words)


def answers_meaning(match: Match) -> Floats:
    """Cosine of the question that the turn answers."""
    return match.before(_asks(match) * match.utterance_meaning)


def named_speaker(match: Match) -> Floats:
    """Turns of the speaker whom the question names; with several names, this sign is 0."""
    if len(match.question.speakers) != 1:
        return _none(match)
    (speaker,) = match.question.speakers
    return _said_by(match, speaker)


def subject_speaker(match: Match) -> Floats:
    """Turns of the one of several named speakers whom the question asks about."""
    subject = match.question.subject
    return _none(match) if subject is None else _said_by(match, subject)


def user_words(match: Match) -> Floats:
    """Turns whose role is the user's."""
    return np.asarray(match.index.column("by_user"), dtype=float)


def own_words(match: Match) -> Floats:
    """Turns in which the user speaks of themselves, if the question is in the first person: "my" means their words."""
    return user_words(match) * match.index.column("of_speaker") * match.question.first_person


def assistant_words(match: Match) -> Floats:
    """Turns of others than the user, if the question asks for an assistant's words."""
    return (1.0 - user_words(match)) * match.question.of_assistant


def asked_time(match: Match) -> Floats:
    """Turns that were said in, or are about, a time that the question names."""
    said_at = match.index.column("said_at")
    inside = overlapping(said_at, said_at + 1, match.question.times)
    turns, starts, ends = match.index.times
    inside[turns[overlapping(starts, ends, match.question.times)]] = True
    return inside.astype(float)


def soon_after(match: Match) -> Floats:
    """Turns said in a time that the question names or soon after it, when people talk about it."""
    said_at = match.index.column("said_at")
    ended = [Interval(start, end + _SOON) for start, end in match.question.times if end < np.iinfo(np.int64).max]
    return overlapping(said_at, said_at + 1, ended).astype(float)


def tells_when(match: Match) -> Floats:
    """Turns that mention a time, if the question asks for one."""
    told = _none(match)
    if match.question.wants == "time":
        told[match.index.times[0]] = 1.0
    return told


def tells_how_many(match: Match) -> Floats:
    """Turns that contain a number, if the question asks for one."""
    if match.question.wants != "number":
        return _none(match)
    return np.asarray(match.index.column("has_number"), dtype=float)


def tells_how_much(match: Match) -> Floats:
    """Turns that contain a sum of money, if the question is about one."""
    return np.asarray(match.index.column("has_money"), dtype=float) * match.question.of_money


def tells_where(match: Match) -> Floats:
    """Turns that name a place or an organisation, if the question asks for one."""
    if match.question.wants != "place":
        return _none(match)
    return match.index.telling.places(len(match.index))


def tells_deeds(match: Match) -> Floats:
    """Turns that state facts other than opinions: people's deeds, possessions and attributes."""
    return match.index.telling.deeds(len(match.index))


def same_predicate(match: Match) -> Floats:
    """Turns that state a fact whose predicate occurs in the question."""
    return match.index.telling.with_predicate(match.question.terms, len(match.index))


def length(match: Match) -> Floats:
    """The logarithm of the turn's length: a long turn resembles many questions and answers few."""
    return np.asarray(np.log1p(match.index.column("length")) / np.log1p(_LONG_TURN))


SIGNS: Mapping[str, Sign] = {
    sign.__name__: sign
    for sign in (
        turn_words,
        similar_words,
        phrases,
        window_words,
        earlier_words,
        session_words,
        several_session_words,
        turn_meaning,
        window_meaning,
        meaning_before,
        meaning_after,
        later_meaning,
        session_meaning,
        answers,
        answers_words,
        answers_meaning,
        named_speaker,
        subject_speaker,
        user_words,
        own_words,
        assistant_words,
        asked_time,
        soon_after,
        tells_when,
        tells_how_many,
        tells_how_much,
        tells_where,
        tells_deeds,
        same_predicate,
        length,
        context_meaning,
        session_context,
        context_before,
        context_after,
    )
}


def _none(match: Match) -> Floats:
    return np.zeros(len(match.index))


def _asks(match: Match) -> Floats:
    return np.asarray(match.index.utterances.column("asks"), dtype=float)


def _said_by(match: Match, speaker: str) -> Floats:
    return np.equal(match.index.column("speaker"), match.index.speakers[speaker]).astype(float)
