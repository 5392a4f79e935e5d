"""Clauses of which only the subject and an auxiliary are said: "I don't play golf, my brother does"."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from chronomem.extractors.language.clauses.phrases import TIME_NOUNS
from chronomem.extractors.language.clauses.references import FIRST_POSSESSIVE
from chronomem.extractors.language.dialogue.conversation import ParsedTurn
from chronomem.extractors.language.dialogue.ellipsis import as_asked
from chronomem.extractors.language.dialogue.fragments import Shared
from chronomem.extractors.language.dialogue.open_question import OpenQuestion
from chronomem.extractors.language.dialogue.told_questions import declared
from chronomem.extractors.language.dialogue.words import (
    MONTHS,
    WEEKDAYS,
    Token,
    is_noun,
    is_several,
    last_phrase,
    noun_phrase,
    words_of,
)
from chronomem.extractors.language.lexicon import RELATION_OF_NOUN

_ARE = {"is", "are", "am", "'s", "'re", "'m"}
ALIKE = {
    "do": {"do", "does"}, "does": {"do", "does"}, "did": {"did"}, "have": {"have", "has"}, "has": {"have", "has"},
    "is": _ARE, "are": _ARE, "was": {"was", "were"}, "were": {"was", "were"},
}  # fmt: skip
"""The auxiliaries of a clause for which one may stand."""
_GOING = {"going", "coming", "doing"}
_JOINING = {"but", "and", "so"}
_NOT = {"n't", "not"}
_ONE_OF = {"allergic", "from", "study", "work", "play", "live", "speak", "teach", "learn", "be", "call", "base"}
"""What is told of one thing, in whose place another may stand."""
_OPENING = {"turns", "turned", "out", "that", "so", "well", "and", "but", "no", "actually", "ok"}
_SPECIFYING = ("DT", "PRP$")
_NOBODY = {"it", "that", "this", "there", "who", "which", "what", "you", "i"}


def contrasted(now: ParsedTurn) -> Iterator[Shared]:
    """Yield what somebody else does who is said to do so: "my brother plays golf" for "I don't, my brother does"."""
    before: list[Token] = []
    for first, last in now.tree.sentences:
        words = words_of(now.tree, first, last)
        while words and not any(c.isalnum() for c in words[-1].text):
            words.pop()
        who = noun_phrase(words, 0)
        if before and who and words[0].lower not in _NOBODY and _is_auxiliary_only(words[who:]):
            said = _denied(now, before)  # "I don't smoke. My flatmate does"
            if said is not None and said.auxiliary in ALIKE[words[who].lower]:
                name = " ".join(word.text for word in words[:who])
                yield (
                    said.about(name, plural=is_several(words[:who])).states(),
                    (now.tree.starts[first], now.tree.end(last - 1)),
                )
        before = words if words and words[0].lower == "i" else []
        for start in range(3, len(words) - 1):
            led = words[start - 1].text == "," or words[start - 1].lower in _JOINING
            who = noun_phrase(words, start) if led else start
            if who == start or words[start].lower in _NOBODY or not _is_auxiliary_only(words[who:]):
                continue
            said = _denied(now, words[: start - 1])
            if said is not None and said.auxiliary in ALIKE[words[who].lower]:
                name = " ".join(word.text for word in words[start:who])
                span = now.tree.starts[words[start].at], now.tree.end(last - 1)
                yield said.about(name, plural=is_several(words[start:who])).states(), span
            break


def compared(now: ParsedTurn) -> Iterator[Shared]:
    """Yield what somebody does who is compared: "my brother drives" for "unlike my brother, I don't drive"."""
    for first, last in now.tree.sentences:
        words = words_of(now.tree, first, last)
        who = noun_phrase(words, 1) if len(words) > 4 and words[0].lower in ("like", "unlike") else 1
        told = words[who + 1 :]
        if not 1 < who < len(words) or words[who].text != "," or not told or told[0].lower != "i":
            continue
        person = words[1].tag.startswith("NNP") or words[who - 1].lemma in RELATION_OF_NOUN
        if not person or "?" in (word.text for word in words) or any(word.lower in FIRST_POSSESSIVE for word in told):
            continue
        denied = any(word.lower in _NOT for word in told)
        if denied == (words[0].lower == "like"):
            continue
        body = [as_asked(word) for word in told if any(c.isalnum() for c in word.text)]
        said = _denied(now, told) if denied else declared(now, body)
        if said is not None:
            name = " ".join(word.text for word in words[1:who])
            span = now.tree.starts[words[0].at], now.tree.end(words[who - 1].at)
            yield said.about(name, plural=is_several(words[1:who])).states(), span


def put_right(now: ParsedTurn) -> Iterator[Shared]:
    """Yield what is so instead of what a clause denies: "he is allergic to sesame" for "… not to nuts, it's sesame"."""
    before: list[Token] = []
    for first, last in now.tree.sentences:
        words = words_of(now.tree, first, last)
        while words and not any(c.isalnum() for c in words[-1].text):
            words.pop()
        at = next((n for n in range(2, len(words) - 3) if words[n].text == "," and _is_it(words, n + 1)), None)
        told, right = (before, words[2:]) if at is None and _is_it(words, 0) else (words[:at], words[(at or 0) + 3 :])
        before = words
        while told and told[0].lower in _OPENING:
            told = told[1:]
        if (at is None and told is words) or not right or noun_phrase(right, 0) != len(right) or not is_noun(right[-1]):
            continue
        said = _denied(now, told)
        found = None if said is None else last_phrase(said.rest)
        if said is None or found is None or said.rest[0].lemma not in _ONE_OF or _tells_when(right):
            continue
        if (said.rest[found[0]].tag in _SPECIFYING) == (right[0].tag in _SPECIFYING):
            text = " ".join(word.text for word in right)
            yield replace(said, slot=found).states(text), (now.tree.starts[right[0].at], now.tree.end(right[-1].at))


def _is_it(words: Sequence[Token], at: int) -> bool:
    return [word.lower for word in words[at : at + 2]] in (["it", "'s"], ["it", "is"], ["its", "just"])


def _tells_when(words: Sequence[Token]) -> bool:
    return any(word.lower in WEEKDAYS | MONTHS or word.lemma in TIME_NOUNS for word in words)


def _is_auxiliary_only(words: Sequence[Token]) -> bool:
    """Whether words are "does" or "is going instead" and nothing else."""
    if not words or words[0].lower not in ALIKE:
        return False
    rest = [word.lower for word in words[1:]]
    return rest in ([], ["instead"]) or (len(rest) == 2 and rest[0] in _GOING and rest[1] == "instead")


def _denied(now: ParsedTurn, words: Sequence[Token]) -> OpenQuestion | None:
    """Return what a clause denies, as a question."""
    body = [as_asked(word) for word in words if any(c.isalnum() for c in word.text)]
    denial = next((n for n, word in enumerate(body) if word.lower in _NOT), None)
    return None if denial is None else declared(now, [*body[:denial], *body[denial + 1 :]])
