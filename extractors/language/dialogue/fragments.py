"""Sentences without a verb, as chat has them, restated in full: "ten years in Ghent", "40 tomorrow", "coeliac here"."""

import re
from calendar import month_name
from collections.abc import Iterator

from chronomem.extractors.language.dialogue.conversation import ParsedTurn, TurnInContext
from chronomem.extractors.language.dialogue.wording import digits
from chronomem.extractors.language.frames.adjectives import LASTING
from chronomem.extractors.language.frames.occupations import is_occupation
from chronomem.extractors.language.lexicon import RELATION_OF_NOUN, demonyms, is_ailment

Shared = tuple[str, tuple[int, int]]
"""A sentence, and the span of the turn that it restates."""

_UNITS = "one|two|three|four|five|six|seven|eight|nine"
NUMBER = (
    rf"(?:\d{{1,3}}|an?|(?:twenty|thirty|forty|fifty|sixty)(?:[- ](?:{_UNITS}))?"
    rf"|(?:four|six|seven|eigh|nine)teen|{_UNITS}|ten|eleven|twelve|thirteen|fifteen)"
)
_YEARS = rf"(?P<length>(?:over |nearly |almost )?{NUMBER} (?:and a half )?(?:years?|yrs|months?))"
_LEAD = r"(?:and |so |well |wow |omg |yes |yeah |yep |just |now )*"
_DAY = r"(?P<day>today|tomorrow|tmrw|on \w+day|(?:this |next )?(?:mon|tues|wednes|thurs|fri|satur|sun)day)"
_TAIL = r"(?P<tail>(?: (?:today|now|already|this (?:week|month|year|summer|spring|autumn|winter)))*)"
_NAME = r"(?P<what>[^\s,.!?;:]+(?: (?!and |but |so |because |is |are |was |were |has |have )[^\s,.!?;:]+){0,3}?)"
_EMPLOYER = r"(?P<what>(?:the (?-i:[A-Z])\S+|(?-i:[A-Z]{2,}\b))(?: (?!and |but |so )[^\s,.!?;:]+){0,2}?)"
_NO_PLACE = rf"(?:at |to |a row|(?:{'|'.join(month_name[1:])}|total|all)\b)"
_NO_ROLE = r"(?:row|day|week|month|year|couple|time|family|team|kid|child|member|fan|widow)\b"
_AT = r" (?:for|at|with|in)(?: (?!and |but |so )[^\s,.!?;:]+){1,5}?"
_END = r"(?=\W*$|[,.!?;:]| (?:and|but|so) (?:i|my|we|our|today|still)\b)"
_DAYS = r"(?P<days>\d{1,3})"
_DAYS_SINCE = rf"(?P<unit>day|week|month) (?P<days>\d{{1,3}}|{NUMBER})"
_GROUP = (
    r"(?P<what>(?:the )?(?:[^\s,.!?;:]+ ){0,3}"
    r"(?:band|choir|club|team|orchestra|society|league|squad|troupe|ensemble|scouts|brigade))"
)
_LENGTHS = tuple(
    (re.compile(rf"{_LEAD}{pattern}{_END}", re.IGNORECASE), restated)
    for pattern, restated in (
        (rf"{_YEARS} with {_EMPLOYER}{_TAIL}", "I have worked at {what} for {length}"),
        (rf"{_YEARS} (?:of being )?married to {_NAME}{_TAIL}", "I have been married to {what} for {length}"),
        (rf"{_YEARS} (?:together )?with {_NAME}{_TAIL}", "I have been with {what} for {length}"),
        (rf"{_YEARS} (?:in|with) {_GROUP}{_TAIL}", "I have been a member of {what} for {length}"),
        (rf"{_YEARS} (?:of living )?in (?!{_NO_PLACE}){_NAME}{_TAIL}", "I have lived in {what} for {length}"),
        (rf"{_YEARS} (?:of working )?(?:in )?(?:at|for) {_NAME}{_TAIL}", "I have worked at {what} for {length}"),
        (rf"{_YEARS} (?:as )?an? (?!{_NO_ROLE}){_NAME}(?:{_AT})?{_TAIL}", "I have worked as a {what} for {length}"),
        (rf"{NUMBER} (?:days|weeks|months|years) left (?:at|with) {_NAME}{_TAIL}", "I work at {what}"),
        (
            rf"{_YEARS} in(?:to)? (?:my|the|this) (?:new )?(?:job|role|gig|post|contract) (?:at|with) {_NAME}{_TAIL}",
            "I have worked at {what} for {length}",
        ),
        (
            rf"(?P<unit>month|year) (?P<length>{NUMBER}) (?:of living )?in (?!{_NO_PLACE}){_NAME}{_TAIL}",
            "I have lived in {what} for {length} {unit}s",
        ),
        (
            rf"(?P<unit>week|month|year) (?P<length>{NUMBER}) (?:at|of (?:the )?job at) {_NAME}{_TAIL}",
            "I have worked at {what} for {length} {unit}s",
        ),
        (
            rf"(?:first|1st) (?P<unit>week|month|year) at {_NAME}(?: (?:done|down|over|complete|survived|ticked off))",
            "I have worked at {what} for a {unit}",
        ),
        (rf"{_YEARS} (?:without|off) {_NAME}{_TAIL}", "I gave up {what} {length} ago"),
    )
)  # fmt: skip
"""How long something has lasted, perhaps after a comma: "well done me, two years at Monzo today"."""
_AHEAD = re.compile(r",? (?:and )?(?:then|hopefully|starting)\b", re.IGNORECASE)
"""Words that follow what is still to come: "six months at Dewey's, then we'll see"."""
_FRAGMENTS = tuple(
    (re.compile(rf"{_LEAD}{pattern}(?=\W*$|[,.!?;:])", re.IGNORECASE), restated)
    for pattern, restated in (
        (rf"(?:back|home) from {NUMBER} (?:days|weeks?|nights) in {_NAME}{_TAIL}", "I am back from {what}"),
        (
            rf"{NUMBER} (?:days|weeks?|nights) in {_NAME}, (?P<day>.{{0,20}}\d.{{0,20}}?)",
            "I am going to {what}, {day}",
        ),
        (
            rf"(?:mum|mom|mother|dad|father|parent) (?:of|to) (?P<length>{NUMBER})(?: here)?",
            "I have {length} children",
        ),
        (rf"{_YEARS} (?:happily )?married{_TAIL}", "I have been married for {length}"),
        (rf"(?:happily )?married for {_YEARS}{_TAIL}", "I have been married for {length}"),
        (rf"(?:happily )?married to {_NAME} for {_YEARS}{_TAIL}", "I have been married to {what} for {length}"),
        (rf"(?:the |a )?proud owner of {_NAME}{_TAIL}", "I own {what}"),
        (rf"(?P<length>{NUMBER} (?:weeks?|months?)) pregnant{_TAIL}", "I am {length} pregnant"),
        (
            rf"(?:and |so |now )*(?P<way>down|up) to (?P<number>(?:{NUMBER}|\d{{1,4}})(?: [a-z]+)?)(?: now)?",
            "I am {way} to {number} now",
        ),
        (rf"(?P<number>{NUMBER} [a-z]+s|{NUMBER} [a-z]+ [a-z]+s)(?: now)?", "that makes {number}"),
        (rf"day {_DAYS} (?:of|on) (?:my )?{_NAME} streak", "I study {what}"),
        (rf"{_DAYS_SINCE} (?:without|off|of no) {_NAME}{_TAIL}", "I gave up {what} {days} {unit}s ago"),
        (rf"(?:my |another )?{_NAME} (?:till|til|until) i die", "I am a fan of {what}"),
        (rf"(?:officially )?(?P<age>1[3-9]|[2-9]\d) {_DAY}", "I turn {age} {day}"),
    )
)  # fmt: skip
_HERE = re.compile(
    r"(?:(?:fellow|another|also|long-?time) )?(?P<ex>ex[- ])?(?P<what>[\w-]+(?: [\w-]+)?) here(?=\W*$|[,.!?;:])",
    re.IGNORECASE,
)
_ILL = re.compile(
    r"(?:^|[,.;:!-]\s*)(?:(?:ugh|another|a|bloody|stupid|this|the),? )*(?P<what>(?:[a-z]+ )??[a-z]+)"
    r"(?P<again> again| it is| for me| strikes again)?(?=\s*(?:$|[,.;!]))",
    re.IGNORECASE,
)
_HOME = {"household", "family", "fam", "home", "yourself"}
_THEM = {"he", "she", "they", "him", "her", "his", "their", "them", "my", "our", "i", "we"}
_MOST_COUNTED = 14
"""In words, of a list of children, siblings and animals."""
_SETTLED = {"sold", "bought", "ordered", "renewed", "cancelled", "canceled", "purchased"}
_MINE = re.compile(r"(?:mine|my one)(?: is|'s|s)? (?P<day>[^.!?;,]{3,24})", re.IGNORECASE)
_DATE = re.compile(
    r"(?:\d{1,2}(?:st|nd|rd|th)?(?: of)? [a-z]{3,9}|[a-z]{3,9} \d{1,2}(?:st|nd|rd|th)?|\d{1,2}[./]\d{1,2}\.?)"
    r"(?: \d{4})?",
    re.IGNORECASE,
)
_ASKED_FOR = re.compile(r"\b(?:birthdays|b-?days)\b", re.IGNORECASE)
WISHES = re.compile(
    r"\b(?:happy|hbd)\s+(?:(?:(?P<age>\d{1,3})(?:st|nd|rd|th)\s+)?(?:birthday|bday|b-day)\b|(?P<th>\d{1,3})(?:st|nd|rd|th)\b(?!\s*\w))"
    r"(?:\s+(?:to\s+)?(?:my\s+|dear\s+|dearest\s+)*(?P<who>\w+))?",
    re.IGNORECASE,
)
"""A wish for somebody's birthday, with their age and whom it is said to, if it tells them."""
_REACHED = re.compile(r"\W*(?P<age>\d{1,3})(?=\W*$|\W*(?:finally|already|today|eh|huh|wow)\b)", re.IGNORECASE)
"""An age right after the wish."""
_NOT_TODAY = re.compile(r"\b(belated|late|advance|early|yesterday|tomorrow|last|next|soon|was|will)\b", re.IGNORECASE)
_OF_ANOTHER = re.compile(r"\b(?i:he|she|they|his|her|their|you|your)\b|\B(?<=\s)[A-Z][a-z]")
"""Words before a comma after which the rest may be about somebody else."""
_STILL = re.compile(
    r"(?:^|[,.!;] ?|\b(?:but|and|I'm|I am) )(?:still|only) (?P<age>[1-9]\d)(?=\W*$|[,.!])", re.IGNORECASE
)
_OF_AGES = re.compile(r"\b(?:turn(?:s|ed|ing)? \d+|birthdays?|b-?day|years old|how old|age)\b", re.IGNORECASE)
_OF_SIBLINGS = re.compile(
    r"(?:\bI(?:'m| am) |^\W*)(?:the )?(?:youngest|oldest|eldest|baby|middle|second|third|fourth|older|younger|elder) "
    r"(?:child |kid )?of (?P<all>\w+)\b(?: (?P<kin>sister|brother)s\b)?|"
    r"(?:\bI(?:'m| am) |^\W*)one of (?P<kids>\w+) (?:kids|children|siblings)\b",
    re.IGNORECASE,
)
_QUIT = re.compile(rf"\W*{_LEAD}i(?:'ve| have)? (?:just |finally |actually )*(?:quit|resigned)\W*$", re.IGNORECASE)
"""All that a turn says; "I quit today, last day is Friday" tells more."""
_PERFECT = re.compile(r"^I have (been|worked|lived)\b")
_LEFT = re.compile(
    r"(?<!never )(?<!not )(?<!n't )(?<!to )(?<!ever )\b(?:quit|resigned|retired|stepped down|broke up|split up|"
    r"moved out|walked out|got (?:fired|sacked|divorced|laid off|let go|made redundant|the sack)|"
    r"(?:was|been) (?:let go|laid off)|"
    r"(?:i|we)(?:'ve| have)? (?:just |finally )?left|my last day|last day (?:at|today))\b",
    re.IGNORECASE,
)
"""Words of who has left, so that a length beside them is over: "I quit! Three years at Lidl"."""
_OWN = re.compile(r"\b(?:i|i'm|mine|me)\b", re.IGNORECASE)
_MOST_SIBLINGS = 16
_TOPIC = 5
"""How many turns back somebody may have asked for birthdays."""


