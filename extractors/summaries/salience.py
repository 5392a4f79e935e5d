"""Select the most salient of many sentences: central, with distinctive words, and without repetition."""

import math
import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from heapq import heapify, heappop, heappush

import numpy as np
import Stemmer
from numpy.typing import NDArray

from chronomem.extractors.summaries.dated_words import has_time
from chronomem.extractors.summaries.sentences import Sentence
from chronomem.graph_schema.model.dialogue import SILENT_ROLES

_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")
_stemmer = Stemmer.Stemmer("english")

_EMPTY_WORDS = """
a about after again all also although always am an and another any anyone anything are around as at away back be
became because been before being both but by came can cannot come comes coming could did do does doing done down
during each either else enough etc even ever every everyone everything few for from get gets getting give gives
given giving go goes going gone gonna got gotta had has have having he her here hers herself him himself his how
i if in instead into is it its itself just keep keeps kind kinda know knows known less let lets like likely look
looks looking lot lots made make makes making many may maybe me might mine more most much must my myself need needs
never no none nor not nothing now of off often oh on once one ones only onto or other others our ours out over own
perhaps plus put quite rather really s same saw say says see seem seems seen she should since so some someone
something sometimes somewhere soon sort still such sure t take takes taken taking tell than that the their theirs
them themselves then there these they thing things think this those though through till to together told too took
toward towards truly try under until up upon us use used using very wanna want wanted wants was way ways we well
went were what whatever when where whether which while who whole whom whose why will with within without would yes
yet you your yours yourself yeah wow ya
"""
_SMALLTALK_WORDS = """
able absolutely agree amazing appreciate awesome beautiful best better big bit bring care catch chance chat
check cheer cool courage day definitely dream encourage enjoy excited exciting experience express fantastic
feel feeling felt find forward friend fun glad good gorgeous grateful great guess happy hard hear heard hello
help helpful hey hi hope hug idea important impressive impact incredible inspire inspiring interesting
journey joy keep life little long love lovely luck lucky mean means meaningful memory mind miss moment motivate
nice passion people perfect person please pleasure positive proud ready remind reminder reward rewarding share
shared sharing show showing smile special start stay story strong stuff super support supportive sweet talk
thank thankful thanks thought thrilled time tough true understand wait wish wonderful word work world worry
worth year
"""
_EMPTY = frozenset(_EMPTY_WORDS.split())
_SMALLTALK = frozenset(map(_stemmer.stemWord, _SMALLTALK_WORDS.split()))
_REACTION = re.compile(
    r"^(?:(?:that|this|it)(?:'s| is| was| sounds| looks| must)? (?:\w+ )?(?:so |really |super |pretty |totally )*"
    r"(?:awesome|great|cool|amazing|nice|wonderful|fantastic|lovely|beautiful|incredible|inspiring|sweet|true|exciting"
    r"|tough|a great|impressive|interesting|rough)|sounds?\b|looks?\b|so (?:glad|happy|cool|proud|great)|glad\b"
    r"|good (?:for|on|luck|job|to)|great (?:job|to|work)|nice\b|congrats|keep\b|let me know|take care|have (?:a|fun)"
    r"|enjoy\b|can't wait to (?:hear|see)|talk to you|see you|i (?:hope|wish|bet|agree|appreciate|understand|see)\b"
    r"|i'm (?:so |really |super )*(?:glad|happy|proud|sorry|here)\b|hope\b|way to go|well done|cheers|no doubt|what a\b"
    r"|let's\b|don't\b|feel free|tell me|sorry\b)",
    re.IGNORECASE,
)
_SECOND_PERSON = re.compile(r"\b(?:you|your|you're|you've|yours|u)\b", re.IGNORECASE)
_FIRST_PERSON = re.compile(r"\b(?:i|my|we|our|me|i'm|i've|i'll|i'd|we're|we've)\b", re.IGNORECASE)
_LEAST_NEW = 0.25
"""The least share of the weight of a sentence's words that must lie in new words."""
_NEARLY_SAME = 0.92
_LEAST_TOLD = 1.4
"""The least total weight of a sentence's words; below it, the sentence tells nothing."""

Floats = NDArray[np.float64]


