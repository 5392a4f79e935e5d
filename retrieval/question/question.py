"""A question, analysed for retrieval."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from chronomem.extractors.embeddings.embedder import Embedder, StaticEmbedder, embed_questions
from chronomem.retrieval.index.function_words import ENGLISH
from chronomem.retrieval.index.intervals import Interval
from chronomem.retrieval.index.languages import is_unspaced
from chronomem.retrieval.index.terms import analyse, stem, words
from chronomem.retrieval.index.traits import is_first_person
from chronomem.retrieval.index.vocabulary import Vocabulary
from chronomem.retrieval.question.asking_words import matter_of

MAX_QUESTION = 10_000
"""The maximum length of a question, in characters."""

_FOREIGN_TRUST = 0.25
"""The share by which meaning counts where the bundled embeddings, which are English, compare another language: they
know parts of its words, so that texts with the same words are similar, but hardly any meanings."""
_WANTS_TIME = re.compile(
    r"\b(?:when(?:'s|\u2019s| (?:am|are|can|could|did|do|does|had|has|have|is|may|might|should|was|were|will|would))"
    r"|since when|how long|(?:what|which) (?:date|day|month|year|time)"
    r"|how many (?:days|weeks|months|years) (?:ago|(?:had |have )?passed|before|after|between|since|until))\b",
    re.IGNORECASE,
)
_OF_MONEY = re.compile(
    r"\bhow much (?:did|do|does|was|were|is|are|has|have|had|would|will|money|altogether|in total|total)\b"
    r"|\b(?:costs?|prices?|spen[dt]|spending|pay|paid|money|budget|earn|earned|salary|dollars?|euros?)\b",
    re.IGNORECASE,
)
_OF_TIME_SPENT = re.compile(r"\bhow (?:long|much time|many (?:minutes|hours|days|weeks|months|years))\b", re.IGNORECASE)
_WANTS_NUMBER = re.compile(r"\bhow (?:many|much|often|old)\b", re.IGNORECASE)
_WANTS_PLACE = re.compile(
    r"\b(?:where|(?:what|which) (?:\w+ )?(?:city|country|state|place|cities|countries|states|places))\b", re.IGNORECASE
)
_WANTS_SEVERAL = re.compile(
    r"\bhow (?:many|often)\b(?! \w+ ago\b)"
    r"|\b(?:what|which|where|who|how)\b.*\b(?:has|have)\b(?! to\b)"  # "what books has he read": over a whole life
    r"|\b(?:what|which) (?:\w+ ){0,3}?(?!(?:does|was|is|has|his|as|us|this)\b)[a-z]{2,}s "
    r"(?:has|have|did|does|do|are|were|is|was|can|would|could)\b"
    r"|\bwhat are\b|\b(?:kinds|types|sorts) of\b"
    r"|\b(?:in total|altogether|all (?:of )?the|both|each|different|various|order of)\b",
    re.IGNORECASE,
)
_OF_ASSISTANT = re.compile(
    r"(?<!\bcan )(?<!\bcould )(?<!\bwould )(?<!\bwill )(?<!\bdo )"  # these ask for advice now
    r"\byou (?:said|say|told|tell|mention|list|recommend|suggest|made|refer|gave|give|provid)|\bremind me\b"
    r"|\b(?:our (?:previous|last|earlier)|previous (?:chat|conversation))\b",
    re.IGNORECASE,
)
_TOKEN = re.compile(r"\S+")
_OWNER = re.compile(r"['\u2019]s\b")
_NAME = re.compile(r"[\w'\u2019]+")


@dataclass(frozen=True)
class Question:
    """A question, analysed for retrieval.

    Attributes:
        text: the question.
        addressed: the question as if it were put to the memory's speakers, with "you" for their names.
        terms: the index terms of what it is about, without the names of the memory's speakers.
        matter: what it is about, as a text, with those names if they were to be kept.
        vector: the unit vector by which its matter is compared with texts that may answer it, shape `(dimensions,)`.
        words: the words behind the terms; a misspelled one in the memory's spelling.
        language: the language that it is in, as PyStemmer names it.
        trust: how well the vector tells similarity, from 0 to 1; little where the embedder knows few of the words.
        speakers: the speakers that it names.
        subject: the one of several named speakers whom it asks about, if the word order shows it: the first whose name
            isn't possessive, unless their names are joined by "and".
        times: the intervals that it names; empty for a question without time.
        first_person: whether it is about the asker.
        of_assistant: whether it asks for an assistant's words.
        several: whether it asks for several things, which were told at different times.
        wants: the kind of answer that it asks for, if its words show it.
        of_money: whether it is about a sum of money.
    """

    text: str
    addressed: str
    terms: tuple[str, ...]
    words: tuple[str, ...]
    language: str
    trust: float
    matter: str
    vector: NDArray[np.float32]
    speakers: frozenset[str]
    subject: str | None
    times: tuple[Interval, ...]
    first_person: bool
    of_assistant: bool
    several: bool
    wants: Literal["time", "number", "place"] | None
    of_money: bool


def read_question(
    text: str,
    *,
    speakers: Iterable[str],
    vocabulary: Vocabulary,
    embedder: Embedder,
    times: Sequence[Interval] = (),
    time_places: Sequence[tuple[int, int]] = (),
    keep_names: bool = False,
    language: str = ENGLISH,
) -> Question:
    """Analyse a question against a memory with these speakers and this vocabulary.

    The names of speakers select whose turns are wanted rather than words within them, so they are removed from the text
    that is compared with the turns. So are the words by which a question in English asks, and those at `time_places`,
    which name a time. With `keep_names`, the vector is made of the whole text. `language` is that of a question whose
    words don't show one.
    """
    own = analyse(text, language).language
    named = {speaker: _forms(speaker, own) for speaker in speakers}
    asked = _forms(text, own)
    present = frozenset(speaker for speaker, parts in named.items() if parts & asked)
    names = {part for speaker in present for part in named[speaker]}
    tokens = _TOKEN.findall(_spaced(text, present))
    about = _TOKEN.findall(_spaced(matter_of(text, time_places) if own == ENGLISH else text, present))
    rest = " ".join(token for token in about if not names.intersection(_forms(token, own))) or text
    matter = text if keep_names else rest
    analysed = analyse(rest, own)
    told = [vocabulary.spelled(word, term) for word, term in zip(analysed.words, analysed.terms, strict=True)]
    return Question(
        text=text,
        addressed=" ".join(_to_you(token) if names.intersection(_forms(token, own)) else token for token in tokens),
        terms=tuple(term for _, term in told),
        words=tuple(word for word, _ in told),
        language=own,
        trust=_trust(own, embedder),
        matter=matter,
        vector=_vector(matter, own, embedder),
        speakers=present,
        subject=_subject(text, present),
        times=tuple(times),
        first_person=is_first_person(text, ENGLISH),
        of_assistant=bool(_OF_ASSISTANT.search(text)),
        several=bool(_WANTS_SEVERAL.search(text)),
        wants=wanted_by(text),
        of_money=bool(_OF_MONEY.search(text)) and not _OF_TIME_SPENT.search(text),
    )


def _to_you(name: str) -> str:
    """Return "you" in place of a name, with what stands beside it."""
    return ("your" if _OWNER.search(name) else "you") + _NAME.sub("", name)


def _forms(text: str, language: str) -> set[str]:
    """Return the words of a text, in a language other than English without the endings that names take too."""
    found = words(text)
    return set(found) if language == ENGLISH else {stem(word, language) for word in found}


def _spaced(text: str, speakers: Iterable[str]) -> str:
    """Return a text with a space in place of names in a script without spaces."""
    for speaker in speakers:
        if is_unspaced(speaker):
            text = text.replace(speaker, " ")
    return text


def _vector(matter: str, language: str, embedder: Embedder) -> NDArray[np.float32]:
    """Return the vector of a question; the packaged embedder learned to read those in English alone."""
    vector: NDArray[np.float32]
    [vector] = embedder.embed([matter]) if _is_foreign(language, embedder) else embed_questions(embedder, [matter])
    return vector


def _trust(language: str, embedder: Embedder) -> float:
    """Return how far the vector of a text in a language can be trusted."""
    return _FOREIGN_TRUST if _is_foreign(language, embedder) else 1.0


def _is_foreign(language: str, embedder: Embedder) -> bool:
    """Whether the embedder is the packaged one, which knows English, and the language another."""
    return language != ENGLISH and isinstance(embedder, StaticEmbedder)


def wanted_by(text: str) -> Literal["time", "number", "place"] | None:
    """Return the kind of answer that a question asks for, if its words show it."""
    if _WANTS_TIME.search(text):
        return "time"
    if _WANTS_NUMBER.search(text):
        return "number"
    return "place" if _WANTS_PLACE.search(text) else None


def _subject(text: str, speakers: Iterable[str]) -> str | None:
    """Return the one of several speakers whom a question asks about: Ben in "What of Ann's art did Ben tell Cleo?"."""
    first = {words(speaker)[0]: speaker for speaker in speakers}
    if len(first) < 2:
        return None
    names = "|".join(map(re.escape, first))
    together = re.search(rf"\b(?:{names}) and (?:{names})\b", text, re.IGNORECASE)
    found = re.search(rf"\b({names})\b(?!['\u2019]s)", text, re.IGNORECASE)
    return first.get(found[1].casefold()) if found and not together else None
