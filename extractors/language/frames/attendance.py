"""Who was at an occasion: whoever danced, sang or cried there."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from chronomem.extractors.language.clauses.clause import Clause
from chronomem.extractors.language.clauses.phrases import accompaniments, phrase_text
from chronomem.extractors.language.clauses.references import Resolver
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.lexicon import is_first_name

_PARTIES = {
    "wedding", "funeral", "ceremony", "reunion", "concert", "festival", "gig", "graduation", "christening", "baptism",
    "recital", "premiere", "party", "barbecue", "bbq", "gala", "vernissage", "prom", "wake", "fair", "convention",
    "conference", "match", "tournament", "fundraiser", "picnic", "parade", "rally", "protest", "screening", "retreat",
}  # fmt: skip
"""Occasions at which whoever does something is."""
_SHARED = {"attended", "visited"}
"""Predicates of those who were somewhere, which those who were with them share."""
_AWAY = {"miss", "skip", "work", "be", "go", "look", "laugh", "arrive", "get"}
"""Verbs of those who weren't there, or of which others tell."""


def read_attendance(resolver: Resolver, clause: Clause, about: Reference) -> Iterator[Frame]:
    """Yield that who did something at an occasion was there: "I danced till four at Tom and Eva's wedding"."""
    tree, head = resolver.tree, clause.head
    happened = clause.tense == "past" and clause.modality == "actual" and not clause.negated
    if not happened or about.type != "person" or not tree.is_verb(head) or tree.lemmas[head] in _AWAY:
        return
    for noun in tree.having(head, "obl", "nmod"):
        case = next((tree.lower[i] for i in tree.having(noun, "case")), "")
        if case not in ("at", "during") or tree.lemmas[noun] not in _PARTIES:
            continue
        value = phrase_text(resolver, noun, alone=True)
        yield Frame(about, "attended", value=value, confidence=0.75, text=f"{about.name} was at {value}")
        yield from _wed(resolver, noun)


def with_companions(resolver: Resolver, clause: Clause, frames: Iterable[Frame]) -> Iterator[Frame]:
    """Yield frames, and for each place or occasion that somebody was at those who were there with them."""
    happened = clause.tense == "past" and clause.modality == "actual" and not (clause.negated or clause.ended)
    for frame in frames:
        yield frame
        if happened and frame.predicate in _SHARED and not (frame.ended or frame.negated or frame.modality):
            value = frame.object.name if frame.object is not None else frame.value
            verb = "visited" if frame.predicate == "visited" else "was at"
            for person in _companions(resolver, clause.head):
                if person.name != frame.subject.name:
                    yield replace(frame, subject=person, confidence=0.7, text=f"{person.name} {verb} {value}")


def _companions(resolver: Resolver, head: int) -> Iterator[Reference]:
    """Yield the people after "with", each by their name or kin: "I went to the opera with my aunt Rosa"."""
    tree = resolver.tree
    near = (head, *tree.having(head, "obl", "nmod"))
    beside = {i for place in near for i in accompaniments(tree, place)}
    for i in sorted({*beside, *(j for k in beside for j in tree.having(k, "conj"))}):
        person = resolver.resolve(i)
        known = person is not None and (person.type == "person" or is_first_name(person.name))
        if person is not None and known and not person.plural and person.name != resolver.speaker:
            yield replace(person, type="person")


def read_exclaimed(resolver: Resolver, sentence: tuple[int, int]) -> Iterator[tuple[int, Frame]]:
    """Yield the occasion at which somebody was who exclaims how it was: "what a lovely wedding on Saturday"."""
    tree, (first, last) = resolver.tree, sentence
    if tree.lower[first : first + 2] not in (["what", "a"], ["what", "an"]) or "?" in tree.words[first:last]:
        return
    noun = next((i for i in range(first + 2, min(last, first + 6)) if tree.tags[i].startswith("NN")), None)
    if noun is not None and tree.lemmas[noun] in _PARTIES:
        speaker, value = Reference(resolver.speaker, "person"), tree.lower[noun]
        yield noun, Frame(speaker, "attended", value=value, confidence=0.7, text=f"{speaker.name} was at the {value}")


def _wed(resolver: Resolver, noun: int) -> Iterator[Frame]:
    """Yield that the two are married whose wedding it was."""
    tree = resolver.tree
    for owner in tree.having(noun, "nmod:poss") if tree.lemmas[noun] == "wedding" else ():
        other = next((i for i in tree.having(owner, "conj") if i in resolver.named), None)
        if owner in resolver.named and other is not None:
            one, two = resolver.named[owner].name, resolver.named[other].name
            spouses = Reference(one, "person"), Reference(two, "person")
            text = f"{one} and {two} got married"
            yield Frame(spouses[0], "married_to", object=spouses[1], confidence=0.75, begins=True, text=text)
