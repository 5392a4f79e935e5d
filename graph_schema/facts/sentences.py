"""The sentence of a fact: what it states, and nothing else.

The clause that told a fact may tell more: "I play the violin and the cello", "today is my birthday and nobody knows".
Read on its own, months later, it would state what is over, or what was so on that day only.
"""

import re
from functools import lru_cache

from chronomem.graph_schema.facts.predicates import INTENTIONS, OPINIONS, PARTNERS, UNNAMED, VIEWS, Predicate

_FAMILY = {
    "has_child", "has_parent", "has_sibling", "has_grandparent", "has_relative", "has_friend", "has_colleague",
    "has_mentor", "has_pet",
}  # fmt: skip
_DEEDS = {"does", "can", "tries"}
"""Predicates whose values are verbs."""
_OCCUPATIONS = {"works_as", "is_a"}
_COUNTABLE = {
    *_OCCUPATIONS, "owns", "has_pet", "bought", "sold", "adopted", "works_at", "also_works_at", "studies_at",
    "volunteers_at", "member_of", "joined", "attended", "went_to", "runs",
}  # fmt: skip
_WITHOUT_ARTICLE = {"home", "sea", "school", "university", "uni", "college", "church", "court", "night", "work"}
_LONGEST = 6
"""How many words may stand between the subject and the object of a sentence that is taken as it was told."""
_LONGEST_OF_STATE = 3
_FEWEST = 3
_BE = {"is", "was", "are", "were"}
_VOWELS = "aeiou"
_PLURALS = {"children", "people", "men", "women", "mice", "geese", "sheep", "fish"}

_NUMBER = r"(?:two|three|four|five|six|seven|eight|nine|ten|\w+(?:teen|ty)(?:-\w+)?|\d+)"
_DETERMINER = (
    rf"(?:an?|the|some|any|no|another|{_NUMBER}|his|her|their|its|this|that"
    r"|these|those|all|both|every|each|many|several|most)"
)
_DETERMINED = re.compile(rf"{_DETERMINER} ", re.IGNORECASE)
_BEFORE = re.compile(r"\b(?:an?|the|another|some|two|three|four|five|six|seven|eight|nine|ten) $", re.IGNORECASE)
_LEAD = re.compile(rf"(?:\b{_DETERMINER}(?: \w+)?|'s|\bto) $", re.IGNORECASE)
_UNIT = (
    r"(?:mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|jan(?:uary)?|feb(?:ruary)?|march|april"
    r"|may|june|july|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|spring|summer|autumn|winter"
    r"|day|week|weekend|month|year|morning|afternoon|evening|night|christmas|easter|new year"
    r"|\d{4}|\d{1,2}(?:st|nd|rd|th))"
)
_TIME = (
    rf"(?:(?:on|in|at|by|from|for|during|over|every|until|since) )?"
    rf"(?:(?:early|late|mid|about|around|just|only|the (?:end|start|beginning|middle|first|last) of) )*"
    rf"(?:today|tonight|tomorrow|yesterday|now|nowadays|lately|recently|currently|this time"
    rf"|(?:last|next|this|these|that|past|coming|the|a few|an?|one|each|every|some|most|{_NUMBER})"
    rf" (?:[a-z]+ )?{_UNIT}s?\b"
    rf"(?: ago)?"
    rf"|{_UNIT}\b|(?:[a-z]+ ){{1,3}}ago\b|\d{{1,2}}[:.]\d\d)"
)
"""What depends on the day on which it is said, or tells a time that the fact has anyway."""
_TOLD_TIME = re.compile(rf"\b{_TIME}(?=$|\W)", re.IGNORECASE)
_BREAK = re.compile(
    r"[,;:.!?(\u2013\u2014]| - |\b(?:and|or|but|so|because|cause|cos|since|when|while|who|which|that|as|if|until|till"
    rf"|before|after|though|although|where|whose|than|then|\d+|{_TIME})(?=$|\W)",
    re.IGNORECASE,
)
"""What begins another thought after the object."""
_DANGLING = re.compile(r"(?: (?:on|in|at|by|from|for|since|until|of|to|the|an?|with|about))+$", re.IGNORECASE)
_OF_MORE = re.compile(
    r"[,;:.!?()\[\]]|\b(?:and|or|but|i|he|she|they|we|it|you|who|which|that|when|if|because|as|so)\b", re.IGNORECASE
)
_ATTRIBUTE = re.compile(r"favou?rite_.+|.+_is$")
_INTENDED = r"\b(?:to|will|'ll|gonna|wanna|would|might|may|could) "
_PASSING = re.compile(rf"\b(?:just|also|already|still|finally|actually|{_TIME}) ", re.IGNORECASE)


