"""What fills the slots of a phrase: a place, a person, a sum, such as "Ennis" of "our house in Ennis"."""

from dataclasses import replace

from chronomem.extractors.language.clauses.clause import Clause
from chronomem.extractors.language.clauses.phrases import phrase_text, says_something
from chronomem.extractors.language.clauses.references import FIRST_PERSON, Resolver
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.frames.stays import is_employer
from chronomem.extractors.language.lexicon import HOME_NOUNS, JOB_NOUNS, RELATION_OF_NOUN, SCHOOL_NOUNS
from chronomem.extractors.language.parsing.syntax import SyntaxTree
from chronomem.extractors.language.tellings.declared import WHATEVER, slots_of
from chronomem.extractors.language.tellings.matcher import PhraseMatch
from chronomem.graph_schema.facts.given import EntityType

_TYPES: dict[str, EntityType] = {
    "person": "person", "org": "organization", "employer": "organization", "workplace": "organization",
    "school": "organization", "club": "organization", "home": "location", "place": "location",
    "pet": "other",
}  # fmt: skip
_MEASURES = {
    "day", "week", "month", "year", "hour", "minute", "page", "mile", "km", "percent", "pound", "euro", "dollar",
}  # fmt: skip
"""What is counted and owned by nobody: "four weeks left"."""
_LISTED = {"thing", "item", "owned", "animal", "product", "person"}
"""Slots that may hold several things."""
_PARTING = {"lose", "leave", "sell", "give", "quit", "swap", "exchange"}
"""Verbs with a home that somebody has no longer: nobody moved into "the flat in Hull" that they sold."""
_ASKING = {"propose", "ask"}


def object_of(
    resolver: Resolver, clause: Clause, match: PhraseMatch, source: str, about: Reference
) -> tuple[Reference | None, str | None]:
    """Return the entity or the value that a source of objects gives; (None, None) if it gives nothing."""
    if source == WHATEVER:
        return None, None
    if not source.startswith("{"):
        return None, _filled(resolver, clause, match, source, about)
    kind = source.strip("{}")
    token = match.slots.get(kind)
    if token is None:
        before = _home_before(resolver, match.anchor) if kind == "home" else None
        other = other_of(resolver, clause, about) if kind == "person" else None
        return (before if other is None else replace(other, type="person")), None
    if kind == "number":
        return None, _number(resolver, token)
    if kind == "allergy":
        return None, next((resolver.tree.lemmas[i] for i in resolver.tree.having(token, "compound", "amod")), None)
    if kind == "home":
        token = _town(resolver, token)
    if kind == "club" and token not in resolver.named:  # "sing in a choir, the Elbe Singers"
        token = next((i for i in resolver.tree.having(token, "appos") if i in resolver.named), token)
    if _says_any(resolver, kind, token):
        return None, None
    if kind == "person" and resolver.tree.lemmas[match.anchor] == "be" and is_employer(resolver, token):
        return None, None
    entity = resolver.resolve(token)
    if entity is not None and kind in _TYPES and entity.name != about.name:
        mended = entity.type if kind in ("pet", "home") and entity.type == "person" else _TYPES[kind]
        return replace(entity, type=mended), None
    if kind == "person" or resolver.tree.tags[token].startswith("PRP"):
        return None, None
    alone = kind in _LISTED and bool(joined(resolver, match, kind))
    alone = alone or resolver.tree.child(token, "cop") is not None  # not what "and" joins to "I'm at the bank"
    others = ({*match.slots.values()} | match.timed | match.words) - {token}  # "swapped football | for padel"
    value = _post(resolver, token) if kind == "role" else phrase_text(resolver, token, alone=alone, timed=others)
    return (None, value) if says_something(value) else (None, None)


def joined(resolver: Resolver, match: PhraseMatch, kind: str) -> list[int]:
    """Return the things that "and" joins to the one in a slot: "sold the bike and the trailer"."""
    tree, token = resolver.tree, match.slots.get(kind)
    if token is None or kind not in _LISTED:
        return []
    joined = [i for i in tree.having(token, "conj") if tree.tags[i].startswith("N")]
    if kind != "person":
        joined = [i for i in joined if tree.lemmas[i] not in RELATION_OF_NOUN]
    return [i for i in joined if tree.child(i, "nsubj", "cop") is None]


def _post(resolver: Resolver, token: int) -> str:
    """Return an occupation without where it is: "head of science" of "head of science at Marlowe School"."""
    tree = resolver.tree
    words = [*(i for i in tree.having(token, "amod", "compound") if i < token), token]
    of = next((i for i in tree.having(token, "nmod") if tree.child(i, "case") == token + 1), None)
    if of is not None and tree.lower[token + 1] == "of":
        words += range(token + 1, of + 1)
    return " ".join(tree.lower[i] for i in words)


def details_of(resolver: Resolver, match: PhraseMatch) -> tuple[str, ...]:
    """Return the details that a phrase names, each as "name=words"."""
    found = {name: match.slots[name] for name in sorted(match.telling.details) if name in match.slots}
    return tuple(f"{name}={_words_before(resolver.tree, i)}" for name, i in found.items())


