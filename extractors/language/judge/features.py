"""The features of a proposed statement: names with numbers, from the statement and the parse of its turn.

A feature `kind=name` is a category: 1 for that name, absent for all others. The judge ignores names that it hasn't
learned, so rules, predicates and types may be added without training it again.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from math import log

from chronomem.extractors.language.extracted import Statement
from chronomem.extractors.language.lexicon import stop_words
from chronomem.extractors.language.parsing.syntax import SyntaxTree
from chronomem.graph_schema.facts.predicates import PATTERNS, VOCABULARY, predicate_named


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


HEDGES = {
    "guess": _words("guess suppose reckon think thought believe assume figure bet imagine seem seems"),
    "maybe": _words("maybe perhaps probably possibly might may could hopefully apparently supposedly"),
    "would": _words("would 'd should if unless wish whether"),
    "nearly": _words("almost nearly basically practically literally kinda sorta technically"),
    "joking": _words("lol lmao haha hahaha jk kidding joke rofl lmfao"),
    "reported": _words("said says told tells heard asked reckons thinks claims rumour rumor"),
}
"""Words that weaken what their clause says, by the way in which they do."""
PASSING = _words(
    "today tonight now rn later soon brb morning afternoon evening minute minutes min mins sec hour hours just still"
    " atm currently already lunch dinner breakfast bus"
)
"""Words that are typical of the affairs of the day."""
LASTING = _words(
    "always never every usually since years forever ever often favourite favorite grew born live work works used whole"
    " life childhood each weekly anymore"
)
"""Words that are typical of what lasts."""
THINGS = _words("it this that one ones thing things stuff something anything everything them")
FIRST, SECOND = _words("i we im ive my me"), _words("you u ya your ur")
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")


def features_of(statement: Statement, tree: SyntaxTree, *, speaker: str, others: Sequence[str]) -> dict[str, float]:
    """Return the features of a statement that a turn's rules propose."""
    found = dict.fromkeys(_categories(statement, speaker, others), 1.0)
    found.update(_of_object(statement, tree))
    found.update(_of_clause(statement, tree))
    return {name: float(value) for name, value in found.items() if value}


def predicate_class(name: str) -> str:
    """Return a predicate of the vocabulary itself, a pattern, or "open"."""
    if name in VOCABULARY:
        return name
    return next((pattern.name for pattern in PATTERNS if fnmatchcase(name, pattern.name)), "open")


def _categories(statement: Statement, speaker: str, others: Sequence[str]) -> Iterator[str]:
    predicate = predicate_class(statement.predicate)
    kind = predicate_named(statement.predicate).kind
    rule = statement.rule or "none"
    subject = _subject_class(statement, speaker, others)
    yield f"rule={rule}"
    yield f"rule+subject={rule} {subject}"
    yield f"predicate={predicate}"
    yield f"predicate+subject={predicate} {subject}"
    yield f"predicate+tense={predicate} {statement.tense}"
    yield f"predicate+object={predicate} {statement.object_type or 'value'}"
    yield f"verb={statement.predicate}"
    yield f"kind={kind}"
    yield f"kind+tense={kind} {statement.tense}"
    yield f"modality={statement.modality}"
    yield f"tense={statement.tense}"
    yield f"subject={subject}"
    yield f"subject_type={statement.subject_type}"
    yield f"object_type={statement.object_type or 'value'}"
    yield f"grain={statement.grain or 'none'}"
    for name in ("ended", "begun"):
        if getattr(statement, name):
            yield f"{name}=yes"
    if statement.polarity == "negated":
        yield "negated=yes"


def _subject_class(statement: Statement, speaker: str, others: Sequence[str]) -> str:
    if statement.subject == speaker:
        return "speaker"
    if statement.subject in others:
        return "addressee" if len(others) == 1 else "participant"
    if "'s " in statement.subject:
        return "relation" if statement.subject.startswith(f"{speaker}'s ") else "other relation"
    return "person" if statement.subject_type == "person" else "thing"


