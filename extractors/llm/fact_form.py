"""The form in which a language model tells facts: the instructions for it, and the reply that it gives."""

from collections.abc import Callable
from typing import Annotated, Any, Literal, TypeVar
from zoneinfo import ZoneInfo

from pydantic import BaseModel, BeforeValidator, Field, ValidationError, model_validator
from pydantic.json_schema import SkipJsonSchema

from chronomem.extractors.llm.told_times import read_date
from chronomem.graph_schema.facts.given import PackagedType
from chronomem.graph_schema.facts.predicates import VOCABULARY

Status = Literal["current", "past", "future", "happened", "denied", "ended"]

_UNTOLD = frozenset({"advises", "says", "thinks", "finds", "can", "does", "tries", "has_status"})
"""Predicates that are not offered to the model: it has better ones for the purpose, or a free predicate is as good."""

INSTRUCTIONS = f"""\
List what the conversation tells about the people and things in it.

facts: one for each thing told, in order.
turn: its number. Lines without a number are context only.
sentence: the fact in one plain sentence that can be read by itself, with its reason.
subject: whom or what it is about, by name, never a pronoun; whose relative without a name: "Ann's sister".
predicate: the best of {" ".join(name for name in VOCABULARY if name not in _UNTOLD)} favorite_<thing>; otherwise a \
verb_with_preposition.
object: the other person, place or thing by name, or a few plain words without article or possessive; null where \
nothing is named.
status: current = is so when said; past = was so earlier, and is so no more; future = is still to come; happened = an \
event that took place; denied = is said not to be so; ended = is over now, or was called off.
time: null where the turn tells none; words = its words for the time, copied; from, to = first and last day (or year, \
month, minute) in ISO 8601, null where open or unknown. Of ended, from = when it ended. Of plans, when it is to be.
links: what this says of a known fact. fact = its number; is = same, refines (says it more precisely), wrong (it never \
was so) or ends (it was so until this).

Tell an event and the state that it begins or ends: moving to Rome is moved_to, and lives_in current; selling the bike \
is sold, and owns ended. Where a new home, job or partner \
takes the place of a known one, link ends; where both go on, don't. What somebody intends is plans; for right now, its \
time is today. Leave out questions, conditions, jokes, sarcasm, other people's words and small talk.

entities: each person, animal, place, organization, work and named thing of the facts that is no speaker and not among \
names, or is there with a wrong kind; kind; aka = its other names in the turns.

Example: {{"turns":["Sunday 2024-03-03 18:20","1 Mia: We moved to Ghent last week, Bruges was too loud for Pip.",\
"2 Tom: Your cat rules you! I had one as a kid. What does Leo say?","3 Mia: My brother? He'll open a bakery soon."],\
"known":["1 Mia lives_in Bruges"]}}
{{"facts":[{{"turn":1,"sentence":"Mia moved to Ghent in the last week of February 2024 because Bruges was too loud \
for her cat Pip.","subject":"Mia","predicate":"moved_to","object":"Ghent","status":"happened","time":{{"words":"last \
week","from":"2024-02-19","to":"2024-02-25"}},"links":[]}},{{"turn":1,"sentence":"Mia lives in Ghent.",\
"subject":"Mia","predicate":"lives_in","object":"Ghent","status":"current","time":{{"words":"last week",\
"from":"2024-02-19","to":null}},"links":[{{"fact":1,"is":"ends"}}]}},{{"turn":1,"sentence":"Mia has a cat, Pip.",\
"subject":"Mia","predicate":"has_pet","object":"Pip","status":"current","time":null,"links":[]}},{{"turn":2,\
"sentence":"Tom had a cat as a child.","subject":"Tom","predicate":"has_pet","object":"cat","status":"past",\
"time":null,"links":[]}},{{"turn":3,"sentence":"Leo is Mia's brother.","subject":"Mia","predicate":"has_sibling",\
"object":"Leo","status":"current","time":null,"links":[]}},{{"turn":3,"sentence":"Leo plans to open a bakery.",\
"subject":"Leo","predicate":"plans","object":"open a bakery","status":"current","time":null,"links":[]}}],\
"entities":[{{"name":"Ghent","kind":"location","aka":[]}},{{"name":"Pip","kind":"other","aka":[]}},{{"name":"Leo",\
"kind":"person","aka":[]}}]}}\
"""

_Own = TypeVar("_Own", bound=BaseModel)
_UTC = ZoneInfo("UTC")


def _each(form: type[_Own]) -> Callable[[Any], Any]:
    """Return a validator that leaves out the members of a list that aren't of a form."""
    return lambda given: [one for each in given if (one := _one(form, each))] if isinstance(given, list) else []


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
    """The reply to `INSTRUCTIONS`.

    A date, link, entity or fact that isn't of its form is left out, and the rest counts; a reply in which no fact is of
    its form is none.

    Attributes:
        malformed: how many facts were left out.
    """

    facts: list[ToldFact]
    entities: Annotated[list[ToldEntity], BeforeValidator(_each(ToldEntity))] = []
    malformed: SkipJsonSchema[int] = 0

    @model_validator(mode="before")
    @classmethod
    def _leave_out(cls, given: Any) -> Any:
        if not isinstance(given, dict) or not isinstance(given.get("facts"), list):
            return given
        told = given["facts"]
        read = _each(ToldFact)(told)
        return given | {"facts": read if read or not told else told, "malformed": len(told) - len(read)}
