"""Answers to yes-or-no questions: "yes, since May", "no, Aldi", "no, my brother"; "penicillin" after "allergies?"."""

from collections.abc import Sequence
from dataclasses import replace

from chronomem.extractors.language.dialogue.answer_parts import (
    DOES,
    LONGEST,
    counted,
    done_by,
    fits,
    is_listed,
    is_person,
    likened,
    named_ones,
    says_i,
    tells_time,
)
from chronomem.extractors.language.dialogue.open_question import OpenQuestion
from chronomem.extractors.language.dialogue.plans_asked import planned
from chronomem.extractors.language.dialogue.replies import Filled, Part, TurnReply
from chronomem.extractors.language.dialogue.wording import agreeing, answered_words, digits
from chronomem.extractors.language.dialogue.words import (
    ANYBODY,
    ORDINAL,
    Token,
    is_indefinite,
    is_noun,
    is_several,
    last_phrase,
    without_fillers,
)
from chronomem.extractors.language.frames.adjectives import LASTING, STATUS
from chronomem.extractors.language.lexicon import FAVORITE, RELATION_OF_NOUN, first_names

_ME = {"that 's me", "that is me", "it 's me", "thats me", "its me", "me"}
"""How the speaker says that they are the one who was meant."""
_ARE = {"is", "are", "'s", "'re"}
_DONE = {"have", "has", "did", "'ve", "'s"}
_TODAY = {"was": "is", "were": "are", "did": "does", "had": "has"}
_LEAVING = {"leave", "quit", "resign"}


def answered_polar(question: OpenQuestion, reply: TurnReply) -> Filled | None:
    """Return the statements that a reply makes by answering yes, no, or something instead; None if it doesn't."""
    question = _employed(_uncompared(question))
    parts = [part for part in reply.parts if not part.asks]
    first = parts[0] if parts else None
    if reply.yet:
        return _not_yet(question, first)
    if question.auxiliary in _ARE and _says_was(reply.spoken):
        was = "were" if reply.spoken[1].lower == "were" and question.subject != "I" else "was"
        return [replace(question, auxiliary=was).states()], []  # "your mum's a nurse?" "she was"
    if reply.agrees is None:
        return _unmarked(question, parts)
    if reply.agrees and any(word.lower == "still" for word in reply.spoken):
        question = replace(question, auxiliary=_TODAY.get(question.auxiliary, question.auxiliary))  # "he still is"
    statements: list[str] = []
    used: list[Part] = []
    slot = _slot(question)
    if reply.agrees:
        if first is not None and (plan := planned(question, first)) is not None:
            return [plan], [first]  # "any plans for Saturday?" "yes, hiking"
        if first is not None and (recounted := _recounted(question, first)) is not None:
            return [recounted], [first]  # "so you moved in 2020" "2021, but yes"
        if slot is not None and slot[1] and first is not None and fits(first):
            return [_put(question, parts)], list(parts[:1])
        if first is not None and (who := likened(first.words)):  # "I am, just like my dad"
            alike = question.about(" ".join(word.text for word in who), plural=is_several(who))
            return [question.states(), alike.states()], [first]
        added = [part for part in parts[:1] if _extends(part) and not _is_anniversary(part)]
        at = [word.lower for word in question.rest[:1]] == ["at"]
        arrived = question.now and not added and at  # "so you're at Lumora now?" "yep"
        statements.append(question.states(tail="now" if arrived else " ".join(part.text for part in added)))
        used += added
        return statements, used
    if not question.hearsay or question.subject != "I":
        statements.append(question.denies())
    question = _at_home(question)
    if first is not None and (other := _on_other_day(question, first)) is not None:
        return [*statements, other.states()], [first]
    if first is not None:
        more, taken = _instead(question, parts)
        statements += more
        used += taken
    return statements, used


def _on_other_day(question: OpenQuestion, part: Part) -> OpenQuestion | None:
    """Return a question with another day of the month: "is her birthday the 12th of March?" "no, the 14th"."""
    said = [word for word in part.words if word.lower not in ("the", "on")]
    at = next((n for n, word in enumerate(question.rest) if ORDINAL.fullmatch(word.lower)), None)
    if at is None or len(said) != 1 or not ORDINAL.fullmatch(said[0].lower):
        return None
    day = question.rest[at]._replace(text=said[0].text, lower=said[0].lower, lemma=said[0].lemma)
    return replace(question, rest=(*question.rest[:at], day, *question.rest[at + 1 :]))


