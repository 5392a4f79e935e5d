"""Repairs leave a tree: whoever climbs it arrives at a root."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chronomem.extractors.language.parsing.clause_repairs import (
    mend_addressed,
    mend_also,
    mend_dated,
    mend_said_to_be,
    mend_stranded,
    mend_subjects,
)
from chronomem.extractors.language.parsing.name_repairs import mend_names
from chronomem.extractors.language.parsing.parse_repairs import (
    mend_ages,
    mend_joint_owners,
    mend_shops,
    mend_shops_before_times,
    without_cycles,
)
from chronomem.extractors.language.parsing.phrase_repairs import mend_called


def climbs(heads: list[int]) -> bool:
    """Whether each token has a root above it."""
    for token in range(len(heads)):
        seen: set[int] = set()
        while heads[token] != token:
            if token in seen:
                return False
            seen.add(token)
            token = heads[token]
    return True


@given(st.integers(1, 12).flatmap(lambda n: st.lists(st.integers(0, n - 1), min_size=n, max_size=n)))
def test_tokens_never_govern_each_other(heads: list[int]) -> None:
    before = list(heads)
    without_cycles(heads)
    assert climbs(heads)
    assert heads == before or not climbs(before)


def test_an_age_below_its_name_stays_where_it_is() -> None:
    """The name governs the verb, and the number governs the name's own head."""
    lower = ["the", "score", "is", "6"]
    tags, deps, heads = ["DT", "NN", "VBZ", "CD"], ["det", "nsubj", "cop", "root"], [1, 3, 3, 3]
    mend_ages(lower, tags, list(lower), deps, heads)
    assert heads == [1, 3, 3, 3]


@pytest.mark.parametrize(
    ("words", "tags", "mended"),
    [
        (["Ines", "turned"], ["NNS", "VBD"], "NNP"),
        (["Apples", "fell"], ["NNS", "VBD"], "NNS"),
        (["IKEA", "rocks"], ["NN", "VBZ"], "NN"),
    ],
)
def test_first_names_are_names(words: list[str], tags: list[str], mended: str) -> None:
    mend_names(words, tags, [word.lower() for word in words], ["nsubj", "ROOT"], [1, 1])
    assert tags[0] == mended


def test_capitals_after_at_are_a_name() -> None:
    tags = ["NN", "IN", "NN"]
    mend_names(["job", "at", "IKEA"], tags, ["job", "at", "ikea"], ["ROOT", "case", "nmod"], [0, 2, 0])
    assert tags[2] == "NNP"


def test_a_name_is_no_auxiliary() -> None:
    deps = ["aux", "root", "obj"]
    mend_subjects(["NNP", "VBD", "NNP"], deps, [1, 1, 1])
    assert deps[0] == "nsubj"


def test_a_shop_in_town_is_not_the_town_s() -> None:
    """In "work at McDonald's in town", the first preposition belongs to the shop."""
    deps, heads = ["root", "case", "nmod:poss", "case", "case", "obl"], [0, 5, 5, 2, 5, 0]
    mend_shops(["VBP", "IN", "NNP", "POS", "IN", "NN"], deps, heads)
    assert deps[2] == "obl"
    assert heads == [0, 2, 0, 2, 5, 2]


@pytest.mark.parametrize(
    ("words", "shop", "time"),
    [
        ("I left McDonald 's last week", 2, 5),
        ("We ate at Marco 's last night", 3, 6),
        ("I work at Boots 's this year now", 3, 6),
    ],
)
def test_a_shop_has_no_calendar(words: str, shop: int, time: int) -> None:
    """In "left McDonald's last week", the week isn't the shop's."""
    lower = words.lower().split()
    cased = lower[shop - 1] == "at"
    tags = ["PRP", "VBD", *(["IN"] if cased else []), "NNP", "POS", "JJ", "NN", "RB"][: len(lower)]
    deps = ["nsubj", "root", *(["case"] if cased else []), "nmod:poss", "case", "amod", "obl", "advmod"][: len(lower)]
    heads = [1, 1, *([time] if cased else []), time, shop, time, 1, 1][: len(lower)]
    mend_shops_before_times(lower, tags, deps, heads)
    assert (heads[shop], heads[time], deps[time]) == (1, 1, "obl:unmarked")
    assert deps[shop] == ("obl" if cased else "obj")
    assert not cased or heads[shop - 1] == shop


def test_a_year_may_be_somebody_s_last() -> None:
    """In "I missed Tom's last year", the year is Tom's."""
    lower, deps = ["i", "missed", "tom", "'s", "last", "year"], ["nsubj", "root", "nmod:poss", "case", "amod", "obj"]
    heads = [1, 1, 5, 2, 5, 1]
    mend_shops_before_times(lower, ["PRP", "VBD", "NNP", "POS", "JJ", "NN"], deps, heads)
    assert heads == [1, 1, 5, 2, 5, 1]


