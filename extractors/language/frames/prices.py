"""Prices: "my gym costs 30 euros a month", "my rent went up to $1400", "our internet is 50 dollars now"."""

from collections.abc import Iterator

from chronomem.extractors.language.clauses.clause import Clause
from chronomem.extractors.language.clauses.phrases import phrase_text
from chronomem.extractors.language.clauses.references import Resolver
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.lexicon import CURRENCIES, RELATION_OF_NOUN

_SIGNS = {"$", "€", "£", "¥"}
_CHANGING = {"go", "rise", "increase", "drop", "fall", "jump", "climb", "change", "raise", "decrease"}


def read_price(resolver: Resolver, clause: Clause, timed: set[int]) -> Iterator[Frame]:
    """Yield the price of a thing that a person has, or that has a name."""
    tree, head, subject = resolver.tree, clause.head, clause.subject
    if subject is None or clause.modality != "actual" or clause.negated:
        return
    thing = _thing(resolver, subject)
    amount = _amount_at(resolver, clause)
    if thing is None or amount is None or head in timed:
        return
    begins = tree.lemmas[head] in _CHANGING
    yield Frame(thing, "costs", value=_amount(resolver, amount), confidence=0.8, begins=begins)


def _thing(resolver: Resolver, subject: int) -> Reference | None:
    """Return the thing with the price: "Ann's gym"; neither a person nor the referent of a bare pronoun."""
    tree = resolver.tree
    if tree.tags[subject] not in ("NN", "NNS", "NNP", "NNPS") or tree.lemmas[subject] in RELATION_OF_NOUN:
        return None
    if tree.lemmas[subject] in ("price", "cost", "fee"):
        of = next((i for i in tree.having(subject, "nmod") if "of" in (tree.lower[j] for j in tree.children[i])), None)
        subject = subject if of is None else of
    owner = resolver.possessor(subject)
    if owner is not None:
        modifiers = [i for i in tree.children[subject] if i < subject and tree.full_deps[i] in ("amod", "compound")]
        return Reference(f"{owner}'s {' '.join(tree.lower[i] for i in (*modifiers, subject))}", "other")
    named = resolver.named.get(subject)
    return Reference(named.name, named.type) if named is not None and named.type != "person" else None


def _amount_at(resolver: Resolver, clause: Clause) -> int | None:
    """Return the head token of the amount: the object of "costs", or the one after "is" or "went up to"."""
    tree, head = resolver.tree, clause.head
    if tree.lemmas[head] == "cost":
        found = tree.having(head, "obj", "obl:unmarked", "xcomp", "nummod", "advmod")
    elif tree.lemmas[head] in _CHANGING:
        found = [i for i in tree.having(head, "obl") if any(tree.lower[j] == "to" for j in tree.having(i, "case"))]
    else:
        found = [head] if tree.child(head, "cop") is not None else []
    return next((i for i in found if _is_money(resolver, i)), None)


def _is_money(resolver: Resolver, head: int) -> bool:
    tree = resolver.tree
    near = (head, *tree.children[head])
    counted = any(tree.tags[i] == "CD" for i in near)
    money = tree.lemmas[head] in CURRENCIES or any(tree.words[i][0] in _SIGNS for i in near)
    paid = tree.tags[head] == "CD" and tree.lemmas[tree.heads[head]] == "cost"  # "cost me 6k", with no currency
    return paid or (money and (counted or any(c.isdigit() for c in tree.words[head])))


def _amount(resolver: Resolver, head: int) -> str:
    """Return the amount without its unit of time: "30 euros" of "30 euros a month"."""
    tree = resolver.tree
    text = phrase_text(resolver, head)
    for i in tree.children[head]:
        if i > head and tree.full_deps[i] in ("nmod:unmarked", "nmod", "obl:unmarked", "obl:npmod", "nmod:npmod"):
            first, last = tree.extent(i)
            text = text.removesuffix(tree.phrase(first, last)).strip()
    return text
