"""The network finds the same on every processor."""

import pytest

from chronomem.extractors.language.tagger.network import packaged_network
from chronomem.extractors.language.tagger.windows import WindowMessage, windows_of


@pytest.mark.parametrize(
    ("text", "predicate", "probability"),
    [("I used to play chess", "plays", 0.802), ("my sister Eva moved to Porto with her husband", "has_sibling", 0.918)],
)
def test_probabilities_are_those_of_exact_products(text: str, predicate: str, probability: float) -> None:
    windows = windows_of(["Ann", "Ben"], [WindowMessage("Ben", "any news?")], WindowMessage("Ann", text))
    [tags] = packaged_network().tags(windows, least=0.1)
    [found] = [tag for tag in tags if tag.predicate == predicate]
    assert found.probability == pytest.approx(probability, abs=0.01)  # sums that overflow give 0.836 and 0.886
