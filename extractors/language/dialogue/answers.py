"""Answers put into the gaps of questions: "where do you live?" "pune" is "I live in Pune"."""

from collections.abc import Sequence
from dataclasses import replace

from chronomem.extractors.language.dialogue.measures import length_told, measure_told, year_of_birth
from chronomem.extractors.language.dialogue.questions import OpenQuestion
from chronomem.extractors.language.dialogue.replies import Filled, Part, TurnReply, set_right
from chronomem.extractors.language.dialogue.wording import (
    agreeing,
    answered_words,
    as_name,
    digits,
    finite,
    with_article,
)
from chronomem.extractors.language.dialogue.words import (
    AUXILIARIES,
    MONTHS,
    WEEKDAYS,
    Token,
    is_indefinite,
    is_noun,
    last_phrase,
    without_fillers,
)
from chronomem.extractors.language.lexicon import FEMALE, MALE, RELATION_OF_NOUN, first_names, occupations, places

_BEFORE_PLACE = {
    **dict.fromkeys(("live", "stay", "base", "bear", "grow", "raise", "settle", "park", "bring"), "in"),
    **dict.fromkeys(("go", "move", "travel", "fly", "head", "relocate"), "to"),
    **dict.fromkeys(("come",), "from"),
}
_AGENTS = ("er", "or", "ist", "ian", "eer", "man", "woman", "ant", "nurse", "chef", "clerk")
_UNEMPLOYED = {"retired", "unemployed", "redundant", "student", "homemaker", "housewife", "jobless"}
_UNITS = {"month", "week", "day", "year"}
_OF_TIME = {"since", "for", "until", "till", "last", "next", "this", "yesterday", "today", "tomorrow", "tonight"}
_SEASONS = {"spring", "summer", "autumn", "fall", "winter", "week", "month", "year", "weekend"}
_UNRESOLVED = {"it", "that", "this", "them", "one", "those"}
_LEAVING = {"leave", "quit", "resign"}
_DOES = {"does", "do", "is", "are", "has", "have", "can"}
_COUNTED_UP = {"at", "on", "up", "down", "to", "by", "now"}
_PRESENTING = {
    "that 's",
    "that is",
    "it 's",
    "it is",
    "that was",
    "it was",
    "that would be",
    "that 'd be",
    "that must be",
}
_LONGEST = 12
"""In words; a longer part tells a story rather than answer."""
_LONGEST_NAME = 3


def answer(question: OpenQuestion, reply: TurnReply) -> Filled | None:
    """Return the statements that a reply makes by answering a question; None if it doesn't answer."""
    if (named := _named_kin(question, reply)) is not None:
        return named
    if question.negative and reply.agrees and reply.spoken[0].tag != "PRP":
        return None  # "you didn't buy it, did you?" "yes"
    if question.kind == "polar":
        return _polar(question, reply)
    if question.kind == "whose":
        return _whose(question, reply)
    if reply.agrees is False and question.kind not in ("count", "doer"):
        return None
    if any(word.lower in _UNRESOLVED for word in question.rest):
        return None
    parts = set_right([part for part in reply.parts if not part.asks])
    if question.kind == "doer" and (
        [word.lower for word in reply.spoken[:1]] == ["i"] or (parts and _says_i(parts[0]))
    ):
        return [_done_by(question, "I")], parts[:1]
    if question.kind == "doer":
        parts = [_presented(part) for part in parts if part.words[0].lower != "not"]  # "not me! Rosalind"
    if not parts or not parts[0].nominal or len(parts[0].words) > _LONGEST:
        return None
    fill = {
        "where": _where, "what": _what, "who": _who, "when": _when, "age": _age, "count": _count, "length": length_told,
        "measure": measure_told, "job": _job, "doer": _doer,
    }[question.kind]  # fmt: skip
    return fill(question, parts)


def _named_kin(question: OpenQuestion, reply: TurnReply) -> Filled | None:
    """Return "my daughter Rose is six" for "Rose is six" after "how old is your daughter?"."""
    my, _, noun = question.subject.partition(" ")
    part = next((part for part in reply.parts if part.clausal and not part.asks), None)
    if my != "my" or part is None or not _is_person(noun) or part.words[0].tag != "NNP" or len(part.words) < 3:
        return None
    if any(_is_person(word.lemma) for before in reply.parts[: reply.parts.index(part)] for word in before.words):
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
    return " ".join(part.text if _tells_time(part) else f", {part.text}" for part in parts)


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
        if part.clausal or part.asks or not (part.attached or _tells_time(part)) or part.sentence != parts[0].sentence:
            break
        added.append(part)
    return added