def _uncompared(question: OpenQuestion) -> OpenQuestion:
    """Return a question without whom it compares somebody with: "does she live in Recife like your parents?"."""
    at = next((n for n, word in enumerate(question.rest) if word.lower == "like" and word.tag == "IN" and n), None)
    if at is None or not is_noun(question.rest[at - 1]):
        return question
    return replace(question, rest=question.rest[:at])


def _employed(question: OpenQuestion) -> OpenQuestion:
    """Return "do you work at Vodafone" for "are you still at Vodafone", "are you together" for "still with Tom"."""
    words = question.rest
    employer = question.still and len(words) > 1 and words[0].lower in ("at", "with") and words[1].tag == "NNP"
    if not employer or question.auxiliary not in _ARE or words[-1].tag == "POS":
        return question
    at, rest = words[0].at, words[1:]
    if words[0].lower == "with" and words[1].text in first_names():
        return replace(question, rest=(Token("together", "together", "RB", "together", at), *words))
    work = (Token("work", "work", "VB", "work", at), Token("for", "for", "IN", "for", at))
    auxiliary = "do" if question.auxiliary in ("are", "'re") else "does"
    return replace(question, auxiliary=auxiliary, rest=(*work, *rest))


def _at_home(question: OpenQuestion) -> OpenQuestion:
    """Return "do you live in Graz" for "are you still in Graz", whose answer names another town: "no, Linz now"."""
    words = question.rest
    town = question.still and len(words) > 1 and words[0].lower == "in" and words[1].tag == "NNP"
    if not town or question.auxiliary not in _ARE:
        return question
    live = Token("live", "live", "VB", "live", words[0].at)
    return replace(question, auxiliary="do" if question.auxiliary in ("are", "'re") else "does", rest=(live, *words))


def _not_yet(question: OpenQuestion, part: Part | None) -> Filled | None:
    """Read "not yet, next month" as a plan."""
    if part is None or not tells_time(part) or question.auxiliary not in ("did", "have", "has", "do"):
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


def _extends(part: Part) -> bool:
    return (part.attached or tells_time(part)) and not part.clausal and len(part.words) <= LONGEST


def _is_anniversary(part: Part) -> bool:
    """Whether a part tells of a day on which something has lasted for some years: "6 yrs in July"."""
    lower = [word.lower for word in part.words]
    years = next((n for n, word in enumerate(part.words) if word.lemma in ("year", "yr", "yrs")), None)
    return years is not None and years > 0 and lower[years + 1 : years + 2] in (["in"], ["on"], ["this"], ["next"])


def _put(question: OpenQuestion, parts: Sequence[Part]) -> str:
    """Return the statement with the answer in place of "any pets"."""
    slot = _slot(question)
    assert slot is not None
    (start, end), _ = slot
    noun = question.rest[end - 1]
    verb = question.rest[0].lemma
    if verb == "have" and not FAVORITE.isdisjoint(word.lower for word in question.rest[start:end]):
        asked = " ".join(word.text for word in question.rest[start:end] if word.tag != "DT")
        whose = "my" if question.subject == "I" else f"{question.subject}'s"
        return f"{whose} {asked} is {parts[0].text}"
    named = named_ones(parts[0], noun)
    text = named or (counted(parts[0], noun.lower, parts) if digits(parts[0].text) else parts[0].text)
    if named is None and not any(word.tag.startswith("CD") for word in parts[0].words) and len(parts) > 1:
        text = counted(parts[0], "", parts)
    if noun.lemma == "allergy" and verb == "have":
        be = "am" if question.subject == "I" else "is"
        return f"{question.subject} {be} allergic to {text}"
    return replace(question, slot=(start, end)).states(text)


