"""Convert the dependency labels of the `en_core_web` pipelines to Universal Dependencies.

Those pipelines follow the CLEAR guidelines: a preposition governs its noun, and "to be" governs its predicate.
Universal Dependencies, on which extraction relies, reverses both.
"""

_RENAMED = {
    "dobj": "obj", "dative": "iobj", "nsubjpass": "nsubj:pass", "csubjpass": "csubj:pass", "auxpass": "aux:pass",
    "neg": "advmod", "prt": "compound:prt", "poss": "nmod:poss", "npadvmod": "obl:unmarked", "relcl": "acl:relcl",
    "intj": "discourse", "oprd": "xcomp", "predet": "det:predet", "preconj": "cc:preconj", "quantmod": "advmod",
    "acomp": "xcomp", "attr": "xcomp", "agent": "case", "pobj": "obl", "pcomp": "advcl", "prep": "case",
}  # fmt: skip
_PREDICATES = ("attr", "acomp")
_SUBJECTS = ("nsubj", "nsubjpass", "expl")
_REPORTING = frozenset({
    "say", "think", "guess", "tell", "ask", "know", "believe", "suppose", "hope", "feel", "hear", "mean", "bet",
    "swear", "promise", "reckon", "figure", "imagine", "reply", "answer", "shout", "add", "write", "seem", "appear",
    "look",
})  # fmt: skip
"""Verbs whose object clause may come first: "I'm tired, he said"."""


def is_clear(deps: list[str]) -> bool:
    """Whether a parse uses the CLEAR labels."""
    return any(dep in ("pobj", "dobj", "prep", "attr", "acomp", "nsubjpass", "poss", "prt") for dep in deps)


def to_universal(deps: list[str], heads: list[int], tags: list[str], lemmas: list[str]) -> None:
    """Rewrite labels and heads in place. Roots are their own heads."""
    for clause, dep in enumerate(list(deps)):
        if dep == "ccomp" and clause < heads[clause]:
            _put_first(clause, heads[clause], deps, heads, lemmas)
    for conjunction, dep in enumerate(deps):
        if dep == "cc":
            joined = [i for i in _children(heads[conjunction], heads) if deps[i] == "conj" and i > conjunction]
            heads[conjunction] = min(joined, default=heads[conjunction])
    for verb, lemma in enumerate(lemmas):
        if lemma == "be" and tags[verb].startswith("V") and deps[verb] not in ("aux", "auxpass"):
            _lower_copula(verb, deps, heads)
    for preposition, dep in enumerate(list(deps)):
        if dep in ("prep", "agent", "dative"):
            _lower_preposition(preposition, deps, heads, tags)
    for i, dep in enumerate(deps):
        if dep == "aux" and tags[i] == "TO":
            deps[i] = "mark"
        else:
            deps[i] = _RENAMED.get(dep, dep)


def _children(head: int, heads: list[int]) -> list[int]:
    return [i for i, h in enumerate(heads) if h == head and i != head]


def _put_first(clause: int, later: int, deps: list[str], heads: list[int], lemmas: list[str]) -> None:
    """Put the first of two clauses above the later one: "I can't stand it, it tastes of soap".

    Where no conjunction joins clauses, these pipelines make the first one the object of the last one.
    """
    own = [i for i in _children(later, heads) if clause < i < later and deps[i] in _SUBJECTS]
    if not own or lemmas[later] in _REPORTING:
        return
    for i in _children(later, heads):
        if i < clause:
            heads[i] = clause
    deps[clause], heads[clause] = deps[later], clause if heads[later] == later else heads[later]
    deps[later], heads[later] = "parataxis", clause


def _lower_copula(verb: int, deps: list[str], heads: list[int]) -> None:
    """Put the predicate above "to be": "is -> nurse" becomes "nurse -> is"; in "is -> from -> Sweden" it is Sweden."""
    children = _children(verb, heads)
    predicate = next((i for i in children if deps[i] in _PREDICATES and i > verb), None)
    if predicate is None:
        place = next((i for i in children if deps[i] == "prep" and i > verb), None)
        below = _children(place, heads) if place is not None else []
        predicate = next((i for i in below if deps[i] == "pobj"), None)
        if predicate is None or place is None:
            return
        deps[place], heads[place] = "case", predicate
        children.remove(place)
    deps[predicate] = deps[verb]
    heads[predicate] = heads[verb] if heads[verb] != verb else predicate
    for i in children:
        if i != predicate:
            heads[i] = predicate
    deps[verb], heads[verb] = "cop", predicate


def _lower_preposition(preposition: int, deps: list[str], heads: list[int], tags: list[str]) -> None:
    """Put the noun above its preposition: "works -> at -> Google" becomes "works -> Google -> at"."""
    governed = next((i for i in _children(preposition, heads) if deps[i] in ("pobj", "pcomp")), None)
    if governed is None:
        deps[preposition] = "advmod" if deps[preposition] == "prep" else deps[preposition]
        return
    head = heads[preposition]
    nominal = tags[head].startswith(("N", "PRP", "CD", "DT")) if head != preposition else False
    if deps[governed] == "pcomp":
        deps[governed], deps[preposition] = ("acl" if nominal else "advcl"), "mark"
    else:
        agent = deps[preposition] == "agent"
        deps[governed] = "obl:agent" if agent else "nmod" if nominal else "obl"
        deps[preposition] = "case"
    heads[governed] = head if head != preposition else governed
    heads[preposition] = governed
    for i in _children(preposition, heads):
        heads[i] = governed