def fragments(now: ParsedTurn) -> Iterator[Shared]:
    """Yield what the sentences of a turn that have no verb, or no object, say in full."""
    if _QUIT.match(now.tree.text):
        yield "I left my job", (0, len(now.tree.text))
    for first, last in now.tree.sentences:
        start, end = now.tree.starts[first], now.tree.end(last - 1)
        sentence = now.tree.text[start:end]
        if "?" in sentence:
            continue
        if (full := _in_full(sentence)) is not None:
            text, (at, until) = full
            yield _PERFECT.sub(_in_past, text) if _LEFT.search(now.tree.text) else text, (start + at, start + until)
        elif (found := _HERE.match(sentence)) is not None and (kind := _kind(found["what"])):
            yield f"I {'used to be' if found['ex'] else 'am'} {kind}", (start, start + found.end())


def _in_past(found: re.Match[str]) -> str:
    """Return "I worked" for "I have worked", "I was" for "I have been"."""
    return f"I {'was' if found[1] == 'been' else found[1]}"


def in_full(sentence: str) -> str:
    """Return a sentence with what it leaves out, if it leaves out anything."""
    found = _in_full(sentence)
    return sentence if found is None else found[0]


def _in_full(sentence: str) -> Shared | None:
    for pattern, restated, at in () if _AHEAD.search(sentence) else _tried(sentence):
        if (found := pattern.match(sentence, at)) is not None:
            return restated.format(**found.groupdict()), (at, found.end())
    return None


