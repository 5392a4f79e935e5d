"""Clauses with "to be": "I'm a nurse", "she's allergic to nuts", "my favorite book is Dune", "so proud of you"."""

from collections.abc import Iterator
from dataclasses import replace

from chronomem.extractors.language.clauses.clause import Clause
from chronomem.extractors.language.clauses.phrases import complements, phrase_text, says_something, thing_meant
from chronomem.extractors.language.clauses.references import FIRST_PERSON, FIRST_POSSESSIVE, Resolver
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.clauses.relation_nouns import UNITS, YEARS, is_in_law
from chronomem.extractors.language.clauses.subjectless import PRACTICES
from chronomem.extractors.language.extracted import Modality, TimeExpression
from chronomem.extractors.language.frames.ages import age_of, age_told, ages_told
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.frames.occupations import (
    FIELDS,
    is_homemaker,
    is_occupation,
    is_part,
    occupation_text,
)
from chronomem.extractors.language.frames.stays import former_workplace, is_lasting, is_since, long_with, workplace
from chronomem.extractors.language.frames.verb_phrases import says_little, verb_phrase
from chronomem.extractors.language.lexicon import (
    COLLECTIVES,
    EVENT_NOUNS,
    FEELINGS,
    RELATION_OF_NOUN,
    SCHOOL_NOUNS,
    demonyms,
    is_ailment,
)
from chronomem.extractors.language.parsing.syntax import SyntaxTree

STATUS = {"single", "married", "divorced", "engaged", "widowed", "separated", "unmarried"}
_GROUPS = COLLECTIVES - {"family", "fam", "company", "firm", "class"} | {
    "club", "choir", "orchestra", "ensemble", "troupe", "society", "association", "union", "league", "squad", "gang",
    "guild", "fraternity", "sorority", "congregation", "committee", "board", "council", "network", "duo", "trio",
    "quartet", "party", "cooperative", "collective", "movement", "church", "community",
}  # fmt: skip
"""Nouns of groups which people belong to."""
_ORIGINS = {"town", "village", "city", "farm", "island", "countryside", "suburb", "country", "south", "north", "east",
            "west", "midwest", "coast"}  # fmt: skip
_FURRED = {
    "cat": "cats", "kitten": "cats", "kitty": "cats", "dog": "dogs", "puppy": "dogs", "pup": "dogs",
    "rabbit": "rabbits", "bunny": "rabbits", "horse": "horses", "pony": "horses", "hamster": "hamsters",
}  # fmt: skip
"""Animals that people are allergic to."""
_FEARFUL = {"afraid", "scared", "terrified", "frightened"}
_ORDINALS = {"first", "second", "third", "fourth", "fifth", "sixth", "final", "last"}
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
_ADJECTIVES_TOO = {"executive", "representative", "principal", "associate", "critic"}
"""Occupations that without an article may be adjectives."""
LASTING = {
    "vegan", "vegetarian", "pescatarian", "veggie", "gluten-free", "teetotal", "sober", "halal", "kosher",
    "diabetic", "asthmatic", "autistic", "dyslexic", "epileptic", "anaemic", "anemic", "coeliac", "celiac", "blind",
    "deaf", "colorblind", "colourblind", "disabled", "intolerant", "bipolar", "retired", "unemployed", "employed",
    "self-employed", "freelance", "bilingual", "trilingual", "multilingual", "fluent", "gay", "lesbian", "bi",
    "bisexual", "straight", "trans", "transgender", "nonbinary", "non-binary", "queer", "asexual", "tall", "short",
    "bald", "blond", "blonde", "ginger", "left-handed", "right-handed", "religious", "catholic", "christian", "muslim",
    "jewish", "hindu", "buddhist", "sikh", "atheist", "agnostic", "introverted", "extroverted", "shy", "outgoing",
    "adopted", "vaccinated", "qualified", "certified", "homeless", "orphaned", "polyamorous", "monogamous",
    "childfree", "childless", "athletic", "quiet", "clumsy", "messy", "organised", "organized", "competitive",
    "ambitious", "adventurous", "creative", "artistic", "musical", "superstitious", "homeschooled", "tattooed",
    "overweight", "slim", "skinny", "muscular", "wealthy", "famous", "hispanic", "spiritual", "hardworking",
}  # fmt: skip
"""Adjectives that tell what somebody is like for long, rather than how they are today."""


