"""Questions in the form of statements: "so you moved?", "you live here, right?", "I heard you moved"."""

from collections.abc import Sequence
from dataclasses import replace

from chronomem.extractors.language.dialogue.asked_for import BEING
from chronomem.extractors.language.dialogue.conversation import ParsedTurn
from chronomem.extractors.language.dialogue.open_question import OpenQuestion, question_about
from chronomem.extractors.language.dialogue.words import (
    ANYBODY,
    AUXILIARIES,
    FILLERS,
    PRONOUNS,
    Token,
    is_break,
    noun_phrase,
    without_fillers,
)

OPENERS = {
    "so", "and", "wait", "oh", "but", "then", "hey", "hi", "hello", "ok", "okay", "wow", "omg", "well", "um", "hmm",
    "also", "now", "sorry", "lol", "ah", "aw", "cool", "nice", "or", "btw", "yo", "hang", "on", "really", "what", "huh",
    "still",
}  # fmt: skip
NOT_ASKED_ABOUT = {"it", "that", "this", "these", "those", "we", "i", "anything", "something", "nothing", "everything"}
TAGS = {"right", "yeah", "no", "innit", "huh", "correct", "eh", "yes", "true"}
_CLEFT = {"the one who", "the one that"}
"""Words that only stress whom a statement is about: "you're the one who's vegan"."""


def told_question(said: ParsedTurn, words: Sequence[Token], *, asks: bool = False) -> OpenQuestion | None:
    """Read a question in the form of a statement: "so you moved?", "you live here, right?", "I heard you moved"."""
    start, hearsay = _body(words)
    marked = asks or any(word.text.startswith("?") for word in words) or _has_tag(words)
    if not (marked or hearsay):
        return None
    body = list(words[start:])
    stop = next((n for n, word in enumerate(body) if is_break(word) or word.tag == "NFP"), len(body))
    own = body and body[0].lower in ("my", "our")
    denied = _has_tag(words) and any(word.lower in ("n't", "not") for word in body[1:4])
    if denied:
        body = [word for n, word in enumerate(body) if n >= stop or word.lower not in ("n't", "not")]
        stop -= 1
    whole = None if own else declared(said, body[:stop])
    return (
        None
        if whole is None
        else replace(whole, now=is_of_now(body[:stop]), told=True, negative=denied, hearsay=hearsay)
    )


def is_of_now(words: Sequence[Token]) -> bool:
    """Whether words end with what is so by now: "these days"."""
    return bool(words) and words[-1].lower in _BY_NOW


def declared(said: ParsedTurn, body: Sequence[Token]) -> OpenQuestion | None:
    """Return the question whether a statement is so."""
    end = noun_phrase(body, 0)
    subject = body[:end]
    if not subject or (subject[0].lower in NOT_ASKED_ABOUT):
        return None
    rest = without_fillers(body[end:])
    if len(rest) > 4 and rest[0].lower in BEING and " ".join(word.lower for word in rest[1:4]) in _CLEFT:
        rest = [rest[0], *rest[5:]] if rest[4].lower in ("'s", "is") else rest[4:]
    still = any(word.lower == "still" for word in rest[:2])
    while rest and rest[0].tag == "RB" and rest[0].lower in FILLERS | {"still", "finally", "recently"}:
        rest = rest[1:]
    if not rest or any(word.lower in ("n't", "not", "never") for word in rest[:3]):
        return None
    verb = rest[0]
    if verb.lower in AUXILIARIES and (verb.lower in BEING or (len(rest) > 1 and rest[1].tag.startswith("V"))):
        rest = [word for n, word in enumerate(rest) if n != 1 or word.lower not in FILLERS | {"still"}]
        still = still or any(word.lower == "still" for word in body[end : end + 3])
        if verb.lower == "'s" and len(rest) > 1 and rest[1].tag == "VBN" and rest[1].lemma in _GONE:
            return replace(question_about(said, "polar", subject, "has", rest[1:]), still=still)
        return replace(question_about(said, "polar", subject, verb.lower, rest[1:]), still=still)
    person = subject[0].lower in ANYBODY | {"you", "u"}
    if person and verb.tag in ("JJ", "VBG", "IN"):
        return replace(question_about(said, "polar", subject, "are", rest), still=still)  # "anyone allergic to nuts?"
    if verb.tag not in ("VBD", "VBP", "VBZ", "VBN", "VB"):
        return None
    auxiliary = {"VBZ": "does", "VBP": "do", "VB": "do"}.get(verb.tag, "did")
    base = verb._replace(text=verb.lemma, lower=verb.lemma, tag="VB")
    return replace(question_about(said, "polar", subject, auxiliary, [base, *rest[1:]]), still=still)


_BY_NOW = {"now", "nowadays", "currently", "days"}
_GONE = {"move", "go", "leave", "quit", "retire", "graduate", "start", "get", "become", "have", "join", "finish"}


def _body(words: Sequence[Token]) -> tuple[int, bool]:
    """Return where the statement begins after openers, and whether an opener marks it as hearsay."""
    i, hearsay = 0, False
    while i < len(words):
        opened = next((n for n in (5, 4, 3, 2, 1) if is_hearsay_opener([w.lower for w in words[i : i + n]])), 0)
        if opened:
            i, hearsay = i + opened, True
        elif words[i].lower in OPENERS or words[i].tag == "UH" or words[i].text[0] in ",.!…-":
            i += 1
        elif i + 1 < len(words) and words[i].tag == "NNP" and words[i + 1].text == ",":
            i += 2
        else:
            break
    return i, hearsay


_HEARSAY = {
    "apparently", "supposedly", "allegedly", "reportedly", "rumour has it", "rumor has it", "word is", "they say",
    "people say", "i heard", "i heard that", "i hear", "i hear that", "heard", "heard that", "hear", "is it true",
    "is it true that", "somebody told me", "someone told me", "somebody said", "someone said", "someone says",
    "everyone says", "they say that", "people say that", "word is that", "rumour has it that", "rumor has it that",
    "i was told", "i was told that", "someone told me that", "somebody told me that", "is it right that",
    "i read that", "a little bird told me", "gossip is", "rumour is", "rumor is", "story is", "people are saying",
    "they 're saying", "they 're saying that", "they are saying", "they are saying that", "rumours are", "rumors are",
}  # fmt: skip


HEARSAY_WORDS = {phrase.split()[0] for phrase in _HEARSAY} - {"i"} | {"heard", "hear", "told", "read"}


def is_hearsay_opener(words: Sequence[str]) -> bool:
    """Whether words open what somebody has from others: "apparently", "I heard that"."""
    return " ".join(words) in _HEARSAY


def _has_tag(words: Sequence[Token]) -> bool:
    """Whether a statement ends in a tag: ", right", ", isn't it"."""
    ending = [word.lower for word in words if word.text[0].isalnum() or word.lower == "n't"][-3:]
    commas = any(word.text == "," for word in words[-5:])
    negated = len(ending) == 3 and ending[1] in ("n't", "not") and ending[0] in AUXILIARIES | {"wo", "ca"}
    affirmed = len(ending) > 1 and ending[-2] in AUXILIARIES and ending[-1] in PRONOUNS  # "you didn't, did you?"
    return commas and bool(ending) and (ending[-1] in TAGS or negated or affirmed)
