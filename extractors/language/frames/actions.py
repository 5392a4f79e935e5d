"""What a verb tells with its object or its phrases: "I play the viola", "she lives in Ghent with Leo"."""

from collections.abc import Iterator
from dataclasses import replace

from chronomem.extractors.language.clauses.clause import Clause
from chronomem.extractors.language.clauses.divided_time import divides_time
from chronomem.extractors.language.clauses.phrases import is_time, phrase_text, thing_before, thing_meant
from chronomem.extractors.language.clauses.references import Resolver
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.frames.arrangements import GOTTEN, is_being_done
from chronomem.extractors.language.frames.exams import read_exam
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.frames.groups import is_group
from chronomem.extractors.language.frames.objects import is_mere_amount, read_object
from chronomem.extractors.language.frames.occasions import OCCASIONS
from chronomem.extractors.language.frames.occupations import read_driving
from chronomem.extractors.language.frames.others import (
    GIVING,
    given_by,
    led_to,
    met_each_other,
    received,
    seen,
    shared_home,
    sharing,
    taught,
)
from chronomem.extractors.language.frames.pastimes import pastime_told
from chronomem.extractors.language.frames.prepositions import read_intransitive, with_preposition
from chronomem.extractors.language.frames.studies import aim_of_study, school_of, studied
from chronomem.extractors.language.frames.verb_map import map_verb
from chronomem.extractors.language.frames.verb_phrases import gerund, says_little, verb_phrase
from chronomem.extractors.language.lexicon import GENERIC_NOUNS, HOME_NOUNS, is_place
from chronomem.extractors.language.parsing.syntax import SyntaxTree
from chronomem.graph_schema.facts.given import EntityType

TASTES = {"love": "likes", "like": "likes", "enjoy": "likes", "adore": "likes", "hate": "dislikes",
          "dislike": "dislikes", "prefer": "prefers", "miss": "misses"}  # fmt: skip
_DWELLING = {"live", "reside"}
_PLACING = {"lives_in", "is_from"}
"""What verbs with "in" or "there" tell of a place."""
_OF_WORK = {"work", "freelance", "intern"}
"""Verbs with several phrases that tell something: "I work from home as a developer for Acme"."""
_SHIFTS = {"day", "night", "morning", "afternoon", "evening", "weekend", "shift"}
_MUSICAL = {"play", "sing"}
"""Verbs whose object somebody performs with a group: "I play the viola in the youth orchestra"."""
_LEADING = {"take", "bring", "drive", "accompany"}
_UNSAID = {
    "let",
    "mean",
    "say",
    "tell",
    "mention",
    "thank",
    "see",
    "look",
    "wonder",
    "bet",
    "hear",
    "ask",
    "imagine",
    "guess",
    "swear",
    "promise",
}
"""Verbs that make no fact unless they have an object of substance."""


def partners(resolver: Resolver, about: Reference, verb: int) -> Iterator[Frame]:
    """Yield the state of "I'm married to Tom", which is no wedding, and of "Tom and I are getting married"."""
    ahead = is_being_done(resolver.tree, verb)
    predicate = "married_to" if resolver.tree.lower[verb] == "married" and not ahead else "engaged_to"
    for i in resolver.tree.having(verb, "obl"):
        if any(resolver.tree.lower[j] in ("in", "at", "on") for j in resolver.tree.having(i, "case")):
            continue  # "in Goa"
        person = resolver.resolve(i)
        if person is not None and person.type in ("person", "other") and person.name != about.name:
            yield Frame(about, predicate, object=replace(person, type="person"), confidence=0.8)
            return
    joined = (resolver.resolve(i) for i in resolver.joined_subjects(verb))
    other = next((e for e in joined if e is not None and e.type == "person" and e.name != about.name), None)
    if other is not None:
        yield Frame(about, predicate, object=other, confidence=0.8)
    elif not ahead and not resolver.tree.having(verb, "obl"):
        yield Frame(about, "has_status", value=resolver.tree.lower[verb], confidence=0.75)


