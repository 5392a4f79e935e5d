"""Corrections of what was said before: "no wait, the 21st", "*Klarna", "i meant the 10th, not the 3rd"."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from chronomem.extractors.language.clauses.references import SECOND_PERSON
from chronomem.extractors.language.dialogue.conversation import ParsedTurn, TurnInContext
from chronomem.extractors.language.dialogue.counterparts import as_definite, bare_phrase, counterpart, kind_of, place_of
from chronomem.extractors.language.dialogue.replies import reply_of
from chronomem.extractors.language.dialogue.words import (
    MONTHS,
    WEEKDAYS,
    Token,
    is_name,
    is_noun,
    words_of,
)
from chronomem.extractors.language.lexicon import is_first_name
from chronomem.extractors.language.parsing.syntax import SyntaxTree

_STARRED = re.compile(r"\s*\*\s*([^\s*,][^,*]{0,40}?)(?:\s+(?:sorry|oops|lol|haha))?\s*(?:,.*)?$")
_INSTEAD = re.compile(r",? not (\w+)")
_STAR_AFTER = re.compile(r"\s*(\S{2,30})\*(?:\s.*)?$")
_LEADS = tuple(
    tuple(lead.split())
    for lead in (
        "no wait", "wait no", "no sorry", "sorry no", "i mean", "i meant", "sorry", "wait", "oops", "correction",
        "make that", "scratch that", "my bad", "whoops", "i was wrong", "ah no", "oh no", "nope", "no", "er", "argh",
        "typo", "omg no", "omg", "meant", "rather", "or rather", "actually", "well actually", "oh wait", "it 's", "its",
        "was", "ugh", "not that", "autocorrect", "lol", "yes", "yeah", "ah", "oh", "scrap that", "strike that",
        "hang on", "no hang on", "hold on", "no hold on", "silly me", "my mistake", "you 're right", "you are right",
        "u r right", "u 're right", "ur right", "your right",
    )
)  # fmt: skip
_SIGNS = {"hang", "hold", "silly", "mistake", "wait", "mean", "meant", "sorry", "oops", "correction", "make", "scratch",
          "bad", "whoops", "wrong", "typo", "rather", "actually", "autocorrect", "er", "scrap", "strike",
          "right"}  # fmt: skip
"""Words of which at least one must show that a bare phrase corrects the speaker's own words."""
_REPAIRS = _SIGNS - {"bad", "wrong", "typo", "actually", "autocorrect", "er", "right", "silly", "mistake"}
"""Words of which at least one must show that a phrase corrects one right before it in the same turn."""
_DENIALS = {"no", "nope", "actually", "correction", "wrong"}
"""Words of which at least one must show that a bare phrase corrects what another said right before."""
_MEANT = re.compile(
    r"\b(?:said|wrote|typed|put) ([^,.!?]{1,40}?),? (?:(?:but|when) )?(?:i )?(?:actually |really )?meant?"
    r" ([^,.!?]{1,40})",
    re.IGNORECASE,
)
_SUGGESTED = re.compile(
    r"\W*(?:(?:wait|hm+|oh|sorry|huh|no|er|but|and)\W+)*"
    r"(?:(?:(?:do|did)(?:n'?t)? )?you meant?|i thought (?:it was|that was|you said)|(?:was|is)n'?t (?:it|that)|not)"
    r" ([^,.?!]{1,30})\W*",
    re.IGNORECASE,
)
_SUGGESTED_FIRST = re.compile(r"\W*([^,.?!]{1,30}), (?:(?:do |did )?you meant?|surely|no)\W*", re.IGNORECASE)
"""Questions by which another puts right what was said: "you mean York?", "York, surely?"."""
_REVERSED = re.compile(
    r"\W*(?:(?:no|nope|nah|actually|wait|haha|lol|sorry)\W+)*(?:it's |its )?(?:the )?other way (?:a)?round\b",
    re.IGNORECASE,
)
_GREETED = {"hi", "hey", "hello", "all", "everyone", "guys", "folks", "both", "there"}
_NAMING = {"be", "have", "mean", "say", "tell", "call", "name", "spell", "write"}
"""Verbs that only lead to the right words: "it's called Basel, not Bern"."""
_NO_START = {"about", "for", "of", "with", "by", "like", "no", "any", "some"}
_MOST_PARTS = 4
"""Fewer parts than these has a turn that only takes up what another has put right."""
_LONGEST = 5
"""In words, of what replaces or is replaced."""