_INTENT: dict[str, tuple[str, Modality]] = {
    **dict.fromkeys(("off", "determined", "set", "due"), ("plans", "planned")),
    **dict.fromkeys(("keen", "eager", "desperate", "tempted", "itching", "dying"), ("wants", "desired")),
    "excited": ("looks_forward_to", "desired"),
}
"""Adjectives with which a verb tells what somebody will do, or would like to: "determined to learn Dutch"."""
_SCHOOLS = ("school", "uni", "university", "college", "study", "nursery")
_SCHOOL_YEARS = {"year", "grade", "form"}
"""What pupils and students are in: "second year at Durham", "grade 4 at Marlowe"."""


def read_copula(
    resolver: Resolver, clause: Clause, about: Reference, timed: set[int], time: TimeExpression | None = None
) -> Iterator[Frame]:
    """Yield the frames of a clause whose head is an adjective, a noun or a prepositional phrase.

    Args:
        timed: tokens that belong to time expressions.
        time: the time expression of the clause.
    """
    tree, head = resolver.tree, clause.head
    tag = tree.tags[head]
    if clause.kind == "thanks":
        yield from _thanks(resolver, clause, about)
        return
    if clause.kind == "feeling":
        yield Frame(about, "feels", value=_quality(resolver, head, timed), confidence=0.7)
        return
    case = tree.child(head, "case")
    if case is not None and tree.lower[case] == "with" and (partner := long_with(resolver, clause, time)) is not None:
        yield Frame(about, "has_partner", object=partner, confidence=0.7)
    elif case is not None and not tree.is_verb(head):
        place = former_workplace(resolver, clause, about) or workplace(resolver, clause, about, time)
        if place is not None:
            yield place
            return
        yield from _in_a_place(resolver, about, head, timed, tree.lower[case], is_lasting(clause, time))
    elif tag.startswith(("JJ", "VB", "RB")) and not _names_occupation(resolver, head):
        yield from _adjective(resolver, clause, about, timed, passing=time is not None and not is_since(time))
    elif (
        head not in timed
        and (age := age_told(tree, head))
        and about.type in ("person", "other")
        and not clause.negated
        and tag != "CD"
    ):
        described = tree.child(head, "det", "amod") is not None  # "the talented one"
        if not described and not _is_of_those(resolver, about, head):
            yield Frame(about, "has_age", value=age, confidence=0.7)
    elif tag == "CD":
        alone = all(
            tree.deps[i] in ("nsubj", "cop", "punct", "advmod", "cc", "conj", "discourse")
            or i in timed
            or tree.child(i, "nsubj") is not None
            for i in tree.children[head]
        )
        alone = alone and not _is_of_those(resolver, about, head)
        if (
            alone
            and head not in timed
            and (age := age_told(tree, head))
            and "down" not in tree.lower
            and not _counts_us(tree, head)
        ):
            ages = ages_told(tree, head) if about.plural else [age]
            value = " and ".join(filter(None, (", ".join(ages[:-1]), ages[-1])))  # "my kids are 2, 4 and 7"
            yield Frame(about, "has_age", value=value, confidence=0.7)
    elif tag.startswith(("N", "JJ")):
        yield from _noun(resolver, about, head, timed)


def _is_company(entity: Reference) -> bool:
    """Whether a name after "in" is that of an employer: "he's in SBI"."""
    return entity.type == "organization" or (entity.type == "other" and entity.name.isupper() and len(entity.name) > 1)


def _counts_us(tree: SyntaxTree, head: int) -> bool:
    """Whether a number tells how many people "we" are: "we're 4 now", but not "we're both 40"."""
    told = {tree.lower[i] for i in tree.children[head]}
    return "we" in told and not told & {"both", "all"}


