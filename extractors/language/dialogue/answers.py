"""Answers put into the gaps of questions: "where do you live?" "pune" is "I live in Pune"."""

from collections.abc import Sequence
from dataclasses import replace

from chronomem.extractors.language.dialogue.answer_parts import (
    DOES,
    LONGEST,
    OF_TIME,
    SEASONS,
    counted,
    done_by,
    fits,
    is_person,
    says_i,
    tells_time,
)
from chronomem.extractors.language.dialogue.contrasts import ALIKE
from chronomem.extractors.language.dialogue.measures import length_told, measure_told, year_of_birth
from chronomem.extractors.language.dialogue.open_question import OpenQuestion
from chronomem.extractors.language.dialogue.plans_asked import planned
from chronomem.extractors.language.dialogue.polar_answers import answered_polar, other_subject
from chronomem.extractors.language.dialogue.replies import Filled, Part, TurnReply, set_right
from chronomem.extractors.language.dialogue.wording import as_name, digits, finite
from chronomem.extractors.language.dialogue.words import MONTHS, WEEKDAYS, Token, is_noun
from chronomem.extractors.language.lexicon import FEMALE, MALE, demonyms, first_names, occupations, places
from chronomem.graph_schema.facts.sentences import with_article

_BEFORE_PLACE = {
    **dict.fromkeys(("live", "stay", "base", "bear", "grow", "raise", "settle", "park", "bring"), "in"),
    **dict.fromkeys(("go", "move", "travel", "fly", "head", "relocate"), "to"),
    **dict.fromkeys(("come",), "from"),
}
_AGENTS = ("er", "or", "ist", "ian", "eer", "man", "woman", "ant", "nurse", "chef", "clerk")
_UNEMPLOYED = {"retired", "unemployed", "redundant", "student", "homemaker", "housewife", "jobless"}
_SCHOOLS = {"university", "uni", "college"}
_UNITS = {"month", "week", "day", "year"}
_UNRESOLVED = {"it", "that", "this", "them", "one", "those"}
_COUNTED_UP = {"at", "on", "up", "down", "to", "by", "now"}
_LONGEST_NAME = 3


def answer(question: OpenQuestion, reply: TurnReply) -> Filled | None:
    """Return the statements that a reply makes by answering a question; None if it doesn't answer."""
    if (named := _named_kin(question, reply)) is not None:
        return named
    if question.negative and reply.agrees and reply.spoken[0].tag != "PRP":
        return None  # "you didn't buy it, did you?" "yes"
    if question.kind == "polar":
        return answered_polar(question, reply)
    if question.kind == "whose":
        return _whose(question, reply)
    if reply.agrees is False and question.kind not in ("count", "doer"):
        return _of_another(question, reply)
    if any(word.lower in _UNRESOLVED for word in question.rest):
        return None
    parts = set_right([part for part in reply.parts if not part.asks])
    if question.kind == "doer" and ([word.lower for word in reply.spoken[:1]] == ["i"] or (parts and says_i(parts[0]))):
        return [done_by(question, "I")], parts[:1]
    if question.kind == "doer":
        parts = [_presented(part) for part in parts if part.words[0].lower != "not"]  # "not me! Rosalind"
        if len(parts) > 1 and parts[0].words[-1].lower == "one" and parts[1].words[0].tag.startswith("NNP"):
            parts = parts[1:]  # "the younger one, Runa"
    if parts and question.kind in ("where", "what", "who"):
        parts = [parts[0].shown, *parts[1:]]
    if parts and (plan := planned(question, parts[0])) is not None:
        return [plan], parts[:1]
    if not parts or not parts[0].nominal or len(parts[0].words) > LONGEST:
        return None
    fill = {
        "where": _where, "what": _what, "who": _who, "when": _when, "age": _age, "count": _count, "length": length_told,
        "measure": measure_told, "job": _job, "doer": _doer,
    }[question.kind]  # fmt: skip
    return fill(question, parts)


def _of_another(question: OpenQuestion, reply: TurnReply) -> Filled | None:
    """Return what a question takes for granted as said of whom it holds for: "I haven't! My brother Tom has"."""
    part = next((part for part in reply.parts if not part.asks), None)
    echoed = question.subject == "I" and reply.spoken and reply.spoken[0].lower == "i"
    if part is None or not echoed or part.words[-1].lower not in ALIKE.get(question.auxiliary, ()):
        return None
    subject = other_subject(part)
    return None if subject is None else ([question.denies(), question.about(subject).states()], [part])


def _named_kin(question: OpenQuestion, reply: TurnReply) -> Filled | None:
    """Return "my daughter Rose is six" for "Rose is six" after "how old is your daughter?"."""
    my, _, noun = question.subject.partition(" ")
    part = next((part for part in reply.parts if part.clausal and not part.asks), None)
    if my != "my" or part is None or not is_person(noun) or part.words[0].tag != "NNP" or len(part.words) < 3:
        return None
    if any(is_person(word.lemma) for before in reply.parts[: reply.parts.index(part)] for word in before.words):
        return None  # "my cousin, not my brother. Adam has the baby"
    if not part.words[1].tag.startswith(("V", "MD")):
        return None
    gender = first_names().get(part.words[0].text, "x")
    if gender != "x" and noun in (FEMALE if gender == "m" else MALE):
        return None
    return [f"{question.subject} {part.text}"], [part]


