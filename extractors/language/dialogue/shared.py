"""Statements that share words with those before them: "me too", "Mum is the 21st", "at Ecobank?" "yep"."""

import re
from bisect import bisect_left
from collections.abc import Iterator

from chronomem.extractors.language.clauses.phrases import TIME_NOUNS
from chronomem.extractors.language.dialogue.conversation import ParsedTurn, TurnInContext
from chronomem.extractors.language.dialogue.ellipsis import last_statement
from chronomem.extractors.language.dialogue.fragments import Shared
from chronomem.extractors.language.dialogue.open_question import OpenQuestion
from chronomem.extractors.language.dialogue.replies import TurnReply
from chronomem.extractors.language.dialogue.wording import as_name
from chronomem.extractors.language.dialogue.words import (
    MONTHS,
    OPENING,
    ORDINAL,
    Token,
    is_noun,
    is_several,
    noun_phrase,
    words_of,
)
from chronomem.extractors.language.lexicon import RELATION_OF_NOUN, is_place
from chronomem.extractors.language.parsing.syntax import SyntaxTree

_ALIKE = re.compile(
    rf"{OPENING}(?:(?:yeah|yes)\W+)*(?:(?P<mine>mine (?:too|2|as well)|same with mine|so (?:is|does|did|has) mine)"
    r"|me (?:too|2)|same(?: here)?|so (?P<so>do|did|am|are|have|was|were) (?:i|we)|likewise|ditto"
    r"|(?:i|we) (?:(?P<aux>do|did|am|are|have|was|were)|(?P<there>was there|were there|went))"
    r"(?: (?:too|as well|also))(?: (?:last|this|on) \w+)?)"
    r"(?:,? (?:sadly|unfortunately|alas|actually|luckily|happily))?(?:\W*$|[.!]|,(?= (?:since|for|ever)\b))",
    re.IGNORECASE,
)
_ALSO = re.compile(
    rf"{OPENING}(?:so (?:do|does|did|is|are|has|have) (?!i\b|we\b|you\b|mine\b)(?=\w)"
    r"|(?:just |exactly )?like (?=my (?!own)\w)|(?=my \w+(?: \w+)? (?:too|as well|also)\W*$))",
    re.IGNORECASE,
)
_NEITHER = re.compile(
    rf"{OPENING}(?:me (?:neither|either)|(?:neither|nor) (?:do|did|can|am|have|was|will) i"
    r"|i (?:don't|dont|can't|cant) either)(?:\W*$|[.!,])",
    re.IGNORECASE,
)
_SEVERAL = {"am": "are", "'m": "are", "'re": "are", "was": "were", "'ve": "have"}
"""The auxiliaries of "I", as they are with "we"."""
_DENYING = {"n't", "not", "never", "no", "hate", "neither"}
_BIRTHDAY = re.compile(r"\b(birthdays?|b-?day|was born|were born)\b", re.IGNORECASE)
_NOBODY = {"it", "that", "this", "everything", "things", "all", "you", "who", "which", "what"}
_DATING = {
    "a", "few", "couple", "of", "last", "this", "in", "on", "back", "the", "once", "twice", "already", "recently",
    "before", "yesterday", "times", "loads", "often", "age", "ago",
}  # fmt: skip
"""Words that tell when or how often, beside numbers, months and units of time."""
_MONTH = re.compile(
    r"\b(january|february|march|april|may|june|july|august|september|october|november|december)\b", re.IGNORECASE
)
_TOPIC = 4
"""How many turns back a topic is still talked about."""


def agreed(conversation: TurnInContext) -> Iterator[Shared]:
    """Yield what "me too", "mine too" or "so does my sister" says: the last statement that the other made of theirs."""
    text = conversation.now.tree.text
    alike, also = _ALIKE.match(text), _ALSO.match(text)
    if (alike is None and also is None) or conversation.before[-1].speaker == conversation.now.speaker:
        return
    said = last_statement(conversation.before[-1])
    if said is None:
        return
    if alike is not None and not _agrees(said, alike):
        return
    if alike is not None and (said.subject.startswith("my ") if alike["mine"] else said.subject == "I"):
        yield said.states(), alike.span()
    if also is not None and said.subject == "I":
        yield from _of_another(conversation.now, said, also)


