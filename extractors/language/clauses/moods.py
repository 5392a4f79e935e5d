"""How a clause is meant: as a condition, a joke, a quotation or a comparison; its modality and its tense."""

from collections.abc import Iterator

from chronomem.extractors.language.clauses.borrowed import borrowed_tokens
from chronomem.extractors.language.clauses.references import FIRST_PERSON, FIRST_POSSESSIVE
from chronomem.extractors.language.extracted import Modality, Tense
from chronomem.extractors.language.parsing.syntax import SyntaxTree

CONDITIONS = {"if", "unless", "whether"}
_MAYBE = {"maybe", "perhaps", "possibly"}
_ANYBODY = {"anyone", "anybody", "someone", "somebody", "you", "y'all"}
_WANTING = {"want", "need", "fancy", "like", "wonder", "care"}
_DOUBTS = {"doubt", "wonder", "know", "see", "ask", "care", "check", "tell"}
"""Verbs whose "if" means "whether" and introduces no condition."""
_UNREAL_VERBS = {"would", "could", "'d", "had"}
_JOKES = {"kidding", "jk", "joking", "/s"}
_IRONIC = (["yeah", "right"], ["as", "if"], ["oh", "sure"])
_HARDLY = {"almost", "nearly"}
_LOOSELY = {"basically", "practically", "virtually"}
"""Adverbs of comparison: nobody is "basically married to" a laptop."""
_HELD = {"think", "guess", "believe", "suppose", "reckon", "figure"}
"""Verbs that soften what the speaker says of themselves: "I think I'm going to sell the car"."""
_SURE = {"sure", "certain", "positive", "convinced", "confident"}
_ASKING = {"how", "why", "when", "where", "what", "who"}
_ANNOUNCING = {"want", "wanna", "have", "get", "need", "like"}
_ANNOUNCED = {"tell", "know", "share", "mention", "announce", "say", "inform", "report"}
"""Verbs under "I wanted to …" that only announce what follows: "let you know that", "say"."""
_DESIRES = {"love", "like", "prefer", "enjoy", "want", "appreciate"}
_PLACED = {"based", "located", "stationed", "settled"}
"""Participles that tell, without an auxiliary, where somebody is now."""
_WISHED = {
    ("congrats",), ("congratulations",), ("congratulation",), ("grats",), ("kudos",), ("well", "done"),
    ("good", "luck"), ("best", "of", "luck"), ("all", "the", "best"), ("happy", "for", "you"),
}  # fmt: skip
"""Words that, before "on", "with" or "your", speak of what is the listener's: "congrats on the new job"."""
_WISHED_FOR = {"on", "for", "with", "at", "in", "about", "your", "ur", "the"}
_TOLD = {"i", "you", "he", "she", "they", "we"}
AT_PRESENT = {"currently", "now", "presently"}
_ARE = {"am", "'m", "is", "'s", "are", "'re"}
SPEECH = {"say", "tell", "claim", "joke", "insist", "mention", "ask", "write", "text", "swear", "announce", "promise"}
CONTACT = {"talk", "chat", "speak", "see", "meet", "hear", "catch"}
"""Verbs for what people do who are in touch."""
LONGEST = 400
"""Tokens of a sentence; a longer one is a list, a link or a paste, and nobody's statement."""


def stated_tokens(tree: SyntaxTree) -> frozenset[int]:
    """Return the tokens of all sentences that state something: no question, joke or quotation, and no condition."""
    return tree.once("stated", _stated)


def _stated(tree: SyntaxTree) -> set[int]:
    borrowed = borrowed_tokens(tree) | joking_tokens(tree)
    found: set[int] = set()
    for first, last in tree.sentences:
        words = tree.lower[first:last]
        asked = "?" in words and not passes_on(tree, first, last) and told_before(tree, first, last) is None
        if asked or last - first > LONGEST or wishes_well(tree, (first, last)):
            continue
        supposed = _supposed(tree, first, last) if CONDITIONS & set(words) else set[int]()
        found.update(i for i in range(first, last) if i not in borrowed and i not in supposed)
    return found


def _supposed(tree: SyntaxTree, first: int, last: int) -> set[int]:
    """Return what is only supposed in a sentence with a condition.

    "We got married in the snow, if you can believe it" supposes nothing but the last clause.
    """
    everything = set(range(first, last))
    found: set[int] = set()
    for i in range(first, last):
        if tree.lower[i] not in CONDITIONS:
            continue
        clause = tree.heads[i]
        conditional = tree.deps[i] == "mark" and tree.deps[clause] == "advcl"
        if not conditional or not _only_remarks(tree, tree.heads[clause], clause):
            return everything
        found.update(j for j in everything if clause in tree.upwards(j))
    return found


