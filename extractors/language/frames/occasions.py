"""Occasions that are told by naming them: "the theory is on 12 March", "dentist tomorrow", "the wedding was lovely"."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from chronomem.extractors.language.clauses.clause import Clause
from chronomem.extractors.language.clauses.clause_times import MOVED, is_new_date
from chronomem.extractors.language.clauses.phrases import TIME_NOUNS, phrase_text, says_something
from chronomem.extractors.language.clauses.references import FIRST_PERSON, SECOND_POSSESSIVE, Resolver
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.extracted import TimeExpression
from chronomem.extractors.language.frames.ages import age_told
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.frames.fulfilments import INFERRED
from chronomem.extractors.language.lexicon import (
    EVENT_NOUNS,
    HAD,
    HOME_NOUNS,
    JOB_NOUNS,
    KEPT_ANIMALS,
    RELATION_OF_NOUN,
    is_ailment,
)
from chronomem.extractors.language.parsing.syntax import SyntaxTree

OCCASIONS = EVENT_NOUNS - {"group", "council", "drive", "camp", "play", "show", "game", "course", "class"} | {
    "exam", "test", "final", "midterm", "quiz", "viva", "defence", "defense", "interview", "audition", "tryout",
    "appointment", "checkup", "check-up", "scan", "mri", "operation", "surgery", "op", "bypass", "biopsy", "chemo",
    "flight", "trip", "holiday", "vacation", "honeymoon", "cruise", "tour", "getaway", "roadtrip", "hike", "trek",
    "engagement", "christening", "communion", "confirmation", "baptism", "housewarming", "shower", "hen", "stag",
    "prom", "recital", "rehearsal", "performance", "presentation", "hearing", "trial", "induction", "orientation",
    "marathon", "triathlon", "half-marathon", "10k", "5k", "regatta", "derby", "semifinal", "playoff", "practical",
    "brunch", "lunch", "sleepover", "date", "anniversary", "delivery", "vernissage", "opening", "launch",
    "bonspiel", "pilgrimage", "convocation", "matura", "theory", "dentist", "visit",
}  # fmt: skip
"""Nouns of what takes place at a time and is prepared for."""
TREATMENTS = {
    "surgery", "operation", "op", "bypass", "biopsy", "chemo", "scan", "mri", "x-ray", "ultrasound", "endoscopy",
    "colonoscopy", "vaccination", "jab", "injection", "transplant", "transfusion", "caesarean", "c-section", "canal",
    "abortion", "amputation", "haircut",
}  # fmt: skip
UNATTENDED = TREATMENTS | {"ticket", "train"}
"""What somebody has and nobody attends, though it has its time."""
BEFALLING = {
    "accident", "crash", "collision", "stroke", "attack", "seizure", "miscarriage", "stillbirth", "concussion",
    "relapse", "haemorrhage", "hemorrhage", "burglary", "puncture",
}  # fmt: skip
"""What befalls somebody at a time, and is over."""
RACES = {"marathon", "half-marathon", "triathlon", "10k", "5k", "race", "regatta", "parkrun"}
"""What one does, rather than goes to."""
_HOURS = {"evening", "night", "day"}
"""Times that are occasions if a noun tells of what: "parents' evening", "quiz night"."""
_UNDERTAKEN = {
    "job", "role", "position", "post", "contract", "internship", "apprenticeship", "placement", "course", "class",
    "lesson", "term", "semester", "school", "university", "uni", "college", "degree", "phd", "masters", "training",
    "treatment", "therapy", "season", "leave", "lease", "tenancy",
}  # fmt: skip
"""Nouns of what begins at a time and goes on."""
_LASTING = {*RELATION_OF_NOUN, *KEPT_ANIMALS, *HAD, *HOME_NOUNS, *JOB_NOUNS}
"""Nouns of whom and what one has for longer than a day."""
_BEGINS = {"start", "begin", "commence"}
_COMES = _BEGINS | {"be", "come", "happen", "follow", "kick", "take", "leave", "depart"}
_SETTLED = {
    "book",
    "confirm",
    "sort",
    "pay",
    "schedule",
    "reserve",
    "arrange",
    "fix",
    "organise",
    "organize",
    "plan",
    "set",
}
_BOOKED = {
    "ticket",
    "flight",
    "hotel",
    "airbnb",
    "train",
    "ferry",
    "cabin",
    "cottage",
    "hall",
    "venue",
    "table",
    "room",
}
_OLDEST = 110
_LATELY = timedelta(days=4)
_YEARS = {"today", "years", "yrs", "year", "old", "young"}
_OVER = {"over", "done", "finished"}
_BORNE = {
    "great", "good", "amazing", "lovely", "fun", "wonderful", "brilliant", "awesome", "fantastic", "epic", "magic",
    "magical", "beautiful", "unreal", "unforgettable", "paradise", "insane", "incredible", "perfect", "gorgeous",
    "stunning", "heaven", "blast", "dream", "bliss", "mint", "lit", "fire", "long", "exhausting", "boring", "awful",
    "terrible", "horrible", "brutal", "tough", "hard", "fine", "ok", "okay", "emotional", "packed", "crazy", "wild",
    "nuts", "fab", "super", "cool", "nice", "best", "cute", "sweet", "touching", "sad", "moving",
}  # fmt: skip
"""What those who were there say of an occasion."""


def read_occasion(
    resolver: Resolver, clause: Clause, time: TimeExpression | None, said_at: datetime | None
) -> list[Frame]:
    """Return what a clause about an occasion tells of the one whose occasion it is.

    Args:
        time: the time of the clause, read as one to come where its words allow it.
    """
    tree, subject = resolver.tree, clause.subject
    if subject is None or clause.inherited or clause.negated or clause.modality not in ("actual", "planned"):
        return []
    if _is_settled(tree, clause):
        about = _whose(resolver, subject)
        return [] if about is None else [_plan(about, _named(resolver, subject, clause.head))]
    if (called := _called_great(resolver, clause, time, said_at)) is not None:
        return [called]
    begins = tree.lemmas[clause.head] in _BEGINS and tree.lemmas[subject] in _UNDERTAKEN
    day = None if time is None else time.start or time.end
    ahead = said_at is not None and day is not None and day > said_at
    dated = tree.full_deps[subject] == "nsubj:pass" or tree.lemmas[clause.head] == "slip"
    if ahead and dated and _gets_date(resolver, clause.head, subject, time):
        about = _whose(resolver, subject)
        return [] if about is None else _moved(about, _dated(resolver, subject))
    named = subject if begins or is_occasion(resolver, subject) else _occasion_before(resolver, clause, time)
    about = None if named is None else _whose(resolver, named)
    if about is None or named is None:
        return []
    verbal = tree.is_verb(clause.head) and tree.child(clause.head, "cop") is None
    if ahead and (not verbal or tree.lemmas[clause.head] in _COMES | MOVED):
        kind = "" if named == subject else f" {tree.lower[named]}"
        return [_plan(about, f"{_named(resolver, subject, None)}{kind}")]
    if named != subject:
        return []
    own = about.name == resolver.speaker
    if clause.tense == "past" and own and _was_there(tree, clause):
        attended = _attended(resolver, about, subject)
        return [attended, replace(attended, predicate="plans", ended=True, confidence=INFERRED, text="")]
    return []


def read_dated_occasion(resolver: Resolver, clause: Clause, time: TimeExpression | None, coming: bool) -> list[Frame]:
    """Return the plan of who has an occasion with a date to come, or gives it another one.

    "I've got a scan on the 12th", "got tickets for the opera on Friday", "they moved my exam to June".

    Args:
        coming: whether the time of the clause is one to come.
    """
    tree, head, about = resolver.tree, clause.head, clause.reference
    moved = next((i for i in (head, *tree.having(head, "xcomp")) if tree.lemmas[i] in MOVED), None)
    noun = tree.child(head if moved is None else moved, "obj")
    if noun is None or clause.negated or clause.modality != "actual" or not (coming or _is_at(tree, head, noun)):
        return []
    if moved is not None:
        whose = _whose(resolver, noun)
        dated = is_occasion(resolver, noun) or _gets_date(resolver, head, noun, time)
        place = about is not None and _is_place(resolver, noun)
        return _moved(whose, _dated(resolver, noun)) if whose is not None and (dated or place) else []
    had = tree.lower[head] in ("have", "has", "'ve", "ve", "get", "got")
    if not had or about is None or not (is_occasion(resolver, noun) or _is_scheduled(tree, head, noun, time)):
        return []
    return [_plan(about, _named(resolver, noun, head))]


def _moved(whose: Reference, plan: str) -> list[Frame]:
    """Return a plan with its new date, and the end of the old one, of which it may speak in other words."""
    new = _plan(whose, plan)
    return [new, replace(new, ended=True, confidence=INFERRED, text="")]


def _is_at(tree: SyntaxTree, verb: int, noun: int) -> bool:
    """Whether who has something has it at an hour, of whatever day: "I've got the dentist at 12"."""
    having = tree.lower[verb] == "got" and any(tree.lemmas[i] == "have" for i in tree.having(verb, "aux"))
    present = having or tree.tags[verb] in ("VBP", "VBZ")
    hours = (i for i in (*tree.having(verb, "obl"), *tree.having(noun, "nmod")) if tree.tags[i] == "CD" and i > noun)
    return present and any(tree.lower[j] == "at" for i in hours for j in tree.having(i, "case"))


def _gets_date(resolver: Resolver, verb: int, noun: int, time: TimeExpression | None) -> bool:
    """Whether something gets another date, whatever it is: "the viewing was moved to Friday"."""
    tree, known = resolver.tree, resolver.named.get(noun)
    named = tree.tags[noun].startswith("N") and (known is None or known.type != "person")
    return named and not _is_kept(tree, noun) and time is not None and is_new_date(tree, verb, time)


def _is_kept(tree: SyntaxTree, noun: int) -> bool:
    """Whether a noun names what one has for longer than a day: a relative, an animal, a job, a home, an illness."""
    return tree.lemmas[noun] in _LASTING or is_ailment(tree.lemmas[noun])


def _dated(resolver: Resolver, noun: int) -> str:
    """Return the plan of which something that gets another date tells: "go to Porto" of "we moved Porto to June"."""
    place = phrase_text(resolver, noun)
    return f"go to {place}" if _is_place(resolver, noun) else _named(resolver, noun, None)


def _is_scheduled(tree: SyntaxTree, verb: int, noun: int, time: TimeExpression | None) -> bool:
    """Whether who has something on a day is due for it: "I have a haircut on Thursday", but not "a dog on Friday"."""
    got = tree.lemmas[verb] == "get" and not any(tree.lemmas[i] == "have" for i in tree.having(verb, "aux"))
    if time is None or time.grain not in ("day", "hour", "minute") or got:
        return False
    articles = {tree.lower[i] for i in tree.having(noun, "det", "nmod:poss")} - {"a", "an"}
    return (
        tree.tags[noun].startswith("NN")
        and not articles
        and not _is_kept(tree, noun)
        and time.start_char > tree.starts[noun]
    )


def read_named_occasions(resolver: Resolver, sentence: tuple[int, int], *, ahead: bool) -> Iterator[tuple[int, Frame]]:
    """Yield the plan that a sentence without a clause names with its time: "driving test thursday", "flights booked".

    Args:
        sentence: its tokens.
        ahead: whether a time in it is still to come.
    """
    tree = resolver.tree
    roots = [i for i in range(*sentence) if tree.heads[i] == i or tree.heads[i] not in range(*sentence)]
    words = [i for i in range(*sentence) if tree.words[i][0].isalnum()]
    if not roots or len(words) > 14 or {"?", "no"} & {*tree.lower[sentence[0] : sentence[1]]}:
        return
    loose = [i for i in roots if not is_occasion(resolver, i) and tree.tags[i].startswith("N")]
    roots += [
        i for root in loose for i in tree.having(root, "compound", "nmod") if is_occasion(resolver, i) and i < root
    ]
    for root in roots:
        settled = tree.lemmas[root] in _SETTLED and tree.tags[root] in ("VBN", "VBD") and root in words[1:]
        noun = tree.child(root, "nsubj", "nsubj:pass", "obj", "compound") if settled else root
        if noun is None or noun > root or not tree.tags[noun].startswith("N"):
            continue
        if (settled or ahead) and is_occasion(resolver, noun) and (about := _whose(resolver, noun)) is not None:
            yield noun, _plan(about, _named(resolver, noun, None))
            return


def read_birthday_today(resolver: Resolver, sentence: tuple[int, int]) -> Iterator[tuple[int, Frame]]:
    """Yield the age that somebody reaches today: "Fifty today!", "33 years today"."""
    tree = resolver.tree
    words = [i for i in range(*sentence) if tree.words[i][0].isalnum()]
    if len(words) > 4 or "today" not in tree.lower[sentence[0] : sentence[1]] or tree.words[sentence[1] - 1] == "?":
        return
    for i in words:
        if (
            tree.tags[i] == "CD"
            and 0 < int(age_told(tree, i) or 0) < _OLDEST
            and set(tree.lower[i + 1 : words[-1] + 1]) <= _YEARS
        ):
            about = Reference(resolver.speaker, "person")
            age = age_told(tree, i)
            yield i, Frame(about, "has_age", value=age, confidence=0.75, begins=True, text=f"{about.name} is {age}")


def verbless_part(resolver: Resolver, sentence: tuple[int, int]) -> tuple[int, int] | None:
    """Return the part before the first comma of a sentence, or after the last one, if it has no verb.

    "Dentist tomorrow, wish me luck"; "can't come, exam on the 24th", where the sentence names nobody else.
    """
    tree, (first, last) = resolver.tree, sentence
    commas = [i for i in range(first, last) if tree.words[i] == ","]
    if not commas:
        return None
    opening, closing = (first, commas[0]), (commas[-1] + 1, last)
    if commas[0] > first and not _has_verb(tree, opening) and all(tree.heads[i] < commas[0] for i in range(*opening)):
        return opening
    others = any(
        i in resolver.named or (tree.full_deps[i].startswith("nsubj") and tree.lower[i] not in FIRST_PERSON)
        for i in range(first, commas[-1])
    )
    return None if others or closing[0] == last or _has_verb(tree, closing) else closing


def _has_verb(tree: SyntaxTree, part: tuple[int, int]) -> bool:
    return any(tree.is_verb(i) or tree.tags[i] == "MD" or tree.full_deps[i] == "cop" for i in range(*part))


def is_occasion(resolver: Resolver, noun: int) -> bool:
    """Whether a noun, or the name that it ends, is that of an occasion."""
    tree = resolver.tree
    lemma = tree.lemmas[noun]
    if lemma in _HOURS:
        near = [i for i in tree.having(noun, "compound", "nmod:poss") if tree.lemmas[i] not in TIME_NOUNS]
        return any(tree.tags[i].startswith("N") for i in near)
    if lemma in ("ticket", "train"):
        return any(tree.lower[j] in ("to", "for") for i in tree.having(noun, "nmod", "obl") for j in tree.children[i])
    return lemma in OCCASIONS or tree.lower[noun] in OCCASIONS


def _occasion_before(resolver: Resolver, clause: Clause, time: TimeExpression | None) -> int | None:
    """Return the occasion of the clause before: "my chemistry exam is on 16 May and maths is on 23 May"."""
    tree, head = resolver.tree, clause.head
    dated = time is not None and time.start_char <= tree.starts[head] < time.end_char
    first = tree.child(tree.heads[head], "nsubj") if dated and tree.full_deps[head] in ("conj", "parataxis") else None
    bare = clause.subject is not None and not tree.having(clause.subject, "det", "nmod:poss")
    if first is None or not bare or clause.subject in resolver.named or not tree.having(first, "compound"):
        return None
    return first if is_occasion(resolver, first) else None


def _is_place(resolver: Resolver, noun: int) -> bool:
    return noun in resolver.named and resolver.named[noun].type == "location"


def _called_great(
    resolver: Resolver, clause: Clause, time: TimeExpression | None, said_at: datetime | None
) -> Frame | None:
    """Return that the speaker was at what has a name and was great on a day not long ago: "Coldplay was amazing"."""
    mention = None if clause.subject is None else resolver.named.get(clause.subject)
    if mention is None or mention.type not in ("organization", "other", "event", "work") or said_at is None:
        return None
    day = None if time is None or time.grain not in ("day", "part_of_day") else time.start
    lately = day is not None and timedelta(0) <= said_at - day <= _LATELY
    if clause.tense != "past" or not lately or not _was_there(resolver.tree, clause):
        return None
    speaker = Reference(resolver.speaker, "person")
    text = f"{speaker.name} was at {mention.name}"
    return Frame(speaker, "attended", object=Reference(mention.name, "event"), confidence=0.65, plain=True, text=text)


def _whose(resolver: Resolver, noun: int) -> Reference | None:
    """Return the one who has the occasion ahead: its possessor if it has one, or else the speaker."""
    tree = resolver.tree
    owners = [] if tree.lemmas[noun] in _HOURS else tree.having(noun, "nmod:poss", "det:poss")
    if any(tree.lower[i] in SECOND_POSSESSIVE for i in owners):
        return None
    owner = resolver.speaker if tree.lemmas[noun] == "funeral" else resolver.possessor(noun)
    if owner is None:
        return None if owners else Reference(resolver.speaker, "person", confidence=0.75)
    return Reference(owner, "person", confidence=0.8)


def _is_settled(tree: SyntaxTree, clause: Clause) -> bool:
    """Whether the clause is "the hall is booked", "tickets are paid for"; not "was booked by them"."""
    head, subject = clause.head, clause.subject
    if tree.lemmas[head] not in _SETTLED or subject is None or not tree.tags[subject].startswith("NN"):
        return False
    borne = tree.child(head, "aux:pass", "cop", "aux") is not None
    bare = not borne and tree.tags[head] in ("VBN", "VBD") and tree.lemmas[subject] in OCCASIONS | _BOOKED
    passive = borne and tree.tags[head] in ("VBN", "VBD", "JJ") and clause.tense == "present"
    return (passive or bare) and tree.child(head, "obl:agent", "obj") is None


def _was_there(tree: SyntaxTree, clause: Clause) -> bool:
    """Whether the clause judges the occasion as those do who were there: "the wedding was lovely", "… went well"."""
    head = clause.head
    if tree.child(head, "cop") is not None:
        return tree.lemmas[head] in _BORNE or tree.lower[head] in _BORNE
    went = tree.lemmas[head] == "go" and any(
        tree.lower[i] in ("well", "great", "fine", "ok", "badly", "good") for i in tree.children[head]
    )
    return went or (tree.lemmas[head] == "get" and bool(_OVER & {tree.lower[i] for i in tree.children[head]}))


def _attended(resolver: Resolver, about: Reference, noun: int) -> Frame:
    value = _named(resolver, noun, None)
    return Frame(about, "attended", value=value, confidence=0.65, plain=True, text=f"{about.name} attended {value}")


def _plan(about: Reference, value: str) -> Frame:
    return Frame(
        about, "plans", value=value, confidence=0.7, modality="planned", plain=True, text=f"{about.name} plans {value}"
    )


def _named(resolver: Resolver, noun: int, verb: int | None) -> str:
    """Return the name of an occasion, with what it is for: "hall for Dad's 80th" of "the hall is booked for …"."""
    tree = resolver.tree
    value = phrase_text(resolver, noun, alone=True)
    if tree.lemmas[noun] != "funeral":  # of which others think
        for owner in tree.having(noun, "nmod:poss"):
            if owner in resolver.named or tree.lemmas[owner] in RELATION_OF_NOUN:
                value = value.removeprefix(f"{tree.words[owner]}'s ")  # it is they who have it ahead
    near = [*tree.having(noun, "nmod", "appos"), *(tree.having(verb, "obl", "nmod") if verb is not None else ())]
    for i in near:
        case = next((tree.lower[j] for j in tree.having(i, "case")), "")
        text = phrase_text(resolver, i, alone=True)
        if case in ("for", "to", "in", "with", "at") and says_something(text) and text not in value:
            if tree.lower[i] in FIRST_PERSON:
                continue
            return f"{value} {case} {text}"
    return value
