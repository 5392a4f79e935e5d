"""The names and things that an object lists: "two cats, Luna and Oliver", "pizza and sushi"."""

from collections.abc import Iterator, Sequence

from chronomem.extractors.language.clauses.phrases import TIME_NOUNS
from chronomem.extractors.language.clauses.references import Resolver
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.extracted import Mention
from chronomem.extractors.language.lexicon import RELATION_OF_NOUN, demonyms
from chronomem.extractors.language.parsing.syntax import SyntaxTree
from chronomem.extractors.semantic_time.numbers import hundreds

_BORN_TO = {"has_sibling", "has_child"}
_BEFORE_NOUN = ("DT", "PRP$", "JJ", "CD")
_MEASURES = TIME_NOUNS | {"lot", "bit", "ton"}
_MEANT_AGAIN = {"he", "she", "it", "they"}
_ALL = {"everything", "anything", "everybody", "everyone", "all"}


def entities_in(resolver: Resolver, about: Reference, thing: int, related: bool) -> list[Reference]:
    """Return the entities in the object, without the subject: "two cats, Luna and Oliver", "French and German"."""
    counted = resolver.counted_names(thing, "other")
    if related and not counted and (names := resolver.names_beside(thing) or names_after(resolver, thing)):
        return [Reference(name.name, name.type) for name in names]
    if counted:
        return counted
    found = (resolver.resolve(i) for i in (thing, *resolver.tree.having(thing, "conj")))
    named = [entity for entity in found if entity is not None and entity.name != about.name]
    alone = resolver.resolve(thing)
    return named if len(named) > 1 or (alone is not None and alone.name != about.name) else []


def names_after(resolver: Resolver, head: int) -> list[Mention]:
    """Return the names in "two cats, Luna and Oliver" when the parser attached them to the verb.

    They may stand by themselves in a sentence of their own, or before a pronoun: "Got a puppy! Rex!", "Rex, he's 2".
    """
    tree, named = resolver.tree, resolver.named
    position = tree.extent(head)[1]
    if told := _told_after(resolver, head, position):
        return told
    if position + 1 not in named or tree.lower[position] not in (",", ".", "!"):
        return []
    found = [named[position + 1]]
    for i in tree.subtree(position + 1):
        mention = named.get(i)
        if mention is not None and mention not in found and tree.deps[i] in ("conj", "appos"):
            found.append(mention)
    if tree.lower[position] != ",":
        last = max(i for i, mention in named.items() if mention in found)
        after = tree.lower[last + 1 : last + 3]
        alone = not after or after[0] in (".", "!") or (after[0] == "," and after[-1] in _MEANT_AGAIN)
        known = {resolver.speaker, resolver.other} & {mention.name for mention in found}
        if not alone or known or tree.full_deps[head] != "obj":
            return []
    return sorted(found, key=lambda m: m.start)


def _told_after(resolver: Resolver, head: int, start: int) -> list[Mention]:
    """Return those of whom the sentences after "two sisters" tell, if they are as many: "Eva is 6 and Ana is 3"."""
    tree = resolver.tree
    number = next((hundreds([tree.lower[i]], 0) for i in tree.having(head, "nummod")), None)
    opens = tree.lower[start : start + 1] == ["."] and start + 1 in resolver.named
    if number is None or not opens or RELATION_OF_NOUN.get(tree.lemmas[head]) not in _BORN_TO:
        return []
    subjects = (i for i in range(start, len(tree.words)) if tree.full_deps[i] == "nsubj" and i in resolver.named)
    found = {resolver.named[i].name: resolver.named[i] for i in subjects}
    known = {resolver.speaker, resolver.other} & found.keys()
    return [*found.values()] if len(found) == number.value and not known else []


def parts_of(resolver: Resolver, verb: int, thing: int) -> list[int]:
    """Return the heads of "pizza and sushi": the thing, and the nouns joined to it, or to the verb by mistake."""
    tree = resolver.tree
    after = (i for i in tree.having(verb, "conj") if i > thing and tree.child(i, "case", "aux") is None)
    after = (i for i in after if tree.tags[verb] != "VBG" or tree.tags[i] != "VBG")  # "losing a leg and winning"
    after = (i for i in after if tree.tags[i] != "VBG" or tree.child(i, "obj", "obl") is None)  # "… and going to Rome"
    joined = [] if tree.lower[thing] in _ALL else tree.having(thing, "conj")  # "everything but olives"
    return [thing, *(i for i in (*joined, *after) if _is_thing(tree, i) and not tree.negated(i))]  # not "but no car"


def languages(tree: SyntaxTree, predicate: str, thing: int) -> list[int]:
    """Return the languages of a list that were taken for adjectives: "spanish" of "portuguese and spanish"."""
    listed = tree.having(thing, "conj") if predicate in ("speaks", "studies", "teaches") else []
    return [i for i in listed if tree.tags[i].startswith("JJ") and tree.lower[i] in demonyms()]


def with_actors(resolver: Resolver, parts: Sequence[int]) -> Iterator[tuple[int, Reference | None]]:
    """Yield the things of a list, each with who has it if not the subject: "Dad plays the tuba and Eva the harp"."""
    tree = resolver.tree
    things: dict[int, Reference | None] = {}
    for part in parts:
        thing = part + 1
        while tree.tags[thing : thing + 1] and tree.tags[thing] in _BEFORE_NOUN:
            thing += 1
        before = part - 1
        while before > 0 and tree.tags[before] in _BEFORE_NOUN:
            before -= 1
        person, last = (part, thing) if thing > part + 1 else (before, part)
        actor = resolver.resolve(person) if before >= 0 and tree.deps[part] == "conj" and person < last - 1 else None
        noun = last < len(tree.tags) and tree.tags[last].startswith("N") and tree.lemmas[last] not in _MEASURES
        if (
            actor is not None
            and noun
            and actor.type in ("person", "other")
            and (person in resolver.named or actor.noun)
        ):
            things[last] = actor
        else:
            things.setdefault(part, None)
    yield from things.items()


def _is_thing(tree: SyntaxTree, token: int) -> bool:
    tag = tree.tags[token]
    gerund = tag == "VBG" and tree.child(token, "nsubj", "aux") is None
    return (tag.startswith("N") or gerund) and tree.child(token, "nsubj", "cop") is None