def _thanks(resolver: Resolver, clause: Clause, about: Reference) -> Iterator[Frame]:
    """Yield the reason for which a person is thanked."""
    tree = resolver.tree
    for i in tree.having(clause.head, "nmod", "obl", "advcl", "acl"):
        if any(tree.lower[j] == "for" for j in tree.having(i, "case", "mark")):
            value = phrase_text(resolver, i, whole=True)
            if says_something(value) and (" " in value or tree.tags[i] != "VBG"):  # not "thanks for asking"
                text = f"{about.name} appreciates {value}"
                yield Frame(about, "appreciates", value=value, text=text, confidence=0.6)


def _quality(resolver: Resolver, head: int, timed: set[int]) -> str:
    """Return an adjective with its complements: "proud of Ann", "allergic to nuts"."""
    text = phrase_text(resolver, head, timed=timed, alone=resolver.tree.lower[head] in LASTING)
    text = text.removeprefix("both ").removeprefix("all ")  # "Mia and Josh are both vegan"
    if len(text.split()) > 1 or resolver.tree.having(head, "conj"):
        return text
    rest = complements(resolver, head, set(), timed)
    return f"{text} {rest}".strip()


def _is_of_those(resolver: Resolver, about: Reference, head: int) -> bool:
    """Whether a speaker is one of those who are spoken of, not one year old: "a joke about vets, I'm one"."""
    return resolver.tree.lower[head] == "one" and about.name == resolver.speaker


def _in_a_place(
    resolver: Resolver, about: Reference, head: int, timed: set[int], preposition: str, lasting: bool
) -> Iterator[Frame]:
    """Yield predicates with a preposition: "I'm from Sweden", "she's into jazz", "we're in Rome".

    A person who has been in a town, or at a company, for some time lives or works there.
    """
    entity = resolver.resolve(head)
    if (entity is not None and entity.name == about.name) or preposition == "off":  # phrases tell who is off to a place
        return
    if preposition == "into" and resolver.tree.child(head, "nmod:unmarked") is not None:
        return  # "three months into a new job"
    if preposition == "in" and any(resolver.tree.lower[i] == "charge" for i in resolver.tree.having(head, "case")):
        yield Frame(about, "is_in_charge_of", object=entity, value=phrase_text(resolver, head), confidence=0.75)
        return
    if preposition == "in" and resolver.tree.lemmas[head] in _SCHOOL_YEARS:
        school, studied = _school_of_year(resolver, head), list(_subject_of_year(resolver, about, head))
        if school is not None:
            yield Frame(about, "studies_at", object=resolver.resolve(school), value=phrase_text(resolver, school))
        if school is not None or studied:
            yield from studied
            return
    noun = resolver.tree.lemmas[head]
    if preposition in ("in", "at") and about.type == "person" and noun in SCHOOL_NOUNS | {"grade"} and entity is None:
        told = [
            i for i in resolver.tree.children[head] if i < head and resolver.tree.full_deps[i] in ("amod", "compound")
        ]
        if noun != "school" or told:
            yield Frame(about, "studies_at", value=phrase_text(resolver, head, timed=timed, alone=True), confidence=0.7)
            return
    if preposition in ("in", "on") and about.type == "person" and (noun in _GROUPS or noun in FIELDS):
        fixed = any(resolver.tree.lower[i] in ("a", "an", "the", "my", "our") for i in resolver.tree.children[head])
        if noun in _GROUPS and (fixed or _is_told_apart(resolver, head)):
            yield _membership(resolver, about, head)
            return
        if noun in FIELDS and (not fixed or noun in ("army", "navy", "military")):
            yield Frame(about, "works_in", value=phrase_text(resolver, head), confidence=0.7)
            return
    lower = resolver.tree.lower
    now = lower[head + 1 : head + 2] == ["now"] or any(lower[i] == "now" for i in resolver.tree.children[head])
    if (lasting or (now and preposition == "at")) and entity is not None and about.type == "person":
        if lasting and preposition in ("in", "at") and entity.type == "location":
            yield Frame(about, "lives_in", object=entity, confidence=0.7)
            return
        if preposition in ("at", "with") and entity.type in ("organization", "other"):
            yield Frame(about, "works_at", object=replace(entity, type="organization"), confidence=0.7)
            return
    if preposition == "in" and entity is not None and _is_company(entity) and about.type == "person":
        yield Frame(about, "works_at", object=entity, confidence=0.6)
        return
    if preposition == "at" and entity is not None and about.type == "person" and resolver.asked_of(*_SCHOOLS):
        yield Frame(about, "studies_at", object=replace(entity, type="organization"), confidence=0.65)
        return  # "which schools are your kids at?" "Hannah is at Greenfield"
    moving = {"live", "move"} & set(resolver.tree.lemmas)  # "I used to live in Rome, now I'm in Bonn"
    asked = resolver.talked_of("live") and about.type == "person" and not resolver.talked_of("visit", "trip", "holiday")
    if ((now and moving) or asked) and preposition == "in" and entity is not None and entity.type == "location":
        yield Frame(about, "lives_in", object=entity, confidence=0.65)
        return
    if (
        preposition == "to"
        and entity is None
        and {"down", "up"} & {resolver.tree.lower[i] for i in resolver.tree.children[head]}
    ):
        return  # "I'm down to three days a week"
    besides = {*resolver.tree.having(head, "advmod"), *_beside(resolver.tree, head)}
    value = phrase_text(resolver, head, timed=timed | besides)
    predicate = {"from": "is_from", "into": "likes", "about": "likes", "with": "is_with", "to": "visited"}.get(
        preposition, f"is_{preposition}"
    )
    copula = resolver.tree.child(head, "cop")
    if predicate == "is_at" and about.type == "person" and copula is not None and lower[copula] in ("was", "were"):
        predicate = "attended" if noun in EVENT_NOUNS else "visited" if noun in PRACTICES else predicate
    if predicate == "is_from" and entity is None and resolver.tree.tags[head] not in ("NNP", "NNPS"):
        predicate = "is_from" if noun in _ORIGINS else "comes_from"
    yield Frame(about, predicate, object=entity, value=value, confidence=0.75)


