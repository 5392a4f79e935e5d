"""The text of a clause and of its phrases: the clause's own text, and the objects and values in it."""

import functools
import re
from collections.abc import Set as AbstractSet

from chronomem.extractors.language.clauses.clause import Clause
from chronomem.extractors.language.clauses.references import FIRST_PERSON, FIRST_POSSESSIVE, SECOND_PERSON, Resolver
from chronomem.extractors.language.clauses.rendering import render, third_person
from chronomem.extractors.language.lexicon import RELATION_OF_NOUN, STOP_OBJECTS, stop_words
from chronomem.extractors.language.parsing.syntax import SyntaxTree

_REFLEXIVE = {"myself", "yourself", "himself", "herself", "ourselves", "themselves"}
_APART = {"discourse", "vocative", "parataxis", "list", "reparandum", "dislocated", "orphan"}
_OPENERS = {
    "so", "well", "also", "actually", "just", "really", "anyway", "plus", "then", "oh", "yeah", "yes", "no",
    "but", "and",
    "or", "too", "btw", "still", "totally", "definitely", "absolutely", "sure", "honestly", "because", "cause", "since",
    "although", "though", "as", "that", "cuz", "hey", "wow", "guess", "when", "how", "why",
}  # fmt: skip
_DETERMINERS = {
    "the", "a", "an", "this", "that", "these", "those", "some", "any", "my", "our", "such", "its", "no",
}  # fmt: skip
_TIME_DEPS = {"obl:unmarked", "obl:tmod", "nmod:tmod", "obl:npmod", "npadvmod"}
_REASONS = {"so", "because", "cause", "cos", "cuz", "since", "though", "although"}
TIME_NOUNS = {
    "yesterday", "today", "tomorrow", "tonight", "week", "month", "year", "day", "weekend", "morning",
    "evening", "night",
    "afternoon", "hour", "minute", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "time",
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december", "summer", "winter", "spring", "fall", "autumn", "decade", "while", "moment", "lately", "recently",
    "now", "ago",
}  # fmt: skip
_LIGHT_ADVERBS = {
    "just", "really", "so", "also", "too", "very", "actually", "totally", "definitely", "even", "still", "well", "then",
    "not", "n't", "never", "always", "finally", "already", "recently", "lately", "now", "today", "yesterday", "anyway",
    "absolutely", "super", "pretty", "quite", "kinda", "probably", "maybe", "here", "there", "ever", "yet", "again",
    "anymore", "longer", "currently", "tomorrow", "tonight", "soon", "ago", "n\u2019t",
}  # fmt: skip
_CONTENT_DEPS = {"obj", "iobj", "obl", "xcomp", "ccomp", "advcl", "advmod", "nmod", "obl:agent"} | _TIME_DEPS


def clause_tokens(tree: SyntaxTree, head: int) -> list[int]:
    """Return the tokens of a clause without those outside its message: other clauses, vocatives, "well"."""
    kept: list[int] = []
    stack = [head]
    while stack:
        i = stack.pop()
        kept.append(i)
        stack.extend(j for j in tree.children[i] if not _is_apart(tree, j, nested=i != head))
    return _strip(tree, sorted(kept), head)


def _is_apart(tree: SyntaxTree, token: int, *, nested: bool = False) -> bool:
    """Whether a dependant, of the clause's head or deeper inside it, is not part of the clause."""
    dep = tree.deps[token]
    if nested:
        return dep == "parataxis" and tree.child(token, "nsubj") is not None
    if dep == "vocative":
        return token == 0 or not tree.spaced[token - 1] or not tree.words[token - 1].isalpha()
    if dep in _APART:
        return True
    origin = any(tree.lower[i] == "from" for i in tree.having(token, "case"))
    joined = origin and tree.child(tree.heads[token], "cop") is not None  # "a tenor and from Rennes"
    return dep == "conj" and (joined or tree.child(token, "nsubj", "nsubj:pass", "expl") is not None)


def _strip(tree: SyntaxTree, tokens: list[int], head: int) -> list[int]:
    """Strip openers, and punctuation at both ends."""
    first, last = 0, len(tokens)
    while tokens[first] != head and _is_opener(tree, tokens[first]):
        first += 1
    while first < last and not _has_letters(tree.words[tokens[last - 1]]):
        last -= 1
    return tokens[first:last]


