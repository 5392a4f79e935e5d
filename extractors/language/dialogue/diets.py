"""What somebody can't eat, told where that is asked: "any dietary needs?" "lactose here", "no gluten for me"."""

import re
from collections.abc import Iterator

from chronomem.extractors.language.dialogue.conversation import TurnInContext
from chronomem.extractors.language.dialogue.fragments import Shared

_ASKED = re.compile(
    r"\b(?:dietary|diets?|allerg\w+|intoleran\w+|(?:ca|do|does)n'?t eat|not eat|eat (?:everything|anything))\b"
    r"[^?.!]*\?",
    re.IGNORECASE,
)
_ANSWERED = re.compile(
    r"(?:^|[.!;,]\s*)(?:(?:yes|yeah|yep|oh|just|only|sorry),? )*"
    r"(?P<said>no (?P<none>[a-z]+) for (?:me|us)|(?P<here>[a-z]+) here|"
    r"(?P<free>[a-z]+)[ -]free(?: for me)?(?: please| pls| plz)?)"
    r"(?=\s*(?:$|[.,!;]))",
    re.IGNORECASE,
)
_NOTHING = {"me", "nothing", "none", "everything", "idea", "problem", "allergies", "all", "over", "vegan", "vegetarian",
            "veggie", "coeliac", "celiac", "pescatarian", "same"}  # fmt: skip
"""Words that name no food; what one is by "vegan here" is told elsewhere."""
_TURNS_BACK = 4


def avoided(conversation: TurnInContext) -> Iterator[Shared]:
    """Yield the food that a turn names to who asked what people can't eat."""
    now = conversation.now
    asked = (said for said in conversation.before[-_TURNS_BACK:] if said.speaker != now.speaker)
    if not any(_ASKED.search(said.tree.text) for said in asked):
        return
    for found in _ANSWERED.finditer(now.tree.text):
        food = found["none"] or found["here"] or found["free"]
        if food.lower() not in _NOTHING:
            yield f"I am allergic to {food}", found.span("said")
