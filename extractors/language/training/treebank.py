"""A sentence of a treebank as plain tuples, and a training document built of such sentences."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from spacy.tokens import Doc
from spacy.vocab import Vocab

KEPT_ENTITIES = {"PERSON", "ORG", "LOC", "EVENT", "MISC"}
"""Dates and times are missing here, because the semantic-time parser finds them."""

MISSING = "-"
"""The mark of a token of which nothing is known."""
_LEANING = {"'m", "'ve", "'ll", "'d", "\u2019m", "\u2019ve", "\u2019ll", "\u2019d", "am", "have"}


@dataclass(frozen=True)
class TreebankSentence:
    """One tree: words, whether a space follows, tags, heads (index in the sentence), labels, BILUO entities."""

    words: tuple[str, ...]
    spaces: tuple[bool, ...]
    tags: tuple[str, ...]
    heads: tuple[int, ...]
    deps: tuple[str, ...]
    entities: tuple[str, ...]

    @property
    def root(self) -> int:
        return next(i for i, head in enumerate(self.heads) if head == i)

    def without(self, dropped: set[int]) -> "TreebankSentence":
        """Return the sentence without some tokens, none of which may govern a token that stays."""
        kept = [i for i in range(len(self.words)) if i not in dropped]
        place = {old: new for new, old in enumerate(kept)}
        return TreebankSentence(
            words=tuple(self.words[i] for i in kept),
            spaces=tuple(self.spaces[i] for i in kept),
            tags=tuple(self.tags[i] for i in kept),
            heads=tuple(place[self.heads[i]] for i in kept),
            deps=tuple(self.deps[i] for i in kept),
            entities=tuple(self.entities[i] for i in kept),
        )


def read_sentences(doc: Doc) -> list[TreebankSentence]:
    """Return the sentences of a document of the corpus, in order."""
    sentences = []
    for span in doc.sents:
        tokens = list(span)
        sentences.append(
            TreebankSentence(
                words=tuple(t.text for t in tokens),
                spaces=tuple(bool(t.whitespace_) for t in tokens),
                tags=tuple(t.tag_ for t in tokens),
                heads=tuple(t.head.i - span.start for t in tokens),
                deps=tuple(t.dep_ for t in tokens),
                entities=tuple(_biluo(span, doc.has_annotation("ENT_IOB"))),
            )
        )
    return sentences


def _biluo(span: Iterable[object], known: bool) -> list[str]:
    tokens = list(span)
    if not known:
        return [MISSING] * len(tokens)
    tags = ["O"] * len(tokens)
    offset = tokens[0].i  # type: ignore[attr-defined]  # spaCy tokens, whose stubs are partial
    for entity in tokens[0].sent.ents:  # type: ignore[attr-defined]  # as above
        if entity.label_ in KEPT_ENTITIES:
            _mark(tags, entity.start - offset, entity.end - offset, entity.label_)
    return tags


def _mark(tags: list[str], start: int, end: int, label: str) -> None:
    if end - start == 1:
        tags[start] = f"U-{label}"
        return
    tags[start] = f"B-{label}"
    tags[end - 1] = f"L-{label}"
    for i in range(start + 1, end - 1):
        tags[i] = f"I-{label}"


def build_document(vocab: Vocab, sentences: Sequence[TreebankSentence]) -> Doc:
    """Build one training document from consecutive sentences."""
    words: list[str] = []
    heads: list[int] = []
    starts: list[bool | int | None] = []
    for sentence in sentences:
        heads += [head + len(words) for head in sentence.heads]
        starts += [i == 0 for i in range(len(sentence.words))]
        words += sentence.words
    entities = [e for s in sentences for e in s.entities]
    known = MISSING not in entities
    return Doc(
        vocab,
        words=words,
        spaces=[x for s in sentences for x in s.spaces],
        tags=[t for s in sentences for t in s.tags],
        heads=heads,
        deps=[d for s in sentences for d in s.deps],
        sent_starts=starts,
        ents=[_iob(e) for e in entities] if known else None,
    )


def _iob(tag: str) -> str:
    return tag.replace("U-", "B-").replace("L-", "I-")


def drop_subject(sentence: TreebankSentence) -> TreebankSentence | None:
    """Return the sentence without its initial "I", or None if it doesn't begin with one."""
    words, root = sentence.words, sentence.root
    if len(words) < 4 or words[0] != "I" or sentence.deps[0] != "nsubj" or sentence.heads[0] != root:
        return None
    dropped = {0}
    if words[1] in _LEANING and sentence.deps[1] in ("aux", "cop", "aux:pass"):
        dropped.add(1)
    if any(head in dropped for i, head in enumerate(sentence.heads) if i not in dropped):
        return None
    short = sentence.without(dropped)
    return replace(short, words=(short.words[0].capitalize(), *short.words[1:]))