def _tells_time(part: Part) -> bool:
    words = {word.lower for word in part.words}
    first = part.words[0].lower
    return (
        first in _OF_TIME
        or words == {"one", "day"}
        or (bool(words & (MONTHS | WEEKDAYS | _SEASONS)) and len(words) <= 4)
    )


def _what(question: OpenQuestion, parts: Sequence[Part]) -> Filled | None:
    first = parts[0]
    naming = question.subject.endswith(("name", "names")) or any(w.lemma in ("call", "name") for w in question.rest)
    text = first.text
    if first.words[0].lower == "used":
        return None  # "used to play cello" is whole
    verbless = not any(is_noun(word) or word.tag in ("CD", "VBG", "FW") for word in first.words)
    if verbless and not naming:
        return None
    singular = first.words[0].tag in ("NN", "JJ") and first.words[-1].tag.startswith("NN")
    used = [first]
    if question.noun == "year" and (born := year_of_birth(question, first)):
        return [born], used
    if naming:
        text = as_name(text)
    elif len(listed := _listed(parts)) > 1:
        used, text = listed, ", ".join(part.text for part in listed)
    elif question.noun and (singular or (not question.rest and first.words[0].tag == "NNP")):
        text = with_article(text)
    return [question.states(text)], used


def _listed(parts: Sequence[Part]) -> list[Part]:
    """Return the parts of a list that ends with "and": "a cello, a fiddle and a drum"."""
    for number, part in enumerate(parts):
        if part.sentence != parts[0].sentence or not _fits(part):
            break
        if number and any(word.lower in ("and", "&") for word in part.words):
            return list(parts[: number + 1])
    return list(parts[:1])


def _who(question: OpenQuestion, parts: Sequence[Part]) -> Filled | None:
    first = parts[0]
    if first.attached:
        return None
    return [question.states(first.named)], [first]


def _presented(part: Part) -> Part:
    """Return "Celia" of "that would be Celia", and "my neighbour" of "my neighbour does"."""
    lower = [word.lower for word in part.words]
    size = next((n for n in (3, 2) if " ".join(lower[:n]) in _PRESENTING), 0)
    if size and size < len(lower):
        return replace(part, words=part.words[size:], clausal=False)
    if len(lower) > 1 and lower[-1] in _DOES and lower[0] not in ("i", "that", "it"):
        return replace(part, words=part.words[:-1], clausal=False)
    return part


def _whose(question: OpenQuestion, reply: TurnReply) -> Filled | None:
    """Read "my sister's" after "whose dog is that?" or "is that your dog?"; "yes" answers the second."""
    part = next((part for part in reply.parts if not part.asks), None)
    if part is None or part.words[-1].text not in ("'s", "'") or len(part.words) > _LONGEST_NAME + 1:
        return ([f"I have {with_article(question.noun)}"], []) if reply.agrees else None
    owner = replace(part, words=part.words[:-1])
    return [f"{owner.named} has {with_article(question.noun)}"], [part]


def _says_i(part: Part) -> bool:
    """Whether a part is "I do" or "I am"."""
    return len(part.words) == 2 and part.words[0].lower == "i" and part.words[1].lower in AUXILIARIES


def _doer(question: OpenQuestion, parts: Sequence[Part]) -> Filled | None:
    first = parts[0]
    if first.attached or len(first.words) > _LONGEST_NAME or any(word.lower in ("and", "or") for word in first.words):
        return None
    me = first.words[0].lower in ("me", "i", "myself", "moi")
    return [_done_by(question, "I" if me else first.named)], [first]


def _done_by(question: OpenQuestion, name: str) -> str:
    asked = question.about(name)
    verb = asked.rest[0]
    if name == "I" and not question.auxiliary and verb.tag == "VBZ":
        asked = replace(asked, rest=(verb._replace(text=verb.lemma), *asked.rest[1:]))
    return asked.states()


