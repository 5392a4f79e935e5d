"""Nouns for people and things: "a nurse at the General Hospital", "my cousin", "an only child"."""

from collections.abc import Iterator

from chronomem.extractors.language.clauses.phrases import phrase_text
from chronomem.extractors.language.clauses.references import Resolver
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.clauses.relation_nouns import UNITS, YEARS, is_in_law
from chronomem.extractors.language.frames.adjectives import LASTING
from chronomem.extractors.language.frames.ages import age_of
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.frames.groups import group_of, memberships
from chronomem.extractors.language.frames.occupations import (
    FORMER,
    is_homemaker,
    is_occupation,
    is_part,
    occupation_text,
)
from chronomem.extractors.language.lexicon import KEPT_ANIMALS, RELATION_OF_NOUN, SCHOOL_NOUNS, WORKPLACES
from chronomem.extractors.language.parsing.syntax import SyntaxTree

_NOBODY = {"queen", "king", "pope", "president", "emperor", "taxi", "chauffeur", "bank"}
"""Roles that only one person holds: "and I'm the pope" is a way to say no."""
_JUDGED = {
    "mess", "star", "fool", "idiot", "disaster", "wreck", "legend", "genius", "angel", "lifesaver", "mix", "part",
    "bit", "one", "way", "reminder", "shame", "pain", "joy", "pleasure", "blessing", "fan", "sucker", "winner",
    "loser", "rock", "rockstar", "inspiration", "mood", "dream", "nightmare", "joke", "bummer", "treat", "relief",
    "surprise", "thing", "fun", "person", "time", "day", "place", "work", "process", "journey", "experience",
    "feeling", "team", "deal", "reason", "idea", "point", "lot", "lots", "challenge", "opportunity", "support", "help",
    "best", "worst", "champ", "hero", "sweetheart", "gem", "game", "user", "handful", "nerd", "total", "while", "step",
    "start", "key", "life", "world", "everything", "cutie", "match", "pro",
}  # fmt: skip
"""Nouns that judge rather than tell of which kind somebody is."""
_PRAISE = {
    "good", "great", "amazing", "awesome", "perfect", "wonderful", "fantastic", "incredible", "bad", "terrible",
    "best", "lovely", "nice", "cool", "beautiful", "huge", "real", "such", "true", "total", "strong", "brilliant",
}  # fmt: skip
_OF_SPEAKER = {
    "friend", "colleague", "coworker", "workmate", "classmate", "flatmate", "roommate", "housemate", "neighbour",
    "neighbor", "schoolmate",
}  # fmt: skip
"""What somebody is to the speaker if nobody else is named: "Rhys is just a friend"."""


def read_noun(resolver: Resolver, about: Reference, head: int, timed: set[int]) -> Iterator[Frame]:
    """Yield what a noun tells of somebody or something; `timed` are tokens that belong to time expressions."""
    tree = resolver.tree
    noun = tree.lemmas[head]
    if (
        noun in _NOBODY
        and about.name == resolver.speaker
        and "the" in (tree.lower[i] for i in tree.having(head, "det"))
    ):
        return
    ours = any(tree.lower[i] == "we" for i in tree.having(head, "nsubj"))
    if ours and tree.child(head, "nummod") is not None and tree.child(head, "conj") is not None:
        return  # "we're six women and one retired policeman"
    value = phrase_text(resolver, head, timed=timed)
    named = resolver.named.get(head)
    one_of_many = any(tree.lower[i] in ("a", "an") for i in tree.having(head, "det"))  # "my uncle is a Dane"
    if named is not None and about.owner is not None and about.noun in RELATION_OF_NOUN and not one_of_many:
        holder = Reference(about.owner, "person")
        others = [i for i in tree.having(head, "conj") if i in resolver.named and about.plural]
        for i in (head, *others):
            one = Reference(resolver.named[i].name, resolver.named[i].type)
            yield Frame(holder, RELATION_OF_NOUN[about.noun], object=one)
            for number in (j for j in tree.children[i] if tree.lower[j].isdecimal() and tree.words[j - 1] == "("):
                yield Frame(one, "has_age", value=tree.lower[number], text=f"{one.name} is {tree.lower[number]}")
        return
    relation = "has_relative" if is_in_law(tree, head) else RELATION_OF_NOUN.get(noun)
    owner = resolver.possessor(head)
    if (
        relation is not None
        and owner is not None
        and owner != about.name
        and not timed & {*tree.having(head, "nmod:poss")}
    ):
        for each in (owner, *_further_owners(resolver, head)):
            yield Frame(Reference(each, "person"), relation, object=about)
        if noun in KEPT_ANIMALS:
            yield Frame(about, "is_a", value=noun, confidence=0.75)
        return
    if noun in _OF_SPEAKER and relation is not None and _is_speakers(resolver, about, head):
        yield Frame(Reference(resolver.speaker, "person"), relation, object=about, confidence=0.8)
        return
    own = about.name == resolver.speaker and noun not in YEARS  # "I'm 3 weeks in"
    if noun in UNITS and not own and about.type != "location" and (age := age_of(tree, head, value)):
        yield Frame(about, "has_age", value=age)
    elif is_homemaker(tree, head):
        yield Frame(about, "works_as", value=value, confidence=0.75)
    elif (
        is_occupation(noun)
        and not is_part(tree, head)
        and RELATION_OF_NOUN.get(about.noun or "") != "has_pet"
        and (about.type == "person" or tree.tags[head] == "NNS" or tree.child(head, "det") is not None)
        and not (noun == "student" and owner is not None)  # "he's my student"
    ):
        post = occupation_text(resolver, head)
        former = post.lower().startswith(FORMER)
        yield Frame(about, "is_a" if former else "works_as", value=post, confidence=0.75)
        yield from _employers(resolver, about, head)
    elif named is not None and named.type == "person" and about.name == resolver.speaker and tree.tags[head] == "NNP":
        if not tree.having(head, "aux"):  # "I'll be Susanna in Figaro"
            yield Frame(about, "has_name", value=named.name, confidence=0.75)
    elif noun == "child" and any(tree.lower[i] == "only" for i in tree.children[head]):
        yield Frame(about, "has_sibling", value="siblings", negated=True, text=f"{about.name} has no siblings")
    elif noun == "friend" and tree.tags[head] == "NNS" and (friend := _befriended(tree, head)) is not None:
        yield Frame(about, "has_friend", object=resolver.resolve(friend), value=phrase_text(resolver, friend))
    elif noun == "friend" and tree.tags[head] == "NNS" and (other := _with_me(resolver, head)) is not None:
        yield Frame(about, "has_friend", object=other, confidence=0.75)
    elif noun == "major" and (subject := " ".join(tree.words[i] for i in tree.having(head, "compound", "amod"))):
        yield Frame(about, "studies", value=subject, confidence=0.75)
    elif noun in ("member", "part") and (group := group_of(resolver, head)) is not None:
        yield from memberships(resolver, about, group)
    elif noun in LASTING and tree.child(head, "det") is None:
        yield Frame(about, "is", value=noun, confidence=0.75)
    elif (tree.lower[head].endswith("ing") or noun == "home") and tree.child(head, "det", "nmod:poss") is None:
        return  # "I've been busy painting", "Dad's home"
    elif noun not in _JUDGED and not _PRAISE & {tree.lower[i] for i in tree.children[head]}:
        entity = resolver.resolve(head) if resolver.named.get(head) is not None else None
        yield Frame(about, "is_a", object=entity, value=value, confidence=0.7)


