"""Clauses with a full verb: subject, verb with particle and preposition, object or value."""

from collections.abc import Iterator
from dataclasses import replace

from chronomem.extractors.language.clauses.clause import Clause
from chronomem.extractors.language.clauses.clauses import chained
from chronomem.extractors.language.clauses.moods import is_opposed, softens
from chronomem.extractors.language.clauses.phrases import (
    is_time,
    phrase_text,
    says_something,
    thing_before,
    thing_meant,
)
from chronomem.extractors.language.clauses.references import Resolver
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.extracted import Modality
from chronomem.extractors.language.frames.ages import age_told
from chronomem.extractors.language.frames.arrangements import GOTTEN, is_arrangement, is_being_done
from chronomem.extractors.language.frames.copulas import is_group
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.frames.fulfilments import read_abandonment
from chronomem.extractors.language.frames.modals import read_modal, required_action
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
from chronomem.extractors.language.frames.prepositions import is_about_other, read_intransitive, with_preposition
from chronomem.extractors.language.frames.studies import aim_of_study, school_of, studied
from chronomem.extractors.language.frames.verb_map import map_verb, open_predicate
from chronomem.extractors.language.frames.verb_phrases import (
    gerund,
    phrase_with_subject,
    says_little,
    verb_phrase,
)
from chronomem.extractors.language.lexicon import (
    GENERIC_NOUNS,
    HOME_NOUNS,
    is_place,
)
from chronomem.extractors.language.parsing.syntax import SyntaxTree
from chronomem.graph_schema.facts.predicates import predicate_named

_WISHES = {"want", "wish", "hope", "wan", "wanna", "dream", "die", "itch", "long"}  # "dying to see Rome"
_INTENTIONS = {
    "plan": "plans", "intend": "plans", "go": "plans", "gon": "plans", "gonna": "plans", "decide": "plans",
    "aim": "plans", "look": "plans", "prepare": "plans", "agree": "plans", "promise": "plans", "think": "considers",
    "consider": "considers",
}  # fmt: skip
_TASTES = {"love": "likes", "like": "likes", "enjoy": "likes", "adore": "likes", "hate": "dislikes",
           "dislike": "dislikes", "prefer": "prefers", "miss": "misses"}  # fmt: skip
_PHASES = {"start": "started", "begin": "started", "finish": "finished", "stop": "stopped", "quit": "stopped"}
_DUTIES = {"need": "needs", "have": "needs", "get": "needs", "ought": "needs", "ta": "needs"}
_TRANSPARENT = {"manage", "get", "happen", "come", "end", "keep", "continue"}
_DWELLING = {"live", "reside"}
_PLACING = {"lives_in", "is_from"}
"""What verbs with "in" or "there" tell of a place."""
_DAILY = {"eat", "drink", "sleep", "nap", "shower", "rest", "sit", "lie", "cry", "scream", "die", "snack", "chill"}
"""Actions of every day, which are no plan to remember unless they have a time."""
_OF_WORK = {"work", "freelance", "intern"}
"""Verbs with several phrases that tell something: "I work from home as a developer for Acme"."""
_SHIFTS = {"day", "night", "morning", "afternoon", "evening", "weekend", "shift"}
_MUSICAL = {"play", "sing"}
"""Verbs whose object somebody performs with a group: "I play the viola in the youth orchestra"."""
_LEADING = {"take", "bring", "drive", "accompany"}
_OPINIONS = {
    "think",
    "believe",
    "guess",
    "feel",
    "know",
    "find",
    "realize",
    "realise",
    "suppose",
    "bet",
    "figure",
    "agree",
}
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