def _only_remarks(tree: SyntaxTree, head: int, condition: int) -> bool:
    """Whether a condition remarks on what happened anyway: it is in the present, and that in the past."""
    verbs = [head, *tree.having(head, "aux", "aux:pass", "cop")]
    past = any(tree.tags[i] == "VBD" or tree.lower[i] in ("was", "were", "did", "got") for i in verbs)
    supposed = [condition, *tree.having(condition, "aux", "cop")]
    unreal = any(tree.tags[i] in ("VBD", "VBN") or tree.lower[i] in _UNREAL_VERBS for i in supposed)
    return past and not unreal and not any(tree.tags[i] == "MD" for i in verbs)


def wishes_well(tree: SyntaxTree, sentence: tuple[int, int]) -> bool:
    """Whether a sentence wishes the listener well, whose the things in it are: "good luck with the exam"."""
    words = [tree.lower[i] for i in range(*sentence) if tree.lower[i][0].isalnum() or tree.lower[i][0] == "'"]
    for start in range(min(3, len(words))):
        for size in (1, 2, 3):
            if tuple(words[start : start + size]) in _WISHED:
                return bool(_WISHED_FOR.intersection(words[start + size : start + size + 2]))
    return False


def under_condition(tree: SyntaxTree, token: int) -> bool:
    """Whether the token or anything above it is a conditional clause."""
    while True:
        if is_conditional(tree, token):
            return True
        if tree.heads[token] == token:
            return False
        token = tree.heads[token]


def joking_tokens(tree: SyntaxTree) -> frozenset[int]:
    """Return the tokens of sentences that aren't serious, as they or a short one beside them say: "I quit. Joking"."""
    return tree.once("joking", _joking)


def _joking(tree: SyntaxTree) -> Iterator[int]:
    """Yield what stands before "just kidding" or after "yeah right", in one sentence with it or in that beside it."""
    for number, (first, last) in enumerate(tree.sentences):
        words = [tree.lower[i] for i in range(first, last) if tree.lower[i][0].isalnum() or tree.lower[i] == "/s"]
        jokes = [i for i in range(first, last) if tree.lower[i] in _JOKES]
        ironic = words[:2] in _IRONIC
        alone = ironic or (bool(jokes) and is_short(tree, number))
        yield from range(first, last if alone else jokes[-1] if jokes else first)
        if is_short(tree, number) and number and (jokes or words == ["not"]):
            yield from range(*tree.sentences[number - 1])
        if is_short(tree, number) and ironic and number + 1 < len(tree.sentences):
            yield from range(*tree.sentences[number + 1])


def is_short(tree: SyntaxTree, number: int) -> bool:
    first, last = tree.sentences[number]
    return last - first <= 5


def softens(tree: SyntaxTree, head: int, content: int) -> bool:
    """Whether a verb only softens a statement of the speaker's about themselves or their own: "I guess I'm vegan"."""
    subject, speaker = tree.child(content, "nsubj", "nsubj:pass"), tree.child(head, "nsubj")
    if tree.lemmas[head] not in _HELD or subject is None or tree.negated(head):
        return False
    if speaker is not None and tree.lower[speaker] not in ("i", "we"):
        return False
    own = any(tree.lower[i] in FIRST_POSSESSIVE for i in tree.having(subject, "nmod:poss", "det:poss"))
    return own or tree.lower[subject] in FIRST_PERSON


def is_held(tree: SyntaxTree, head: int, content: int) -> bool:
    """Whether the speaker believes a finite clause: "I think Eva lives in Leeds", "I'm sure she does"."""
    opened = {tree.lower[i] for i in tree.having(content, "mark", "advmod") if i < content}
    speaker = tree.child(head, "nsubj")
    own = speaker is not None and tree.lower[speaker] in FIRST_PERSON
    present = any(tree.tags[i] in ("VBP", "VBZ") for i in (head, *tree.having(head, "cop")))
    believed = tree.lemmas[head] in _HELD or tree.lower[head] in _SURE
    left_open = opened & (CONDITIONS | _ASKING) or tree.is_asked(content)
    return own and present and believed and not (tree.negated(head) or tree.having(head, "aux") or left_open)