def _is_opener(tree: SyntaxTree, token: int) -> bool:
    if not _has_letters(tree.words[token]):
        return True
    if tree.deps[token] in ("cc", "mark", "discourse", "vocative"):
        return True
    return tree.lower[token] in _OPENERS and tree.deps[token] == "advmod" and not tree.children[token]


def _has_letters(word: str) -> bool:
    return any(c.isalnum() or c in "$€£" for c in word)


def clause_text(resolver: Resolver, clause: Clause) -> str:
    """Return the clause in the third person, with its subject in front if it was shared or omitted."""
    tree = resolver.tree
    tokens = clause_tokens(tree, clause.head)
    if clause.subject is not None or clause.reference is None:
        meant = {}
        if clause.subject is not None and clause.reference is not None and tree.lower[clause.subject] in _THIRD:
            meant[clause.subject] = clause.reference.name
        return bare(render(resolver, tokens, meant))
    head, name = clause.head, clause.reference.name
    if clause.kind == "statement" and tree.tags[head].startswith("N") and not clause.auxiliaries:
        return bare(f"{name}: {render(resolver, tokens)}")  # "first week at Aldi"
    start = min([head, *clause.auxiliaries])
    forms: dict[int, str] = {}
    lead = ""
    if clause.kind == "feeling":
        lead = "feels "
    elif clause.kind == "quality":
        lead = "is "
    elif clause.auxiliaries:
        if tree.tags[start] == "VBP":
            forms[start] = third_person(tree.words[start])
    elif tree.tags[head] == "VBG":
        lead = "was " if clause.inherited and clause.tense == "past" else "is "
    elif not clause.inherited or tree.tags[head] in ("VB", "VBP"):
        lead = "has " if tree.tags[head] == "VBN" else ""
        if (modal := _MODALS.get(clause.modality)) is not None:
            lead = f"{modal} "
        elif tree.tags[head] in ("VB", "VBP"):
            forms[head] = third_person(tree.words[head])
    before = [i for i in tokens if i < start] if clause.kind == "statement" else []
    rest = tokens[len(before) :]
    before = [i for i in before if tree.lower[i] not in _LIGHT_ADVERBS or tree.children[i]]
    said = render(resolver, rest, forms)
    opening = render(resolver, before)
    body = f"{name} {lead}{said[:1].lower() + said[1:]}"
    return bare(f"{body} {opening[:1].lower() + opening[1:]}" if opening else body)


_MODALS = {"planned": "will", "considered": "might", "able": "can", "obliged": "should"}
"""The auxiliary that a clause shares with the one before it: "I might swim or | run"."""
_THIRD = {"he", "she", "they", "it", "who", "which", "that"}


def embedded(resolver: Resolver, text: str) -> str:
    """Return a clause in the form that follows "thinks": with a lower-case start unless a name begins it."""
    tree = resolver.tree
    first = text.split(" ", 1)[0]
    names = {m.name.split(" ")[0] for m in resolver.named.values()} | {resolver.speaker, resolver.other or ""}
    bare_first = first.removesuffix("'s")
    proper = any(tag == "NNP" and word == bare_first for tag, word in zip(tree.tags, tree.words, strict=True))
    is_name = proper or bare_first in names or (len(first) > 1 and first[1:2].isupper())
    return text if is_name else text[:1].lower() + text[1:]


