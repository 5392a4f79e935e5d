"""The packaged pipeline, loaded once, and a short way to read a sentence with it."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime

import pytest
from spacy.language import Language

from chronomem.extractors.language.extracted import Extraction, TimeExpression
from chronomem.extractors.language.extraction import extract_turn, readable_doc
from chronomem.extractors.language.parsing.pipeline import load_pipeline
from chronomem.extractors.language.readable.turn_text import make_readable

Reader = Callable[..., Extraction]

SAID_AT = datetime(2023, 5, 8, 13, 56, tzinfo=UTC)


@pytest.fixture(scope="session")
def nlp() -> Language:
    return load_pipeline()


@pytest.fixture(scope="session")
def read(nlp: Language) -> Reader:
    """Read a turn that Ann says to Ben."""

    def read_text(
        text: str, others: Sequence[str] = ("Ben",), times: Sequence[TimeExpression] = (), speaker: str = "Ann"
    ) -> Extraction:
        readable = make_readable(text, others=others, names=[speaker])
        doc = readable_doc(nlp(readable.text), readable)
        return extract_turn(doc, speaker=speaker, others=others, said_at=SAID_AT, times=times)

    return read_text