def _unmarked(question: OpenQuestion, parts: Sequence[Part]) -> Filled | None:
    """Read an answer without yes or no: "any allergies?" "penicillin"; "Spotify or Klarna?" "klarna"."""
    if question.told and parts and (recounted := _recounted(question, parts[0])) is not None:
        return [recounted], list(parts[:1])
    since = bool(parts) and parts[0].words[0].lower == "since" and not question.still  # "are you married?" "since 2010"
    told = question.told and not question.hearsay
    if (told or since) and parts and parts[0].attached and tells_time(parts[0]):
        return [question.states(tail=parts[0].text)], list(parts[:1])  # "you're moving?" "in October"
    if question.still and parts and parts[0].words[0].tag in ("VBD", "VBN") and parts[0].words[0].lemma in _LEAVING:
        return [_left(question, parts[0])], list(parts[:1])  # "still at the bank?" "left in March"
    if question.auxiliary in _DONE and parts and _is_how_often(parts[0]):
        taken = [parts[0], *(part for part in parts[1:2] if _extends(part))]  # "once", "once, in 2017"
        return [question.states(tail=taken[-1].text)], taken
    if parts and (plan := planned(question, parts[0])) is not None:
        return [plan], list(parts[:1])
    if any(word.lower in ANYBODY for word in question.rest) and parts:
        parts = [parts[0].shown, *parts[1:]]  # "are you seeing anyone?" "her name is Kim"
    if question.auxiliary in _ARE and not question.told and parts and _repeats(question, parts[0]):
        return [f"{question.subject} {'am' if question.subject == 'I' else 'is'} {parts[0].text}"], list(parts[:1])
    if question.told or not parts or not fits(parts[0]) or len(parts[0].words) > LONGEST:
        return None
    if parts[0].words[0].lower == "both" and (both := _both(question)):
        return both, list(parts[:1])
    siblings = any(word.lemma in ("sibling", "brother", "sister") for word in question.rest)
    if siblings and parts[0].words[-1].lower == "child":
        return [f"{question.subject} {'am' if question.subject == 'I' else 'is'} an only child"], list(parts[:1])
    chosen = _chosen(question, parts[0])
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
    """Whether a part says what is asked again, or another lasting quality in its place.

    "Anyone allergic to anything?" "allergic to shellfish here"; "vegetarian?" "vegan actually".
    """
    first = part.words[0]
    for qualities in (LASTING, STATUS):
        if first.lower in qualities:
            return any(word.lower in qualities for word in question.rest)
    said = any(word.lower == first.lower and word.tag.startswith("JJ") for word in question.rest)
    return said and first.tag.startswith("JJ") and len(part.words) > 1


def _is_counted(part: Part) -> bool:
    """Whether a part is "two kids" or "no pets", which needs no question to be understood."""
    counted = part.words[0].tag == "CD" or part.words[0].lower == "no"
    return counted and fits(part) and is_noun(part.words[-1])


def _names_follow(parts: Sequence[Part]) -> bool:
    return len(parts) > 1 and not parts[1].clausal and all(is_listed(word) for word in parts[1].words)


def _chosen(question: OpenQuestion, part: Part) -> str | None:
    """Return the statement with the alternative that was chosen."""
    at = next((n for n, word in enumerate(question.rest) if word.lower == "or"), None)
    if at is None or part.words[0].lower == "no" or part.words[0].tag == "CD":
        return None
    said = {form for word in part.words for form in (word.lower, word.lemma)}
    start, options = _options(question, at)
    named = [{word.lower for word in option if word.tag not in ("DT", "IN", "PRP$")} for option in options]
    alike = named[0] & named[1]  # "a cat person or a dog person"
    for option, names in zip(options, named, strict=True):
        if option and said & (names - alike):
            text = " ".join(answered_words([word.text for word in option], question.asker))
            return replace(question, slot=(start, len(question.rest))).states(text)
    return None


def _options(question: OpenQuestion, at: int) -> tuple[int, tuple[Sequence[Token], Sequence[Token]]]:
    """Return where the alternatives of a question begin, and both: "a dog" and "a cat" of "have a dog or a cat"."""
    left = last_phrase(question.rest[:at])
    start = left[0] if left is not None else at - 1
    return start, (question.rest[start:at], question.rest[at + 1 :])


def _both(question: OpenQuestion) -> list[str]:
    """Return the statement with each of two alternatives, if they are things or people."""
    at = next((n for n, word in enumerate(question.rest) if n and word.lower == "or"), None)
    if at is None:
        return []
    start, options = _options(question, at)
    if not all(option and is_noun(option[-1]) for option in options):
        return []
    whole = replace(question, slot=(start, len(question.rest)))
    return [whole.states(" ".join(answered_words([word.text for word in each], question.asker))) for each in options]


