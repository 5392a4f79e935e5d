"""Stage `plan`: planning by rules, without a language model: complexity, scope, tense, keywords, sub-queries."""

import re
from collections.abc import Iterable
from dataclasses import replace

from pydantic import Field

from chronomem.retrieval.index.intervals import is_open_end, microseconds
from chronomem.retrieval.index.terms import analyse, names_in, words
from chronomem.retrieval.pipeline import Recollection, StageModel
from chronomem.retrieval.question.plan import Complexity, Plan, Scope, SubQuery, Tense
from chronomem.retrieval.view import MemoryView

_JUDGEMENT = re.compile(
    r"\b(?:would|might|could|should|likely|probably|prefers?|preferences?|personality|traits?|values?|attitudes?|"
    r"opinions?|recommend|suggest|advice|tips?|ideas?|why|what kind of (?:person|man|woman|friend)|interested in|"
    r"considered|describe|feel about|think of|reasons?|because|how come|predict\w*|suppose|what if|"
    r"if (?:\w+ ){1,6}(?:had|hadn't|were|weren't|wasn't)|trends?|over time|patterns?|tends? to|evolv\w+)\b",
    re.IGNORECASE,
)
_SEVERAL = re.compile(
    r"\b(?:how (?:many|much|often)|all|both|each|every|lists?|compare|in common|different|ever|"
    r"(?:what|which) (?:\w+ )?(?!does\b|was\b|has\b|this\b|is\b)\w{3,}s\b|"
    r"where (?:has|have)|in what ways?|who (?:are|were))\b",
    re.IGNORECASE,
)
_LASTING = re.compile(
    r"\b(?:usually|always|often|generally|typically|normally|favou?rites?|hobby|hobbies|habits?|routine|relationship|"
    r"status|goals?|dreams?|identity|beliefs?|passions?)\b",
    re.IGNORECASE,
)
_MOMENT = re.compile(r"\b(?:when|where|what (?:date|day|time|year|month)|how long ago)\b", re.IGNORECASE)
_CHANGES = re.compile(
    r"\b(?:what(?:'s| is| has| have| else)?|anything|has anything|how (?:has|have|did))\b[^?]*"
    r"\b(?:chang(?:ed|es?|ing)|different|new|happened)\b[^?]*\b(?:since|between|after|from|over|during|in)\b",
    re.IGNORECASE,
)
_THEN = re.compile(
    r"\b(?:used to|previous(?:ly)?|formerly|former|back then|back in|at (?:the|that) time|originally|at first|"
    r"initial(?:ly)?|in the past|no longer|earlier|before|old|last time|first)\b",
    re.IGNORECASE,
)
_TWO_OF = re.compile(r"\b(?:both )?(?P<one>[A-Z]\w+) and (?P<other>[A-Z]\w+)\b")
_DATED_BY = re.compile(
    r"^.+?[, ]+(?:before|after|when|while|since|until) (?P<event>(?:he|she|they|I|we|[A-Z]\w+)\b.+?)\??$"
)
_MOST_KEYWORDS = 3


class PlanByRules(StageModel):
    """Derives complexity, scope, tense, keywords and sub-queries from the question's words, in place of a language
    model. Of a plan given by the caller, only the tense is replaced.
    """

    divide: bool = Field(default=True, description="Divide the question into sub-queries.")

    def run(self, recollection: Recollection, view: MemoryView) -> Recollection:
        text = recollection.text
        if recollection.is_planned:
            return replace(recollection, plan=replace(recollection.plan, tense=_tense(recollection)))
        complexity = complexity_of(text)
        plan = Plan(
            complexity=complexity,
            scope=scope_of(text, complexity),
            tense=_tense(recollection),
            keywords=_keywords(recollection, view),
            sub_queries=sub_queries_of(text, view.turns.speakers) if self.divide else (),
        )
        return replace(recollection, plan=plan)


def complexity_of(text: str) -> Complexity:
    """Return how much information the answer to a question combines."""
    if _JUDGEMENT.search(text):
        return "complex"
    return "hybrid" if _SEVERAL.search(text) else "simple"


def scope_of(text: str, complexity: Complexity) -> Scope:
    """Return the levels of memory that a question needs: single events, lasting traits, or both."""
    if _LASTING.search(text) and not _MOMENT.search(text):
        return "long"
    if complexity == "simple" or _MOMENT.search(text):
        return "short"
    return "mixed"


def sub_queries_of(text: str, speakers: Iterable[str]) -> tuple[SubQuery, ...]:
    """Return the parts of a question that can be answered by themselves, prerequisites first."""
    known = {part for speaker in speakers for part in words(speaker)}
    pair = _TWO_OF.search(text)
    if pair is not None and {pair["one"].lower(), pair["other"].lower()} <= known:
        return tuple(
            SubQuery(text[: pair.start()] + pair[side] + text[pair.end() :], scope=scope_of(text, "simple"))
            for side in ("one", "other")
        )
    dated = _DATED_BY.match(text)
    if dated is not None:
        event = SubQuery(f"When did this happen: {dated['event']}?", scope="short")
        return event, SubQuery(text, needs=(0,), scope=scope_of(text, complexity_of(text)))
    return ()


def _tense(recollection: Recollection) -> Tense:
    if _CHANGES.search(recollection.text):
        return "changes"
    now = microseconds(recollection.now)
    is_past = any(not is_open_end(time) and time.end <= now for time in recollection.times)
    return "then" if is_past or _THEN.search(recollection.text) else "now"


def _keywords(recollection: Recollection, view: MemoryView) -> tuple[str, ...]:
    """Return the most distinctive words of a question, rarest first: no names, only words that occur in the memory."""
    names = set(words(" ".join((*view.turns.speakers, names_in(recollection.text)))))
    asked = analyse(recollection.text)
    stems = {word: stem for word, stem in zip(asked.words, asked.terms, strict=True) if word not in names}
    counts = {word: len(view.turns.postings.lookup(stem)[0]) for word, stem in stems.items()}
    said = [word for word, count in counts.items() if count]
    return tuple(sorted(said, key=lambda word: counts[word])[:_MOST_KEYWORDS])
