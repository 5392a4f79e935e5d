"""What a turn takes back or calls off as a whole: "jk", "i take it back", "scrap that", "it's off", "nonsense"."""

import re
from collections.abc import Iterator
from typing import Literal

from chronomem.extractors.language.dialogue.conversation import Conversation, Said
from chronomem.extractors.language.dialogue.replies import Reply

Effect = Literal["told", "withdrawn", "denied", "cancelled"]
"""What a turn does with a sentence: tells it, takes it back, denies it of others, or calls off what it plans."""

_TAKEN_BACK = re.compile(
    r"\W*((lol|haha|ok|okay|no|nah|sorry|wait|and|well|fine|i(?:'| a)?m|im|was|only|all|right|oh|ha)\W+)*"
    r"(just kidding|kidding|jk|j/k|joking|just joking|jokes|i(?:'ll)? take (it|that) back|i lied|that was a lie|made that up|"
    r"ignore that|disregard that|scratch that|april fools?)\b",
    re.IGNORECASE,
)
_CALLED_OFF = re.compile(
    r"\b(scrap (that|it|the plan)|forget (it|that)|change of plans?|cancel (that|it)|"
    r"(it|that|this|thing|plan|plans)(?:'s| is| was| got| has been|s| are)? (all )?"
    r"(off|cancell?ed|called off|scrapped|not happening|no longer happening)|"
    r"not happening (any ?more|after all)|(it|that) fell through)\b",
    re.IGNORECASE,
)
_STRONG = {"nonsense", "rubbish", "wrong", "false", "bollocks"}
_MOST_TURNS = 2
"""How many of the speaker's own last turns a turn can take back or call off."""


def retracted(conversation: Conversation, reply: Reply) -> Iterator[tuple[Said, str, Effect]]:
    """Yield the sentences of earlier turns that a turn takes back, with what it does to them."""
    now = conversation.now
    text = now.tree.text
    own = [said for said in reversed(conversation.before) if said.speaker == now.speaker]
    if _TAKEN_BACK.match(text):
        yield from ((said, sentence, "withdrawn") for said in own[:1] for sentence in _sentences(said))
    elif _CALLED_OFF.search(text) or _stays_open(now):
        yield from ((said, sentence, "cancelled") for said in own[:_MOST_TURNS] for sentence in _sentences(said))
    elif reply.agrees is False and _is_strong(reply) and conversation.before:
        said = conversation.before[-1]
        if said.speaker != now.speaker and said.role != "assistant":
            yield from ((said, sentence, "denied") for sentence in _sentences(said))


def _is_strong(reply: Reply) -> bool:
    spoken = [word.lower for word in reply.spoken]
    return bool(_STRONG & set(spoken)) or ("not" in spoken and "true" in spoken)


def _stays_open(now: Said) -> bool:
    """Whether a turn only says that its speaker isn't going: "we're not going after all"."""
    tree = now.tree
    for i, lemma in enumerate(tree.lemmas):
        if lemma not in ("go", "come", "do", "make") or tree.tags[i] not in ("VBG", "VB") or not tree.negated(i):
            continue
        after = [word for word in tree.lower[i + 1 : i + 4] if word.isalpha()]
        if after[:2] in (["after", "all"], ["any", "more"]) or after[:1] in (["anymore"], []):
            subject = tree.child(i, "nsubj")
            return subject is not None and tree.lower[subject] in ("i", "we")
    return False


def _sentences(said: Said) -> Iterator[str]:
    tree = said.tree
    for first, last in tree.sentences:
        text = tree.text[tree.starts[first] : tree.end(last - 1)]
        if "?" not in text:
            yield text
