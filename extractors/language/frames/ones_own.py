"""Somebody whom the speaker calls their own by name: "my Ella starts school", "my Bamse has a harness"."""

from collections.abc import Iterator

from chronomem.extractors.language.clauses.references import Resolver
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.frames.presupposed import CHILDISH
from chronomem.extractors.language.lexicon import MAKES, is_first_name
from chronomem.extractors.language.readable.dictionary import is_english
from chronomem.graph_schema.facts.sentences import with_article

_OF_PETS = (
    "harness", "leash", "vet", "paw", "bark", "purr", "litter", "kennel", "fur", "walkies", "kibble", "flea", "groomer",
    "rehome", "meow",
)  # fmt: skip
"""Words of those who speak of an animal."""


def read_ones_own(resolver: Resolver) -> Iterator[tuple[int, Frame]]:
    """Yield the child or animal that the speaker calls "my" or "our" by its name, with the token of the name.

    A first name is taken for that of a child where the talk is of one, and a name that is neither a first name nor a
    word for that of an animal.
    """
    tree = resolver.tree
    for i, mention in resolver.named.items():
        own = i and tree.lower[i - 1] in ("my", "our") and tree.tags[i] == "NNP"
        alone = tree.full_deps[i] in ("nsubj", "obj", "iobj") and tree.lower[i + 1 : i + 2] not in (["'s"], ["\u2019s"])
        if not own or not alone or mention.type not in ("person", "other") or tree.lower[i] in MAKES:
            continue
        if is_first_name(mention.name):
            if resolver.talked_of(*CHILDISH):
                yield i, _frame(resolver.speaker, "child", Reference(mention.name, "person"))
        elif not is_english(tree.lower[i]) and resolver.talked_of(*_OF_PETS):
            yield i, _frame(resolver.speaker, "pet", Reference(mention.name, "other"))


def _frame(speaker: str, role: str, one: Reference) -> Frame:
    text = f"{speaker} has {with_article(role)} {one.name}"
    subject = Reference(speaker, "person")
    return Frame(subject, f"has_{role}", object=one, confidence=0.65, text=text, rule="possessive")
