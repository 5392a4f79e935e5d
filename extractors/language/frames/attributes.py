"""Attributes: "my favorite book is Dune", "my birthday is on 4 May", "my rent is $1200", "Emma was born on Monday"."""

from collections.abc import Iterator
from datetime import timedelta

from chronomem.extractors.language.clauses.clause import Clause
from chronomem.extractors.language.clauses.given_names import further_name
from chronomem.extractors.language.clauses.phrases import complements, phrase_text
from chronomem.extractors.language.clauses.pronouns import relative_meant
from chronomem.extractors.language.clauses.references import Resolver
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.extracted import Modality, TimeExpression
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.frames.possession import is_not_ones_own
from chronomem.extractors.language.frames.verb_phrases import says_little
from chronomem.extractors.language.lexicon import (
    FAVORITE,
    GENERIC_OWNED,
    HOME_NOUNS,
    KEPT,
    LOOKS,
    RELATION_OF_NOUN,
    STOP_OBJECTS,
)
from chronomem.extractors.language.parsing.syntax import SyntaxTree

_NATIVE = {"mother", "native", "first", "second", "third"}
"""Modifiers of a language that one speaks: "my mother tongue is Tamil"."""


AIMS: dict[str, tuple[str, Modality]] = {
    **dict.fromkeys(("goal", "aim", "plan", "intention", "resolution", "mission"), ("plans", "planned")),
    **dict.fromkeys(("dream", "hope", "wish", "ambition", "aspiration"), ("wants", "desired")),
}
"""Nouns of which a verb tells the content: "my goal is to run a marathon"."""


def read_attribute(resolver: Resolver, clause: Clause, time: TimeExpression | None = None) -> Iterator[Frame]:
    """Yield attributes: "my name / birthday / favorite book / rent is …"; nothing if the subject is none of these.

    Args:
        time: the time expression of the clause, which is the value of a birthday.
    """
    tree, subject = resolver.tree, clause.subject
    if tree.lemmas[clause.head] == "birthday":
        yield from _birthday(resolver, clause, clause.head, time)
        return
    if (
        subject is not None
        and tree.lemmas[subject] == "birthday"
        and tree.lemmas[clause.head] in ("be", "come", "fall")
    ):
        yield from _birthday(resolver, clause, subject, time)
        return
    if subject is None or tree.tags[subject] not in ("NN", "NNS", "JJ") or tree.child(clause.head, "cop") is None:
        return
    if tree.lemmas[subject] == "name" and (which := further_name(tree, subject)):
        yield from _further_name(resolver, clause, subject, which)
        return
    if tree.lemmas[subject] == "name":
        naming = list(_naming(resolver, clause, subject))
        yield from naming
        if naming and not _is_named_outright(tree, subject):
            return  # "Lea had a girl, her name is Ida" isn't about Lea's name
    noun = tree.lemmas[subject]
    bare = noun == "home" and tree.child(subject, "det", "nmod:poss", "amod", "compound") is None  # "home is Cork"
    owner = resolver.speaker if bare else resolver.possessor(subject)
    if owner is None or owner == resolver.other or noun in RELATION_OF_NOUN or noun in STOP_OBJECTS:
        return
    person = Reference(owner, "person", confidence=0.85)
    modifiers = {tree.lower[i] for i in tree.children[subject]}
    if noun in GENERIC_OWNED and tree.lower[clause.head] in LOOKS and not clause.negated and clause.tense == "present":
        yield Frame(person, "owns", value=f"{tree.lower[clause.head]} {tree.lower[subject]}", confidence=0.75)
        return
    placed = any(tree.lower[i] == "in" for i in tree.having(clause.head, "case"))
    if noun in HOME_NOUNS and noun != "room" and (placed or (bare and clause.head in resolver.named)):
        town = resolver.resolve(clause.head)
        if town is not None and town.type != "person" and not clause.negated and clause.tense == "present":
            yield Frame(person, "lives_in", object=town, confidence=0.7)
        return
    if bare:
        return  # "home is where the heart is"
    value = phrase_text(resolver, clause.head)
    if noun == "birthday" and time is not None:
        told = tree.text[time.start_char : time.end_char]
        value = told if any(c.isdecimal() for c in told) else _day(time) or told  # "my birthday was yesterday"
    if noun == "birthday" and (time is None or time.grain not in ("day", "month")):
        return  # "my birthday was awful", "my birthday is next week"
    if noun in ("tongue", "language") and modifiers & _NATIVE and not clause.negated:
        yield Frame(person, "speaks", value=value, confidence=0.85)
        return
    pronoun = any(tree.lower[i] in ("his", "her", "their") for i in tree.having(subject, "nmod:poss"))
    named = resolver.named.get(clause.head)
    entity = Reference(named.name, named.type) if named is not None else None
    if modifiers & FAVORITE and tree.tags[subject].startswith("N"):
        yield Frame(person, f"favorite_{noun}", object=entity, value=value)
        return
    predicate = {
        "name": "has_name",
        "birthday": "has_birthday",
        "job": "works_as",
        "employer": "works_at",
        "hometown": "is_from",
    }.get(noun)
    if noun == "major" and not clause.negated:
        predicate, value = "studies", value.partition(",")[0].partition(" at ")[0]  # "my major is law, at Leiden"
    if predicate == "works_as" and tree.tags[clause.head].startswith(("JJ", "RB", "VBN")):
        return  # "my job is great"
    if predicate == "has_name" and entity is not None:
        value = entity.name
    if predicate is not None and value != owner:
        text = f"{owner}'s {noun} is {value}" if pronoun else None
        yield Frame(
            person, predicate, object=entity if noun in ("hometown", "employer") else None, value=value, text=text
        )
    elif noun in AIMS and tree.tags[clause.head] == "VB" and not clause.negated:
        aim, modality = AIMS[noun]
        if clause.tense == "present" and not says_little(resolver, clause.head):
            value = attribute_value(resolver, clause)
            yield Frame(person, aim, value=value, confidence=0.8, modality=modality)
    elif (
        predicate is None
        and noun.isalpha()
        and _is_told(tree.tags[clause.head])
        and clause.reference is None
        and (value := attribute_value(resolver, clause))
    ):
        make = named is not None and tree.child(clause.head, "case") is None
        if noun in GENERIC_OWNED | KEPT and make and not clause.negated and clause.tense == "present":
            whole = value if noun in value.lower().split() else f"{value} {noun}"
            yield Frame(person, "owns", value=whole, confidence=0.75)  # "his car is still the old Volvo"
        else:
            yield Frame(person, f"{noun}_is", object=entity, value=value, confidence=0.75)