def _beside(tree: SyntaxTree, place: int) -> list[int]:
    """Return what is no part of a place, but goes with being there: "in hospital with pneumonia"."""
    after = (i for i in tree.having(place, "nmod", "obl") if i > place)
    return [i for i in after if any(tree.lower[j] == "with" for j in tree.having(i, "case"))]


def _names_occupation(resolver: Resolver, head: int) -> bool:
    """Whether the head is a noun tagged as an adjective: "a paramedic", or "electrician" without the article."""
    tree = resolver.tree
    told = tree.child(head, "det") is not None or tree.lower[head] not in _ADJECTIVES_TOO
    return is_occupation(tree.lemmas[head]) and told


def _school_of_year(resolver: Resolver, year: int) -> int | None:
    """Return the school of "in my second year at Durham"."""
    tree = resolver.tree
    counted = any(tree.tags[i] == "CD" for i in tree.children[year])
    if not counted and not any(tree.lower[i] in _ORDINALS for i in tree.children[year]):
        return None
    near = (i for i in tree.subtree(year) if i > year and tree.full_deps[i] in ("nmod", "obl"))
    at = (i for i in near if any(tree.lower[j] in ("at", "of") for j in tree.having(i, "case")))
    return next((i for i in at if i in resolver.named or tree.lemmas[i] in SCHOOL_NOUNS), None)


def _subject_of_year(resolver: Resolver, about: Reference, year: int) -> Iterator[Frame]:
    """Yield the subject of study: "in my second year at Durham, doing history"."""
    tree = resolver.tree
    for i in tree.having(year, "nmod"):
        of = any(tree.lower[j] == "of" for j in tree.having(i, "case"))
        if of and i not in resolver.named and tree.lemmas[i] not in SCHOOL_NOUNS:
            yield Frame(about, "studies", value=phrase_text(resolver, i, alone=True), confidence=0.75)
    for i in tree.having(year, "advcl", "acl"):
        thing = tree.child(i, "obj")
        if thing is not None and tree.lower[i] in ("doing", "studying", "reading"):
            yield Frame(about, "studies", value=phrase_text(resolver, thing), confidence=0.75)


