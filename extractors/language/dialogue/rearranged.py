"""Sentences that put something in front to stress or describe it, restated in the usual order.

Such are "it was Nadia who bought the boat", "what my brother collects is radios" and "a Scot by birth, my father …".
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from chronomem.extractors.language.clauses.genders import GENDER_OF_PRONOUN, gender_of_noun
from chronomem.extractors.language.dialogue.conversation import ParsedTurn
from chronomem.extractors.language.dialogue.fragments import Shared
from chronomem.extractors.language.dialogue.shortened import stating
from chronomem.extractors.language.dialogue.wording import as_name, joined
from chronomem.extractors.language.dialogue.words import AUXILIARIES, Token, is_noun, noun_phrase, words_of
from chronomem.extractors.language.frames.attributes import AIMS
from chronomem.extractors.language.lexicon import RELATION_OF_NOUN
from chronomem.extractors.language.parsing.syntax import SyntaxTree

_BEING = {"is", "was", "'s", "were"}
_OPENING = {"and", "but", "so", "well", "no", "yes", "yeah", "actually", "oh", ","}
_WHO = {"who", "that", "whom"}
_NO_TOPIC = {"that", "the", "because", "so", "like", "just", "only", "too", "very", "all", "when", "how", "what"}
_SUBJECTS = {"i", "we", "he", "she", "they", "my", "our", "his", "her"}
_PERIODS = {"week", "month", "year", "day", "hour", "minute", "while", "time", "bit", "lot", "few", "couple"}
_POINTING = {"it", "them", "they", "that", "those"}
_LONGEST_SENTENCE = 60
"""In words, of a thing and what is said of it."""
_LONGEST = 6
"""In words, of what is stressed."""

_MYSELF = {"me", "i", "myself"}
_ONE = r"(?:me|i|myself|my [a-z]+(?: (?-i:[A-Z])[\w'-]+)?|(?-i:[A-Z])[\w'-]+)"
_WE_LISTED = re.compile(
    r"(?:^|[,;] |\b(?:and|so|but) )(?:(?:we|us)(?P<aux>'re|'ve|'ll)?(?: (?:all|both|two|three|four|lot))?"
    r"|(?:the|all) (?:(?:two|three|four|five) )?of us) (?P<said>[a-z][^,;:]{3,80}?)"
    rf"(?:,| [-\u2013:]) (?P<names>{_ONE}(?:(?:, |,? (?:and|&) ){_ONE})+)\W*$",
    re.IGNORECASE,
)
"""A statement about "us", and who that is."""
_WRITTEN_OUT = {"'re": "are", "'ve": "have", "'ll": "will"}


_OF_CLAUSES = {
    "myth", "lie", "rumour", "rumor", "fact", "shame", "pity", "miracle", "wonder", "secret", "coincidence", "joke",
    "relief", "surprise", "possibility", "chance", "bummer", "problem",
}  # fmt: skip
"""Nouns before "that" which say of a whole sentence what to think of it."""


def stressed(now: ParsedTurn) -> Iterator[Shared]:
    """Yield clefts and exclamations as plain clauses: "Nadia bought it" for "it was Nadia who bought it"."""
    for words in stating(now):
        start = next((n for n, word in enumerate(words) if word.lower not in _OPENING), len(words))
        said = words[start:]
        text = _cleft(said) or _pseudo_cleft(said) or _exclaimed(said) or _told_last(said)
        if text is not None:
            yield text, (now.tree.starts[words[0].at], now.tree.end(words[-1].at))


def _cleft(words: Sequence[Token]) -> str | None:
    """Return the plain clause of "it was in Lisbon that I met her", "it's liquorice I can't stand"."""
    if (
        len(words) < 5
        or words[0].lower not in ("it", "its")
        or (words[0].lower == "it" and words[1].lower not in _BEING)
    ):
        return None
    first = 1 if words[0].lower == "its" else 2
    denied = words[first].lower in ("n't", "not")
    first += denied
    if not _OF_CLAUSES.isdisjoint(word.lemma for word in words[first : first + 3]):
        return None  # "it's a myth that Eva works at Lidl"
    if words[first].lower in _NO_TOPIC or words[first].tag.startswith(("JJ", "V", "RB")):
        return None
    found = [n for n in range(first + 1, min(first + _LONGEST + 1, len(words) - 1)) if words[n].lower in _WHO]
    if not found:
        return None if denied else _of_object(words, first)
    end, rest = found[0], list(words[found[0] + 1 :])
    named = words[first:end]
    rest = rest[: next((n for n, word in enumerate(rest) if word.text == ","), len(rest))]
    if denied or not rest:
        other = _other(words, found[0] + 1)
        return None if other is None else joined([word.text for word in (*other, *rest)])
    if named[0].tag in ("IN", "TO") or _is_time(named):
        return joined([word.text for word in (*rest, *named)]) if _has_subject(rest) else None
    if rest[0].lower in _BEING and len(rest) > 1 and rest[1].tag == "IN":
        return None  # "it's Nora who's at the tax office" says where only in its context
    if rest[0].tag.startswith(("VB", "MD")):
        name = as_name(named[0].text) if len(named) == 1 else joined([word.text for word in named])
        verb = "is" if rest[0].text == "'s" else rest[0].text
        return joined([name, verb, *(word.text for word in rest[1:])])
    return joined([word.text for word in (*rest, *named)]) if _has_subject(rest) else None


def _of_object(words: Sequence[Token], first: int) -> str | None:
    """Return "I can't stand liquorice" for "it's liquorice I can't stand"."""
    end = noun_phrase(words, first)
    rest = words[end:]
    thing = first < end and is_noun(words[end - 1]) and words[first].tag not in ("DT", "PRP$")
    verb_last = len(rest) > 1 and rest[0].lower in ("i", "we", "he", "she") and rest[-1].tag.startswith("VB")
    return joined([word.text for word in (*rest, *words[first:end])]) if thing and verb_last else None


def _other(words: Sequence[Token], start: int) -> Sequence[Token] | None:
    """Return the name in ", it was Karim" after a denied cleft."""
    for n in range(start, len(words) - 3):
        if words[n].text == "," and words[n + 1].lower == "it" and words[n + 2].lower in _BEING:
            named = words[n + 3 :]
            return named if noun_phrase(named, 0) == len(named) else None
    return None


def _pseudo_cleft(words: Sequence[Token]) -> str | None:
    """Return "my brother collects radios" for "what my brother collects is radios"."""
    if not words or words[0].lower != "what":
        return None
    end = noun_phrase(words, 1)
    be = next((n for n in range(len(words) - 2, end, -1) if words[n].lower in _BEING), None)
    if end == 1 or be is None or be == end or words[1].lower in ("it", "that", "this"):
        return None
    said, thing = words[1:be], words[be + 1 :]
    verbal = said[-1].tag.startswith("VB") and said[-1].lower not in AUXILIARIES
    if not (verbal or said[-1].tag in ("IN", "TO")) or noun_phrase(thing, 0) == 0:
        return None
    return joined([word.text for word in (*said, *thing)])


def _exclaimed(words: Sequence[Token]) -> str | None:
    """Return "my parents have got a sweet puppy" for "what a sweet puppy my parents have got!"."""
    if len(words) < 5 or words[0].lower != "what" or not (words[1].lower in ("a", "an") or words[1].tag == "JJ"):
        return None
    end = noun_phrase(words, 1)
    while end > 3 and words[end - 1].tag.startswith("NNP"):
        end -= 1  # "what a huge dog | Omar has"
    said, verb = words[end:], words[-1]
    single = words[1].lower in ("a", "an")
    thing = end > 2 and is_noun(words[end - 1]) and (single or words[end - 1].tag == "NNS")
    if not thing or not said or not _has_subject(said):
        return None
    if verb.tag not in ("VBZ", "VBP", "VBD", "VBN") or verb.lemma == "be":
        return None
    return joined([word.text for word in (*said, *words[1:end])])


def _told_last(words: Sequence[Token]) -> str | None:
    """Return "my brother Gus is a joker" for "he's a joker, my brother Gus"."""
    end = next((n for n in range(len(words) - 1, 2, -1) if words[n].text == ","), 0)
    who = words[end + 1 :]
    pronoun = words[0].lower if words else ""
    if not end or pronoun not in ("he", "she", "they") or who[0].tag != "PRP$" or _person(who) != len(who):
        return None
    plural = who[1].tag == "NNS"
    gender = gender_of_noun(who[1].lemma)
    if plural != (pronoun == "they") or (not plural and gender != GENDER_OF_PRONOUN[pronoun]):
        return None  # "he's ill, my friend" is said to a friend
    said = [word.text for word in words[1:end]]
    if said[0] in _SHORT_VERBS:
        said[0] = "has" if said[0] == "'s" and words[2].tag == "VBN" else _SHORT_VERBS[said[0]]
    return joined([*(word.text for word in who), *said])


_SHORT_VERBS = {"'s": "is", "'re": "are", "'ve": "have", "'ll": "will", "'d": "would"}
_IF_ONLY = re.compile(r"\W*if only (?=(?:i|we) (?:had|could|were|was)\b)", re.IGNORECASE)
_MY_AIM = re.compile(
    r"\W*to (?P<aim>[^.,!?]{3,80}?) (?:is|has always been) (?P<whose>my (?:\w+ )?"
    rf"(?:{'|'.join(AIMS)}))\W*$",
    re.IGNORECASE,
)
_HER_NAME = re.compile(r"\b(?P<name>[A-Z]\w+)(?: is|'s) (?:his|her|its) name\b")
_BORN = re.compile(r"\b(?P<name>[A-Z]\w+), (?P<born>born (?!and\b|to\b|with\b)[^,.!?;]{2,40})")
_OWN_KIN = re.compile(
    rf"\b(?:my|our) ({'|'.join(noun for noun in RELATION_OF_NOUN if noun.isalpha() and len(noun) > 2)})\b",
    re.IGNORECASE,
)
_A_MAN_CALLED = re.compile(
    r"\b(?P<be>is|'s|was) an? (?:\w+ )?(?:man|woman|guy|girl|boy|lady|bloke|chap|fellow) (?=(?:called|named) [A-Z])"
)
_BOUGHT_FROM_ME = re.compile(
    r"\b(?P<who>[^,.;!?]{2,40}?) (?:has |have |had )?(?:bought|took over) (?P<what>(?:my|the|our) [^,.;!?]{2,30}?)"
    r" (?:from|off) (?:me|us)\b(?P<when>(?! for)[^,.;!?]{0,30})"
)
_NEVER = re.compile(
    r"\W*(?P<never>never|not once|at no time)\b(?P<ever>[^,.!?]*?) (?P<aux>have|has|did|had) (?P<who>i|we|he|she|they) "
    r"(?P<said>[^.!?]+)",
    re.IGNORECASE,
)
_TOLD_YOU = re.compile(
    r"(?:^|[.!?,\u2026]|\b(?:and|so|oh|but|hey|btw|also|wait)\b) ?\b(?:"
    r"(?:did|have) (?:I|we) (?:already |ever |even )?(?:tell|told|mention(?:ed)?)(?: (?:to )?you(?: guys| all)?)?"
    r"|did (?:you|u|y'all) (?:know|hear)|have you heard|you know"
    r"|I(?: have|'ve)? (?:already )?told (?:you|u)(?= (?:that )?(?:i|my|we|he|she|they)\b))(?: that)? "
    r"(?P<said>(?!you\b|u\b|if\b|wh\w+\b|how\b|about\b|of\b|from\b|that\b)[^.!?]+?)"
    r"(?:, (?:right|yeah|yes|no|huh|did ?n['\u2019]t i))?[.!?]",
    re.IGNORECASE,
)
"""What somebody tells as known, or by asking whether it is: "did I tell you I work here?", "you know I'm vegan"."""
_RATHER = re.compile(
    r"\W*(?P<who>(?!if\b)[^,.!?;:]{1,40}?)(?: would|['\u2019]?d) (?:much |far )?rather "
    r"(?:(?P<use>have|drink|eat|get) )?(?P<said>(?!not\b)[^,.!?;:]{1,40}) than [^.!?]+[.!\s]{0,9}$",
    re.IGNORECASE,
)
_FOR_NOW = re.compile(r"\b(?:today|tonight|now|tomorrow|this|that|it|me|you|him|us|them|die)\b", re.IGNORECASE)


def reworded(now: ParsedTurn) -> Iterator[Shared]:
    """Yield plain statements for "if only I had a garden", "I told you I'm vegan" and "never have I been to Paris".

    What somebody would "rather have than wine" they prefer, unless it is for the moment only; "Mia, born today" was.
    """
    text = now.tree.text
    if (wished := _IF_ONLY.match(text)) is not None:
        yield f"I wish {text[wished.end() :]}", (0, len(text))
    if (rather := _RATHER.match(text)) is not None and not _FOR_NOW.search(text):
        plural = rather["who"].lower() in ("i", "we", "they") or " and " in rather["who"]
        liked = rather["said"] if rather["use"] else f"to {rather['said']}"
        yield f"{rather['who']} {'prefer' if plural else 'prefers'} {liked}", (0, len(text))
    for told in _TOLD_YOU.finditer(f"{text}."):
        if _is_finite(now.tree, told.start("said")):
            yield told["said"], (told.start("said"), min(told.end("said"), len(text)))
    if (aim := _MY_AIM.match(text)) is not None:
        yield f"{aim['whose']} is to {aim['aim']}", (0, len(text))
    if (name := _HER_NAME.search(text)) is not None and (kin := _OWN_KIN.findall(text, 0, name.start())):
        yield f"my {kin[-1]} is called {name['name']}", name.span()
    if (bought := _BOUGHT_FROM_ME.search(text)) is not None:
        yield f"I sold {bought['what']}{bought['when']}", bought.span()
        yield f"{bought['who']} owns {bought['what']}", bought.span()
    if _A_MAN_CALLED.search(text) is not None:
        yield _A_MAN_CALLED.sub(r"\g<be> ", text), (0, len(text))
    if (born := _BORN.search(text)) is not None:
        yield f"{born['name']} was {born['born']}", born.span()
    if (never := _NEVER.match(text)) is not None:
        yield f"{never['who']} {never['aux']} never {never['said']}", (0, len(text))


def _is_finite(tree: SyntaxTree, offset: int) -> bool:
    """Whether a clause that begins at an offset has a finite verb first: "Tom plays", not "Tom play"."""
    tags = (tree.tags[i] for i in range(len(tree.tags)) if tree.starts[i] >= offset)
    return next((tag for tag in tags if tag.startswith("VB") or tag == "MD"), "") in ("VBZ", "VBD", "VBP", "MD")


def described(now: ParsedTurn) -> Iterator[Shared]:
    """Yield what a phrase in front says of the subject: "my father is a Scot" for "(being) a Scot, my father …"."""
    for words in stating(now):
        end = next((n for n, word in enumerate(words) if word.text == ","), 0)
        front, rest = words[:end], words[end + 1 :]
        who = _person(rest)
        if not front or not who or who >= len(rest) or not rest[who].tag.startswith(("VB", "MD", "RB")):
            continue
        born = front[0].lower == "born"
        front = front[1:] if front[0].lower == "being" and len(front) > 2 else front
        article = front[0].lower in ("a", "an") and not any(
            w.tag.startswith(("VBD", "VBZ", "VBP", "MD")) for w in front
        )
        if not (born or article) or (article and _PERIODS & {word.lemma for word in front}):
            continue
        own = rest[0].lower == "i"
        be = "was" if born else "am" if own else "is"
        subject = ["I"] if own else [word.text for word in rest[:who]]
        text = joined([*subject, be, front[0].lower, *(word.text for word in front[1:])])
        yield text, (now.tree.starts[front[0].at], now.tree.end(front[-1].at))


def who_we_are(now: ParsedTurn) -> Iterator[Shared]:
    """Yield what "we" do with those whom the sentence names last: "we row on Sundays, me, Kuba and my sister"."""
    for first, last in now.tree.sentences:
        start = now.tree.starts[first]
        found = _WE_LISTED.search(now.tree.text[start : now.tree.end(last - 1)])
        if found is None:
            continue
        each = re.split(r",? (?:and|&) |, ", found["names"])
        others = [name for name in each if name.lower() not in _MYSELF]
        if others and len(others) == len(each) - 1:
            said = f"{_WRITTEN_OUT.get(found['aux'] or '', '')} {found['said']}".strip()
            yield f"{' and '.join(others)} and I {said}", (start + found.start(), start + found.end())


def topics(now: ParsedTurn) -> Iterator[Shared]:
    """Yield what is said of a thing that is named first: "I bought the ring in Porto" for "the ring? I bought it"."""
    tree = now.tree
    for (first, start), (_, last) in pairwise(tree.sentences):
        if last - first > _LONGEST_SENTENCE or tree.words[start - 1] != "?" or "?" in tree.words[start:last]:
            continue
        topic = [word for word in words_of(tree, first, start) if word.text != "?"]
        named = bool(topic) and topic[0].tag in ("DT", "PRP$") and noun_phrase(topic, 0) == len(topic)
        said = words_of(tree, start, last)
        at = next((n for n, word in enumerate(said) if word.lower in _POINTING), None)
        if not named or at is None or tree.full_deps[said[at].at] not in ("obj", "nsubj", "nsubj:pass"):
            continue
        be = ["is"] if said[at + 1 : at + 2] and said[at + 1].text == "'s" and said[at + 1].tag == "VBZ" else []
        thing = [topic[0].lower, *(word.text for word in topic[1:])]
        rest = [word.text for word in said[at + 1 + len(be) :]]
        yield joined([*(word.text for word in said[:at]), *thing, *be, *rest]), (tree.starts[start], tree.end(last - 1))


def _person(words: Sequence[Token]) -> int:
    """Return where a name, "I" or somebody's relative at the beginning ends; 0 if there is none."""
    if words and words[0].lower == "i":
        return 1
    end = 2 if len(words) > 1 and words[0].tag == "PRP$" and words[1].lemma in RELATION_OF_NOUN else 0
    while end < len(words) and words[end].tag.startswith("NNP"):
        end += 1
    return end


def _has_subject(words: Sequence[Token]) -> bool:
    named = words[0].lower in _SUBJECTS or words[0].tag.startswith("NNP")
    return named and any(word.tag.startswith(("VB", "MD")) for word in words[1:])


def _is_time(words: Sequence[Token]) -> bool:
    return any(word.lower in ("yesterday", "today", "last", "ago") or word.lemma in _PERIODS for word in words)
