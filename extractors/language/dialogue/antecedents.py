"""Whom and what a turn means by "she", "there" or "the dog" if only the turns before it tell."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from chronomem.extractors.language.clauses.genders import GENDER_OF_PRONOUN, gender_of
from chronomem.extractors.language.clauses.mentions import find_mentions
from chronomem.extractors.language.clauses.pronouns import is_meant_here
from chronomem.extractors.language.clauses.references import Resolver, index_mentions
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.dialogue.addressees import addressee
from chronomem.extractors.language.extracted import Earlier, Mention
from chronomem.extractors.language.lexicon import HOME_NOUNS, RELATION_OF_NOUN, UNRELATED, first_names, is_first_name
from chronomem.extractors.language.parsing.syntax import SyntaxTree, tree_of
from chronomem.graph_schema.facts.given import EntityType
from chronomem.graph_schema.model.entity_names import ROLE_NAMES

if TYPE_CHECKING:
    from spacy.tokens import Doc  # only for types: spaCy is slow to import

_CONFIDENCE = 0.55
_CONFIDENCE_ASKED = 0.75
_PLACING = {"in", "at", "from", "near"}
_MOVING = {"go", "move", "travel", "come", "fly", "drive", "get", "return", "relocate", "head", "be", "back", "off"}
_WHERE = HOME_NOUNS | {"garden", "yard", "kitchen", "room", "place", "street", "shop", "car", "farm", "balcony"}
_EMPLOYING = {"at", "for", "with"}
_WORKING = {"work", "start", "begin", "intern", "temp"}
_WITH = {"to", "with", "for", "by"}
_ANSWER = 4
"""In words: the longest turn that only answers who somebody is."""
_KEY = "chronomem_spoken_of"


@dataclass(frozen=True, slots=True)
class SpokenOf:
    """An entity that a turn speaks of.

    Attributes:
        reference: the entity.
        subject: whether it is the subject of its clause.
        place: whether somebody is, goes or lives there.
        owner: the gender of the pronoun that owns it ("her brother"), or "".
        pronoun: whether it is that pronoun itself.
        takes_part: whether it acts or owns something, or somebody does something with or for it, as with a person.
        employs: whether somebody works or begins there.
        asked: whether its sentence asks something.
        owns: whether it is only named as the owner of something: Tom of "Tom's car".
    """

    reference: Reference
    subject: bool
    place: bool
    owner: str = ""
    pronoun: bool = False
    takes_part: bool = True
    employs: bool = False
    asked: bool = False
    owns: bool = False

    @property
    def gender(self) -> str:
        """The gender of a person: "f", "m", or "x" if unknown."""
        return self.owner if self.pronoun else gender_of(self.reference)


def resolver_of(
    doc: "Doc", speaker: str, others: Sequence[str], before: Sequence[Earlier]
) -> tuple[list[Mention], Resolver]:
    """Return the names in a turn, and the resolver of its phrases.

    Args:
        speaker, others: who says it, and who else takes part; "you" is the other one, or whom the turn addresses.
        before: the turns before it.
    """
    tree = tree_of(doc)
    mentions = find_mentions(doc, tree, [speaker, *others], before)
    other = others[0] if len(others) == 1 else addressee(tree, mentions, speaker, others, before)
    return mentions, Resolver(
        tree, speaker, other, index_mentions(tree, mentions), Antecedents(before, speaker, others)
    )


class Antecedents:
    """The entities that the turns before a turn speak of.

    Args:
        before: the turns, oldest first.
        speaker, others: those of the turn itself.
    """

    def __init__(self, before: Sequence[Earlier], speaker: str, others: Sequence[str]) -> None:
        self._before = before
        self._speaker = speaker
        self._people = tuple(sorted((speaker, *others)))
        self._absent = {speaker, *others} if len(others) == 1 else {speaker}

    def lemmas(self) -> frozenset[str]:
        """Return the lemmas of the last two turns: what is talked about."""
        return frozenset(lemma for earlier in self._before[-2:] for lemma in tree_of(earlier.doc).lemmas)

    def person(self, gender: str | None) -> Reference | None:
        """Return the person or animal last spoken of, if one fits best; of any gender but plural if None."""
        if gender is None:
            return self._last(lambda spoken: spoken.reference.plural and not spoken.place)

        def fits(spoken: SpokenOf) -> bool:
            reference = spoken.reference
            animate = reference.type == "person" or RELATION_OF_NOUN.get(reference.noun or "") == "has_pet"
            named = reference.type == "other" and spoken.takes_part and not spoken.place
            if reference.plural or not (animate or named) or reference.name in self._absent:
                return False
            return spoken.gender in (gender, "x")

        return self._last(fits, gender)

    def is_told(self, word: str) -> bool:
        """Whether another says a word in the turn right before, without asking."""
        if not self._before or self._before[-1].utterance.speaker == self._speaker:
            return False
        said = self._before[-1].utterance.text
        return "?" not in said and word in tree_of(self._before[-1].doc).lower

    def pair(self) -> Reference | None:
        """Return the two who were last named together."""
        return self._last(lambda spoken: len(spoken.reference.members) == 2)

    def place(self) -> Reference | None:
        """Return the place last spoken of, if the turn that spoke of it named only one, or asked about only one."""
        found = self._last(lambda spoken: spoken.place) or self._last(lambda spoken: spoken.place and spoken.asked)
        return None if found is None else replace(found, type="location")

    def firm(self) -> Reference | None:
        """Return the organization last spoken of, if the turn that spoke of it named only one.

        The kinds of names are uncertain, so that whatever isn't known for something else may be one.
        """
        kinds = ("organization", "other")

        def fits(spoken: SpokenOf) -> bool:
            name = spoken.reference.name
            somewhere = spoken.place and not spoken.employs
            return spoken.reference.type in kinds and not (somewhere or is_first_name(name) or "'s " in name)

        return self._last(fits)

    def owned(self, noun: str, *, plural: bool) -> Reference | None:
        """Return "my dog Rex" for "the dog", and several for "the dogs"."""
        role = ROLE_NAMES.get(noun, noun)

        def fits(spoken: SpokenOf) -> bool:
            own = spoken.reference.noun or ""
            kids = plural and role == "child" and RELATION_OF_NOUN.get(own) == "has_child"  # "the kids" are the twins
            same = (kids or ROLE_NAMES.get(own, own) == role) and spoken.reference.plural == plural
            return same and spoken.reference.owner is not None

        return self._last(fits)

    def beside_you(self) -> Reference | None:
        """Return the only one whom the last turn names beside the speaker: "are you and Tom still together?"."""
        text = self._before[-1].utterance.text if self._before else ""
        if "?" not in text and not re.search(r"\byou and\b", text, re.IGNORECASE):
            return None
        named = {spoken.reference.name: spoken.reference for spoken in self._spoken_of(self._before[-1])}
        beside = [one for name, one in named.items() if re.search(rf"\b(?i:you and|with) {re.escape(name)}\b", text)]
        return replace(beside[0], confidence=_CONFIDENCE) if len(beside) == 1 else None

    def asked_about(self) -> Reference | None:
        """Return the only one about whom the turn right before asks: "how's your brother?", "and your sister?"."""
        return self._asked_about

    def kin_of_another(self, *, plural: bool) -> Reference | None:
        """Return the relative, or relatives, of whom another has just told as of their own: "my mum asks …"."""
        if not self._before or self._before[-1].utterance.speaker == self._speaker:
            return None
        other = self._before[-1].utterance.speaker
        told = [spoken.reference for spoken in self._spoken_of(self._before[-1])]
        kin = {one.noun: one for one in told if one.owner == other and one.type == "person" and one.plural == plural}
        return next(iter(kin.values())) if len(kin) == 1 else None

    def relative_called(self, name: str) -> Reference | None:
        """Return whose relative or friend somebody was last introduced as by name: "my friend's son Leo"."""
        for earlier in reversed(self._before):
            for spoken in self._spoken_of(earlier):
                if spoken.reference.name == name and spoken.reference.noun and spoken.reference.owner:
                    return spoken.reference
        return None

    def told_of(self) -> Reference | None:
        """Return the only one of whom the speaker's own turn right before tells: "saw my cousin Leo"."""
        if not self._before or self._before[-1].utterance.speaker != self._speaker:
            return None
        people = {
            spoken.reference.name: spoken.reference
            for spoken in self._spoken_of(self._before[-1])
            if spoken.reference.type == "person" or RELATION_OF_NOUN.get(spoken.reference.noun or "") == "has_pet"
        }
        people = {name: one for name, one in people.items() if name and name not in self._people}
        return replace(next(iter(people.values())), confidence=_CONFIDENCE) if len(people) == 1 else None

    @cached_property
    def _asked_about(self) -> Reference | None:
        if not self._before or self._before[-1].utterance.speaker == self._speaker:
            return None
        asked, asker = self._before[-1], self._before[-1].utterance.speaker
        tree, others = tree_of(asked.doc), [person for person in self._people if person != asker]
        first, last = tree.sentences[-1]
        if not any(word.startswith("?") for word in tree.words[first:last]) and tree.lower[first] != "how":
            return None
        subjects = [i for i in range(first, last) if tree.full_deps[i].startswith("nsubj")]
        nouns = [i for i in range(first, last) if tree.heads[i] == i and tree.tags[i].startswith("N")]
        subjects = subjects or [i for i in nouns if tree.child(i, "case") is None]  # not "still at Lidl?"
        if len(subjects) != 1 or "who" in tree.lower[first:last]:
            return None
        _, resolver = resolver_of(asked.doc, asker, others, self._before[:-1])
        found = resolver.resolve(subjects[0])
        if found is None or found.name in self._people or found.type in ("location", "organization"):
            return None
        return replace(found, confidence=_CONFIDENCE_ASKED)

    def _last(self, fits: Callable[[SpokenOf], bool], gender: str | None = None) -> Reference | None:
        for n in range(len(self._before) - 1, -1, -1):
            named = (self._named(spoken, n) for spoken in self._spoken_of(self._before[n]))
            fitting = [spoken for spoken in named if spoken is not None and fits(spoken)]
            found = {s.reference.name: s for s in fitting if not s.owns} or {s.reference.name: s for s in fitting}
            if found:
                chosen = _most_salient(list(found.values()), gender)
                known = chosen is not None and chosen.reference.name != ""  # not "the guy next door, he …"
                return replace(chosen.reference, confidence=_CONFIDENCE) if chosen is not None and known else None
        return None

    def _named(self, spoken: SpokenOf, n: int) -> SpokenOf | None:
        """Return an entity by its name: "her brother" by that of the sister, whom the turns before it tell."""
        if not spoken.owner:
            return spoken
        speaker = self._before[n].utterance.speaker
        sooner = Antecedents(self._before[:n], speaker, [p for p in self._people if p != speaker])
        owner = sooner.person(spoken.owner)
        if owner is None:
            return None
        if spoken.pronoun:
            return replace(spoken, reference=owner)
        noun = spoken.reference.name
        return replace(spoken, reference=replace(spoken.reference, name=f"{owner.name}'s {noun}", owner=owner.name))

    def _spoken_of(self, earlier: Earlier) -> Sequence[SpokenOf]:
        speaker = earlier.utterance.speaker
        known = earlier.doc.user_data.setdefault(_KEY, {})
        key = speaker, self._people
        if key not in known:
            known[key] = tuple(_entities(earlier.doc, speaker, [p for p in self._people if p != speaker]))
        found: Sequence[SpokenOf] = known[key]
        return found


