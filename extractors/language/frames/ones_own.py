"""Somebody whom the speaker calls their own by a first name: "my Ximena turns fifteen", "my Bamse has a harness"."""

from collections.abc import Iterator

from chronomem.extractors.language.clauses.references import Resolver
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.lexicon import ANIMALS, MAKES, is_first_name
from chronomem.extractors.language.readable.dictionary import is_english

_OF_PETS = (
    "harness", "leash", "vet", "paw", "bark", "purr", "litter", "kennel", "fur", "bite", "scratch", "chew", "stable",
    "fetch", "walkies", "kibble", "flea", "tail", "groomer", "rehome", "breed", "meow",
)  # fmt: skip
"""Words of those who speak of an animal."""
_OF_CHILDREN = (
    "school", "nursery", "kindergarten", "teacher", "class", "homework", "tooth", "nappy", "diaper", "toddler", "kid",
    "child", "son", "daughter", "boy", "girl", "parent", "mum", "mom", "dad", "grade", "pupil", "coach", "birthday",
    "goalkeeper", "match", "penalty", "team", "walk", "crawl", "exam", "toy", "bedtime", "sleepover", "playground",
)  # fmt: skip
"""Words of those who speak of a child."""


def read_ones_own(resolver: Resolver) -> Iterator[tuple[int, Frame]]:
    """Yield the child or animal that the speaker calls "my" or "our" by its name, with the token of the name.

    It is taken for an animal where the talk is of one, and for a child if it has a first name and the talk is of one.
    """
    tree = resolver.tree
    speaker = Reference(resolver.speaker, "person")
    for i, mention in resolver.named.items():
        own = i and tree.lower[i - 1] in ("my", "our") and tree.tags[i] == "NNP"
        alone = tree.full_deps[i] in ("nsubj", "obj", "iobj") and tree.lower[i + 1 : i + 2] not in (["'s"], ["\u2019s"])
        if not own or not alone or mention.type not in ("person", "other") or tree.lower[i] in MAKES:
            continue
        first = is_first_name(mention.name)
        one = Reference(mention.name, "person" if first else "other")
        pet = resolver.talked_of(*_OF_PETS) or (not first and resolver.talked_of(*ANIMALS))
        if pet and (first or not is_english(tree.lower[i])):
            yield i, _frame(speaker, "has_pet", one)
        elif first and resolver.talked_of(*_OF_CHILDREN):
            yield i, _frame(speaker, "has_child", one)


def _frame(speaker: Reference, predicate: str, one: Reference) -> Frame:
    text = f"{speaker.name} has a {'child' if predicate == 'has_child' else 'pet'} {one.name}"
    return Frame(speaker, predicate, object=one, confidence=0.65, text=text, rule="possessive")