def _tried(sentence: str) -> Iterator[tuple[re.Pattern[str], str, int]]:
    """Yield the patterns that may fit a sentence, with what they say in full and where they may begin."""
    yield from ((pattern, restated, 0) for pattern, restated in (*_LENGTHS, *_FRAGMENTS))
    for comma in re.finditer(r"[,;] ", sentence):
        if _OF_ANOTHER.search(sentence, 0, comma.start()) is None:
            yield from ((pattern, restated, comma.end()) for pattern, restated in _LENGTHS)


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


def household(conversation: TurnInContext) -> Iterator[Shared]:
    """Yield whom the speaker has who counts them: "two kids, one dog" after "tell me about your household"."""
    said = conversation.before[-1] if conversation.before else None
    if said is None or said.speaker == conversation.now.speaker or not _is_about_you(said):
        return
    tree = conversation.now.tree
    for first, last in tree.sentences:
        words = [i for i in range(first, last) if tree.words[i][0].isalnum() or tree.words[i] == "&"]
        counted = [i for i in words if tree.tags[i] in ("CD", "DT", "CC") and tree.lower[i] not in ("the", "no")]
        kin = [i for i in words if i not in counted and tree.lemmas[i] in RELATION_OF_NOUN and i - 1 in counted]
        if len(kin) > 1 and len(kin) + len(counted) == len(words) <= _MOST_COUNTED and "?" not in tree.words[last - 1]:
            span = tree.starts[words[0]], tree.end(words[-1])
            yield from ((f"I have {tree.words[i - 1]} {tree.words[i]}", span) for i in kin)


