"""The words by which a question asks: they tell nothing of what it is about, and match turns about something else."""

import re
from collections.abc import Iterable

_ASKING = re.compile(
    "|".join(
        (
            r"\bhow many(?: times| (?:days|weeks|months|years)"
            r"(?: (?:ago|(?:had |have )?passed|before|after|between|since|until))?)?\b",
            r"\b(?:in total|altogether)\b|\bthe (?:total )?(?:number|amount|order) of\b",
            r"\b(?:starting )?from (?:the )?earliest(?: to (?:the )?latest)?\b",
            r"\bhave i ever\b|\bdid i (?:say|mention)\b|\bi was wondering(?: if)?\b",
            r"\bi(?:['\u2019]m| am| was)? (?:wanted|want|trying|try|going|thinking|looking) (?:back )?"
            r"(?:to |at |about |over |through )?(?:recall|remember|follow up(?: on)?|(?=our ))",
            r"\bour (?:previous|last|earlier) (?:conversation|chat|discussion|talk)s?(?: about| on)?\b",
            r"\b(?:can|could|would|do|did) you (?:please )?"
            r"(?:remind|tell|suggest|recommend|remember|think|know|show|give|help)\b(?: me\b)?",
            r"\bremind me\b|\byou (?:said|told me|mentioned|recommended|suggested)\b",
        )
    ),
    re.IGNORECASE,
)
_WORD = re.compile(r"\w")


def matter_of(text: str, times: Iterable[tuple[int, int]] = ()) -> str:
    """Return a question in English without the words by which it asks, or as it is where no others are left.

    Args:
        text: the question.
        times: where words stand that name a time, as begins and ends; these are left out as well.
    """
    rest = text
    for start, end in times:
        rest = rest[:start] + " " * (end - start) + rest[end:]
    rest = _ASKING.sub(" ", rest)
    return rest if _WORD.search(rest) else text
