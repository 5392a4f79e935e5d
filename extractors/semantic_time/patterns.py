"""Rules over token classes: a small pattern language on top of `re`.

Each token has a class, encoded as one character. A rule is a regular expression over those characters and a function
that builds a meaning from the match. A pattern names classes (`THE? o:ORD w:WDAY OF m:MONTH`); `o:` captures, and `( |
)`, `?`, `+`, `*` and lookarounds mean the same as in `re`. Patterns hold no nested repetition, so matching takes linear
time.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from chronomem.extractors.semantic_time.meanings import Environment, Meaning, readings
from chronomem.extractors.semantic_time.periods import LocalInterval

_CODES: Final[dict[str, str]] = {}
_NAMES: Final[dict[str, str]] = {}
# Groups: names that a pattern uses for several token classes.
GROUPS: Final[dict[str, str]] = {
    "NUM": "I0 I12 I24 I31 I59 I99 I3",
    "DOM": "I12 I24 I31",
    "HOUR": "I0 I12 I24",
    "MIN": "I0 I12 I24 I31 I59",
    "ORDX": "ORD ORDW SECOND",
    "UNIT": "USUB UDAY UCAL UWKND UNIGHT QUARTER SECOND",
    "BIGUNIT": "UDAY UCAL UWKND QUARTER",
    "LASTX": "LAST PAST",
    "MOD": "LAST PAST NEXT THIS THAT",
    "DAYX": "WDAY DATE RELDAY DOMX HOL SL2",
    "PERX": "PERIOD MONTH MONY SEASONX QTR YEAR DECADE WEEKX HALFY",
    "CLOCK": "CLK CLKT",
    "SEP": "DASH SLASH",
    "TOX": "TO UNTIL THROUGH DASH",
    "YR": "I4Y YYA",
    "TIME": (
        "WDAY DATE RELDAY DOMX HOL SL2 PERIOD MONTH MONY SEASONX QTR YEAR DECADE WEEKX HALFY"
        " WDOM CLK CLKT DT NOWX RANGE"
    ),
    "WHEN": "WDAY DATE RELDAY DOMX HOL SL2 PERIOD MONTH MONY SEASONX QTR YEAR DECADE WEEKX HALFY WDOM DT NOWX",
    "PREP": "IN OF SINCE UNTIL BEFORE AFTER BY FROM BETWEEN TO THROUGH DURING ON FOR AROUND",
    "YEARPREP": "IN OF ASOF SINCE UNTIL BEFORE AFTER BY FROM BETWEEN TO THROUGH DURING EQUALS STARTING",
    "ORDINALUNIT": "UWKND WORKWEEK QUARTER HALF",
    "LISTED": "AND OR COMMA",
    "POINT": "WDAY DATE RELDAY DOMX HOL SL2 PERIOD MONTH MONY QTR YEAR WDOM DT CLK CLKT",
    "DAYPREP": "ON FOR BY ASOF SINCE UNTIL FROM TO THROUGH BEFORE AFTER",
    "TIMEAT": "AT ON",
    "DAYTIME": "DATE WDAY RELDAY DOMX HOL SL2 WDOM DT",
    "DAYNAME": "DATE WDAY RELDAY DOMX HOL WDOM",
    "ONIN": "ON IN",
    "ROLLING": "IN FOR DURING WITHIN OVER",
    "COUPLED": "LAST PAST NEXT THE THIS",
    "HOLIDAY": "HOL DATE",
    "SEASONPREP": "IN DURING SINCE UNTIL BEFORE AFTER BY",
    "PARTWORD": "EARLY MID LATE BEGIN STARTN END",
}
# A class or a choice of classes, optionally captured; a parenthesis; another sign; space.
_ELEMENT: Final = re.compile(
    r"(?:([a-z]):)?(?:\(([A-Z][A-Z0-9]*(?:\|[A-Z][A-Z0-9]*)*)\)|([A-Z][A-Z0-9]*))|(\()|([)|?*+!=<])|\s+"
)


def code(name: str) -> str:
    """Return the character that encodes a class."""
    if name not in _CODES:
        _CODES[name] = chr(0x100 + len(_CODES))
        _NAMES[_CODES[name]] = name
    return _CODES[name]


def codes(name: str) -> str:
    """Return the characters of a class or group."""
    return "".join(code(part) for part in GROUPS.get(name, name).split())


def name_of(character: str) -> str:
    """Return the class that a character encodes."""
    return _NAMES[character]


@dataclass(slots=True)
class TokenNode:
    """A token, or the result of a rule over several; `start` and `end` are character offsets."""

    code: str
    value: Any
    start: int
    end: int


@dataclass(slots=True)
class PatternMatch:
    """The match of a pattern; index it by the names of its captures."""

    match: re.Match[str]
    nodes: list[TokenNode]
    env: Environment

    def __getitem__(self, name: str) -> Any:
        index = self.match.start(name) if name in self.match.re.groupindex else -1
        return None if index < 0 else self.nodes[index].value

    def is_a(self, name: str, group: str) -> bool:
        """Whether the captured node is of a class or group."""
        index = self.match.start(name) if name in self.match.re.groupindex else -1
        return index >= 0 and self.nodes[index].code in codes(group)

    def is_singular(self, name: str) -> bool:
        """Whether a captured unit is written out in the singular: "week", but not "weeks" or "wks"."""
        node = self.nodes[self.match.start(name)]
        return node.end - node.start == len(str(node.value))

    @property
    def past_first(self) -> bool | None:
        """The preferred direction at the match, from the words around it; None is undecided."""
        return self.env.prefers_past(self.nodes[self.match.start()].start)

    @property
    def past_tense(self) -> bool | None:
        """Whether the sentence is about the past; None is undecided."""
        return self.env.past_tense(self.nodes[self.match.start()].start)

    def readings(self, meaning: Meaning) -> tuple[LocalInterval, ...]:
        """Return every interval that a meaning may stand for here, best first."""
        return readings(meaning, self.env, self.past_first)


Built = tuple[str, Any] | None
Builder = Callable[[PatternMatch], Built]


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern and the function that builds its result."""

    pattern: re.Pattern[str]
    build: Builder
    needs: tuple[frozenset[str], ...] = field(default=())

    def apply(self, nodes: list[TokenNode], text: str, env: Environment) -> list[TokenNode] | None:
        """Return the nodes with every match replaced, or None if nothing matched."""
        out: list[TokenNode] = []
        done = 0
        for match in self.pattern.finditer(text):
            first, last = match.span()
            built = self._built(PatternMatch(match, nodes, env))
            if built is None:
                continue
            out.extend(nodes[done:first])
            out.append(TokenNode(code(built[0]), built[1], nodes[first].start, nodes[last - 1].end))
            done = last
        if not done:
            return None
        out.extend(nodes[done:])
        return out

    def _built(self, found: PatternMatch) -> Built:
        try:
            return self.build(found)
        except (ValueError, OverflowError):
            return None  # a date that doesn't exist ("31 June") or lies outside the supported years


