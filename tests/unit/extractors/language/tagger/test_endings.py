"""What a tag says is over, exchanged, called off or denied."""

import pytest
from tests.unit.extractors.language.tagger.tagging import place, read

from chronomem.extractors.language.tagger.tags import Tag


def test_what_is_over_or_denied_says_so() -> None:
    text = "no more night shifts and no sugar"
    over, denied = read(
        text,
        [
            Tag("has", "over", place(text, "night shifts"), "Ann", 0.8, 0.9),
            Tag("has", "denied", place(text, "sugar"), "Ann", 0.7, 0.9),
        ],
    )
    assert (over.ended, over.text) == (True, "Ann no longer has night shifts")
    assert (denied.polarity, denied.text) == ("negated", "it is not so that Ann has sugar")


def test_an_ending_may_name_nothing() -> None:
    [told] = read("they let me go", [Tag("works_at", "over", None, "Ann", 0.9, 0.9)])
    assert (told.predicate, told.object, told.value, told.ended) == ("works_at", None, None, True)


def test_a_plan_that_is_fulfilled_says_nothing_against_a_tag() -> None:
    text = "Found the rowing club on the lake"
    told = read(text, [Tag("member_of", "holds", place(text, "rowing club"), "Ann", 0.9, 0.9)], rules=True)
    assert ("plans", True) in {(each.predicate, each.ended) for each in told}
    assert ("member_of", "rowing club") in {(each.predicate, each.object or each.value) for each in told}


def test_a_question_ends_nothing_of_anothers() -> None:
    text = "how long were you a nurse then?"
    over = Tag("works_as", "over", place(text, "nurse"), "Ben", 0.9, 0.9)
    assert read(text, [over]) == []
    assert [each.ended for each in read(text.replace("?", "."), [over])] == [True]


@pytest.mark.parametrize(
    ("text", "over"),
    [
        ("if they cut the hours the nurse thing is history", False),
        ("the nurse thing is history, not sure if I told you", True),
    ],
)
def test_what_depends_on_a_condition_ends_nothing(text: str, over: bool) -> None:
    found = read(text, [Tag("works_as", "over", place(text, "nurse"), "Ann", 0.9, 0.9)])
    assert any(each.ended for each in found) == over


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        ("the doctor swapped the ramipril for losartan", "ramipril", "losartan"),
        ("I switched from sertraline to fluoxetine", "sertraline", "fluoxetine"),
    ],
)
def test_what_is_exchanged_is_over(text: str, old: str, new: str) -> None:
    told = read(text, [Tag("takes", "holds", place(text, new), "Ann", 0.9, 0.9)], rules=True)
    assert {(old, True), (new, False)} <= {(each.value, each.ended) for each in told if each.predicate == "takes"}


def test_both_sides_of_an_exchange_may_be_marked_as_one() -> None:
    text = "they switched Dad from warfarin to apixaban"
    told = read(text, [Tag("takes", "over", place(text, "warfarin to apixaban"), place(text, "Dad"), 0.9, 0.9)])
    assert {(each.value, each.ended) for each in told} == {("warfarin", True), ("apixaban", False)}


def test_what_one_switches_to_ends_what_one_studied() -> None:
    text = "switched to geography in March"
    told = read(text, [Tag("studies", "holds", place(text, "geography"), "Ann", 0.9, 0.9)])
    assert [(each.value, each.ended) for each in told] == [("geography", False), (None, True)]
    assert told[0].valid_at == told[1].invalid_at  # so that the new one isn't ended


@pytest.mark.parametrize(
    "text", ["handed in my notice at Volvo today", "I've never left Volvo", "I didn't quit Volvo after all"]
)
def test_who_gives_notice_or_never_left_is_still_there(text: str) -> None:
    [told] = read(text, [Tag("works_at", "over", place(text, "Volvo"), "Ann", 0.9, 0.9)])
    assert not told.ended


def test_who_has_the_degree_no_longer_studies() -> None:
    text = "Got my degree today! BSc physics, Manchester"
    told = read(text, [Tag("studies", "holds", place(text, "physics"), "Ann", 0.9, 0.9)], rules=True)
    assert all(each.ended for each in told if each.predicate == "studies")


def test_nothing_is_over_that_was_not_exchanged() -> None:
    text = "the doctor never swapped the ramipril for losartan"
    told = read(text, [Tag("takes", "holds", place(text, "losartan"), "Ann", 0.9, 0.9)])
    assert not any(each.ended for each in told)


def test_a_list_may_deny_its_items() -> None:
    text = "Nuts: no. Dust: a bit"
    nuts, dust = read(text, [Tag("allergic_to", "holds", place(text, it), "Ann", 0.9, 0.9) for it in ("Nuts", "Dust")])
    assert (nuts.polarity, dust.polarity) == ("negated", "affirmed")


@pytest.mark.parametrize(("text", "ended"), [("sold the truck to Dale", False), ("Dale sold the truck", True)])
def test_who_buys_a_thing_has_it(text: str, ended: bool) -> None:
    [told] = read(text, [Tag("owns", "over", place(text, "truck"), place(text, "Dale"), 0.9, 0.9)])
    assert (told.subject, told.ended) == ("Dale", ended)


@pytest.mark.parametrize(
    ("text", "over"), [("lent the drone to Dale", False), ("dropped my drone", False), ("sold the drone", True)]
)
def test_what_is_lent_or_dropped_is_ones_own_still(text: str, over: bool) -> None:
    [told] = read(text, [Tag("owns", "over", place(text, "drone"), "Ann", 0.9, 0.9)])
    assert told.ended is over


@pytest.mark.parametrize(
    ("text", "holds"),
    [("Piet got made redundant at the brewery", False), ("Piet quit his job and started at the brewery", True)],
)
def test_nobody_works_where_they_were_let_go(text: str, holds: bool) -> None:
    job = Tag("works_at", "holds", place(text, "brewery"), place(text, "Piet"), 0.9, 0.9)
    told = [each for each in read(text, [job], rules=True) if each.predicate == "works_at"]
    assert any(each.ended for each in told)
    assert any(not each.ended for each in told) is holds


def test_the_day_of_what_is_called_off_isnt_its_end() -> None:
    text = "the physio says no Berlin this year"
    [told] = read(text, [Tag("plans", "over", place(text, "Berlin"), "Ann", 0.9, 0.9)])
    assert (told.ended, told.valid_at, told.invalid_at) == (True, None, None)


@pytest.mark.parametrize(
    ("text", "ended"),
    [
        ("I'm thinking about dropping out of the band", False),
        ("I'm considering leaving the band", False),
        ("I think I have left the band", True),
        ("I dropped out of the band", True),
    ],
)
def test_what_one_only_thinks_of_leaving_goes_on(text: str, ended: bool) -> None:
    told = read(text, [Tag("member_of", "over", place(text, "band"), "Ann", 0.9, 0.9)])
    assert {f.ended for f in told if f.predicate == "member_of"} == {ended}


@pytest.mark.parametrize(
    ("text", "over"),
    [("my mum has six years left at the bakery", False), ("my mum left the bakery six years ago", True)],
)
def test_who_has_time_left_somewhere_is_there_still(text: str, over: bool) -> None:
    found = read(text, [Tag("works_at", "over", place(text, "bakery"), "Ann", 0.9, 0.9)])
    assert [each.ended for each in found if each.predicate == "works_at"] == [over]