@dataclass(frozen=True, slots=True)
class Correction:
    """A sentence that somebody said, as it was and as it should be.

    Attributes:
        said: the utterance that is corrected.
        wrong, right: its sentence before and after.
        span: the half-open span of the words that correct it, in characters of the turn.
        about: where in the sentence it says "you" of the one who corrects it; None if it doesn't.
    """

    said: ParsedTurn
    wrong: str
    right: str
    span: tuple[int, int]
    about: int | None = None


class _Replacement(NamedTuple):
    """What is to stand in the place of what.

    Attributes:
        right: the words that are right.
        wrong: those in whose place they stand; None if the turn doesn't tell.
        span: the span of the words that say so, in characters.
        own, others: whether these words may correct what the speaker said before, or another one right before.
        starred: whether they are the right spelling of a word: "weaver*".
        alike: what the sentence must share which held the wrong words: the verb, and after more words an adjective and
            who is spoken of. "I'm going to Kiel, not Bonn" corrects nothing about a home.
    """

    right: list[Token]
    wrong: list[Token] | None
    span: tuple[int, int]
    own: bool = True
    others: bool = True
    starred: bool = False
    alike: frozenset[str] = frozenset()


def correction_of(conversation: TurnInContext) -> Correction | None:
    """Return what a turn corrects of the turns before it."""
    tree = conversation.now.tree
    if conversation.before and (reversal := _REVERSED.match(tree.text)) is not None:
        return _reversed(conversation.before[-1], reversal.span())
    for told in _told(tree):
        found = _replaced(conversation, told)
        if found is not None:
            said, before, after = found
            same = next((n for n, (one, other) in enumerate(zip(before, after, strict=False)) if one != other), 0)
            about = None if said.speaker == conversation.now.speaker else _of_you(said.tree, before, same)
            return Correction(said, before, after, told.span, about)
    return _confirmed(conversation)


def _confirmed(conversation: TurnInContext) -> Correction | None:
    """Return what the speaker said, as another put it right in a question to which this turn says yes."""
    now, before = conversation.now, conversation.before
    if len(before) < 2 or before[-1].speaker == now.speaker or "?" not in (tree := before[-1].tree).text:
        return None
    suggested = _SUGGESTED.fullmatch(tree.text) or _SUGGESTED_FIRST.fullmatch(tree.text)
    reply = reply_of(now.tree, now.others) if suggested is not None else None
    if suggested is None or reply is None or not reply.agrees:
        return None
    right = _inside(tree, *suggested.span(1))
    told = _Replacement(right, None, reply.span(now.tree), others=False)
    found = _replaced(TurnInContext(now, before[:-1]), told) if _is_phrase(right) else None
    return None if found is None else Correction(*found, told.span)


def _inside(tree: SyntaxTree, start: int, end: int) -> list[Token]:
    """Return the words of a range of characters."""
    return [word for word in words_of(tree, 0, len(tree.words)) if start <= tree.starts[word.at] < end]


def _of_you(tree: SyntaxTree, sentence: str, until: int) -> int | None:
    """Return where a sentence last begins to state something of "you" before a place: "I heard | you work at Lidl"."""
    start, found = tree.text.find(sentence), None
    for i, offset in enumerate(tree.starts):
        inside = start <= offset < start + until
        if inside and tree.lower[i] in SECOND_PERSON and tree.full_deps[i].startswith("nsubj"):
            beside = tree.having(tree.heads[i], "aux", "aux:pass", "cop")
            stated = not any(j < i or tree.tags[j] == "MD" for j in beside)  # not "are you", "you should"
            found = offset - start if stated else None
    return found


