"""What isn't so, or not yet: "it's not true that …", "I doubt …", "when I live there one day, …"."""

import re
from collections.abc import Iterator

from chronomem.extractors.language.lexicon import RELATION_OF_NOUN, is_ailment
from chronomem.extractors.language.parsing.syntax import SyntaxTree

_SIGNS = re.compile(
    r"\b(?:true|case|clear|certain|sure|obvious|evident|fact|aware|myth|lie|nonsense|rubbish|doubt(?:s|ed)?|den(?:y|ies|ied)|say|said"
    r"|saying|claim(?:ed|ing)?|thinks?|thought|believed?|believes|assumed?|assumes|reckons?|tells?|told|pretend(?:s|ed|ing)?"
    r"|fak(?:e|es|ed|ing)|like|no way|when|once|before|until|till)\b",
    re.IGNORECASE,
)
"""Words without one of which nothing is told as untrue."""
_TELLERS = {"i", "we"}
_TRUE = {"true", "case", "clear", "certain", "sure", "obvious", "evident", "fact", "aware"}
_UNTRUE = {"myth", "lie", "nonsense", "rubbish", "untrue", "false"}
_DENYING = {"doubt", "deny"}
_SAYING = {"say", "claim", "suggest"}
_OPINING = {"think", "believe", "assume", "reckon", "guess", "figure"}
_BELIEVING = _OPINING | {"say", "claim", "tell", "hear"}
_CROWD = {"everyone", "everybody", "people", "they", "folks", "strangers", "all", "half", "most"}
"""Who thinks something of the speaker that the speaker would tell otherwise."""
_FEIGNING = {"pretend", "fake"}
_BEFORE = {"before", "until", "till"}
_SOMEDAY = {"hopefully", "someday", "eventually"}
_ANYBODY = {"you", "one", "anyone", "anybody", "people"}
_WRONG = re.compile(
    r"\W*(?:(?:but|and|which|that|it|this|all|just|total(?:ly)?|complete(?:ly)?|simply|utter(?:ly)?|so|of course|sadly"
    r"|is|was|s|actually)\W+)*"
    r"(?:wrong|nonsense|rubbish|(?:not |isn't |wasn't )true|untrue|false|(?:a )?(?:lie|lies|myth)|bollocks|made up)\b",
    re.IGNORECASE,
)
"""How somebody takes back at once what they said that others say or think."""
_NOT_SO = re.compile(
    r"\W*but (?:no|nope|nah|it turn(?:s|ed) out|i was wrong|\w+ (?:do|does|did|is|was|are|am) ?n[o']t)\b"
)


def untrue_spans(tree: SyntaxTree) -> Iterator[tuple[int, int]]:
    """Yield the half-open ranges of the tokens of clauses that are told as untrue, or as to come."""
    if not _SIGNS.search(tree.text):
        return
    for i, dep in enumerate(tree.deps):
        head = tree.heads[i]
        if dep in ("ccomp", "csubj", "advcl", "xcomp") and i != head and _is_untrue(tree, head, i):
            yield _extent(tree, i)
        elif dep == "acl" and tree.lemmas[head] in _UNTRUE and tree.child(head, "cop") is not None:
            yield _extent(tree, i)  # "it's a myth that …"
        elif tree.lemmas[i] == "doubt" and dep in ("advcl", "advmod", "parataxis") and i < head and _doubts(tree, i):
            yield i + 1, _extent(tree, head)[1]  # "I doubt | Eva lives in Leeds"
    for first, last in tree.sentences:
        words = tree.lower[first:last]
        if words[:2] == ["no", "way"] and words[2:3] and words[2][0].isalpha():
            yield first + 2, last


