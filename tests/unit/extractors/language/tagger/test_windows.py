"""Windows show the network a message after those before it, within bounds; what the packaged network finds there."""

import time
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chronomem.extractors.language.tagger.network import packaged_network
from chronomem.extractors.language.tagger.tags import Tag
from chronomem.extractors.language.tagger.windows import (
    HISTORY,
    MOST_PEOPLE,
    MOST_PIECES,
    TaggerWindow,
    WindowMessage,
    windows_of,
)


def test_a_window_shows_who_writes_and_the_last_messages() -> None:
    before = [WindowMessage("Ben", f"message {n}") for n in range(9)]
    [window] = windows_of(["Ann", "Ben", "Cleo"], before, WindowMessage("Ann", "I moved to Leeds"))
    assert window.people == ("Ann", "Ben", "Cleo")
    assert len(window.marks) == 3
    assert {each.back for each in window.places if each is not None} == {0, *range(1, HISTORY + 1)}
    own = [each for each, kind in zip(window.places, window.types, strict=True) if kind and each is not None]
    assert "I moved to Leeds"[own[-1].start : own[-1].end] == "Leeds"
    assert len(window.ids) == len(window.types) == len(window.places) <= MOST_PIECES


@pytest.mark.parametrize("text", ["x " * 5000, "", "🥶", "\u0000", "é" * 300, "a" * 20_000])
def test_any_text_makes_windows_of_bounded_length(text: str) -> None:
    people = [f"Person {n}" for n in range(40)]
    windows = windows_of(people, [WindowMessage("Ben", text)] * 6, WindowMessage("Ann", text))
    assert 1 <= len(windows) <= 40
    assert all(len(window.ids) <= MOST_PIECES and len(window.people) == MOST_PEOPLE for window in windows)
    assert all(isinstance(tag, Tag) for tags in packaged_network().tags(windows, least=0) for tag in tags)


@given(
    st.lists(
        st.sampled_from(["We moved to Leeds. ", "so tired\n", "and then, well, ", "Brno!! "]), min_size=40, max_size=200
    )
)
def test_the_parts_of_a_long_message_are_the_whole_of_it(said: list[str]) -> None:
    text = "".join(said)
    windows = windows_of(["Ann", "Ben"], [WindowMessage("Ben", "how was it?")], WindowMessage("Ann", text))
    own = [
        place
        for window in windows
        for place, kind in zip(window.places, window.types, strict=True)
        if kind and place is not None
    ]
    assert all(place.back == 0 for place in own)
    assert "".join(text[place.start : place.end] for place in own) == "".join(text.split())


def test_what_the_end_of_a_long_message_tells_is_marked() -> None:
    text = "It was such a long week, honestly, and the trains were late every single day again. " * 5
    text += "Anyway, I moved to Leeds on Friday and sold the van."
    windows = windows_of(["Ann", "Ben"], [], WindowMessage("Ann", text))
    tags = [tag for own in packaged_network().tags(windows, least=0.4) for tag in own]
    told = {(tag.predicate, text[tag.object.start : tag.object.end]) for tag in tags if tag.object is not None}
    assert told >= {("lives_in", "Leeds"), ("owns", "van")} or told >= {("moved_to", "Leeds"), ("owns", "van")}


def test_tags_dont_depend_on_the_other_windows() -> None:
    said = [
        "we got the keys to our flat in Leeds this morning!!",
        "my last day at the bakery was friday",
        "lol no way",
        "our dog Biscuit is asleep on the new sofa and my sister Eva laughs",
        "I'm allergic to walnuts, so no cake",
    ]
    windows = [window for text in said for window in windows_of(["Ann", "Ben"], [], WindowMessage("Ann", text))]
    network = packaged_network()
    together = network.tags(windows, least=0.2, threads=2)
    assert together == [network.tags([window], least=0.2)[0] for window in windows]
    assert together == network.tags(windows, least=0.2, threads=1)
    assert any(together)


def test_groups_of_windows_are_read_ahead_in_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chronomem.extractors.language.tagger.network._READ_AHEAD", 2)
    long = "We moved to Leeds in May and bought a van there. " * 8
    said = ["I work at Lidl", "", long, "my sister Eva lives in Porto", "I have two cats"]
    groups = [windows_of(["Ann", "Ben"], [], WindowMessage("Ann", text)) if text else [] for text in said]
    asked = []

    def coming() -> Iterator[Sequence[TaggerWindow]]:
        for number, group in enumerate(groups):
            asked.append(number)
            yield group

    with packaged_network().reading(coming()) as readings:
        assert asked == [0, 1]
        read = [[each.window for each in own] for own in readings]
    assert read == groups
    assert [len(own) > 1 for own in read] == [False, False, True, False, False]


def test_whoever_gives_up_waits_for_no_windows_that_are_still_to_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[TaggerWindow] = []

    def slowly(window: TaggerWindow) -> None:
        time.sleep(0.01)
        read.append(window)

    network = packaged_network()
    monkeypatch.setattr(network, "_read", slowly)
    groups = 50 * [windows_of(["Ann", "Ben"], [], WindowMessage("Ann", "I work at Lidl"))]
    with pytest.raises(KeyError), network.reading(groups):
        raise KeyError
    assert len(read) < 25


def test_the_packaged_network_knows_its_words() -> None:
    """Weights, tokenizer, predicates and marks fit each other: else it would find anything but this."""
    text = "sold the van, finally, and they made me head nurse at St Thomas"
    [tags] = packaged_network().tags(windows_of(["Ann", "Ben"], [], WindowMessage("Ann", text)), least=0.4)
    found = {
        (tag.subject, tag.predicate, text[tag.object.start : tag.object.end], tag.status)
        for tag in tags
        if tag.object is not None
    }
    assert found >= {("Ann", "owns", "van", "over"), ("Ann", "works_as", "head nurse", "holds")}
