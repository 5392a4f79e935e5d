"""Plans that a turn settles without naming them: "it's off", "PASSED!!", "submitted.", "we're back".

Each is restated as a sentence about the kind of plan ("The exam is over"), which ends the last such plan of the
speaker, in whatever session that was told.
"""

import re
from collections.abc import Iterator

from chronomem.extractors.language.dialogue.conversation import ParsedTurn
from chronomem.extractors.language.dialogue.retractions import calls_off
from chronomem.graph_schema.facts.plan_kinds import PLAN, TRIP

_OPENING = (
    r"^\W*((and|so|well|ok|okay|omg|update|guys|yay|yes|yess+|woo+|hooray|finally|phew|guess what|just|i|we|i'?ve|"
    r"we'?ve|she said|he said)\W+)*"
)
_END = (
    r"(?=\W*$|\s*[.,!;:)\n]|"
    r"\s+(it|again|first time|with|by|last|this|today|yesterday|and|at|in|so|but|on)\b)"
)
_SETTLED = (
    ("exam", r"(passed|failed|aced it|nailed it|smashed it|scraped through|flunked( it)?|bombed( it)?)"),
    ("race", r"(did it|finished( it)?|ran it|crossed the (finish )?line|made it to the finish)"),
    ("paper", r"(submitted( it)?|handed (it )?in|sent (it )?off|turned (it )?in)"),
    ("leaving", r"((i|we)'?(m|re)? |am |are )?staying( put| after all)?(?=\W*$|\s*[.,!;)])"),
    (TRIP, r"(((we|i)'?(re|m|ve)?|are|am) )?((got|safely|finally|now) )?(back|home)( home| again| safe| safely)?"),
)
_PATTERNS = [(kind, re.compile(f"{_OPENING}{words}{_END}", re.IGNORECASE)) for kind, words in _SETTLED]
_SIGNS = re.compile(
    r"\b(passed|failed|it|through|flunked|bombed|finished|line|finish|submitted|in|off|staying|back|home)\b",
    re.IGNORECASE,
)
"""Words without one of which nothing is settled."""
_NONE = re.compile(
    rf"{_OPENING}(?:(?:looks|seems) like |sadly,? |unfortunately,? )?"
    r"no (?P<what>[\w'-]+(?: [\w'-]+){0,2}) for (?:me|us)"
    r"(?: after all| then| in the end"
    r"| this (?:time|year|week|weekend|month|spring|summer|autumn|fall|winter))"
    r"(?=\W*$|\s*[.,!;:)]| (?:because|since|as)\b)",
    re.IGNORECASE,
)
"""What doesn't take place: "no Crete for us after all", "no marathon for me this year"; not "no coffee for me"."""
_PLACED = re.compile(r"\s+(in|at|on|with|and|to|so|but)\b", re.IGNORECASE)
"""What goes on after "back" and names where or what: "back at work", "home with a cold"."""


def settled(now: ParsedTurn) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield the sentences that a turn stands for, with the spans of its words."""
    if (span := calls_off(now)) is not None:
        yield f"The {PLAN} is off.", span
        return
    tree = now.tree
    for first, last in tree.sentences:
        start = tree.starts[first]
        text = tree.text[start : tree.end(last - 1)]
        if (none := _NONE.match(text)) is not None:
            yield f"The {none['what']} is off.", (start, start + none.end())
            return
        if not _SIGNS.search(text):
            continue
        for kind, pattern in _PATTERNS:
            found = pattern.match(text)
            if found is not None and not (kind == TRIP and _PLACED.match(text, found.end())):
                yield f"The {kind} is over.", (start, start + found.end())
                return
