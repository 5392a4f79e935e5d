"""Run the entity recogniser only on texts that may hold a name.

Most turns of a chat name nobody but the other speaker ("Thanks, Ben!"), and the recogniser takes a quarter of the
pipeline's time. A text whose only proper nouns are vocatives skips it.
"""

from collections.abc import Iterable, Iterator
from itertools import islice

from spacy.language import Language
from spacy.tokens import Doc

FACTORY = "chronomem_entities"
RECOGNISER = "ner"


class SparingRecogniser:
    """Passes texts with names to the pipeline's own recogniser, which is disabled as a component of its own."""

    def __init__(self, nlp: Language) -> None:
        self._nlp = nlp

    def __call__(self, doc: Doc) -> Doc:
        if may_name(doc):
            self._recognise([doc])
        return doc

    def pipe(self, stream: Iterable[Doc], batch_size: int = 256) -> Iterator[Doc]:
        stream = iter(stream)
        while docs := list(islice(stream, batch_size)):
            self._recognise([doc for doc in docs if may_name(doc)])
            yield from docs

    def _recognise(self, docs: list[Doc]) -> None:
        if docs:
            recogniser = self._nlp.get_pipe(RECOGNISER)
            recogniser.set_annotations(docs, recogniser.predict(docs))  # type: ignore[attr-defined]  # get_pipe returns a callable


def may_name(doc: Doc) -> bool:
    """Whether a tagged and parsed text holds a proper noun that isn't just a vocative."""
    return any(token.tag_ in ("NNP", "NNPS") and token.dep_ != "vocative" for token in doc)


@Language.factory(FACTORY, assigns=["doc.ents"], requires=["token.tag", "token.dep"])
def create_recogniser(nlp: Language, name: str) -> SparingRecogniser:  # noqa: ARG001  # spaCy passes the name
    """Create the recogniser; the factory that `load_pipeline` names."""
    return SparingRecogniser(nlp)


def be_sparing(nlp: Language) -> None:
    """Restrict a pipeline's entity recogniser to texts that may hold a name."""
    nlp.disable_pipe(RECOGNISER)
    nlp.add_pipe(FACTORY, last=True)
