"""The training of the network: its batches, its loss, and its steps."""

import math
import random
import time
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from chronomem.extractors.language.tagger.tags import PREDICATES, STATUSES
from chronomem.extractors.language.tagger.windows import MOST_PIECES
from chronomem.extractors.language.training.tagger.encoder import HIDDEN, arrays, encode, leaves, tensors
from chronomem.extractors.language.training.tagger.examples import TaggedExample

LENGTHS = (32, 44, 56, 68, MOST_PIECES)
"""Windows are padded to one of these numbers of pieces."""
SIZE = 32
"""The windows of a batch."""
_MOST_FACTS = 12
_RARE = -6.0
"""The bias that the scores begin with: few pieces begin or end anything."""
_COUNT = len(PREDICATES)
_KEPT = 0.5
"""The weight of being worth keeping in the loss."""
_MISSED_FROM, _MISSED = 0.6, 0.2
"""Labels that were read once leave out one fact in four (see `told/README.md`): there, a tag of at least the first
probability that no label bears out counts with the second as its weight."""
_DROPOUT = 0.1
_BLURRED = 0.08
"""The share of the pieces of messages that are replaced by random ones, so that no word alone decides."""
_WARM = 0.06
"""The share of the steps in which the learning rate rises."""


def new_heads(seed: int = 0) -> dict[str, Any]:
    """Return random weights for the layers above the encoder (see `network.Heads`, and the scores s and e)."""
    draw = np.random.default_rng(seed)

    def drawn(*shape: int) -> Any:
        return draw.normal(0, 0.02, shape)

    decisions = len(STATUSES) + 1
    return {
        "s": drawn(HIDDEN, _COUNT), "sb": np.full(_COUNT, _RARE), "e": drawn(HIDDEN, _COUNT),
        "eb": np.full(_COUNT, _RARE), "A": drawn(HIDDEN, HIDDEN), "B": drawn(HIDDEN, HIDDEN),
        "p": drawn(_COUNT, HIDDEN), "zb": np.zeros(HIDDEN), "st": drawn(HIDDEN, decisions),
        "stb": np.zeros(decisions), "C": drawn(HIDDEN, HIDDEN), "D": drawn(HIDDEN, HIDDEN),
    }  # fmt: skip


def train(
    weights: Any,
    words: Any,
    examples: Sequence[TaggedExample],
    *,
    epochs: float,
    rate: float,
    silent: float,
    frozen: int = 0,
    seed: int = 1,
) -> Iterator[tuple[Any, str]]:
    """Train, and yield the weights with a line of progress after each epoch.

    Matrices are multiplied in bfloat16, which processors with AVX-512 BF16 or AMX do at several times the speed.

    Args:
        weights: "enc" and "heads", as arrays.
        words: the vectors of the pieces.
        epochs: how often each example with facts is seen.
        rate: the greatest learning rate of the encoder; that of the heads is eight times as great.
        silent: the share of the examples without facts that each epoch sees.
        frozen: how many of the lower layers stay as they are, with the embeddings.
    """
    torch.manual_seed(seed)
    draw = random.Random(seed)  # noqa: S311 - for no secrets
    weights, vectors = tensors(weights), torch.tensor(np.asarray(words, np.float32))
    first = batches(examples, silent, draw)
    total = math.ceil(len(first) * epochs)
    steps = Steps(weights, rate, frozen)
    began = time.monotonic()
    while steps.done < total:
        epoch = (first if steps.done == 0 else batches(examples, silent, draw))[: total - steps.done]
        losses = [steps.take(vectors, batch, steps.done / total) for batch in epoch]
        told = f"{steps.done}/{total} batches, loss {np.mean(losses):.2f}, {time.monotonic() - began:.0f} s"
        yield arrays(weights), told


class Steps:
    """Steps of training, by AdamW; the learning rate rises at first and falls by a cosine.

    Attributes:
        done: how many have been taken.
    """

    def __init__(self, weights: Any, rate: float, frozen: int = 0) -> None:
        """Prepare for steps that change `weights`, tensors, in place, but for the lower layers that are frozen."""
        self.done = 0
        if frozen:
            for leaf in leaves([weights["enc"]["emb"], weights["enc"]["layers"][:frozen]]):
                leaf.requires_grad_(False)
        parts = [[leaf for leaf in leaves(weights[part]) if leaf.requires_grad] for part in ("enc", "heads")]
        self._weights, self._all = weights, [leaf for part in parts for leaf in part]
        self._rates = (rate, 8 * rate)
        groups = [{"params": part, "lr": 0.0} for part in parts]
        self._optimiser = torch.optim.AdamW(groups, weight_decay=0.01, fused=True)

    def take(self, words: Any, batch: Any, progress: float) -> float:
        """Take a step, and return its loss.

        Args:
            progress: the share of the training that is done.
        """
        share = min(progress / _WARM, 0.51 + 0.49 * math.cos(math.pi * progress))
        for group, rate in zip(self._optimiser.param_groups, self._rates, strict=True):
            group["lr"] = rate * max(share, 0.02)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            loss = _loss(self._weights, words, batch)
        self._optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self._all, 5.0)
        self._optimiser.step()
        self.done += 1
        return float(loss.detach())


