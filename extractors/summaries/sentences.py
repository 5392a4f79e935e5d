"""Split sources into sentences that a summary can use."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from zoneinfo import ZoneInfo

from chronomem.extractors.summaries.summariser import Source

_ABBREVIATION = r"(?<!\bDr)(?<!\bMr)(?<!\bMs)(?<!\bMrs)(?<!\bSt)(?<!\bvs)(?<!\be\.g)(?<!\bi\.e)(?<!\b[A-Z])"
_END = re.compile(rf"(?:(?<=[!?\u2026])|{_ABBREVIATION}(?<=\.))[\"'\u201d\u2019)]*\s+(?=\S)|(?<=[\u3002\uff01\uff1f])")
_ASIDE = re.compile(r"\[([^\[\]]*)\]")
_SHARED = re.compile(r"\s*(?P<what>(?:shared|shares|sent|sends)\b[^:]*):\s*(?P<caption>.+)", re.IGNORECASE | re.DOTALL)
_THING = re.compile(r"^(\w+) (image)$")
_MARKUP = re.compile(r"\*\*|__|`|^[#>]+ |https?://\S+|^\W+$")
_BULLET = re.compile(r"^\s*(?:[-*\u2022>#]+|\d+[.)])\s+")
_OPENING = re.compile(
    r"^(?:(?:oh|ah|wow|whoa|woah|yeah|yep|yes|yup|yea|hey|hi|hello|and|but|also|plus|well|haha+|lol|omg|ooh|aww?|btw)\b"
    r"[\s,.!\u2013\u2014-]+|so\s+(?=(?:i|we|my|it|he|she|they)\b)"
    r"|(?:no|nope|nah|anyway|actually|honestly|gosh|man|ok|okay|sure|right|exactly|totally|absolutely"
    r"|definitely|thanks(?: a lot| so much)?|thank you(?: so much)?|by the way|of course|for sure|no worries|no problem"
    r"|good (?:morning|evening|afternoon)|you know|i mean|you're right|(?:i )?(?:totally )?agree|in fact)\b"
    r"\s*[,.!:\u2013\u2014-]+\s*)+",
    re.IGNORECASE,
)
_CALL = (
    r"(?i:thanks(?: a lot| so much)?|thank you|bye|congrats|congratulations|absolutely|totally|definitely|exactly"
    r"|awesome|nice(?: one)?|great(?: job)?|well done|sounds good|agreed?|for sure|no problem"
    r"|good (?:job|luck|morning|evening))"
)
_DAY = re.compile(r"(\d{1,2} [A-Z][a-z]+ \d{4}): ")
_ENDS = (".", "!", "?", "\u2026", "\u3002", "\uff01", "\uff1f")
LONGEST = 60
"""The most words that are taken of one sentence."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a turn or of a memory.

    Attributes:
        source: the source that it comes from.
        text: the sentence without greetings, vocatives and bracketed text.
        retold: whether it already names who did it, as the sentences of memories do.
        day: the day on which it was said.
    """

    source: Source
    text: str
    retold: bool
    day: date


def ended(text: str) -> str:
    """Return a text with a full stop, if it doesn't end as a sentence."""
    return text if text.endswith(_ENDS) else f"{text}."


def sentences(sources: Iterable[Source], zone: ZoneInfo) -> Iterator[Sentence]:
    """Yield the sentences of sources in their order; questions are omitted."""
    sources = list(sources)
    calls = _calls({source.speaker for source in sources if source.speaker})
    for source in sources:
        day = source.when.astimezone(zone).date()
        if not source.speaker:
            yield from _told(source, day)
            continue
        yield from (Sentence(source, text, False, day) for text in _said(source.text, calls))
        yield from (Sentence(source, text, True, day) for text in _captions(source))


def with_day(text: str, day: date) -> str:
    """Prefix a line with the day on which it was said; it also dates the lines below it."""
    return f"{day.day} {day:%B} {day.year:04d}: {text}"


def _told(source: Source, day: date) -> Iterator[Sentence]:
    """Yield the sentences of a memory; a date from `with_day` applies to its line and to those below it."""
    for line in _lines(source.text):
        if (stated := _DAY.match(line)) is not None:
            day = datetime.strptime(stated[1], "%d %B %Y").date()  # noqa: DTZ007 - a day has no zone
        if text := line[stated.end() if stated else 0 :]:
            yield Sentence(source, text, True, day)


def _lines(text: str) -> Iterator[str]:
    """Yield the sentences of a memory: if it has several lines, as extractive ones do, each line is a sentence."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    for line in lines if len(lines) > 1 else _END.split(text):
        if line.strip():
            yield line.strip()


def _said(text: str, calls: re.Pattern[str] | None) -> Iterator[str]:
    for line in _ASIDE.sub(" ", text).splitlines():
        for sentence in _END.split(_BULLET.sub("", line)):
            if sentence.rstrip("\"'\u201d\u2019) ").endswith(("?", "\uff1f", "?!")):
                continue
            if plain := _plain(sentence, calls):
                yield plain


def _plain(sentence: str, calls: re.Pattern[str] | None) -> str:
    """Return a sentence without greetings and vocatives, cut to `LONGEST` words."""
    text = _MARKUP.sub("", " ".join(sentence.split()))
    if text.endswith(":"):  # a heading
        return ""
    before = None
    while before != text:
        before = text
        text = _OPENING.sub("", text, count=1)
        if calls is not None:
            text = calls.sub("", text)
    words = text.split()
    if len(words) > LONGEST:
        text = " ".join(words[:LONGEST]).rstrip(",;:") + "\u2026"
    return text[:1].upper() + text[1:]


def _calls(speakers: set[str]) -> re.Pattern[str] | None:
    """Return a pattern for speakers' names that are used as vocatives: "Hey Mel, …", "… too, Caroline!"."""
    names = {name for speaker in speakers for name in (speaker, speaker.split()[0]) if name[:1].isupper()}
    short = {name[:length] for name in names for length in (3, 4) if len(name) > length + 1}
    if not names:
        return None
    either = "|".join(sorted(map(re.escape, names | short), key=len, reverse=True))
    return re.compile(rf"^(?:{_CALL},?\s+)?(?:{either})\s*[,!.:\u2013\u2014-]+\s*|,\s*(?:{either})(?=\s*[.!?]*$)")


def _captions(source: Source) -> Iterator[str]:
    """Yield the images that a person shared: "[shared image: a dog]"."""
    for aside in _ASIDE.findall(source.text):
        if (shared := _SHARED.fullmatch(aside)) is not None:
            what = _THING.sub(r"\1 an \2", shared["what"].strip())
            yield f"{source.speaker} {what}: {' '.join(shared['caption'].split())}."
