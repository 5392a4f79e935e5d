"""Words of a sentence with their tags, and the noun phrases and verbs among them."""

import re
from calendar import day_abbr, day_name, month_abbr, month_name
from collections.abc import Sequence
from typing import NamedTuple

from chronomem.extractors.language.lexicon import is_place
from chronomem.extractors.language.parsing.syntax import SyntaxTree
from chronomem.extractors.language.readable.dictionary import is_english

ORDINAL = re.compile(r"\d{1,2}(?:st|nd|rd|th)")
"""A day of the month in digits."""
MONTHS = {name.lower() for name in (*month_name[1:], *month_abbr[1:], "sept")}
WEEKDAYS = {name.lower() for name in (*day_name, *day_abbr, "tues", "thur", "thurs")}

OPENING = (
    r"\W*(?:(?:o+h|wow|omg|nice|cool|great|amazing|yay|aw|congrats|congratulations|really|wait|no way|haha|lol|ha|god"
    r"|um|er|hmm|well|and|so|but)\b\W*)*"
)
"""A pattern of the interjections and conjunctions with which a short question or its answer may open."""


class Token(NamedTuple):
    """A token: its text, its text in lower case, its tag and its lemma, and its position in the turn."""

    text: str
    lower: str
    tag: str
    lemma: str
    at: int


PRONOUNS = {"i", "you", "u", "ya", "he", "she", "they", "we", "it", "that", "this", "these", "those"}
ANYBODY = {"anyone", "anybody", "someone", "somebody", "everyone", "everybody"}
AUXILIARIES = {
    "do", "does", "did", "is", "are", "am", "was", "were", "have", "has", "had", "will", "would", "can", "could",
    "should", "'s", "'re", "'m", "'ve", "'ll", "r",
}  # fmt: skip
_BREAKS = "?!.,;:()\u2026\u2013\u2014-\n"
FILLERS = {
    "again", "now", "then", "btw", "exactly", "anyway", "though", "currently", "atm", "rn", "nowadays", "mate", "bro",
    "lol", "haha", "please", "too", "already", "tho", "man", "dude", "anymore", "really", "actually", "just", "also",
    "even", "so", "ever", "right", "huh", "either", "today", "yet", "here",
}  # fmt: skip
"""Adverbs and forms of address at the edge of a question that are no part of what it asks."""


def words_of(tree: SyntaxTree, first: int, last: int) -> list[Token]:
    """Return the words of a range of tokens; a hyphen within a word is tagged as one, "sister-in-law" is one word."""
    words = [Token(tree.words[i], tree.lower[i], tree.tags[i], tree.lemmas[i], i) for i in range(first, last)]
    for n in range(1, len(words) - 1):
        i = words[n].at
        if words[n].text == "-" and tree.end(i - 1) == tree.starts[i] and tree.end(i) == tree.starts[i + 1]:
            words[n] = words[n]._replace(tag="HYPH")
    for n in range(len(words) - 5, -1, -1):
        if [word.lower for word in words[n + 1 : n + 5]] == ["-", "in", "-", "law"]:
            text = f"{words[n].text}-in-law"
            words[n : n + 5] = [Token(text, text.lower(), "NN", text.lower(), words[n].at)]
    return words


def is_noun(word: Token) -> bool:
    return word.tag.startswith("N") and word.tag != "NFP"


def is_name(text: str, tag: str) -> bool:
    """Whether a word is a name: by its tag, or because it is a place or has a capital and is no English word."""
    if tag in ("NNP", "NNPS"):
        return True
    return is_place(text.title()) or (text[:1].isupper() and text.isalpha() and not is_english(text.lower()))


_YOU_ALL = {"two", "both", "all", "guys", "three", "lot"}


def is_several(words: Sequence[Token]) -> bool:
    """Whether a noun phrase takes a plural verb: "my parents", "they"."""
    return words[-1].tag in ("NNS", "NNPS") or words[0].lower in ("we", "they")


