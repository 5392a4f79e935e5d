"""An experiment: a network that holds a message against the facts believed before it, and says which it ends.

    python -m chronomem.extractors.language.training.tagger.endings --held-apart NAME … [--chats-alone]

It learns from the labelled chats, where a later message ends what an earlier one told, then from the files of `ended/`
that aren't held apart, and prints how well it does on those. Nothing is written: what a forerunner gave, and why it
isn't packaged, stands in `docs/benchmarks.md`.

The network starts from the lower layers of the packaged tagger. In the lowest layer, message and facts are read by
themselves; above it, the pieces of a message don't see the facts, and those of a fact see the message and their own
fact, so that one run holds a message against many facts. With x the state at a fact's first piece and m the mean of its
states, the log-odds of its fates are linear in tanh([x, m]·inner + bias).
"""

import argparse
import random
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from chronomem.extractors.language.tagger.lower_layers import PACKAGED
from chronomem.extractors.language.tagger.windows import end_piece, mark_of, pieces_of, windows_of
from chronomem.extractors.language.training.endings import (
    FATES,
    BelievedFact,
    EndedExample,
    ended_files,
    of_chat,
    read_ended,
)
from chronomem.extractors.language.training.labels import CHATS, TOLD, read_chats
from chronomem.extractors.language.training.tagger.encoder import HIDDEN, layer_of, leaves, norm, tensors
from chronomem.extractors.language.training.tagger.export import read_network

_LAYERS, _INNER, _BATCH = 6, 192, 20
_WARM, _DROPOUT = 100, 0.1
_OF_CHATS, _OF_ENDED = (0.5, 2e-4), (4.0, 3e-4)
"""The epochs and the greatest learning rate of both parts."""
_BESIDE = 3000
"""How many messages of the chats the second part has besides its own."""
_SORTED_AT_ONCE = 25
"""Of so many batches the messages are put together by length."""
_MOST_OF_FACT = 22
"""The most word pieces of a fact."""


@dataclass(frozen=True)
class Held:
    """A message that is held against facts.

    Attributes:
        ids: the pieces of the message, then those of each fact.
        types: the types of the message's pieces.
        fates: the number of the fate of each fact.
    """

    ids: Sequence[Sequence[int]]
    types: Sequence[int]
    fates: Sequence[int]

    @property
    def sizes(self) -> list[int]:
        return [len(own) for own in self.ids]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--held-apart", nargs="+", required=True, help="the names of files of `ended/` to measure on")
    parser.add_argument("--chats-alone", action="store_true", help="learn from the labelled chats alone")
    options = parser.parse_args()
    torch.manual_seed(1)
    draw = random.Random(1)  # noqa: S311 - for no secrets
    files = {file.stem: read_ended(file) for file in ended_files()}
    if unknown := sorted({*options.held_apart} - {*files}):
        parser.error(f"there is no file {unknown[0]!r}; the files are {', '.join(files)}")
    chats = sorted([*TOLD.glob("*.chat"), *CHATS.glob("*.chat")])
    beside = [*_held(each for file in chats for chat in read_chats(file) for each in of_chat(chat, draw))]
    model = Model()
    train(model, beside, *_OF_CHATS, draw)
    if not options.chats_alone:
        ended = _held(each for name, own in files.items() if name not in options.held_apart for each in own)
        train(model, [*ended, *draw.sample(beside, _BESIDE)], *_OF_ENDED, draw)
    apart = [*_held(each for name in options.held_apart for each in files[name])]
    sys.stdout.write(measure(model, apart) + "\n")


def _held(examples: Iterable[EndedExample]) -> Iterator[Held]:
    """Yield the messages that have room in one window."""
    for example in examples:
        windows = windows_of(example.people, example.messages[:-1], example.messages[-1])
        if len(windows) == 1:
            facts = [fact_pieces(fact, windows[0].people) for fact, _ in example.facts]
            fates = [FATES.index(fate) for _, fate in example.facts]
            yield Held([windows[0].ids, *facts], windows[0].types, fates)


def fact_pieces(fact: BelievedFact, people: Sequence[str]) -> list[int]:
    """Return the word pieces of a fact.

    A fact about one of the people, or about somebody of theirs ("Ann's sister"), begins with the mark of that one.
    """
    subject = fact.subject.lower()
    whose = next((n for n, name in enumerate(people) if f"{subject}'s ".startswith(f"{name.lower()}'s ")), None)
    told = pieces_of(f"{fact.subject} {fact.predicate.replace('_', ' ')} {fact.words}")[:_MOST_OF_FACT]
    return [*([] if whose is None else [mark_of(whose)]), *told, end_piece()]