def plain(resolver: Resolver, clause: Clause, about: Reference, verb: int, timed: set[int]) -> Iterator[Frame]:
    """Yield the frame of the object, else of a prepositional phrase, else of the rest."""
    tree = resolver.tree
    lemma = tree.lemmas[verb]
    if tree.lower[verb : verb + 2] == ["used", "to"]:
        return  # what was once so is told by the verb after it
    particle = next((tree.lower[i] for i in tree.having(verb, "compound:prt")), "")
    if lemma == "pass" and not particle and any(tree.lower[i] == "away" for i in tree.having(verb, "advmod")):
        particle = "away"
    if lemma in ("hand", "pass") and not particle:
        moved = (tree.lower[i] for i in tree.having(verb, "advmod"))
        particle = next((word for word in moved if word in ("down", "on", "over")), "")
    got = lemma == "get" or any(tree.lemmas[i] == "get" for i in tree.having(verb, "aux", "aux:pass"))
    if got and any(tree.lower[i] in GOTTEN for i in (verb, *tree.children[verb])):
        return
    if tree.lower[verb] == "employed" and tree.lower[verb - 2 : verb] == ["self", "-"]:
        yield Frame(about, "is", value="self-employed", confidence=0.8)
        return
    if tree.lower[verb] in ("married", "engaged") and tree.child(verb, "aux:pass") is not None:
        yield from partners(resolver, about, verb)
        return
    if lemma == "meet":
        yield from met_each_other(resolver, clause)
    thing = tree.child(verb, "obj")
    if thing is not None and lemma not in TASTES and (before := thing_before(resolver, thing)) is not None:
        thing = before
    if thing is not None and is_time(tree, thing, timed) and tree.child(verb, "obl") is not None:
        thing = None
    if thing is not None and lemma == "work" and tree.lemmas[thing] in _SHIFTS:
        thing = None
    if not particle and (exams := [*read_exam(resolver, about, verb, thing, denied=clause.negated)]):
        yield from exams
        return
    if thing is not None and is_mere_amount(tree, thing) and tree.tags[verb] == "VBG":
        thing = None
    if thing is not None and lemma in TASTES and (meant := thing_meant(resolver.tree, thing)) is not None:
        predicate = map_verb(lemma, particle, "") or TASTES[lemma]
        entity = resolver.resolve(meant)
        yield Frame(about, predicate, object=entity, value=phrase_text(resolver, meant), confidence=0.7)
        return
    if lemma in ("hope", "wish") and (told := tree.child(verb, "ccomp")) is not None:
        yield from _wished(resolver, about, lemma, told)
        return
    still = any(tree.lower[i] == "still" for i in tree.having(verb, "advmod"))
    if lemma == "get" and tree.lower[verb] == "got" and (clause.perfect or still):
        lemma = "have"  # "I've got a dog", "still got my old bike"
    if lemma == "look" and any(tree.lower[i] == "forward" for i in tree.having(verb, "advmod")):
        particle = "forward"
    if lemma in _LEADING and thing is not None and (place := led_to(resolver, verb, thing)) is not None:
        frame = with_preposition(resolver, about, "go", "", "to", place, timed)
        if frame is not None:
            yield frame
            return
    if lemma == "see" and thing is not None and (frame := seen(resolver, clause, about, thing)) is not None:
        yield frame
        return
    if not clause.negated and (pastime := pastime_told(resolver, clause, verb, thing)):
        yield Frame(about, "likes", value=pastime, confidence=0.65)
        return
    lets = any(tree.lower[i] == "out" for i in tree.having(clause.head, "compound:prt"))
    if thing is not None and lemma in ("rent", "share") and not lets and tree.lemmas[thing] in HOME_NOUNS:
        near = (*tree.having(thing, "nmod", "obl"), *tree.having(verb, "obl"))
        for i in (
            *near,
            *(j for place in near for j in tree.having(place, "nmod")),
        ):  # "above a bakery in Ghent"
            town = resolver.resolve(i) if any(tree.lower[j] == "in" for j in tree.having(i, "case")) else None
            if town is not None and town.type == "location":
                yield Frame(about, "lives_in", object=town, confidence=0.7)
    habit = tree.tags[verb] in ("VBP", "VBZ")
    if lemma == "share" and thing is not None and not clause.negated:
        yield from sharing(resolver, about, verb, thing)
    if habit and thing is not None and lemma == "drive" and (work := list(read_driving(resolver, about, thing))):
        yield from work
        return
    if lemma in ("study", "train") and (aim := aim_of_study(resolver, verb)):
        yield Frame(about, "wants", value=aim, confidence=0.75)
        return
    if thing is not None and lemma in ("study", "read", "do"):
        yield from school_of(resolver, about, verb, thing, lemma)
    if thing is not None and lemma == "do" and (degree := list(studied(resolver, about, thing))):
        yield from degree
        return
    living = [i for i in tree.subtree(verb) if tree.lower[i] == "living" and tree.child(i, "case") is not None]
    if living and habit and lemma not in ("earn", "make"):
        value = gerund(resolver, verb).partition(" for ")[0]
        yield Frame(about, "works_as", value=value, confidence=0.7)  # "I walk dogs for a living"
        return
    if lemma == "sell" and thing is not None and habit and not particle and _is_line(tree, thing):
        value = f"selling {phrase_text(resolver, thing)}"
        yield Frame(about, "works_as", value=value, confidence=0.7)  # "she sells used cars"
        return
    if thing is not None:
        given = lemma in GIVING and lemma != "sell" and tree.child(verb, "iobj") is not None
        if lemma in GIVING and tree.child(verb, "aux:pass") is not None and lemma != "lend":
            yield from read_object(resolver, about, verb, "get", "", thing, timed)  # "I was given a puppy"
            if not clause.negated:
                yield from given_by(resolver, verb, thing, timed)
            return
        frames = read_object(resolver, about, verb, "give" if given else lemma, particle, thing, timed)
        habitual = lemma in _BY_HABIT and not particle and clause.tense == "present" and tree.tags[verb] != "VBG"
        yield from (replace(frame, predicate=_BY_HABIT[lemma]) for frame in frames) if habitual else frames
        if lemma in _MUSICAL and tree.tags[verb] in ("VBP", "VBZ"):
            for i in (*tree.having(verb, "obl"), *tree.having(thing, "nmod")):
                cases = {tree.lower[j] for j in tree.having(i, "case")}
                team = i in resolver.named and (resolver.named[i].type != "person" or is_place(tree.words[i]))
                if ("for" in cases and team) or (cases & {"in", "with", "for"} and is_group(resolver, i)):
                    value = phrase_text(resolver, i, alone=True)
                    yield Frame(about, "member_of", object=resolver.resolve(i), value=value, confidence=0.75)
        if lemma == "teach" and not clause.negated and tree.tags[verb] in ("VBZ", "VBP", "VBG"):
            yield from taught(resolver, verb, thing)
        if lemma in GIVING and not clause.negated:
            yield from received(resolver, about, verb, thing, timed)
        return
    placed = False
    for i in tree.having(verb, "obl", "obl:agent", "obl:with", "nmod"):
        case = " ".join(tree.lower[j] for j in tree.having(i, "case") if tree.lower[j] != "'s")
        if lemma in _DWELLING and case == "with":
            yield from shared_home(resolver, about, i)
        ahead = particle == "forward" and case == "to"
        if not case or (is_time(tree, i, timed) and not ahead) or i < verb:
            continue
        somewhere = case == "near" or (case == "on" and tree.lemmas[i] in ("floor", "storey"))
        preposition = case.replace(" ", "_")
        if named := _counted_among(resolver, about, map_verb(lemma, particle, preposition), i):
            yield from named
            return
        frame = with_preposition(resolver, about, lemma, particle, preposition, i, timed)
        if lemma in _DWELLING and somewhere and i not in resolver.named and (frame is None or frame.object is None):
            return  # "we live near the station", "on the second floor"
        if frame is not None and frame.predicate == "joined" and tree.lemmas[i] in OCCASIONS:
            return  # "signed up for a marathon" is a plan
        if frame is not None:
            yield frame
            yield from _also_at(resolver, verb, case, timed, frame)
            if frame.object is not None and (frame.object.type == "location" or frame.predicate == "lives_with"):
                people = frame.predicate == "lives_with"
                others = (resolver.resolve(j) for j in tree.having(i, "conj") if people or j in resolver.named)
                yield from (replace(frame, object=other) for other in others if other is not None)
            if lemma not in _OF_WORK:
                return
            placed = True
    if placed:
        return
    placing = map_verb(lemma, particle, "in")
    pointed = tree.pointing(verb) if placing in _PLACING else None
    if placing is not None and pointed is not None and (entity := resolver.resolve(pointed)) is not None:
        yield Frame(about, placing, object=entity, confidence=0.7)  # "I live there", "I was born there"
        return
    if lemma in ("work", "start", "begin") and (pointed := tree.pointing(verb)) is not None:
        yield from _workplace(resolver, clause, about, pointed)
        return
    if lemma not in _UNSAID:
        yield from read_intransitive(resolver, about, verb, lemma, particle, timed)


