"""The form in which a language model tells facts: the instructions for it, and the reply that it gives."""

import re
from collections.abc import Callable
from typing import Annotated, Any, Literal, TypeVar, get_args
from zoneinfo import ZoneInfo

from pydantic import BaseModel, BeforeValidator, Field, ValidationError, WithJsonSchema, model_validator
from pydantic.json_schema import SkipJsonSchema

from chronomem.extractors.llm.told_times import read_date
from chronomem.graph_schema.facts.given import PackagedType
from chronomem.graph_schema.facts.predicates import VOCABULARY

Status = Literal["current", "past", "future", "happened", "denied", "ended"]

_UNTOLD = frozenset({"advises", "says", "thinks", "finds", "can", "does", "tries", "has_status"})
"""Predicates that are not offered to the model: it has better ones for the purpose, or a free predicate is as good."""

_FIELDS = ("turn", "status", "subject", "predicate", "object", "sentence")
"""The texts that each fact has, in this order; its time and its links follow where it has any."""

INSTRUCTIONS = f"""\
List what the conversation tells about the people and things in it.

facts: one for each thing told, in order, each a list of texts:
1. turn: its number. Lines without a number are context only.
2. status: current = is so when said; past = was so earlier, and is so no more; future = is still to come; happened = \
an event that took place; denied = is said not to be so; ended = is over now, or was called off.
3. subject: whom or what it is about, by name, never a pronoun; whose relative without a name: "Ann's sister".
4. predicate: the best of {" ".join(name for name in VOCABULARY if name not in _UNTOLD)} favorite_<thing>; otherwise a \
verb_with_preposition.
5. object: the other person, place or thing by name, or a few plain words without article or possessive; "" where \
nothing is named.
6. sentence: the fact in one plain sentence that can be read by itself, with its reason; "" where 2 to 5 say it all.
Only where the turn tells them, there follow in any order:
- time: its words for the time, copied = first/last day (or year, month, minute) in ISO 8601, nothing for an end that \
is open or unknown. Of ended, the first is when it ended. Of plans, when it is to be.
- links, what it says of a known fact: same, refines (says it more precisely), wrong (it never was so) or ends (it was \
so until this), with the number of that fact.

Tell an event and the state that it begins or ends: moving to Rome is moved_to, and lives_in current; selling the bike \
is sold, and owns ended. Where a new home, job or partner \
takes the place of a known one, link ends; where both go on, don't. What somebody intends is plans; for right now, its \
time is today. What was planned and is called off is plans, ended, and ends the known plan. Leave out questions, \
conditions, jokes, sarcasm, other people's words and small talk.

entities: each person, animal, place, organization, work and named thing of the facts that is no speaker and not among \
names, or is there with a wrong kind; a list of its name, its kind ({", ".join(get_args(PackagedType))}) and its other \
names in the turns, if it has any.

Example: {{"turns":["Sunday 2024-03-03 18:20","1 Mia: We moved to Ghent last week, Bruges was too loud for Pip.",\
"2 Tom: Your cat rules you! I had one as a kid. What does Leo say?","3 Mia: My brother? He'll open a bakery soon.",\
"4 Tom: So no trip to Wales in May? I've been looking forward to it since Uncle Bertie asked us."],\
"known":["1 Mia lives_in Bruges"]}}
{{"facts":[["1","happened","Mia","moved_to","Ghent","Mia moved to Ghent in the last week of February 2024 because \
Bruges was too loud for her cat Pip.","last week = 2024-02-19/2024-02-25"],["1","current","Mia","lives_in","Ghent",\
"","last week = 2024-02-19/","ends 1"],["1","current","Mia","has_pet","Pip","Mia has a cat, Pip."],\
["2","past","Tom","has_pet","cat","Tom had a cat as a child."],["3","current","Mia","has_sibling","Leo",\
"Leo is Mia's brother."],["3","current","Leo","plans","open a bakery",""],\
["4","current","Tom","has_relative","Bertie","Bertie is Tom's uncle."]],\
"entities":[["Ghent","location"],["Pip","other"],["Leo","person"],["Bertie","person","Uncle Bertie"]]}}\
"""

