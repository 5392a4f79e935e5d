"""Questions of one word about a statement, and their answers: "I'm moving!" "where?" "Ghent"."""

import re
from collections.abc import Iterator, Sequence

from chronomem.extractors.language.dialogue.conversation import ParsedTurn, TurnInContext
from chronomem.extractors.language.dialogue.ellipsis import as_asked
from chronomem.extractors.language.dialogue.fragments import Shared
from chronomem.extractors.language.dialogue.open_question import OpenQuestion
from chronomem.extractors.language.dialogue.replies import Part, TurnReply
from chronomem.extractors.language.dialogue.told_questions import declared
from chronomem.extractors.language.dialogue.wording import as_name, joined
from chronomem.extractors.language.dialogue.words import MONTHS, OPENING, Token, is_noun, words_of
from chronomem.extractors.language.frames.occupations import is_occupation
from chronomem.extractors.language.lexicon import JOB_NOUNS, OWN_KIN, is_first_name
from chronomem.graph_schema.facts.sentences import with_article

_ASKED = re.compile(
    rf"{OPENING}(?:what\W+)?"
    r"(?:(?P<before>to|with|at|for|from|in)? ?(?P<word>who|whom|where|when) ?(?P<after>to|with|at|for|from)?"
    r"|(?:doing|as) (?P<role>what)(?: exactly)?)\W*",
    re.IGNORECASE,
)
_SOMEBODY = re.compile(r"\b(?:someone|somebody)(?: (?:new|else|nice|special))?\b", re.IGNORECASE)
_BOTH = re.compile(r"(?:me|i) and (?P<one>[\w' -]+)|(?P<other>[\w' -]+) and (?:me|i)", re.IGNORECASE)
_WE = re.compile(r"^(?:(?:so|well|and|ok|guess what)\W+)*we\b", re.IGNORECASE)
_TOWARDS = {"move", "go", "fly", "travel", "relocate", "head", "drive"}
_BARE = re.compile(
    r"(?:last|next|this|today|tonight|tomorrow|yesterday|(?:about|around|like) |.*\bago\b"
    r"|(?:the )?(?:end|start|beginning) of)"
)
"""Times that need no preposition: "two weeks ago", "end of the month"."""
_MONTH_OR_YEAR = re.compile(rf"\b(?:{'|'.join(sorted(MONTHS))}|\d{{4}})$")
_DISTRIBUTING = {"both", "all", "each"}
_LONGEST = 6
"""In words, of an answer."""
_LONGEST_STATEMENT = 30
"""In words, of what somebody says of several."""


def sluiced(conversation: TurnInContext, reply: TurnReply) -> Iterator[Shared]:
    """Yield the speaker's statement with what the other asked for by a single word, and the speaker then told."""
    now, asked_back = conversation.now, conversation.asked_back
    if asked_back is None or not reply.parts:
        return
    own, other = asked_back
    asked, part = _asked(other), reply.parts[0]
    if asked is not None and _named_first(part.words):
        for text, words in _of_each(own, reply.parts):
            yield text, (now.tree.starts[words[0].at], now.tree.end(words[-1].at))
        return
    if asked is None or reply.agrees is not None or not part.nominal or len(part.words) > _LONGEST:
        return
    first, last = own.tree.sentences[-1]
    said = joined(own.tree.words[first:last])
    whole = None if "?" in said else _filled(own, said.rstrip(" .!,;:"), asked, part)
    if whole is not None:
        yield whole, (now.tree.starts[part.words[0].at], now.tree.end(part.words[-1].at))


def _asked(said: ParsedTurn) -> re.Match[str] | None:
    tree = said.tree
    texts = (tree.text[tree.starts[first] : tree.end(last - 1)] for first, last in tree.sentences)
    return next((found for text in texts if (found := _ASKED.fullmatch(text)) is not None), None)


