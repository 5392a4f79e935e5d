"""Turn treebank sentences into training documents that look like chat.

The corpora are edited or web prose: every sentence has its subject and begins with a capital, and nobody is addressed
by name. People in a chat write "Took a trip to Rome with Ann!", "hey Ben, gotta run". Five kinds of documents are
derived from the sentences and added to them:

- `drop_subject`: a sentence loses its initial "I" (and an auxiliary contracted with it);
- `address`: a run of sentences is preceded by a greeting or an exclamation, with or without a name;
- `swap_names`: names of people and places are exchanged for others, so that the model memorises none;
- `write_as_chat` (of `chat_typing`): the same words without capitals, apostrophes, commas or full stops, abbreviated,
  two sentences joined by a comma;
- `entity_documents`: filled templates with entities only; their syntax is marked as missing.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from spacy.tokens import Doc
from spacy.vocab import Vocab

from chronomem.extractors.language.training.chat_typing import splice_some, write_as_chat
from chronomem.extractors.language.training.templates import FILLERS, GREETINGS, INTERJECTIONS, TEMPLATES, TREES
from chronomem.extractors.language.training.treebank import (
    MISSING,
    TreebankSentence,
    build_document,
    drop_subject,
    read_sentences,
)

TYPED_SHARE = 0.7
"""How many of the documents have a copy as it would be typed in a chat."""


def add_vocative(sentence: TreebankSentence, name: str) -> TreebankSentence:
    """Add a vocative: "That's great!" becomes "That's great, Ann!"."""
    end = len(sentence.words) - 1
    if sentence.deps[end] != "punct" or end == 0 or sentence.heads[end] == end:
        return sentence
    root = sentence.root
    known = MISSING not in sentence.entities
    return TreebankSentence(
        words=(*sentence.words[:end], ",", name, sentence.words[end]),
        spaces=(*sentence.spaces[: end - 1], False, True, False, sentence.spaces[end]),
        tags=(*sentence.tags[:end], ",", "NNP", sentence.tags[end]),
        heads=(*sentence.heads[:end], end + 1, root, root),
        deps=(*sentence.deps[:end], "punct", "vocative", "punct"),
        entities=(
            *sentence.entities[:end],
            "O" if known else MISSING,
            "U-PERSON" if known else MISSING,
            sentence.entities[end],
        ),
    )


def add_interjection(sentence: TreebankSentence, word: str) -> TreebankSentence:
    """Prepend an exclamation: "I like it." becomes "Wow, I like it."."""
    root = sentence.root + 2
    known = "O" if MISSING not in sentence.entities else MISSING
    first = sentence.words[0]
    if sentence.tags[0] not in ("NNP", "NNPS") and first != "I" and not first.startswith("I'"):
        first = first[0].lower() + first[1:]
    return TreebankSentence(
        words=(word, ",", first, *sentence.words[1:]),
        spaces=(False, True, *sentence.spaces),
        tags=("UH", ",", *sentence.tags),
        heads=(root, root, *(head + 2 for head in sentence.heads)),
        deps=("discourse", "punct", *sentence.deps),
        entities=(known, known, *sentence.entities),
    )


def greet(rng: random.Random, names: Sequence[str], known: bool) -> TreebankSentence:
    """Return a separate sentence like "Hey Ann!", "Thanks, Ben!" or "Wow!"."""
    word, tag = rng.choice(GREETINGS)
    mark = rng.choice("!!!.,")
    person = "U-PERSON" if known else MISSING
    out = "O" if known else MISSING
    if rng.random() < 0.3:
        return TreebankSentence((word, mark), (False, True), (tag, "."), (0, 0), ("ROOT", "punct"), (out, out))
    name = rng.choice(names)
    if rng.random() < 0.5:
        words, spaces, tags = (word, name, mark), (True, False, True), (tag, "NNP", ".")
        return TreebankSentence(words, spaces, tags, (0, 0, 0), ("ROOT", "vocative", "punct"), (out, person, out))
    words4 = (word, ",", name, mark)
    return TreebankSentence(
        words4,
        (False, True, False, True),
        (tag, ",", "NNP", "."),
        (0, 2, 0, 0),
        ("ROOT", "punct", "vocative", "punct"),
        (out, out, person, out),
    )


def swap_names(
    sentences: Sequence[TreebankSentence], people: Sequence[str], places: Sequence[str], rng: random.Random
) -> list[TreebankSentence]:
    """Return the same sentences with every one-word name of a person or place exchanged."""
    chosen: dict[str, str] = {}
    pools = {"U-PERSON": people, "U-LOC": places}
    swapped = []
    for sentence in sentences:
        words = list(sentence.words)
        for i, entity in enumerate(sentence.entities):
            if entity in pools and sentence.tags[i] == "NNP":
                words[i] = chosen.setdefault(words[i], rng.choice(pools[entity]))
        swapped.append(replace(sentence, words=tuple(words)))
    return swapped


def entity_documents(
    vocab: Vocab, people: Sequence[str], places: Sequence[str], count: int, rng: random.Random
) -> Iterator[Doc]:
    """Yield filled templates with entities and nothing else."""
    for _ in range(count):
        words: list[str] = []
        entities: list[str] = []
        for template in rng.sample(TEMPLATES, rng.randint(1, 3)):
            for piece in template.split():
                word, label = _fill(piece, people, places, rng)
                words += word
                entities += [f"{'B' if i == 0 else 'I'}-{label}" if label else "O" for i in range(len(word))]
        spaces = [i + 1 < len(words) and words[i + 1] not in _NO_SPACE for i in range(len(words))]
        yield Doc(vocab, words=words, spaces=spaces, ents=entities)


_NO_SPACE = {"!", "?", ".", ",", "'s", "n't", "'m", "'ve", "'re", "'ll"}


def _fill(piece: str, people: Sequence[str], places: Sequence[str], rng: random.Random) -> tuple[list[str], str | None]:
    if piece == "{PERSON}":
        return [rng.choice(people)], "PERSON"
    if piece == "{LOC}":
        return rng.choice(places).split(), "LOC"
    return [piece], None


def plant_tree(template: str, people: Sequence[str], places: Sequence[str], rng: random.Random) -> TreebankSentence:
    """Return a sentence of one of the `TREES`, with one word in each blank."""
    pools = {"{PERSON}": people, "{LOC}": places, **FILLERS}
    words, tags, deps, heads, entities = [], [], [], [], []
    for piece in template.split():
        form, tag, dep, head = piece.rsplit("/", 3)
        label = form.strip("{}") if form in ("{PERSON}", "{LOC}", "{ORG}") else None
        words.append(rng.choice(pools[form]) if form in pools else form)
        tags.append(tag)
        deps.append(dep)
        heads.append(int(head) - 1)
        entities.append(f"U-{label}" if label else "O")
    spaces = [i + 1 < len(words) and words[i + 1] not in _NO_SPACE for i in range(len(words))]
    spaces[-1] = True
    return TreebankSentence(tuple(words), tuple(spaces), tuple(tags), tuple(heads), tuple(deps), tuple(entities))


def augment(
    vocab: Vocab,
    documents: Sequence[Doc],
    people: Sequence[str],
    places: Sequence[str],
    rng: random.Random,
) -> Iterator[Doc]:
    """Yield the documents themselves and those derived from them."""
    runs = [read_sentences(doc) for doc in documents]
    one_word = [place for place in places if " " not in place]
    for run in runs:
        yield build_document(vocab, run)
        short = [s for s in run if len(s.words) <= 30]
        dropped = [d for s in short if (d := drop_subject(s)) is not None]
        if dropped:
            yield build_document(vocab, _chat(dropped[:3], people, rng))
        if short and rng.random() < 0.35:
            first = rng.randrange(len(short))
            yield build_document(vocab, _chat(short[first : first + 3], people, rng))
        if any(entity.startswith("U-") for s in run for entity in s.entities):
            yield build_document(vocab, swap_names(run, people, one_word, rng))
        if rng.random() < TYPED_SHARE:
            named = swap_names(run, people, one_word, rng) if rng.random() < 0.5 else run
            yield build_document(vocab, write_as_chat(splice_some(named, rng), rng))
    yield from entity_documents(vocab, people, places, 1200, rng)
    for _ in range(3000):
        trees = [plant_tree(t, people, one_word, rng) for t in rng.sample(TREES, rng.randint(1, 3))]
        said = _chat(trees, people, rng)
        yield build_document(vocab, write_as_chat(said, rng) if rng.random() < TYPED_SHARE else said)


def _chat(sentences: Sequence[TreebankSentence], people: Sequence[str], rng: random.Random) -> list[TreebankSentence]:
    known = all(MISSING not in s.entities for s in sentences)
    run = list(sentences)
    if rng.random() < 0.3:
        run[-1] = add_vocative(run[-1], rng.choice(people))
    if rng.random() < 0.3:
        run[0] = add_interjection(run[0], rng.choice(INTERJECTIONS))
    if rng.random() < 0.5:
        run.insert(0, greet(rng, people, known))
    return [_spaced(s) for s in run]


def _spaced(sentence: TreebankSentence) -> TreebankSentence:
    return replace(sentence, spaces=(*sentence.spaces[:-1], True))


def read_people(lexicon: Path) -> list[str]:
    lines = (lexicon / "first_names.tsv").read_text(encoding="utf-8").splitlines()
    return [line.split("\t")[0] for line in lines]


def read_places(lexicon: Path) -> list[str]:
    return (lexicon / "places.txt").read_text(encoding="utf-8").splitlines()
