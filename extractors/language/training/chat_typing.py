"""Write treebank sentences as people type them in a chat; the trees stay what they are.

A document is typed by one person in one manner (`Manner`): all in lower case or not, with apostrophes, commas and full
stops or without, with abbreviations, with dropped subjects. Every word keeps its tag, its head and its label, so the
parser learns to see the same tree in poorer words. The tokens are those that the tokenizer makes of such text: "dont"
is "do" + "nt", "im" is "i" + "m".
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from chronomem.extractors.language.training.treebank import MISSING, TreebankSentence, drop_subject

BARE = {
    "n't": "nt", "n\u2019t": "nt", "'m": "m", "\u2019m": "m", "'ve": "ve", "\u2019ve": "ve", "'re": "re",
    "\u2019re": "re", "'ll": "ll", "\u2019ll": "ll",
}  # fmt: skip
"""Contractions without their apostrophe."""
_SPLIT_AFTER = {
    "m": {"i"},
    "re": {"you", "they"},
    "ll": {"you", "they", "that"},
    "ve": {"i", "you", "we", "they"},
    "s": {"he", "she", "that", "what", "there", "who", "where", "how"},
}
"""The words after which the tokenizer splits such a contraction off: "were" and "ill" stay whole."""
ABBREVIATED = {
    "you": ("u",), "your": ("ur",), "are": ("r",), "because": ("cuz", "bc", "cos"), "with": ("w/",), "and": ("&", "n"),
    "about": ("abt",), "people": ("ppl",), "though": ("tho",), "before": ("b4",), "to": ("2",), "for": ("4",),
    "please": ("pls", "plz"), "tomorrow": ("tmrw", "tmr"), "tonight": ("tonite", "2nite"), "birthday": ("bday",),
    "really": ("rly",), "them": ("em",), "something": ("smth", "sth"), "probably": ("prob", "prolly"),
}  # fmt: skip
ASIDES = ("lol", "haha", "tbh", "ngl", "btw", "omg", "lmao", "hahaha", "ugh", "yay", "tho", "fr", "idk", "imo")
"""Words that comment on a sentence, at its beginning or end."""
_CLOSING = {".", "!", "?", "...", ";"}
_TYPO_SHARE = 0.04
_LONGEST_SPLICED = 14


@dataclass(frozen=True)
class Manner:
    """How somebody types.

    Attributes:
        case: "lower" for no capitals at all, "names" if only names have them, "usual" otherwise.
        apostrophes, commas, stops: whether these marks are typed.
        short: whether words are abbreviated.
        asides: how often a sentence has a "lol".
        subjects: whether "I" at the beginning of a sentence is written.
        careful: whether words are free of slips.
    """

    case: str
    apostrophes: bool
    commas: bool
    stops: bool
    short: bool
    asides: float
    subjects: bool
    careful: bool


def choose_manner(rng: random.Random) -> Manner:
    """Return a manner of typing; most people are careless in more than one way."""
    careless = rng.random()
    return Manner(
        case=rng.choices(("lower", "names", "usual"), (0.5, 0.25, 0.25))[0],
        apostrophes=rng.random() > 0.7 * careless,
        commas=rng.random() > 0.8 * careless,
        stops=rng.random() > 0.4 + 0.5 * careless,
        short=rng.random() < 0.4 * careless,
        asides=0.15 * careless,
        subjects=rng.random() < 0.7,
        careful=rng.random() < 0.7,
    )


def write_as_chat(
    sentences: Sequence[TreebankSentence], rng: random.Random, manner: Manner | None = None
) -> list[TreebankSentence]:
    """Return the sentences as one person would type them in a chat."""
    manner = manner or choose_manner(rng)
    typed = []
    for sentence in sentences:
        shorter = drop_subject(sentence) if not manner.subjects else None
        typed.append(_type(shorter or sentence, manner, rng))
    return typed


def _type(sentence: TreebankSentence, manner: Manner, rng: random.Random) -> TreebankSentence:
    sentence = _leave_out_marks(sentence, manner)
    words, spaces = list(sentence.words), list(sentence.spaces)
    for i, word in enumerate(words):
        name = sentence.tags[i].startswith("NNP")
        if manner.case == "lower" or (manner.case == "names" and not name):
            words[i] = word.lower()
        if not manner.apostrophes and i and not spaces[i - 1]:
            words[i] = _without_apostrophe(words[i - 1], words[i], sentence.deps[i])
        if manner.short and not name and words[i].lower() in ABBREVIATED and rng.random() < 0.6:
            apart = i == 0 or spaces[i - 1]
            if apart and spaces[i] and _may_shorten(words[i].lower(), sentence.tags[i]):
                words[i] = rng.choice(ABBREVIATED[words[i].lower()])
        if not manner.careful and rng.random() < _TYPO_SHARE:
            words[i] = _slip(words[i], rng)
    spaces[-1] = True
    typed = replace(sentence, words=tuple(words), spaces=tuple(spaces))
    return _add_aside(typed, rng) if rng.random() < manner.asides else typed


def _leave_out_marks(sentence: TreebankSentence, manner: Manner) -> TreebankSentence:
    """Leave out commas, and the marks that close the sentence; a question keeps its mark half as often as not."""
    governing = {head for i, head in enumerate(sentence.heads) if head != i}
    dropped = set()
    last = len(sentence.words) - 1
    for i, word in enumerate(sentence.words):
        if sentence.deps[i] != "punct" or i in governing or sentence.heads[i] == i:
            continue
        closing = i == last and word in _CLOSING
        if (closing and not manner.stops) or (word == "," and not manner.commas):
            dropped.add(i)
    if not dropped or len(dropped) == len(sentence.words):
        return sentence
    if any(sentence.entities[i] not in ("O", MISSING) for i in dropped):
        return sentence
    spaces = list(sentence.spaces)
    for i in sorted(dropped):
        if i:
            spaces[i - 1] = True
    return replace(sentence, spaces=tuple(spaces)).without(dropped)


def _without_apostrophe(before: str, word: str, dep: str) -> str:
    if word == "'s" or word == "\u2019s":
        return "s" if before.lower() in _SPLIT_AFTER["s"] and dep in ("cop", "aux", "aux:pass") else word
    bare = BARE.get(word)
    if bare is None or (bare in _SPLIT_AFTER and before.lower() not in _SPLIT_AFTER[bare]):
        return word
    return bare


def _may_shorten(word: str, tag: str) -> bool:
    """Whether a word is shortened in this use: "2" is a "to" before a noun or a verb, "4" a preposition."""
    return word not in ("to", "for", "before") or tag in ("IN", "TO")


def _slip(word: str, rng: random.Random) -> str:
    """Return a word with one slip of the fingers: two letters exchanged, one doubled or one left out."""
    if len(word) < 5 or not word.isalpha():
        return word
    at = rng.randrange(1, len(word) - 1)
    return rng.choice(
        (
            word[:at] + word[at + 1] + word[at] + word[at + 2 :],
            word[:at] + word[at] + word[at:],
            word[:at] + word[at + 1 :],
        )
    )


def _add_aside(sentence: TreebankSentence, rng: random.Random) -> TreebankSentence:
    """Put a "lol" before or after the sentence, attached to its root."""
    known = "O" if MISSING not in sentence.entities else MISSING
    aside = rng.choice(ASIDES)
    if rng.random() < 0.4:
        root = sentence.root + 1
        return TreebankSentence(
            words=(aside, *sentence.words),
            spaces=(True, *sentence.spaces),
            tags=("UH", *sentence.tags),
            heads=(root, *(head + 1 for head in sentence.heads)),
            deps=("discourse", *sentence.deps),
            entities=(known, *sentence.entities),
        )
    return TreebankSentence(
        words=(*sentence.words, aside),
        spaces=(*sentence.spaces, True),
        tags=(*sentence.tags, "UH"),
        heads=(*sentence.heads, sentence.root),
        deps=(*sentence.deps, "discourse"),
        entities=(*sentence.entities, known),
    )


def splice(first: TreebankSentence, second: TreebankSentence) -> TreebankSentence:
    """Join two sentences: "the move is off, the flat fell through". The second hangs on the root of the first."""
    last = len(first.words) - 1
    if first.deps[last] == "punct" and last not in first.heads:
        first = first.without({last})
    known = "O" if MISSING not in (*first.entities, *second.entities) else MISSING
    shift = len(first.words) + 1
    root, other = first.root, second.root
    return TreebankSentence(
        words=(*first.words, ",", *second.words),
        spaces=(*first.spaces[:-1], False, True, *second.spaces),
        tags=(*first.tags, ",", *second.tags),
        heads=(*first.heads, other + shift, *(root if i == other else h + shift for i, h in enumerate(second.heads))),
        deps=(*first.deps, "punct", *("parataxis" if i == other else dep for i, dep in enumerate(second.deps))),
        entities=(*first.entities, known, *second.entities),
    )


def splice_some(sentences: Sequence[TreebankSentence], rng: random.Random) -> list[TreebankSentence]:
    """Join some pairs of short sentences by a comma."""
    joined: list[TreebankSentence] = []
    for sentence in sentences:
        short = len(sentence.words) <= _LONGEST_SPLICED and len(sentence.words) > 1
        if joined and short and 1 < len(joined[-1].words) <= _LONGEST_SPLICED and rng.random() < 0.25:
            joined[-1] = splice(joined[-1], sentence)
        else:
            joined.append(sentence)
    return joined
