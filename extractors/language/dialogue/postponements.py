"""Plans that get another date without being named: "all set for Porto?" "it's been pushed to October"."""

import re
from collections.abc import Iterator

from chronomem.extractors.language.dialogue.conversation import TurnInContext
from chronomem.extractors.language.dialogue.fragments import Shared
from chronomem.extractors.language.dialogue.words import is_name, last_phrase, words_of

_MOVED = re.compile(
    r"^\W*(?:(?:oh|no|well|ugh|actually|nope|sadly|so)\W+)*(?:it|that)(?:['\u2019]?s| is| was| has| got)?"
    r" (?:(?:just|been|being|now|got|getting) )*"
    r"(?P<moved>(?:pushed|moved|postponed|delayed|rescheduled|shifted|put|brought)(?: (?:back|out|off|forward))?"
    r" (?:to|until|till|for) [^.,;!?\n]+)",
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