def phrase_text(
    resolver: Resolver, head: int, *, whole: bool = False, alone: bool = False, timed: AbstractSet[int] = frozenset()
) -> str:
    """Return a noun phrase without its article.

    Args:
        whole: keep relative clauses and asides.
        alone: leave out conjuncts joined by "and".
        timed: tokens of time expressions, which are left out if they date the phrase, or of what is no part of it.
    """
    tree = resolver.tree
    kept: list[int] = []
    stack = [head]
    while stack:
        i = stack.pop()
        kept.append(i)
        for j in tree.children[i]:
            if tree.deps[j] in _APART or (not whole and tree.full_deps[j] in ("acl:relcl", "advcl:relcl", "appos")):
                continue
            does = tree.tags[j] in ("VBZ", "VBD", "MD") and not tree.is_verb(head)  # "our cook and knows it"
            if i == head and tree.deps[j] == "conj" and (alone or does or _is_apart(tree, j)):
                continue
            if (
                i == head
                and (tree.deps[j] in ("case", "mark", "nsubj", "cop", "aux", "cc") or _asks(tree, j))
                and j < i
            ):
                continue
            if tree.lower[j] in _REFLEXIVE and tree.deps[j] != "obj" and not tree.having(j, "case"):
                continue  # "I'm a teacher myself"
            if i == head and (_says_no_more(tree, j) or _is_for_teller(tree, j) or _is_reason(tree, j)):
                continue
            if i == head and j in timed and tree.deps[j] in ("obl", "advmod", "nmod"):
                continue
            if i == head and j > head and (_says_when(tree, j) or tree.lower[j] in _WHENEVER):
                continue
            if i == head and (tree.full_deps[j] == "det:predet" or tree.lower[j] in _DROPPED_ADVERBS):
                continue
            stack.append(j)
    tokens = sorted(kept)
    while len(tokens) > 1 and (
        tree.lower[tokens[0]] in _DETERMINERS
        or not _has_letters(tree.words[tokens[0]])
        or tree.lower[tokens[0]] in _LEADS
    ):
        tokens = tokens[1:]
    if len(tokens) > 2 and tree.lower[tokens[0]] in _AMOUNTS and tree.lower[tokens[1]] == "of":
        tokens = tokens[2:]
    return _CONTRAST.split(bare(render(resolver, without_tail(tree, tokens))))[0]


_CONTRAST = re.compile(r"(?<=\w),? not (?:an?|the) ")
"""What sets a thing against another at its end: "a spaniel, not a lab"."""
_TAIL = {
    "too", "either", "also", "though", "tho", "anyway", "instead", "lately", "recently", "currently", "nowadays",
    "now", "before", "sometimes", "sometime", "usually", "often", "regularly", "again", "already", "yet", "still",
    "please", "obviously", "personally", "mostly", "especially", "honestly", "soon", "someday", "today", "tonight",
    "tomorrow", "yesterday", "daily", "weekly", "tbh", "lol", "haha", "ngl", "btw", "rn", "atm",
}  # fmt: skip
"""Adverbs at the end of a value that say nothing of the thing: time and place of the clause, comments, "too"."""
_TAIL_PHRASES = {
    "as well", "so far", "right now", "at all", "these days", "of course", "for sure", "a lot", "so much",
    "very much", "at the moment", "by way", "of my own", "of our own", "over here", "as usual", "for now", "even more",
}  # fmt: skip


def without_tail(tree: SyntaxTree, tokens: list[int]) -> list[int]:
    """Strip punctuation and adverbs that belong to the clause rather than to the thing from the end of a value."""
    while tokens:
        cut = next(
            (n for n in (3, 2) if len(tokens) > n and " ".join(tree.lower[i] for i in tokens[-n:]) in _TAIL_PHRASES), 0
        )
        last = tree.lower[tokens[-1]]
        if not cut and (
            not _has_letters(last) or (len(tokens) > 1 and last in _TAIL | _REFLEXIVE - _own(tree, tokens))
        ):
            cut = 1
        if not cut:
            break
        tokens = tokens[:-cut]
    return tokens


def _own(tree: SyntaxTree, tokens: list[int]) -> set[str]:
    """Return the last word if it is governed as an object: "taking care of myself"."""
    last = tokens[-1]
    acted_on = tree.deps[last] == "obj" and tree.is_verb(tree.heads[last])
    return {tree.lower[last]} if acted_on or tree.having(last, "case") else set()


_WHENEVER = {"whenever", "when", "wherever", "once"}
"""Words of a clause that a parse may leave with the noun before it: "single whenever he comes up"."""


def _asks(tree: SyntaxTree, token: int) -> bool:
    return tree.tags[token] == "WRB"


def _says_when(tree: SyntaxTree, token: int) -> bool:
    """Whether a part of a noun phrase gives a time: "the bakery today", "the food bank on Saturdays"."""
    if _bounds(tree, token):
        return True
    if tree.full_deps[token] in ("nmod:unmarked", "nmod:tmod"):
        return tree.lemmas[token] in TIME_NOUNS
    return (
        tree.deps[token] == "nmod"
        and tree.lower[token].endswith(("days", "ends"))
        and tree.lower[token].removesuffix("s") in TIME_NOUNS - {"day"}
    )


