"""The text of a verb with its dependants, as a value."""

import re

from chronomem.extractors.language.clauses.phrases import bare, is_time, phrase_text, without_tail
from chronomem.extractors.language.clauses.references import Resolver
from chronomem.extractors.language.clauses.rendering import render
from chronomem.extractors.language.parsing.syntax import NEGATIONS, SyntaxTree

_REASONS = {"because", "cause", "cuz", "since", "as"}
"""What opens a reason, which is no part of what is done."""
_CONDITIONS = {"if", "unless"}
"""Neither is on what it depends."""


def verb_phrase(
    resolver: Resolver, verb: int, forms: dict[int, str] | None = None, *, timeless: bool = False, alone: bool = False
) -> str:
    """Return a verb with all that follows it, without "to": "visit Rome with Ann's sister".

    Args:
        timeless: leave out time expressions.
        alone: leave out the verbs that "and" joins.
    """
    tree = resolver.tree
    tokens = [i for i in tree.subtree(verb) if _belongs(resolver, i, verb)]
    if alone:
        others = {j for i in tree.having(verb, "conj") for j in tree.subtree(i)}
        tokens = [i for i in tokens if i not in others]
    if timeless:
        when = {j for i in tree.children[verb] if is_time(tree, i, set()) for j in tree.subtree(i)}
        tokens = [i for i in tokens if i not in when]
    return _text_of(resolver, tokens, forms)


def gerund(resolver: Resolver, verb: int) -> str:
    """Return what somebody likes or stops to do, as a noun phrase: "playing chess" of "like to play chess"."""
    tree = resolver.tree
    inner = tree.child(verb, "xcomp")
    if tree.lemmas[verb] == "go" and inner is not None and tree.lower[inner].endswith("ing"):
        verb = inner  # "skiing" of "go skiing"
    is_form = tree.lower[verb].endswith("ing") and tree.lemmas[verb] != tree.lower[verb]
    if tree.lower[verb].endswith("ing") and not tree.is_verb(verb):
        return phrase_text(resolver, verb, alone=True)
    form = tree.words[verb] if is_form else ing_form(tree.lemmas[verb])
    return verb_phrase(resolver, verb, {verb: form}, timeless=True, alone=True)


def ing_form(lemma: str) -> str:
    """Return the gerund of a verb: "making" of "make", "running" of "run"."""
    if lemma.endswith("ie"):
        return f"{lemma[:-2]}ying"
    if lemma.endswith("e") and not lemma.endswith(("ee", "oe", "ye")) and len(lemma) > 2:
        return f"{lemma[:-1]}ing"
    short = len(lemma) > 2 and lemma[-1] in "bdgmnprt" and lemma[-2] in "aeiou" and lemma[-3] not in "aeiou"
    doubled = short and (
        len(re.findall(r"[aeiouy]+", lemma)) == 1 or lemma.endswith(("get", "gin", "mit", "fer", "cur"))
    )
    return f"{lemma}{lemma[-1]}ing" if doubled else f"{lemma}ing"


_LIGHT = {
    "figure", "find", "work", "put", "hear", "meet", "dive", "play", "have", "get", "be", "make", "try", "do",
    "give", "keep", "let", "see", "check", "take", "think", "talk", "come", "go", "know", "say", "tell", "look",
    "send", "show", "share", "help", "miss", "want", "love",
}  # fmt: skip
"""Verbs that tell no plan or wish by themselves: "I'll let you know", "I'd love to", "I'll give it a try"."""
_IDLE = {
    "touch", "try", "word", "go", "sure", "luck", "best", "way", "update", "thing", "mind", "time", "sometime",
    "shot", "posted", "updated", "look", "hope", "chat", "talk", "part", "track",
}  # fmt: skip


def says_little(resolver: Resolver, verb: int) -> bool:
    """Whether a plan or wish names nothing that it is about: "keep you posted", "have to try it", "see you there"."""
    tree = resolver.tree
    inside = [i for i in tree.subtree(verb) if i != verb and _belongs(resolver, i, verb)]
    for i in inside:
        tag, lower = tree.tags[i], tree.lower[i]
        if resolver.named.get(i) is not None and resolver.named[i].name != resolver.other:
            return False
        if tag.startswith("N") and tree.lemmas[i] not in _IDLE and not is_time(tree, i, set()):
            return False
        if (tag == "CD" and i > verb) or (tree.is_verb(i) and tree.lemmas[i] not in _LIGHT and lower not in _IDLE):
            return False
        if tag.startswith("JJ") and lower not in _IDLE:
            return False
    told = any(tree.tags[i] in ("PRP", "DT", "RB") and tree.deps[i] in ("obj", "obl", "advmod") for i in inside)
    return tree.lemmas[verb] in _LIGHT or told


def phrase_with_subject(resolver: Resolver, head: int) -> str:
    """Return a whole subordinate clause without its conjunction."""
    tree = resolver.tree
    tokens = [i for i in tree.subtree(head) if not (tree.deps[i] == "mark" and tree.heads[i] == head)]
    return _text_of(resolver, tokens)


def _belongs(resolver: Resolver, token: int, verb: int) -> bool:
    """Whether a token of a verb's subtree is part of its phrase."""
    tree = resolver.tree
    i = token
    while i != verb:
        parent, dep = tree.heads[i], tree.deps[i]
        if dep == "advcl" and any(tree.lower[j] in _CONDITIONS for j in tree.having(i, "mark")):
            return False
        if parent == verb:
            if dep == "conj" and tree.child(i, "nsubj", "nsubj:pass") is not None:
                return False
            if tree.lower[i] in NEGATIONS and tree.deps[verb] in ("xcomp", "ccomp", "advcl"):
                return True
            if tree.lower[i] in ("anymore", "again", "instead") or _is_after_all(tree, i):
                return False
            if any(tree.lower[j] in ("any", "no", "instead") for j in tree.having(i, "advmod", "case")):
                return False  # "any more", "instead of Rome"
            if dep == "advcl" and any(tree.lower[j] in _REASONS for j in tree.having(i, "mark")):
                return False
            if dep in ("aux", "mark", "nsubj", "cc", "discourse", "vocative", "parataxis", "punct", "expl"):
                return False
            return not (i < verb and dep in ("advmod", "obl", "advcl"))
        i = parent
    return True


def _is_after_all(tree: SyntaxTree, token: int) -> bool:
    return tree.lower[token] == "all" and any(tree.lower[i] == "after" for i in tree.children[token])


def _text_of(resolver: Resolver, tokens: list[int], forms: dict[int, str] | None = None) -> str:
    tree = resolver.tree
    inside = {*tokens}  # the verb itself may stand beside another clause
    aside = ("discourse", "vocative", "parataxis")
    tokens = sorted(i for i in tokens if tree.deps[i] not in aside or tree.heads[i] not in inside - {i})
    tokens = without_tail(tree, tokens)
    while tokens and (not any(c.isalnum() for c in tree.words[tokens[0]]) or tree.deps[tokens[0]] == "cc"):
        tokens.pop(0)
    return bare(render(resolver, tokens, forms))
