"""A short way to read a message with the tags of the network made up."""

from collections.abc import Sequence
from datetime import UTC, datetime

from chronomem.extractors.language.extracted import Earlier, Extraction, Statement, Utterance
from chronomem.extractors.language.extraction import extract_turn, readable_doc
from chronomem.extractors.language.parsing.pipeline import parse
from chronomem.extractors.language.readable.turn_text import make_readable
from chronomem.extractors.language.tagger.tagged_statements import read_tags
from chronomem.extractors.language.tagger.tags import Tag, TaggedWords
from chronomem.extractors.language.tagger.windows import WindowMessage
from chronomem.extractors.semantic_time import parse_time

NOW = datetime(2024, 5, 2, 12, tzinfo=UTC)


def doc_of(text: str, others: Sequence[str]) -> object:
    readable = make_readable(text, others=others)
    [doc] = parse([readable.text])
    return readable_doc(doc, readable)


def place(text: str, words: str, back: int = 0) -> TaggedWords:
    start = text.index(words)
    return TaggedWords(back, start, start + len(words))


def read(
    text: str,
    tags: Sequence[Tag],
    *,
    before: Sequence[WindowMessage] = (),
    rules: bool = False,
) -> list[Statement]:
    """Return the statements that Ann's message gives, told to Ben."""
    doc = doc_of(text, ["Ben"])
    earlier = [
        Earlier(Utterance(said.text, NOW, said.speaker, "user"), doc_of(said.text, ["Ann"]))  # type: ignore[arg-type]
        for said in before
    ]
    known = Extraction((), (), ())
    if rules:
        times = parse_time(text, now=NOW)
        known = extract_turn(doc, speaker="Ann", others=["Ben"], said_at=NOW, times=times)  # type: ignore[arg-type]
    found = read_tags(
        doc,  # type: ignore[arg-type]
        tags,
        known,
        speaker="Ann",
        others=["Ben"],
        said_at=NOW,
        times=parse_time(text, now=NOW),
        before=earlier,
    )
    return list(found.statements)
