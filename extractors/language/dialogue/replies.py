"""A turn as a reply: yes or no, and the parts that follow it."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from chronomem.extractors.language.dialogue.wording import as_name
from chronomem.extractors.language.dialogue.words import AUXILIARIES, Token, is_break, is_noun, noun_phrase, words_of
from chronomem.extractors.language.frames.adjectives import STATUS
from chronomem.extractors.language.parsing.syntax import SyntaxTree

_YES = {
    "yes", "yeah", "yep", "yup", "yea", "yh", "ya", "yess", "yesss", "aye", "sure", "indeed", "correct", "exactly",
    "right", "true", "mhm", "definitely", "absolutely", "totally", "of course", "it's true", "that's right",
    "thats right", "that's true", "thats true", "its true", "sure is", "sure do", "sure am", "uh huh", "obviously",
    "afraid so", "guilty", "it is true", "spot on", "that's me", "thats me", "you bet", "affirmative", "obviously yes",
    "naturally", "certainly", "si", "ja", "happily", "proudly", "still am", "still do",
}  # fmt: skip
_NO = {
    "no", "nope", "nah", "nay", "noo", "nooo", "never", "not really", "not anymore", "not any more", "no longer",
    "god no", "hell no", "of course not", "not at all", "nonsense", "total nonsense", "rubbish", "not true",
    "that's not true", "thats not true", "it's not true", "its not true", "absolutely not", "definitely not",
    "certainly not", "none", "nothing", "no never", "no no", "not me", "wrong", "sadly not", "unfortunately not",
    "afraid not", "not a chance", "not true at all", "total rubbish", "complete nonsense", "complete rubbish",
    "thankfully not", "no way", "heavens no", "not anymore no", "neither", "false", "not since", "hardly",
    "utter rubbish", "utter nonsense", "bollocks", "total bollocks", "that's rubbish", "that's nonsense",
    "that's wrong", "that's not me", "it's not me", "that was not me", "that was n't me", "was n't me", "it was n't me",
}  # fmt: skip
_CORE = {
    "yes", "yeah", "yep", "yup", "yea", "yh", "yess", "yesss", "aye", "no", "nope", "nah", "noo", "nooo", "not really",
    "not anymore", "not any more", "no no", "no longer", "god no", "of course", "of course not",
}  # fmt: skip
"""Those of them that other words may follow without a comma: "yeah a cat", but not "never turned up"."""
_NOT_YET = {"not yet", "no not yet", "not quite yet", "soon"}
_EVASIVE = {
    "none", "nothing", "nobody",
    "idk", "dunno", "guess", "maybe", "perhaps", "why", "possibly", "depends", "kinda", "probably", "secret", "same",
    "whatever", "who", "what", "how", "nowhere", "somewhere", "wherever", "sort", "complicated", "ish", "business",
    "idea", "clue", "ditto", "unsure", "where", "when", "ask", "not", "mind", "telling", "nevermind", "same here",
    "anything", "everything", "sorts",
}  # fmt: skip
"""Words of a reply that gives no answer."""
_SKIPPED = {
    "oh", "lol", "haha", "hahaha", "hehe", "god", "omg", "well", "um", "uh", "hmm", "ah", "ha", "sorry", "thanks", "ta",
    "hey", "hi", "so", "ok", "okay", "and", "but", "like", "just", "only", "mostly", "basically", "actually", "lmao",
    "ugh", "oof", "aw", "please", "cheers", "thank", "honestly", "tbh", "currently", "mainly", "usually", "also", "xd",
    "obviously", "er", "erm", "hm", "yay",
}  # fmt: skip
"""Words at the beginning of a part that add nothing to it."""
_SUBJECTS = {"i", "we", "he", "she", "they", "it", "that", "there", "you", "im", "ive", "its", "thats", "id", "hes",
             "shes", "theyre", "this", "who"}  # fmt: skip
_CORRECTED = {"her", "him", "she", "he", "they", "hers", "his"}
"""Pronouns that, alone, only correct the gender in a question."""
_LONGEST = 5
"""In words, of the phrases above."""
_PRESENTING = {
    "that 's", "that is", "it 's", "it is", "that was", "it was", "that would be", "that 'd be", "that must be",
    "i 'd say", "her name is", "her name 's", "his name is", "his name 's",
}  # fmt: skip
"""Words that only lead to an answer."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a reply between punctuation.

    Attributes:
        words: its words, without interjections at the beginning.
        clausal: whether it is a clause with a subject of its own, which is read by itself.
        sentence: the number of its sentence among those of the reply.
        asks: whether it ends in a question mark.
        added: whether "and" stands before it.
    """

    words: tuple[Token, ...]
    clausal: bool
    sentence: int = 0
    asks: bool = False
    added: bool = False

    @property
    def text(self) -> str:
        """The words as written, apart from spaces and the capital of a first word that is no name."""
        first = self.words[0]
        opening = first.text if first.tag.startswith("NNP") or first.lower == "i" else first.lower
        text = " ".join([opening, *(word.text for word in self.words[1:])])
        return text.replace(" 's", "'s").replace(" n't", "n't")

    @property
    def named(self) -> str:
        """The words as a name, unless a determiner, a number or a preposition tells that they are none."""
        return self.text if self.words[0].tag in ("DT", "PRP$", "CD", "IN", "TO") else as_name(self.text)

    @property
    def nominal(self) -> bool:
        """Whether it can name something: a noun phrase or a number, perhaps after a preposition."""
        evasive = any(word.lower in _EVASIVE for word in self.words[:3])
        named = any(is_noun(word) or word.tag in ("CD", "VBG", "FW") for word in self.words)
        alone = len(self.words) == 1 and (not _is_judgement(self.words[0]) or _may_be_name(self.words[0]))
        return not self.clausal and not self.asks and not evasive and (named or alone)

    @property
    def shown(self) -> "Part":
        """The answer alone: "Celia" of "that would be Celia" and "her name is Celia"."""
        lower = [word.lower for word in self.words]
        size = next((n for n in (3, 2) if " ".join(lower[:n]) in _PRESENTING), 0)
        return replace(self, words=self.words[size:], clausal=False) if size and size < len(lower) else self

    @property
    def may_answer(self) -> bool:
        """Whether it may answer a question: by naming something, or as a statement about a name or who does it."""
        presents = self.words[0].lower in ("that", "it") or self.words[-1].lower in ("does", "did", "is", "has")
        status = self.words[0].lower in STATUS
        return self.nominal or self.words[0].tag == "NNP" or presents or status or self.shown is not self

    @property
    def attached(self) -> bool:
        """Whether it begins with a preposition, so that it adds to what stands before it."""
        return self.words[0].tag in ("IN", "TO") and not self.clausal


@dataclass(frozen=True, slots=True)
class TurnReply:
    """A turn as a reply.

    Attributes:
        agrees: True for yes, False for no, None for neither.
        yet: whether it says "not yet".
        parts: what it says besides.
        spoken: the words that say yes or no.
        run_on: whether the first part follows yes or no without punctuation.
    """

    agrees: bool | None
    yet: bool
    parts: tuple[Part, ...]
    spoken: tuple[Token, ...] = ()
    run_on: bool = False

    def span(self, tree: SyntaxTree) -> tuple[int, int]:
        """Return where it says yes or no in its text."""
        return tree.starts[self.spoken[0].at], tree.end(self.spoken[-1].at)


Filled = tuple[list[str], list[Part]]
"""Statements, and the parts of the reply that they hold."""

_SETTING_RIGHT = {"no wait", "wait", "wait no", "actually", "no", "no sorry", "scratch that", "make that", "i mean"}
"""Parts with which somebody corrects the part before."""
_JUDGING = ("ing", "ed", "ful", "ous", "ive", "ble", "ic", "less", "est", "ant", "ent")


def _is_judgement(word: Token) -> bool:
    """Whether a single word judges rather than names: "exciting"; a town in lower case may look like an adjective."""
    return word.tag.startswith(("RB", "UH", "IN", "V")) or (word.tag.startswith("JJ") and word.lower.endswith(_JUDGING))


def _may_be_name(word: Token) -> bool:
    """Whether a capital tells that a word, taken for a verb, is a name: "Sixten"."""
    return word.text.istitle() and word.tag.startswith("V") and not word.lower.endswith(_JUDGING)


def reply_of(tree: SyntaxTree, others: Sequence[str]) -> TurnReply:
    """Read a turn as a reply to others; their names only call them."""
    names = {name.split()[0].lower() for name in others if name.split()}
    parts = [part for part in _parts(tree) if not (len(part.words) == 1 and _calls(part.words[0].lower, names))]
    agrees: bool | None = None
    yet = False
    spoken: list[Token] = []
    run_on = False
    while parts:
        words = parts[0].words
        size, meant, not_yet = _said_first(words)
        if not size and (echo := _echo(words)) is not None:
            size, meant = len(words), echo
        if not size or (agrees is not None and meant != agrees):
            break
        agrees, yet = meant, yet or not_yet
        spoken += words[:size]
        rest = _trimmed(words[size:])
        run_on = bool(rest)
        parts = [_part(tree, rest, parts[0].sentence, parts[0].asks), *parts[1:]] if rest else parts[1:]
    if agrees is None and len(parts) in (2, 3) and not parts[0].clausal:  # "one day, yes", "2021, but yes"
        last = parts[-1].words
        size, meant, _ = _said_first(last)
        if size == len(last):
            agrees, spoken, parts = meant, list(last), parts[:-1]
    return TurnReply(agrees, yet, tuple(parts), tuple(spoken), run_on)


def set_right(parts: list[Part]) -> list[Part]:
    """Return the parts from the one on with which somebody corrects the first: "Heat. no wait, Collateral"."""
    for n in range(1, len(parts) - 1):
        if " ".join(word.lower for word in parts[n].words) in _SETTING_RIGHT and parts[n + 1].nominal:
            return parts[n + 1 :]
    return parts


def _calls(word: str, names: Collection[str]) -> bool:
    """Whether a word is a participant's name, or how it may begin or be misspelt: "Mel", "Mell"."""
    return any(word == name or (len(word) > 2 and name.startswith(word[:3])) for name in names)