def announced(tree: SyntaxTree, head: int) -> int | None:
    """Return the clause that the speaker only announces: "I got the job" of "just wanted to tell you I got the job"."""
    speaker, telling = tree.child(head, "nsubj"), tree.child(head, "xcomp")
    if tree.lemmas[head] not in _ANNOUNCING or telling is None or tree.negated(head):
        return None
    if speaker is not None and tree.lower[speaker] not in ("i", "we"):
        return None
    if tree.lemmas[telling] == "let":
        telling = next((i for i in tree.having(telling, "xcomp", "ccomp") if tree.lemmas[i] == "know"), telling)
    content = tree.child(telling, "ccomp")
    if content is None or tree.lemmas[telling] not in _ANNOUNCED or tree.child(content, "nsubj", "nsubj:pass") is None:
        return None
    opened = {tree.lower[i] for i in tree.having(content, "mark", "advmod", "obj") if i < content}
    asks = opened & (CONDITIONS | _ASKING)
    return None if asks else content


def is_conditional(tree: SyntaxTree, head: int) -> bool:
    """Whether the clause is a condition, or depends on one."""
    if any(tree.lower[i] in CONDITIONS for i in tree.having(head, "mark")):
        return True
    if tree.lemmas[head] in _DOUBTS or _weighs(tree, head):
        return False
    return any(
        tree.lower[j] in CONDITIONS
        and tree.lower[j - 1] not in ("even", "as")
        and not _is_offer(tree, head, i)
        and not _only_remarks(tree, head, i)
        for i in tree.having(head, "advcl")
        for j in tree.having(i, "mark")
    )


def _weighs(tree: SyntaxTree, head: int) -> bool:
    """Whether a clause tells of something that the speaker has in mind: "if I get leave I might go to Lisbon"."""
    subject = tree.child(head, "nsubj")
    if subject is None or tree.lower[subject] not in ("i", "we"):
        return False
    return _is_conditional_plan(tree, head) or any(
        tree.lower[i] == "might" or (tree.lower[i] == "could" and _MAYBE & {*tree.lower[max(0, i - 2) : i + 2]})
        for i in tree.having(head, "aux")
    )


def _is_offer(tree: SyntaxTree, head: int, condition: int) -> bool:
    """Whether a condition only says to whom it matters: "I have a kayak if anyone wants it", "if he needs one"."""
    subject = tree.child(condition, "nsubj")
    if subject is None or tree.lower[subject] not in _ANYBODY | {"he", "she", "they"} or condition < head:
        return False
    now = any(tree.tags[i] in ("VBP", "VBZ") for i in (head, *tree.having(head, "cop")))
    return now and tree.lemmas[condition] in _WANTING


def is_hypothetical(tree: SyntaxTree, head: int) -> bool:
    return any(tree.lower[i] in ("would", "could", "'d") for i in tree.having(head, "aux"))


def passes_on(tree: SyntaxTree, first: int, last: int) -> bool:
    """Whether a sentence is a statement that hands on the question, or only reminds.

    Such are "I'm based in Leipzig, you?" and "I don't eat meat any more, remember?".
    """
    words = [word for word in tree.lower[first:last] if word[0].isalnum() or word in (",", "-")]
    return words[-2:] == [",", "remember"] or (
        len(words) > 3
        and words[-1] in ("you", "u", "yourself", "yours", "hbu", "wbu")
        and words[-2] in (",", "and", "-")
    )


def told_before(tree: SyntaxTree, first: int, last: int) -> int | None:
    """Return the comma at which a sentence only asks whether it was told.

    So do "she takes insulin, hasn't she told you?" and "she's at the Echo now, did you hear?".

    "She takes insulin, doesn't she?" asks whether it is so.
    """
    comma = next((i for i in range(last - 1, first + 1, -1) if tree.lower[i] == ","), None)
    tail = [] if comma is None else [word for word in tree.lower[comma + 1 : last] if word[0].isalpha()]
    heard = tail[:2] == ["did", "you"] and len(tail) == 3 and tail[2] in ("hear", "know", "see")
    asks = (
        len(tail) > 3 and tail[1] == "n't" and tail[2] in _TOLD and not _ANNOUNCED.isdisjoint(tree.lemmas[comma:last])
    )
    return comma if asks or heard else None


def is_comparison(tree: SyntaxTree, head: int) -> bool:
    """Whether it is only an approximation: "I almost bought a boat", "I basically live at the gym"."""
    adverbs = {tree.lower[i] for i in tree.having(head, "advmod") if i < head}
    likened = tree.child(head, "cop", "aux:pass") is not None or tree.lemmas[head] == "live"
    return bool(adverbs & _HARDLY) or (bool(adverbs & _LOOSELY) and likened)