def _place_in(resolver: Resolver, head: int) -> Reference | None:
    """Return the town of "back in Rome", but not of "back in Rome for two weeks"."""
    tree = resolver.tree
    cases = [(i, tree.lower[j]) for i in tree.having(head, "obl") for j in tree.having(i, "case")]
    if any(case in ("for", "until", "till") for _, case in cases):
        return None
    found = (resolver.resolve(i) for i, case in cases if case == "in")
    return next((place for place in found if place is not None and place.type == "location"), None)


def _adjective(resolver: Resolver, clause: Clause, about: Reference, timed: set[int], passing: bool) -> Iterator[Frame]:
    tree, head = resolver.tree, clause.head
    word = tree.lower[head]
    if tree.lower[head - 1 : head] == ["-"] and head > 1:
        whole = f"{tree.lower[head - 2]}-{word}"  # "left-handed"
        word = whole if whole in LASTING else word
    if word == "back" and clause.tense == "present" and (home := _place_in(resolver, head)) is not None and not passing:
        yield Frame(about, "lives_in", object=home, confidence=0.6)
        return
    action = tree.child(head, "xcomp", "advcl", "ccomp") if word in _INTENT else None
    if action is not None and tree.tags[action] == "VB" and (clause.tense == "present" or word == "due"):
        predicate, modality = _INTENT[word]
        if clause.tense == "present" and not clause.negated and not says_little(resolver, action):
            yield Frame(about, predicate, value=verb_phrase(resolver, action), confidence=0.75, modality=modality)
        return
    able = tree.child(head, "xcomp") if word == "able" else None
    if able is not None and tree.tags[able] == "VB":
        if clause.tense == "present" and not says_little(resolver, able):  # "I was able to come" tells no skill
            value = verb_phrase(resolver, able, timeless=True)
            yield Frame(about, "can", value=value, confidence=0.75, modality="able")
        return
    value = _quality(resolver, head, timed)
    if word in ("together", "official", "exclusive") and (frame := _couple(resolver, clause, about)) is not None:
        yield frame
        return
    adverbs = {tree.lower[i] for i in tree.children[head]}
    if word == "single" and adverbs & {"again", "now"}:
        yield Frame(about, "has_partner", value="partner", ended=True, confidence=0.75)
    if word == "unemployed":
        yield Frame(about, "works_at", value="job", ended=True, confidence=0.75)
    if word == "allergic":
        shared = [i for i in tree.having(tree.heads[head], "obl") if i > head]  # "asthmatic and allergic to cats"
        meant_animal = {kind for noun, kind in _FURRED.items() if resolver.talked_of(noun)}
        if not tree.having(head, "obl", "xcomp") and not shared and len(meant_animal) == 1 and not clause.ended:
            yield Frame(about, "allergic_to", value=meant_animal.pop(), confidence=0.65)  # "a cat?" "I'm allergic"
        for i in tree.having(head, "obl", "xcomp") or shared:
            for thing in (i, *(j for j in tree.having(i, "conj") if tree.tags[j].startswith("N"))):
                not_that = thing != i and tree.negated(thing)  # "nuts, not eggs"
                meant = thing_meant(resolver.tree, thing) if tree.tags[thing] == "PRP" else thing
                if meant is not None:
                    value = phrase_text(resolver, meant, alone=True)
                    yield Frame(about, "allergic_to", value=value, negated=not_that)
        return
    if word in _FEARFUL and (feared := [i for i in tree.having(head, "obl") if tree.tags[i].startswith("N")]):
        for i in (feared[0], *tree.having(feared[0], "conj")):
            yield Frame(about, "is", value=f"afraid of {phrase_text(resolver, i, alone=True)}", confidence=0.7)
        return
    if word == "fluent":
        for i in tree.having(head, "obl"):
            for language in (i, *tree.having(i, "conj")):
                yield Frame(about, "speaks", value=phrase_text(resolver, language, alone=True), confidence=0.8)
        return
    if word == "old" and (age := age_of(tree, head, value)):
        yield Frame(about, "has_age", value=age)
    elif word in STATUS:
        yield Frame(about, "has_status", value=value)
    elif word == "pregnant":
        return  # a phrase tells whom they expect
    elif word in LASTING or word in demonyms() or tree.words[head][0].isupper() or about.type != "person":
        yield Frame(about, "is", value=value, confidence=0.75)
    elif (not clause.dropped and tree.tags[head] != "RB") or word in FEELINGS:  # "she's over from Lagos" feels nothing
        yield Frame(about, "feels", value=value, confidence=0.8)


