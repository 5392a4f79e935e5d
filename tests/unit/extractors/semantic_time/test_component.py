"""The component in a spaCy pipeline."""

from datetime import UTC, datetime

import pytest
import spacy
from spacy.tokens import Doc
from tests.unit.extractors.semantic_time.reading import NOW

from chronomem.extractors.semantic_time import component
from chronomem.graph_schema.errors import InvalidTime


def test_a_blank_pipeline_writes_the_times_of_a_document() -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("semantic_time", config={"settings": {"timezone": "Europe/Lisbon"}})
    doc = nlp.make_doc("I moved last May and we met yesterday.")
    doc._.now = NOW
    spans = nlp(doc).spans[component.GROUP]
    assert [(span.text, span.label_) for span in spans] == [("last May", "period"), ("yesterday", "day")]
    assert spans[0]._.time.start.isoformat() == "2025-05-01T00:00:00+01:00"


def test_the_component_may_hold_the_time_for_all_documents() -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("semantic_time", config={"now": "2026-03-18T14:30:00+00:00"})
    docs = list(nlp.pipe(["yesterday", "no time here"]))
    assert docs[0].spans[component.GROUP][0]._.time.start == datetime(2026, 3, 17, tzinfo=UTC)
    assert len(docs[1].spans[component.GROUP]) == 0


def test_a_document_without_a_time_is_refused_with_a_way_out() -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("semantic_time")
    with pytest.raises(InvalidTime, match=r"doc\._\.now"):
        nlp("yesterday")


def test_tags_tell_the_direction() -> None:
    nlp = spacy.blank("en")
    words = ["We", "gyre", "on", "Friday"]
    past = Doc(nlp.vocab, words=words, tags=["PRP", "VBD", "IN", "NNP"])
    ahead = Doc(nlp.vocab, words=["We", "shall", "gyre", "on", "Friday"], tags=["PRP", "MD", "VB", "IN", "NNP"])
    nlp.add_pipe("semantic_time", config={"now": NOW.isoformat()})
    assert nlp(past).spans[component.GROUP][0]._.time.start.day == 13
    assert nlp(ahead).spans[component.GROUP][0]._.time.start.day == 20
