"""Events as they were said: the sentences of a turn that say something."""

import re
from collections.abc import Iterator

_SENTENCE = re.compile(r"(?<=[.!?\u2026])[\"'\u201d\u2019)]*\s+(?=\S)|\n+")
_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")
_LEAST_WORDS = 2
"""How many words a sentence needs, besides common ones."""

_EMPTY_WORDS = """
a about absolutely agree ah all also always am amazing an and any anything appreciate are as at aw awesome aww back be
beautiful been being best bet better bit but by bye can care chat check congrats congratulations cool could day
definitely did do does doing don't enjoy even ever everything exactly excited exciting fantastic feel felt for from
fun glad go going good gorgeous got gotta great guess had haha hahaha happy hard has have haven't having he hear heard
hello her here hey hi him his hope how i i'd i'll i'm i've if impressive in incredible inspiring interesting into is
isn't it it's its just keep kind know let let's like lol long looks lot lots love lovely luck made make makes many may
me mean means might mind more most much must my nah need never nice no nope not now of oh ok okay on one oops or our
out own past perfect please pretty proud really right say see seems she should show so some something soon sorry
sounds still stuff such super support sure sweet take talk tell than thank thanks that that's the their them then
there these they thing things think this those though thought time times to too totally tough true try u understand up
upon us very wait wanna want was wasn't way we we're we've well went were what what's when where which while who why
will wish with won't wonderful would wouldn't wow yeah yep yes yet you you'll you're you've your yours yourself yup
"""
_EMPTY = frozenset(_EMPTY_WORDS.split())


def said_events(text: str, speaker: str) -> list[str]:
    """Return the statements of a turn that are worth remembering, each with its speaker; small talk gives none.

    Questions are omitted, unless the turn consists of questions and they say something.
    """
    sentences = [sentence.strip() for sentence in _SENTENCE.split(text) if sentence.strip()]
    telling = [sentence for sentence in sentences if not sentence.endswith("?") and _says_something(sentence, speaker)]
    if not telling and _says_something(text, speaker, least=2 * _LEAST_WORDS):
        telling = [" ".join(text.split())]
    return [f"{speaker}: {sentence}" for sentence in telling]


def _says_something(text: str, speaker: str, least: int = _LEAST_WORDS) -> bool:
    return len(set(_words(text)) - _EMPTY - set(_words(speaker))) >= least


def _words(text: str) -> Iterator[str]:
    return (found[0].lower().replace("\u2019", "'") for found in _WORD.finditer(text))