def _when(question: OpenQuestion, parts: Sequence[Part]) -> Filled | None:
    first = parts[0]
    lower = {word.lower for word in first.words}
    counted = any(c.isdecimal() for c in first.text)
    if not (lower & (MONTHS | WEEKDAYS | _SEASONS | _OF_TIME) or counted or "ago" in lower):
        return None
    text = first.text
    if not first.attached and first.words[0].lower not in _OF_TIME and "ago" not in lower:
        on = bool(lower & WEEKDAYS) or (counted and bool(lower & MONTHS) and not _is_year(first))
        text = f"{'on' if on or (not lower & (MONTHS | _SEASONS) and not _is_year(first)) else 'in'} {text}"
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
    unit = next((word.lemma for word in first.words if word.lemma in _UNITS), "year")
    coming = any(word.lower in MONTHS | _SEASONS | {"tomorrow", "next", "soon"} for word in first.words[1:])
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
    if stranded or (digits(first.text) is None and first.words[0].lower not in ("a", "an", "one")):
        return None
    return [question.states(_counted(first, question.noun.removeprefix("many "), parts))], [first]


def _counted(part: Part, noun: str, parts: Sequence[Part]) -> str:
    """Return "two kids, Tamsin and Jude" for "two, Tamsin and Jude"."""
    text = part.text if any(is_noun(word) for word in part.words) else f"{part.text} {noun}"
    named = [p for p in parts[1:2] if not p.clausal and all(_is_listed(word) for word in p.words)]
    return f"{text}, {_as_names(named[0])}" if named else text


def _is_listed(word: Token) -> bool:
    return is_noun(word) or word.lower in ("and", "&") or word.tag == "FW"


def _as_names(part: Part) -> str:
    return part.text if any(c.isupper() for c in part.text) else as_name(part.text)


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


def _employed(question: OpenQuestion) -> OpenQuestion:
    """Return "do you work at Vodafone" for "are you still at Vodafone", "are you together" for "still with Tom"."""
    words = question.rest
    employer = question.still and len(words) > 1 and words[0].lower in ("at", "with") and words[1].tag == "NNP"
    if not employer or question.auxiliary not in ("are", "is", "'re", "'s") or words[-1].tag == "POS":
        return question
    at, rest = words[0].at, words[1:]
    if words[0].lower == "with" and words[1].text in first_names():
        return replace(question, rest=(Token("together", "together", "RB", "together", at), *words))
    work = (Token("work", "work", "VB", "work", at), Token("for", "for", "IN", "for", at))
    auxiliary = "do" if question.auxiliary in ("are", "'re") else "does"
    return replace(question, auxiliary=auxiliary, rest=(*work, *rest))


def _polar(question: OpenQuestion, reply: TurnReply) -> Filled | None:
    question = _employed(question)
    parts = [part for part in reply.parts if not part.asks]
    first = parts[0] if parts else None
    if reply.yet:
        return _not_yet(question, first)
    if reply.agrees is None:
        return _unmarked(question, parts)
    statements: list[str] = []
    used: list[Part] = []
    slot = _slot(question)
    if reply.agrees:
        if first is not None and (recounted := _recounted(question, first)) is not None:
            return [recounted], [first]  # "so you moved in 2020" "2021, but yes"
        if slot is not None and slot[1] and first is not None and _fits(first):
            return [_put(question, parts)], list(parts[:1])
        added = [part for part in parts[:1] if _extends(part)]
        arrived = question.now and not added and question.rest[0].lower == "at"  # "so you're at Lumora now?" "yep"
        statements.append(question.states(tail="now" if arrived else " ".join(part.text for part in added)))
        used += added
        return statements, used
    if not question.hearsay or question.subject != "I":
        statements.append(question.denies())
    if first is not None:
        more, taken = _instead(question, parts)
        statements += more
        used += taken
    return statements, used


def _not_yet(question: OpenQuestion, part: Part | None) -> Filled | None:
    """Read "not yet, next month" as a plan."""
    if part is None or not _tells_time(part) or question.auxiliary not in ("did", "have", "has", "do"):
        return None
    base = replace(question, auxiliary="will")
    first = base.rest[0]
    base = replace(base, rest=(first._replace(text=first.lemma, lower=first.lemma), *base.rest[1:]))
    return [base.states(tail=part.text)], [part]


def _slot(question: OpenQuestion) -> tuple[tuple[int, int], bool] | None:
    """Return the range of the last noun phrase in the words of a question, and whether it names nothing definite."""
    found = last_phrase(question.rest)
    if found is None:
        return None
    start, end = found
    if start > 1 and question.rest[start - 1].lower in ("or", "and") and is_noun(question.rest[start - 2]):
        first = last_phrase(question.rest[: start - 1])
        found = (first[0] if first is not None else start, end)  # "pets or children"
    return found, is_indefinite(question.rest[found[0] : found[1]])