def self_corrected(now: ParsedTurn) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield a sentence with what its speaker corrects at once: "I'm 33" for "I'm 32. no wait, 33"."""
    tree = now.tree
    said: list[Token] = []
    shown = False
    for part in _parts(tree):
        words, signs = _without_leads(part)
        alone = [word.lower for word in part] == ["no"]  # "his name is Tom, no, Tim"
        shown = bool(said) and (shown or alone or bool(signs & _REPAIRS))
        if not words or (not shown and len(words) < len(part)):
            continue
        right = bare_phrase(_leading_phrase(words)) if shown else []
        at = counterpart(said, right) if right else None
        if at is not None:
            first, _ = _sentence_of(tree, said[0].at)
            left, until = tree.starts[first], tree.end(said[-1].at)
            start, end = tree.starts[said[at[0]].at], tree.end(said[at[1] - 1].at)
            put = " ".join(word.text for word in right)
            rest, after = _rest_of(tree, right[-1].at)
            yield tree.text[left:start] + put + tree.text[end:until] + rest, (left, after)
        said, shown = list(words), False


def _sentence_of(tree: SyntaxTree, token: int) -> tuple[int, int]:
    return tree.sentences[bisect_right(tree.sentences, token, key=lambda sentence: sentence[0]) - 1]


def _rest_of(tree: SyntaxTree, token: int) -> tuple[str, int]:
    """Return what follows a token in its sentence without a verb, and where it ends: " in May"."""
    _, last = _sentence_of(tree, token)
    verbal = any(tree.tags[i].startswith(("VB", "MD", "PRP", "UH")) for i in range(token + 1, last))
    end = tree.end(token if verbal else last - 1)
    rest = tree.text[tree.end(token) : end].lstrip(" ,").rstrip(" .!")
    return (f" {rest}" if rest else ""), end


def _leading_phrase(words: Sequence[Token]) -> Sequence[Token]:
    """Return the longest phrase at the beginning: "33" of "33 lol had my birthday"."""
    return next((words[:size] for size in range(min(len(words), _LONGEST), 0, -1) if _is_phrase(words[:size])), [])


def _reversed(said: ParsedTurn, span: tuple[int, int]) -> Correction | None:
    """Return a sentence with two names, and the same with each in the place of the other."""
    tree = said.tree
    for first, last in reversed(tree.sentences):
        named = [i for i in range(first, last) if tree.tags[i] == "NNP" and tree.lower[i] not in MONTHS | WEEKDAYS]
        if len(named) == 2 and tree.lower[named[0]] != tree.lower[named[1]]:
            (a, a_end), (b, b_end) = ((tree.starts[i], tree.end(i)) for i in named)
            text, start, end = tree.text, tree.starts[first], tree.end(last - 1)
            right = text[start:a] + text[b:b_end] + text[a_end:b] + text[a:a_end] + text[b_end:end]
            return Correction(said, text[start:end], right, span)
    return None


def _told(tree: SyntaxTree) -> Iterator[_Replacement]:
    """Yield what a turn puts in the place of what, if it says so."""
    star = _STARRED.match(tree.text) or _STAR_AFTER.match(tree.text)
    if star is not None:
        inside = _inside(tree, *star.span(1))
        instead = _INSTEAD.match(tree.text, star.end(1))
        if instead is not None:
            yield _Replacement(inside, _inside(tree, *instead.span(1)), (0, len(tree.text)), others=False)
        inside = inside[: next((n for n, word in enumerate(inside) if not word.text[0].isalnum()), len(inside))]
        for right in (inside, inside[:1]):  # "*Valio omg autopilot"
            yield _Replacement(right, None, (0, len(tree.text)), others=False, starred=True)
        return
    for meant in _MEANT.finditer(tree.text):
        wrong, right = (_inside(tree, *meant.span(group)) for group in (1, 2))
        if _is_phrase(wrong) and _is_phrase(right):
            yield _Replacement(right, wrong, meant.span(), others=False)  # "I said Leeds but I meant York"
    parts = list(_parts(tree))
    agrees = [word.lower for word in parts[-1]][-1:] == ["right"] if parts else False
    shown = agrees and 1 < len(parts) < _MOST_PARTS  # "eleven, yes, you are right"
    denied = agreed = further = False
    taken = -1
    for n, part in enumerate(parts):
        if n == taken:
            continue
        if not n and all(word.lower in _GREETED for word in part):
            continue  # "hi all! chemistry, actually"
        words, signs = _without_leads(part)
        shown, denied = shown or bool(signs & _SIGNS), denied or bool(signs & _DENIALS)
        agreed = agreed or "right" in signs
        if not words or (len(words) == 1 and len(words[0].text) == 1 and words[0].text.isalpha()):
            continue  # "j actually, Maja" spells it
        span = tree.starts[part[0].at], tree.end(part[-1].at)
        following = parts[n + 1] if n + 1 < len(parts) else []
        after = [word.lower for word in following]
        rest, later = _without_leads(following)
        shown = shown or (not rest and bool(later & _SIGNS))  # "the police station, silly me"
        denied = denied or after == ["actually"]  # "York, actually"
        if words[0].lower == "not" and _is_phrase(words[1:]) and not further:  # "not Spotify, Klarna"
            if following and _is_phrase(following):
                yield _Replacement(following, words[1:], (span[0], tree.end(following[-1].at)))
            continue
        verbs = frozenset(word.lemma for word in words if word.tag.startswith("V")) - _NAMING
        split = next((k for k, word in enumerate(words) if word.lower == "not" and k), None)
        if split is not None and _is_phrase(words[split + 1 :]) and _is_phrase(_replacing(words[:split])):
            alike = _told_of(tree, words[:split]) if further else verbs
            right, wrong = _replacing(words[:split]), words[split + 1 :]
            yield _Replacement(right, wrong, span, alike=alike)  # "his name is Basile not Bastien"
            continue
        if following and following[0].lower == "not" and _is_phrase(following[1:]) and _replacing(words):
            span, taken = (span[0], tree.end(following[-1].at)), n + 1
            alike = _told_of(tree, words) if further else verbs
            yield _Replacement(_replacing(words), following[1:], span, alike=alike)  # "the 10th, not the 3rd"
            continue
        fits = _is_phrase(words) and words[0].tag != "PRP$" and words[0].lower not in _NO_START
        if fits and (shown or denied) and not further:
            yield _Replacement(words, None, (tree.starts[parts[0][0].at], span[1]), shown, denied)
        further = further or fits or not agreed  # but "you're right, Mum just told me, it was Tom"


def _parts(tree: SyntaxTree) -> Iterator[list[Token]]:
    part: list[Token] = []
    for word in words_of(tree, 0, len(tree.words)):
        if any(c.isalnum() for c in word.text) or (part and word.tag == "HYPH"):
            part.append(word)
        elif part:
            yield part
            part = []
    if part:
        yield part


def _without_leads(part: Sequence[Token]) -> tuple[list[Token], set[str]]:
    """Return the words after "no wait" and "i meant", and which of these show a correction."""
    words, signs = list(part), set()
    while words:
        lower = tuple(word.lower for word in words)
        lead = next((lead for lead in sorted(_LEADS, key=len, reverse=True) if lower[: len(lead)] == lead), None)
        if lead is None and len(words) > 1 and lower[0].isalpha() and len({*lower[0]}) == 1 < len(lower[0]):
            lead = lower[:1]  # "aaa no"
        if lead is None:
            break
        signs |= set(lead) & (_SIGNS | _DENIALS)
        words = words[len(lead) :]
    while words and words[-1].lower in ("lol", "haha", "sorry", "oops", "i", "meant", "mean", "actually"):
        signs |= {words[-1].lower} & _SIGNS
        words.pop()
    return words, signs


def _is_phrase(words: Sequence[Token]) -> bool:
    """Whether words are a name, a number, a day or another noun phrase, and no clause."""
    if not words or len(words) > _LONGEST:
        return False
    if any(word.tag.startswith(("V", "MD", "W", "UH")) or word.tag == "PRP" for word in words):
        return False
    return any(is_noun(word) or word.tag in ("CD", "FW", "NNP") or kind_of(word) != "" for word in words)


def _replacing(words: Sequence[Token]) -> list[Token]:
    """Return the phrase at the end of "his name is Basile"."""
    kept: list[Token] = []
    for word in reversed(words):
        if word.tag.startswith(("V", "MD", "W", "PRP")) and word.tag != "PRP$":
            break
        if word.tag in ("IN", "TO") and kept:
            break
        kept.insert(0, word)
    return kept


def _told_of(tree: SyntaxTree, words: Sequence[Token]) -> frozenset[str]:
    """Return what "not fish" of "he's allergic to milk, not fish" presupposes: the verb or adjective, and all named."""
    lead = words[: len(words) - len(_replacing(words))]
    said = {word.lemma for word in lead if word.tag.startswith(("V", "JJ"))} - _NAMING
    opening = {first for first, _ in tree.sentences}
    before = words_of(tree, 0, lead[-1].at + 1) if lead else []
    names = (word for word in before if is_name(word.text, word.tag))
    named = {word.lemma for word in names if word.at not in opening or is_first_name(word.text)}  # not "Gah"
    return frozenset(said.union(named))


def _replaced(conversation: TurnInContext, told: _Replacement) -> tuple[ParsedTurn, str, str] | None:
    """Return the utterance that held the wrong words, and its sentence before and after."""
    now, wrong = conversation.now, told.wrong
    right = bare_phrase(told.right)
    if not right:
        return None
    addressed = {name.lower() for name in now.others}
    if wrong is None and not told.starred and " ".join(word.lower for word in right) in addressed:
        return None  # "sorry Ben"
    turns = [*reversed(conversation.before)]
    if wrong is not None:
        turns.sort(key=lambda said: said.speaker != now.speaker)  # what one has said oneself, and then the others
    for said in turns:
        own = said.speaker == now.speaker
        if wrong is None and not (told.own if own else told.others and said is conversation.before[-1]):
            continue
        if said.role == "assistant":
            continue
        for first, last in reversed(said.tree.sentences):
            words = words_of(said.tree, first, last)
            if not told.alike <= {*(word.lemma for word in words), *addressed}:
                continue
            if wrong is None and not own and {"i", "we"} & {word.lower for word in words}:
                continue  # nobody knows better than the one who said it
            at = (
                place_of(words, bare_phrase(wrong))
                if wrong is not None
                else counterpart(words, right, starred=told.starred)
            )
            at = at or (as_definite(words, told.right) if wrong is None and own else None)
            before = _text(said.tree, first, last)
            asks = any(word.text.startswith("?") for word in words)
            if at is not None and asks:
                place = said.tree.starts[words[at[0]].at] - said.tree.starts[first]
                asks = wrong is None or own or _of_you(said.tree, before, place) is None
            if at is not None and not asks:
                until = at[1] + (words[at[1]].lower == right[-1].lower if at[1] < len(words) else 0)  # "two | brothers"
                start, end = said.tree.starts[words[at[0]].at], said.tree.end(words[until - 1].at)
                offset = said.tree.starts[first]
                put = " ".join(word.text for word in right)
                return said, before, before[: start - offset] + put + before[end - offset :]
        if wrong is None and own:
            return None
    return None


def _text(tree: SyntaxTree, first: int, last: int) -> str:
    return tree.text[tree.starts[first] : tree.end(last - 1)]
