"""Questions that leave out what another one said: "and you?", "and originally?", "and your sister?"."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from chronomem.extractors.language.dialogue.conversation import ParsedTurn
from chronomem.extractors.language.dialogue.open_question import Kind, OpenQuestion, addressed_by
from chronomem.extractors.language.dialogue.questions import asked, questions_of
from chronomem.extractors.language.dialogue.told_questions import declared
from chronomem.extractors.language.dialogue.wording import answered_words
from chronomem.extractors.language.dialogue.words import Token, is_noun, last_phrase, noun_phrase, words_of
from chronomem.extractors.language.lexicon import RELATION_OF_NOUN, first_names

_LEADS = ("what about", "how about", "wbu", "hbu", "wby", "and", "n", "or", "but")
_YOU = {"you", "u", "ya", "yourself", "urself", "wbu", "hbu", "wby"}
_YOURS = {"yours", "urs"}
_OPENING = {"so", "and", "well", "also", "but", "no", "yes", "yeah", "yep", "nope", "nah", "lol", "haha", "oh"}
_ADDING = {"if", "but", "because", "cos", "though", "although", "unless"}
_GOING_ON = {"VBZ", "VBP", "VBD", "MD", "IN", "PRP", "RB"}
"""Tags of words with which a clause after a comma is no part of a list."""
_MEANT_ELSEWHERE = {"it", "that", "this", "them", "you", "yours"}
_LONGEST = 6
_LAST = 2
"""How many sentences at the end of a turn may return a question."""


def elliptical(said: ParsedTurn, before: Sequence[ParsedTurn]) -> OpenQuestion | None:
    """Return the whole question for one that leaves out what the last question or statement said."""
    for first, last in reversed(said.tree.sentences[-_LAST:]):
        if not _may_return(said, first, last):
            continue
        words = words_of(said.tree, first, last)
        found = _returned(said, words, before)
        if found is not None:
            return found
    return None


def statements_before_return(said: ParsedTurn) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield the statements that stand in one sentence with "and you?", with their spans in the turn."""
    for first, last in said.tree.sentences[-_LAST:]:
        if not _may_return(said, first, last):
            continue
        words = words_of(said.tree, first, last)
        tail, told = _tail(words)
        own = words[: len(words) - told]
        while own and not any(c.isalnum() for c in own[-1].text):
            own.pop()
        if tail and tail[0].lower in _YOU | _YOURS and len(own) > 2:
            start, end = said.tree.starts[own[0].at], said.tree.end(own[-1].at)
            yield said.tree.text[start:end], (start, end)


def _may_return(said: ParsedTurn, first: int, last: int) -> bool:
    """Whether a sentence may end in "and you?"."""
    return last - first <= _LONGEST or any("?" in word for word in said.tree.words[last - 3 : last])


def _returned(said: ParsedTurn, words: Sequence[Token], before: Sequence[ParsedTurn]) -> OpenQuestion | None:
    tail, told = _tail(words)
    lower = [word.lower for word in tail]
    if not tail or len(tail) > _LONGEST:
        return None
    if lower[0] in _YOU | _YOURS and all(word.tag in ("NNP", "UH", ",") or word.text == "," for word in tail[1:]):
        base = _statement(said, words[: len(words) - told], tail[0].at) or _last(before, own=True) or _answered(before)
        if base is None:
            return None
        to_you = base.subject if base.subject.startswith("my ") else "I"
        again = base if base.subject == "I" or base.subject.startswith("my ") else base.about(to_you)
        return replace(again, asker=said.speaker, addressed=addressed_by(said))
    base = _last(before)
    if tail[0].lower in ("your", "ur") and noun_phrase(tail, 0) == len(tail) and not _names_person(tail):
        return _attribute(said, tail)
    if base is None:
        return None
    if lower == ["originally"] and base.kind == "where":
        be = {"I": "are"}.get(base.subject, "is")
        origin = Token("from", "from", "IN", "from", tail[0].at)
        return replace(base, auxiliary=be, rest=(origin,), asker=said.speaker, slot=(1, 1))
    end = noun_phrase(tail, 0)
    if end != len(tail) or not _names_person(tail):
        return _of_thing(base, tail) if end == len(tail) and tail[0].tag in ("DT", "PRP$") else None
    subject = " ".join(answered_words([word.text for word in tail], said.speaker, subject=True))
    return replace(base.about(subject, plural=tail[-1].tag == "NNS"), asker=said.speaker, addressed=frozenset())


def _tail(words: Sequence[Token]) -> tuple[list[Token], int]:
    """Return the words after "and" or "what about" at the end of a sentence, and how many there are with it."""
    kept = list(words)
    marked = any(word.text.startswith("?") for word in kept)
    while kept and not any(c.isalnum() for c in kept[-1].text):
        kept.pop()
    for start in range(max(0, len(kept) - _LONGEST - 2), len(kept)):
        text = " ".join(word.lower for word in kept[start:])
        led = next((lead for lead in _LEADS if text.startswith(f"{lead} ")), None)
        clean = start == 0 or kept[start - 1].text[0] in ",.!?;…-" or not any(c.isalnum() for c in kept[start - 1].text)
        if led is not None and (clean or text.split()[-1] in _YOU | _YOURS):
            size = len(led.split())
            return kept[start + size :], len(words) - start
        if text in _YOU | _YOURS and (marked or text in ("wbu", "hbu", "wby")) and (clean or start == 0):
            return kept[start:], len(words) - start
    return [], 0


