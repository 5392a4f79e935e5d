"""Choose the reading of a time expression that fits its clause: "moving in August" is always ahead."""

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from chronomem.extractors.language.clauses.clause import Clause
from chronomem.extractors.language.clauses.moods import AT_PRESENT
from chronomem.extractors.language.clauses.phrases import TIME_NOUNS
from chronomem.extractors.language.extracted import LENGTH, TimeBounds, TimeExpression
from chronomem.extractors.language.parsing.syntax import SyntaxTree

_SCHEDULED = {
    "start", "begin", "open", "turn", "leave", "fly", "arrive", "finish", "end", "graduate", "retire", "move", "close",
    "return", "have", "marry", "sign", "become", "join",
}  # fmt: skip
"""Verbs whose present tense tells the future: "I turn 40 in July"."""
_YEARLY = timedelta(days=300)
"""The distance of the readings of a date without a year."""
_AIMED = re.compile(r"\b(?:for|to|until|till|by)(?: the)? $", re.IGNORECASE)
"""The words before the time of something intended: "booked a cabin for this winter"."""
_RATHER_AHEAD = 3
"""A day of something intended is the coming one, unless it lies this many times as far away as the former one."""
_JOINED = {"conj", "parataxis"}
"""The labels of clauses beside another one."""
_GIVEN = {"present", "gift", "card", "tree", "jumper", "sweater", "decoration", "lights", "shopping", "list", "pudding"}
"""What is named for the feast for which it is."""
_NO_DATE = re.compile(r"these days|nowadays|(?:week|month) (?:\d|1\d)", re.IGNORECASE)
"""What tells no more than that something is so now, or for how long: "these days it's Genoa", "week 2 at Arup"."""
PUT_OFF = {"postpone", "reschedule", "delay", "push", "bump"}
"""Verbs that give something a later date."""
MOVED = PUT_OFF | {"move", "bring", "put", "shift", "defer", "change", "rebook", "slip"}
"""Verbs that give something another date."""
_NEW_DATE = re.compile(r"\b(?:to|until|till|for)(?: the)? $", re.IGNORECASE)
"""What stands between such a verb and the other date: "my test got moved to | Friday"."""
SAME_DAY = timedelta(hours=12)
"""How far ahead a time may begin that a past clause names: "we did it tonight"."""
_RECENT = timedelta(days=2)
"""How long ago at most "just" is taken to be."""
_WEEK = timedelta(days=7)
_MOMENT = timedelta(minutes=1)
_VISITING = {"over", "back", "round", "yesterday", "today", "tonight"}
_REASONS = {"because", "cos", "cause", "coz", "cuz"}
_STARTS = {"from", "start", "starts", "starting", "begin", "begins", "beginning"}
_BEGINNING = {"start", "begin", "join", "move"}
_OBTAINING = {
    "get", "land", "accept", "sign", "find", "score", "bag", "win", "secure", "take", "receive", "hire", "offer",
    "employ", "enrol", "enroll", "admit",
}  # fmt: skip
"""Verbs whose past tells of what is still to begin: "got the job, from 1 June"."""
_OWNING = {"have", "own", "get", "buy", "find", "sell", "inherit", "drive", "ride", "restore", "play"}
_GRANTING = _OBTAINING | {"put", "give", "prescribe", "extend", "rent", "lend", "borrow"}
"""Verbs whose past tells of what goes on: "the vet put him on tablets until Friday"."""


@dataclass(frozen=True, slots=True)
class Meant:
    """A time expression (see `TimeExpression`) with the bounds that its clause gives it."""

    start: datetime | None
    end: datetime | None
    grain: str
    kind: str
    start_char: int
    end_char: int
    alternatives: Sequence[TimeBounds]


def is_visit(tree: SyntaxTree, verb: int) -> bool:
    """Whether a verb tells that somebody came for a while: "came over from Izmir yesterday"."""
    beside = {tree.lower[i] for i in tree.having(verb, "obl:unmarked", "advmod", "compound:prt")}
    return tree.lower[verb] == "came" and not _VISITING.isdisjoint(beside)


def time_meant(
    tree: SyntaxTree,
    clause: Clause,
    inner: Sequence[TimeExpression],
    said_at: datetime | None,
    ahead: bool = False,
) -> TimeExpression | None:
    """Return the time of a clause, out of the expressions inside it; None if no expression applies.

    Args:
        ahead: whether the clause, if it is in the present, announces something.
    """
    lengths = [time for time in inner if time.kind == LENGTH]
    if lengths and clause.perfect:
        return lengths[0]
    for time in inner:
        now = said_at is not None and _is_about_now(clause, time, said_at)
        if time.kind == LENGTH or now or _dates_nothing(tree, time) or _is_of_make(tree, clause, time):
            continue
        return time if said_at is None else _turned(tree, clause, time, said_at, ahead)
    return None