def _fits(part: Part) -> bool:
    return part.nominal and not part.attached and not _tells_time(part) and not _is_verbal(part)


def _is_verbal(part: Part) -> bool:
    return part.words[0].tag in ("VBD", "VBN", "VBG", "VBP", "VB", "MD")


def _extends(part: Part) -> bool:
    return (part.attached or _tells_time(part)) and not part.clausal and len(part.words) <= _LONGEST


def _put(question: OpenQuestion, parts: Sequence[Part]) -> str:
    """Return the statement with the answer in place of "any pets"."""
    slot = _slot(question)
    assert slot is not None
    (start, end), _ = slot
    noun = question.rest[end - 1]
    verb = question.rest[0].lemma
    text = _counted(parts[0], noun.lower, parts) if digits(parts[0].text) else parts[0].text
    if not any(word.tag.startswith("CD") for word in parts[0].words) and len(parts) > 1:
        text = _counted(parts[0], "", parts)
    if noun.lemma == "allergy" and verb == "have":
        be = "am" if question.subject == "I" else "is"
        return f"{question.subject} {be} allergic to {text}"
    return replace(question, slot=(start, end)).states(text)


def _unmarked(question: OpenQuestion, parts: Sequence[Part]) -> Filled | None:
    """Read an answer without yes or no: "any allergies?" "penicillin"; "Spotify or Klarna?" "klarna"."""
    if question.told and parts and (recounted := _recounted(question, parts[0])) is not None:
        return [recounted], list(parts[:1])
    if question.told and not question.hearsay and parts and parts[0].attached and _tells_time(parts[0]):
        return [question.states(tail=parts[0].text)], list(parts[:1])  # "you're moving?" "in October"
    if question.told or not parts or not _fits(parts[0]) or len(parts[0].words) > _LONGEST:
        return None
    siblings = any(word.lemma in ("sibling", "brother", "sister") for word in question.rest)
    if siblings and parts[0].words[-1].lower == "child":
        return [f"{question.subject} {'am' if question.subject == 'I' else 'is'} an only child"], list(parts[:1])
    chosen = _chosen(question, parts[0])
    if question.auxiliary in ("are", "is", "'s", "'re") and _repeats(question, parts[0]):
        return [f"{question.subject} {'am' if question.subject == 'I' else 'is'} {parts[0].text}"], list(parts[:1])
    if chosen is not None:
        return [chosen], list(parts[:1])
    slot = _slot(question)
    if slot is None or not slot[1]:
        return None
    used = list(parts[:2]) if _names_follow(parts) else list(parts[:1])
    also = [part for part in parts[len(used) : 3] if question.rest[0].lemma == "have" and _is_counted(part)]
    return [_put(question, parts), *(_put(question, [part]) for part in also)], [*used, *also]


def _recounted(question: OpenQuestion, part: Part) -> str | None:
    """Return the statement with another number: "you've got two brothers, right?" "three"."""
    found, number = last_phrase(question.rest), digits(part.text)
    if found is None or number is None or len(part.words) > 1 or question.rest[found[0]].tag != "CD":
        return None
    return replace(question, slot=(found[0], found[0] + 1)).states(part.text)


def _repeats(question: OpenQuestion, part: Part) -> bool:
    """Whether a part says again what is asked: "anyone allergic to anything?" "allergic to shellfish here"."""
    first = part.words[0]
    said = any(word.lower == first.lower and word.tag.startswith("JJ") for word in question.rest)
    return said and first.tag.startswith("JJ") and len(part.words) > 1


def _is_counted(part: Part) -> bool:
    """Whether a part is "two kids" or "no pets", which needs no question to be understood."""
    counted = part.words[0].tag == "CD" or part.words[0].lower == "no"
    return counted and _fits(part) and is_noun(part.words[-1])


def _names_follow(parts: Sequence[Part]) -> bool:
    return len(parts) > 1 and not parts[1].clausal and all(_is_listed(word) for word in parts[1].words)


def _chosen(question: OpenQuestion, part: Part) -> str | None:
    """Return the statement with the alternative that was chosen."""
    at = next((n for n, word in enumerate(question.rest) if word.lower == "or"), None)
    if at is None or part.words[0].lower == "no" or part.words[0].tag == "CD":
        return None
    said = {word.lower for word in part.words}
    left = last_phrase(question.rest[:at])
    after = question.rest[at + 1 :]
    start = left[0] if left is not None else at - 1
    options = (question.rest[start:at], after)
    for option in options:
        if option and said & {word.lower for word in option if word.tag not in ("DT", "IN", "PRP$")}:
            text = " ".join(answered_words([word.text for word in option], question.asker))
            return replace(question, slot=(start, len(question.rest))).states(text)
    return None