def read_verb(
    resolver: Resolver, clause: Clause, about: Reference, timed: set[int], *, coming: bool = False
) -> Iterator[Frame]:
    """Yield the frames of a clause whose head is a verb.

    Args:
        timed: tokens that belong to time expressions.
        coming: whether the clause names a future time.
    """
    tree, head = resolver.tree, clause.head
    lemma = tree.lemmas[head]
    inner = tree.child(head, "xcomp", "ccomp", "advcl") if lemma != "go" else tree.child(head, "xcomp")
    verbal = inner is not None and tree.is_verb(inner) and inner > head
    if lemma in ("go", "gon") and inner is not None and tree.child(inner, "cop") is not None:
        if coming and (age := age_told(tree, inner)):
            yield Frame(about, "has_age", value=age, confidence=0.7)  # "she's going to be three in May"
        return
    if is_arrangement(resolver, clause, coming):
        done = is_being_done(tree, head)
        form = tree.lower[head] if done else tree.lemmas[head]
        value = verb_phrase(resolver, head, {head: form}, alone=True)
        value = f"get {value}" if done else value
        if done or not says_little(resolver, head):
            yield Frame(about, "plans", value=value, confidence=0.8, modality="planned")
        if done and tree.lower[head] in ("married", "engaged") and not clause.negated:
            yield from _partners(resolver, about, head)
        if clause.negated:
            yield from read_abandonment(resolver, clause, about)
        return
    if clause.tense == "past" and lemma in ("think", "consider") and is_opposed(tree, head):
        return  # "I was thinking of moving but decided against it"
    action = _after_preposition(resolver, head)
    if clause.modality == "actual" and action is not None:
        mark = next(tree.lower[i] for i in tree.having(action, "mark"))
        particle = next((tree.lower[i] for i in tree.having(head, "compound:prt")), "")
        yield from _with_gerund(resolver, about, lemma, particle, mark, action)
        return
    if clause.modality != "actual":
        yield from read_modal(resolver, clause, about, timed)
        return
    if verbal and inner is not None and _takes_verb(resolver, clause, inner):
        yield from _chain(resolver, clause, about, inner, timed)
        return
    content = tree.child(head, "ccomp")
    if content is not None and softens(tree, head, content):
        return
    if lemma in _OPINIONS and content is not None:
        yield from _opinion(resolver, about, lemma, content)
        return
    if clause.ended and tree.tags[head] == "VBG":
        yield from read_abandonment(resolver, clause, about)  # "not doing the marathon anymore"
    yield from _plain(resolver, clause, about, head, timed)


def _after_preposition(resolver: Resolver, head: int) -> int | None:
    """Return the verb under a preposition: "starting a project" of "I'm thinking about starting a project"."""
    tree = resolver.tree
    for i in tree.having(head, "advcl", "obl", "ccomp"):
        marks = [tree.lower[j] for j in tree.having(i, "mark")]
        fits = i > head and tree.tags[i] == "VBG" and tree.child(head, "obj") is None
        if fits and marks and marks[0] in ("about", "of", "on", "in", "to", "forward"):
            return i
    return None


def _with_gerund(
    resolver: Resolver, about: Reference, lemma: str, particle: str, mark: str, action: int
) -> Iterator[Frame]:
    known: dict[tuple[str, str], tuple[str, Modality]] = {
        ("think", "about"): ("considers", "considered"),
        ("think", "of"): ("considers", "considered"),
        ("plan", "on"): ("plans", "planned"),
        ("look", "to"): ("looks_forward_to", "desired"),
        ("work", "on"): ("works_on", "actual"),
        ("dream", "of"): ("wants", "desired"),
        ("dream", "about"): ("wants", "desired"),
    }
    default: tuple[str, Modality] = (open_predicate(lemma, particle, mark), "actual")
    predicate, modality = known.get((lemma, mark), default)
    for one in (action, *_joined(resolver, action)):
        if not says_little(resolver, one):
            yield Frame(
                about, predicate, value=verb_phrase(resolver, one, alone=True), confidence=0.8, modality=modality
            )


def _joined(resolver: Resolver, verb: int) -> list[int]:
    """Return the verbs that "and" joins to a verb: "paint" and "read" of "like to cook, paint and read"."""
    tree = resolver.tree
    beside = [*tree.having(verb, "conj"), *chained(tree, tree.heads[verb])]
    if tree.lemmas[verb] == "go" and (inner := tree.child(verb, "xcomp")) is not None:
        beside += tree.having(inner, "conj")  # "go camping, hiking and fishing"
    return [
        i
        for i in beside
        if (tree.is_verb(i) or tree.lower[i].endswith("ing"))
        and tree.child(i, "nsubj", "cop") is None
        and (tree.tags[verb] != "VBG" or tree.lower[i].endswith("ing"))  # "enjoy cooking and love to read"
        and (tree.tags[verb] != "VB" or tree.tags[i] not in ("VBD", "VBZ"))  # "wanted to try it and took the plunge"
    ]


