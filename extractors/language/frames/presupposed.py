"""What a noun phrase takes for granted: "our landlord in Ghent", "my boss at Greggs", "Freddie's first tooth"."""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from chronomem.extractors.language.clauses.genders import GENDER_OF_PRONOUN
from chronomem.extractors.language.clauses.phrases import phrase_text
from chronomem.extractors.language.clauses.references import FIRST_PERSON, Resolver
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.clauses.relation_nouns import relation_noun
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.lexicon import HOME_NOUNS, KEPT, RELATION_OF_NOUN, WORKPLACES
from chronomem.extractors.language.parsing.syntax import SyntaxTree
from chronomem.graph_schema.facts.sentences import with_article

_AT_HOME = HOME_NOUNS | {
    "landlord", "landlady", "neighbour", "neighbor", "bungalow", "cottage", "studio", "bedsit", "garden", "balcony",
    "kitchen", "street", "road", "rent", "lease", "tenancy", "mortgage", "boiler", "flatmate", "roommate", "housemate",
    "condo", "townhouse", "doorstep", "maisonette", "duplex",
}  # fmt: skip
"""What one has where one lives."""
_AT_WORK = {
    "boss", "manager", "supervisor", "lead", "team", "coworker", "colleague", "shift", "desk", "job", "contract",
    "office", "payday", "induction", "orientation", "onboarding", "uniform", "badge", "canteen", "overtime",
    "probation", "patient", "paycheck", "payslip", "salary", "internship", "apprenticeship", "traineeship", "employer",
    "workmate", "rota", "timesheet", "notice", "resignation",
}  # fmt: skip
"""What one has where one works."""
_WITHOUT_OWNER = {"payday", "induction", "orientation", "onboarding", "landlord", "landlady", "boss"}
"""Of these, what is one's own without "my"."""
_AT_SCHOOL = {
    "professor", "lecturer", "tutor", "dorm", "thesis", "dissertation", "semester", "term", "degree", "lecture",
    "final", "scholarship", "bursary", "course", "master", "masters", "phd", "gpa", "year", "class", "studies",
}  # fmt: skip
"""What one has where one studies."""
_OF_A_TIME = {"job", "contract", "internship", "apprenticeship", "traineeship", "course", "degree", "masters", "phd"}
"""Of these, what ends together with the work or the studies."""
_OF_BIRTH = {"hometown", "birthplace", "homeland"}
_ORIGINS = _OF_BIRTH | {"country", "town", "city", "village", "state"}
"""Where one is from, some of them only with "home" before: "my home country, Sweden"."""
_CLUBS = {"club", "choir", "orchestra", "society"}
"""What one is a member of, if it is called one's own: "our chess club", "my choir"."""
_NOT_ONES_OWN = {"favourite", "favorite", "local", "rival"}
_OVER = {"over", "done", "finished", "ended", "history"}
ENDING = {"end", "finish", "expire"}
_RENEWING = {"renew", "extend", "prolong"}
_ORDINALS = {"first", "second", "third", "fourth", "final", "last", "1st", "2nd", "3rd", "4th"}
_PAST = {"old", "former", "ex", "previous", "childhood"}
NOT_LIVED_IN = {
    "holiday",
    "summer",
    "rental",
    "hotel",
    "dream",
    "next",
    "future",
    "airbnb",
    "second",
    "hire",
    "parents",
}
_STAYING = {
    "holiday", "vacation", "trip", "weekend", "conference", "visiting", "hotel", "business", "tour", "airport",
    "hostel", "airbnb", "days", "nights", "until", "till", "layover",
}  # fmt: skip
"""Words of those who aren't at home."""
_ENCOUNTERS = {"meet", "see", "join", "lose", "bump", "spot", "have", "drop", "run", "find"}
_ON_THE_WAY = {"down", "up", "over", "back", "out", "here"}
_FURNITURE = {"desk", "office", "cubicle", "locker", "badge", "shift"}
"""What has the name of one's employer in front of it."""
_DEPARTMENTS = {
    "work", "accounting", "accounts", "sales", "marketing", "hr", "finance", "it", "legal", "payroll", "procurement",
    "logistics", "reception", "engineering", "recruitment", "pr", "purchasing", "dispatch",
}  # fmt: skip
"""Where those are from whom one calls by what they do at one's work."""
CHILDISH = {
    "tooth", "teething", "nappy", "diaper", "pram", "stroller", "buggy", "cot", "crib", "potty", "kindergarten",
    "nursery", "daycare", "preschool", "playgroup", "nativity", "teacher", "homework", "bedtime", "colic", "school",
}  # fmt: skip
"""What only a child has, so that who speaks of it is a parent most of the time."""
_CHILDCARE = CHILDISH | {"creche", "childminder", "swimming", "ballet"}
_FAILING = {"start", "fail", "need", "leak", "rattle", "break", "overheat", "make"}
"""Verbs that tell how one's own vehicle does: "moped won't start"."""
_LOST = {"die", "go", "sell", "steal", "nick", "burn", "pass"}
"""Verbs after which it may be one's own no longer."""
_BROUGHT = {"drop", "pick", "collect", "fetch", "take", "bring"}