_AMOUNTS = {"lot", "lots", "bunch", "ton", "tons", "loads", "couple", "bit", "plenty"}
_LEADS = {
    "so", "very", "really", "super", "such", "too", "probably", "definitely", "maybe", "perhaps", "just", "always",
    "currently", "usually", "mostly", "mainly", "actually", "also", "only", "pretty", "quite", "absolutely",
    "totally",
}  # fmt: skip
_DROPPED_ADVERBS = {
    "not", "n't", "anymore", "longer", "now", "still", "just", "also", "currently", "already", "always",
    "never", "then", "again",
    "actually", "basically", "finally", "anyway", "though",
}  # fmt: skip
"""Adverbs that are not part of a quality or thing: polarity, ending or tense records their meaning."""


def complements(resolver: Resolver, head: int, skipped: set[int], timed: set[int]) -> str:
    """Return the words that follow a verb as text, without dependants that are already used and without times."""
    tree = resolver.tree
    tokens: list[int] = []
    for i in tree.children[head]:
        if i in skipped or i < head or tree.full_deps[i] not in _CONTENT_DEPS or is_time(tree, i, timed):
            continue
        if _is_another_clause(tree, i):
            continue
        if tree.deps[i] == "advmod" and (
            tree.lower[i] in _LIGHT_ADVERBS or tree.tags[i] == "WRB" or _says_no_more(tree, i)
        ):
            continue
        if tree.lower[i] in _REFLEXIVE and tree.full_deps[i] in _TIME_DEPS:
            continue  # "I don't have pets myself"
        tokens += [j for j in tree.subtree(i) if tree.deps[j] not in _APART]
    tokens.sort()
    while tokens and (not _has_letters(tree.words[tokens[0]]) or tree.deps[tokens[0]] == "cc"):
        tokens = tokens[1:]
    return bare(render(resolver, without_tail(tree, tokens)))


_LINKS = {"when", "while", "because", "cause", "cuz", "since", "as", "before", "after", "until", "till", "if", "so",
          "though", "although", "whenever", "once", "unless", "where", "but", "than"}  # fmt: skip
"""Words that link a clause of time, reason or condition to the one before."""


def _is_another_clause(tree: SyntaxTree, token: int) -> bool:
    """Whether a dependant is a clause of time, reason or condition: "… when I was a kid"."""
    if tree.deps[token] != "advcl":
        return False
    return any(tree.lower[i] in _LINKS for i in tree.having(token, "mark", "advmod", "cc") if i < token)


def _says_no_more(tree: SyntaxTree, token: int) -> bool:
    """Whether a dependant is "any more" or "no longer", whose meaning the ended state records."""
    return tree.lower[token] in ("more", "longer") and any(tree.lower[i] in ("any", "no") for i in tree.children[token])


def _is_reason(tree: SyntaxTree, token: int) -> bool:
    """Whether a clause tells why or with which result: "vegan so we had nut roast"."""
    told = tree.full_deps[token] == "advcl" and tree.child(token, "nsubj", "nsubj:pass") is not None
    return told and any(tree.lower[i] in _REASONS for i in tree.having(token, "mark"))


def _is_for_teller(tree: SyntaxTree, token: int) -> bool:
    """Whether a dependant is "for me", as in "no Berlin for me", which is no part of what is named."""
    return tree.lower[token] in ("me", "us") and any(tree.lower[i] == "for" for i in tree.having(token, "case"))


def bare(text: str) -> str:
    """Strip punctuation and dashes from both ends, remarks from the end, and what follows a title in quotation marks.

    "past lives finally" is "past lives", and '"Dune" by Herbert' is "Dune".
    """
    text = _REMARKS.sub("", text.strip(_AT_ENDS))
    if text.count('"') != 1:
        return text
    title, rest = text.split('"')
    return f"{title}{rest}" if title.endswith(" ") else title.strip(_AT_ENDS)


_REMARKS = re.compile(
    r"(?<=\w),?(?: (?:finally|though|tho|lol|lmao|haha\w*|obv|obviously|tbh|ngl|honestly|apparently|too|already"
    r"|by the way))+$",
    re.IGNORECASE,
)
_AT_ENDS = " ,.;:!?-\u2013\u2014~*\"'“”…"


def _bounds(tree: SyntaxTree, token: int) -> bool:
    """Whether a dependant gives the beginning, the end or the reason: "since college", "because of the noise"."""
    return any(tree.lower[i] in ("since", "until", "till", "because") for i in tree.having(token, "case"))