@lru_cache(maxsize=8192)  # the same facts are listed again and again
def sentence_of(subject: str, rule: Predicate, thing: str, told: str = "", *, negated: bool = False) -> str:
    """Return a sentence that states a fact and nothing else.

    It is the clause that told it, from the subject to the object, where that states the predicate; otherwise the verb
    of the predicate joins the two. What depends on the day on which it was said ("today", "last summer") is left out.

    Args:
        subject: the name of the entity that it is about.
        thing: the object's name, or the value, with the words of its details; may be empty.
        told: the clause that told it, in the third person; "" if nobody did.
        negated: whether the fact is a denial, which stays as it was told; so do opinions.
    """
    if rule.name == "died" and not negated:
        return f"{subject} died"
    if told and (negated or rule.name in VIEWS or not thing):
        return told
    if not thing:
        return f"{subject} {_agreeing(subject, verb_of(rule))}"
    if (attribute := _ATTRIBUTE.match(rule.name)) is not None:
        return f"{subject}'s {attribute[0].removesuffix('_is').replace('_', ' ')} is {thing}"
    if rule.name in _FAMILY or rule.group == PARTNERS:
        return _of_person(subject, rule, thing, told)
    if (stated := _stated(subject, rule, thing, told)) is not None:
        return stated
    if told and (rule.is_open or rule.name in _DEEDS):
        return _without_day(subject, told)
    verb, thing = _agreeing(subject, verb_of(rule)), _named(subject, rule, thing, told)
    thing = thing.removeprefix(f"{verb.split()[-1]} ")  # "broke up with" "with Evan"
    return f"{subject} {verb} {thing}".rstrip()


def verb_of(rule: Predicate) -> str:
    """Return the words that join a subject and an object: "is married to"."""
    return rule.reads or rule.name.replace("_", " ")


def with_article(noun: str) -> str:
    """Return a noun phrase with an indefinite article."""
    return f"{'an' if noun[:1].lower() in _VOWELS else 'a'} {noun}"


def as_told(thing: str, told: str) -> str:
    """Return a thing with the article or number with which a text names it: "the barbershop". A name has none."""
    start = None if _DETERMINED.match(thing) or _is_name(thing) else _place(thing, told)
    lead = None if start is None else _BEFORE.search(told, 0, start)
    return thing if lead is None else f"{lead[0].lower()}{thing}"


def _of_person(subject: str, rule: Predicate, thing: str, told: str) -> str:
    """Return a sentence about somebody close, or a pet, by name or by role: "Ann has a sister Mia", "… an uncle"."""
    verb = _agreeing(subject, verb_of(rule))
    if thing == UNNAMED:
        return f"{subject} {verb}".removesuffix(" to")
    role = thing.removeprefix(f"{subject}'s ")
    if role != thing or not any(c.isupper() for c in thing):
        alone = _is_plural(role) or _DETERMINED.match(role)
        return f"{subject} {_agreeing(subject, 'has')} {role if alone else with_article(role)}"
    kind = re.fullmatch(rf"{re.escape(subject)} has an? ([^,]+?),? {re.escape(thing)}", told)
    if kind is None:
        return f"{subject} {verb} {thing}"
    name = thing[len(kind[1]) + 1 :] if thing.lower().startswith(f"{kind[1].lower()} ") else thing  # "Aunt Milica"
    return f"{subject} has {with_article(kind[1])} {name}"