def read_presupposed(resolver: Resolver, stated: AbstractSet[int]) -> Iterator[tuple[int, Frame]]:
    """Yield the homes, employers, schools, children and pets that noun phrases of stated sentences take for granted."""
    tree = resolver.tree
    for i in sorted(stated):
        if (pet := _at_home(resolver, i)) is not None:
            yield i, pet
        if i in resolver.named and (colleague := _from_work(resolver, i)) is not None:
            yield i, colleague
        if tree.tags[i].startswith("N") and i not in resolver.named:
            yield from ((i, frame) for frame in _of_noun(resolver, i))
        elif tree.tags[i] == "POS" and (home := _anothers(resolver, i)) is not None:
            yield i, home
        elif tree.lower[i] == "here" and (here := _here(resolver, i)) is not None:
            yield i, here
        elif tree.is_verb(i) and (child := _cared_for(resolver, i)) is not None:
            yield i, child


def _of_noun(resolver: Resolver, noun: int) -> Iterator[Frame]:
    tree, lemma = resolver.tree, resolver.tree.lemmas[noun]
    if any(tree.lower[i] in GENDER_OF_PRONOUN for i in tree.having(noun, "nmod:poss")):
        return  # whose it is, is uncertain
    owner = resolver.possessor(noun)
    if owner is None and (_is_meant(tree, noun) or _is_year(resolver, noun)):
        owner = resolver.speaker
        subject = tree.child(noun, "nsubj")
        if subject is not None and tree.lower[subject] in GENDER_OF_PRONOUN:
            return  # "now she's in second year at Stellenbosch"
    if owner is None or owner == resolver.other:
        return
    about = Reference(owner, "person")
    modifiers = {tree.lower[i] for i in tree.children[noun]}
    over = bool(modifiers & _PAST) or (lemma in _OF_A_TIME and is_told_over(tree, noun))
    if lemma in CHILDISH and owner != resolver.speaker and _is_own_child(resolver, noun):
        yield Frame(Reference(resolver.speaker, "person"), "has_child", object=about, confidence=0.6)
    if lemma in _AT_HOME and not modifiers & NOT_LIVED_IN and (town := _after(resolver, noun, {"in"})) is not None:
        if resolver.named[town].type in ("location", "other") and lemma not in HOME_NOUNS - {"home"} | {"place"}:
            place = Reference(resolver.named[town].name, "location")
            yield _frame(about, "lives_in", place, None, over, f"{owner} lives in {place.name}")
    elif lemma in HOME_NOUNS and not modifiers & NOT_LIVED_IN and (town := _called_by(resolver, noun)) is not None:
        if resolver.named[town].type == "location":  # "our Tallinn flat"
            place = Reference(resolver.named[town].name, "location")
            yield _frame(about, "lives_in", place, None, over, f"{owner} lives in {place.name}")
    elif lemma in _AT_WORK and (at := _after(resolver, noun, {"at", "with", "from"})) is not None:
        yield from _employed(resolver, about, at, over)
    elif lemma in _FURNITURE and (at := _called_by(resolver, noun)) is not None:
        if resolver.named[at].type in ("organization", "other"):  # "my Brightwave desk"
            yield from _employed(resolver, about, at, over)
    elif lemma in _AT_SCHOOL and (at := _after(resolver, noun, {"at"})) is not None and at in resolver.named:
        school = Reference(resolver.named[at].name, "organization")
        yield _frame(about, "studies_at", school, None, over, f"{owner} studies at {school.name}")
    elif lemma in _CLUBS and not modifiers & _NOT_ONES_OWN:
        kinds = tree.having(noun, "compound")
        if not any(i in resolver.named for i in kinds) and not tree.negated(tree.heads[noun]):
            value = " ".join(tree.words[i] for i in (*kinds, noun))
            yield _frame(about, "member_of", None, value, over, f"{owner} is a member of the {value}")
    elif lemma in _ORIGINS and (lemma in _OF_BIRTH or "home" in modifiers) and not over:
        town = next((i for i in range(noun + 1, noun + 3) if i in resolver.named), None)
        between = [] if town is None else tree.lower[noun + 1 : town]
        if town is not None and between in ([], [","], ["of"]) and resolver.named[town].type in ("location", "other"):
            place = Reference(resolver.named[town].name, "location")
            yield _frame(about, "is_from", place, None, False, f"{owner} is from {place.name}")
    yield from _kin(resolver, noun)


