"""Finds the questions of a turn: "where do you live?", "any kids?", "who won?", "is that your dog?"."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from chronomem.extractors.language.dialogue.asked_for import BEING, asks_for_job, asks_for_pastimes, owner
from chronomem.extractors.language.dialogue.conversation import ParsedTurn
from chronomem.extractors.language.dialogue.open_question import Kind, OpenQuestion, addressed_by, question_about
from chronomem.extractors.language.dialogue.told_questions import (
    HEARSAY_WORDS,
    NOT_ASKED_ABOUT,
    OPENERS,
    TAGS,
    declared,
    is_of_now,
    told_question,
)
from chronomem.extractors.language.dialogue.words import (
    ANYBODY,
    AUXILIARIES,
    PRONOUNS,
    Token,
    is_break,
    is_noun,
    noun_phrase,
    without_fillers,
    words_of,
)
from chronomem.extractors.language.frames.adjectives import LASTING, STATUS
from chronomem.extractors.language.lexicon import FAVORITE, RELATION_OF_NOUN, is_first_name

_ASKING = {"where", "what", "who", "whom", "when", "how", "which"}
_MEASURES = {"tall", "big", "heavy", "far", "high", "wide", "deep"}
_OPINIONS = {"think", "feel", "say", "mean", "reckon", "know", "want", "like", "mind", "suggest", "recommend"}
"""Verbs after "what do you" that ask for a view or a wish rather than a fact."""
_FORMER = {"old", "former", "last", "previous"}
_INDIRECT = {"know", "ask", "tell", "wonder", "guess", "see", "remember", "remind", "explain", "show"}


def questions_of(said: ParsedTurn) -> list[OpenQuestion]:
    """Return the questions of a turn, in order."""
    found: list[OpenQuestion] = []
    for first, last in said.tree.sentences:
        if not _may_ask(said.tree.lower[first:last]):
            continue
        words = words_of(said.tree, first, last)
        open_ones = list(asked(said, words))
        told = None if open_ones else told_question(said, words)
        found += open_ones if told is None else [told]
    return found


def _may_ask(lower: Sequence[str]) -> bool:
    """Whether a sentence may be a question or hearsay: most are neither."""
    asks = any(word in _ASKING or word.startswith("?") for word in lower)
    return (
        asks
        or bool(HEARSAY_WORDS & set(lower))
        or lower[0] in AUXILIARIES
        or (len(lower) > 1 and lower[1] in AUXILIARIES | TAGS)
        or any(word in AUXILIARIES and word not in ("'s", "'m", "'re", "'ve", "'ll") for word in lower)
    )


def asked(said: ParsedTurn, words: Sequence[Token]) -> Iterator[OpenQuestion]:
    """Yield the questions that begin with a question word or an auxiliary."""
    i = 0
    while i < len(words):
        question = None
        end = _end(words, i)
        marked = any(w.text.startswith("?") for w in words[end:])
        relative = i > 0 and words[i - 1].lower == "one"  # "the one who's vegan"
        if words[i].lower in _ASKING and not relative and (polite := _asks_politely(words, i)) is not None:
            question = _open_question(said, words[i:end], polite=polite)
            if question is None and marked and (doing := _which_one(words[i:end])):
                among = words[i].lower == "which"
                question = _doer_question(said, words[i + doing : end], among=among)
        elif words[i].lower == "whose" and i + 2 < end and is_noun(words[i + 1]):
            question = _owner_question(said, words[i + 1])
        elif words[i].lower in AUXILIARIES and _begins(words, i):
            question = _polar_question(said, words[i:end], marked=any(w.text == "?" for w in words[end : end + 1]))
            question = question or _stressed_question(said, words[i:end])
            if question is None and (doing := _choice(words[i:end])):
                question = _doer_question(said, words[i + doing : end])
        elif not (marked and _begins(words, i)):
            question = None
        elif _is_left_to_you(words[i:end]):
            question = _of_you(said, words[i:end])
        elif words[i].lower in ("any", "no", "got"):
            question = _any(said, words[i:end])
        elif _is_bare(words[i:end]):
            what, be = Token("what", "what", "WP", "what", words[i].at), Token("'s", "'s", "VBZ", "be", words[i].at)
            your = Token("your", "your", "PRP$", "your", words[i].at)
            question = _open_question(said, [what, be, *([] if words[i].lower == "your" else [your]), *words[i:end]])
        elif words[i].lower in ANYBODY:
            question = declared(said, words[i:end])
        if question is None:
            i += 1
        else:
            yield question
            i = end


def _end(words: Sequence[Token], start: int) -> int:
    """Return where the question that begins at an index ends."""
    for i in range(start + 1, len(words)):
        word = words[i]
        if is_break(word) or word.tag == "NFP":
            return i
        after = words[i + 1] if i + 1 < len(words) else None
        if word.lower in ("and", "but") and after is not None and after.lower in _ASKING | AUXILIARIES:
            return i
    return len(words)


def _begins(words: Sequence[Token], i: int) -> bool:
    """Whether only openers, a comma or a name stand before an index."""
    if i == 0 or is_break(words[i - 1]) or words[i - 1].tag in ("UH", "NFP"):
        return True
    return words[i - 1].lower in OPENERS or (i == 1 and words[0].tag == "NNP")


def _asks_politely(words: Sequence[Token], i: int) -> bool | None:
    """Whether "may I ask" or "tell me" leads to a question word; None if it belongs to a statement."""
    before = words[max(0, i - 3) : i]
    if not any(word.lemma in _INDIRECT for word in before):
        return False
    text = " ".join(word.lower for word in words[:i])
    return True if text.endswith(_POLITE) else None


_NOWADAYS = {"your", "these", "days", "now", "nowadays"}
"""Words beside "home" where it is asked for."""
_POLITE = ("i ask", "tell me", "to ask", "me ask", "remind me", "i wonder", "me know", "say again")


def _open_question(said: ParsedTurn, words: Sequence[Token], *, polite: bool = False) -> OpenQuestion | None:
    """Read "where do you live", "what car do you drive", "how old is she"; politely, "may I ask where you live"."""
    k = next((n for n in range(1, min(len(words), 7)) if words[n].lower in AUXILIARIES), None)
    if polite and len(words) > 2 and words[1].lower in PRONOUNS and (k is None or k == 2):
        being = k == 2 and words[k].lower in BEING
        verb = words[2] if being else Token("do", "do", "VBP", "do", words[1].at)
        return _open_question(said, [words[0], verb, words[1], *words[3 if being else 2 :]])
    if k is None:
        return None
    asking, between, auxiliary = words[0].lower, words[1:k], words[k].lower
    end = noun_phrase(words, k + 1)
    if end == k + 1:
        return None
    kind = _kind(asking, between)
    subject, rest = _divided(auxiliary, words, k + 1, end)
    if asking == "where" and [word.lower for word in subject if word.lower not in _NOWADAYS] == ["home"]:
        you, at = Token("you", "you", "PRP", "you", words[k].at), words[k].at  # "where's home these days?"
        do, live = Token("do", "do", "VBP", "do", at), Token("live", "live", "VB", "live", at)
        return _open_question(said, [words[0], do, you, live])
    if asking == "who" and subject[0].lower == "the" and subject[-1].lower in LASTING:
        return None  # "who's the vegan here?"
    if asking == "who" and not between and auxiliary in ("has", "had") and all(word.tag != "VBN" for word in rest):
        return None  # "who has a dog?", which somebody does
    if kind is None or subject[0].lower in ("up", "new", "wrong") or (subject[0].lower in NOT_ASKED_ABOUT):
        return None
    noun = " ".join(word.text for word in between)
    still = any(word.lower == "still" for word in rest)
    rest = [word for word in rest if word.lower not in ("still", "ever", "again")]
    if asking in ("what", "which") and asks_for_job(auxiliary, subject, between, rest):
        kind = "job"
        if not rest:  # "your job", "your husband's job"
            subject = subject[:1] if len(subject) == 2 else subject[:-2]
    if kind == "what" and not between and asks_for_pastimes(auxiliary, subject, rest):
        return _enjoyed(said, subject, auxiliary)
    being = auxiliary in BEING and not between and [word.lower for word in rest[:2]] != ["up", "to"]
    if kind == "what" and being and not _names_attribute(subject, rest):
        return None
    taste = bool(between) and [word.lemma for word in rest] in (["like"], ["love"], ["enjoy"])
    if kind == "what" and not taste and any(word.lemma in _OPINIONS for word in rest):
        return None
    question = question_about(said, kind, subject, auxiliary, rest)
    if kind == "job":
        question = replace(question, subject=owner(subject) or question.subject)
        former = auxiliary in ("was", "were", "did") or not _FORMER.isdisjoint(word.lower for word in words[k:end])
        return replace(question, rest=(), auxiliary="did" if former else "")
    return replace(question, noun=noun, still=still, slot=_slot(kind, auxiliary, rest))


def _divided(auxiliary: str, words: Sequence[Token], start: int, end: int) -> tuple[list[Token], list[Token]]:
    """Return the subject and what follows; after "does" that is a verb, although "Amina study" may look like a name."""
    rest = without_fillers(words[end:])
    if auxiliary not in ("do", "does", "did", "can"):
        return list(words[start:end]), rest
    verbless = not rest or not rest[0].tag.startswith(("VB", "RB"))
    if verbless and end - start > 1 and words[end - 1].tag in ("NN", "NNS", "VB", "NNP") and words[start].tag != "DT":
        end -= 1
        rest = without_fillers(words[end:])
    if rest and rest[0].tag not in ("VB", "RB"):
        rest[0] = rest[0]._replace(tag="VB", lemma=rest[0].lower)
    return list(words[start:end]), rest


def _kind(asking: str, between: Sequence[Token]) -> Kind | None:
    if asking == "how":
        measure = between[0].lower if between else ""
        kinds: dict[str, Kind] = {"old": "age", "many": "count", "long": "length"}
        return "measure" if measure in _MEASURES else kinds.get(measure)
    if between and (asking not in ("what", "which") or not is_noun(between[-1])):
        return None
    plain: dict[str, Kind] = {"where": "where", "who": "who", "whom": "who", "when": "when"}
    return plain.get(asking, "what")


def _names_attribute(subject: Sequence[Token], rest: Sequence[Token]) -> bool:
    """Whether something definite is asked for: "what's your name", "what is she called", "what are you studying"."""
    if rest:
        about = rest[0].tag == "JJ" and rest[-1].tag in ("IN", "TO")  # "what are you allergic to"
        return about or (rest[0].tag in ("VBG", "VBN") and rest[0].text.lower() != "done")
    return any(word.tag in ("PRP$", "POS") or word.lower in ("his", "her") for word in subject)


def _slot(kind: Kind, auxiliary: str, rest: Sequence[Token]) -> tuple[int, int]:
    """Return where the answer goes: after the last verb, or at the end if a preposition is left over."""
    if kind in ("where", "when", "length", "measure", "age") or not rest or rest[-1].tag in ("IN", "RP", "TO"):
        return len(rest), len(rest)
    verbs = [n for n, word in enumerate(rest) if word.tag.startswith("V")]
    after = verbs[-1] + 1 if verbs else (1 if auxiliary in ("do", "does", "did") else 0)
    return after, after


def _doer_question(said: ParsedTurn, words: Sequence[Token], *, among: bool = False) -> OpenQuestion | None:
    """Read what follows "who" in "who is vegan?", "who can't have gluten?", "who else lives in Leeds?".

    Args:
        among: whether it is asked of some who are known: "which one's the dancer?" asks for more than a name.
    """
    words = without_fillers([word for word in words if word.lower != "else"])
    if len(words) < 2:
        return None
    has = words[0].lower in ("has", "have", "had") and words[1].tag != "VBN"
    helped = words[0].lower in AUXILIARIES and not has
    rest = words[1:] if helped else words
    if rest[0].lower == "the" and len(rest) > 1 and rest[1].lower in LASTING:
        rest = [rest[1]._replace(tag="JJ")]  # "who's the vegan here?"
    named = rest[0].lower in PRONOUNS or (rest[0].tag in ("DT", "PRP$") and not among) or is_noun(rest[0])
    if named or not (helped or words[0].tag.startswith(("VB", "MD"))):
        return None
    return OpenQuestion(
        "doer", said.speaker, addressed_by(said), "", words[0].lower if helped else "", tuple(rest),
    )  # fmt: skip


def _which_one(words: Sequence[Token]) -> int:
    """Return where what somebody does begins after "who", "which one" or "which of you"; 0 if nobody is asked for."""
    lower = [word.lower for word in words]
    if lower[0] == "who":
        cleft = lower[1:3] in (["was", "it"], ["is", "it"]) and lower[3:4] in (["that"], ["who"])
        return 4 if cleft and len(words) > 4 else 1  # "who was it that likes marzipan?"
    if lower[0] != "which":
        return 0
    first = 1 + (lower[1:2] in (["one"], ["1"]))
    if lower[first : first + 1] == ["of"]:
        return noun_phrase(words, first + 1)
    return first if first > 1 else 0


def _owner_question(said: ParsedTurn, thing: Token) -> OpenQuestion:
    return OpenQuestion("whose", said.speaker, addressed_by(said), "I", "do", (), noun=thing.lemma)


def _may_be_owned(thing: Token) -> bool:
    """Whether a noun names an animal or a thing, and no relative: "is that your dog?", "is the piano yours?"."""
    return RELATION_OF_NOUN.get(thing.lemma, "has_pet") == "has_pet"


def _choice(words: Sequence[Token]) -> int:
    """Return where what is asked begins in "is it you or Zara who's vegan?", or 0."""
    lower = [word.lower for word in words]
    if lower[1:2] != ["it"] or "or" not in lower:
        return 0
    return next((n + 1 for n, word in enumerate(lower) if n > lower.index("or") and word in ("who", "that")), 0)


def _stressed_question(said: ParsedTurn, words: Sequence[Token]) -> OpenQuestion | None:
    """Read "was it Tom who broke his leg?" as the question whether Tom did, and if not he, who."""
    if [word.lower for word in words[1:2]] != ["it"] or words[0].lower not in ("is", "was"):
        return None
    end = noun_phrase(words, 2)
    if end == 2 or [word.lower for word in words[end : end + 1]] not in (["who"], ["that"]):
        return None
    question = declared(said, [*words[2:end], *words[end + 1 :]])
    return None if question is None or not question.rest else replace(question, stressed=True)


def _polar_question(said: ParsedTurn, words: Sequence[Token], *, marked: bool) -> OpenQuestion | None:
    """Read "do you have pets", "is he married"."""
    auxiliary = words[0].lower
    if len(words) > 1 and words[1].lower == "n't":  # "isn't she allergic to cats?" asks the same
        words = [words[0], *words[2:]]
    end = noun_phrase(words, 1)
    subject, rest = _divided(auxiliary, words, 1, end)
    shown = [word.lower for word in subject] in (["that"], ["this"], ["it"]) and len(rest) > 1
    if (
        shown
        and marked
        and (len(rest) == 2 or rest[2].tag == "IN")
        and rest[0].lower in ("your", "ur")
        and is_noun(rest[1])
        and auxiliary in ("is", "'s", "was")
    ):
        return _owner_question(said, rest[1]) if _may_be_owned(rest[1]) else None
    if marked and auxiliary in ("is", "was") and [word.lower for word in rest] == ["yours"] and subject:
        thing = subject[-1]
        return _owner_question(said, thing) if is_noun(thing) and _may_be_owned(thing) else None
    rest = [word for n, word in enumerate(rest) if n or word.lower != "ever"]
    pronoun = (bool(subject) and subject[0].tag in ("PRP", "PRP$")) or (bool(subject) and subject[0].lower in ANYBODY)
    if not subject or not rest or not (pronoun or marked) or subject[0].lower in NOT_ASKED_ABOUT:
        return None
    if auxiliary in ("do", "does", "did") and not rest[0].tag.startswith(("VB", "NN", "RB")):
        return None
    if auxiliary == "can" and not _is_skill(subject, rest):
        return None
    if auxiliary in ("would", "could", "should", "'s", "'re", "'m", "'ve", "'ll"):
        return None
    if asks_for_pastimes(auxiliary, subject, rest):
        return _enjoyed(said, subject, auxiliary)
    still = any(word.lower == "still" for word in rest[:2])
    rest = [word for word in rest if word.lower not in ("still", "ever", "really", "actually", "also", "even")]
    asked_whether = question_about(said, "polar", subject, auxiliary, rest)
    return replace(asked_whether, still=still, now=is_of_now(words)) if rest else None


def _is_skill(subject: Sequence[Token], rest: Sequence[Token]) -> bool:
    """Whether "can" asks what somebody else is able to do, and for nothing: "can she swim", "can your dad cook"."""
    mine = {word.lower for word in subject} & {"you", "u", "we", "i", "my", "our", "it", "that", "this"}
    bare = len(rest) < 3 and rest[0].tag == "VB" and all(is_noun(word) or word.tag == "JJ" for word in rest[1:])
    return bare and not mine


def _any(said: ParsedTurn, words: Sequence[Token]) -> OpenQuestion | None:
    """Read "any kids?", "got any kids?" and "got kids?" as "do you have any kids?"."""
    words = without_fillers(words)
    got = [word.lower for word in words[:1]] == ["got"]
    if got and [word.lower for word in words[1:2]] == ["any"]:
        words = words[1:]
    elif got and [word.tag for word in words[1:2]] != ["NNS"]:
        return None  # "got a minute?"
    if len(words) < 2 or not is_noun(words[-1]) or len(words) > 4 or words[1].lower == "way":
        return None
    at = words[0].at
    have, some = Token("have", "have", "VB", "have", at), Token("any", "any", "DT", "any", at)
    you, rest = [Token("you", "you", "PRP", "you", at)], [have, some, *words[1:]]
    if asks_for_pastimes("do", you, rest):
        return _enjoyed(said, you, "do")
    return question_about(said, "polar", you, "do", rest)


def _enjoyed(said: ParsedTurn, subject: Sequence[Token], auxiliary: str) -> OpenQuestion:
    """Return the question what somebody enjoys, however it was asked."""
    enjoy = Token("enjoy", "enjoy", "VB", "enjoy", subject[0].at)
    question = question_about(said, "what", subject, "do", [enjoy])
    name = owner(subject) or question.subject
    alone = name in ("he", "she") or (auxiliary in ("does", "is", "'s") and name not in ("I", "they"))
    return replace(question, subject=name, auxiliary="does" if alone else "do")


def _is_bare(words: Sequence[Token]) -> bool:
    """Whether words only name what is asked for: "favourite food?", "your age?"."""
    asked = words[1:] if words[0].lower == "your" else words
    favorite = len(asked) == 2 and asked[0].lower in FAVORITE and is_noun(asked[1])
    return favorite or [word.lower for word in asked] in (["age"], ["job"], ["name"], ["birthday"])


def _is_left_to_you(words: Sequence[Token]) -> bool:
    """Whether words that leave out "are you" follow: "still with Simon?", "allergic to anything?", "married yet?"."""
    if words[0].lower == "still":
        return len(words) > 1 and words[1].tag.startswith(("IN", "VBG", "JJ"))
    about = len(words) > 2 and words[0].tag in ("JJ", "VBG", "VBN") and words[1].tag in ("IN", "TO")
    return about or (len(words) < 3 and words[0].lower in LASTING | STATUS)


def _of_you(said: ParsedTurn, words: Sequence[Token]) -> OpenQuestion | None:
    """Read "still with Simon?" as "are you still with Simon?"."""
    still = words[0].lower == "still"
    at, rest = words[0].at, without_fillers(words[1:] if still else words)
    if len(rest) > 1 and rest[0].lower == "with" and is_first_name(rest[1].text):
        rest = [Token("together", "together", "RB", "together", at), *rest]
    asked = _asked_about(said, at)
    about = asked or [Token("you", "you", "PRP", "you", at)]
    return replace(question_about(said, "polar", about, "is" if asked else "are", rest), still=still) if rest else None


def _asked_about(said: ParsedTurn, token: int) -> list[Token]:
    """Return the person whom the question right before one is about: "how's your brother? still at Tesco?"."""
    tree = said.tree
    number = next(n for n, (first, last) in enumerate(tree.sentences) if first <= token < last)
    first, last = tree.sentences[max(number - 1, 0)]
    asks = number > 0 and any(word.startswith("?") for word in tree.words[first:last])
    subjects = [i for i in range(first, last) if asks and tree.full_deps[i] == "nsubj"]
    people = [
        i
        for i in subjects
        if tree.lower[i] in ("he", "she") or RELATION_OF_NOUN.get(tree.lemmas[i], "has_pet") != "has_pet"
    ]
    return list(words_of(tree, *tree.extent(people[-1]))) if people else []