def _stated(subject: str, rule: Predicate, thing: str, told: str) -> str | None:
    """Return the part of a clause that states a fact, or None if none does."""
    start = _place(thing, told)
    about = None if start is None else _subject(subject, told, start)
    if start is None or about is None:
        return None
    end = start + len(thing)
    middle = _PASSING.sub("", told[about + len(subject) + 1 : start])
    words = middle.split()
    if not words or len(words) > _LONGEST or _OF_MORE.search(middle) is not None:
        return None
    rest = told[end:]
    if rule.name == "is" and words[-1].lower() in ("a", "an", "the"):
        return None  # "is a retired nurse"
    if rule.kind == "state" and not rule.is_open:
        verb = max(verb_of(rule).split(), key=len).rstrip("s")  # "is a member of"
        same = rule.group == OPINIONS or any(word.lower().startswith(verb[:4]) for word in words)
        if not same or len(words) > _LONGEST_OF_STATE or not _BE.isdisjoint(words[1:]):
            return None
        rest = ""  # "works at Lidl as a cashier": two facts
    broken = _BREAK.search(rest)
    rest = _DANGLING.sub("", (rest[: broken.start()] if broken else rest).rstrip())
    return f"{subject} {middle}{_determined(rule, told, start, end)}{rest}"


def _without_day(subject: str, told: str) -> str:
    """Return a clause from its subject on, up to what depends on the day."""
    kept = told[_subject(subject, told, len(told)) or 0 :]
    passing = _TOLD_TIME.search(kept)
    short = kept if passing is None else _DANGLING.sub("", kept[: passing.start()].rstrip(" ,"))
    return short if len(short.split()) >= _FEWEST else kept


def _place(thing: str, told: str) -> int | None:
    """Return where a clause names a thing, as whole words: the last time."""
    found = [*_words(thing).finditer(told)]
    return found[-1].start() if found else None


def _subject(name: str, told: str, end: int) -> int | None:
    """Return where the last subject of a name begins before a place; an owner is none."""
    found = [one for one in _words(name).finditer(told, 0, end) if told[one.end() : one.end() + 1] == " "]
    return found[-1].start() if found else None


@lru_cache(maxsize=1024)
def _words(phrase: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(phrase)}(?!\w)", re.IGNORECASE)


def _named(subject: str, rule: Predicate, thing: str, told: str) -> str:
    """Return a thing with the article with which it was told, and what is intended with its "to"."""
    thing = thing.removeprefix(f"{subject}'s ")
    if rule.name in INTENTIONS and re.search(_INTENDED + re.escape(thing), told) is not None:
        return f"to {thing}"
    found = thing if rule.name in (*_OCCUPATIONS, "is") else as_told(thing, told)
    return found if found != thing else _determined(rule, thing, 0, len(thing))


def _determined(rule: Predicate, told: str, start: int, end: int) -> str:
    """Return a thing of a clause, with an article if it has none and cannot do without."""
    thing = told[start:end]
    if rule.name not in _COUNTABLE or _is_name(thing) or _is_plural(thing) or thing in _WITHOUT_ARTICLE:
        return thing
    return thing if _DETERMINED.match(thing) or _LEAD.search(told, 0, start) else with_article(thing)


def _agreeing(subject: str, verb: str) -> str:
    """Return a verb phrase in the form that agrees with a subject: "Ann's parents live in Rome"."""
    first, *rest = verb.split()
    if "'s " not in subject or not _is_plural(subject.lower()) or not first.endswith("s"):
        return verb
    return " ".join([{"is": "are", "has": "have"}.get(first, first.removesuffix("s")), *rest])


def _is_name(thing: str) -> bool:
    return not thing.rsplit(maxsplit=1)[-1][:1].islower()


def _is_plural(noun: str) -> bool:
    last = noun.rsplit(maxsplit=1)[-1]
    return last in _PLURALS or (noun.endswith("s") and not noun.endswith(("ss", "us", "is")))