def _agrees(said: OpenQuestion, alike: re.Match[str]) -> bool:
    """Whether the verb with which somebody says the same fits what was said: "so did I", "we were there too"."""
    if alike["there"]:
        return said.auxiliary in ("did", "was", "were") and any(word.tag in ("IN", "TO") for word in said.rest)
    verb = alike["so"] or alike["aux"]
    return verb is None or _SEVERAL.get(verb.lower(), verb.lower()) == _SEVERAL.get(said.auxiliary, said.auxiliary)


def gone_too(conversation: TurnInContext) -> Iterator[Shared]:
    """Yield where somebody went, if it was named before: "ever been to Japan?" "my cousin Yui went last year"."""
    tree = conversation.now.tree
    for first, last in tree.sentences:
        went = next((i for i in range(first, last) if tree.lower[i] == "went"), None)
        subject = None if went is None else tree.child(went, "nsubj")
        if went is None or subject is None or subject > went or tree.lower[subject] in _NOBODY:
            continue
        end = next((i for i in range(went + 1, last) if not _may_date(tree, i)), last)
        if end < last and tree.words[end][0].isalnum() and tree.lower[end] not in ("and", "but", "so", "with"):
            continue
        earlier = (tree, *(said.tree for said in reversed(conversation.before[-2:])))
        towns = (_gone_to(each, went if each is tree else len(each.lower)) for each in earlier)
        town = next((found for found in towns if found is not None), None)
        if town is not None and not any(word.startswith("?") for word in tree.words[first:last]):
            start, at = tree.starts[tree.extent(subject)[0]], tree.end(went)
            yield f"{tree.text[start:at]} to {town}{tree.text[at : tree.end(end - 1)]}", (start, tree.end(end - 1))


def _may_date(tree: SyntaxTree, token: int) -> bool:
    """Whether a word after "went" may tell when or how often: "last year", "in 2022", "twice", "ages ago"."""
    word = {tree.lower[token], tree.lemmas[token]}
    return tree.tags[token] == "CD" or not word.isdisjoint(_DATING | TIME_NOUNS | MONTHS)


def _gone_to(tree: SyntaxTree, end: int) -> str | None:
    """Return the place to which somebody was said to go before a token: "Japan" of "I've never been to Japan"."""
    for to in range(end - 2, 0, -1):
        verb = to - 1 - (tree.lower[to - 1] == "back")
        if tree.lower[to] != "to" or verb < 0 or tree.lemmas[verb] not in ("be", "go", "fly", "travel"):
            continue
        last = to
        while last + 1 < end and tree.words[last + 1][0].isupper() and tree.tags[last + 1].startswith("NNP"):
            last += 1
        if last > to and is_place(town := tree.text[tree.starts[to + 1] : tree.end(last)]):
            return town
    return None


def denied_alike(conversation: TurnInContext) -> Iterator[Shared]:
    """Yield what "me neither" says: the last denial that the other made of themselves, which has the same words."""
    agrees, said = _NEITHER.match(conversation.now.tree.text), conversation.before[-1]
    if agrees is None or said.speaker == conversation.now.speaker:
        return
    tree = said.tree
    for first, last in reversed(tree.sentences):
        end = next((i for i in range(first + 1, last) if tree.words[i] in (",", ";") or tree.lower[i] == "but"), last)
        words = tree.lower[first:end]
        if "i" in words[:3] and _DENYING.intersection(words) and "?" not in tree.lower[first:last]:
            start = first + words.index("i")
            yield tree.text[tree.starts[start] : tree.end(end - 1)], agrees.span()
            return


def _of_another(now: ParsedTurn, said: OpenQuestion, also: re.Match[str]) -> Iterator[Shared]:
    """Yield "my sister works at Aldi" for "so does my sister", said after "I work at Aldi"."""
    first = bisect_left(now.tree.starts, also.end())
    words = words_of(now.tree, first, next(last for _, last in now.tree.sentences if first < last))
    if end := noun_phrase(words, 0):
        who = " ".join(word.text for word in words[:end])
        span = also.start(), now.tree.end(words[end - 1].at)
        yield said.about(who, plural=is_several(words[:end])).states(), span


