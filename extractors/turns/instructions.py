"""Standing instructions: what people ask for in every answer, told by rules over their sentences.

"Always include version numbers", "never suggest pork", "call me Jo". What stands in quotes or code, questions about
instructions, and reports of what somebody else wants are none.
"""

import re
from dataclasses import dataclass

from chronomem.extractors.language.lexicon import demonyms
from chronomem.extractors.turns.plain_sentences import plain_sentences

INSTRUCTS = "instructs"
CALLED = "wants_to_be_called"

_WORDS = """
add address allow answer apply ask assume attach avoid base begin book break call check cite compare compute
confirm consider convert copy define describe display distinguish do double-check emphasise emphasize enable
end ensure estimate explain express favor favour fill flag focus follow format give go greet group handle
highlight ignore illustrate include indicate keep label lead leave limit link list maintain make mark measure
mention name note notify number offer omit order organise organize outline output pick present prioritise
prioritize propose provide put quote recommend refer relate remind reply report respond return round say send
separate share show simplify skip solve sort speak specify spell start state stick structure suggest summarise
summarize support take talk tell translate treat type use verify warn write
"""
_VERBS = tuple(_WORDS.split())
_VERB = f"(?:{'|'.join(sorted(_VERBS, key=len, reverse=True))})"
_GERUNDS = {
    **{f"{verb}ing": verb for verb in _VERBS},
    **{f"{verb[:-1]}ing": verb for verb in _VERBS if verb.endswith("e")},
    **{f"{verb}{verb[-1]}ing": verb for verb in _VERBS if re.search(r"[^aeiou][aeiou][bgmnpt]$", verb)},
}
_GERUND = f"(?:{'|'.join(sorted(_GERUNDS, key=len, reverse=True))})"
_POLITE = (
    r"(?:(?:(?:please|also|and|but|so|oh|ok|okay|hey|thanks|thank you|just|again|kindly|btw|by the way|fyi|anyway|well|"
    r"remember to|be sure to|"
    r"make sure (?:that )?(?:you |to )?|i(?:'d| would) (?:like|want|prefer) (?:for )?you to|"
    r"i (?:want|need|expect) you to|"
    r"you (?:should|must|have to|need to)|(?:could|can|would|will) you)\b[,!.:]?\s*)*)"
)
_LASTING = (
    r"(?:from (?:now|here|today) on(?:wards?)?|going forward|henceforth|in (?:the )?future|for (?:all )?future answers)"
)
_WHEN = (
    r"(?:when|whenever|if|each time|every time|any ?time)\s+i(?:'m|\s+am)?\s+"
    r"(?:ask|mention|talk|want|need|request|asking)\b"
)

