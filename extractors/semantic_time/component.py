"""The spaCy component: `nlp.add_pipe("semantic_time")` writes the times of a text to `doc.spans["time"]`.

It works on a blank pipeline. If a tagger or morphologizer ran before it, the component takes the tenses of the verbs
from there.

    nlp = spacy.blank("en")
    nlp.add_pipe("semantic_time", config={"settings": {"timezone": "Europe/Lisbon"}})
    doc = nlp.make_doc("I moved last May")
    doc._.now = datetime(2026, 3, 18, 14, 30)
    for span in nlp(doc).spans["time"]:
        print(span.text, span._.time.start)
"""

from datetime import datetime
from typing import Any, Final

from spacy.language import Language
from spacy.tokens import Doc, Span

from chronomem.extractors.semantic_time.direction import Tense
from chronomem.extractors.semantic_time.parser import parse_time
from chronomem.extractors.semantic_time.settings import TimeSettings
from chronomem.extractors.semantic_time.spans import TimeSpan
from chronomem.graph_schema.errors import InvalidTime

GROUP: Final = "time"
_STORE: Final = "semantic_time"
_PAST_TAGS: Final = frozenset({"VBD", "VBN"})


def time_of(span: Span) -> TimeSpan | None:
    """Return the `TimeSpan` of a span of `doc.spans["time"]`; None for any other span."""
    times: dict[tuple[int, int], TimeSpan] = span.doc.user_data.get(_STORE, {})
    return times.get((span.start, span.end))


def tenses_of(doc: Doc) -> list[Tense] | None:
    """Return the tenses that a tagger gave to the verbs, or None if no tagger ran."""
    if not doc.has_annotation("TAG"):
        return None
    found = []
    for token in doc:
        if token.tag_ in _PAST_TAGS:
            found.append(Tense(token.idx, "past"))
        elif (token.tag_ == "MD" and token.lower_ in ("will", "'ll", "shall", "wo")) or (
            token.tag_ == "VBG" and token.i and doc[token.i - 1].tag_ in ("VBP", "VBZ")
        ):
            found.append(Tense(token.idx, "future"))
    return found


class SemanticTime:
    """Finds the times of a document.

    Args:
        settings: timezone and conventions.
        now: the moment of utterance for documents that have no `doc._.now` of their own.
    """

    def __init__(self, settings: TimeSettings, now: datetime | None = None) -> None:
        self.settings = settings
        self.now = now

    def __call__(self, doc: Doc) -> Doc:
        """Write the times of the document to `doc.spans["time"]`.

        Raises:
            InvalidTime: neither the document nor the component says when the text was uttered.
        """
        now = doc._.now or self.now
        if now is None:
            raise InvalidTime(
                "the document has no time: set doc._.now to the moment it was said, or give the component 'now'"
            )
        times = parse_time(doc.text, now=now, settings=self.settings, tenses=tenses_of(doc))
        spans = []
        store: dict[tuple[int, int], TimeSpan] = {}
        for time in times:
            span = doc.char_span(time.start_char, time.end_char, label=time.kind, alignment_mode="expand")
            if span is not None:
                spans.append(span)
                store[span.start, span.end] = time
        doc.spans[GROUP] = spans
        doc.user_data[_STORE] = store
        return doc


@Language.factory("semantic_time", default_config={"settings": {}, "now": None}, assigns=["doc.spans"])
def create_component(nlp: Language, name: str, settings: dict[str, Any], now: str | None) -> SemanticTime:
    """Create the component for a pipeline; `settings` are those of `TimeSettings`, `now` is in ISO 8601."""
    del nlp, name
    return SemanticTime(TimeSettings(**settings), datetime.fromisoformat(now) if now else None)


if not Doc.has_extension("now"):
    Doc.set_extension("now", default=None)
if not Span.has_extension("time"):
    Span.set_extension("time", getter=time_of)
