"""Who comes along: "camping this weekend, who's in?" "count me in" is a plan of the one who says so."""

import re
from collections.abc import Iterator, Sequence

from chronomem.extractors.language.dialogue.conversation import ParsedTurn, TurnInContext
from chronomem.extractors.language.dialogue.replies import reply_of
from chronomem.extractors.language.frames.occasions import OCCASIONS
from chronomem.extractors.language.parsing.syntax import SyntaxTree

_COMING = re.compile(
    r"\W*((yes|yeah|yep|ooh|oh|ok|definitely|absolutely|sure|haha|omg|great|nice|cool|sounds (good|great|fun))\W+)*"
    r"(i(?:'| a)?m in|count (me|us) in|we(?:'| a)?re in|i(?:'ll|ll| will) (be there|come|join|bring)|"
    r"i(?:'| a)?m (definitely )?(coming|up for it)|wouldn'?t miss it|see you there|in!|me!+$|me$|me and )",
    re.IGNORECASE,
)
_WHO_IS_IN = re.compile(r"\bwho(?:'s|s| is) (?:in|coming|joining|up for it)\b[^.!?]*\?", re.IGNORECASE)
_INVITING = re.compile(
    r"\b(who|who's|whos|anyone|anybody|you guys|you all|wanna|want to|fancy|shall we|how about|up for|join|coming|"
    r"come)\b",
    re.IGNORECASE,
)
_OFFERING = {"you", "u", "ya", "ye", "wanna", "fancy", "want", "come", "join", "we", "anyone"}
"""Words of a question that suggests something to somebody."""
_WH = {"WRB", "WP", "WDT"}
"""The tags of words that ask for something else than yes or no."""
_BESIDE = {"compound", "amod", "nmod:poss", "nummod", "flat", "case", "det"}
_TURNS_BACK = 4
_MOST_WORDS = 8


def is_left_open(asked: SyntaxTree, said: SyntaxTree, others: Sequence[str]) -> bool:
    """Whether a turn suggests something and the reply doesn't say yes: "fancy Rome?" "ooh, let me check"."""
    offered = any(word.split("'")[0] in _OFFERING for word in asked.lower)
    if not offered or any(tag in _WH for tag in asked.tags):
        return False
    return reply_of(said, others).agrees is not True and _COMING.match(said.text) is None


def joined_in(conversation: TurnInContext) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield the plan of somebody who accepts an invitation, with the span of the words that accept it."""
    now = conversation.now
    found = _COMING.match(now.tree.text)
    if found is None:
        return
    for said in reversed(conversation.before[-_TURNS_BACK:]):
        if said.speaker != now.speaker and (occasion := _invited_to(said)):
            yield f"I am going {occasion}", found.span()
            return


def _invited_to(said: ParsedTurn) -> str:
    """Return what a turn invites to: "camping this weekend", "to the dinner at Ann's on Saturday"; "" if nothing."""
    tree = said.tree
    if "?" not in tree.text or not _INVITING.search(tree.text):
        return ""
    for i, lemma in enumerate(tree.lemmas):
        outing = tree.tags[i] == "VBG" and _is_outing(tree, i)
        if outing or (tree.tags[i].startswith("N") and (lemma in OCCASIONS or tree.lower[i] in OCCASIONS)):
            words = _named(tree, i)
            own = tree.lower[i - 1 : i] if i else []
            return words if outing else f"to {'' if own == ['the'] or words.istitle() else 'the '}{words}"
    return ""


def inviting(now: ParsedTurn) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield the plan of somebody who asks who comes along: "camping this weekend, who's in?"."""
    if _WHO_IS_IN.search(now.tree.text) and (occasion := _invited_to(now)):
        yield f"I am going {occasion}", (0, 0)


def _is_outing(tree: SyntaxTree, verb: int) -> bool:
    """Whether a gerund names what one goes to do: "camping this weekend", "fancy hiking"; not "bringing cake"."""
    thing = tree.child(verb, "obj")
    timed = thing is not None and (
        any(tree.lower[i] in ("this", "next") for i in tree.having(thing, "det", "amod"))
        or tree.lower[thing].endswith("day")
    )
    alone = tree.child(verb, "nsubj", "aux") is None and (thing is None or timed)
    asked = tree.heads[verb] == verb or tree.lemmas[tree.heads[verb]] in ("go", "fancy")
    return alone and (asked or tree.lower[verb - 2 : verb] == ["up", "for"])


def _named(tree: SyntaxTree, head: int) -> str:
    """Return the words of an occasion up to the next mark: "dinner at ours on saturday"."""
    first = head
    while first and tree.heads[first - 1] == head and tree.full_deps[first - 1] in _BESIDE - {"case", "det"}:
        first -= 1
    last = head + 1
    while last < len(tree.words) and last - first < _MOST_WORDS and tree.words[last][0].isalnum():
        if tree.tags[last].startswith(("V", "W", "MD")):
            break
        last += 1
    return tree.phrase(first, last).strip()
