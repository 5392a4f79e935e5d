"""An ontology: kinds of entities and predicates that a user declares, checked as a whole."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from typing import Annotated, Any, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from chronomem.extractors.language.tellings.declared import Telling
from chronomem.extractors.ontology.declarations import RESERVED, VALUE, EntityKind, PredicateRule
from chronomem.extractors.ontology.phrases import check_phrases, tellings_of
from chronomem.graph_schema.errors import InvalidInput
from chronomem.graph_schema.facts.predicates import VOCABULARY, Predicate
from chronomem.graph_schema.facts.vocabulary import PACKAGED_TYPES, FactVocabulary


def _kinds_of(given: Any) -> Any:
    """Return kinds, some of which may be given as Pydantic models."""
    if not isinstance(given, Sequence) or isinstance(given, str):
        return given
    return tuple(
        EntityKind.from_model(kind) if isinstance(kind, type) and issubclass(kind, BaseModel) else kind
        for kind in given
    )


class Ontology(BaseModel):
    """The user's own vocabulary, which adds to the packaged one or replaces it. See docs/ontology.md."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kinds: Annotated[tuple[EntityKind, ...], BeforeValidator(_kinds_of)] = Field(
        default=(), description="The kinds of entities besides the packaged ones."
    )
    predicates: tuple[PredicateRule, ...] = Field(
        default=(), description="The predicates; one with the name of a packaged predicate replaces it."
    )
    extends: bool = Field(
        default=True, description="Whether the packaged predicates apply besides; otherwise these are all."
    )
    closed: bool = Field(
        default=False, description="Whether extraction leaves out facts whose predicate isn't in the vocabulary."
    )

    @model_validator(mode="after")
    def _check(self) -> Self:
        self._check_names()
        self._check_links()
        try:
            check_phrases(self.kinds, self.rules)
        except InvalidInput as error:
            raise ValueError(str(error)) from error
        return self

    @cached_property
    def rules(self) -> tuple[PredicateRule, ...]:
        """All its predicates: the declared ones, and the attributes of its kinds."""
        return (*self.predicates, *(rule for kind in self.kinds for rule in _attributes(kind)))

    @cached_property
    def rule_named(self) -> Mapping[str, PredicateRule]:
        """Its predicates by name."""
        return {rule.name: rule for rule in self.rules}

    @cached_property
    def kind_named(self) -> Mapping[str, EntityKind]:
        """Its kinds by name."""
        return {kind.name: kind for kind in self.kinds}

    @cached_property
    def vocabulary(self) -> FactVocabulary:
        """The vocabulary in force: its own, with the packaged one if it extends that."""
        linked = self._linked()
        own = {rule.name: _predicate(rule, linked.get(rule.name, "")) for rule in self.rules}
        packaged = VOCABULARY if self.extends else {}
        touched = {
            name: replace(predicate, linked=linked[name])
            for name, predicate in packaged.items()
            if name in linked and name not in own
        }
        return FactVocabulary(
            predicates={**packaged, **touched, **own},
            types=(*PACKAGED_TYPES, *(kind.name for kind in self.kinds)),
            declared=frozenset(own),
            fingerprint=self.fingerprint,
            extends=self.extends,
        )

    def tellings(self) -> list[Telling]:
        """Return what its phrases and examples tell, for the rules of extraction."""
        return tellings_of(self.kinds, self.rules)

    @cached_property
    def fingerprint(self) -> str:
        """A digest of what facts depend on, a point, and one of what extraction depends on."""
        told = {"phrases", "beginning", "ending", "examples", "beginning_examples", "ending_examples", "confidence"}
        facts = [rule.model_dump(mode="json", exclude={*told, "reads"}) for rule in self.rules]
        all_but_sentences = self.model_dump(mode="json", exclude={"predicates": {"__all__": {"reads"}}})
        return f"{_digest({'extends': self.extends, 'rules': facts})}.{_digest(all_but_sentences)}"

    def _check_names(self) -> None:
        kinds = Counter([*PACKAGED_TYPES, *(kind.name for kind in self.kinds)])
        if twice := [name for name, count in kinds.items() if count > 1]:
            how = "the packaged kinds can't be replaced" if twice[0] in PACKAGED_TYPES else "it is declared twice"
            raise ValueError(f"the kind {twice[0]!r} is there already: {how}")
        if reserved := sorted(RESERVED & set(kinds)):
            raise ValueError(f"a kind can't be called {reserved[0]!r}, which is a slot of phrases already")
        names = Counter(rule.name for rule in self.rules)
        if twice := [name for name, count in names.items() if count > 1]:
            raise ValueError(f"the predicate {twice[0]!r} is declared twice; attributes of kinds count as well")
        for rule in self.rules:
            for field, kind in (("domain", rule.domain), ("range", rule.range)):
                if kind not in kinds and not (field == "range" and kind == VALUE):
                    raise ValueError(
                        f"the {field} of {rule.name!r} is {kind!r}, which is no kind of entity; declare it, or use one"
                        f" of {', '.join(kinds)}"
                    )

    def _check_links(self) -> None:
        known = {**(VOCABULARY if self.extends else {}), **{rule.name: _predicate(rule, "") for rule in self.rules}}
        for rule in self.rules:
            for name in (*rule.begins, *rule.ends):
                if name not in known:
                    raise ValueError(f"{rule.name!r} begins or ends {name!r}, which is no predicate of the vocabulary")
                if known[name].kind == "event":
                    raise ValueError(f"{rule.name!r} begins or ends {name!r}, which is an event, and no state")
            for name in rule.begins:
                if known[name].object_type != known[rule.name].object_type:
                    raise ValueError(
                        f"{rule.name!r} begins {name!r}, but their ranges differ: {rule.range!r} and"
                        f" {known[name].object_type!r}"
                    )
        try:
            TopologicalSorter({r.name: {*r.begins, *r.ends} for r in self.rules}).prepare()
        except CycleError as error:
            raise ValueError(f"predicates begin or end each other in a circle: {' → '.join(error.args[1])}") from error

    def _linked(self) -> dict[str, str]:
        """Return the name that each predicate shares with those that it begins or ends."""
        packaged = VOCABULARY if self.extends else {}
        family = {name: predicate.family for name, predicate in packaged.items()}
        family |= {rule.name: rule.name for rule in self.rules}
        root = {name: name for name in family.values()}

        def find(name: str) -> str:
            while root[name] != name:
                name = root[name]
            return name

        linked: set[str] = set()
        for rule in self.rules:
            for other in (*rule.begins, *rule.ends):
                one, two = sorted((find(family[rule.name]), find(family[other])))
                root[two] = one
                linked |= {family[rule.name], family[other]}
        return {name: f"{find(own)}+" for name, own in family.items() if own in linked}


def _attributes(kind: EntityKind) -> Iterator[PredicateRule]:
    for name, description in kind.attributes.items():
        reads = f"has the {name.replace('_', ' ')}"
        yield PredicateRule(name=name, description=description, domain=kind.name, values="one", reads=reads)


def _predicate(rule: PredicateRule, linked: str) -> Predicate:
    return Predicate(
        name=rule.name,
        meaning=rule.description,
        object_type="other" if rule.range == VALUE else rule.range,
        subject_type=rule.domain,
        kind=rule.kind,
        single=rule.values == "one",
        fixed=rule.fixed,
        refinable=rule.values == "one" or bool(rule.details),
        lasts=rule.lasts,
        minor=rule.minor,
        details=tuple(rule.details),
        begins=rule.begins,
        ends=rule.ends,
        linked=linked,
        reads=rule.reads or "",
    )


def _digest(value: object) -> str:
    return hashlib.blake2b(json.dumps(value, sort_keys=True).encode(), digest_size=8).hexdigest()
