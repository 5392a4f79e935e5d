"""The form in which a language model tells facts: the instructions for it, and the reply that it gives."""

from collections.abc import Callable
from typing import Annotated, Any, Literal, TypeVar, get_args
from zoneinfo import ZoneInfo

from pydantic import BaseModel, BeforeValidator, Field, ValidationError, WithJsonSchema, model_validator
from pydantic.json_schema import SkipJsonSchema

from chronomem.extractors.llm.fact_lines import Status, entities_of, fields_of
from chronomem.extractors.llm.told_times import read_date
from chronomem.graph_schema.facts.given import PackagedType
from chronomem.graph_schema.facts.predicates import VOCABULARY

_UNTOLD = frozenset({"advises", "says", "thinks", "finds", "can", "does", "tries", "has_status"})
"""Predicates that are not offered to the model: it has better ones for the purpose, or a free predicate is as good."""

_NO_KINDS = frozenset({"date", "time"})
"""Kinds that the model isn't offered: a date is the time of a fact."""


def _offered(kind: str) -> str:
    return " ".join(name for name, rule in VOCABULARY.items() if rule.kind == kind and name not in _UNTOLD)


INSTRUCTIONS = f"""\
List what the conversation tells about the people and things in it.

facts: one line for each thing told, in order: the number of its turn, subject: status predicate object. Turns \
without a number are context only.
- subject: none for the one who speaks; else whom or what it is about, by name and with a colon, never a pronoun; \
whose relative without a name: "Ann's sister".
- status: none for what is so when said, and for listed events that took place; past = was so earlier, and is so no \
more; future = is still to come; denied = is said not to be so; ended = is over now, or was called off; happened = any \
other event that took place.
- predicate: the best of {_offered("state")} favorite_<thing>; of an event {_offered("event")}; otherwise a \
verb_with_preposition.
- object: the other person, place or thing by name, or a few plain words without article or possessive; none where \
nothing is named.
Where the turn tells them, after | and in any order:
- the fact in one plain sentence that can be read by itself, with its reason; not where the line says it all.
- the words for its time, copied = first/last day (or year, month, minute) in ISO 8601, of the last the part that \
differs, nothing for an end that is open or unknown, a single day or month once. Of ended, the first is when it ended. \
Of plans, when it is to be.
- what it says of a known fact: same, refines (says it more precisely), wrong (it never was so) or ends (it was so \
until this), with the number of that fact.

Tell an event and the state that it begins or ends: moving to Rome is moved_to, and lives_in; selling the bike is \
sold, and ended owns. Where a new home, job or partner takes the place of a known one, it ends that; where both go on, \
not. What somebody intends is plans; for right now, its time is today. What was planned and is called off is ended \
plans, and ends the known plan. Leave out questions, conditions, jokes, sarcasm, other people's words and small talk.

entities: a line for each kind ({", ".join(kind for kind in get_args(PackagedType) if kind not in _NO_KINDS)}) \
with the people, animals, places, organizations, works and named things of the facts that are no speakers and not \
among names, or are there with a wrong kind; other names in the turns after =.

Example: {{"turns":["Sunday 3 March 2024","1 Mia: We moved to Ghent last week, Bruges was too loud for Pip.",\
"2 Tom: Your cat rules you! I had one as a kid. What does Leo say?","3 Mia: My brother? He'll open a bakery soon.",\
"4 Tom: So no trip to Wales in May? I've been looking forward to it since Uncle Bertie asked us on Friday."],\
"known":["1 Mia lives_in Bruges"]}}
{{"facts":["1 moved_to Ghent | Mia moved to Ghent in the last week of February 2024 because Bruges was too loud \
for her cat Pip. | last week = 2024-02-19/25","1 lives_in Ghent | last week = 2024-02-19/ | ends 1",\
"1 has_pet Pip | Mia has a cat, Pip.","2 past has_pet cat | Tom had a cat as a child.",\
"3 has_sibling Leo | Leo is Mia's brother.","3 Leo: plans open a bakery",\
"4 has_relative Bertie | Bertie is Tom's uncle.",\
"4 Bertie: happened invited Tom | Bertie asked Tom and Mia to go to Wales. | on Friday = 2024-03-01"],\
"entities":["location: Ghent; Wales","person: Leo; Bertie = Uncle Bertie","other: Pip"]}}\
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


_LINES = WithJsonSchema({"type": "array", "items": {"type": "string"}})
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
    """One thing that a turn tells; without a subject, of the one who speaks."""

    turn: int
    sentence: str = ""
    subject: _Words = ""
    predicate: str
    object: Annotated[str | None, BeforeValidator(_words)] = None
    status: Status = "current"
    time: Annotated[ToldTime | None, BeforeValidator(lambda given: _one(ToldTime, given))] = None
    links: Annotated[list[ToldLink], BeforeValidator(_each(ToldLink))] = []


def _lines(given: Any) -> Any:
    """Return the lines that are told in one text; anything else as it is."""
    return given.splitlines() if isinstance(given, str) else given


def _named(given: Any) -> list[ToldEntity]:
    lines = _lines(given)
    lines = lines if isinstance(lines, list) else []
    read: list[ToldEntity] = _each(ToldEntity)([entity for line in lines for entity in entities_of(line)])
    return read


class FactsReply(BaseModel):
    """The reply to `INSTRUCTIONS`, whose facts and entities are lines: names of fields would be half of it.

    A date, link, entity or fact that isn't of its form is left out, and the rest counts; a reply in which no fact is of
    its form is none, and the error says which form that is. Facts and entities with named fields are understood too.

    Attributes:
        malformed: how many facts were left out.
    """

    facts: Annotated[list[ToldFact], _LINES]
    entities: Annotated[list[ToldEntity], BeforeValidator(_named), _LINES] = []
    malformed: SkipJsonSchema[int] = 0

    @model_validator(mode="before")
    @classmethod
    def _leave_out(cls, given: Any) -> Any:
        told = _lines(given.get("facts")) if isinstance(given, dict) else None
        if not isinstance(told, list):
            return given
        read = _each(ToldFact, fields_of)(told)
        if told and not read:
            raise ValueError('each fact is a line such as "3 Leo: plans open a bakery", with the number of its turn')
        return given | {"facts": read, "malformed": len(told) - len(read)}
