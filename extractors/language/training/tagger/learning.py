"""The loss of the network, and its training in JAX."""

import functools
import math
import random
import time
from collections.abc import Iterator, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax

from chronomem.extractors.language.tagger.tags import PREDICATES, STATUSES
from chronomem.extractors.language.tagger.windows import MOST_PIECES
from chronomem.extractors.language.training.tagger.encoder import HIDDEN, encode
from chronomem.extractors.language.training.tagger.examples import TaggedExample

LENGTHS = (32, 44, 56, 68, MOST_PIECES)
"""Windows are padded to one of these numbers of pieces."""
SIZE = 16
"""The windows of a batch on each device."""
_MOST_FACTS = 12
_RARE = -6.0
"""The bias that the scores begin with: few pieces begin or end anything."""
_COUNT = len(PREDICATES)
_KEPT = 0.5
"""The weight of being worth keeping in the loss."""


def new_heads(key: Any) -> dict[str, Any]:
    """Return random weights for the layers above the encoder (see `network.Heads`, and the scores s and e)."""
    keys = iter(jax.random.split(key, 8))

    def drawn(*shape: int) -> Any:
        return jax.random.normal(next(keys), shape) * 0.02

    decisions = len(STATUSES) + 1
    return {
        "s": drawn(HIDDEN, _COUNT), "sb": jnp.full(_COUNT, _RARE), "e": drawn(HIDDEN, _COUNT),
        "eb": jnp.full(_COUNT, _RARE), "A": drawn(HIDDEN, HIDDEN), "B": drawn(HIDDEN, HIDDEN),
        "p": drawn(_COUNT, HIDDEN), "zb": jnp.zeros(HIDDEN), "st": drawn(HIDDEN, decisions),
        "stb": jnp.zeros(decisions), "C": drawn(HIDDEN, HIDDEN), "D": drawn(HIDDEN, HIDDEN),
    }  # fmt: skip


