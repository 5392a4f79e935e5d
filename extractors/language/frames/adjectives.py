"""Adjectives of people and things: "allergic to nuts", "so proud of you", "determined to learn Dutch"."""

from collections.abc import Iterator

from chronomem.extractors.language.clauses.clause import Clause
from chronomem.extractors.language.clauses.phrases import complements, phrase_text, thing_meant
from chronomem.extractors.language.clauses.references import Resolver
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.extracted import Modality
from chronomem.extractors.language.frames.ages import age_of
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.frames.verb_phrases import says_little, verb_phrase
from chronomem.extractors.language.lexicon import FEELINGS, RELATION_OF_NOUN, demonyms
from chronomem.extractors.language.parsing.syntax import SyntaxTree

STATUS = {"single", "married", "divorced", "engaged", "widowed", "separated", "unmarried"}
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
_FURRED = {
    "cat": "cats", "kitten": "cats", "kitty": "cats", "dog": "dogs", "puppy": "dogs", "pup": "dogs",
    "rabbit": "rabbits", "bunny": "rabbits", "horse": "horses", "pony": "horses", "hamster": "hamsters",
}  # fmt: skip
"""Animals that people are allergic to."""
_FEARFUL = {"afraid", "scared", "terrified", "frightened"}


def read_adjective(
    resolver: Resolver, clause: Clause, about: Reference, timed: set[int], *, passing: bool
) -> Iterator[Frame]:
    """Yield what an adjective tells of somebody or something.

    Args:
        timed: tokens that belong to time expressions.
        passing: whether a time tells that it holds for that time alone.
    """
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
    value = quality(resolver, head, timed)
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
        of_what = tree.lower[head + 1 : head + 2] == ["to"]
        if (
            not tree.having(head, "obl", "xcomp")
            and not of_what
            and not shared
            and len(meant_animal) == 1
            and not clause.ended
        ):
            yield Frame(about, "allergic_to", value=meant_animal.pop(), confidence=0.65)  # "a cat?" "I'm allergic"
        for i in tree.having(head, "obl", "xcomp") or shared:
            for thing in (i, *(j for j in tree.having(i, "conj") if tree.tags[j].startswith("N"))):
                not_that = thing != i and tree.negated(thing)  # "nuts, not eggs"
                meant = thing_meant(resolver.tree, thing) if tree.tags[thing] == "PRP" else thing
                if meant is not None:
                    value = phrase_text(resolver, meant, alone=True)
                    yield Frame(about, "allergic_to", value=value, negated=not_that)
        return
    if word in _FEARFUL and (feared := _feared(tree, head)):
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


def _feared(tree: SyntaxTree, head: int) -> list[int]:
    """Return what somebody is afraid of: a thing, or something done: "afraid of flying"."""
    things = [i for i in tree.having(head, "obl") if tree.tags[i].startswith("N")]
    deeds = (i for i in tree.having(head, "advcl", "obl", "xcomp") if tree.tags[i] == "VBG")
    return things or [i for i in deeds if any(tree.lower[j] == "of" for j in tree.children[i])]


def quality(resolver: Resolver, head: int, timed: set[int]) -> str:
    """Return an adjective with its complements: "proud of Ann", "allergic to nuts"."""
    text = phrase_text(resolver, head, timed=timed, alone=resolver.tree.lower[head] in LASTING)
    text = text.removeprefix("both ").removeprefix("all ")  # "Mia and Josh are both vegan"
    if len(text.split()) > 1 or resolver.tree.having(head, "conj"):
        return text
    rest = complements(resolver, head, set(), timed)
    return f"{text} {rest}".strip()


def _place_in(resolver: Resolver, head: int) -> Reference | None:
    """Return the town of "back in Rome", but not of "back in Rome for two weeks"."""
    tree = resolver.tree
    cases = [(i, tree.lower[j]) for i in tree.having(head, "obl") for j in tree.having(i, "case")]
    if any(case in ("for", "until", "till") for _, case in cases):
        return None
    found = (resolver.resolve(i) for i, case in cases if case == "in")
    return next((place for place in found if place is not None and place.type == "location"), None)


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
