"""Sentences without a verb, as chat has them, restated in full: "ten years in Ghent", "40 tomorrow", "coeliac here"."""

import re
from collections.abc import Iterator

from chronomem.extractors.language.dialogue.conversation import ParsedTurn, TurnInContext
from chronomem.extractors.language.frames.copulas import LASTING
from chronomem.extractors.language.frames.occupations import is_occupation
from chronomem.extractors.language.lexicon import demonyms, is_ailment

Shared = tuple[str, tuple[int, int]]
"""A sentence, and the span of the turn that it restates."""

_NUMBER = (
    r"(?:\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty)"
)
_YEARS = rf"(?P<length>(?:over |nearly |almost )?{_NUMBER} (?:and a half )?(?:years?|yrs|months?))"
_LEAD = r"(?:and |so |well |wow |omg |yes |yeah |yep |just |now )*"
_DAY = r"(?P<day>today|tomorrow|tmrw|on \w+day|(?:this |next )?(?:mon|tues|wednes|thurs|fri|satur|sun)day)"
_TAIL = r"(?P<tail>(?: (?:today|now|already|this (?:week|month|year|summer|spring|autumn|winter)))*)"
_NAME = r"(?P<what>[^\s,.!?;:]+(?: (?!and |but |so |because )[^\s,.!?;:]+){0,3}?)"
_DAYS = r"(?P<days>\d{1,3})"
_DAYS_SINCE = rf"(?P<unit>day|week|month) (?P<days>\d{{1,3}}|{_NUMBER})"
_GROUP = (
    r"(?P<what>(?:the )?(?:[^\s,.!?;:]+ ){0,3}"
    r"(?:band|choir|club|team|orchestra|society|league|squad|troupe|ensemble|scouts|brigade))"
)
_FRAGMENTS = tuple(
    (re.compile(rf"{_LEAD}{pattern}(?=\W*$|[,.!?;:])", re.IGNORECASE), restated)
    for pattern, restated in (
        (rf"{_YEARS} (?:of being )?married to {_NAME}{_TAIL}", "I have been married to {what} for {length}"),
        (rf"{_YEARS} (?:together )?with {_NAME}{_TAIL}", "I have been with {what} for {length}"),
        (rf"{_YEARS} (?:in|with) {_GROUP}{_TAIL}", "I have been a member of {what} for {length}"),
        (rf"{_YEARS} (?:of living )?in {_NAME}{_TAIL}", "I have lived in {what} for {length}"),
        (rf"{_YEARS} (?:of working )?(?:at|for) {_NAME}{_TAIL}", "I have worked at {what} for {length}"),
        (rf"{_YEARS} (?:without|off) {_NAME}{_TAIL}", "I gave up {what} {length} ago"),
        (rf"(?:back|home) from {_NUMBER} (?:days|weeks?|nights) in {_NAME}{_TAIL}", "I am back from {what}"),
        (
            rf"{_NUMBER} (?:days|weeks?|nights) in {_NAME}, (?P<day>.{{0,20}}\d.{{0,20}}?)",
            "I am going to {what}, {day}",
        ),
        (
            rf"(?:mum|mom|mother|dad|father|parent) (?:of|to) (?P<length>{_NUMBER})(?: here)?",
            "I have {length} children",
        ),
        (rf"(?:the |a )?proud owner of {_NAME}{_TAIL}", "I own {what}"),
        (rf"(?P<length>{_NUMBER} (?:weeks?|months?)) pregnant{_TAIL}", "I am {length} pregnant"),
        (
            rf"(?:and |so |now )*(?P<way>down|up) to (?P<number>(?:{_NUMBER}|\d{{1,4}})(?: [a-z]+)?)(?: now)?",
            "I am {way} to {number} now",
        ),
        (rf"(?P<number>{_NUMBER} [a-z]+s|{_NUMBER} [a-z]+ [a-z]+s)(?: now)?", "that makes {number}"),
        (rf"day {_DAYS} (?:of|on) (?:my )?{_NAME} streak", "I study {what}"),
        (rf"{_DAYS_SINCE} (?:without|off|of no) {_NAME}{_TAIL}", "I gave up {what} {days} {unit}s ago"),
        (rf"(?:my |another )?{_NAME} (?:till|til|until) i die", "I am a fan of {what}"),
        (rf"(?:officially )?(?P<age>1[3-9]|[2-9]\d) {_DAY}", "I turn {age} {day}"),
    )
)  # fmt: skip
_HERE = re.compile(
    r"(?:(?:fellow|another|also|long-?time) )?(?P<what>[\w-]+(?: [\w-]+)?) here(?=\W*$|[,.!?;:])", re.IGNORECASE
)
_ILL = re.compile(
    r"(?:^|[,.;:!-]\s*)(?:(?:ugh|another|a|bloody|stupid|this|the),? )*(?P<what>(?:[a-z]+ )??[a-z]+)"
    r"(?P<again> again| it is| for me| strikes again)?(?=\s*(?:$|[,.;!]))",
    re.IGNORECASE,
)
_SETTLED = {"sold", "bought", "ordered", "renewed", "cancelled", "canceled", "purchased"}
_MINE = re.compile(r"(?:mine|my one)(?: is|'s|s)? (?P<day>[^.!?;,]{3,24})", re.IGNORECASE)
_DATE = re.compile(
    r"(?:\d{1,2}(?:st|nd|rd|th)?(?: of)? [a-z]{3,9}|[a-z]{3,9} \d{1,2}(?:st|nd|rd|th)?|\d{1,2}[./]\d{1,2}\.?)"
    r"(?: \d{4})?",
    re.IGNORECASE,
)
_ASKED_FOR = re.compile(r"\b(?:birthdays|b-?days)\b", re.IGNORECASE)
_WISHES = re.compile(
    r"\b(?:happy|hbd)\s+(?:(?P<age>\d{1,3})(?:st|nd|rd|th)\s+)?(?:birthday|bday|b-day)\b"
    r"(?:\s+(?:to\s+)?(?:my\s+|dear\s+|dearest\s+)*(?P<who>\w+))?",
    re.IGNORECASE,
)
_NOT_TODAY = re.compile(r"\b(belated|late|advance|early|yesterday|tomorrow|last|next|soon|was|will)\b", re.IGNORECASE)
_TOPIC = 5
"""How many turns back somebody may have asked for birthdays."""


