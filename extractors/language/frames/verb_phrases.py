"""The text of a verb with its dependants, as a value."""

from chronomem.extractors.language.clauses.phrases import bare, is_time, without_tail
from chronomem.extractors.language.clauses.references import Resolver
from chronomem.extractors.language.clauses.rendering import render
from chronomem.extractors.language.parsing.syntax import NEGATIONS, SyntaxTree


def verb_phrase(resolver: Resolver, verb: int, forms: dict[int, str] | None = None, *, timeless: bool = False) -> str:
    """Return a verb with all that follows it, without "to": "visit Rome with Ann's sister".

    Args:
        timeless: leave out time expressions.
    """
    tree = resolver.tree
    tokens = [i for i in tree.subtree(verb) if _belongs(resolver, i, verb)]
    if timeless:
        when = {j for i in tree.children[verb] if is_time(tree, i, set()) for j in tree.subtree(i)}
        tokens = [i for i in tokens if i not in when]
    return _text_of(resolver, tokens, forms)


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
        parent = tree.heads[i]
        if parent == verb:
            dep = tree.deps[i]
            if dep == "conj" and tree.child(i, "nsubj", "nsubj:pass") is not None:
                return False
            if tree.lower[i] in NEGATIONS and tree.deps[verb] in ("xcomp", "ccomp", "advcl"):
                return True
            if tree.lower[i] in ("anymore", "again") or _is_after_all(tree, i):
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
    tokens = sorted(i for i in tokens if tree.deps[i] not in ("discourse", "vocative", "parataxis"))
    tokens = without_tail(tree, tokens)
    while tokens and (not any(c.isalnum() for c in tree.words[tokens[0]]) or tree.deps[tokens[0]] == "cc"):
        tokens.pop(0)
    return bare(render(resolver, tokens, forms))