_BY_HABIT = {"eat": "eats", "drink": "drinks"}
"""The predicates of verbs whose present tells of a habit."""
_OF_SEVERAL: dict[str, EntityType] = {"lives_with": "person", "member_of": "organization"}
"""What those are whom a verb's preposition leads to, by its predicate."""


def _also_at(resolver: Resolver, verb: int, case: str, timed: set[int], frame: Frame) -> Iterator[Frame]:
    """Yield what "and" joins to a place: "I live in Lyon during the week and in Annecy at weekends"."""
    tree = resolver.tree
    two = frame.predicate in ("lives_in", "works_at") and divides_time(tree.phrase(*tree.extent(verb)))
    for i in tree.having(verb, "conj") if two else ():
        same = [tree.lower[j] for j in tree.having(i, "case")] == [case]
        entity = resolver.resolve(i) if same and not tree.is_verb(i) and i not in timed else None
        if entity is not None and (frame.object is None or entity.name != frame.object.name):
            yield replace(frame, object=entity, value=None)


def _counted_among(resolver: Resolver, about: Reference, predicate: str | None, thing: int) -> list[Frame]:
    """Return a frame for each of those who are told by name: "I live with two friends, Marta and Veronika"."""
    kind = _OF_SEVERAL.get(predicate or "")
    names = [] if kind is None else resolver.counted_names(thing, kind)
    return [Frame(about, predicate or "", object=name, confidence=0.8) for name in names]


