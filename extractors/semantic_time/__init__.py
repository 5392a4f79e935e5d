"""Semantic time: resolve the time expressions of a sentence to intervals.

    parse_time("Where did I stay the weekend before last?", now=...) -> [TimeSpan(...)]

The grammar has no dependencies outside this package; only `component` imports spaCy.
"""

from chronomem.extractors.semantic_time.anchors import resolve_anchors
from chronomem.extractors.semantic_time.parser import parse_time
from chronomem.extractors.semantic_time.rendering import render_time
from chronomem.extractors.semantic_time.settings import TimeSettings
from chronomem.extractors.semantic_time.spans import Anchor, AnchorResolver, TimeInterval, TimeSpan

__all__ = [
    "Anchor",
    "AnchorResolver",
    "TimeInterval",
    "TimeSettings",
    "TimeSpan",
    "parse_time",
    "render_time",
    "resolve_anchors",
]