def test_a_name_right_after_is_is_nobody_who_is_spoken_to() -> None:
    """In "my boss is Roy", Roy is the boss; in "the dog is, Roy", he is spoken to."""
    deps, heads = ["nmod:poss", "nsubj", "ROOT", "vocative"], [1, 2, 2, 2]
    mend_said_to_be(["my", "boss", "is", "roy"], ["PRP$", "NN", "VBZ", "NNP"], deps, heads)
    assert (deps, heads) == (["nmod:poss", "nsubj", "cop", "ROOT"], [1, 3, 3, 3])
    deps, heads = ["det", "nsubj", "ROOT", "punct", "vocative"], [1, 2, 2, 4, 2]
    mend_said_to_be(["the", "dog", "is", ",", "roy"], ["DT", "NN", "VBZ", ",", "NNP"], deps, heads)
    assert deps[4] == "vocative"


def test_a_date_before_a_subject_is_that_of_its_verb() -> None:
    """In "my leave ends in May and on Friday I start at Lidl", Friday is when I start."""
    lower = ["leave", "ends", "in", "may", "and", "on", "friday", "i", "start"]
    tags = ["NN", "VBZ", "IN", "NNP", "CC", "IN", "NNP", "PRP", "VBP"]
    deps = ["nsubj", "ROOT", "case", "obl", "cc", "case", "conj", "nsubj", "parataxis"]
    heads = [1, 1, 3, 1, 6, 6, 1, 8, 1]
    mend_dated(lower, tags, deps, heads)
    assert (heads[6], deps[6], heads[4], deps[8]) == (8, "obl", 8, "conj")


def test_an_auxiliary_before_a_comma_stands_for_its_clause() -> None:
    """In "Ida does, her mum's from Porto", Ida does something."""
    lower = ["ida", "does", ",", "her", "mum", "'s", "from", "porto"]
    deps = ["nsubj", "aux", "punct", "nmod:poss", "nsubj", "cop", "case", "ROOT"]
    heads = [7, 7, 1, 4, 7, 7, 7, 7]
    mend_stranded(lower, deps, heads)
    assert (heads[0], heads[1], heads[4]) == (1, 1, 7)


def test_what_is_said_of_a_subject_governs_what_follows() -> None:
    """In "but Tom is back together", he is back."""
    deps, heads = ["cc", "nsubj", "cop", "advmod", "ROOT"], [4, 3, 3, 4, 4]
    mend_addressed(["but", "Tom", "is", "back", "together"], deps, heads)
    assert (deps, heads) == (["cc", "nsubj", "cop", "ROOT", "advmod"], [3, 3, 3, 3, 3])


def test_who_is_called_so_belongs_to_the_preposition() -> None:
    """In "married to a Dane called Per", the Dane is whom somebody is married to."""
    lower, deps, heads = (
        ["married", "to", "a", "dane", "called", "per"],
        ["ROOT", "mark", "det", "nsubj", "advcl", "obj"],
        [0, 4, 3, 4, 0, 4],
    )
    mend_called(lower, ["VBN", "IN", "DT", "NNP", "VBN", "NNP"], deps, heads)
    assert deps == ["ROOT", "case", "det", "obl", "acl", "obj"]
    assert heads == [0, 3, 3, 0, 3, 4]


def test_of_whom_a_clause_holds_as_well_is_no_object() -> None:
    """In "she plays chess, and her son too", nobody plays the son."""
    lower = ["she", "plays", "chess", ",", "and", "her", "son", "too"]
    deps = ["nsubj", "ROOT", "obj", "punct", "cc", "nmod:poss", "conj", "advmod"]
    heads = [1, 1, 1, 6, 6, 6, 2, 1]
    mend_also(lower, deps, heads)
    assert (deps[6], heads[6]) == ("orphan", 1)


def test_what_two_have_is_both_s() -> None:
    """In "at Tom and Eva's wedding", the speaker is at no Tom."""
    lower = ["was", "at", "tom", "and", "eva", "'s", "wedding"]
    tags = ["VBD", "IN", "NNP", "CC", "NNP", "POS", "NN"]
    deps, heads = ["root", "case", "obl", "cc", "nmod:poss", "case", "conj"], [0, 2, 0, 6, 6, 4, 2]
    mend_joint_owners(lower, tags, deps, heads)
    assert (heads[6], deps[6]) == (0, "obl")
    assert (heads[2], deps[2]) == (6, "nmod:poss")
    assert (heads[4], deps[4]) == (2, "conj")
    assert heads[1] == 6
