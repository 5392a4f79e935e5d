"""Declared phrases and what they tell, read from TOML."""

import functools
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import Any, Literal, get_args

from chronomem.graph_schema.errors import InvalidInput

SlotKind = Literal[
    "subject", "poss", "person", "pet", "animal", "org", "employer", "workplace", "school", "club", "home",
    "settlement", "place", "thing", "item", "pastime", "discipline", "assignment", "owned", "product", "part", "number",
    "role", "allergy",
]  # fmt: skip
Action = Literal["begins", "ends", "may_end", "holds", "happened", "planned"]
When = Literal["told", "ahead", "from", "on"]
WHATEVER = "*"
"""As an object: an ending ends whatever holds, and a beginning concerns the one with whom an earlier stage was."""

_KINDS: tuple[SlotKind, ...] = get_args(SlotKind)
_ACTIONS = get_args(Action)
_IMPLIED = {"person", "home"}
"""Slots that something outside the phrase may fill: the other one of a couple, the home that was named before."""
_SLOT = re.compile(r"\{(\w+)\}")
_BRACKETS = re.compile(r"\[([^\[\]]*)\]")
_FIELDS = {
    "phrases",
    "of",
    "when",
    "sure",
    "state",
    "denied",
    "through",
    "bare",
    "by_others",
    "details",
    "declared",
    *_ACTIONS,
}


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a phrase, in any of some forms; a lemma stands for all its inflections."""

    forms: frozenset[str]
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in a phrase for a noun phrase of one kind.

    Attributes:
        kind: its name in phrases.
        optional: whether it may be empty.
        fits: the kinds of noun phrases that fill it; empty for `kind` itself.
        known: the only words that fill it, whatever kind they are of; None for any of the kinds.
    """

    kind: str
    optional: bool = False
    fits: tuple[SlotKind, ...] = ()
    known: re.Pattern[str] | None = None


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing that a phrase tells.

    Attributes:
        action: what happens to the state, that it holds (or held, in the past), or that an event happened or is
            planned.
        predicate: the predicate concerned.
        objects: where the object comes from, in order of preference: "{slot}", `WHATEVER`, or plain words.
    """

    action: Action
    predicate: str
    objects: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Telling:
    """A phrase with its effects.

    Attributes:
        elements: the words and slots of the phrase, in order.
        anchor: the index of the first word that has to be there.
        effects: what it tells.
        of: whom it is about: "subject" for the subject of the clause, "speaker", "owner" for the owner of what the
            first slot names (the speaker if nobody else is named), or the name of a slot.
        when: "told": once it has happened; "ahead": an announcement, which counts from its date on; "from": only with a
            time that begins it ("from 9 October"); "on": at the date that the clause names, past or to come.
        sure: the confidence.
        state: it describes a state, so that the present tense tells it.
        denied: it is told by denying the phrase ("I don't smoke").
        through: its date is the last day of the state, rather than the first without it.
        bare: it counts without a verb ("cast off!", "two weeks clean").
        by_others: somebody else does it to whom it is about ("a farmer bought the goats").
        details: the slots whose words are details of its object.
        declared: an ontology declares it, rather than this package.
    """

    elements: tuple[Word | Slot, ...]
    anchor: int
    effects: tuple[Effect, ...]
    of: str = "subject"
    when: When = "told"
    sure: float = 0.8
    state: bool = False
    denied: bool = False
    through: bool = False
    bare: bool = False
    by_others: bool = False
    details: tuple[str, ...] = ()
    declared: bool = False


@functools.cache
def packaged_tellings() -> tuple[Telling, ...]:
    """Return the tellings that ship with the package, from one file for each domain of life."""
    folder = files(__package__) / "phrases"
    found: list[Telling] = []
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".toml"):
            found += declared_tellings(tomllib.loads(file.read_text(encoding="utf-8")))
    return tuple(found)


def declared_tellings(document: Mapping[str, Any], slots: Mapping[str, Slot] | None = None) -> Iterator[Telling]:
    """Yield the tellings of a parsed TOML document.

    Args:
        document: the tellings.
        slots: further slots that its phrases may have, by name.

    Raises:
        InvalidInput: a phrase has no word or tells nothing, an effect takes a slot that no phrase has, or a field or
            slot is unknown.
    """
    for entry in document.get("telling", ()):
        if unknown := sorted(set(entry) - _FIELDS):
            raise InvalidInput(f"a telling has no field {unknown[0]!r}; the fields are {', '.join(sorted(_FIELDS))}")
        effects = tuple(
            Effect(action, predicate, tuple(source.split("|")))
            for action in _ACTIONS
            for predicate, told in entry.get(action, {}).items()
            for source in ([told] if isinstance(told, str) else told)
        )
        sources = (entry.get("of", ""), *(source for effect in effects for source in effect.objects))
        named = {slot for phrase in entry.get("phrases", ()) for slot in slots_of(phrase)} | {"subject"}
        if missing := sorted({slot for source in sources for slot in slots_of(source)} - named - _IMPLIED):
            raise InvalidInput(f"no phrase of the telling has the slot {missing[0]!r}")
        fields = {name: entry[name] for name in _FIELDS - {"phrases", *_ACTIONS} if name in entry}
        fields["details"] = tuple(fields.get("details", ()))
        fields["of"] = fields.get("of", "subject").strip("{}")
        for phrase in entry.get("phrases", ()):
            for variant in _variants(phrase):
                elements = tuple(_element(part, slots or {}) for part in variant.split())
                anchor = _anchor(phrase, elements)
                _check_told(variant, effects)
                yield Telling(elements, anchor, effects, **fields)


def _check_told(phrase: str, effects: Iterable[Effect]) -> None:
    """Refuse a phrase that tells nothing, since it lacks the slots of all effects."""
    known = {*slots_of(phrase), "subject", *_IMPLIED}
    if not any(known.issuperset(slots_of(source)) for effect in effects for source in effect.objects):
        raise InvalidInput(f"the phrase {phrase!r} has the slots of no effect, so it would tell nothing")


def slots_of(source: str) -> list[str]:
    """Return the names of the slots in the words of an effect."""
    return _SLOT.findall(source)


def _variants(phrase: str) -> Iterator[str]:
    """Yield a phrase with and without each of its parts in square brackets."""
    part = _BRACKETS.search(phrase)
    if part is None:
        yield phrase
    else:
        for inner in (part[1], ""):
            yield from _variants(f"{phrase[: part.start()]}{inner}{phrase[part.end() :]}")


def _element(part: str, slots: Mapping[str, Slot]) -> Word | Slot:
    optional = part.endswith("?")
    part = part.removesuffix("?")
    slot = _SLOT.fullmatch(part)
    if slot is None:
        return Word(frozenset(part.split("|")), optional)
    if slot[1] in slots:
        return replace(slots[slot[1]], optional=optional)
    return Slot(_kind(slot[1], slots), optional)


def _kind(name: str, slots: Mapping[str, Slot]) -> SlotKind:
    kind = next((kind for kind in _KINDS if kind == name), None)
    if kind is None:
        raise InvalidInput(f"no slot is called {name!r}; the slots are {', '.join((*slots, *_KINDS))}")
    return kind


def _anchor(phrase: str, elements: tuple[Word | Slot, ...]) -> int:
    for number, element in enumerate(elements):
        if isinstance(element, Word) and not element.optional:
            return number
    raise InvalidInput(f"the phrase {phrase!r} has no word that has to be there, only slots")