def rule(pattern: str, build: Builder) -> Rule:
    """Compile a rule from a pattern in the language that the module describes."""
    expression, needs, depth, at = [], [], 0, 0
    while at < len(pattern):
        element = _ELEMENT.match(pattern, at)
        if element is None:
            raise ValueError(f"{pattern!r} can't be read from {pattern[at:]!r} on")
        at = element.end()
        name, words, word, opening, sign = element.groups()
        if words or word:
            characters = "".join(codes(each) for each in (words or word).split("|"))
            chosen = characters if len(characters) == 1 else f"[{characters}]"
            expression.append(f"(?P<{name}>{chosen})" if name else chosen)
            if not depth and pattern[at : at + 1] not in ("?", "*"):
                needs.append(frozenset(characters))
        elif opening or sign:
            depth += {"(": 1, ")": -1}.get(opening or sign, 0)
            expression.append("(?:" if opening and pattern[at : at + 1] != "?" else opening or sign)
    return Rule(re.compile("".join(expression)), build, tuple(needs))


def reduce_nodes(rules: Iterable[Rule], nodes: list[TokenNode], env: Environment) -> list[TokenNode]:
    """Apply every rule once, in order, and return the resulting nodes."""
    text = "".join(node.code for node in nodes)
    present = frozenset(text)
    for each in rules:
        if any(present.isdisjoint(need) for need in each.needs):
            continue
        reduced = each.apply(nodes, text, env)
        if reduced is not None:
            nodes = reduced
            text = "".join(node.code for node in nodes)
            present = frozenset(text)
    return nodes