def _words_before(tree: SyntaxTree, token: int) -> str:
    """Return a noun with the words in front of it that belong to it: "5 mg" of "5 mg of ramipril"."""
    first = min((i for i in tree.having(token, "nummod", "amod", "compound") if i < token), default=token)
    return tree.text[tree.starts[first] : tree.end(token)]


def _number(resolver: Resolver, token: int) -> str | None:
    """Return a number, with the things that it counts if they are named; None for "two of us" or "four weeks"."""
    tree = resolver.tree
    if tree.lower[token + 1 : token + 2] == ["of"]:
        return None
    if tree.lemmas[token] in _MEASURES:
        return None
    number = tree.child(token, "nummod")
    kind = [i for i in tree.having(token, "compound") if number is not None and number < i < token]  # "guinea pigs"
    return tree.lower[token] if number is None else " ".join(tree.lower[i] for i in (number, *kind, token))


def _home_before(resolver: Resolver, token: int) -> Reference | None:
    """Return the town of the home that the turn named before: "found a flat in Nantes! Moved in yesterday"."""
    tree = resolver.tree
    for i in range(token - 1, -1, -1):
        lost = tree.full_deps[i] == "obj" and tree.lemmas[tree.heads[i]] in _PARTING
        if tree.lemmas[i] in HOME_NOUNS and not lost and (town := _town(resolver, i)) != i:
            return resolver.resolve(town)
    return None


def _filled(resolver: Resolver, clause: Clause, match: PhraseMatch, source: str, about: Reference) -> str | None:
    """Return words with their slots filled; None if one isn't found in the phrase, or beside its subject."""
    filled = source
    for kind in slots_of(source):
        token = match.slots.get(kind)
        other = other_of(resolver, clause, about) if kind == "person" and token is None else None
        if other is not None:
            filled = filled.replace(f"{{{kind}}}", other.name)
            continue
        if token is None or (resolver.tree.tags[token] == "PRP" and resolver.resolve(token) is None):
            return None
        words: str | None
        if kind == "number":
            words = _number(resolver, token)
        else:
            words = _part(resolver.tree, token) if kind == "part" else phrase_text(resolver, _town(resolver, token))
        if words is None:
            return None
        filled = filled.replace(f"{{{kind}}}", words)
    return filled.replace(" to to ", " to ")  # "off to | to New Zealand"


def _part(tree: SyntaxTree, token: int) -> str:
    """Return a part of the body with what tells which: "left wrist" of "my left wrist skating"."""
    return " ".join(tree.lower[i] for i in (*tree.having(token, "amod", "compound"), token) if i <= token)


def _says_any(resolver: Resolver, kind: str, token: int) -> bool:
    """Whether a noun names nothing in particular, such as "my job", so that the next source applies."""
    lemma = resolver.tree.lemmas[token]
    if token in resolver.named:
        return False
    general = {"org": JOB_NOUNS, "school": SCHOOL_NOUNS, "home": HOME_NOUNS, "place": HOME_NOUNS}.get(kind)
    return general is not None and lemma in general


def _town(resolver: Resolver, token: int) -> int:
    """Return the named place of a home: "Ennis" of "our house in Ennis"."""
    tree = resolver.tree
    if token in resolver.named:
        return token
    head = tree.heads[token]
    near = [*tree.having(token, "nmod"), *tree.having(head, "obl", "nmod"), head]  # "the flat's in Lyon"
    return next((i for i in near if i > token and i in resolver.named and _is_in(resolver, i)), token)


def _is_in(resolver: Resolver, token: int) -> bool:
    tree = resolver.tree
    return any(tree.lower[i] in ("in", "on", "at", "near") for i in tree.having(token, "case"))


def other_of(resolver: Resolver, clause: Clause, about: Reference) -> Reference | None:
    """Return the other one of a couple that is the subject: "Luca and I", "Klara and Tomas", or "we" of an answer."""
    tree = resolver.tree
    near = resolver.joined_subjects(clause.head)
    subject = clause.subject
    if subject is not None and subject > 1 and tree.lower[subject - 1] in ("and", "&"):
        near = [*near, subject - 2]
    for i in near:
        reference = resolver.resolve(i) if tree.lower[i] not in FIRST_PERSON else None
        if reference is not None and reference.name != about.name:
            return reference
    if about.name != resolver.speaker and any(tree.lower[i] == "yes" for i in tree.children[clause.head]):
        return _proposer(resolver, clause.head, about)
    before = resolver.before if subject is not None and tree.lower[subject] == "we" else None
    return None if before is None else before.beside_you()


def _proposer(resolver: Resolver, answer: int, about: Reference) -> Reference | None:
    """Return who proposed to somebody who then said yes: "I asked Hania to marry me. She said yes"."""
    tree = resolver.tree
    for verb in (i for i in reversed(range(answer)) if tree.is_verb(i) and tree.lemmas[i] in _ASKING):
        asker = tree.child(verb, "nsubj")
        asked = [resolver.resolve(i) for i in tree.having(verb, "iobj", "obj", "obl")]
        if asker is not None and any(each is not None and each.name == about.name for each in asked):
            own = tree.lower[asker] in FIRST_PERSON
            return Reference(resolver.speaker, "person") if own else resolver.resolve(asker)
    return None