def _is_meant(tree: SyntaxTree, noun: int) -> bool:
    """Whether a noun means one's own without "my": "payday", "the boss"; not "a boss" or "landlords"."""
    article = [tree.lower[i] for i in tree.having(noun, "det")]
    return tree.lemmas[noun] in _WITHOUT_OWNER and tree.tags[noun] != "NNS" and article in ([], ["the"])


def is_told_over(tree: SyntaxTree, noun: int) -> bool:
    """Whether a clause says of something that it is over: "my job at Lidl is over", "my contract wasn't renewed"."""
    head = tree.heads[noun]
    if tree.full_deps[noun] == "obj" and tree.lemmas[noun] in _OF_A_TIME:
        done = tree.lemmas[head] in ENDING | {"complete"} and tree.tags[head] in ("VBD", "VBN")
        return done and not tree.negated(head)
    if tree.full_deps[noun] == "nsubj:pass" and tree.lemmas[head] in _RENEWING:
        return tree.negated(head)
    if not tree.full_deps[noun].startswith("nsubj") or tree.negated(head):
        return False
    being = tree.child(head, "cop", "aux:pass") is not None and tree.lower[head] in _OVER
    return being or (tree.lemmas[head] in ENDING and tree.tags[head] in ("VBD", "VBN"))


def _kin(resolver: Resolver, noun: int) -> Iterator[Frame]:
    """Yield where a relative lives: "my brother in Perth"."""
    tree = resolver.tree
    relation = RELATION_OF_NOUN.get(relation_noun(resolver.tree, noun))
    if relation in (None, "has_pet", "has_colleague", "has_mentor") or tree.lemmas[tree.heads[noun]] in _ENCOUNTERS:
        return
    town, person = _after(resolver, noun, {"in"}), resolver.resolve(noun)
    if town is None or person is None or resolver.named[town].type != "location":
        return
    if person.plural and relation not in ("has_parent", "has_grandparent"):
        return  # "my cousins in Perth" may be some of them
    if person.plural and tree.lemmas[tree.heads[noun]] in ("move", "live", "stay"):
        return  # "I moved back in with my parents in Pécs": who moved lives there too
    place = Reference(resolver.named[town].name, "location")
    live = "live" if person.plural else "lives"
    yield _frame(person, "lives_in", place, None, False, f"{person.name} {live} in {place.name}")