def _of_each(said: ParsedTurn, parts: Sequence[Part]) -> Iterator[tuple[str, Sequence[Token]]]:
    """Yield the statement about several as said of each: "Erik has moved out to Leeds" for "Erik to Leeds"."""
    whole = _said_of_several(said)
    each = list(_divided(parts))
    if whole is None or len(each) < 2 or not all(_named_first(words) for words in each):
        return
    for words in each:
        name, *rest = (word.text for word in words)
        yield whole.about(name).states(tail=" ".join(rest)), words


def _divided(parts: Sequence[Part]) -> Iterator[Sequence[Token]]:
    """Yield the words of each part, and apart those after an "and" that names somebody else."""
    for part in parts:
        start = 0
        for n, word in enumerate(part.words):
            if word.lower == "and" and _named_first(part.words[n + 1 :]):
                yield part.words[start:n]
                start = n + 1
        yield part.words[start:]


def _said_of_several(said: ParsedTurn) -> OpenQuestion | None:
    """Return what the last sentence of a turn says of several, as a question about "them"."""
    tree, (first, last) = said.tree, said.tree.sentences[-1]
    head = next((i for i in range(first, last) if tree.heads[i] == i), None)
    subject = None if head is None or last - first > _LONGEST_STATEMENT else tree.child(head, "nsubj", "nsubj:pass")
    if subject is None or not (
        tree.child(subject, "conj") or tree.tags[subject] == "NNS" or tree.lower[subject] == "they"
    ):
        return None
    _, end = tree.extent(subject)
    told = [word for word in words_of(tree, end, last) if any(c.isalnum() or c == "'" for c in word.text)]
    told = [as_asked(word) for word in told if word.lower not in _DISTRIBUTING]
    return declared(said, [Token("they", "they", "PRP", "they", subject), *told])


def _named_first(words: Sequence[Token]) -> bool:
    """Whether words have the form of "Erik to Leeds": somebody, a preposition and a noun."""
    if len(words) < 3 or words[1].tag not in ("IN", "TO"):
        return False
    person = is_first_name(words[0].text) or (words[0].lower in OWN_KIN and words[0].text.istitle())
    return person and is_noun(words[-1]) and not any(word.tag.startswith(("VB", "MD")) for word in words)


def _in_role(text: str, part: Part) -> str | None:
    """Return the statement with what somebody works as: "as a vet", "a vet"."""
    words = part.words[part.words[0].lower == "as" :]
    if not words or not is_noun(words[-1]) or not is_occupation(words[-1].lemma) or words[0].tag in ("IN", "TO"):
        return None
    role = " ".join(word.text for word in words)
    return f"{text} as {role if words[0].tag in ('DT', 'PRP$') else with_article(role)}"


def _filled(said: ParsedTurn, text: str, asked: re.Match[str], part: Part) -> str | None:
    """Return the statement with the answer at its place; None if nothing tells where that is."""
    if asked["role"]:
        return _in_role(text, part)
    word, preposition = asked["word"].lower(), (asked["before"] or asked["after"] or "").lower()
    answer = part.text if word == "when" else part.named
    if part.attached:
        return f"{text} {part.text}"
    if word == "when":
        if _BARE.match(answer.lower()):
            return f"{text} {answer}"
        return f"{text} {'in' if _MONTH_OR_YEAR.search(answer.lower()) else 'on'} {answer}"
    if word == "where":
        lemmas = set(said.tree.lemmas)
        usual = "to" if lemmas & _TOWARDS else "at" if lemmas & (JOB_NOUNS | {"intern", "work"}) else "in"
        return f"{text} {preposition or usual} {answer}"
    if preposition:
        return f"{text} {preposition} {answer}"
    if _SOMEBODY.search(text):
        return _SOMEBODY.sub(answer, text, count=1)
    both = _BOTH.fullmatch(part.text)
    if both is not None and _WE.search(text):
        return _WE.sub(f"{as_name(both['one'] or both['other'])} and I", text)
    return None