def told_as_new(tree: SyntaxTree, clause: Clause, said_at: datetime) -> TimeExpression | None:
    """Return the time of an event without a time expression that its clause tells as new or as under way.

    "I just launched the shop" lies in the last days, "I'm currently taking part in a race" is now.
    """
    if clause.negated or clause.modality != "actual":
        return None
    under_way = clause.tense == "present" and not clause.perfect and tree.tags[clause.head] == "VBG"
    words = AT_PRESENT if under_way else {"just"}
    since, until = (said_at, said_at + _MOMENT) if under_way else (said_at - _RECENT, said_at)
    told = next((i for i in tree.having(clause.head, "advmod") if tree.lower[i] in words and i < clause.head), None)
    if told is None or not (under_way or clause.perfect or clause.tense == "past"):
        return None
    return Meant(since, until, "day", "vague", tree.starts[told], tree.end(told), ())


def _dates_nothing(tree: SyntaxTree, time: TimeExpression) -> bool:
    """Whether an expression dates nothing: "week 2" does only if something is in it, "in week 34"."""
    text = tree.text[time.start_char : time.end_char]
    return _NO_DATE.fullmatch(text) is not None and tree.text[: time.start_char].lower().split()[-1:] != ["in"]


def is_of_any_week(tree: SyntaxTree, time: TimeExpression) -> bool:
    """Whether words that look like a time are of none: "I live in Lyon during the week", "a Christmas present"."""
    if tree.text[max(0, time.end_char - 15) : time.end_char].lower() == "during the week":
        return True
    token = bisect_left(tree.starts, time.start_char)
    if token == len(tree.heads) or tree.deps[token] != "compound":
        return False
    thing = tree.heads[token]
    return tree.lemmas[thing] in _GIVEN and tree.starts[thing] >= time.end_char


def _is_of_make(tree: SyntaxTree, clause: Clause, time: TimeExpression) -> bool:
    """Whether a year tells when a thing was made, not since when somebody has it: "I have a Leica from 1962"."""
    thing = tree.child(clause.head, "obj")
    if time.grain != "year" or thing is None or tree.lemmas[clause.head] not in _OWNING:
        return False
    some = any(tree.lower[i] in ("a", "an", "this", "that", "one") for i in tree.having(thing, "det", "nummod"))
    between = tree.text[tree.end(thing) : time.start_char].lower().split()
    return some and between in (["from"], ["of"])


def is_of_another_clause(tree: SyntaxTree, clause: Clause, time: TimeExpression) -> bool:
    """Whether an expression stands in a clause of its own within the extent of a clause.

    "I live in Leeds but I'm moving to York in June": only the second one is in June. A joined clause that shares the
    subject shares the time as well: "I went to Rome and met Eva last week". A participle with an object of its own has
    a time of its own: "I work at Lidl, starting yoga on Monday". So has what happened or will beside what is so.
    """
    token = first = next((i for i, start in enumerate(tree.starts) if start >= time.start_char), None)
    if first and tree.lower[first - 1] in _REASONS and clause.head < first:
        return True  # "I'm bringing the meat because last year he bought too little"
    while token is not None and token != clause.head and tree.heads[token] != token:
        dep = tree.full_deps[token]
        told = tree.child(token, "nsubj", "nsubj:pass") is not None
        later = clause.tense == "past" and any(tree.tags[i] in ("VBZ", "VBP", "MD") for i in tree.having(token, "aux"))
        beside = dep == "advcl" and tree.tags[token] == "VBG" and token > clause.head
        thing = tree.child(token, "obj") if beside else None
        doing = thing is not None and first is not None and thing < first
        due = "due" in (tree.lower[token], *(tree.lower[i] for i in tree.having(token, "case")))
        due = due and tree.lower[clause.head] == "pregnant"
        reason = dep == "advcl" and told and any(tree.lower[i] in _REASONS for i in tree.having(token, "mark"))
        apart = dep == "conj" and (_is_apart_in_time(tree, clause, token) or _is_going_on(tree, clause, token))
        if dep == "acl:relcl" or doing or due or reason or (dep in _JOINED and (told or later or apart)):
            return True
        token = tree.heads[token]
    return False