def _is_untrue(tree: SyntaxTree, head: int, content: int) -> bool:
    """Whether a clause is untrue by what governs it."""
    lemma, subject = tree.lemmas[head], tree.child(head, "nsubj")
    marks = {tree.lower[i] for i in tree.having(content, "mark")}
    if tree.deps[content] == "xcomp":
        return lemma in _FEIGNING and not tree.negated(head)
    if tree.deps[content] == "advcl":
        likened = tree.negated(head) and "like" in marks and lemma == "be"
        return likened or _is_still_to_come(tree, content, head)
    if lemma in _TRUE | _UNTRUE and tree.child(head, "cop") is not None:
        return tree.negated(head) == (lemma in _TRUE)
    if lemma in _DENYING:
        return _doubts(tree, head) and "if" not in marks
    if lemma in _SAYING and subject is not None and tree.lower[subject] in _TELLERS and tree.negated(head):
        return not tree.is_asked(head)
    if lemma not in _BELIEVING or subject is None or tree.negated(head):
        return False
    if tree.lower[subject] in _TELLERS and lemma in _SAYING | {"tell"}:
        return False  # what the speaker said themselves and was wrong is a mistake
    if lemma in _OPINING and (
        (tree.lower[subject] in _CROWD and _is_of_speaker(tree, content)) or _is_mine(tree, subject, content)
    ):
        return True
    imagined = any(tree.lower[i] in ("would", "'d") for i in tree.having(head, "aux"))
    return (imagined and tree.lower[subject] in _ANYBODY) or _is_taken_back(tree, head, content)


def _is_of_speaker(tree: SyntaxTree, content: int) -> bool:
    """Whether a clause tells of the speaker what they would know, and no illness: "they think Milo's my boyfriend"."""
    inside = [*tree.subtree(content)]
    own = any(tree.lower[i] in ("i", "my", "our") for i in inside)
    return own and not any(is_ailment(tree.lemmas[i]) for i in inside)


def _is_mine(tree: SyntaxTree, subject: int, content: int) -> bool:
    """Whether somebody else takes a person for one of the speaker's: "my mum thinks Milo's my boyfriend"."""
    other = tree.lower[subject] not in _TELLERS | {"you"}
    kin = RELATION_OF_NOUN.get(tree.lemmas[content]) is not None and tree.child(content, "cop") is not None
    return other and kin and any(tree.lower[i] in ("my", "our") for i in tree.having(content, "nmod:poss"))


def _doubts(tree: SyntaxTree, verb: int) -> bool:
    """Whether somebody doubts or denies; "I don't doubt that she lives there" does neither."""
    return tree.child(verb, "nsubj") is not None and not tree.negated(verb)


def _is_taken_back(tree: SyntaxTree, head: int, content: int) -> bool:
    """Whether what is said or thought is said to be wrong right after: "I thought I had asthma, but no"."""
    rest = tree.text[tree.end(_extent(tree, content)[1] - 1) :]
    return _WRONG.match(rest) is not None or (tree.tags[head] == "VBD" and _NOT_SO.match(rest.lower()) is not None)


def _extent(tree: SyntaxTree, clause: int) -> tuple[int, int]:
    """Return the range of a clause, without one that is joined to it by "but" or "which"."""
    first, last = tree.extent(clause)
    joined = (i for i in range(clause + 1, last) if tree.lower[i] in ("but", "which"))
    return first, next(joined, last)


def is_someday(tree: SyntaxTree, verb: int) -> bool:
    """Whether something will be so one day, nobody knows when: "hopefully I'll have a daughter one day"."""
    words = {tree.lower[i] for i in tree.having(verb, "advmod")}
    days = (i for i in tree.having(verb, "obl:unmarked", "obl:tmod", "obl") if tree.lower[i] == "day")
    return bool(words & _SOMEDAY) or any(tree.lower[j] == "one" for i in days for j in tree.children[i])


def _is_still_to_come(tree: SyntaxTree, verb: int, main: int) -> bool:
    """Whether a clause tells when something will be: "before I work there", "when I live there one day"."""
    if tree.tags[verb] not in ("VBP", "VBZ"):
        return False
    marks = {tree.lower[i] for i in tree.having(verb, "mark", "advmod") if i < verb}
    ahead = any(tree.lower[i] in ("will", "'ll", "would") for i in tree.having(main, "aux"))
    needed = tree.lemmas[main] in ("have", "need") and tree.child(main, "xcomp") is not None
    if not _BEFORE.isdisjoint(marks):
        return ahead or needed
    return not marks.isdisjoint({"when", "once"}) and ahead and is_someday(tree, verb)