def is_time(tree: SyntaxTree, head: int, timed: set[int]) -> bool:
    """Whether a dependant gives a time."""
    if head in timed or _bounds(tree, head):
        return True
    return tree.lemmas[head] in TIME_NOUNS and tree.deps[head] in ("obl", "advmod", "nmod")


def says_something(text: str) -> bool:
    """Whether a value holds a word that isn't a pronoun, article or filler."""
    words = [w.strip(".,!?'\"") for w in text.split()]
    return any(w == "US" or (w.lower() not in _empty_words() and any(c.isalnum() for c in w)) for w in words)


_FILLERS = {
    "to", "of", "in", "on", "at", "for", "with", "about", "do", "did", "be", "is", "was", "and", "or", "not",
    "n't", "very",
    "by", "from", "as", "up", "out", "off", "that's", "then", "how", "why", "when", "where", "if", "like",
}  # fmt: skip


@functools.cache
def _empty_words() -> frozenset[str]:
    """Return the words that make no value, in any number."""
    pronouns = FIRST_PERSON | FIRST_POSSESSIVE | SECOND_PERSON
    return frozenset(STOP_OBJECTS | _DETERMINERS | {"another"} | pronouns | stop_words() | _FILLERS)


def _changed_about(tree: SyntaxTree, mind: int) -> int | None:
    """Return what somebody changed their mind about: "them" are the olives, and not the mind."""
    if tree.lemmas[mind] != "mind":
        return None
    near = (*tree.having(mind, "nmod"), *tree.having(tree.heads[mind], "obl"))
    return next((i for i in near if any(tree.lower[j] == "about" for j in tree.having(i, "case"))), None)


def thing_meant(tree: SyntaxTree, pronoun: int) -> int | None:
    """Resolve "it" in "I love coffee. My husband hates it": the only object of the same or the last sentence."""
    if tree.lower[pronoun] not in ("it", "them"):
        return None
    number = next((n for n, (start, end) in enumerate(tree.sentences) if start <= pronoun < end), 0)
    verb = tree.heads[pronoun]
    for first in dict.fromkeys((tree.sentences[number][0], tree.sentences[max(number - 1, 0)][0])):
        objects = [i for i in range(first, verb) if tree.full_deps[i] == "obj" and tree.tags[i].startswith("N")]
        objects = [about if (about := _changed_about(tree, i)) is not None else i for i in objects]
        if objects:
            return objects[0] if len(objects) == 1 else None
    return None


_FAR_BACK = 40
"""How many tokens back a pronoun's thing is looked for."""


def thing_before(resolver: Resolver, pronoun: int) -> int | None:
    """Resolve "it" in "I bought a bike and sold it in May": the only thing that the sentence has named before.

    It is the object or the subject of a clause before, and as many as the pronoun says.
    """
    tree = resolver.tree
    number = {"it": ("NN",), "them": ("NNS",)}.get(tree.lower[pronoun])
    if number is None:
        return None
    verb = tree.heads[pronoun]
    start = next(first for first, last in tree.sentences if first <= pronoun < last)
    found = [
        i
        for i in range(max(start, verb - _FAR_BACK), verb)
        if tree.full_deps[i] in ("obj", "nsubj", "nsubj:pass")
        and tree.heads[i] != verb
        and tree.tags[i].startswith("NN")
        and RELATION_OF_NOUN.get(tree.lemmas[i], "has_pet") == "has_pet"
        and i not in resolver.named
    ]
    if len(found) != 1 or tree.tags[found[0]] not in number or tree.lemmas[found[0]] in TIME_NOUNS:
        return None
    if tree.lower[pronoun] == "it" and tree.child(found[0], "conj") is not None:
        return None  # "a boat and a van"
    told = tree.child(found[0], "det", "nmod:poss", "det:poss", "nummod") is not None
    return found[0] if told and not tree.negated(found[0]) else None


def accompaniments(tree: SyntaxTree, place: int) -> list[int]:
    """Return what is no part of a place, but goes with being there: "in hospital with pneumonia"."""
    after = (i for i in tree.having(place, "nmod", "obl") if i > place)
    return [i for i in after if any(tree.lower[j] == "with" for j in tree.having(i, "case"))]
