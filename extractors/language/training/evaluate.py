"""Score a pipeline on the test files of the corpora, as they are and as people would type them in a chat.

python -m chronomem.extractors.language.training.evaluate CORPUS_FOLDER [PIPELINE]
"""

import argparse
import sys
from pathlib import Path

from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

from chronomem.extractors.language.parsing.pipeline import PACKAGED, load_pipeline
from chronomem.extractors.language.training.train import read_documents, typed_documents


def score(nlp: Language, gold: list[Doc]) -> dict[str, float]:
    """Return accuracy of tags and lemmas, attachment scores, and F of sentences and of entities of shared types."""
    examples = [Example(nlp.make_doc(doc.text), doc) for doc in gold]
    scores = nlp.evaluate(examples)
    names = ("tag_acc", "lemma_acc", "dep_uas", "dep_las", "sents_f", "ents_f", "speed")
    return {name: round(float(scores[name] or 0.0), 4) for name in names}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    packaged = str(Path(__file__).parents[1] / PACKAGED)  # as a folder, it runs the recogniser on every text
    parser.add_argument("pipeline", nargs="?", default=packaged)
    arguments = parser.parse_args()
    for name in ("test_ewt", "test_gum"):
        edited = read_documents(arguments.corpus / f"{name}.spacy")
        for manner, documents in (("edited", edited), ("typed in a chat", typed_documents(edited))):
            sys.stdout.write(f"{name}, {manner}: {score(load_pipeline(arguments.pipeline), documents)}\n")


if __name__ == "__main__":
    main()
