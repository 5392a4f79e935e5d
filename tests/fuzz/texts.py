"""Texts that nobody should have to read: pieces of time, numbers, markup and scripts, and mutations of real chat."""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

from hypothesis import strategies as st

_TESTS = Path(__file__).parents[1]
_TRAINING = _TESTS.parent / "extractors" / "language" / "training" / "chats"
_SAID = re.compile(r'says: (?:"((?:[^"\\]|\\.)+)"|([^"\[{,][^,}\n]*))')
_LINE = re.compile(r"^[A-Z][\w .'-]{0,30}: (.+)$", re.MULTILINE)

TIMES = (
    *("2024-02-30", "2024-13-01T25:61", "T24:00", "29.2.2023", "31 June", "12/31/9999", "1/1/0001", "'90s", "9990s"),
    *("24/7", "3pm", "12:60", "00:00", "15h30", "1999W53", "20150314", "Q1", "fy21", "H3", "+25:00", "Z", "60Z", "BC"),
    *("next", "last", "ago", "until", "since", "between", "and", "the", "of", "in", "at", "every", "before", "after"),
    *("once", "other", "from", "to", "by", "within", "past", "half", "quarter", "early", "late", "mid", "end", "this"),
    *("monday", "fri", "may", "march", "weekend", "week", "month", "year", "decade", "centuries", "days", "fortnight"),
    *("midnight", "noon", "pm", "o'clock", "Easter", "Christmas", "new year's eve", "yesterday", "tomorrow", "tonight"),
)
NUMBERS = (
    *(
        "two",
        "twenty",
        "hundred",
        "thousand",
        "million",
        "first",
        "32nd",
        "0th",
        "²",
        "½",
        "٣",
        "Ⅻ",
        "1,000",
        "1.000,5",
    ),
    *("99999999", "-0", "1e309", "0x1F", "one and a half", "a dozen", "couple of", "no", "12.5%", "$1,5", "€", "五"),
)
WORDS = (
    *("'s", "’s", "n't", "I", "my sister", "Jen", "quit", "moved", "has", "said", "wife", "who", "Ann and Bo", "not"),  # noqa: RUF001 - such marks are tested
    *(
        "live in",
        "work at",
        "used to",
        "my name is",
        "call me",
        "lol",
        "u",
        "gonna",
        "if",
        "would",
        "is",
        "called",
        "a",
        "her",
        "his",
        "boss",
        "husband of",
    ),
    *("Lisbon", "dog Rex", "married", "born", "years old", "years", "allergic to", "love", "hate", "no longer", "yes"),
)
MARKS = (
    *(
        "(",
        ")",
        '"',
        "“",
        "”",
        "—",
        "-",
        ":",
        "/",
        "...",
        "?!",
        ".",
        ",",
        "\n",
        "\t",
        "\r\n",
        "\u2028",
        "''",
        "``",
        "*",
    ),
    *("http://a/b", "https://user:p@[::1]:99999/%zz?q=#", "www.", "a@b.c", "@x", "#tag", "<b>", "</", "&amp;", "&#0;"),
    *(
        "```",
        "| a | b |",
        "{{x}}",
        "${7*7}",
        "%s%n",
        "\\u0000",
        "'; DROP",
        "[a](b)",
        "1) ",
        "- ",
        "> ",
        "😀",
        "👩‍👩‍👧",
        "🇵🇹",
    ),
    *("\u200b", "\x00", "\u202e", "\ufeff", "\ufffd", "\u0301", "ß", "İ", "ſ", "ﬁ", "中文", "א", "ไทย", "𝓐", "a" * 40),  # noqa: RUF001 - such marks are tested
)
PIECES = (*TIMES, *NUMBERS, *WORDS, *MARKS)


@cache
def suite_texts() -> tuple[str, ...]:
    """Return what people say in the scenarios and in the training chats."""
    found: set[str] = set()
    for path in sorted((_TESTS / "scenarios").rglob("*.yaml")):
        for quoted, plain in _SAID.findall(path.read_text(encoding="utf-8")):
            found.add(quoted or plain)
    for path in sorted(_TRAINING.glob("*.chat")):
        found.update(_LINE.findall(path.read_text(encoding="utf-8")))
    return tuple(sorted(found))


def _cut(text: str, at: int, to: int, _other: str) -> str:
    return text[:at] + text[to:]


def _twice(text: str, at: int, to: int, _other: str) -> str:
    return text[:to] + text[at:to] + text[to:]


def _spliced(text: str, at: int, to: int, other: str) -> str:
    return text[:at] + other + text[to:]


def _put(text: str, at: int, _to: int, other: str) -> str:
    return f"{text[:at]} {other} {text[at:]}"


def _turned(text: str, at: int, to: int, _other: str) -> str:
    return text[:at] + text[at:to][::-1] + text[to:]


def _loud(text: str, at: int, to: int, _other: str) -> str:
    return text[:at] + text[at:to].upper() + text[to:]


def _squeezed(text: str, at: int, to: int, _other: str) -> str:
    return text[:at] + text[at:to].replace(" ", "") + text[to:]


def _unstopped(text: str, at: int, to: int, _other: str) -> str:
    return text[:at] + re.sub(r"[^\w\s]", "", text[at:to]).lower() + text[to:]


_CHANGES: tuple[Callable[[str, int, int, str], str], ...] = (
    *(_cut, _twice, _spliced, _put, _turned, _loud, _squeezed, _unstopped),
)


@st.composite
def mutations(draw: st.DrawFn) -> str:
    """Return a text of the suites after some random changes."""
    texts = st.sampled_from(suite_texts())
    text = draw(texts)
    for _ in range(draw(st.integers(1, 5))):
        at, to = sorted((draw(st.integers(0, len(text))), draw(st.integers(0, len(text)))))
        other = draw(st.sampled_from(PIECES) | texts | st.text(max_size=4))
        text = draw(st.sampled_from(_CHANGES))(text, at, to, other)
    return text[:2_000]


PATCHWORKS = st.lists(st.sampled_from(PIECES) | st.text(max_size=6), min_size=1, max_size=14).flatmap(
    lambda pieces: st.sampled_from([" ", "", "\n", ", "]).map(lambda between: between.join(pieces))
)
TIME_TEXTS = st.lists(st.sampled_from((*TIMES, *NUMBERS, "-", ",", "/", ":")), min_size=1, max_size=10).flatmap(
    lambda pieces: st.sampled_from([" ", " ", ""]).map(lambda between: between.join(pieces))
)
TEXTS = PATCHWORKS | TIME_TEXTS | mutations()
STORABLE = TEXTS.map(lambda text: text.replace("\0", "")).filter(str.strip)
"""Texts that the memory accepts."""
