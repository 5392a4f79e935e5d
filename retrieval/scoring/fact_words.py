"""The words for what a fact is about, by which it is compared with a question."""

from chronomem.graph_schema.model.entity_names import words_of
from chronomem.retrieval.index.terms import terms
from chronomem.retrieval.pools.node_pool import PoolNode


def matter(fact: PoolNode) -> set[str]:
    """Return the index terms for what a fact is about, its subject's name left out."""
    return (set(terms(fact.text)) | of_predicate(fact)) - of_subject(fact)


def of_subject(fact: PoolNode) -> set[str]:
    """Return the terms of the subject's name."""
    return set(terms(" ".join(words_of(fact.group.partition("|")[0]))))


def of_predicate(fact: PoolNode) -> set[str]:
    """Return the terms of the predicate's name."""
    return set(terms(fact.group.partition("|")[2].replace("_", " ")))