def _where(question: OpenQuestion, parts: Sequence[Part]) -> Filled | None:
    first = parts[0]
    if any(word.tag.startswith("V") and word.tag != "VBG" for word in first.words[:1]) or not _names(first):
        return None
    used = [first, *_following(parts)]
    text = first.text if first.attached else f"{_preposition(question, first)} {_as_place(first)}".strip()
    return [question.states(text, tail=_tail(used[1:]))], used


def _tail(parts: Sequence[Part]) -> str:
    return " ".join(part.text if tells_time(part) else f", {part.text}" for part in parts)


def _preposition(question: OpenQuestion, part: Part) -> str:
    """Return the preposition before a place that is named without one."""
    verb = next((word.lemma for word in question.rest if word.tag.startswith("V")), "")
    if question.rest and question.rest[-1].tag in ("IN", "TO", "RP"):
        return ""
    if verb in _BEFORE_PLACE:
        return _BEFORE_PLACE[verb]
    return "in" if as_name(part.text) in places() else "at"


def _as_place(part: Part) -> str:
    return part.text if part.words[0].tag in ("DT", "PRP$") else as_name(part.text)


def _names(part: Part) -> bool:
    return any(is_noun(word) or word.tag in ("CD", "FW") for word in part.words) or len(part.words) == 1


def _following(parts: Sequence[Part]) -> list[Part]:
    """Return the parts that add to the first one: ", near the station", ", since september"."""
    added: list[Part] = []
    for part in parts[1:]:
        if part.clausal or part.asks or not (part.attached or tells_time(part)) or part.sentence != parts[0].sentence:
            break
        added.append(part)
    return added


def _what(question: OpenQuestion, parts: Sequence[Part]) -> Filled | None:
    first = parts[0]
    naming = question.subject.endswith(("name", "names")) or any(w.lemma in ("call", "name") for w in question.rest)
    text = first.text
    if first.words[0].lower == "used":
        return None  # "used to play cello" is whole
    told = (is_noun(word) or word.tag in ("CD", "VBG", "FW") or word.lower in demonyms() for word in first.words)
    verbless = not any(told)
    if verbless and not naming:
        return None
    attending = [word.lemma for word in question.rest[:1]] in (["go"], ["attend"])
    if question.noun in _SCHOOLS and attending and not first.attached:  # "which university does she go to?" "Leiden"
        return [f"{question.subject} {finite('study', 'does', question.subject)} at {first.named}"], [first]
    singular = first.words[0].tag in ("NN", "JJ") and first.words[-1].tag.startswith("NN")
    used = [first]
    if question.noun == "year" and (born := year_of_birth(question, first)):
        return [born], used
    if naming:
        text = as_name(text)
    elif len(listed := _listed(parts)) > 1:
        used, text = listed, ", ".join([first.text, *(_item(part) for part in listed[1:])])
    elif question.noun and (singular or (not question.rest and first.words[0].tag == "NNP")):
        text = with_article(text)
    return [question.states(text)], used


def _listed(parts: Sequence[Part]) -> list[Part]:
    """Return the parts of a list that ends with "and": "a cello, a fiddle and a drum"."""
    for number, part in enumerate(parts):
        if part.sentence != parts[0].sentence or not fits(part):
            break
        if number and (part.added or any(word.lower in ("and", "&") for word in part.words)):
            return list(parts[: number + 1])
    return list(parts[:1])


def _item(part: Part) -> str:
    """Return an item of a list as it is written, without where it comes from: "Danish from my mother"."""
    tail = next((n for n, word in enumerate(part.words) if n and word.lower in ("from", "with", "since")), None)
    return " ".join(word.text for word in part.words[:tail])


def _who(question: OpenQuestion, parts: Sequence[Part]) -> Filled | None:
    first = parts[0]
    if first.attached:
        return None
    return [question.states(first.named)], [first]


def _presented(part: Part) -> Part:
    """Return "Celia" of "that would be Celia", and "my neighbour" of "my neighbour does"."""
    if part.shown is not part:
        return part.shown
    lower = [word.lower for word in part.words]
    if len(lower) > 1 and lower[-1] in DOES and lower[0] not in ("i", "that", "it"):
        return replace(part, words=part.words[:-1], clausal=False)
    return part


def _whose(question: OpenQuestion, reply: TurnReply) -> Filled | None:
    """Read "it's my sister's" after "whose dog is that?" or "is that your dog?"; "yes" answers the second."""
    part = next((part for part in reply.parts if not part.asks), None)
    named = () if part is None else part.shown.words
    if part is None or not named or named[-1].text not in ("'s", "'") or len(named) > _LONGEST_NAME + 1:
        return ([f"I have {with_article(question.noun)}"], []) if reply.agrees else None
    owner = replace(part, words=named[:-1])
    return [f"{owner.named} has {with_article(question.noun)}"], [part]