def _takes_verb(resolver: Resolver, clause: Clause, inner: int) -> bool:
    tree, head = resolver.tree, clause.head
    lemma = tree.lemmas[head]
    if tree.child(inner, "nsubj", "nsubj:pass") is not None:
        return False
    if (lemma == "get" and tree.lower[inner] in GOTTEN) or (lemma == "have" and tree.tags[inner] == "VBN"):
        return False  # "have four left"
    if lemma == "use":
        return tree.lower[head] == "used" and tree.child(head, "obj", "aux", "aux:pass") is None
    known = lemma in _WISHES or lemma in _TASTES or lemma in _PHASES or lemma in _TRANSPARENT
    return tree.deps[inner] == "xcomp" and (known or lemma in _DUTIES or lemma in _INTENTIONS or lemma == "try")


def _chain(resolver: Resolver, clause: Clause, about: Reference, inner: int, timed: set[int]) -> Iterator[Frame]:
    """Yield verbs in a chain: "want to visit Rome", "started running", "used to live in Rome", "got to meet Ann"."""
    tree, lemma = resolver.tree, resolver.tree.lemmas[clause.head]
    if lemma == "use":
        for frame in _plain(resolver, clause, about, inner, timed):
            yield Frame(frame.subject, frame.predicate, frame.object, frame.value, 0.85, ended=True)
        return
    past = tree.tags[clause.head] == "VBD"
    if (lemma in _TRANSPARENT and (past or lemma != "get")) or (past and lemma == "have"):
        phase = tree.child(inner, "xcomp") if tree.lemmas[inner] in _PHASES else None
        if phase is not None and not tree.negated(inner):  # "had to stop running"
            yield from _chain(resolver, replace(clause, head=inner), about, phase, timed)
            return
        for frame in _plain(resolver, clause, about, inner, timed):
            yield replace(frame, negated=tree.negated(inner))
        return
    if lemma == "go" and past and tree.tags[inner] == "VB":
        yield from _plain(resolver, clause, about, inner, timed)  # "went to see Tom"
        return
    if lemma in _INTENTIONS and (tree.negated(inner) or _is_given_up(tree, clause)):
        yield from read_abandonment(resolver, clause, about)
        if clause.tense == "past":
            return
    modality: Modality = "actual"
    if lemma in ("stop", "quit") and tree.tags[inner] == "VB":
        return  # "quit to travel" tells why
    if lemma in ("start", "begin", "finish", "stop", "quit") and not clause.negated:
        over = lemma not in ("start", "begin")
        yield from _habit(resolver, clause, about, inner, timed, over)
    if lemma in _WISHES:
        predicate, modality = "wants", "desired"
    elif lemma == "go" and tree.tags[inner] == "VBG":
        habit = pastime_told(resolver, clause, clause.head, None) if not clause.negated else ""
        value = habit or verb_phrase(resolver, inner, timeless=True)
        predicate = "likes" if habit else "went_to" if clause.tense == "past" else "does"
        yield Frame(about, predicate, value=value, confidence=0.65 if habit else 0.8)
        return
    elif lemma in _INTENTIONS:
        predicate = _INTENTIONS[lemma]
        modality = "planned" if predicate == "plans" else "considered"
    elif lemma in _TASTES:
        predicate = _TASTES[lemma]
    elif lemma in _PHASES:
        predicate = _PHASES[lemma]
    elif lemma == "try":
        predicate = "tries"
    else:
        predicate, modality = "needs", "obliged"
    named = lemma in _TASTES or lemma in _PHASES
    for verb in (inner, *_joined(resolver, inner)):
        if modality == "planned" and tree.lemmas[verb] in _DAILY and not timed:
            continue  # "I'm going to eat cereal out of a saucepan"
        value = gerund(resolver, verb) if named else verb_phrase(resolver, required_action(tree, verb), alone=True)
        if says_something(value) and not (
            says_little(resolver, verb) and (not named or is_about_other(resolver, verb))
        ):
            yield Frame(about, predicate, value=value, confidence=0.85, modality=modality)


def _is_given_up(tree: SyntaxTree, clause: Clause) -> bool:
    """Whether what was intended didn't come about: "I was going to fly to Oslo", "I was planning to run but …"."""
    if clause.tense != "past" or clause.perfect or tree.tags[clause.head] != "VBG":
        return False
    return tree.lemmas[clause.head] in ("go", "gon") or is_opposed(tree, clause.head)