def _is_line(tree: SyntaxTree, thing: int) -> bool:
    """Whether a thing is one in which somebody deals: "used cars", "insurance"; not "my car" or "a few things"."""
    if any(tree.full_deps[i] in ("det", "nmod:poss", "det:poss", "nummod") for i in tree.children[thing]):
        return False
    return tree.tags[thing] in ("NN", "NNS") and tree.lemmas[thing] not in GENERIC_NOUNS


def _wished(resolver: Resolver, about: Reference, lemma: str, content: int) -> Iterator[Frame]:
    """Yield what a person hopes for themselves: "I hope I get the job", "I wish I had a dog"; not good wishes."""
    tree = resolver.tree
    subject = tree.child(content, "nsubj")
    own = subject is not None and (reference := resolver.resolve(subject)) is not None and reference.name == about.name
    thing = tree.child(content, "obj")
    if not own or (thing is None and lemma == "wish") or says_little(resolver, content):
        return
    if tree.lemmas[content] in ("have", "own", "get") and thing is not None and tree.lemmas[thing] not in GENERIC_NOUNS:
        yield Frame(about, "wants", value=phrase_text(resolver, thing), confidence=0.7, modality="desired")
    elif lemma == "hope":
        yield Frame(about, "wants", value=verb_phrase(resolver, content), confidence=0.6, modality="desired")


def _workplace(resolver: Resolver, clause: Clause, about: Reference, pointed: int) -> Iterator[Frame]:
    """Yield work that is "there": at the company named before, or at any if the person no longer works "there"."""
    tree = resolver.tree
    companies = {m.name for i, m in resolver.named.items() if i < pointed and m.type in ("organization", "other")}
    companies -= {about.name}
    if len(companies) > 1 and not clause.ended:  # "I've gone back to Halfords. I started there again"
        last = max(i for i in resolver.named if i < pointed and resolver.named[i].name in companies)
        if last and tree.lower[last - 1] not in ("and", "&", "or"):  # not "Lindqvist and | Sons"
            companies = {resolver.named[last].name}
    if not companies and resolver.before is not None and not clause.ended:
        companies = {firm.name for firm in [resolver.before.firm()] if firm is not None}
    if len(companies) == 1:
        firm, begins = Reference(companies.pop(), "organization"), tree.lemmas[clause.head] != "work"
        yield Frame(about, "works_at", object=firm, confidence=0.65, begins=begins)
    elif clause.ended:
        yield Frame(about, "works_at", value="job", confidence=0.65)