def _is_conditional_plan(tree: SyntaxTree, head: int) -> bool:
    """Whether something is to be done if something else happens: "if it rains, we'll go to the museum".

    "Unless somebody calls, I'll go" tells of it whoever calls.
    """
    auxiliaries = {tree.lower[i] for i in tree.having(head, "aux")}
    ahead = auxiliaries & {"will", "'ll", "gonna"} or (
        tree.tags[head] == "VBG" and auxiliaries & {"'m", "am", "'re", "are"}
    )
    return bool(ahead) and any(
        tree.lower[j] in ("if", "unless")
        and (what := tree.child(i, "nsubj")) is not None
        and (tree.lower[what] == "it" or tree.tags[what].startswith("N"))
        and (tree.lower[j] == "unless" or tree.lower[what] not in _ANYBODY)
        for i in tree.having(head, "advcl")
        for j in tree.having(i, "mark")
    )


def is_opposed(tree: SyntaxTree, head: int) -> bool:
    """Whether a clause is followed by "but": "I was thinking of moving, but …"."""
    last = next(last for first, last in tree.sentences if first <= head < last)
    return "but" in tree.lower[head:last]


def modality_of(tree: SyntaxTree, head: int, auxiliaries: tuple[int, ...]) -> Modality | None:
    """Return the modality of the clause; None for the conditional, which states nothing."""
    if _is_conditional_plan(tree, head):
        return "considered"
    if is_to(tree, head, auxiliaries):
        return "planned"
    for i in auxiliaries:
        word = tree.lower[i]
        if word in ("will", "'ll", "wo", "shall", "gonna", "ll"):
            return "planned"
        having = any(tree.lower[j] == "have" for j in auxiliaries)
        would = having or tree.tags[head] == "VB" or any(tree.lower[j] == "be" for j in auxiliaries)
        if word == "would" or (word == "'d" and would):
            return "desired" if tree.lemmas[head] in _DESIRES and not having else None
        if word in ("might", "may"):
            return "considered"
        if word in ("can", "ca"):
            return "able"
        if word in ("must", "should", "ought"):
            return "obliged"
        if word == "could" and not tree.negated(head):
            return "considered" if _weighs(tree, head) else None
        if word == "could":
            return "able"
    return "actual"


def is_to(tree: SyntaxTree, head: int, auxiliaries: tuple[int, ...]) -> bool:
    """Whether people are to do something: "they're to marry in June"; not what they were to do."""
    marks = {i for i in tree.having(head, "mark") if tree.lower[i] == "to"}
    return any(tree.lower[i] in _ARE and i + 1 in marks and tree.full_deps[i] == "aux" for i in auxiliaries)


def tense_of(tree: SyntaxTree, head: int, auxiliaries: tuple[int, ...]) -> Tense:
    for i in auxiliaries:
        if tree.lower[i] in ("will", "'ll", "wo", "shall", "gonna"):
            return "future"
        if tree.tags[i] == "VBD" or tree.lower[i] in ("was", "were", "did", "had"):
            return "past"
    if any(tree.lemmas[i] == "have" for i in auxiliaries):
        return "past" if tree.tags[head] == "VBN" else "present"
    bare = tree.tags[head] in ("VBD", "VBN") and not auxiliaries
    return "past" if bare and tree.lower[head] not in _PLACED else "present"


def is_perfect(tree: SyntaxTree, auxiliaries: tuple[int, ...]) -> bool:
    """Whether the state goes on until now: "has lived", or "been living" without an auxiliary."""
    having = [tree.lower[i] for i in auxiliaries if tree.lemmas[i] == "have"]
    return having[0] != "had" if having else any(tree.lower[i] == "been" for i in auxiliaries)


def has_ended(tree: SyntaxTree, head: int) -> bool:
    """Whether the clause says "no longer", "no more" at its end, or "not … anymore"."""
    words = [tree.lower[i] for i in tree.children[head]]
    if "anymore" in words:
        return True
    for i in tree.children[head]:
        if tree.lower[i] in ("longer", "more") and any(tree.lower[j] in ("no", "any") for j in tree.children[i]):
            no_more = i > head and tree.deps[i] == "advmod" and tree.lower[i - 1] == "no"
            compared = tree.lower[i + 1 : i + 2] == ["than"]  # "I slept no more than four hours"
            return tree.lower[i] == "longer" or (no_more and not compared) or tree.negated(head)
    return False