_Own = TypeVar("_Own", bound=BaseModel)
_UTC = ZoneInfo("UTC")


def _each(form: type[_Own], read: Callable[[Any], Any] = lambda given: given) -> Callable[[Any], Any]:
    """Return a validator that leaves out the members of a list that, once read, aren't of a form."""
    return lambda given: [one for each in given if (one := _one(form, read(each)))] if isinstance(given, list) else []


def _one(form: type[_Own], given: Any) -> _Own | None:
    try:
        return form.model_validate(given)
    except ValidationError:
        return None


def _date(text: Any) -> str | None:
    """Return a date as it was given, or None if it is none that can be read."""
    return str(text) if text is not None and read_date(str(text), _UTC) is not None else None


def _words(given: Any) -> Any:
    return str(given) if isinstance(given, int | float) else given


def _fields_of(row: Any) -> Any:
    """Return the fields of a fact that is told as a list of texts; anything else as it is."""
    if not isinstance(row, list) or len(row) < len(_FIELDS):
        return row
    more = [str(text).strip() for text in row[len(_FIELDS) :]]
    links = [{"fact": link[2], "is": link[1]} for text in more if (link := _LINK.fullmatch(text))]
    times = [_time_of(text) for text in more if text and not _LINK.fullmatch(text)]
    return {**dict(zip(_FIELDS, row, strict=False)), "links": links, "time": times[0] if times else None}


def _time_of(text: str) -> dict[str, str]:
    """Return the words and the two ends of a time that is told as "last week = 2024-02-19/2024-02-25"."""
    words, told, ends = text.rpartition(" = ") if " = " in text else (text, "", "")
    first, is_span, last = ends.partition("/")
    return {"words": words, "from": first, "to": last if is_span or not told else first}


def _entity_of(row: Any) -> Any:
    return {"name": row[0], "kind": row[1], "aka": row[2:]} if isinstance(row, list) and len(row) > 1 else row


_LINK = re.compile(r"(same|refines|wrong|ends) (\d+)")
_ROWS = WithJsonSchema({"type": "array", "items": {"type": "array", "items": {"type": "string"}}})
_Date = Annotated[str | None, BeforeValidator(_date)]
_Words = Annotated[str, BeforeValidator(_words)]


class ToldEntity(BaseModel):
    """A name, its kind, and its other names in the turns."""

    name: str
    kind: PackagedType
    aka: list[str] = []


class ToldTime(BaseModel):
    """The words for a time, with the first and the last day that the model reads from them."""

    words: str
    first: _Date = Field(default=None, alias="from")
    last: _Date = Field(default=None, alias="to")


class ToldLink(BaseModel):
    """What a fact says of a known one."""

    fact: int
    kind: Literal["same", "refines", "wrong", "ends"] = Field(alias="is")


class ToldFact(BaseModel):
    """One thing that a turn tells."""

    turn: int
    sentence: str = ""
    subject: _Words
    predicate: str
    object: Annotated[str | None, BeforeValidator(_words)] = None
    status: Status
    time: Annotated[ToldTime | None, BeforeValidator(lambda given: _one(ToldTime, given))] = None
    links: Annotated[list[ToldLink], BeforeValidator(_each(ToldLink))] = []


class FactsReply(BaseModel):
    """The reply to `INSTRUCTIONS`, whose facts and entities are lists of texts: names of fields would be half of it.

    A date, link, entity or fact that isn't of its form is left out, and the rest counts; a reply in which no fact is of
    its form is none.

    Attributes:
        malformed: how many facts were left out.
    """

    facts: Annotated[list[ToldFact], _ROWS]
    entities: Annotated[list[ToldEntity], BeforeValidator(_each(ToldEntity, _entity_of)), _ROWS] = []
    malformed: SkipJsonSchema[int] = 0

    @model_validator(mode="before")
    @classmethod
    def _leave_out(cls, given: Any) -> Any:
        if not isinstance(given, dict) or not isinstance(given.get("facts"), list):
            return given
        told = given["facts"]
        read = _each(ToldFact, _fields_of)(told)
        return given | {"facts": read if read or not told else told, "malformed": len(told) - len(read)}