def chosen(sentences: Sequence[Sentence], vectors: NDArray[np.float32], words: int) -> list[int]:
    """Return the indices of the most salient sentences within a number of words, ascending.

    Selection is greedy: each step takes the sentence that adds the most new weight for its length.
    """
    speakers = {_stem(word) for s in sentences for word in s.source.speaker.lower().split()}
    terms = [_terms(sentence.text, speakers) for sentence in sentences]
    tells = [sum(weight for term, weight in own.items() if term.isalpha()) >= _LEAST_TOLD for own in terms]
    spread = Counter(term for own in terms for term in own)
    lengths = np.array([max(length(sentence.text), 1) for sentence in sentences], dtype=float)
    worth = _worth(sentences, vectors)
    taken: list[int] = []
    told: Counter[str] = Counter()
    left = float(words)

    def gain(one: int) -> float:
        return float(_gain(terms[one], spread, told) * worth[one] / (lengths[one] + 4) ** 0.7)

    # What is told only lowers gains: one that was computed earlier is a bound, and computed anew when it leads.
    queue = [(-gain(i), i, 0) for i in (np.flatnonzero(tells).tolist() or range(len(sentences)))]
    heapify(queue)
    while queue:
        bound, best, known = heappop(queue)
        if bound >= 0:
            break
        if taken and lengths[best] > left:
            continue
        if known < len(taken):
            heappush(queue, (-gain(best), best, len(taken)))
            continue
        if taken and (_is_told(terms[best], told) or _nearest(vectors, best, taken) > _NEARLY_SAME):
            continue
        taken.append(best)
        told.update(terms[best].keys())
        left -= lengths[best]
    return sorted(taken)


def _is_told(own: dict[str, float], told: Counter[str]) -> bool:
    """Whether a sentence adds next to nothing new."""
    return sum(weight for term, weight in own.items() if not told[term]) < _LEAST_NEW * sum(own.values())


def _nearest(vectors: NDArray[np.float32], one: int, others: Sequence[int]) -> float:
    return float(np.max(np.einsum("nd,d->n", vectors[others], vectors[one])))


def length(text: str) -> int:
    """Return the number of words of a text; in scripts without spaces between words, six characters count as one."""
    return max(len(text.split()), len(text) // 12)


def _worth(sentences: Sequence[Sentence], vectors: NDArray[np.float32]) -> Floats:
    middle = vectors.mean(axis=0)
    norm = float(np.sqrt(np.einsum("d,d->", middle, middle))) or 1.0
    central = np.einsum("nd,d->n", vectors, middle / norm).astype(float)
    worth: Floats = np.array([_manner(sentence) for sentence in sentences]) * (0.6 + np.clip(central, 0, 1))
    return worth


def _manner(sentence: Sentence) -> float:
    """Return a factor for a sentence's form: high for who did what when, low for mere praise."""
    text = sentence.text
    if sentence.retold and sentence.source.speaker:
        return 0.6  # a caption
    body = text.split(": ", 1)[-1] if sentence.retold else text
    worth = 1.0
    if _REACTION.match(body):
        worth *= 0.25
    if _SECOND_PERSON.search(body):
        worth *= 0.5
    elif not sentence.retold and _FIRST_PERSON.search(body):
        worth *= 1.2
    if has_time(body):
        worth *= 1.2
    if sentence.source.role in SILENT_ROLES:
        worth *= 0.3
    return worth


def _gain(own: dict[str, float], spread: Counter[str], told: Counter[str]) -> float:
    return sum(weight * (1 + 0.25 * math.log(spread[term])) * (0.15 ** told[term]) for term, weight in own.items())


@lru_cache(maxsize=65_536)
def _stem(word: str) -> str:
    return str(_stemmer.stemWord(word))


def _terms(text: str, speakers: set[str]) -> dict[str, float]:
    """Return the informative words of a sentence with their weights."""
    found: dict[str, float] = {}
    for match in _WORD.finditer(text):
        word = match[0].replace("\u2019", "'").split("'")[0]
        lower = word.lower()
        if lower in _EMPTY or (len(lower) < 2 and not word.isdigit()):
            continue
        stem = _stem(lower)
        weight = 0.2 if stem in _SMALLTALK or stem in speakers else 1.0
        if match.start() and word[:1].isupper():
            weight *= 1.5
        elif word.isdigit():
            weight *= 1.2
        found[stem] = max(weight, found.get(stem, 0.0))
    return found