def _is_apart_in_time(tree: SyntaxTree, clause: Clause, joined: int) -> bool:
    """Whether a clause tells what is so, and one joined to it what happened or will: "Mia is 4 and starts in May"."""
    lasting = clause.tense == "present" and not clause.perfect and tree.tags[clause.head] != "VBG"
    if not lasting or tree.lemmas[clause.head] in _SCHEDULED - {"have"}:
        return False
    auxiliaries = tree.having(joined, "aux", "aux:pass")
    had = any(tree.lemmas[i] == "have" or tree.tags[i] == "VBD" for i in auxiliaries)
    arranged = tree.tags[joined] == "VBG" or any(tree.tags[i] == "MD" for i in auxiliaries)
    arranged = arranged or (tree.tags[joined] in ("VBZ", "VBP") and tree.lemmas[joined] in _SCHEDULED)
    return arranged or tree.tags[joined] == "VBD" or (tree.tags[joined] == "VBN" and (had or not auxiliaries))


def _is_going_on(tree: SyntaxTree, clause: Clause, joined: int) -> bool:
    """Whether a clause tells what goes on beside what is so: "I'm learning Spanish and need a plan for the 23rd"."""
    on = clause.tense == "present" and tree.tags[clause.head] == "VBG"
    return on and tree.tags[joined] in ("VB", "VBP", "VBZ") and not tree.having(joined, "aux")


def _is_about_now(clause: Clause, time: TimeExpression, said_at: datetime) -> bool:
    """Whether the expression only says that the clause is true now and goes on.

    "I smoke these days", "I work mon to fri".
    """
    if clause.tense != "present" or clause.perfect or time.start is None or time.start >= said_at:
        return False
    if time.kind == "vague" or time.end is None:
        return time.kind == "vague"
    weekdays = time.kind == "range" and time.grain == "interval" and not clause.auxiliaries
    return weekdays and (time.end > said_at or time.end - time.start < _WEEK)


def _turned(tree: SyntaxTree, clause: Clause, time: TimeExpression, said_at: datetime, ahead: bool) -> TimeExpression:
    """Return the expression with bounds in the future if its clause looks ahead but its bounds lie in the past."""
    present = clause.tense == "present" and (not clause.perfect or _is_having(tree, clause))
    if time.start is not None and _is_first_day(tree, clause, time):
        return coming(time, said_at)
    if time.start is not None and time.start > said_at and clause.tense == "past" and clause.modality == "actual":
        aimed = _AIMED.search(tree.text, 0, time.start_char) is not None or tree.lemmas[clause.head] in _GRANTING
        return time if aimed else _gone(time, said_at)
    if time.end is None or time.end > said_at:
        put_off = clause.negated or tree.lemmas[clause.head] in MOVED
        if not (put_off and time.kind == "open" and time.start is None):
            return time
        later = [other for other in time.alternatives if other.end is not None and other.end > said_at]
        return _with_bounds(time, min((time, *later), key=lambda each: each.end or said_at))  # "not moving until June"
    later = [other for other in time.alternatives if other.end is not None and other.end > said_at]
    if not later:
        return time
    nearest = min(later, key=lambda other: other.end or said_at)
    if not ((ahead and present) or _looks_ahead(tree, clause, time)):
        # "the wedding is 3 August": without a verb of the past, a date is the nearer one
        yearly = present and nearest.end is not None and nearest.end - time.end >= _YEARLY
        if not yearly or nearest.start is None or nearest.start - said_at >= said_at - time.end:
            return time
    return _with_bounds(time, nearest)


def _gone(time: TimeExpression, said_at: datetime) -> TimeExpression:
    """Return a time of the past that is nearer than the one to come: "we split up this winter", said in March."""
    assert time.start is not None
    past = [other.end for other in time.alternatives if other.end is not None and other.end <= said_at]
    if not past or said_at - max(past) >= time.start - said_at:
        return time
    return _with_bounds(time, next(other for other in time.alternatives if other.end == max(past)))


def is_start(tree: SyntaxTree, time: TimeExpression) -> bool:
    """Whether an expression tells when something begins: "starting Monday", "from 1 June"."""
    inside = tree.text[time.start_char : time.end_char].lower().split()[:1]
    before = tree.text[: time.start_char].lower().split()[-2:]
    if before[-1:] and before[-1] in ("on", "in", "next", "this", "the"):
        before = before[:1]
    return bool(_STARTS & {*inside, *before[-1:]}) or _is_of_start(tree, time)