def fragments(now: ParsedTurn) -> Iterator[Shared]:
    """Yield what the sentences of a turn that have no verb say in full."""
    for first, last in now.tree.sentences:
        start, end = now.tree.starts[first], now.tree.end(last - 1)
        sentence = now.tree.text[start:end]
        if "?" in sentence:
            continue
        for pattern, restated in _FRAGMENTS:
            if (found := pattern.match(sentence)) is not None:
                yield restated.format(**found.groupdict()), (start, start + found.end())
                break
        else:
            if (found := _HERE.match(sentence)) is not None and (kind := _kind(found["what"])):
                yield f"I am {kind}", (start, start + found.end())


def ailing(now: ParsedTurn) -> Iterator[Shared]:
    """Yield the illness that a speaker names without a verb: "migraine again, staying in bed", "flu. see you"."""
    for first, last in now.tree.sentences:
        start, end = now.tree.starts[first], now.tree.end(last - 1)
        sentence = now.tree.text[start:end]
        if "?" in sentence:
            continue
        for found in _ILL.finditer(sentence):
            words = found["what"].lower()
            alone = found.start() == 0 and words.count(" ") == 0
            if is_ailment(words.split()[-1]) and (found["again"] or alone):
                yield f"I have {words}", (start + found.start("what"), start + found.end())
                break


def settled(now: ParsedTurn) -> Iterator[Shared]:
    """Yield what is told by a thing and a participle alone: "car sold. finally", "Season ticket renewed."."""
    tree = now.tree
    for first, last in tree.sentences:
        words = [
            i for i in range(first, last) if tree.words[i][0].isalnum() and tree.lower[i] not in ("finally", "now")
        ]
        named = len(words) in (2, 3, 4) and all(tree.tags[i].startswith(("N", "JJ", "PRP$", "DT")) for i in words[:-1])
        if named and tree.tags[words[-2]].startswith("N") and tree.lower[words[-1]] in _SETTLED:
            own = [i for i in words[:-1] if tree.tags[i] not in ("PRP$", "DT")]
            text = f"I {tree.lower[words[-1]]} my {' '.join(tree.words[i] for i in own)}"
            yield text, (tree.starts[words[0]], tree.end(words[-1]))


def _kind(words: str) -> str:
    """Return what somebody says to be by "coeliac here" or "staff nurse here"; "" if it is neither."""
    last = words.lower().split()[-1]
    if is_occupation(last):
        return f"a {words}"
    return words if words.lower() in LASTING | demonyms() else ""


def dates_of_birth(conversation: TurnInContext) -> Iterator[Shared]:
    """Yield the birthday that a date alone gives to who asked for birthdays: "14 feb", "mine's august 3rd"."""
    now = conversation.now
    asked = (said for said in conversation.before[-_TOPIC:] if said.speaker != now.speaker)
    if not any(_ASKED_FOR.search(said.tree.text) for said in asked):
        return
    text = now.tree.text
    found = _DATE.match(text) or _MINE.match(text)
    if found is None or "?" in text[: found.end() + 1]:
        return
    day = found.groupdict().get("day") or found[0]
    if _DATE.fullmatch(day.strip().removesuffix(" lol")):
        yield f"my birthday is {day.strip()}", found.span()


def wished(conversation: TurnInContext) -> Iterator[Shared]:
    """Yield whose birthday it is when somebody is wished a happy one: "happy birthday Jens!"."""
    now = conversation.now
    text = now.tree.text
    found = _WISHES.search(text)
    if found is None or _NOT_TODAY.search(text):
        return
    called = [name for name in now.others if found["who"] and name.split()[0].lower() == found["who"].lower()]
    rest = text[found.end("who") :].lstrip() if found["who"] else text[found.end() :].lstrip()
    alone = len(now.others) == 1 and (found["who"] is None or not rest[:1].isalpha()) and not called
    if alone and found["who"] and found["who"][0].isupper():
        return  # somebody else who is called by name
    who = called[0] if called else now.others[0] if alone and found["who"] is None else None
    if who is not None:
        yield f"it is {who}'s birthday today", found.span()
        if found["age"]:
            yield f"{who} turned {found['age']} today", found.span()
