"""What came of what was hoped for: "they said yes!" after an interview, "thanks" for congratulations on a job.

Or on another's: "that's not me, that's Vera".
"""

import re
from collections.abc import Iterator

from chronomem.extractors.language.dialogue.conversation import ParsedTurn, TurnInContext
from chronomem.extractors.language.dialogue.fragments import Shared
from chronomem.extractors.language.dialogue.wording import joined
from chronomem.extractors.language.lexicon import HOME_NOUNS, JOB_NOUNS

_THANKS = re.compile(
    r"\W{0,3}(?:(?:aw{1,5}|oh|haha|yes|yay|omg)\W{1,3}){0,4}(?:thanks?|thx|ty|tysm|cheers|ta)\b", re.IGNORECASE
)
_CONGRATULATES = re.compile(
    r"\b(?:congrats|congratz|grats|congratulations|well done)\b[^.!?]{0,12}? (?:on|for) (?:your|the|ur|that|a)? ?"
    r"(?P<what>[^.,!?;:\n]{3,40})",
    re.IGNORECASE,
)
_HAD = re.compile(
    r"\b(?:how(?:'s| is|s)|how do you like|enjoying|(?:congrats|grats|congratulations) on) (?:the|your|ur|that) "
    r"(?P<what>[^.,!?;:\n]{3,40})",
    re.IGNORECASE,
)
"""How a listener's job or home is asked about."""
_ANOTHERS = re.compile(
    r"^\W*(?:(?:no|nope|oh|oops|haha|lol|sorry)\W+)*(?:(?:that|it)(?:'s|s| is) )?not (?:me|mine)\b\W+"
    r"(?:(?:that|it)(?:'s|s| is) )?(?P<who>(?:my \w+(?: [A-Z]\w+)?|[A-Z]\w+))(?=\W*$|[.,!;]| lol| haha)"
)
"""What says that another was meant: "that's not me, that's my sister Vera"."""
_APPLIED = re.compile(
    r"\b(?:interview(?:ed|ing)?|appl(?:ied|ying|ication)|trial (?:shift|day)|job|offer|role|position)\b"
    r"(?: \w+){0,2} (?:at|with|to|from|for) (?:the )?(?P<employer>[A-Z][\w&'-]*(?: [A-Z][\w&'-]*){0,2})"
)
_TAKEN = re.compile(
    r"(?:^|[.!?,] ?)\W{0,3}(?:(?:omg|yes{1,5}|update|guess what|well|so|ok|and|oh|just)\W{1,3}){0,4}"
    r"(?:i )?(?:got it\b|i'?m in\b(?! \w)"
    r"|(?:got|been offered) the (?:job|gig|role|position|offer)\b|they said yes\b|they want me\b|they took me\b"
    r"|they(?:'ve| have)? (?:offered|gave|given) (?:it to me|me (?:it|the (?:job|role|position|gig)))\b)",
    re.IGNORECASE,
)


def outcomes(conversation: TurnInContext) -> Iterator[Shared]:
    """Yield the job or the home that the speaker has got, as far as the turns before it name it."""
    now, last = conversation.now, conversation.before[-1]
    text = now.tree.text
    if last.speaker != now.speaker and (thanks := _THANKS.match(text)) is not None:
        wished = _CONGRATULATES.search(last.tree.text)
        if wished is not None and _is_job_or_home(wished["what"]):
            yield f"I got the {wished['what']}", thanks.span()
        return
    if last.speaker != now.speaker and (meant := _ANOTHERS.match(joined(now.tree.words))) is not None:
        had = _HAD.search(last.tree.text)
        if had is not None and _is_job_or_home(had["what"]):
            yield f"{meant['who']} got the {had['what']}", meant.span()
        return
    taken = _TAKEN.search(text)
    employer = _applied_to(conversation) if taken is not None and "?" not in text else None
    if taken is not None and employer is not None:
        yield f"I got the job at {employer}", taken.span()


def _is_job_or_home(words: str) -> bool:
    nouns = [word for word in re.split(r" (?:at|in|with) ", words)[0].lower().split() if word]
    return bool(nouns) and nouns[-1] in JOB_NOUNS | HOME_NOUNS


def _applied_to(conversation: TurnInContext) -> str | None:
    """Return the employer of whose interview or application the turns before speak last."""
    now = conversation.now
    for said in reversed(conversation.before):
        found = list(_APPLIED.finditer(" ".join(said.tree.words)))
        if found:
            return found[-1]["employer"] if said.speaker == now.speaker or _asks_listener(said) else None
    return None


def _asks_listener(said: ParsedTurn) -> bool:
    """Whether a turn asks a question about nobody else: "how was the interview with Arup?"."""
    return "?" in said.tree.text and {"he", "she", "they", "his", "her", "their"}.isdisjoint(said.tree.lower)
