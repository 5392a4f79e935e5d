"""Relative clauses without "who": "the bakery I run", "the company I work for is Nordwind", "the guy I'm seeing"."""

from collections.abc import Iterator

from chronomem.extractors.language.clauses.moods import stated_tokens
from chronomem.extractors.language.clauses.phrases import phrase_text, says_something
from chronomem.extractors.language.clauses.references import Resolver
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.clauses.rendering import third_person
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.frames.object_predicates import predicate_of
from chronomem.extractors.language.frames.verb_map import map_verb
from chronomem.extractors.language.lexicon import GENERIC_NOUNS
from chronomem.graph_schema.facts.predicates import predicate_named

_COMPANY = {"guy", "girl", "man", "woman", "boy", "person", "lad", "lady", "bloke", "dude", "one"}
_SHOWN = {
    "works_at", "runs", "owns", "teaches", "studies_at", "studies", "read", "watched", "member_of", "bought", "made",
    "plays", "joined", "works_on", "lives_in", "volunteers_at", "adopted", "collects", "attended", "visited", "sold",
    "won", "has_pet",
}  # fmt: skip
"""Predicates that a relative clause tells as well as a main clause does."""
_TOGETHER = {"play", "sing", "dance", "row", "act"}
"""What one does in a group that one belongs to."""
_LEFT = {"in", "on", "at", "for", "with", "to"}
"""Prepositions without a noun, which the parse may call adverbs: "the band I play in"."""


def read_relatives(resolver: Resolver) -> Iterator[tuple[int, Frame]]:
    """Yield what a clause beside a noun tells of its subject, with its verb: the speaker runs the bakery."""
    tree = resolver.tree
    stated = stated_tokens(tree)
    for verb in sorted(stated):
        noun, subject = tree.heads[verb], tree.child(verb, "nsubj")
        if tree.full_deps[verb] != "acl:relcl" or subject is None:
            continue
        about = resolver.resolve(subject) if tree.lower[subject] not in ("who", "that", "which") else None
        if about is None or about.type != "person" or about.name == resolver.other:
            continue
        denied = tree.negated(verb) or tree.negated(noun)  # "it's no cat we have", "it's not a cat we have"
        told = denied or tree.child(verb, "obj") is not None or noun > verb
        modal = any(tree.tags[i] == "MD" for i in tree.having(verb, "aux"))
        if told or modal or not tree.tags[noun].startswith("N"):
            continue
        yield from ((verb, frame) for frame in _frames(resolver, about, verb, noun))


def _frames(resolver: Resolver, about: Reference, verb: int, noun: int) -> Iterator[Frame]:
    tree, lemma = resolver.tree, resolver.tree.lemmas[verb]
    if tree.lower[verb] == "got" and any(tree.lemmas[i] == "have" for i in tree.having(verb, "aux")):
        lemma = "have"  # "what a sweet puppy they've got"
    name = _name(resolver, noun)
    if lemma in ("see", "date") and tree.tags[verb] == "VBG":
        if tree.lemmas[noun] in _COMPANY and name is not None:
            yield Frame(about, "has_partner", object=name, confidence=0.75, text=f"{about.name} is dating {name.name}")
        return
    after = (i for i in tree.children[verb] if i > verb)
    left = next((tree.lower[i] for i in after if tree.tags[i] in ("IN", "RP") or tree.lower[i] in _LEFT), "")
    predicate = map_verb(lemma, "", left) if left else predicate_of(lemma, "", tree.lemmas[noun])
    if lemma in _TOGETHER and left in ("in", "with"):
        predicate = "member_of"  # "the band I play in"
    value = phrase_text(resolver, noun)
    if predicate == "lives_in" and name is None:
        return  # "the house I live in"
    if predicate not in _SHOWN or tree.lemmas[noun] in GENERIC_NOUNS or not says_something(value):
        return
    past = tree.tags[verb] == "VBD" and predicate_named(predicate).kind == "state"
    said = tree.text[tree.starts[verb] : tree.end(verb)]
    text = f"{about.name} {_agreed(said, tree.tags[verb])} {left + ' ' if left else ''}{name.name if name else value}"
    yield Frame(about, predicate, object=name, value=value, confidence=0.75, ended=past, text=text)


def _agreed(verb: str, tag: str) -> str:
    return third_person(verb) if tag in ("VBP", "VB") else f"is {verb}" if tag == "VBG" else verb


def _name(resolver: Resolver, noun: int) -> Reference | None:
    """Return the name that the main clause gives: "… is Nordwind", "… is called Emeka"."""
    tree = resolver.tree
    mention = resolver.named.get(noun)
    if mention is None and tree.full_deps[noun] in ("nsubj", "nsubj:pass", "nsubj:outer"):
        main = tree.heads[noun]
        called = tree.lemmas[main] in ("call", "name") and tree.child(main, "aux:pass") is not None
        at = tree.child(main, "xcomp", "obj") if called else main
        mention = resolver.named.get(at) if at is not None and (called or tree.child(main, "cop") is not None) else None
    return Reference(mention.name, mention.type) if mention is not None else None
