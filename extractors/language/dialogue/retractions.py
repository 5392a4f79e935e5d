"""What a turn takes back or calls off as a whole: "jk", "i take it back", "scrap that", "it's off", "nonsense"."""

import re
from collections.abc import Iterator
from typing import Literal

from chronomem.extractors.language.dialogue.conversation import ParsedTurn, TurnInContext
from chronomem.extractors.language.dialogue.replies import TurnReply

Effect = Literal["told", "settled", "withdrawn", "never", "denied", "cancelled"]
"""What a turn does with a sentence: tells it in place of its own words, ends a plan by it beside them, takes it back,
denies it of others, or calls off what it plans."""

_TAKEN_BACK = re.compile(
    r"\W*((lol|haha|ok|okay|no|nah|sorry|wait|and|well|fine|i(?:'| a)?m|im|was|only|all|right|oh|ha)\W+)*"
    r"(just kidding|kidding|jk|j/k|joking|just joking|jokes|i(?:'ll)? take (it|that) back|i lied|that was a lie|"
    r"made that up|"
    r"ignore that|disregard that|scratch that|april fools?)\b",
    re.IGNORECASE,
)
_DAY = r"(?:(?:on|this|next|weekend|\w+day|today|tonight|tomorrow) ){0,3}"
_ALONE = r"(?=\s*($|[.,!;:)]|cause|cuz|cos|bc|because|since|so|and\b))"
_CALLED_OFF = re.compile(
    r"\b(scrap (that|it|the plan)|forget (it|that)|cancel (that|it)|"
    r"(it|that|this|thing|plan|plans)(?:'s| is| was| got| has been|s| are)? (all )?"
    r"(off(?=\s*($|[.,!;:)]|now|then|after|because|since|cause|as))|cancell?ed|called off|scrapped|not happening|"
    r"no longer happening)|"
    r"not happening (any ?more|after all)|(it|that|whole thing) fell through|"
    r"(they|he|she|we|i)(?:'ve| have| had to)? (pulled|cancell?ed|cancel|scrapped|scrap|postponed|postpone) it"
    r"(?! (forward|back|up|to|on|over|in|apart)\b)|"
    rf"((i|we) (had|have|need|'?ve got)|(?<![\w'] )had) to (cancel|bail|pull out|drop out|back out){_ALONE}|"
    rf"(i|we)(?:'ve| have)? (pulled out|backed out|bailed){_ALONE}|"
    rf"ca(n't|nt|nnot) make it {_DAY}(any ?more|after all|now)|"
    r"no longer (going|coming))\b",
    re.IGNORECASE,
)
_ANYMORE = re.compile(rf"{_DAY}(?:after all|any ?more)\b")
_CHANGED = re.compile(r"\bchange of plans?\b", re.IGNORECASE)
"""Words that call off what was said a moment ago; of an earlier plan, they only tell that it changed."""
_ECHOED = re.compile(
    r"\W*(?:(?:no|nope|nah|lol|haha|um|er|actually|wait|but|sorry)\W+)*(?P<who>i|we|he|she|they|it) "
    r"(?:do|does|did|am|is|are|was|were|have|has|had|can|ca)(?: ?n['\u2019]?t| not)\b(?=\W*$|[.,!;])",
    re.IGNORECASE,
)
"""Words that deny what was said right before by its subject and auxiliary alone: "no she doesn't"."""
_OWN = {"i", "we"}
_STRONG = {"nonsense", "rubbish", "wrong", "false", "bollocks"}
_MOST_TURNS = 2
"""How many of the speaker's own last turns a turn can take back or call off."""


def retracted(
    conversation: TurnInContext, reply: TurnReply
) -> Iterator[tuple[ParsedTurn, str, tuple[int, int], Effect]]:
    """Yield the sentences of earlier turns that a turn takes back, with its words that do so and what they do."""
    now = conversation.now
    text = now.tree.text
    own = [said for said in reversed(conversation.before) if said.speaker == now.speaker]
    if (match := _TAKEN_BACK.match(text)) is not None:
        yield from ((said, sentence, match.span(), "withdrawn") for said in own[:1] for sentence in _sentences(said))
    elif (span := calls_off(now) or _changes(text)) is not None:
        for said in own[:_MOST_TURNS]:
            yield from ((said, sentence, span, "cancelled") for sentence in _sentences(said))
    elif conversation.before and (echoed := _ECHOED.match(text)) is not None:
        said, own_words = conversation.before[-1], echoed["who"].lower() in _OWN
        if own_words == (said.speaker == now.speaker) and said.role != "assistant":
            effect: Effect = "withdrawn" if own_words else "denied"
            yield from ((said, each, echoed.span(), effect) for each in _sentences(said, of_oneself=own_words))
    elif reply.agrees is False and _is_strong(reply) and conversation.before:
        said = conversation.before[-1]
        span = reply.span(now.tree)
        if said.speaker != now.speaker and said.role != "assistant":
            yield from ((said, sentence, span, "denied") for sentence in _sentences(said))


def _changes(text: str) -> tuple[int, int] | None:
    match = _CHANGED.search(text)
    return None if match is None else match.span()


def calls_off(now: ParsedTurn) -> tuple[int, int] | None:
    """Return the span of the words by which a turn calls off a plan without naming it; None if it doesn't."""
    match = _CALLED_OFF.search(now.tree.text)
    if match is None:
        return (0, 0) if _stays_open(now) else None
    return None if "?" in now.tree.text[match.end() : match.end() + 3] else match.span()


def _is_strong(reply: TurnReply) -> bool:
    spoken = [word.lower for word in reply.spoken]
    return bool(_STRONG & set(spoken)) or ("not" in spoken and "true" in spoken)


def _stays_open(now: ParsedTurn) -> bool:
    """Whether a turn only says that its speaker isn't going: "we're not going after all"."""
    tree = now.tree
    for i, lemma in enumerate(tree.lemmas):
        if lemma not in ("go", "come", "do", "make") or tree.tags[i] not in ("VBG", "VB") or not tree.negated(i):
            continue
        sentence = next(sentence for sentence in tree.sentences if sentence[0] <= i < sentence[1])
        after = " ".join(tree.lower[i + 1 : sentence[1]])
        if _ANYMORE.match(after):
            subject = tree.child(i, "nsubj")
            return subject is not None and tree.lower[subject] in ("i", "we")
    return False


def _sentences(said: ParsedTurn, *, of_oneself: bool | None = None) -> Iterator[str]:
    """Yield the sentences of a turn that state something.

    Args:
        of_oneself: whether of their speaker, or of others; None for all.
    """
    tree = said.tree
    for first, last in tree.sentences:
        subjects = [tree.lower[i] in _OWN for i in range(first, last) if tree.full_deps[i].startswith("nsubj")]
        if of_oneself is not None and (not subjects or subjects[0] != of_oneself):
            continue
        text = tree.text[tree.starts[first] : tree.end(last - 1)]
        if "?" not in text and any(c.isalnum() for c in text):
            yield text
