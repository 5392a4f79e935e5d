"""Coarse parts of speech and lemmas from the tags of the English pipeline.

A trained lemmatizer invents forms of rare words ("insisted" -> "insiste"). This one looks a word up in tables of
exceptions and known words, and strips endings by rule if neither has it. Results are cached by word and tag, so a token
costs one dictionary access.
"""

from collections.abc import Iterable
from typing import Any

from spacy.lang.en.lemmatizer import EnglishLemmatizer
from spacy.language import Language
from spacy.pipeline.lemmatizer import lemmatizer_score
from spacy.tokens import Doc, Token
from spacy.training import Example
from spacy.vocab import Vocab
from thinc.api import Model

FACTORY = "chronomem_lemmatizer"

POS_OF_TAG = {
    **dict.fromkeys(("NN", "NNS", "GW", "AFX"), "NOUN"),
    **dict.fromkeys(("NNP", "NNPS"), "PROPN"),
    **dict.fromkeys(("VB", "VBD", "VBG", "VBN", "VBP", "VBZ"), "VERB"),
    "MD": "AUX",
    **dict.fromkeys(("JJ", "JJR", "JJS"), "ADJ"),
    **dict.fromkeys(("RB", "RBR", "RBS", "WRB"), "ADV"),
    **dict.fromkeys(("PRP", "WP", "EX"), "PRON"),
    **dict.fromkeys(("DT", "PDT", "WDT", "PRP$", "WP$"), "DET"),
    **dict.fromkeys(("IN", "RP"), "ADP"),
    **dict.fromkeys(("TO", "POS"), "PART"),
    "CC": "CCONJ",
    "CD": "NUM",
    "UH": "INTJ",
    **dict.fromkeys(("SYM", "$", "NFP"), "SYM"),
    **dict.fromkeys((".", ",", ":", "``", "''", "-LRB-", "-RRB-", "HYPH"), "PUNCT"),
}
"""Coarse part of speech of each Penn Treebank tag; tags not listed are X."""

CONTRACTIONS = {
    "'m": "be", "'re": "be", "'ve": "have", "'ll": "will", "n't": "not", "ca": "can", "wo": "will", "sha": "shall",
    "gon": "go", "na": "to", "got": "get", "ta": "to", "wan": "want", "gotta": "get", "gonna": "go", "wanna": "want",
}  # fmt: skip


BASE_TAGS = {"VB", "VBP", "NN", "JJ", "RB"}
"""Tags of words that are their own lemma."""


class TagLemmatizer(EnglishLemmatizer):
    """Sets `pos` from `tag`, and `lemma` by exception, index and rule."""

    def __init__(self, vocab: Vocab, model: Model[Any, Any] | None, name: str = FACTORY) -> None:
        super().__init__(vocab, model, name, mode="rule", overwrite=True, scorer=_score)
        self._pos_of_tag = {vocab.strings.add(t): vocab.strings.add(p) for t, p in POS_OF_TAG.items()}
        self._unknown = vocab.strings.add("X")
        self._lemma_of: dict[tuple[int, int], int] = {}

    def __call__(self, doc: Doc) -> Doc:
        pos_of_tag, lemma_of = self._pos_of_tag, self._lemma_of
        for token in doc:
            pos = pos_of_tag.get(token.tag, self._unknown)
            token.pos = pos
            key = (token.orth, token.tag)
            lemma = lemma_of.get(key)
            if lemma is None:
                lemma = self.vocab.strings.add(self._find(token))
                lemma_of[key] = lemma
            token.lemma = lemma
        return doc

    def _find(self, token: Token) -> str:
        lower = token.lower_.replace("\u2019", "'")
        if token.pos_ in ("VERB", "AUX", "PART", "ADV") and lower in CONTRACTIONS:
            return CONTRACTIONS[lower]
        if token.pos_ == "VERB" and lower in ("am", "is", "are", "was", "were", "'s", "been"):
            return "be"
        if token.pos_ == "PROPN":
            return str(token.text)
        if token.tag_ in BASE_TAGS:
            return str(lower)
        verbs = self.lookups.get_table("lemma_index").get("verb", {})
        if token.tag_ == "VBZ" and lower.endswith("es") and lower[:-1] in verbs:
            return str(lower[:-1])  # "rides" is of "ride", not of "rid"
        known = self.lookups.get_table("lemma_exc").get(token.pos_.lower(), {}).get(lower)
        found = str(known[-1] if known else self.rule_lemmatize(token)[0])
        rare = not known and token.pos_ == "VERB" and found not in verbs
        return _without_ending(lower, found) if rare else found


def _without_ending(word: str, found: str) -> str:
    """Return the lemma of a verb that isn't known: "rewatch" of "rewatching", "babysit" of "babysitting"."""
    if not found.endswith("e") or not word.endswith(("ing", "ed")):
        return found
    stem = found[:-1]
    if len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] in "bdgmnprt":
        return stem[:-1]
    return stem if stem.endswith(("ch", "sh", "ck", "ss", "x", "y", "w", "nd", "nt", "rt", "xt", "ad", "ed")) else found


def _score(examples: Iterable[Example], **options: Any) -> dict[str, Any]:
    scores: dict[str, Any] = lemmatizer_score(examples, **options)
    return scores


@Language.factory(FACTORY, assigns=["token.lemma", "token.pos"], requires=["token.tag"])
def create_lemmatizer(nlp: Language, name: str) -> TagLemmatizer:
    """Create the lemmatizer; the factory named in the pipeline's configuration."""
    return TagLemmatizer(nlp.vocab, None, name)