def _said_first(words: Sequence[Token]) -> tuple[int, bool, bool]:
    """Return how many words at the beginning say yes or no, whether yes, and whether "not yet"."""
    for size in range(min(_LONGEST, len(words)), 0, -1):
        text = " ".join(word.lower for word in words[:size]).replace(" 's", "'s")
        if text in _NOT_YET:
            return size, False, True
        if size < len(words) and text not in _CORE:
            continue
        if text in _NO:
            determines = text == "no" and size < len(words) and is_noun(words[size])
            return (0, False, False) if determines else (size, False, False)
        if text in _YES:
            return size, True, False
    return 0, False, False


def _echo(words: Sequence[Token]) -> bool | None:
    """Return whether "she does", "I'm not" agree; None for other words."""
    lower = [word.lower for word in words if word.lower not in ("still", "too", "indeed", "really", "actually")]
    if len(lower) < 2 or len(lower) > 4 or words[0].tag != "PRP" or lower[1] not in AUXILIARIES | {"ca", "wo"}:
        return None
    if len(lower) == 2 and lower[1] not in ("'s", "'m", "'re", "'ve", "'ll"):
        return True
    return False if lower[2:] in (["not"], ["n't"], ["nt"]) else None


def _parts(tree: SyntaxTree) -> Iterator[Part]:
    for number, (first, last) in enumerate(tree.sentences):
        words = words_of(tree, first, last)
        start = 0
        for i in range(len(words) + 1):
            if i < len(words) and not _splits(words, i):
                continue
            asks = i < len(words) and words[i].text.startswith("?")
            rest = _trimmed(words[start:i])
            thanks = any(word.lower == "thank" for word in words[start:i])
            if rest and not thanks and not (len(rest) == 1 and rest[0].lower in _CORRECTED):
                added = any(word.lower in ("and", "&") for word in words[start:i] if word.at < rest[0].at)
                yield replace(_part(tree, rest, number, asks), added=added)
            start = i if i < len(words) and words[i].text[0].isalpha() else i + 1