def _further_owners(resolver: Resolver, head: int) -> list[str]:
    """Return those whose relative somebody is as well: "Mia" of "the mum of Leo and Mia"."""
    tree = resolver.tree
    joined = (j for i in tree.having(head, "nmod") if i in resolver.named for j in tree.having(i, "conj"))
    return [resolver.named[j].name for j in joined if j in resolver.named and resolver.named[j].type == "person"]


def _is_speakers(resolver: Resolver, about: Reference, head: int) -> bool:
    """Whether somebody with a name is "a friend", and it isn't told of whom."""
    tree = resolver.tree
    one = tree.tags[head] == "NN" and any(tree.lower[i] in ("a", "an") for i in tree.having(head, "det"))
    near = [i for i in tree.having(head, "nmod", "obl") if tree.lower[min(tree.subtree(i))] != "from"]  # "from work"
    others = bool(near) or tree.child(head, "nmod:poss", "acl", "acl:relcl", "case") is not None
    known = about.type in ("person", "other") and not about.plural and about.owner in (None, resolver.speaker)
    return one and known and not others and about.name not in (resolver.speaker, resolver.other)


def _befriended(tree: SyntaxTree, friends: int) -> int | None:
    """Return whom somebody is friends with."""
    with_ = (i for i in tree.having(friends, "nmod", "obl") if any(tree.lower[j] == "with" for j in tree.children[i]))
    return next((i for i in with_ if not tree.tags[i].startswith("PRP")), None)


def _with_me(resolver: Resolver, friends: int) -> Reference | None:
    """Return who "we" are besides the speaker: "Ida and I fell out. We're no longer friends"."""
    tree = resolver.tree
    we = any(tree.lower[i] in ("we", "i") for i in tree.subtree(friends) if i < friends)
    before = (i for i in range(friends - 1, 1, -1) if tree.lower[i] == "i" and tree.lower[i - 1] in ("and", "&"))
    found = resolver.resolve(at - 2) if we and (at := next(before, None)) is not None else None
    return found if found is not None and found.type in ("person", "other") and found.name != resolver.speaker else None


def _employers(resolver: Resolver, about: Reference, noun: int) -> Iterator[Frame]:
    """Yield the employer in "a nurse at the General Hospital"."""
    tree = resolver.tree
    for i in tree.having(noun, "nmod", "obl"):
        cases = {tree.lower[j] for j in tree.having(i, "case")}
        somewhere = tree.lemmas[i] in WORKPLACES - SCHOOL_NOUNS and tree.child(i, "det") is not None
        if (cases & {"at", "for"} and i in resolver.named) or (cases & {"at", "in"} and somewhere):
            yield _employer(resolver, about, i)
            return


def _employer(resolver: Resolver, about: Reference, place: int) -> Frame:
    entity = resolver.resolve(place)
    if entity is None:
        return Frame(about, "works_at", value=phrase_text(resolver, place), confidence=0.75)
    kind = "organization" if entity.type == "other" else entity.type
    return Frame(about, "works_at", object=Reference(entity.name, kind), confidence=0.85)
