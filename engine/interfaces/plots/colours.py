"""Colours that people with any kind of colour vision tell apart (after Okabe and Ito), and the greys between."""

INK = "#1f2933"
MUTED = "#66727f"
FAINT = "#d9dee4"
PAPER = "#ffffff"
ACTIVITY = ("#eef1f4", "#c3dcee", "#7fb4d8", "#3a83b7", "#0b4c80")
"""From nothing to the most."""
SERIES = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#8c8211", "#5b4b8a")
"""One after the other, for what is told apart by colour."""


def ink_on(colour: str) -> str:
    """Return the colour of words that are read on a colour: black or white, whichever contrasts more."""
    red, green, blue = (_linear(int(colour[i : i + 2], 16) / 255) for i in (1, 3, 5))
    light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return INK if (light + 0.05) / 0.07 > 1.05 / (light + 0.05) else PAPER


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)