_ALWAYS = re.compile(rf"^{_POLITE}always\s+{_POLITE}(?P<do>{_VERB}\b\s+\S.*)$", re.IGNORECASE)
_NEVER = re.compile(
    rf"^{_POLITE}(?:never(?: ever)?|(?:don't|do not|dont)\s+ever|i (?:don't|do not) want you to ever)\s+"
    rf"(?P<do>{_VERB}\b\s+\S.*)$",
    re.IGNORECASE,
)
_FROM_NOW = re.compile(
    rf"^{_POLITE}{_LASTING},?\s+{_POLITE}(?P<no>(?:don't|do not|dont|never)\s+)?(?:always\s+)?"
    rf"(?P<do>{_VERB}\b\s+\S.*)$",
    re.IGNORECASE,
)
_ON = re.compile(
    rf"^{_POLITE}(?P<when>{_WHEN}[^,]*),\s*{_POLITE}(?:always\s+)?(?P<no>(?:don't|do not|dont|never)\s+)?"
    rf"(?P<do>{_VERB}\b\s+\S.*)$",
    re.IGNORECASE,
)
_DO_ON = re.compile(rf"^{_POLITE}(?P<no>(?:don't|do not|dont)\s+)?(?P<do>{_VERB}\b\s+\S.*\b{_WHEN}.*)$", re.IGNORECASE)
_YOURS = re.compile(
    rf"^{_POLITE}(?P<no>(?:don't|do not|dont)\s+)?(?P<do>(?:{_VERB}\s+your\s+(?:\w+\s+)?|"
    rf"(?:keep|limit|give|write|make|want)\s+(?:me\s+)?(?:all\s+)?(?:\w+\s+)?)"
    rf"(?:answers|replies|responses|explanations)\b(?!\s+\d).*)$",
    re.IGNORECASE,
)
"""What is asked of all answers: "keep your answers short"."""
_STYLE = re.compile(
    rf"^{_POLITE}(?P<do>use\s+(?:[\w-]+\s+)*(?:units|spelling|celsius|fahrenheit|kilometres|kilometers|grams))"
    rf"(?:,?\s+please)?$|^{_POLITE}(?P<tongue>(?:answer|reply|respond|speak|talk)(?:\s+to\s+me)?(?:\s+only)?\s+in\s+"
    r"(?-i:[A-Z])[a-z]+)(?:,?\s+please)?$",
    re.IGNORECASE,
)
"""Measures, spelling and language, which nobody asks for just once."""
_WITHOUT = re.compile(
    rf"^{_POLITE}(?:no(?:\s+more)?|don't\s+use|do\s+not\s+use|dont\s+use|avoid|skip)\s+(?:any\s+|the\s+)?(?P<mark>"
    r"emojis?|bullet\s+points?|bullets|bullet\s+lists|markdown|jargon|headings|headers|exclamation\s+marks|"
    r"small\s+talk|em\s+dashes|slang|disclaimers|apologies)(?:\s+either)?(?:,?\s+please)?(?=$|,)",
    re.IGNORECASE,
)
"""Marks of style that are unwanted: "no emojis please"."""
_STOP = re.compile(rf"^{_POLITE}stop\s+(?P<ing>{_GERUND})\b(?P<rest>\s+\S.*)$", re.IGNORECASE)
_NO_MORE = re.compile(
    rf"^{_POLITE}(?:(?:(?:you can|you may|feel free to|it's (?:ok|okay|fine) to)\s+(?:now\s+)?stop\s+"
    rf"(?P<ing>{_GERUND})\b(?P<rest>\s+\S.*?))"
    rf"|(?:(?:you (?:don't|do not) (?:need|have) to|you needn't|there's no need to|no need to)\s+(?:always\s+)?"
    rf"(?P<do>{_VERB}\b\s+\S.*?)\s+(?:any ?more|any longer|from now on)))[.!\s]*$",
    re.IGNORECASE,
)
_NAME = r"(?P<name>(?:(?:Dr|Mr|Mrs|Ms|Prof)\.\s)?[A-Z][\w'-]*(?:\s[A-Z][\w'-]*){0,2})"
_CALLED = re.compile(
    rf"(?:^|[,;]\s*(?:so\s+)?)(?i:{_POLITE}(?:(?:you can|you may)\s+)?(?:just\s+)?(?:always\s+)?call me|"
    rf"{_POLITE}address me as|i(?:'d| would)? (?:prefer|like) to be called|i prefer being called)\s+"
    rf"(?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b){_NAME}(?![\w'])"
    r"(?=\s*(?:$|[.,!;)]|from now on|please|instead|and\b|for short))"
)
_NOT_YOURS = re.compile(
    r"^(?:never|always)\s+(?:\w+\s+)?(?:mind|say never|go (?:back|there)|give up|take it)\b", re.IGNORECASE
)
_WHENEVER = re.compile(r"^when(?:ever)?\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Told:
    """An instruction that somebody gave.

    Attributes:
        predicate: `INSTRUCTS`, or `CALLED` for the name that they want to be called by.
        value: what is to be done, from its verb on; or the name.
        text: the sentence as it was said.
        negated: whether it is never to be done.
        ended: whether it need not be done any more.
    """

    predicate: str
    value: str
    text: str
    negated: bool = False
    ended: bool = False


def instructions_in(text: str) -> list[Told]:
    """Return the standing instructions that a person gives in a turn, in order."""
    return [told for sentence in plain_sentences(text, _quotes_a_format) if (told := _told(sentence)) is not None]


def _quotes_a_format(sentence: str) -> bool:
    """Whether a sentence quotes words of an instruction: always format dates as "Month Day"."""
    first = min((at for sign in ('"', "\u201c", "'", "`") if (at := sentence.find(sign)) >= 0), default=0)
    return first > 0 and _always(sentence[:first].rstrip() + " it") is not None


def _told(sentence: str) -> Told | None:
    if match := _CALLED.search(sentence):
        return Told(CALLED, match["name"], sentence)
    words = sentence.rstrip(" .!")
    if sentence.endswith("?") and not re.match(r"(?i)(?:could|can|would|will) you (?:please )?always\b", sentence):
        return None
    words = words.rstrip("?")
    if match := _NO_MORE.match(words):
        return Told(INSTRUCTS, _done(match), sentence, ended=True)
    if match := _STOP.match(words):
        return Told(INSTRUCTS, _done(match), sentence, negated=True)
    return _always(words, sentence)


def _always(words: str, sentence: str = "") -> Told | None:
    if _NOT_YOURS.match(words):
        return None
    for pattern, negated in ((_ALWAYS, False), (_NEVER, True)):
        if match := pattern.match(words):
            return Told(INSTRUCTS, match["do"], sentence, negated=negated)
    if match := _WITHOUT.match(words):
        return Told(INSTRUCTS, f"use {match['mark']}", sentence, negated=True)
    if (match := _STYLE.match(words)) and (match["do"] or match["tongue"].split()[-1].lower() in demonyms()):
        matter = match["do"] or match["tongue"]
        return Told(INSTRUCTS, matter[:1].lower() + matter[1:], sentence)
    for pattern in (_FROM_NOW, _ON, _DO_ON, _YOURS):
        if match := pattern.match(words):
            when = match.groupdict().get("when")
            matter = match["do"] if when is None else f"{match['do']} {_WHENEVER.sub('when', when)}"
            return Told(INSTRUCTS, matter[:1].lower() + matter[1:], sentence, negated=match["no"] is not None)
    return None


def _done(match: re.Match[str]) -> str:
    """Return what is to be done no more: "including version numbers" as "include version numbers"."""
    if match["ing"] is None:
        return match["do"]
    return f"{_GERUNDS[match['ing'].lower()]}{match['rest']}"
