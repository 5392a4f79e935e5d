"""Parses with the labels of the `en_core_web` pipelines become Universal Dependencies."""

from chronomem.extractors.language.parsing.universal import to_universal

Word = tuple[str, str, str, int]


def converted(*words: Word) -> list[tuple[str, str, int]]:
    """Return lemma, label and head of words that are given with lemma, tag, label and head."""
    lemmas, tags, deps = ([word[place] for word in words] for place in range(3))
    heads = [word[3] for word in words]
    labels = [str(dep) for dep in deps]
    to_universal(labels, heads, [str(tag) for tag in tags], [str(lemma) for lemma in lemmas])
    return [(str(lemma), label, head) for lemma, label, head in zip(lemmas, labels, heads, strict=True)]


def test_the_first_of_two_clauses_governs_the_second() -> None:
    found = converted(
        ("I", "PRP", "nsubj", 1), ("love", "VBP", "ccomp", 5), ("tea", "NN", "dobj", 1), (",", ",", "punct", 5),
        ("it", "PRP", "nsubj", 5), ("warm", "VBZ", "ROOT", 5), ("me", "PRP", "dobj", 5),
    )  # fmt: skip
    assert [found[1], found[5]] == [("love", "ROOT", 1), ("warm", "parataxis", 1)]


def test_what_somebody_says_stays_below_saying() -> None:
    found = converted(
        ("I", "PRP", "nsubj", 1), ("love", "VBP", "ccomp", 5), ("tea", "NN", "dobj", 1), (",", ",", "punct", 5),
        ("he", "PRP", "nsubj", 5), ("say", "VBD", "ROOT", 5),
    )  # fmt: skip
    assert [found[1], found[5]] == [("love", "ccomp", 5), ("say", "ROOT", 5)]


def test_a_conjunction_belongs_to_what_follows_it() -> None:
    found = converted(
        ("I", "PRP", "nsubj", 1), ("like", "VBP", "ROOT", 1), ("tea", "NN", "dobj", 1), ("and", "CC", "cc", 2),
        ("cake", "NN", "conj", 2),
    )  # fmt: skip
    assert found[2:] == [("tea", "obj", 1), ("and", "cc", 4), ("cake", "conj", 2)]


def test_to_be_is_below_its_predicate() -> None:
    found = converted(("Ann", "NNP", "nsubj", 1), ("be", "VBZ", "ROOT", 1), ("nurse", "NN", "attr", 1))
    assert found == [("Ann", "nsubj", 2), ("be", "cop", 2), ("nurse", "ROOT", 2)]