def _splits(words: Sequence[Token], i: int) -> bool:
    """Whether a part ends before an index: at punctuation, or where a clause begins after "and"."""
    word = words[i]
    if is_break(word) or word.tag == "NFP":
        return True
    after = words[i + 1].lower if i + 1 < len(words) else ""
    if word.lower in ("and", "but", "so", "because", "cause", "cuz", "bc", "since", "coz") and after in _SUBJECTS:
        return True
    return i > 0 and word.lower in ("lol", "haha", "lmao", "hahaha", "but", "tho", "though", "because", "cuz")


def _trimmed(words: Sequence[Token]) -> list[Token]:
    kept = list(words)
    while kept and (kept[0].lower in _SKIPPED or (kept[0].tag == "UH" and not _is_answer(kept[0]))):
        if kept[0].lower == "like" and len(kept) > 2 and noun_phrase(kept, 1) == len(kept) and kept[1].tag == "PRP$":
            break  # "just like my dad"
        kept.pop(0)
    while kept and (kept[-1].lower in _SKIPPED or not any(c.isalnum() for c in kept[-1].text)):
        kept.pop()
    return kept


def _is_answer(word: Token) -> bool:
    return word.lower in _YES | _NO


def _part(tree: SyntaxTree, words: Sequence[Token], sentence: int, asks: bool) -> Part:
    inside = {word.at for word in words}
    subject = any(
        tree.deps[i] in ("nsubj", "expl") and tree.heads[i] in inside and _is_finite(tree, tree.heads[i])
        for i in inside
    )
    opens = len(words) > 1 and words[0].lower in _SUBJECTS
    return Part(tuple(words), subject or opens, sentence, asks)


def _is_finite(tree: SyntaxTree, head: int) -> bool:
    return tree.tags[head] in ("VBD", "VBP", "VBZ", "MD") or tree.child(head, "cop", "aux", "aux:pass") is not None