def _of_object(statement: Statement, tree: SyntaxTree) -> Iterator[tuple[str, float]]:
    text = statement.object if statement.object is not None else statement.value or ""
    spelt = _WORD.findall(text)
    words = [word.lower() for word in spelt]
    count = max(1, len(words))
    yield "prior", statement.confidence
    yield "object_words", log(count)
    yield "object_is_long", count > 6
    yield (
        "object_stop_words",
        sum(word in stop_words() and not (len(word) > 1 and word.isupper()) for word in spelt) / count,
    )
    yield "object_is_pronoun", bool(words) and all(word in THINGS | stop_words() for word in words)
    yield "object_has_thing", bool(set(words) & THINGS)
    yield "object_has_digit", any(character.isdigit() for character in text)
    yield "object_is_capitalised", bool(text) and text[0].isupper()
    yield "object_is_spoken", text.lower() in tree.text.lower()
    yield "object_ends_in_ing", bool(words) and words[-1].endswith("ing")
    yield "object_begins_with_ing", bool(words) and words[0].endswith("ing")
    yield "object_has_possessive", "'s" in text
    yield "subject_is_spoken", statement.subject.lower() in tree.text.lower()
    yield "subject_is_lower", statement.subject[:1].islower()


def _of_clause(statement: Statement, tree: SyntaxTree) -> Iterator[tuple[str, float]]:
    first = bisect_right(tree.starts, statement.span[0]) - 1
    last = bisect_left(tree.starts, statement.span[1])
    first, last = max(0, first), max(first + 1, last)
    own = tree.lower[first:last]
    whole = set(tree.lower)
    head = next((i for i in range(first, min(last, len(tree.heads))) if not first <= tree.heads[i] < last), None)
    head = head if head is not None else next((i for i in range(first, last) if tree.heads[i] == i), first)
    yield "clause_words", log(max(1, len(own)))
    yield "turn_words", log(max(1, len(tree.words)))
    yield "clause_is_turn", len(own) >= len(tree.words) - 1
    yield "place", first / max(1, len(tree.words))
    yield "depth", _depth(tree, head)
    yield f"dep={tree.full_deps[head]}", 1
    yield f"tag={tree.tags[head]}", 1
    yield f"head={tree.lemmas[head]}", 1
    yield from _of_subject(tree, head)
    for name, words in HEDGES.items():
        yield f"hedge_{name}", bool(words.intersection(own))
        yield f"hedge_{name}_near", bool(words & whole)
    yield "passing", len(PASSING.intersection(own))
    yield "lasting", len(LASTING.intersection(own))
    yield "negation", bool({"not", "n't", "never", "no", "nt"}.intersection(own))
    yield "passive", tree.child(head, "aux:pass") is not None
    yield "progressive", tree.tags[head] == "VBG"
    yield "perfect", any(tree.lemmas[i] == "have" for i in tree.having(head, "aux"))
    yield "subordinate", tree.child(head, "mark") is not None
    yield "clause_of", tree.child(head, "ccomp", "advcl", "parataxis") is not None
    after = "".join(tree.words[last - 1 : last + 2])
    yield "question_after", "?" in after
    yield "question_in_turn", "?" in tree.text
    yield "exclaimed", "!" in after
    yield "quoted", any(mark in tree.text for mark in '"\u201c\u201d')
    yield "unpunctuated", tree.text.rstrip()[-1:].isalnum()
    yield "lower_case", not any(character.isupper() for character in tree.text)
    yield "sentences", log(max(1, len(tree.sentences)))


def _of_subject(tree: SyntaxTree, head: int) -> Iterator[tuple[str, float]]:
    subject = tree.child(head, "nsubj", "nsubj:pass")
    word = tree.lower[subject] if subject is not None else ""
    person = "none"
    if subject is not None:
        person = "first" if word in FIRST else "second" if word in SECOND else tree.tags[subject]
    yield f"subject_word={person}", 1
    yield "subject_far", subject is not None and abs(head - subject) > 5
    yield (
        "determined_object",
        any(
            tree.lower[j] in ("a", "an", "my", "our", "new") for i in tree.having(head, "obj") for j in tree.children[i]
        ),
    )


def _depth(tree: SyntaxTree, head: int) -> float:
    depth = 0
    while tree.heads[head] != head and depth < 6:
        head = tree.heads[head]
        depth += 1
    return depth / 6
