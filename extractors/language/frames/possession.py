"""Whose something is, said of the thing: "the boat belongs to my uncle", "the tent is mine", "it is Gregor's"."""

from collections.abc import Iterator

from chronomem.extractors.language.clauses.clause import Clause
from chronomem.extractors.language.clauses.phrases import phrase_text
from chronomem.extractors.language.clauses.references import MINE, Resolver
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.frames.presupposed import NOT_LIVED_IN
from chronomem.extractors.language.lexicon import ANIMALS, GENERIC_NOUNS, HAD, HOME_NOUNS, MAKES, RELATION_OF_NOUN
from chronomem.extractors.language.parsing.syntax import SyntaxTree

_THEIRS = {"his", "hers", "theirs"}
_NO_THINGS = {"that", "this", "it", "these", "those", "they", "which", "one", "he", "she", "who", "what"}
_TURNS = {"turn", "fault", "idea", "treat", "birthday", "pleasure", "choice", "problem", "bad", "round", "drink"}
"""What is mine without being owned: "the choice is yours"."""
_ROOMS = HOME_NOUNS | {
    "kitchen", "bedroom", "lounge", "hall", "hallway", "cellar", "basement", "attic", "loft", "garage", "garden",
    "yard", "backyard", "workshop", "barn", "balcony", "terrace", "drive", "driveway", "study",
}  # fmt: skip
"""Parts of a home, in which one's own things stand."""


def is_said_to_be_anothers(tree: SyntaxTree, thing: int) -> bool:
    """Whether a clause says that its subject is somebody else's than the speaker's: "Biscuit is his"."""
    head = tree.heads[thing]
    found = _told(tree, head) if tree.full_deps[thing] == "nsubj" else None
    return found is not None and found[0] == thing and tree.lower[found[1][0]] not in MINE | {"me", "us"}


def is_not_ones_own(tree: SyntaxTree, thing: int) -> bool:
    """Whether a clause says of its subject that it isn't the speaker's: "the dog isn't mine", "Biscuit is his"."""
    head = tree.heads[thing]
    denied = tree.full_deps[thing] == "nsubj" and tree.lower[head] in MINE and tree.negated(head)
    return denied or is_said_to_be_anothers(tree, thing)


def read_possession(resolver: Resolver, clause: Clause) -> Iterator[Frame]:
    """Yield who owns the subject of a clause; nothing if the clause is about something else."""
    tree = resolver.tree
    if clause.negated or clause.modality != "actual":
        return
    if (standing := _standing(resolver, clause.head)) is not None:
        yield standing
        return
    found = _told(tree, clause.head)
    if found is None:
        return
    thing, owners = found
    lemma = tree.lemmas[thing]
    if tree.lower[thing] in _NO_THINGS or lemma in _TURNS | GENERIC_NOUNS:
        return
    for owner in owners:
        about = _owner(resolver, owner)
        if about is None or about.type not in ("person", "other"):
            continue
        mention = resolver.named.get(thing)
        relation = RELATION_OF_NOUN.get(lemma)
        named_so = mention is not None or tree.words[thing].istitle()
        animal = relation == "has_pet" or (named_so and resolver.talked_of(*ANIMALS))
        if mention is not None and mention.type == "person" and not animal and tree.lower[thing] not in MAKES:
            continue  # "the adoption went through, Lin is ours"
        predicate = "has_pet" if animal else "has_child" if relation == "has_child" else "owns"
        value = phrase_text(resolver, thing, alone=True)
        named = Reference(mention.name, "other") if mention is not None and animal else None
        yield Frame(
            Reference(about.name, "person"), predicate, object=named, value=value, confidence=0.8,
            text=f"{about.name} has {value}" if predicate != "owns" else f"{about.name} owns {value}",
        )  # fmt: skip


def _standing(resolver: Resolver, be: int) -> Frame | None:
    """Return whose a thing is that stands in somebody's home: "there's a piano in our living room"."""
    tree = resolver.tree
    thing = tree.child(be, "nsubj") if tree.child(be, "expl") is not None else None
    if thing is None or tree.lemmas[thing] not in HAD or tree.child(thing, "acl:relcl") is not None:
        return None
    place = tree.child(be, "obl") or tree.child(thing, "nmod")
    if place is None or tree.negated(thing) or any(tree.lower[i] == "no" for i in tree.children[thing]):
        return None
    there = any(tree.lower[i] in ("in", "on") for i in tree.having(place, "case"))
    strange = {tree.lower[i] for i in tree.children[place]} & NOT_LIVED_IN
    owner = resolver.possessor(place) if there and not strange and tree.lemmas[place] in _ROOMS else None
    if owner is None or owner == resolver.other:
        return None
    value = phrase_text(resolver, thing, alone=True, timed={*tree.subtree(place)})
    about = Reference(owner, "person")
    return Frame(about, "owns", value=value, confidence=0.7, text=f"{owner} has {value}")


def _told(tree: SyntaxTree, head: int) -> tuple[int, list[int]] | None:
    """Return the thing that a clause is about, and those whose it is."""
    thing = tree.child(head, "nsubj")
    if thing is None:
        return None
    if tree.lemmas[head] == "belong":
        first = next((i for i in tree.having(head, "obl") if _has_case(tree, i, "to")), None)
        return None if first is None else (thing, [first, *_joined(tree, head, first)])
    if tree.child(head, "cop") is None:
        return None
    if tree.lower[thing] in MINE | _THEIRS and tree.tags[head].startswith("NNP"):
        return head, [thing]  # "Rolo is mine", as it is parsed
    genitive = _is_genitive(tree, head)
    return (thing, [head]) if genitive or tree.lower[head] in MINE | _THEIRS else None


def _is_genitive(tree: SyntaxTree, owner: int) -> bool:
    """Whether a name or a relative stands for what is theirs: "the house is Gregor's", "it is my parents'"."""
    own = tree.child(owner, "nmod:poss") is not None
    if any(tree.tags[i] == "IN" for i in tree.having(owner, "case")):
        return False  # "I'm at my parents'"
    if not tree.tags[owner].startswith("NNP") and not (own and _is_relative(tree, owner)):
        return False
    if any(tree.tags[i] == "POS" for i in tree.having(owner, "case")):
        return True
    first = next(first for first, last in tree.sentences if first <= owner < last)
    return (
        tree.tags[owner] == "NNS" and tree.lower[owner + 1 : owner + 2] == ["'"] and "'" not in tree.lower[first:owner]
    )


def _is_relative(tree: SyntaxTree, owner: int) -> bool:
    kin = RELATION_OF_NOUN.get(tree.lemmas[owner], "has_pet") != "has_pet"
    return kin or tree.lower[owner - 2 : owner + 1] == ["in", "-", "laws"]


def _joined(tree: SyntaxTree, verb: int, first: int) -> Iterator[int]:
    """Yield the other owners of "belongs to me, my brother Idris and Olenka"."""
    beside = [i for i in tree.having(verb, "parataxis", "appos", "conj") if tree.tags[i].startswith("N")]
    for i in (first, *beside):
        if i != first:
            yield i
        for j in tree.having(i, "conj", "appos"):
            if tree.full_deps[j] == "conj":
                yield j
            yield from tree.having(j, "conj")


def _has_case(tree: SyntaxTree, token: int, preposition: str) -> bool:
    return any(tree.lower[i] == preposition for i in tree.having(token, "case"))


def _owner(resolver: Resolver, token: int) -> Reference | None:
    if resolver.tree.lower[token] in MINE:
        return Reference(resolver.speaker, "person")
    return resolver.resolve(token)
