"""Safe text for pictures, whoever wrote it: one line, no markup, no character that the fonts lack."""

import unicodedata
from functools import cache
from typing import Any

from matplotlib.axes import Axes
from matplotlib.font_manager import FontProperties, fontManager, get_font
from matplotlib.text import Text

_FAMILY = "DejaVu Sans"  # comes with matplotlib
_FURTHER = (
    *("Noto Sans", "Noto Sans CJK SC", "Noto Sans CJK JP", "Noto Sans Arabic", "Noto Sans Hebrew"),
    *("Noto Sans Devanagari", "Noto Emoji", "Segoe UI Symbol", "PingFang SC", "Hiragino Sans", "Arial Unicode MS"),
)
_MISSING = "▯"
_NARROW_EM, _WIDE_EM = 0.6, 1.05


@cache
def families() -> tuple[str, ...]:
    """Return the fonts to use: matplotlib's own, then installed ones that cover other scripts."""
    known = set(fontManager.get_font_names())
    return (_FAMILY, *(name for name in _FURTHER if name in known))


@cache
def _letters() -> frozenset[int]:
    found: set[int] = set()
    for name in families():
        found.update(get_font(fontManager.findfont(FontProperties(family=[name]))).get_charmap())
    return frozenset(found)


def shown(text: str) -> str:
    """Return a text as one line of drawable characters; others become a box, invisible ones are dropped."""
    letters = _letters()
    kept = [
        character if ord(character) in letters else _MISSING
        for character in " ".join(text.split())
        if unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Mn", "Me")
    ]
    return unicodedata.normalize("NFC", "".join(kept)).strip()


def cut(text: str, length: int) -> str:
    """Return a text of at most `length` characters, with an ellipsis if it was longer."""
    line = shown(text)
    return line if len(line) <= length else line[: max(1, length - 1)].rstrip() + "…"


def width_of(text: str, size: float) -> float:
    """Return the approximate width of a text in inches, at a size in points."""
    wide = sum(unicodedata.east_asian_width(character) in "WF" for character in text)
    return ((len(text) - wide) * _NARROW_EM + wide * _WIDE_EM) * size / 72


def fitting(text: str, size: float, inches: float) -> str:
    """Return a text cut to a width; empty if fewer than three characters would be left."""
    line = shown(text)
    if width_of(line, size) <= inches:
        return line
    room = int(inches / (_NARROW_EM * size / 72))
    return cut(line, room) if room >= 4 else ""


def write(axes: Axes, x: float, y: float, text: str, *, size: float, **look: Any) -> Text:
    """Write a text at a place, as plain text and never as a formula."""
    drawn = axes.text(x, y, shown(text), fontsize=size, fontfamily=list(families()), usetex=False, **look)
    drawn.set_parse_math(False)
    return drawn