def _is_about_you(said: ParsedTurn) -> bool:
    """Whether a turn is about the home of the other, and of nobody else: "tell me about your household"."""
    kin = any(lemma in RELATION_OF_NOUN for lemma in said.tree.lemmas)
    return not _HOME.isdisjoint(said.tree.lemmas) and _THEM.isdisjoint(said.tree.lower) and not kin


def done_with(now: ParsedTurn) -> Iterator[Shared]:
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


def siblings(now: ParsedTurn) -> Iterator[Shared]:
    """Yield how many siblings "youngest of seven" leaves, and how many sisters "youngest of four sisters"."""
    found = _OF_SIBLINGS.search(now.tree.text)
    number = None if found is None or "?" in now.tree.text else digits(found["all"] or found["kids"])
    if found is not None and number is not None and 1 < int(number) <= _MOST_SIBLINGS:
        kin = found["kin"] or "sibling"  # of four sisters, three are one's own
        yield f"I have {int(number) - 1} {kin}s" if int(number) > 2 else f"I have a {kin}", found.span()


def ages(conversation: TurnInContext) -> Iterator[Shared]:
    """Yield the age that "mine's in May, still 28" tells where ages or birthdays are talked of."""
    now = conversation.now
    found = _STILL.search(now.tree.text)
    talk = [said.tree.text for said in (*conversation.before[-2:], now)]
    if (
        found is None
        or any("?" in text or "how old" in text for text in talk[-2:])
        or not any(map(_OF_AGES.search, talk))
    ):
        return
    if _OWN.search(now.tree.text[: found.end()]) or found.start() == 0:
        yield f"I am {found['age']} years old", found.span()


def wished(conversation: TurnInContext) -> Iterator[Shared]:
    """Yield whose birthday it is when somebody is wished a happy one: "happy birthday Jens!"."""
    now = conversation.now
    text = now.tree.text
    found = WISHES.search(text)
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
        reached = _REACHED.match(text, found.end())
        age = found["age"] or found["th"] or (reached and reached["age"])
        if age:
            yield f"{who} turned {age} today", found.span()