def echoed(conversation: TurnInContext, reply: TurnReply) -> Iterator[Shared]:
    """Yield the speaker's own statement with what another added in a question: "I quit." "at Ecobank?" "yep"."""
    asked_back = conversation.asked_back
    if not reply.agrees or asked_back is None:
        return
    own, other = asked_back
    added = " ".join(_echoes(other))
    if not added:
        return
    first, last = own.tree.sentences[-1]
    words = [word.text for word in words_of(own.tree, first, last) if any(c.isalnum() or c == "'" for c in word.text)]
    yield f"{' '.join(words)} {added}".replace(" 's", "'s").replace(" n't", "n't"), reply.span(conversation.now.tree)


def _echoes(said: ParsedTurn) -> Iterator[str]:
    """Yield the phrases with a preposition that a turn asks about, without a verb."""
    for first, last in said.tree.sentences:
        words = words_of(said.tree, first, last)
        phrase: list[Token] = []
        for word in words:
            if not word.text[0].isalnum():
                if word.text.startswith("?") and phrase and phrase[0].tag == "IN" and is_noun(phrase[-1]):
                    plain = len(phrase) == 2 and not any(w.tag.startswith("V") for w in phrase)
                    noun = as_name(phrase[1].text) if plain else " ".join(w.text for w in phrase[1:])
                    if phrase[0].lower not in ("after", "before"):
                        yield f"{phrase[0].text} {noun}"
                phrase = []
            else:
                phrase.append(word)


def birthdays(conversation: TurnInContext) -> Iterator[Shared]:
    """Yield "Mum's birthday is the 21st of March" for "Mum is the 21st" where birthdays are talked of."""
    now = conversation.now
    talk = [said.tree.text for said in (*conversation.before[-_TOPIC:], now)]
    if not any(_BIRTHDAY.search(text) for text in talk):
        return
    for words in _clauses(now):
        found = {word.lower: n for n, word in enumerate(words) if word.lower in ("is", "'s", "am", "'m")}
        be = next((found[word] for word in ("is", "am", "'s", "'m") if word in found), None)
        if be is None or _BIRTHDAY.search(" ".join(word.text for word in words)):
            continue
        left, right = [word for word in words[:be] if word.lower != "'s"], words[be + 1 :]
        if _is_day(left):
            left, right = right, left
        if not _is_day(right) or not _is_person(left) or len(right) > len(words) - 2:
            continue
        day = " ".join(word.text for word in right)
        month = None if _MONTH.search(day) else next((m[0] for t in reversed(talk) if (m := _MONTH.search(t))), None)
        day = day if month is None else f"{day} of {month}"
        span = now.tree.starts[words[0].at], now.tree.end(words[-1].at)
        yield f"{_whose(left)} birthday is {day}", span


def _clauses(now: ParsedTurn) -> Iterator[list[Token]]:
    """Yield the words of each clause: "mine is 9 May | and Ida's is the 11th"."""
    for first, last in now.tree.sentences:
        clause: list[Token] = []
        for word in words_of(now.tree, first, last):
            if word.text == "," or word.lower == "and":
                yield clause
                clause = []
            elif any(c.isalnum() or c == "'" for c in word.text):
                clause.append(word)
        yield clause


def _is_day(words: list[Token]) -> bool:
    named = any(word.lower in MONTHS for word in words[1:3]) and words[0].lower.isdecimal()  # "27 January"
    return 0 < len(words) <= 5 and (named or any(ORDINAL.fullmatch(word.lower) for word in words[:3]))


def _is_person(words: list[Token]) -> bool:
    if [word.lower for word in words] in (["mine"], ["i"]):
        return True
    if not words or len(words) > 3 or not is_noun(words[-1]):
        return False
    return words[-1].lemma in RELATION_OF_NOUN or words[-1].tag == "NNP" or words[-1].text[0].isupper()


def _whose(words: list[Token]) -> str:
    if words[0].lower in ("mine", "i"):
        return "my"
    return f"{' '.join(word.text for word in words)}'s"
