"""Train the English pipeline that chronomem ships.

    python -m chronomem.extractors.language.training.train CORPUS_FOLDER OUT_FOLDER

CORPUS_FOLDER holds train.spacy and dev.spacy (DocBin files with Universal Dependencies trees and entities). Training
takes about twenty minutes on one core. It needs `spacy-lookups-data` for the lemma tables, which become part of the
result; the package isn't needed afterwards.
"""

import argparse
import json
import random
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path

import spacy
from spacy.language import Language
from spacy.lookups import load_lookups
from spacy.tokens import Doc, DocBin, Span
from spacy.training.initialize import init_nlp
from spacy.training.loop import train
from spacy.util import load_config
from thinc.api import NumpyOps, set_current_ops

from chronomem.extractors.language.parsing.lemmatizer import BASE_TAGS, FACTORY, POS_OF_TAG
from chronomem.extractors.language.training.chat_typing import write_as_chat
from chronomem.extractors.language.training.corpus import augment, read_people, read_places
from chronomem.extractors.language.training.treebank import KEPT_ENTITIES, build_document, read_sentences

FOLDER = Path(__file__).parent
LEXICON = FOLDER.parent / "lexicon"


def read_documents(path: Path) -> list[Doc]:
    """Return the documents of a DocBin file, with the entity types that the model is to learn."""
    vocab = spacy.blank("en").vocab
    documents = list(DocBin().from_disk(path).get_docs(vocab))
    for doc in documents:
        if doc.has_annotation("ENT_IOB"):
            doc.ents = tuple(entity for entity in doc.ents if entity.label_ in KEPT_ENTITIES)
    return documents


def label_entities(documents: list[Doc], teacher: Language) -> None:
    """Label documents without entity annotation with the entities that another pipeline finds in them."""
    for doc in documents:
        if doc.has_annotation("ENT_IOB"):
            continue
        found = teacher(Doc(teacher.vocab, words=[t.text for t in doc], spaces=[bool(t.whitespace_) for t in doc]))
        proper = [e for e in found.ents if any(doc[i].tag_ in ("NNP", "NNPS") for i in range(e.start, e.end))]
        doc.ents = tuple(Span(doc, e.start, e.end, label=e.label_) for e in proper)


def typed_documents(documents: Iterable[Doc], seed: int = 0) -> list[Doc]:
    """Return the documents as people would type them in a chat."""
    rng = random.Random(seed)  # noqa: S311  # no secret
    return [build_document(doc.vocab, write_as_chat(read_sentences(doc), rng)) for doc in documents]


def write_corpus(corpus: Path, folder: Path, teacher: Path | None = None, seed: int = 0) -> tuple[Path, Path]:
    """Write the augmented training documents and the evaluation documents; return both paths."""
    documents = read_documents(corpus / "train.spacy")
    if teacher is not None:
        label_entities(documents, spacy.load(teacher))
    made = augment(documents[0].vocab, documents, read_people(LEXICON), read_places(LEXICON), random.Random(seed))  # noqa: S311  # no secret
    DocBin(docs=made).to_disk(folder / "train.spacy")
    dev = read_documents(corpus / "dev.spacy")
    DocBin(docs=[*dev, *typed_documents(dev, seed)]).to_disk(folder / "dev.spacy")
    return folder / "train.spacy", folder / "dev.spacy"


def train_pipeline(
    corpus: Path, out: Path, teacher: Path | None = None, start: Path | None = None, steps: int | None = None
) -> Language:
    """Train on a corpus folder and write the best pipeline to `out`.

    Args:
        corpus: folder with train.spacy and dev.spacy.
        out: folder to write to.
        teacher: a pipeline that labels the entities of documents without annotation; None leaves them missing.
        start: an earlier result, whose weights are trained further; None trains from nothing.
        steps: number of updates, to override the configuration.
    """
    set_current_ops(NumpyOps(use_blis=False))  # two to three times faster than blis if numpy has OpenBLAS
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        train_path, dev_path = write_corpus(corpus, Path(name), teacher)
        overrides: dict[str, object] = {"paths.train": str(train_path), "paths.dev": str(dev_path)}
        if steps is not None:
            overrides |= {"training.max_steps": steps, "training.eval_frequency": max(1, steps // 10)}
        if start is not None:
            overrides["paths.start"] = str(start)
        config = load_config(FOLDER / ("tune.cfg" if start is not None else "config.cfg"), overrides=overrides)
        nlp = init_nlp(config)
        nlp, _ = train(nlp, out)
    return nlp


def count_lemmas(documents: Iterable[Doc]) -> dict[tuple[str, str], str]:
    """Return the most frequent lemma of each inflected form and coarse part of speech of the corpus."""
    counts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for doc in documents:
        for token in doc:
            pos = POS_OF_TAG.get(token.tag_, "X").lower()
            if pos in ("verb", "noun", "adj", "adv") and token.tag_ not in BASE_TAGS and token.is_alpha:
                counts[token.lower_, pos][token.lemma_.lower()] += 1
    return {key: lemmas.most_common(1)[0][0] for key, lemmas in counts.items() if lemmas.total() > 1}


def finish_pipeline(trained: Path, corpus: Path, out: Path) -> Language:
    """Add the lemmatizer with its tables to a trained pipeline, and write it to `out`.

    If the rules leave a choice ("hoping" from "hop" or "hope"), the corpus decides.
    """
    nlp = spacy.load(trained)
    lemmatizer = nlp.add_pipe(FACTORY, after="tagger")
    tables = load_lookups("en", ["lemma_rules", "lemma_exc", "lemma_index"])
    exceptions = tables.get_table("lemma_exc")
    for (form, pos), lemma in sorted(count_lemmas(read_documents(corpus / "train.spacy")).items()):
        known = exceptions.setdefault(pos, {}).get(form, [])
        if lemma.isalpha() and form[:2] == lemma[:2]:
            exceptions[pos][form] = [*(other for other in known if other != lemma), lemma]
    lemmatizer.lookups = tables  # type: ignore[attr-defined]  # add_pipe is typed to return a callable
    nlp.meta.update(
        name="chronomem_dialogue",
        version="1.0.0",
        description="Tags, lemmas, dependencies (Universal Dependencies) and named entities for English dialogue",
        license="CC BY-SA 4.0",
        author="the chronomem authors",
    )
    nlp.to_disk(out)
    _forget_words(out, nlp)
    return nlp


def _forget_words(folder: Path, nlp: Language) -> None:
    """Remove the words of the corpus: every component stores its own labels, and words are hashed."""
    labels = {label for names in nlp.pipe_labels.values() for label in names}
    known = {*spacy.blank("en").vocab.strings, *labels, *POS_OF_TAG, *POS_OF_TAG.values()}
    (folder / "vocab" / "strings.json").write_text(json.dumps(sorted(known)), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--teacher", type=Path, default=None, help="an earlier result, to label entities with")
    parser.add_argument("--start", type=Path, default=None, help="an earlier result, to train it further")
    parser.add_argument("--steps", type=int, default=None, help="stop early, to try something out")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        train_pipeline(arguments.corpus, Path(name), arguments.teacher, arguments.start, arguments.steps)
        finish_pipeline(Path(name) / "model-best", arguments.corpus, arguments.out)


if __name__ == "__main__":
    main()
