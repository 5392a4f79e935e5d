"""A message that only continues the one before is read with it; what both say belongs to the later one."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from chronomem.extractors.language.extracted import Utterance
from chronomem.extractors.turns.continuations import continued
from chronomem.extractors.turns.extraction import TurnExtraction, TurnExtractor
from chronomem.extractors.turns.stored_turn import StoredTurn

NOW = datetime(2024, 5, 8, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def extractor() -> TurnExtractor:
    return TurnExtractor()


def _said(text: str, seconds_ago: int = 20, speaker: str = "Ann") -> Utterance:
    return Utterance(text, NOW - timedelta(seconds=seconds_ago), speaker, "user")


def _turn(text: str, *before: Utterance) -> StoredTurn:
    return StoredTurn("t", text, NOW, "Ann", "user", ("Ben",), "s", before)


def _extracted(extractor: TurnExtractor, turn: StoredTurn) -> TurnExtraction:
    (done,) = extractor.extract([turn], ZoneInfo("UTC")).done
    return done


@pytest.mark.parametrize(
    ("first", "second"),
    [("we live", "in ghent"), ("i adopted a", "cat called Nugget"), ("we have two cats,", "Max and Tom")],
)
def test_an_open_end_goes_on(first: str, second: str) -> None:
    assert [each.text for each in continued(_turn(second), [_said(first)])] == [first]


@pytest.mark.parametrize(
    ("before", "text"),
    [
        (_said("we live."), "in ghent"),
        (_said("we live", speaker="Ben"), "in ghent"),
        (_said("we live", seconds_ago=600), "in ghent"),
        (_said("we live here"), "i like it"),
        (_said("we live here"), "for sure"),
    ],
)
def test_another_speaker_a_pause_a_full_stop_or_a_statement_of_its_own_begins_anew(
    before: Utterance, text: str
) -> None:
    assert continued(_turn(text), [before]) == []


def test_what_two_messages_say_belongs_to_the_later_one(extractor: TurnExtractor) -> None:
    done = _extracted(extractor, _turn("in ghent w/ my sister eva", _said("i live")))
    assert ("Ann", "lives_in", "Ghent") in {(f.subject, f.predicate, f.object) for f in done.facts}
    for mention in done.mentions:
        assert done.turn.text[mention.start : mention.end] == mention.text


def test_what_the_first_message_says_is_not_said_twice(extractor: TurnExtractor) -> None:
    done = _extracted(extractor, _turn("with my sister Eva", _said("I live in Rome")))
    assert "lives_in" not in {fact.predicate for fact in done.facts}
    assert ("has_sibling", "Eva") in {(fact.predicate, fact.object) for fact in done.facts}


def test_mentions_keep_the_wording_and_the_place_of_the_text_as_it_was_typed(extractor: TurnExtractor) -> None:
    done = _extracted(extractor, _turn("sooo 😅 marek moved to brno, im sad"))
    found = {mention.name: mention for mention in done.mentions}
    assert {"Marek", "Brno", "Ann"} <= found.keys()
    assert (found["Marek"].text, found["Brno"].text) == ("marek", "brno")
    for mention in done.mentions:
        assert done.turn.text[mention.start : mention.end] == mention.text