def _frame(
    about: Reference, predicate: str, thing: Reference | None, value: str | None, over: bool, text: str
) -> Frame:
    return Frame(about, predicate, object=thing, value=value, confidence=0.6, ended=over, plain=True, text=text)


def _employed(resolver: Resolver, about: Reference, at: int, over: bool) -> Iterator[Frame]:
    if at in resolver.named:
        employer = Reference(resolver.named[at].name, "organization")
        yield _frame(about, "works_at", employer, None, over, f"{about.name} works at {employer.name}")
    else:
        value = phrase_text(resolver, at, alone=True)
        yield _frame(about, "works_at", None, value, over, f"{about.name} works at the {value}")


def _after(resolver: Resolver, noun: int, prepositions: set[str]) -> int | None:
    """Return the name, or the place of work, that follows a noun after one of some prepositions."""
    tree, i = resolver.tree, noun + 1
    last = next(end for first, end in tree.sentences if first <= noun < end)
    if i < last and tree.lower[i] in _ON_THE_WAY:
        i += 1
    if i >= last or tree.lower[i] not in prepositions:
        return None
    for j in range(i + 1, min(last, i + 4)):
        if j in resolver.named:
            return j if resolver.named[j].name not in (resolver.speaker, resolver.other) else None
        fixed = tree.lower[i + 1] in ("the", "our", "my")
        if fixed and tree.lemmas[j] in WORKPLACES and tree.full_deps[j] != "compound" and "in" not in prepositions:
            return j
        if not tree.tags[j].startswith(("DT", "PRP$", "JJ", "NN")):
            return None
    return None


def _called_by(resolver: Resolver, noun: int) -> int | None:
    """Return the name by which a thing is called: "Tallinn" of "our Tallinn flat"."""
    return next((i for i in resolver.tree.having(noun, "compound", "amod") if i in resolver.named), None)


def _from_work(resolver: Resolver, name: int) -> Frame | None:
    """Return the colleague whom the speaker calls "Priya from work" or "Tom from accounting"."""
    tree = resolver.tree
    mention = resolver.named[name]
    if tree.lower[name + 1 : name + 2] != ["from"] or mention.type not in ("person", "other"):
        return None
    if {*tree.lower[name + 2 : name + 3]}.isdisjoint(_DEPARTMENTS) or name + 2 in resolver.named:
        return None
    if mention.name in (resolver.speaker, resolver.other) or not tree.tags[name + 2].startswith("N"):
        return None
    speaker, person = Reference(resolver.speaker, "person"), Reference(mention.name, "person")
    text = f"{person.name} is a colleague of {speaker.name}"
    return Frame(speaker, "has_colleague", object=person, confidence=0.7, plain=True, text=text)


def _here(resolver: Resolver, token: int) -> Frame | None:
    """Return the home of "it's pouring here in Hull"."""
    tree = resolver.tree
    first, last = next(sentence for sentence in tree.sentences if sentence[0] <= token < sentence[1])
    town = resolver.named.get(token + 2)
    if tree.lower[token + 1 : token + 2] != ["in"] or town is None or town.type not in ("location", "other"):
        return None
    if town.name.isupper() or _STAYING.intersection(tree.lower[first:last]):
        return None
    speaker, place = Reference(resolver.speaker, "person"), Reference(town.name, "location")
    return _frame(speaker, "lives_in", place, None, False, f"{speaker.name} lives in {place.name}")