def _habit(
    resolver: Resolver, clause: Clause, about: Reference, inner: int, timed: set[int], over: bool
) -> Iterator[Frame]:
    """Yield the state that "started working at …" begins or "stopped playing …" ends."""
    for frame in _plain(resolver, clause, about, inner, timed):
        if predicate_named(frame.predicate).kind == "state" and frame.predicate != "does":
            yield replace(frame, ended=over, begins=not over, confidence=0.8)


def _opinion(resolver: Resolver, about: Reference, lemma: str, content: int) -> Iterator[Frame]:
    """Yield an opinion with its content: "I think (that) dancing helps people"."""
    value = phrase_with_subject(resolver, content)
    predicate = {"know": "knows", "realize": "knows", "realise": "knows", "find": "finds", "feel": "feels"}.get(
        lemma, "thinks"
    )
    if len(value.split()) >= 3 and value.split()[0].lower() not in ("it", "that", "this", "they", "he", "she"):
        yield Frame(about, predicate, value=value, confidence=0.65)


def _partners(resolver: Resolver, about: Reference, verb: int) -> Iterator[Frame]:
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


def _plain(resolver: Resolver, clause: Clause, about: Reference, verb: int, timed: set[int]) -> Iterator[Frame]:
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
        yield from _partners(resolver, about, verb)
        return
    if lemma == "meet":
        yield from met_each_other(resolver, clause)
    thing = tree.child(verb, "obj")
    if thing is not None and lemma not in _TASTES and (before := thing_before(resolver, thing)) is not None:
        thing = before
    if thing is not None and is_time(tree, thing, timed) and tree.child(verb, "obl") is not None:
        thing = None
    if thing is not None and lemma == "work" and tree.lemmas[thing] in _SHIFTS:
        thing = None
    if thing is not None and is_mere_amount(tree, thing) and tree.tags[verb] == "VBG":
        thing = None
    if thing is not None and lemma in _TASTES and (meant := thing_meant(resolver.tree, thing)) is not None:
        predicate = map_verb(lemma, particle, "") or _TASTES[lemma]
        entity = resolver.resolve(meant)
        yield Frame(about, predicate, object=entity, value=phrase_text(resolver, meant), confidence=0.7)
        return
    if lemma in ("hope", "wish") and (told := tree.child(verb, "ccomp")) is not None:
        yield from _wished(resolver, about, lemma, told)
        return
    if lemma == "get" and tree.lower[verb] == "got" and clause.perfect:
        lemma = "have"  # "I've got a dog"
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
        given = lemma in GIVING and tree.child(verb, "iobj") is not None
        if lemma in GIVING and tree.child(verb, "aux:pass") is not None and lemma != "lend":
            yield from read_object(resolver, about, verb, "get", "", thing, timed)  # "I was given a puppy"
            if not clause.negated:
                yield from given_by(resolver, verb, thing, timed)
            return
        yield from read_object(resolver, about, verb, "give" if given else lemma, particle, thing, timed)
        if lemma in _MUSICAL and tree.tags[verb] in ("VBP", "VBZ"):
            for i in (*tree.having(verb, "obl"), *tree.having(thing, "nmod")):
                cases = {tree.lower[j] for j in tree.having(i, "case")}
                team = i in resolver.named and (resolver.named[i].type != "person" or is_place(tree.words[i]))
                if ("for" in cases and team) or (cases & {"in", "with", "for"} and is_group(resolver, i)):
                    yield Frame(about, "member_of", value=phrase_text(resolver, i, alone=True), confidence=0.75)
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
        if lemma in _DWELLING and case == "near" and i not in resolver.named:
            return  # "we live near the station"
        frame = with_preposition(resolver, about, lemma, particle, case.replace(" ", "_"), i, timed)
        if frame is not None and frame.predicate == "joined" and tree.lemmas[i] in OCCASIONS:
            return  # "signed up for a marathon" is a plan
        if frame is not None:
            yield frame
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
    if lemma == "work" and (pointed := tree.pointing(verb)) is not None:
        yield from _workplace(resolver, clause, about, pointed)
        return
    if lemma not in _UNSAID:
        yield from read_intransitive(resolver, about, verb, lemma, particle, timed)


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
    companies = {m.name for i, m in resolver.named.items() if i < pointed and m.type in ("organization", "other")}
    if len(companies) == 1:
        yield Frame(about, "works_at", object=Reference(companies.pop(), "organization"), confidence=0.65)
    elif clause.ended:
        yield Frame(about, "works_at", value="job", confidence=0.65)
