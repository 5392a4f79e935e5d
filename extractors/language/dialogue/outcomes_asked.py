"""What became of what another asks about: "all set for Porto?" "it's been moved to May", "how's the knee?" "fine"."""

import re
from collections.abc import Iterator

from chronomem.extractors.language.dialogue.conversation import TurnInContext
from chronomem.extractors.language.dialogue.fragments import Shared
from chronomem.extractors.language.dialogue.words import is_name, last_phrase, words_of
from chronomem.extractors.language.lexicon import BODY_PARTS

_MOVED = re.compile(
    r"^\W*(?:(?:oh|no|well|ugh|actually|nope|sadly|so)\W+)*(?:it|that)(?:['\u2019]?s| is| was| has| got)?"
    r" (?:(?:just|been|being|now|got|getting) )*"
    r"(?P<moved>(?:pushed|moved|postponed|delayed|rescheduled|shifted|put|brought)(?: (?:back|out|off|forward))?"
    r" (?:to|until|till|for) [^.,;!?\n]+)",
    re.IGNORECASE,
)
_ASKED = re.compile(r"\bhow(?:'?s|\u2019s| is| are)(?: the| your| ur| that)? (?P<part>\w+)\b", re.IGNORECASE)
_WELL = re.compile(
    r"^\W*(?:(?:oh|yeah|yes|ya|all|totally|completely) )*"
    r"(?:fine|grand|healed|perfect|good as new|all good|all better)\b",
    re.IGNORECASE,
)
_EVERYTHING = {"everything", "anything", "plan", "plans", "thing", "things", "news", "it", "that", "you", "day", "time"}


def postponed(conversation: TurnInContext) -> Iterator[Shared]:
    """Yield that what another has just asked about takes place at another time."""
    now, before = conversation.now, conversation.before
    found = _MOVED.match(now.tree.text)
    if found is None or not before or before[-1].speaker == now.speaker or "?" not in before[-1].tree.text:
        return
    asked = before[-1].tree
    words = words_of(asked, *asked.sentences[-1])
    while words and not any(c.isalnum() for c in words[-1].text):
        words = words[:-1]
    place = last_phrase(words)
    if place is None or words[place[1] - 1].lower in _EVERYTHING:
        return
    phrase = words[slice(*place)]
    if phrase[0].tag in ("DT", "PRP$"):
        phrase = phrase[1:]
    if not phrase:
        return
    topic = " ".join(word.text for word in phrase)
    yield (
        f"{topic if is_name(phrase[0].text, phrase[0].tag) else f'The {topic}'} has been {found['moved']}",
        found.span(),
    )


def recovered(conversation: TurnInContext) -> Iterator[Shared]:
    """Yield that what hurt is well again, if another asks how it is."""
    now, before = conversation.now, conversation.before
    found = _WELL.match(now.tree.text)
    if found is None or not before or before[-1].speaker == now.speaker:
        return
    asked = _ASKED.search(before[-1].tree.text)
    if asked is not None and asked["part"].lower() in BODY_PARTS:
        yield f"my {asked['part'].lower()} is fine again", found.span()