def _doer(question: OpenQuestion, parts: Sequence[Part]) -> Filled | None:
    first = parts[0]
    names = [word for word in first.words if word.lower != "and"]
    if len(first.words) == 3 and len(names) == 2 and all(word.tag.startswith("NNP") for word in names):
        return [done_by(question, word.text) for word in names], [first]  # "Tom and Eva"
    if first.attached or len(first.words) > _LONGEST_NAME or any(word.lower in ("and", "or") for word in first.words):
        return None
    me = first.words[0].lower in ("me", "i", "myself", "moi")
    return [done_by(question, "I" if me else first.named)], [first]


def _when(question: OpenQuestion, parts: Sequence[Part]) -> Filled | None:
    first = parts[0]
    lower = {word.lower for word in first.words}
    counted = any(c.isdecimal() for c in first.text)
    if not (lower & (MONTHS | WEEKDAYS | SEASONS | OF_TIME) or counted or "ago" in lower):
        return None
    text = first.text
    if not first.attached and first.words[0].lower not in OF_TIME and "ago" not in lower:
        on = bool(lower & WEEKDAYS) or (counted and bool(lower & MONTHS) and not _is_year(first))
        text = f"{'on' if on or (not lower & (MONTHS | SEASONS) and not _is_year(first)) else 'in'} {text}"
    return [question.states(text)], [first]


def _is_year(part: Part) -> bool:
    """Whether the only number is a year."""
    numbers = [word.text for word in part.words if any(c.isdecimal() for c in word.text)]
    return len(numbers) == 1 and len(numbers[0]) == 4 and numbers[0].isdecimal()


def _age(question: OpenQuestion, parts: Sequence[Part]) -> Filled | None:
    first = parts[0]
    number = digits(first.text)
    if number is None or question.subject in ("they", "we"):
        return None
    if sum(word.tag == "CD" for word in first.words) > 1 and any(word.lower == "and" for word in first.words):
        return [f"{question.subject} are {first.text}"], [first]  # "my kids" "4 and 7"
    unit = next((word.lemma for word in first.words if word.lemma in _UNITS), "year")
    coming = any(word.lower in MONTHS | SEASONS | {"tomorrow", "next", "soon"} for word in first.words[1:])
    if coming:
        verb = finite("turn", "does", question.subject)
        return [f"{question.subject} {verb} {first.text}"], [first]
    be = "am" if question.subject == "I" else "is"
    return [f"{question.subject} {be} {number} {unit}s old"], [first]


def _count(question: OpenQuestion, parts: Sequence[Part]) -> Filled | None:
    first = parts[0]
    if all(word.lower in _COUNTED_UP for word in question.rest) and question.auxiliary in ("are", "is", "'re", "'s"):
        have = Token("have", "have", "VB", "have", 0)  # "how many plants are you at now?"
        question = replace(question, auxiliary="do" if question.subject == "I" else "does", rest=(have,), slot=(1, 1))
    stranded = bool(question.rest) and question.rest[-1].tag == "IN"
    if first.words[-1].lower == "one" and all(word.lower in ("just", "only", "the", "one") for word in first.words):
        first = replace(first, words=(first.words[-1]._replace(tag="CD"),))  # "just the one"
        question = replace(question, noun=question.noun.removesuffix("s"))
    if stranded or (digits(first.text) is None and first.words[0].lower not in ("a", "an", "one")):
        return None
    return [question.states(counted(first, question.noun.removeprefix("many "), parts))], list(parts[:1])


def _job(question: OpenQuestion, parts: Sequence[Part]) -> Filled | None:
    first = parts[0]
    used = [first, *(part for part in _following(parts))]
    text = " ".join(part.text for part in used)
    former = question.auxiliary == "did"
    work = finite("work", "did" if former else "does", question.subject)
    be = "was" if former else "am" if question.subject == "I" else "is"
    if first.attached:
        return [f"{question.subject} {work} {text}"], used
    if first.words[0].tag == "VBG" and len(first.words) > 1:
        return [f"{question.subject} {be} {text}"], used
    if any(word.lower in _UNEMPLOYED for word in first.words):
        noun = first.words[-1].tag == "NN" and first.words[0].tag not in ("DT", "JJ")
        return [f"{question.subject} {be} {with_article(text) if noun else text}"], used
    head = _head(first)
    if head is None:
        return None
    if head.tag == "NNP" and head.lemma not in occupations() and not _is_agent(head.lemma):
        return [f"{question.subject} {work} at {text}"], used
    if first.words[0].tag in ("DT", "PRP$") or _is_agent(head.lemma):
        named = text if first.words[0].tag in ("DT", "PRP$") else with_article(text)
        return [f"{question.subject} {work} as {named}"], used
    return [f"{question.subject} {work} in {text}"], used


def _head(part: Part) -> Token | None:
    """Return the last noun before a preposition."""
    head = None
    for word in part.words:
        if word.tag == "IN" and head is not None:
            break
        if is_noun(word):
            head = word
    return head


def _is_agent(lemma: str) -> bool:
    return lemma in occupations() or lemma.endswith(_AGENTS)