def _says_was(spoken: Sequence[Token]) -> bool:
    """Whether a reply begins with "she was" or "they were" and no more."""
    alone = len(spoken) == 2 or (len(spoken) > 2 and not spoken[2].text[0].isalnum())
    return alone and spoken[0].tag == "PRP" and spoken[1].lower in ("was", "were")


def _is_how_often(part: Part) -> bool:
    """Whether a part tells how often something was done: "twice", "a few times"."""
    return part.words[0].lower in ("once", "twice") or part.words[-1].lower == "times"


def _instead(question: OpenQuestion, parts: Sequence[Part]) -> Filled:
    """Return what a denial says instead: "no, aldi"; "no, my brother"; "nope, left in june"."""
    first = parts[0]
    if question.subject != "I" and (says_i(first) or " ".join(word.lower for word in first.words) in _ME):
        return [done_by(question, "I")], [first]  # "is Tom the vegetarian?" "no, I am"
    if first.words[-1].lower in ("was", "were", "did", "had"):
        return [], []  # "no, my mum was"
    if (since := next((n for n, word in enumerate(first.words) if n and word.lower == "since"), 0)) and question.still:
        return _since(question, first, since)
    if question.stressed and fits(first):
        return [done_by(question, first.named)], [first]
    subject = other_subject(first)
    slot = _slot(question)
    if subject is not None:
        last = first.words[-1]
        kin = any(word.lemma in RELATION_OF_NOUN for word in first.words[-2:])
        kin |= last.lower in DOES or last.tag.startswith("NNP")
        person = slot is not None and is_person(question.rest[slot[0][1] - 1].lemma)
        if slot is not None and person and slot[0] == (0, len(question.rest)) and first.words[0].tag == "PRP$":
            return [replace(question, slot=slot[0]).states(first.text)], [first]  # "is he your boss?" "no, my cousin"
        return ([question.about(subject).states()], [first]) if kin and not person else ([], [])
    if first.attached and not tells_time(first):
        at = next((n for n, word in enumerate(question.rest) if n and word.lower == first.words[0].lower), None)
        return (
            ([], []) if at is None else ([replace(question, rest=question.rest[:at]).states(tail=first.text)], [first])
        )
    if _is_quality(question.rest) and _is_quality(first.words) and question.auxiliary in _ARE:
        return [f"{question.subject} {agreeing(question.auxiliary, question.subject)} {first.text}"], [first]
    if first.words[0].tag in ("VBD", "VBN"):
        return [_left(question, first)], [first]
    if slot is None or not fits(first) or len(first.words) > LONGEST:
        return [], []
    if slot[1] and question.rest[0].lemma != "have" and question.rest[0].tag.startswith("V"):
        return [], []
    if question.rest[slot[0][0] : slot[0][1]][-1].lower in {word.lower for word in first.words}:
        return [], []
    asked, noun = question.rest[slot[0][0]], question.rest[slot[0][1] - 1]
    number = digits(first.text) if asked.tag == "CD" and asked is not noun else None
    things = "" if number is None else noun.lemma if number == "1" else noun.lower
    text = counted(first, things, parts) if things else first.text
    return [replace(question, slot=slot[0]).states(text)], [first]


def _since(question: OpenQuestion, part: Part, at: int) -> Filled:
    """Return what there is instead, and since when: "nope, Aldi since March"."""
    said, _ = _instead(question, [replace(part, words=part.words[:at])])
    since = " ".join(word.text for word in part.words[at:])
    return [f"{text} {since}" for text in said], [part] if said else []


def _is_quality(words: Sequence[Token]) -> bool:
    """Whether words are a single adjective or participle: "vegetarian", "divorced"."""
    kept = without_fillers(words)
    return len(kept) == 1 and kept[0].tag in ("JJ", "NN", "VBN", "VBD")


def other_subject(part: Part) -> str | None:
    """Return "my brother" of "that's my brother" or of "my brother", "my cousin Mo" of "that's my cousin Mo"."""
    words = part.words
    if words[0].lower in ("that", "it", "thats", "its") and len(words) > 2:
        words = words[2:] if words[1].lower in ("'s", "is", "was") else words[1:]
    elif words[-1].lower in DOES | {"did", "was"} and len(words) > 1:
        words = words[:-1]  # "my wife does", "my brother Tom does"
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
