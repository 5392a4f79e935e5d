"""Colours that people with any kind of colour vision can distinguish (after Okabe and Ito), and greys."""

INK = "#1f2933"
MUTED = "#66727f"
FAINT = "#d9dee4"
PAPER = "#ffffff"
ACTIVITY = ("#eef1f4", "#c3dcee", "#7fb4d8", "#3a83b7", "#0b4c80")
"""The colours of activity, from none to the most."""
SERIES = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#8c8211", "#5b4b8a")
"""The colours of series, in order."""


def ink_on(colour: str) -> str:
    """Return the text colour on a background: black or white, whichever has more contrast."""
    red, green, blue = (_linear(int(colour[i : i + 2], 16) / 255) for i in (1, 3, 5))
    light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return INK if (light + 0.05) / 0.07 > 1.05 / (light + 0.05) else PAPER


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)