def _couple(resolver: Resolver, clause: Clause, about: Reference) -> Frame | None:
    """Return the frame of a couple that is together, or no longer: "Carl and I are back together"."""
    tree = resolver.tree
    beside = [i for i in tree.having(clause.head, "obl") if any(tree.lower[j] == "with" for j in tree.children[i])]
    named = (resolver.resolve(i) for i in (*resolver.joined_subjects(clause.head), *beside))
    partner = next((e for e in named if e is not None and e.type == "person" and e.name != about.name), None)
    if clause.ended or (partner is not None and clause.tense == "present"):
        stage = RELATION_OF_NOUN.get("" if partner is None else partner.noun or "")  # "my husband and I are together"
        predicate = stage if stage in ("married_to", "engaged_to") else "has_partner"
        return Frame(about, predicate, object=partner, value="partner", ended=clause.ended, confidence=0.75)
    return None


def _noun(resolver: Resolver, about: Reference, head: int, timed: set[int]) -> Iterator[Frame]:
    tree = resolver.tree
    noun = tree.lemmas[head]
    if (
        noun in _NOBODY
        and about.name == resolver.speaker
        and "the" in (tree.lower[i] for i in tree.having(head, "det"))
    ):
        return
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
        yield Frame(Reference(owner, "person"), relation, object=about)
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
        yield Frame(about, "works_as", value=occupation_text(resolver, head), confidence=0.75)
        yield from _employers(resolver, about, head)
    elif named is not None and named.type == "person" and about.name == resolver.speaker and tree.tags[head] == "NNP":
        if not tree.having(head, "aux"):  # "I'll be Susanna in Figaro"
            yield Frame(about, "has_name", value=named.name, confidence=0.75)
    elif noun == "child" and any(tree.lower[i] == "only" for i in tree.children[head]):
        yield Frame(about, "has_sibling", value="siblings", negated=True, text=f"{about.name} has no siblings")
    elif noun == "friend" and tree.tags[head] == "NNS" and (friend := _befriended(tree, head)) is not None:
        yield Frame(about, "has_friend", object=resolver.resolve(friend), value=phrase_text(resolver, friend))
    elif noun == "major" and (subject := " ".join(tree.words[i] for i in tree.having(head, "compound", "amod"))):
        yield Frame(about, "studies", value=subject, confidence=0.75)
    elif noun in ("member", "part") and (group := _group_of(resolver, head)) is not None:
        yield _membership(resolver, about, group)
    elif noun in LASTING and tree.child(head, "det") is None:
        yield Frame(about, "is", value=noun, confidence=0.75)
    elif (tree.lower[head].endswith("ing") or noun == "home") and tree.child(head, "det", "nmod:poss") is None:
        return  # "I've been busy painting", "Dad's home"
    elif noun not in _JUDGED and not _PRAISE & {tree.lower[i] for i in tree.children[head]}:
        entity = resolver.resolve(head) if resolver.named.get(head) is not None else None
        yield Frame(about, "is_a", object=entity, value=value, confidence=0.7)


_OF_SPEAKER = {
    "friend", "colleague", "coworker", "workmate", "classmate", "flatmate", "roommate", "housemate", "neighbour",
    "neighbor", "schoolmate",
}  # fmt: skip
"""What somebody is to the speaker if nobody else is named: "Rhys is just a friend"."""


def _is_speakers(resolver: Resolver, about: Reference, head: int) -> bool:
    """Whether somebody with a name is "a friend", and it isn't told of whom."""
    tree = resolver.tree
    one = tree.tags[head] == "NN" and any(tree.lower[i] in ("a", "an") for i in tree.having(head, "det"))
    others = tree.child(head, "nmod", "obl", "nmod:poss", "acl", "acl:relcl", "case") is not None
    known = about.type in ("person", "other") and not about.plural and about.owner in (None, resolver.speaker)
    return one and known and not others and about.name not in (resolver.speaker, resolver.other)