def batches(examples: Sequence[TaggedExample], silent: float, draw: random.Random) -> list[Any]:
    """Return an epoch of batches: all examples with facts, and a share of those without."""
    chosen = [each for each in examples if each.facts or each.ignored or draw.random() < silent]
    draw.shuffle(chosen)
    numbers = np.random.default_rng(draw.getrandbits(32))
    made: list[Any] = []
    for shorter, length in zip((0, *LENGTHS), LENGTHS, strict=False):
        fitting = [each for each in chosen if shorter < len(each.window.ids) <= length]
        made += [
            [torch.from_numpy(array) for array in _arrays(fitting[at : at + SIZE], length, numbers)]
            for at in range(0, len(fitting) - SIZE + 1, SIZE)
        ]
    draw.shuffle(made)
    return made


def _arrays(batch: Sequence[TaggedExample], length: int, numbers: np.random.Generator) -> list[Any]:
    """Return ids, types, mask, true starts, true ends, their weights, facts, which are there, and complete windows."""
    shape = len(batch), length
    ids, types, mask = np.zeros(shape, np.int64), np.zeros(shape, np.int64), np.zeros(shape, np.bool_)
    starts, ends, counted = (np.zeros((*shape, _COUNT), np.float32) for _ in range(3))
    facts, there = np.zeros((len(batch), _MOST_FACTS, 6), np.int64), np.zeros((len(batch), _MOST_FACTS), np.float32)
    for row, example in enumerate(batch):
        size = len(example.window.ids)
        own, spoken = np.array(example.window.ids), np.array([place is not None for place in example.window.places])
        blurred = spoken & (numbers.random(size) < _BLURRED)
        ids[row, :size] = np.where(blurred, numbers.integers(0, own[0], size), own)  # the pieces of words come first
        types[row, :size] = example.window.types
        mask[row, :size] = counted[row, :size] = 1
        for piece, predicate in example.ignored:
            counted[row, slice(None) if piece is None else piece, predicate] = 0
        for number, fact in enumerate(example.facts[:_MOST_FACTS]):
            for marked, piece in ((starts, fact.start), (ends, fact.end)):
                marked[row, piece, fact.predicate] = counted[row, piece, fact.predicate] = 1
            facts[row, number] = (fact.start, fact.end, fact.predicate, fact.status, fact.subject, fact.kept)
            there[row, number] = 1
    complete = np.array([example.complete for example in batch])
    return [ids, types, mask, starts, ends, counted, facts, there, complete]


def _loss(weights: Any, words: Any, batch: Any) -> Any:
    """Return the mean loss of a window: of the scores of all pieces, and of each true fact's status and subject."""
    ids, types, mask, starts, ends, counted, facts, there, complete = batch
    heads = weights["heads"]
    states = encode(weights["enc"], words, ids, types, mask, _DROPOUT)
    logistic = functional.binary_cross_entropy_with_logits
    scores = 0.0
    for letter, true in (("s", starts), ("e", ends)):
        found = (states @ heads[letter] + heads[f"{letter}b"]).float()
        missed = (found.detach().sigmoid() > _MISSED_FROM) & (true == 0) & ~complete[:, None, None]
        scores = scores + logistic(found, true, counted * torch.where(missed, _MISSED, 1.0), reduction="sum")
    rows, which = there.nonzero(as_tuple=True)
    start, end, predicate, status, subject, kept = facts[rows, which].unbind(-1)
    z = functional.gelu(
        states[rows, start] @ heads["A"] + states[rows, end] @ heads["B"] + heads["p"][predicate] + heads["zb"]
    )
    decided = (z @ heads["st"] + heads["stb"]).float()
    asked = ((z @ heads["C"])[:, None, :] @ (states @ heads["D"])[rows].transpose(1, 2))[:, 0].float()
    about = (asked / math.sqrt(HIDDEN)).masked_fill(~mask[rows], -1e9)
    told = functional.cross_entropy(decided[:, : len(STATUSES)], status, reduction="sum")
    told = told + functional.cross_entropy(about, subject, reduction="sum")
    told = told + _KEPT * logistic(decided[:, len(STATUSES)], kept.float(), reduction="sum")
    return (scores + told) / len(ids)