class Model:
    """The layers of the encoder, and the heads above them.

    Attributes:
        learned: the tensors that training changes.
    """

    def __init__(self) -> None:
        weights, words = read_network(Path(str(PACKAGED)))
        encoder = weights["enc"]
        encoder["layers"] = encoder["layers"][:_LAYERS]
        numbers = np.random.default_rng(1)
        self._words = torch.tensor(np.asarray(words, np.float32))
        self._encoder = tensors(encoder)
        self._heads = tensors(
            {
                "inner": numbers.normal(0, 0.03, (2 * HIDDEN, _INNER)), "inner_bias": np.zeros(_INNER),
                "fates": numbers.normal(0, 0.03, (_INNER, len(FATES))), "fates_bias": np.zeros(len(FATES)),
            }
        )  # fmt: skip
        for tensor in leaves([self._encoder["emb"], self._encoder["layers"][0]]):
            tensor.requires_grad_(requires_grad=False)
        self.learned = [each for each in leaves([self._encoder, self._heads]) if each.requires_grad]

    def odds(self, held: Sequence[Held], dropout: float = 0.0) -> Any:
        """Return the log-odds of the fates of all facts, shape `(facts, fates)`."""
        heads = self._heads
        pooled = []
        for own, each in zip(self._states(held, dropout), held, strict=True):
            parts = [own[start:end] for start, end in pairwise(accumulate(each.sizes))]
            pooled += [torch.cat([part[0], part.mean(0)]) for part in parts]
        inner = torch.tanh(torch.stack(pooled) @ heads["inner"] + heads["inner_bias"])
        return functional.dropout(inner, dropout) @ heads["fates"] + heads["fates_bias"]

    def _states(self, held: Sequence[Held], dropout: float) -> Any:
        ids, types, places, alone, seen = _batch(held)
        embeddings = self._encoder["emb"]
        x = self._words[ids] + embeddings["typ"][types] + embeddings["pos"][places]
        x = norm(x, embeddings["g"], embeddings["b"])
        for number, layer in enumerate(self._encoder["layers"]):
            x = layer_of(x, layer, seen if number else alone, dropout)
        return x


def _batch(held: Sequence[Held]) -> tuple[Any, ...]:
    """Return ids, types, places, and what each piece sees in the lowest layer and in those above."""
    length = max(sum(each.sizes) for each in held)
    ids, types, places = (np.zeros((len(held), length), np.int64) for _ in range(3))
    alone = np.tile(np.eye(length, dtype=np.bool_), (len(held), 1, 1))
    seen = alone.copy()
    for row, each in enumerate(held):
        size = sum(each.sizes)
        ids[row, :size] = [piece for own in each.ids for piece in own]
        types[row, : len(each.types)] = each.types
        places[row, :size] = [place for own in each.ids for place in range(len(own))]
        part = np.repeat(np.arange(len(each.sizes)), each.sizes)
        alone[row, :size, :size] = part[:, None] == part[None, :]
        seen[row, :size, :size] = alone[row, :size, :size] | (part[None, :] == 0)
    return tuple(torch.from_numpy(array) for array in (ids, types, places, alone[:, None], seen[:, None]))


def train(model: Model, held: Sequence[Held], epochs: float, rate: float, draw: random.Random) -> None:
    """Train by AdamW; the learning rate rises at first and falls evenly."""
    optimiser = torch.optim.AdamW(model.learned, lr=rate, weight_decay=0.01)
    batches = _batches(held, draw)
    steps = int(epochs * len(held) / _BATCH)
    losses: list[float] = []
    for step in range(steps):
        for group in optimiser.param_groups:
            group["lr"] = rate * min((step + 1) / _WARM, 1.0) * (1 - 0.98 * step / steps)
        batch = next(batches)
        fates = torch.tensor([fate for each in batch for fate in each.fates])
        loss = functional.cross_entropy(model.odds(batch, _DROPOUT), fates)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.learned, 1.0)
        optimiser.step()
        losses.append(float(loss.detach()))
        if step % 100 == 99:
            sys.stdout.write(f"{step + 1}/{steps} batches, loss {np.mean(losses[-100:]):.3f}\n")
            sys.stdout.flush()


def _batches(held: Sequence[Held], draw: random.Random) -> Iterator[list[Held]]:
    """Yield batches without end, each of messages that are about as long."""
    while True:
        order = draw.sample(held, len(held))
        for first in range(0, len(order), _SORTED_AT_ONCE * _BATCH):
            some = sorted(order[first : first + _SORTED_AT_ONCE * _BATCH], key=lambda each: sum(each.sizes))
            batches = [some[at : at + _BATCH] for at in range(0, len(some), _BATCH)]
            yield from draw.sample(batches, len(batches))


def measure(model: Model, held: Sequence[Held]) -> str:
    """Return precision and recall of the facts that are over or never were, at some probabilities."""
    with torch.no_grad():
        parts = [model.odds(held[at : at + _BATCH]).softmax(1) for at in range(0, len(held), _BATCH)]
    gone = 1 - torch.cat(parts)[:, 0].numpy()
    right = np.array([fate > 0 for each in held for fate in each.fates])
    lines = [f"{len(gone)} facts, {right.sum()} of them over or never so"]
    for least in (0.5, 0.6, 0.7, 0.8, 0.9):
        told = gone >= least
        precision, recall = (100 * shares.mean() if shares.size else 0.0 for shares in (right[told], told[right]))
        lines.append(f"from {least}: precision {precision:.1f} of {told.sum()}, recall {recall:.1f}")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