def _further_name(resolver: Resolver, clause: Clause, subject: int, which: str) -> Iterator[Frame]:
    """Yield a name beside the one by which somebody is called: "my maiden name was Novak"."""
    owner, mention = resolver.possessor(subject), resolver.named.get(clause.head)
    if owner is None or owner == resolver.other or mention is None or clause.negated:
        return
    text = f"{owner}'s {which} name is {mention.name}"
    person, predicate = Reference(owner, "person"), f"{which}_name_is"
    born = which in ("maiden", "birth")  # which stays what it was
    yield Frame(person, predicate, value=mention.name, confidence=0.8, text=text, begins=born)


def _birthday(resolver: Resolver, clause: Clause, noun: int, time: TimeExpression | None) -> Iterator[Frame]:
    """Yield whose birthday a day is: "it was my birthday yesterday", "my birthday's coming up on the 3rd"."""
    owner = resolver.possessor(noun)
    if owner is None or clause.negated or time is None or (day := _day(time)) is None:
        return
    yield Frame(Reference(owner, "person"), "has_birthday", value=day, confidence=0.8)


def _day(time: TimeExpression) -> str | None:
    """Return the day and month of a time that is a day."""
    if time.grain != "day" or time.start is None:
        return None
    noon = time.start + timedelta(hours=12)  # whichever the zone, the date is the same
    return f"{noon.day} {noon:%B}"


def read_birth(resolver: Resolver, clause: Clause, about: Reference, time: TimeExpression | None) -> Iterator[Frame]:
    """Yield the date of birth that "Emma was born on Monday" gives."""
    tree, head = resolver.tree, clause.head
    if tree.lower[head] != "born" or time is None or time.start is None or clause.negated:
        return
    value = tree.text[time.start_char : time.end_char]
    if time.grain == "year" and time.kind != "vague":
        yield Frame(about, "has_birthday", value=f"{(time.start + timedelta(hours=24)).year}", confidence=0.75)
    by_clock = time.grain in ("hour", "minute")  # "yesterday at 5 in the morning"
    if time.grain != "day" and not by_clock:
        return
    if by_clock or not any(c.isdecimal() for c in value):
        day = time.start if by_clock else time.start + timedelta(hours=12)
        value = f"{day.day} {day:%B} {day.year}"
    yield Frame(about, "has_birthday", value=value, confidence=0.8, begins=True)