def train(
    weights: Any,
    words: Any,
    examples: Sequence[TaggedExample],
    *,
    epochs: float,
    rate: float,
    silent: float,
    seed: int = 1,
) -> Iterator[tuple[Any, str]]:
    """Train, and yield the weights with a line of progress after each epoch.

    Args:
        weights: "enc" and "heads".
        words: the vectors of the pieces.
        epochs: how often each example with facts is seen.
        rate: the greatest learning rate of the encoder; that of the heads is eight times as great.
        silent: the share of the examples without facts that each epoch sees.
    """
    devices = jax.local_device_count()
    draw = random.Random(seed)  # noqa: S311 - for no secrets
    first = _batches(examples, silent, devices, draw)
    total = math.ceil(len(first) * epochs)
    curve = optax.warmup_cosine_decay_schedule(0.0, 1.0, max(10, total // 15), total, 0.02)
    labels = {part: jax.tree.map(lambda _, part=part: part, weights[part]) for part in ("enc", "heads")}
    rates = {
        "enc": optax.adamw(lambda n: rate * curve(n), weight_decay=0.01),
        "heads": optax.adamw(lambda n: 8 * rate * curve(n), weight_decay=0.01),
    }
    optimiser = optax.chain(optax.clip_by_global_norm(5.0), optax.multi_transform(rates, labels))

    @functools.partial(jax.pmap, axis_name="devices", in_axes=(0, None, 0, 0))
    def gradients(weights: Any, words: Any, batch: Any, key: Any) -> Any:
        loss, found = jax.value_and_grad(_loss)(weights, words, batch, key)
        return jax.lax.pmean(loss, "devices"), jax.lax.pmean(found, "devices")

    @functools.partial(jax.pmap, donate_argnums=(0, 1))
    def updated(weights: Any, state: Any, found: Any) -> Any:
        updates, state = optimiser.update(found, state, weights)
        return optax.apply_updates(weights, updates), state

    copies = _copied(weights, devices), _copied(optimiser.init(weights), devices)
    key, began, done = jax.random.PRNGKey(seed), time.monotonic(), 0
    while done < total:
        losses = []
        for batch in (first if done == 0 else _batches(examples, silent, devices, draw))[: total - done]:
            key, own = jax.random.split(key)
            loss, found = gradients(copies[0], words, batch, jax.random.split(own, devices))
            copies = updated(*copies, found)
            losses.append(float(loss[0]))
            done += 1
        told = f"{done}/{total} batches, loss {np.mean(losses):.2f}, {time.monotonic() - began:.0f} s"
        yield jax.tree.map(lambda copy: np.asarray(copy[0]), copies[0]), told


def _copied(tree: Any, devices: int) -> Any:
    return jax.tree.map(lambda array: jnp.stack([jnp.asarray(array)] * devices), tree)


def _batches(examples: Sequence[TaggedExample], silent: float, devices: int, draw: random.Random) -> list[Any]:
    chosen = [each for each in examples if each.facts or each.ignored or draw.random() < silent]
    draw.shuffle(chosen)
    size, batches = SIZE * devices, []
    for shorter, length in zip((0, *LENGTHS), LENGTHS, strict=False):
        fitting = [each for each in chosen if shorter < len(each.window.ids) <= length]
        for at in range(0, len(fitting) - size + 1, size):
            arrays = _arrays(fitting[at : at + size], length)
            batches.append([array.reshape(devices, SIZE, *array.shape[1:]) for array in arrays])
    draw.shuffle(batches)
    return batches


def _arrays(batch: Sequence[TaggedExample], length: int) -> list[Any]:
    """Return ids, types, mask, true starts, true ends, their weights, facts, and which of the facts are there."""
    shape = len(batch), length
    ids, types, mask = np.zeros(shape, np.int32), np.zeros(shape, np.int32), np.zeros(shape, np.float32)
    starts, ends, counted = (np.zeros((*shape, _COUNT), np.float32) for _ in range(3))
    facts, there = np.zeros((len(batch), _MOST_FACTS, 6), np.int32), np.zeros((len(batch), _MOST_FACTS), np.float32)
    for row, example in enumerate(batch):
        size = len(example.window.ids)
        ids[row, :size], types[row, :size] = example.window.ids, example.window.types
        mask[row, :size] = counted[row, :size] = 1
        for piece, predicate in example.ignored:
            counted[row, slice(None) if piece is None else piece, predicate] = 0
        for number, fact in enumerate(example.facts[:_MOST_FACTS]):
            for marked, piece in ((starts, fact.start), (ends, fact.end)):
                marked[row, piece, fact.predicate] = counted[row, piece, fact.predicate] = 1
            facts[row, number] = (fact.start, fact.end, fact.predicate, fact.status, fact.subject, fact.kept)
            there[row, number] = 1
    return [ids, types, mask, starts, ends, counted, facts, there]


def _loss(weights: Any, words: Any, batch: Any, key: Any) -> Any:
    """Return the mean loss of a window: of the scores of all pieces, and of each true fact's status and subject."""
    ids, types, mask, starts, ends, counted, facts, there = batch
    heads = weights["heads"]
    states = encode(weights["enc"], words, ids, types, mask, key)
    scores = sum(
        (_logistic(states @ heads[letter] + heads[f"{letter}b"], true) * counted).sum()
        for letter, true in (("s", starts), ("e", ends))
    )
    rows = jnp.arange(ids.shape[0])[:, None]
    z = jax.nn.gelu(
        states[rows, facts[..., 0]] @ heads["A"]
        + states[rows, facts[..., 1]] @ heads["B"]
        + heads["p"][facts[..., 2]]
        + heads["zb"]
    )
    decided = z @ heads["st"] + heads["stb"]
    asked = jnp.einsum("bfd,btd->bft", z @ heads["C"], states @ heads["D"]) / np.sqrt(HIDDEN)
    about = asked - 1e9 * (1 - mask[:, None, :])
    each = _entropy(decided[..., : len(STATUSES)], facts[..., 3]) + _entropy(about, facts[..., 4])
    each += _KEPT * _logistic(decided[..., len(STATUSES)], facts[..., 5].astype(jnp.float32))
    return (scores + (each * there).sum()) / ids.shape[0]


def _logistic(x: Any, true: Any) -> Any:
    return jnp.maximum(x, 0) - x * true + jnp.log1p(jnp.exp(-jnp.abs(x)))


def _entropy(x: Any, true: Any) -> Any:
    return -jnp.take_along_axis(jax.nn.log_softmax(x, -1), true[..., None], -1)[..., 0]