def _befriended(tree: SyntaxTree, friends: int) -> int | None:
    """Return whom somebody is friends with."""
    with_ = (i for i in tree.having(friends, "nmod", "obl") if any(tree.lower[j] == "with" for j in tree.children[i]))
    return next((i for i in with_ if not tree.tags[i].startswith("PRP")), None)


def _group_of(resolver: Resolver, head: int) -> int | None:
    """Return the group in "a member of the chess club" and "a member of the Riverside gym", but not "of the public"."""
    tree = resolver.tree
    of = [i for i in tree.having(head, "nmod") if any(tree.lower[j] == "of" for j in tree.having(i, "case"))]
    joined = tree.lemmas[head] == "member" and of and tree.tags[of[0]].startswith("N")
    if joined and tree.lemmas[of[0]] not in _OF_ALL | RELATION_OF_NOUN.keys():
        return of[0]
    return next((i for i in of if is_group(resolver, i)), None)


_OF_ALL = {"family", "household", "public", "society", "race", "species", "community", "generation", "minority"}
"""What everybody is a member of, or nobody joins."""
_EXAMINED = {"doctor", "doc", "gp", "physio", "dentist", "dermatologist", "hospital", "clinic", "scan", "test",
             "result"}  # fmt: skip
"""Words of a turn that tells how an examination went: "back from the physio: it's tendinitis"."""


def read_diagnosis(resolver: Resolver, clause: Clause) -> Iterator[Frame]:
    """Yield the illness that "it" is, of the speaker if the turn tells of nobody else: "got my results, it's lupus"."""
    tree, head = resolver.tree, clause.head
    it = clause.subject is not None and tree.lower[clause.subject] in ("it", "that")
    stated = clause.kind == "statement" and clause.modality == "actual" and clause.tense == "present"
    if not it or not stated or clause.negated or not is_ailment(tree.lemmas[head]) or tree.child(head, "cop") is None:
        return
    persons = [m for m in resolver.named.values() if m.type == "person" and m.name != resolver.speaker]
    others = {*RELATION_OF_NOUN, "he", "she", "they", "him", "her", "them", "his", "their", "your", "you"}
    own = any(word in FIRST_PERSON | FIRST_POSSESSIVE for word in tree.lower) or resolver.talked_of(*_EXAMINED)
    if own and not persons and others.isdisjoint((*tree.lower, *tree.lemmas)):
        value = phrase_text(resolver, head, alone=True)
        yield Frame(Reference(resolver.speaker, "person"), "has", value=value, confidence=0.7)


def is_group(resolver: Resolver, head: int) -> bool:
    """Whether a noun or name is that of a group which people belong to."""
    mention = resolver.named.get(head)
    return resolver.tree.lemmas[head] in _GROUPS or (mention is not None and mention.type == "organization")


def _is_told_apart(resolver: Resolver, group: int) -> bool:
    """Whether a group is told apart without an article: "in Rue's band", "in three bands", "in quiz club"."""
    tree = resolver.tree
    owners = any(i in resolver.named for i in tree.having(group, "nmod:poss"))
    return owners or tree.child(group, "nummod") is not None or tree.child(group, "compound") is not None


def _membership(resolver: Resolver, about: Reference, group: int) -> Frame:
    value = phrase_text(resolver, group, timed={*_beside(resolver.tree, group)})
    return Frame(about, "member_of", object=resolver.resolve(group), value=value, confidence=0.75)


def _employers(resolver: Resolver, about: Reference, noun: int) -> Iterator[Frame]:
    """Yield the employer in "a nurse at the General Hospital"."""
    tree = resolver.tree
    for i in tree.having(noun, "nmod", "obl"):
        if any(tree.lower[j] in ("at", "for") for j in tree.having(i, "case")) and i in resolver.named:
            yield _employer(resolver, about, i)


def _employer(resolver: Resolver, about: Reference, place: int) -> Frame:
    entity = resolver.resolve(place)
    if entity is None:
        return Frame(about, "works_at", value=phrase_text(resolver, place), confidence=0.75)
    kind = "organization" if entity.type == "other" else entity.type
    return Frame(about, "works_at", object=Reference(entity.name, kind), confidence=0.85)
