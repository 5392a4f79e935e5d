"""The turns that may tell other things by an ontology than without it: those to extract again."""

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache

from chronomem.extractors.language.readable.dictionary import past_forms
from chronomem.extractors.language.tellings.declared import Slot, Telling, Word
from chronomem.extractors.ontology.ontology import Ontology
from chronomem.extractors.ontology.phrases import forms_of
from chronomem.graph_schema.model.entity_names import words_of


class PossibleTurns:
    """Chooses turns by the words of phrases.

    Args:
        ontology: the new ontology, where there was none before; None for all turns, as what another ontology told has
            to go.
    """

    def __init__(self, ontology: Ontology | None) -> None:
        self._tellings = None if ontology is None or ontology.closed or not ontology.extends else ontology.tellings()

    def of(self, turns: Iterable[tuple[str, str, str]], told: Collection[str]) -> Iterator[str]:
        """Yield the ids of the turns to extract again.

        Args:
            turns: the id, text and session of each, by session and time. A turn may answer the one before it.
            told: the ids of turns that tell facts of the ontology's predicates already.
        """
        before: tuple[str, str] = ("", "")
        for turn, text, session in turns:
            context = f"{before[1]} {text}" if before[0] == session else text
            before = session, text
            if self._tellings is None or turn in told or self._may_tell(context):
                yield turn

    def _may_tell(self, text: str) -> bool:
        words = {form for word in words_of(text) for form in _forms(word)}
        return any(_has_words(telling, words, text) for telling in self._tellings or ())


def _has_words(telling: Telling, words: Collection[str], text: str) -> bool:
    for element in telling.elements:
        if element.optional:
            continue
        if isinstance(element, Word) and not element.forms & {*words, "be"}:
            return False
        if isinstance(element, Slot) and element.known is not None and not element.known.search(text.lower()):
            return False
    return True


@lru_cache(maxsize=16384)
def _forms(word: str) -> frozenset[str]:
    return frozenset(forms_of(word, past_forms))
