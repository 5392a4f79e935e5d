"""The phrases of an ontology: those that it declares, and those of its example sentences."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from chronomem.extractors.language.tellings.declared import Slot, SlotKind, Telling, declared_tellings, slots_of
from chronomem.extractors.ontology.declarations import EntityKind, PredicateRule
from chronomem.graph_schema.errors import InvalidInput

_FITS: dict[str, tuple[SlotKind, ...]] = {
    "person": ("person",), "organization": ("org",), "location": ("place",),
}  # fmt: skip
_DETAIL: tuple[SlotKind, ...] = ("number", "item")
_TOKEN = re.compile(r"\{\w+\}\??|[\w-]+|'\w+|\u2019\w+")
_OPTIONAL = re.compile(r"(\{\w+\})\?")
_SUBJECTS = frozenset({"i", "we", "you", "he", "she", "they", "it"})
_OBJECTS = frozenset({"me", "us"})
_AUXILIARIES = frozenset({"have", "has", "had", "'ve", "'ll", "'d", "will", "would", "do", "did", "does"})
_BE = frozenset({"be", "am", "is", "are", "was", "were", "been", "'m", "'re", "'s"})
_LEFT_OUT = frozenset(
    {"a", "an", "the", "my", "our", "your", "his", "her", "their", "just", "now", "currently", "recently", "finally"}
)
"""Words that a phrase doesn't name, since they may stand between its words anyway."""
_ACTIONS = {"phrases": "holds", "beginning": "begins", "ending": "ends"}
_EXAMPLES = {"examples": "phrases", "beginning_examples": "beginning", "ending_examples": "ending"}


def tellings_of(kinds: Sequence[EntityKind], rules: Iterable[PredicateRule]) -> list[Telling]:
    """Return the tellings of the phrases and examples of predicates."""
    from chronomem.extractors.language.readable.dictionary import past_forms  # tables that opening a memory can spare

    return [*_tellings(kinds, rules, past_forms)]


def check_phrases(kinds: Sequence[EntityKind], rules: Iterable[PredicateRule]) -> None:
    """Raise `InvalidInput` if a phrase or an example can't be used."""
    for _ in _tellings(kinds, rules, dict):
        pass


def _tellings(
    kinds: Sequence[EntityKind], rules: Iterable[PredicateRule], past: Callable[[], Mapping[str, str]]
) -> Iterator[Telling]:
    for rule in rules:
        slots = _slots(kinds, rule)
        told = rule.range if rule.range in slots else "object"
        for field, action in _ACTIONS.items():
            name = action if rule.kind == "state" else "happened"
            for phrase in getattr(rule, field):
                yield from _of(rule, name, "subject", phrase, phrase, slots, told)
        for field, like in _EXAMPLES.items():
            name = _ACTIONS[like] if rule.kind == "state" else "happened"
            for sentence in getattr(rule, field):
                about, phrase = phrase_of(sentence, past)
                yield from _of(rule, name, about, phrase, sentence, slots, told)


def _of(
    rule: PredicateRule, action: str, about: str, phrase: str, given: str, slots: Mapping[str, Slot], told: str
) -> Iterator[Telling]:
    named = [slot for slot in slots_of(phrase) if slot in ("object", told)]
    entry: dict[str, Any] = {
        action: {rule.name: f"{{{named[0]}}}" if named else "*"},
        "of": about,
        "sure": rule.confidence,
        "state": rule.kind == "state",
        "details": [slot for slot in slots_of(phrase) if slot in rule.details],
        "declared": True,
    }
    entry["phrases"] = [_OPTIONAL.sub(r"[\1]", phrase)]  # without the slot, its words may be those of the next one
    try:
        tellings = list(declared_tellings({"telling": [entry]}, slots))
    except InvalidInput as error:
        raise InvalidInput(f"the phrase {given!r:.80} of {rule.name} can't be used: {error}") from error
    if not named and action != "ends":
        raise InvalidInput(f"the phrase {given!r:.80} of {rule.name} names no object: it needs the slot {{{told}}}")
    for telling in tellings:
        filled = [element.kind for element in telling.elements if isinstance(element, Slot)]
        if len(filled) == len(set(filled)):
            yield telling


def _slots(kinds: Sequence[EntityKind], rule: PredicateRule) -> dict[str, Slot]:
    """Return the slots of a predicate's phrases: kinds of the ontology, its object and its details."""
    found: dict[str, Slot] = {}
    for kind in kinds:
        found[kind.name] = Slot(kind.name, fits=_FITS.get(kind.like, ("item",)), known=kind.known)
    own = found.get(rule.range)
    fits = own.fits if own is not None else _FITS.get(rule.range, ("item",))
    object_slot = Slot("object", fits=fits, known=own.known if own is not None else None)
    found["object"] = object_slot
    if rule.range not in found:
        found[rule.range] = Slot(rule.range, fits=fits)
    return found | {name: Slot(name, fits=_DETAIL) for name in rule.details}


def phrase_of(sentence: str, past: Callable[[], Mapping[str, str]] = dict) -> tuple[str, str]:
    """Return whom an example sentence is about, and its phrase.

    The subject in front, auxiliaries, articles and what follows the last slot are left out, and each word stands for
    its other forms. A sentence that begins with its subject as a pronoun ("I take {drug}") is about its subject,
    another one ("my doctor put me on {drug}") about the speaker.
    """
    tokens = [token.replace("\u2019", "'") for token in _TOKEN.findall(sentence.replace("n't", " not"))]
    tokens = [token if token.startswith("{") else token.lower() for token in tokens]
    about = "speaker"
    if tokens and tokens[0] in _SUBJECTS:
        about, tokens = "subject", _without_auxiliaries(tokens[1:])
    elif (me := next((n for n, token in enumerate(tokens) if token in _OBJECTS), 0)) > 0:
        tokens = tokens[me - 1 :]  # whoever did it: "my doctor put me on"
    last = max((n for n, token in enumerate(tokens) if token.startswith("{")), default=len(tokens) - 1)
    words = [token for token in tokens[: last + 1] if token not in _LEFT_OUT]
    return about, " ".join(word if word.startswith("{") else "|".join(sorted(forms_of(word, past))) for word in words)


def _without_auxiliaries(tokens: list[str]) -> list[str]:
    rest = list(tokens)
    while len(rest) > 1 and not rest[1].startswith("{") and (rest[0] in _AUXILIARIES or rest[0] in _LEFT_OUT):
        rest = rest[1:]
    return rest[1:] if len(rest) > 1 and rest[0] in _BE and rest[1].endswith("ing") else rest


def forms_of(word: str, past: Callable[[], Mapping[str, str]] = dict) -> set[str]:
    """Return a word and what may be its lemma: "taking" may be a form of "tak" or "take"."""
    if word in _BE:
        return {"be"}
    found = {word}
    if (verb := past().get(word)) is not None:
        found.add(verb)
    for ending in ("ing", "ed", "es", "s"):
        stem = word.removesuffix(ending)
        if stem != word and len(stem) > 1:
            found |= {stem, f"{stem}e"}
            if stem[-1:] == stem[-2:-1]:
                found.add(stem[:-1])
            if stem.endswith("i"):
                found.add(f"{stem[:-1]}y")
            break
    return found