def _instead(question: OpenQuestion, parts: Sequence[Part]) -> Filled:
    """Return what a denial says instead: "no, aldi"; "no, my brother"; "nope, left in june"."""
    first = parts[0]
    if first.words[-1].lower in ("was", "were", "did", "had"):
        return [], []  # "no, my mum was"
    if question.stressed and _fits(first):
        return [_done_by(question, first.named)], [first]
    subject = _other_subject(first)
    slot = _slot(question)
    if subject is not None:
        last = first.words[-1]
        kin = any(word.lemma in RELATION_OF_NOUN for word in first.words[-2:])
        kin |= last.lower in _DOES or last.tag.startswith("NNP")
        person = slot is not None and _is_person(question.rest[slot[0][1] - 1].lemma)
        if slot is not None and person and slot[0] == (0, len(question.rest)) and first.words[0].tag == "PRP$":
            return [replace(question, slot=slot[0]).states(first.text)], [first]  # "is he your boss?" "no, my cousin"
        return ([question.about(subject).states()], [first]) if kin and not person else ([], [])
    if first.attached and not _tells_time(first):
        at = next((n for n, word in enumerate(question.rest) if n and word.lower == first.words[0].lower), None)
        return (
            ([], []) if at is None else ([replace(question, rest=question.rest[:at]).states(tail=first.text)], [first])
        )
    if _is_quality(question.rest) and _is_quality(first.words) and question.auxiliary in ("are", "is", "'s", "'re"):
        return [f"{question.subject} {agreeing(question.auxiliary, question.subject)} {first.text}"], [first]
    if _is_verbal(first) and first.words[0].tag in ("VBD", "VBN"):
        return [_left(question, first)], [first]
    if slot is None or not _fits(first) or len(first.words) > _LONGEST:
        return [], []
    if slot[1] and question.rest[0].lemma != "have" and question.rest[0].tag.startswith("V"):
        return [], []
    if question.rest[slot[0][0] : slot[0][1]][-1].lower in {word.lower for word in first.words}:
        return [], []
    asked, noun = question.rest[slot[0][0]], question.rest[slot[0][1] - 1]
    number = digits(first.text) if asked.tag == "CD" and asked is not noun else None
    counted = "" if number is None else noun.lemma if number == "1" else noun.lower
    text = _counted(first, counted, parts) if counted else first.text
    return [replace(question, slot=slot[0]).states(text)], [first]


def _is_quality(words: Sequence[Token]) -> bool:
    """Whether words are a single adjective or participle: "vegetarian", "divorced"."""
    kept = without_fillers(words)
    return len(kept) == 1 and kept[0].tag in ("JJ", "NN", "VBN", "VBD")


def _is_person(noun: str) -> bool:
    return RELATION_OF_NOUN.get(noun, "has_pet") != "has_pet"


def _other_subject(part: Part) -> str | None:
    """Return "my brother" of "that's my brother" or of "my brother", "my cousin Mo" of "that's my cousin Mo"."""
    words = part.words
    if words[0].lower in ("that", "it", "thats", "its") and len(words) > 2:
        words = words[2:] if words[1].lower in ("'s", "is", "was") else words[1:]
    elif words[-1].lower in _DOES and len(words) > 1:
        words = words[:-1]  # "my wife does"
    elif part.clausal:
        return None
    named = len(words) == 1 < len(part.words) and words[0].tag.startswith("NNP")  # "that's Lena", "Tom is"
    related = words[0].tag == "PRP$" and is_noun(words[-1]) and len(words) <= 3
    return " ".join(word.text for word in words) if named or related else None


def _left(question: OpenQuestion, part: Part) -> str:
    """Return "I left Vodafone in june" for "left in june" after "are you still at Vodafone?"."""
    verb, *rest = (word.text for word in part.words)
    whole = part.words[0].lemma in _LEAVING and (len(part.words) == 1 or part.words[1].tag in ("IN", "TO", "JJ", "NN"))
    found = last_phrase(question.rest)
    if whole and found is not None:
        place = [word.text for word in question.rest[found[0] : found[1]]]
        return " ".join([question.subject, verb, *place, *rest])
    return " ".join([question.subject, verb, *rest])
