"""Score a pipeline on a test file of the corpora.

python -m chronomem.extractors.language.training.evaluate CORPUS_FOLDER [PIPELINE]
"""

import argparse
import sys
from pathlib import Path

from spacy.language import Language
from spacy.training import Example

from chronomem.extractors.language.parsing.pipeline import PACKAGED, load_pipeline
from chronomem.extractors.language.training.train import read_documents


def score(nlp: Language, path: Path) -> dict[str, float]:
    """Return accuracy of tags and lemmas, attachment scores, and F of sentences and of entities of shared types."""
    gold = read_documents(path)
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
        scores = score(load_pipeline(arguments.pipeline), arguments.corpus / f"{name}.spacy")
        sys.stdout.write(f"{name}: {scores}\n")


if __name__ == "__main__":
    main()