def _statement(said: ParsedTurn, words: Sequence[Token], at: int) -> OpenQuestion | None:
    """Return the asker's own statement right before, as a question to the other: "my name is Rosalind, and yours?"."""
    candidates = [words, *(words_of(said.tree, a, b) for a, b in reversed(said.tree.sentences) if b <= at)]
    for sentence in candidates[:2]:
        body = list(sentence)
        while body and not any(c.isalnum() for c in body[-1].text):
            body.pop()
        start = max((n + 1 for n, w in enumerate(body) if w.text[0] in ",!.;"), default=0)
        for begin in (start, 0):
            own = [as_asked(word) for word in body[begin:]]
            if not own or own[0].lower not in ("you", "your"):
                continue
            whole = declared(said, own)
            found = last_phrase(whole.rest) if whole is not None else None
            if whole is not None and found is not None:
                kind: Kind = "age" if whole.rest[found[1] - 1].tag == "CD" and not whole.rest[1:] else "what"
                return replace(whole, kind=kind, slot=found, noun="")
    return None


def _answered(before: Sequence[ParsedTurn]) -> OpenQuestion | None:
    """Return the last statement about a third person, as a question to another: "Ulrike is the head." "And you?"."""
    for said in reversed(before[-1:]):
        for first, last in reversed(said.tree.sentences):
            words = words_of(said.tree, first, last)
            end = next((n for n, word in enumerate(words) if word.text[0] in ",.!;?"), len(words))
            told = declared(said, words[:end]) if words and words[0].tag.startswith("NNP") else None
            found = last_phrase(told.rest) if told is not None else None
            if told is not None and found is not None and not any(w.text.startswith("?") for w in words):
                start = 0 if told.auxiliary in ("is", "'s") else found[0]
                return replace(told, kind="what", slot=(start, len(told.rest)))
    return None


def _attribute(said: ParsedTurn, words: Sequence[Token]) -> OpenQuestion | None:
    """Return "what is your date of birth" for "and your date of birth?"."""
    be = Token("is", "is", "VBZ", "be", words[0].at)
    what = Token("what", "what", "WP", "what", words[0].at)
    return next(asked(said, [what, be, *words]), None)


def as_asked(word: Token) -> Token:
    """Return a word of a statement as its question to another: "my" becomes "your"."""
    other = {"i": "you", "my": "your", "me": "you", "mine": "yours", "'m": "'re", "am": "are"}.get(word.lower)
    return word if other is None else word._replace(text=other, lower=other)


def _last(before: Sequence[ParsedTurn], *, own: bool = False) -> OpenQuestion | None:
    """Return the last question of the turns before; with `own`, the last one about the person who was asked."""
    for n in range(len(before) - 1, -1, -1):
        whole = [q for q in questions_of(before[n]) if not own or q.subject == "I" or q.subject.startswith("my ")]
        if whole:
            return whole[-1]
        again = elliptical(before[n], before[:n])
        if again is not None and (not own or again.subject == "I" or again.subject.startswith("my ")):
            return again
    return None


def _names_person(words: Sequence[Token]) -> bool:
    head = words[-1]
    kin = head.lemma in RELATION_OF_NOUN or head.lower in ("wife", "baby", "kids", "parents", "rest", "other")
    return kin or head.text.title() in first_names() or head.tag == "NNP"


def _of_thing(base: OpenQuestion, words: Sequence[Token]) -> OpenQuestion | None:
    """Return a yes-or-no question about another thing: "did you sell the caravan?" … "and the boat?"."""
    found = last_phrase(base.rest)
    if base.kind != "polar" or found is None or not is_noun(base.rest[found[1] - 1]):
        return None
    return replace(base, rest=(*base.rest[: found[0]], *words, *base.rest[found[1] :]))


def last_statement(said: ParsedTurn) -> OpenQuestion | None:
    """Return what a turn says last of its speaker or theirs, as a question about another's.

    A sentence about "it" only goes on: "I love sauerkraut. I could eat it every day."
    """
    for first, last in reversed(said.tree.sentences):
        words = words_of(said.tree, first, last)
        kept = (
            word for word in words[: _end_of_clause(words)] if word.text == "," or any(c.isalnum() for c in word.text)
        )
        body = [as_asked(word) for word in kept]
        while body and (body[0].text == "," or body[0].lower in _OPENING):
            body.pop(0)
        while body and body[-1].text == ",":
            body.pop()
        if body and body[0].lower == "we":
            body[0] = body[0]._replace(text="you", lower="you")
        if body and (body[0].lower in ("it", "its", "that", "this") or not any(w.tag[0] in "VM" for w in body)):
            continue
        if not body or body[0].lower not in ("you", "your") or any(word.text.startswith("?") for word in words):
            return None
        whole = declared(said, body)
        goes_on = whole is None or any(word.lower in _MEANT_ELSEWHERE for word in whole.rest)
        if not goes_on or body[0].lower == "your":
            return None if goes_on else whole
    return None


def _end_of_clause(words: Sequence[Token]) -> int:
    """Return where the first clause of a sentence ends: before "if", or a comma that no list follows."""
    for n in range(2, len(words)):
        after = words[n + 1] if n + 1 < len(words) else None
        ends = words[n].text == "," and after is not None and after.tag in _GOING_ON
        if ends or words[n].lower in _ADDING:
            return n
    return len(words)