def _among(words: Sequence[Token], start: int) -> int:
    """Return the end of "in this group" of "does anyone in this group play chess"; 0 if no predicate follows it."""
    if start + 1 >= len(words) or words[start].lower not in ("in", "at", "of", "from"):
        return 0
    end = noun_phrase(words, start + 1 + (words[start + 1].lower in ("this", "that")))
    return end if end < len(words) and words[end].tag.startswith(("VB", "JJ")) else 0


def noun_phrase(words: Sequence[Token], start: int) -> int:
    """Return the end of the noun phrase that begins at an index; the index itself if there is none."""
    if start >= len(words):
        return start
    if words[start].lower in PRONOUNS | ANYBODY:
        if _is_joined_name(words, start):
            return start + 3
        if words[start].lower in ANYBODY and (among := _among(words, start + 1)):
            return among
        counted = words[start].lower == "you" and start + 1 < len(words) and words[start + 1].lower in _YOU_ALL
        return start + 2 if counted else start + 1
    i = start + 1 if words[start].tag in ("DT", "PRP$") else start
    end = start
    while i < len(words):
        word = words[i]
        if word.tag == "POS" and end == i:
            end = start  # the owner of what follows
        elif word.lower == "of" and end == i > start:
            nested = noun_phrase(words, i + 1)
            return nested if nested > i + 1 else end
        elif is_noun(word) and word.lower not in AUXILIARIES:
            end = i + 1
        elif end > start or not word.tag.startswith(("JJ", "CD")):
            break
        i += 1
    return end


def _is_joined_name(words: Sequence[Token], start: int) -> bool:
    """Whether "you" has a name beside it: "you and Mateus"."""
    pair = words[start : start + 3]
    return len(pair) == 3 and (pair[0].lower, pair[1].lower) == ("you", "and") and is_name(pair[2].text, pair[2].tag)


def last_phrase(words: Sequence[Token]) -> tuple[int, int] | None:
    """Return the range of the last noun phrase, or of the first one with "any"."""
    end = len(words)
    some = next((n for n, word in enumerate(words) if word.lower in ("any", "anything")), None)
    if some is not None:
        return some, max(noun_phrase(words, some), some + 1)
    while end and not (is_noun(words[end - 1]) or words[end - 1].lower in _INDEFINITE or words[end - 1].tag == "CD"):
        end -= 1
    if not end:
        return None
    start = end - 1
    while start and (is_noun(words[start - 1]) or words[start - 1].tag.startswith(("JJ", "CD", "DT", "PRP$", "POS"))):
        start -= 1
    return start, end


_INDEFINITE = {"anything", "something", "anyone", "someone", "anybody", "somebody", "anywhere"}
_SOME = {"any", "a", "an", "some", "no"}


def is_indefinite(words: Sequence[Token]) -> bool:
    """Whether a noun phrase names nothing in particular: "any pets", "a car", "pets", "anything"."""
    first = words[0]
    if first.lower in _SOME | _INDEFINITE:
        return True
    return words[-1].tag == "NNS" and not any(word.tag in ("DT", "PRP$", "POS", "CD") for word in words)


_NOWADAYS = (("these", "days"), ("at", "the", "moment"), ("this", "year"), ("right", "now"), ("at", "present"),
             ("by", "the", "way"), ("as", "well"), ("at", "all"), ("of", "yours"))  # fmt: skip


def without_fillers(words: Sequence[Token]) -> list[Token]:
    """Return the words without fillers at the end."""
    kept = list(words)
    while kept and (kept[-1].lower in FILLERS or kept[-1].tag in ("UH", "NFP")):
        kept.pop()
    for phrase in _NOWADAYS:
        if len(kept) > len(phrase) and tuple(word.lower for word in kept[-len(phrase) :]) == phrase:
            return without_fillers(kept[: -len(phrase)])
    return kept


def is_break(word: Token) -> bool:
    """Whether a token ends a question or a part of a reply: punctuation, but no hyphen within a word."""
    return word.text[0] in _BREAKS and word.tag != "HYPH"
