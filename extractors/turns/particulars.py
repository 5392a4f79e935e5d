"""Particulars: the numbers, addresses, sizes and sums that people give of themselves or others, read from their words.

"My phone number is 555-0199", "our new address: 12 Elm Road", "Lupe's number is 555-0184". A parser takes such values
apart, so they are found by their form. Passwords and PINs are left where they were said: a list of facts is no place
for them.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from chronomem.extractors.turns.plain_sentences import plain_sentences

_CODE = r"(?=[\w/ -]*\d)[A-Z\d][A-Z\d/-]{2,}(?:[ -][A-Z\d]{2,})*"
_SUM = r"(?:[£$€]\s?)?\d[\d,.]*\d?k?(?:\s?(?:£|\$|€|euros?|pounds|quid|dollars))?"
_EACH = r"(?:\s?(?:(?:an?|per|each|every)\s|/)\s?(?:hour|week|month|year))?"
_KINDS = (
    (r"(?:(?:phone|mobile|cell|telephone|contact)(?:\s+number)?|number)", r"\+?\(?\d[\d\s().-]{4,}\d", "phone number"),
    (r"e-?mail(?:\s+address)?", r"[^\s@,;]+@[^\s@,;]+\.[a-z]{2,}", "email"),
    (r"(?:(?:home|postal|mailing|street)\s+)?address", r"\d+[a-z]?,?\s+[^\W\d_][^.!?\n;]{2,80}", "address"),
    (r"(?:post\s?code|zip(?:\s?code)?)", _CODE, "postcode"),
    (r"(?P<which>[a-z-]+)\s+number", _CODE, "number"),
    (
        r"(?P<which>[a-z-]+)\s+size",
        r"(?:(?:uk|us|eu|size)\s+)?\d{1,3}(?:[.,]5)?\b|(?:extra\s+)?(?:small|medium|large)\b|x{0,3}[sl]\b|m\b",
        "size",
    ),
    (r"blood\s+(?:type|group)", r"(?:AB|A|B|O)\s?(?:[+-]|positive|negative|pos\b|neg\b)", "blood type"),
    (r"(?:licen[cs]e\s+plate|number\s+plate|registration|reg)", _CODE, "licence plate"),
    (r"(?P<which>rent|salary|mortgage|budget|pension)", _SUM + _EACH, ""),
)
_WHOSE = r"(?P<whose>(?-i:[A-Z])[\w-]+)['\u2019]s"
_GIVEN = tuple(
    (
        re.compile(
            rf"\b(?:my|our|{_WHOSE})\s+(?:(?:new|current|own)\s+)?{noun}(?:\s+(?:is|are)|'s|\u2019s|\s*[:=])"
            rf"\s+(?:(?:now|actually|still|currently)\s+)?(?P<value>{value})",
            re.IGNORECASE,
        ),
        name,
    )
    for noun, value, name in _KINDS
)
_MOVED = re.compile(
    r"\b(?:my|our|the)\s+(?P<which>rent|salary|mortgage|pension)\s+(?:(?:(?:has|is)\s+)?(?:going|goes|gone|went)\s+"
    rf"(?:up|down)\s+to|(?:(?:has been|was)\s+raised\s+)?to)\s+(?P<value>{_SUM}{_EACH})",
    re.IGNORECASE,
)
"""A sum that moves: "they've put up the rent to 950"."""
_CLAUSE = re.compile(r",?\s+(?:and|but|so|because|if|when|since|now)\s+.*|\s+\(.*", re.IGNORECASE | re.DOTALL)
"""What follows an address in its sentence."""


@dataclass(frozen=True, slots=True)
class Particular:
    """Something that somebody gives of themselves or of somebody else.

    Attributes:
        name: what it is, such as "phone number".
        value: as it was written.
        whose: the name of the other one, if it isn't the speaker's.
    """

    name: str
    value: str
    whose: str | None = None

    @property
    def predicate(self) -> str:
        """The name of the attribute, such as `phone_number_is`."""
        return f"{re.sub(r'[ -]', '_', self.name)}_is"


def particulars_in(text: str) -> list[Particular]:
    """Return the particulars that a turn gives, sentence by sentence; of two of the same kind in one, the first."""
    return [told for sentence in plain_sentences(text) if not sentence.endswith("?") for told in _told(sentence)]


def _told(sentence: str) -> Iterator[Particular]:
    taken: list[tuple[int, int]] = []
    for pattern, name in (*_GIVEN, (_MOVED, "")):
        match = pattern.search(sentence)
        if match is None or any(start < match.end() and match.start() < end for start, end in taken):
            continue
        taken.append(match.span())
        which = match.groupdict().get("which", "").lower()
        value = match["value"].strip(" ,.")
        if name == "address":
            value = _CLAUSE.sub("", value).strip(" ,.")
            if value.isdecimal():
                continue  # "my address is 12 and a bit further on"
        yield Particular(f"{which} {name}".strip(), value, match.groupdict().get("whose"))
