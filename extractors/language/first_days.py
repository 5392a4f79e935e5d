"""Days on which a job, a course, a home or a life begins or ends: "got into the MBA at Lund, classes start 8 July"."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from chronomem.extractors.language.clauses.clause_times import coming, is_start
from chronomem.extractors.language.dialogue.words import MONTHS
from chronomem.extractors.language.extracted import LEAVING, Extraction, Statement, TimeExpression
from chronomem.extractors.language.parsing.syntax import SyntaxTree

_BEGUN = {"works_at", "works_as", "works_in", "studies_at", "studies", "volunteers_at", "also_works_at"}
_JOBS = {"works_at", "works_as", "works_in"}
_LEAVING = {"retire", "leave", "quit", "resign", "finish", "stop"}
_OWN_SUBJECTS = {
    "he", "she", "they", "i", "we", "it", "class", "classes", "lecture", "lectures", "term", "semester", "course",
    "work", "school", "uni", "job", "contract", "training", "lessons",
}  # fmt: skip
"""What starts together with a job or a course; whatever else starts is another thing."""
_BETWEEN = {"in", "on", "the", "this", "next", "from", "back", "again", "out", "there"}
"""Words between "starts" and its day; a noun there is another thing that starts."""
_TO_STUDY = "study at "
"""How a place at a school is told, as a plan."""
_STARTING = {"start", "begin", "move"}
_HOME = {"lives_in", "lives_with"}
_DAY_OF_MONTH = re.compile(r"(?:on )?(?:the )?(?P<day>\d{1,2})(?:st|nd|rd|th)")
_OF_A_DAY = {"hour", "minute", "second"}
_HAVING = {"have", "get", "start", "begin", "want", "join", "take"}


def with_first_days(
    extraction: Extraction, tree: SyntaxTree, times: Sequence[TimeExpression], said_at: datetime | None
) -> Extraction:
    """Return what a message tells, with each job or course that is still to begin from its first day on.

    Args:
        extraction: what rules and network found.
        tree: the parse of the message.
        times: its time expressions.
        said_at: when it was said.
    """
    if said_at is None:
        return extraction
    for time in times:
        day = coming(time, said_at)
        if day.start is None or day.start <= said_at or not is_start(tree, time):
            continue
        start = _starting_word(tree, time)
        if start is not None:
            statements = tuple(_from(each, tree, start, day, said_at) for each in extraction.statements)
            return replace(extraction, statements=statements)
    return extraction


def with_days_left(extraction: Extraction) -> Extraction:
    """Return what a message tells, with the end of each job and home that is over: "still at Posti?" "left in May"."""
    left: dict[tuple[str, str | None], Statement] = {
        (told.subject, told.object): told
        for told in extraction.statements
        if told.predicate == "leave" and told.object is not None and told.holds and told.valid_at is not None
    }

    def until(told: Statement) -> Statement:
        over = told.predicate in _JOBS | _HOME and told.ended and told.valid_at is None is told.invalid_at
        going = left.get((told.subject, told.object)) if over else None
        return told if going is None else replace(told, invalid_at=going.valid_at, grain=going.grain)

    return replace(extraction, statements=tuple(map(until, extraction.statements))) if left else extraction


def with_last_days(extraction: Extraction, said_at: datetime | None) -> Extraction:
    """Return what a message tells, with each job that is over only once its announced last day has come.

    "I retire on 31 December, thirty-eight years at Posti are enough" tells of a job until then.
    """
    last = {
        told.subject: told.valid_at
        for told in extraction.statements
        if told.predicate == "plans" and not told.ended and (told.value or "").split(" ", 1)[0] in _LEAVING
        if told.valid_at is not None and said_at is not None and told.valid_at > said_at
    }
    statements = (
        replace(told, invalid_at=last[told.subject], grain="day")
        if told.predicate in _JOBS and told.ended and told.valid_at is None is told.invalid_at and told.subject in last
        else told
        for told in extraction.statements
    )
    return replace(extraction, statements=tuple(statements)) if last else extraction


def with_purchases(extraction: Extraction) -> Extraction:
    """Return what a message tells, with what somebody has since they bought it: "I drive a Volvo, bought in 2011"."""
    bought = [s for s in extraction.statements if s.predicate == "bought" and s.valid_at is not None and not s.ended]

    def owned(told: Statement) -> Statement:
        open_ended = told.predicate == "owns" and told.polarity == "affirmed" and not told.ended
        if not open_ended or told.valid_at is not None or told.invalid_at is not None:
            return told
        own = next((s for s in bought if s.subject == told.subject and _last_word(s) == _last_word(told)), None)
        return told if own is None else replace(told, valid_at=own.valid_at, grain=own.grain)

    return replace(extraction, statements=tuple(map(owned, extraction.statements))) if bought else extraction


def _last_word(statement: Statement) -> str:
    return (statement.object or statement.value or "").lower().rpartition(" ")[2]


def with_ends_there(
    extraction: Extraction, tree: SyntaxTree, times: Sequence[TimeExpression], said_at: datetime | None
) -> Extraction:
    """Return what a message tells, with the end of what goes on at a place that it says one will leave.

    "I'm working at a campsite. I will be there until the end of August."
    """
    for time in times:
        first = bisect_left(tree.starts, time.start_char)
        there = tree.lower[first - 1 : first] in (["there"], ["here"]) and time.kind == "open" and time.start is None
        if said_at is None or not there or time.end is None or time.end <= said_at or not _stays(tree, first - 1):
            continue
        number = next(n for n, (_, last) in enumerate(tree.sentences) if first <= last)
        left, right = tree.starts[tree.sentences[max(0, number - 1)][0]], time.start_char
        return replace(
            extraction,
            statements=tuple(
                replace(told, invalid_at=time.end, grain=time.grain) if _may_end(told, left, right) else told
                for told in extraction.statements
            ),
        )
    return extraction


def _stays(tree: SyntaxTree, there: int) -> bool:
    """Whether words tell that somebody stays where they are: "I'll be there", "I have a contract there"."""
    before = tree.lemmas[max(0, there - 4) : there]
    return before[-1:] in (["be"], ["stay"], ["contract"], ["lease"], ["work"], ["live"]) and "not" not in before


def _may_end(told: Statement, left: int, right: int) -> bool:
    """Whether a statement between two places of a text tells what goes on somewhere, without an end."""
    lasting = told.predicate in _JOBS | _HOME | {"studies_at", "also_works_at", "volunteers_at"}
    open_ended = told.polarity == "affirmed" and not told.ended and told.invalid_at is None
    return lasting and open_ended and left <= told.span[0] < right


def _starting_word(tree: SyntaxTree, time: TimeExpression) -> int | None:
    """Return the "starts" that a time stands beside, unless it tells of the start of another thing."""
    first = bisect_left(tree.starts, time.start_char)
    near = [i for i, lemma in enumerate(tree.lemmas) if first - 3 <= i <= first and lemma in _STARTING]
    if not near or tree.tags[near[-1]] in ("VBD", "VBN"):
        return None
    start = near[-1]
    if not _BETWEEN.issuperset(tree.lower[start + 1 : first]):
        return None
    before = tree.lower[start - 1] if start else ","
    alone = not before[0].isalnum() or before in _OWN_SUBJECTS or before in ("and", "i", "'ll", "will", "to")
    return start if alone else None


def _from(statement: Statement, tree: SyntaxTree, start: int, day: TimeExpression, said_at: datetime) -> Statement:
    """Return a statement from its first day on, if it is one of a job or a course beside the word "starts"."""
    told = _as_studies(statement)
    begun = told.predicate in (_HOME if tree.lemmas[start] == "move" else _BEGUN)
    own = begun and not told.ended and told.polarity == "affirmed" and told.rule != LEAVING
    untold = told.valid_at is None or (told.valid_at <= said_at and told.grain == day.grain)
    today = told.valid_at is not None and told.valid_at.date() == said_at.date()
    untold = untold or (today and told.grain in _OF_A_DAY)  # "they rang an hour later, I start there on Monday"
    if not own or not untold:
        return statement
    at = _place(told, tree, start)
    if at is None or _goes_on(tree, at, start):
        return statement
    end = day.end if day.kind == "range" else None
    return replace(told, valid_at=day.start, invalid_at=end, grain=day.grain, tense="present", begun=True)


def _as_studies(statement: Statement) -> Statement:
    """Return the plan to study at a school, to which somebody is admitted, as the studies that it is from a day on."""
    school = (statement.value or "").removeprefix(_TO_STUDY)
    if statement.predicate != "plans" or school == statement.value:
        return statement
    return replace(
        statement, predicate="studies_at", object=school, object_type="organization", value=None, minor=False,
        modality="actual", valid_at=None, text=f"{statement.subject} studies at {school}",
    )  # fmt: skip


def _place(statement: Statement, tree: SyntaxTree, start: int) -> int | None:
    """Return where the object stands before "starts", in its sentence or the one before it."""
    first = (statement.object or statement.value or "").lower().split()[:1]
    number = next(n for n, (_, last) in enumerate(tree.sentences) if start < last)
    left = tree.sentences[max(0, number - 1)][0]
    right = tree.sentences[number][1]
    return next((i for i in range(left, right) if [tree.lower[i]] == first), None)


def _goes_on(tree: SyntaxTree, at: int, start: int) -> bool:
    """Whether the words tell of a job that one has already: "I work at Aldi, uni starts in May"."""
    first = next(first for first, last in tree.sentences if at < last)
    finite = [i for i in range(first, at) if tree.tags[i] in ("VBP", "VBZ") and i != start]
    return any(tree.lemmas[i] not in _HAVING for i in finite)


def with_months(
    extraction: Extraction, tree: SyntaxTree, times: Sequence[TimeExpression], said_at: datetime | None
) -> Extraction:
    """Return what a message tells, with the month of each birthday of which it gives the day: "hers is on the 14th"."""
    if said_at is None or not MONTHS.isdisjoint(tree.lower):
        return extraction
    days = {}
    for time in times:
        number = _DAY_OF_MONTH.fullmatch(tree.text[time.start_char : time.end_char].lower())
        if time.grain == "day" and number is not None and (start := coming(time, said_at).start) is not None:
            days[number["day"]] = start + timedelta(hours=12)

    def in_month(told: Statement) -> Statement:
        number = _DAY_OF_MONTH.fullmatch((told.value or "").lower()) if told.predicate == "has_birthday" else None
        noon = None if number is None else days.get(number["day"])
        return told if noon is None else replace(told, value=f"{noon.day} {noon:%B}")

    return replace(extraction, statements=tuple(in_month(told) for told in extraction.statements))


def births(told: Sequence[Statement]) -> Iterator[Statement]:
    """Yield the birthdays of those who reach an age on a day that is told: "my daughter turned five yesterday"."""
    for statement in told:
        age, day = statement.value or "", statement.valid_at
        if statement.predicate != "has_age" or statement.grain != "day" or day is None:
            continue
        noon = day + timedelta(hours=12)  # whichever the zone, the date is the same
        yield replace(
            statement,
            predicate="has_birthday",
            value=f"{noon.day} {noon:%B}" + (f" {noon.year - int(age)}" if age.isdecimal() else ""),
            text=f"{statement.subject}'s birthday is {noon.day} {noon:%B}",
            modality="actual",
            begun=False,
            valid_at=None,
            invalid_at=None,
            grain=None,
        )