def _is_of_start(tree: SyntaxTree, time: TimeExpression) -> bool:
    """Whether the nearest verb above a time tells of a start that isn't past: "starting at Aldi on the 13th"."""
    token = bisect_left(tree.starts, time.start_char)
    if token >= len(tree.heads):
        return False
    while not tree.is_verb(token) and tree.heads[token] != token:
        token = tree.heads[token]
    was = any(tree.lower[i] in ("was", "were", "been") for i in tree.having(token, "aux"))
    if any(tree.tags[i] != "CD" for i in tree.having(token, "obj", "xcomp")) and tree.lemmas[token] != "join":
        return False  # another thing starts
    return tree.lemmas[token] in _BEGINNING and tree.tags[token] in ("VBG", "VBP", "VBZ", "VB") and not was


def _is_first_day(tree: SyntaxTree, clause: Clause, time: TimeExpression) -> bool:
    """Whether a time is that of something which may be still to begin."""
    if _is_of_start(tree, time):
        return True
    if clause.tense == "past":
        return tree.lemmas[clause.head] in _OBTAINING and (time.kind == "range" or is_start(tree, time))
    return is_start(tree, time) and not clause.ended


def coming(time: TimeExpression, said_at: datetime) -> TimeExpression:
    """Return an expression with its bounds to come, unless it is a date without a year whose former day is nearer."""
    later = [other for other in time.alternatives if other.start is not None and other.start > said_at]
    if time.start is None or time.start > said_at or not later:
        return time
    nearest = min(later, key=lambda other: other.start or said_at)
    assert nearest.start is not None
    yearly = nearest.start - time.start >= _YEARLY
    if yearly and nearest.start - said_at >= said_at - time.start:
        return time
    return _with_bounds(time, nearest)


def aimed_at(time: TimeExpression, said_at: datetime) -> TimeExpression:
    """Return the time of something intended, in the future if it may be: "booked the cabin for 21 June"."""
    later = [other for other in time.alternatives if other.start is not None and other.start > said_at]
    if time.end is None or time.end > said_at or not later:
        return time
    nearest = min(later, key=lambda other: other.start or said_at)
    if nearest.start is None or nearest.start - said_at > _RATHER_AHEAD * (said_at - time.end):
        return time
    return _with_bounds(time, nearest)


def _with_bounds(time: TimeExpression, bounds: TimeBounds) -> TimeExpression:
    return Meant(bounds.start, bounds.end, time.grain, time.kind, time.start_char, time.end_char, time.alternatives)


def _is_having(tree: SyntaxTree, clause: Clause) -> bool:
    """Whether "have got" means "have"."""
    had = any(tree.lemmas[i] == "have" for i in clause.auxiliaries)
    return tree.lower[clause.head] == "got" and had


def is_new_date(tree: SyntaxTree, head: int, time: TimeExpression) -> bool:
    """Whether a verb gives something the date that a time names: "my test got moved to Friday"."""
    moved = {tree.lemmas[i] for i in (head, *tree.having(head, "xcomp"))} & MOVED
    until = time.kind == "open" and time.start is None
    return bool(moved) and (until or _NEW_DATE.search(tree.text, 0, time.start_char) is not None)


def _looks_ahead(tree: SyntaxTree, clause: Clause, time: TimeExpression) -> bool:
    head = clause.head
    if {tree.lemmas[i] for i in (head, *tree.having(head, "xcomp"))} & PUT_OFF or is_new_date(tree, head, time):
        return True
    if clause.modality == "planned" or clause.tense == "future":
        return True
    if _is_having(tree, clause):
        return True  # "I've got tickets for Saturday"
    if time.kind == "open" and tree.lemmas[head] in _GRANTING:
        return True
    if clause.tense != "present" or clause.perfect or clause.ended:
        return False
    if time.grain == "day" and any(tree.lower[i] in ("in", "at") for i in tree.having(head, "case")):
        return True  # "I'm in Bristol on the 22nd"
    if time.kind == "open":
        return True  # "until September"
    tag, lemma = tree.tags[head], tree.lemmas[head]
    getting = any(tree.lower[i] == "getting" for i in clause.auxiliaries)
    return getting or tag == "VBG" or (tag in ("VBP", "VBZ") and lemma in _SCHEDULED)


def is_of_then(tree: SyntaxTree, subject: int) -> bool:
    """Whether somebody is only named to tell a time: Tom, of "we got married the year Tom was born"."""
    return tree.full_deps[subject].startswith("nsubj") and tells_when(tree, tree.heads[subject])


def tells_when(tree: SyntaxTree, verb: int) -> bool:
    """Whether a clause only tells a time: "the year Tom was born"."""
    return tree.full_deps[verb] == "acl:relcl" and tree.lemmas[tree.heads[verb]] in TIME_NOUNS