def _most_salient(found: Sequence[SpokenOf], gender: str | None) -> SpokenOf | None:
    """Return the only one, or else the one of that gender, or else the only subject; None if two fit alike."""
    if len(found) == 1:
        return found[0]
    exact = [spoken for spoken in found if spoken.gender == gender]
    subjects = [spoken for spoken in found if spoken.subject]
    if len(exact) == 1 and not (exact[0].subject and len(subjects) > 1):
        return exact[0]
    return subjects[0] if len(subjects) == 1 else None


def _entities(doc: "Doc", speaker: str, others: Sequence[str]) -> Iterator[SpokenOf]:
    tree = tree_of(doc)
    mentions = find_mentions(doc, tree, [speaker, *others])
    resolver = Resolver(tree, speaker, others[0] if len(others) == 1 else None, index_mentions(tree, mentions))
    kin = RELATION_OF_NOUN.get(tree.lemmas[-1]) is not None and tree.tags[-1] in ("NN", "NNS")
    if kin and len(tree.words) <= _ANSWER and tree.lower[0] != "how":
        return  # "my sister" says who somebody is who was spoken of before
    for i, tag in enumerate(tree.tags):
        gender = GENDER_OF_PRONOUN.get(tree.lower[i])
        if tree.lower[i] == "mine" and tree.deps[i].startswith("nsubj"):
            yield SpokenOf(Reference("", "person"), True, False)  # "my mum asks …" "mine lives next door"
        if gender is not None and tree.deps[i].startswith("nsubj"):
            meant = resolver.resolve(i)
            if meant is not None and _is_unrelated(meant):
                continue
            unknown = Reference("", "person")
            if meant is None and "engage" in tree.lemmas[:i] and is_meant_here(tree, i, gender):
                yield SpokenOf(unknown, True, False)
                continue
            yield SpokenOf(meant or unknown, True, False, gender if meant is None else "", pronoun=meant is None)
        if tag not in ("NN", "NNS", "NNP", "NNPS", "FW"):
            continue
        if tree.full_deps[i] == "nmod:poss" and tree.lemmas[tree.heads[i]] in _WHERE:
            continue  # "thirty people in my mum's garden"
        reference = resolver.group(i) or resolver.spoken_of(i) or resolver.acquired(i)
        subject = _is_subject(tree, i)
        if (couple := resolver.couple(i)) is not None:
            yield SpokenOf(couple, subject, place=False)
        if reference is None:
            if (owner := _pronoun_owner(tree, i)) and (relation := RELATION_OF_NOUN.get(tree.lemmas[i])):
                kind: EntityType = "other" if relation == "has_pet" else "person"
                unnamed = Reference(tree.lower[i], kind, tree.lemmas[i], plural=tag == "NNS")
                yield SpokenOf(unnamed, subject, place=False, owner=owner)
            continue
        if _is_unrelated(reference):
            continue
        cases = {tree.lower[j] for j in tree.having(i, "case")}
        towards = "to" in cases and tree.lemmas[tree.heads[i]] in _MOVING
        if reference.name in first_names() and bool(cases & _WITH) and not towards:
            reference = replace(reference, type="person")  # "gave my ticket to Farah", which is a town as well
        located = reference.type == "location" or ((bool(cases & _PLACING) or towards) and reference.type != "person")
        owns = tree.full_deps[i] == "nmod:poss"
        takes_part = subject or (bool(cases & _WITH) and not towards) or owns
        employs = bool(cases & _EMPLOYING) and tree.lemmas[tree.heads[i]] in _WORKING
        placed = located and reference.owner is None
        asked = tree.is_asked(i)
        yield SpokenOf(
            reference, subject, placed, takes_part=takes_part, employs=employs, asked=asked, owns=owns
        )  # fmt: skip


def _is_unrelated(reference: Reference) -> bool:
    """Whether it is somebody's dentist or the like, whom "she" rather doesn't mean in the next message."""
    return reference.name.rpartition(" ")[2] in UNRELATED


def _is_subject(tree: SyntaxTree, token: int) -> bool:
    while tree.deps[token] in ("conj", "flat", "appos") and tree.heads[token] != token:
        token = tree.heads[token]
    return tree.deps[token].startswith("nsubj")


def _pronoun_owner(tree: SyntaxTree, noun: int) -> str:
    """Return the gender of the pronoun that owns a noun: "f" for "her brother"."""
    return next((GENDER_OF_PRONOUN.get(tree.lower[i], "") for i in tree.having(noun, "nmod:poss")), "")