def _is_told(tag: str) -> bool:
    """Whether an attribute is stated as a fact ("$1200", "Rome", "a Honda") and not judged ("tough")."""
    return tag.startswith(("N", "CD", "$")) or tag == "VB"


def _naming(resolver: Resolver, clause: Clause, subject: int) -> Iterator[Frame]:
    """Yield the owner of a named pet, child or friend: "My cat's name is Luna", "I got a puppy. Her name's Coco"."""
    tree = resolver.tree
    mention = resolver.named.get(clause.head)
    owners = tree.having(subject, "nmod:poss")
    if mention is None or not owners:
        return
    named = Reference(mention.name, "person")
    noun = owners[0]
    if tree.lower[noun] in ("his", "her", "its", "their"):
        noun = relative_meant(resolver, owners[0])
        if noun >= 0 and any(tree.tags[i] == "POS" for i in tree.having(noun, "case")):
            return  # "the dog is my aunt's. His name is Bo"
    told = tree.lemmas[noun] if noun >= 0 else None
    holder = _holder(resolver, noun) if noun >= 0 else None
    if noun < 0 and (known := resolver.resolve(owners[0])) is not None:
        told, holder = known.noun, known.owner
    if noun < 0 and told is None and (met := _met_before(resolver, subject)) is not None:
        text = (
            f"{resolver.speaker} is seeing {named.name}"
            if met == "has_partner"
            else f"{resolver.speaker} met {named.name}"
        )
        yield Frame(Reference(resolver.speaker, "person"), met, object=named, text=text, confidence=0.7)
        return
    if told is None or holder is None:
        return
    relation = RELATION_OF_NOUN.get(told)
    if relation is not None:
        text = f"{holder}'s {told} is called {named.name}"
        yield Frame(Reference(holder, "person"), relation, object=named, text=text, confidence=0.75)


def _is_named_outright(tree: SyntaxTree, name: int) -> bool:
    """Whether the one who is named is told by a noun ("my cat's name"), and not by a pronoun."""
    return not any(tree.tags[i] == "PRP$" and tree.lower[i] != "my" for i in tree.having(name, "nmod:poss"))


def _holder(resolver: Resolver, noun: int) -> str | None:
    """Return whose a relative or pet is: its possessor, or who got it ("Lea had a girl"), or else the speaker.

    It is nobody's who is known if it is "the neighbour's cat", or if "the dog isn't mine".
    """
    tree, thing = resolver.tree, noun
    if resolver.possessor(noun) is None and (tree.having(noun, "nmod:poss") or is_not_ones_own(tree, noun)):
        return None
    while tree.full_deps[thing] == "compound":
        thing = tree.heads[thing]
    subject = tree.child(tree.heads[thing], "nsubj") if tree.full_deps[thing] == "obj" else None
    owner = None if subject is None else resolver.resolve(subject)
    return resolver.possessor(noun) or (resolver.speaker if owner is None else owner.name)


def _met_before(resolver: Resolver, name: int) -> str | None:
    """Return the relation to one whose name comes later: "I've been seeing someone. His name's …"."""
    tree = resolver.tree
    for i in range(name - 1, -1, -1):
        if tree.lower[i] in ("someone", "somebody", "guy", "girl", "man", "woman") and tree.deps[i] in ("obj", "obl"):
            verb = tree.heads[i]
            subject = tree.child(verb, "nsubj")
            if subject is None or tree.lower[subject] not in ("i", "ive", "we") or tree.negated(verb):
                return None
            dated = tree.lower[verb] in ("seeing", "dating") or tree.lemmas[verb] == "date"
            return "has_partner" if dated else "met" if tree.lemmas[verb] == "meet" else None
    return None


def attribute_value(resolver: Resolver, clause: Clause) -> str:
    """Return the words after "is"."""
    tree, head = resolver.tree, clause.head
    rest = complements(resolver, head, set(), set())
    value = phrase_text(resolver, head)
    if rest and rest not in value and tree.tags[head] != "CD":
        value = f"{value} {rest}"
    return value
