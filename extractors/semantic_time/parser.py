"""Parse a sentence into its time spans."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import chain
from typing import Final

from chronomem.extractors.semantic_time.anchors import anchored_spans, resolve_anchors
from chronomem.extractors.semantic_time.direction import Tense, direction
from chronomem.extractors.semantic_time.fallback import foreign_dates
from chronomem.extractors.semantic_time.grammar import STAGES
from chronomem.extractors.semantic_time.lexer import Lexer
from chronomem.extractors.semantic_time.lexicon import words
from chronomem.extractors.semantic_time.meanings import (
    Environment,
    Fixed,
    Timed,
    kind_of,
    readings,
)
from chronomem.extractors.semantic_time.patterns import TokenNode, codes, name_of, reduce_nodes
from chronomem.extractors.semantic_time.periods import LocalInterval
from chronomem.extractors.semantic_time.settings import TimeSettings
from chronomem.extractors.semantic_time.spans import AnchorResolver, TimeInterval, TimeSpan
from chronomem.extractors.semantic_time.stories import told_on, weight_of
from chronomem.graph_schema.errors import InvalidTime

_REPORTED: Final = frozenset(
    chain.from_iterable(
        codes(name)
        for name in words(
            "DATE HOL SL2 WDAY WDOM DOMX RELDAY PERIOD MONY MONTH YEAR QTR SEASONX DECADE WEEKX DT NOWX RANGE"
            " OPEN VAGUEX CLK CLKT CLKR CLKA PARTPERIOD THEUNIT THEDAY"
        )
    )
)
# Typographic marks are mapped to their ASCII equivalents, so that the grammar needs only one of each; offsets stay.
_PLAIN_MARKS: Final = str.maketrans({"\u2018": "'", "\u2019": "'", "\u2013": "-", "\u2014": "-", "\u00a0": " "})
_DEFAULTS: Final = TimeSettings()


def parse_time(
    text: str,
    *,
    now: datetime,
    settings: TimeSettings = _DEFAULTS,
    resolver: AnchorResolver | None = None,
    tenses: Sequence[Tense] | None = None,
) -> list[TimeSpan]:
    """Return every time expression of a text with the interval that it means, in the order of the text.

    Args:
        text: a sentence, a question, or a longer text.
        now: the moment of utterance. A naive time is taken as the user's local time.
        settings: timezone and conventions.
        resolver: looks up when an event happened; without it, times that are counted from an event ("the week after my
            birthday") are returned unresolved.
        tenses: the offsets and tenses of the text's verbs, if a tagger found them; by default, they are guessed from
            the words.

    Raises:
        InvalidTime: `now` lies outside the years that are supported.
    """
    original, text = text, text.translate(_PLAIN_MARKS)
    local = local_time(now, settings)
    prefers_past = direction(text, settings.prefer, tenses)
    past_tense = prefers_past if settings.prefer == "auto" else direction(text, "auto", tenses)
    env = Environment(local, settings, settings.first_weekday, prefers_past, past_tense)
    spans = told_on(spans_of(text, env), lambda words, moment: one_span(words, moment, env))
    if settings.fallback:
        spans = with_foreign(spans, foreign_dates(text, env), text, env)
    spans = anchored_spans(text, spans)
    if text != original:
        spans = [replace(span, text=original[span.start_char : span.end_char]) for span in spans]
    return resolve_anchors(spans, resolver, now=now, settings=settings) if resolver else spans


def spans_of(text: str, env: Environment) -> list[TimeSpan]:
    """Return the time expressions in English, in the order of the text."""
    nodes = Lexer(text, env).nodes()
    if not nodes:
        return []
    reduced = reduce_nodes(STAGES, nodes, env)
    return [
        span
        for index, node in enumerate(reduced)
        if node.code in _REPORTED and wanted(reduced, index, text)
        for span in [span_of(node, text, env)]
        if span
    ]


def one_span(text: str, moment: datetime, env: Environment) -> TimeSpan | None:
    """Parse an expression as if uttered at another moment; None if it can't be parsed whole without its sentence."""
    there = replace(env, now=local_time(moment, env.settings), past_tense=lambda _offset: None, memo={})
    spans = spans_of(text, there)
    return spans[0] if len(spans) == 1 and spans[0].text == text else None


def local_time(now: datetime, settings: TimeSettings) -> datetime:
    """Return `now` as the user's naive local time."""
    try:
        local = now.astimezone(settings.zone) if now.tzinfo else now
    except OverflowError as error:
        raise InvalidTime(
            f"now={now!r} lies outside the years that are supported; give a time within 1 to 9999"
        ) from error
    return local.replace(tzinfo=None, microsecond=0)


def with_foreign(
    spans: list[TimeSpan], found: list[tuple[int, int, LocalInterval]], text: str, env: Environment
) -> list[TimeSpan]:
    """Return the spans, with dates of other languages in place of any spans inside them."""
    for start, end, interval in found:
        spans = [span for span in spans if span.end_char <= start or span.start_char >= end]
        span = span_of(TokenNode(codes("DATE"), Fixed((interval,), "day"), start, end), text, env)
        if span:
            spans.append(span)
    return sorted(spans, key=lambda span: span.start_char) if found else spans


def wanted(nodes: list[TokenNode], index: int, text: str) -> bool:
    """Whether a match is a time in its context, and not another word or a habit."""
    node = nodes[index]
    name = name_of(node.code)
    before = name_of(nodes[index - 1].code) if index else ""
    after = name_of(nodes[index + 1].code) if index + 1 < len(nodes) else ""
    if before == "EVERY" and name != "DATE":
        return False
    if name == "CLKA":
        return after in ("", "P", "COMMA", "AND", "OR")
    if name in ("THEUNIT", "THEDAY"):
        return unit_wanted(nodes, index, text, before, after)
    if name == "NOWX" and text[node.end : node.end + 6].lower() == " that ":
        return False
    if name == "DOMX" and after == "OF" and name_of(nodes[index + 2].code) == "EVERY":
        return False
    if name == "MONTH":
        return month_wanted(nodes, index, text)
    return True


def month_wanted(nodes: list[TokenNode], index: int, text: str) -> bool:
    """Whether a bare month stands alone or in a sentence as a time; its short form alone doesn't."""
    node = nodes[index]
    return len(nodes) > 2 or node.end - node.start > 3 or text[node.start : node.end].lower() == "may"


def unit_wanted(nodes: list[TokenNode], index: int, text: str, before: str, after: str) -> bool:
    """Whether "the week" or "my day" means the current one, and not one that the text goes on to describe."""
    node = nodes[index]
    words = text[node.start : node.end].lower().split()
    if len(words) < 2:
        return words[0] == "weekend" and after in ("", "P")
    if (
        before == "OF"
        or (before == "FOR" and words[-1] == "year")
        or words[-1] in ("days", "weeks", "weekends", "months", "years")
    ):
        return False
    following = text[node.end : node.end + 12].split()
    return not (
        following and following[0].lower().strip(",.") in ("that", "when", "i", "we", "she", "he", "they", "of")
    )


def span_of(node: TokenNode, text: str, env: Environment) -> TimeSpan | None:
    """Return the span of a reduced node; None if none of its readings lies in the supported years."""
    meaning = node.value
    past_first = env.prefers_past(node.start)
    try:
        intervals = dict.fromkeys(readings(meaning, env, past_first))
        found = [reading for interval in intervals if (reading := aware(interval, env)) is not None]
    except (ValueError, OverflowError):
        return None  # it lies outside the calendar's years
    if not found:
        return None
    first, *others = found
    weight = meaning.weight if isinstance(meaning, Fixed) else 1.0
    if name_of(node.code) in ("THEUNIT", "THEDAY", "CLKA"):
        weight = 0.3
    elif name_of(node.code) == "NOWX":
        weight = 0.5
    elif (retold := weight_of(text, node.start, node.end, env.past_tense(node.start))) is not None:
        weight = retold
    return TimeSpan(
        first.start,
        first.end,
        first.grain,
        kind_of(meaning) if not isinstance(meaning, Timed) else meaning.time.kind,
        text[node.start : node.end],
        node.start,
        node.end,
        weight,
        tuple(others),
    )


def aware(interval: LocalInterval, env: Environment) -> TimeInterval | None:
    """Return the interval in the user's timezone; None if it is empty or open at both ends."""
    start, end, grain = interval
    if start is None and end is None:
        return None
    zone = env.settings.zone
    low = start.replace(tzinfo=zone) if start else None
    high = end.replace(tzinfo=zone) if end else None
    if low and high and low.timestamp() >= high.timestamp():
        high = high.replace(fold=low.fold)  # the hour that a clock change repeats
        if low.timestamp() >= high.timestamp():
            return None
    return TimeInterval(low, high, grain)