def _anothers(resolver: Resolver, mark: int) -> Frame | None:
    """Return the home of somebody at whose place one is: "at my mum's in Hull", "at Leo's flat in Camden"."""
    tree = resolver.tree
    after = mark + 1 if tree.lemmas[mark + 1 : mark + 2] == ["in"] else mark + 2
    town = resolver.named.get(after + 1)
    if tree.lower[after : after + 1] != ["in"] or town is None or town.type == "organization":
        return None
    if after > mark + 1 and tree.lemmas[mark + 1] not in HOME_NOUNS:
        return None
    person = resolver.resolve(mark - 1)
    if person is None or person.type != "person" or person.plural or person.name == resolver.speaker:
        return None
    text = f"{person.name} lives in {town.name}"
    return _frame(person, "lives_in", Reference(town.name, "location"), None, False, text)


def _is_year(resolver: Resolver, noun: int) -> bool:
    """Whether a noun is "second year", of somebody's studies."""
    tree = resolver.tree
    return tree.lemmas[noun] == "year" and any(tree.lower[i] in _ORDINALS - {"last"} for i in tree.children[noun])


def _is_own_child(resolver: Resolver, noun: int) -> bool:
    """Whether the owner of a childish thing is called by a first name, and nobody else's child is spoken of."""
    tree = resolver.tree
    named = [i for i in tree.having(noun, "nmod:poss") if i in resolver.named]
    person = bool(named) and resolver.named[named[0]].type == "person" and " " not in resolver.named[named[0]].name
    return person and not any(lemma in RELATION_OF_NOUN for lemma in tree.lemmas)


def _at_home(resolver: Resolver, noun: int) -> Frame | None:
    """Return the animal or thing that is named without an article, as one's own are: "hamster escaped last night"."""
    tree = resolver.tree
    pet = RELATION_OF_NOUN.get(tree.lower[noun]) == "has_pet"
    if not (pet or tree.lower[noun] in KEPT) or tree.tags[noun] not in ("NN", "NNP", "JJ"):
        return None
    head = tree.heads[noun]
    acts = tree.full_deps[noun] == "nsubj" and tree.tags[head] in ("VBD", "VBG", "JJ", "RB", "IN")
    acts = acts or (tree.full_deps[noun] == "nsubj" and tree.child(head, "case") is not None)  # "dog's on the sofa"
    first = next(first for first, last in tree.sentences if first <= noun < last)
    beside = any(tree.full_deps[i] not in ("punct", "discourse", "advmod") for i in tree.children[noun])
    fails = tree.lemmas[head] in _FAILING
    if not (acts or (fails and not pet)) or beside or noun != first or (tree.negated(head) and not fails):
        return None
    told = {tree.lemmas[i] for i in (head, *tree.having(head, "xcomp"))}
    if not told.isdisjoint(_LOST) or tree.child(head, "aux:pass") is not None:
        return None
    speaker = Reference(resolver.speaker, "person")
    value = tree.lower[noun]
    text = f"{speaker.name} {'has' if pet else 'owns'} {with_article(value)}"
    return Frame(speaker, "has_pet" if pet else "owns", value=value, confidence=0.6, text=text)


def _cared_for(resolver: Resolver, verb: int) -> Frame | None:
    """Return the child of "dropping Mia at kindergarten" or "put Leo to bed"."""
    tree = resolver.tree
    subject = tree.child(verb, "nsubj")
    if subject is not None and tree.lower[subject] not in FIRST_PERSON:
        return None
    near = {tree.lemmas[i] for i in range(verb, min(len(tree.lower), verb + 7))}
    brought = tree.lemmas[verb] in _BROUGHT and near & _CHILDCARE
    if not brought and not (tree.lemmas[verb] in ("put", "tuck", "get") and "bed" in near):
        return None
    children = [i for i in tree.having(verb, "obj") if i in resolver.named and resolver.named[i].type == "person"]
    if not children or any(lemma in RELATION_OF_NOUN for lemma in tree.lemmas):
        return None
    child = Reference(resolver.named[children[0]].name, "person")
    speaker = Reference(resolver.speaker, "person")
    text = f"{speaker.name} has a child {child.name}"
    return (
        None if child.name == resolver.other else Frame(speaker, "has_child", object=child, confidence=0.6, text=text)
    )
