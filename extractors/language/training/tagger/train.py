"""Train the network that finds facts in messages, and measure it.

    python -m chronomem.extractors.language.training.tagger.train START [--out FOLDER]
    … --held-apart NAME NAME   leave files out, and measure on them
    … --new NAME NAME          learn from the files whose names begin so, and from a share of the others (`--replay`)
    … --frozen 5               leave the lower layers as they are, and with five of them the context vectors
    … --mean-with FOLDER …     write the mean of what is trained and of networks that earlier runs wrote

START is the folder of bge-small-en-v1.5 in ONNX form (`model.onnx`, with weights of 32 bits, and `tokenizer.json`), or
of a network that an earlier run wrote, such as the packaged one, from which training goes on. The network is written
after each epoch. It needs the extra `training`.
"""

import argparse
import json
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.linear_model import LogisticRegression

from chronomem.extractors.language.tagger.network import TaggerNetwork
from chronomem.extractors.language.tagger.tags import PREDICATES, STATUSES, Tag, are_alike
from chronomem.extractors.language.tagger.windows import MOST_PEOPLE
from chronomem.extractors.language.training.labels import CHATS, TOLD
from chronomem.extractors.language.training.tagger.context_graph import CONTEXT_LAYERS
from chronomem.extractors.language.training.tagger.encoder import mean, weights_of
from chronomem.extractors.language.training.tagger.examples import TaggedExample, examples
from chronomem.extractors.language.training.tagger.export import (
    read_kept,
    read_network,
    write_heads,
    write_network,
)
from chronomem.extractors.language.training.tagger.learning import new_heads, train

_PARTLY = "personas.chat"
"""A file in which only what rules propose is labelled."""
_OWN = 0.7
"""The size of the feature that stands for a tag's predicate, beside the numbers of its evidence."""
PACKAGED = Path(__file__).parents[2] / "tagger"
_STATIC = Path(__file__).parents[3] / "static_model" / "tokenizer.json"


def main() -> None:
    """Train, write the network, and print its figures on what is held apart."""
    options = _options()
    files = sorted(file for file in (*CHATS.glob("*.chat"), *TOLD.glob("*.chat")) if file.name != _PARTLY)
    apart = [file for file in files if file.stem in options.held_apart]
    learned = list(examples(_learned(options, [file for file in files if file not in apart])))
    weights, words = _started(options.start, options.layers)
    others = [read_network(folder)[0] for folder in options.mean_with]
    sys.stdout.write(f"{len(learned)} messages, {sum(len(each.facts) for each in learned)} facts\n")
    options.out.mkdir(parents=True, exist_ok=True)
    kept = read_kept(options.start) if options.frozen >= max(CONTEXT_LAYERS) else None
    rates = {"epochs": options.epochs, "rate": options.rate, "silent": options.silent, "frozen": options.frozen}
    for trained, told in train(weights, words, learned, **rates):
        sys.stdout.write(f"{told}\n")
        sys.stdout.flush()
        weights = mean([trained, *others])
        write_network(weights, words, options.out, kept)
    if apart:
        measured = list(examples(apart))
        write_heads(weights, options.out, *calibrated(TaggerNetwork(options.out), measured))
        network = TaggerNetwork(options.out)
        for least in (0.3, 0.4, 0.5, 0.6, 0.7):
            sys.stdout.write(f"least probability {least}: {measure(network, measured, least)}\n")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("start", type=Path)
    parser.add_argument("--out", type=Path, default=PACKAGED)
    parser.add_argument("--held-apart", nargs="*", default=[])
    parser.add_argument("--mean-with", type=Path, nargs="*", default=[])
    parser.add_argument("--layers", type=int, default=8)
    parser.add_argument("--epochs", type=float, default=5)
    parser.add_argument("--rate", type=float, default=1.5e-4)
    parser.add_argument("--silent", type=float, default=0.5)
    parser.add_argument("--new", nargs="*", default=[])
    parser.add_argument("--replay", type=float, default=0.3)
    parser.add_argument("--frozen", type=int, choices=range(9), default=0)
    options = parser.parse_args()
    if options.frozen and (options.mean_with or (options.start / "model.onnx").exists()):
        parser.error("--frozen leaves layers of a network as they are: START must be one, and no mean may change them")
    if not 0 <= options.replay <= 1:
        parser.error("--replay is a share, from 0 to 1")
    return options


def _learned(options: argparse.Namespace, files: Sequence[Path]) -> list[Path]:
    """Return the files to learn from: all, or the new ones and some of those that a network has read before."""
    if not options.new:
        return list(files)
    for name in options.new:
        if not any(file.name.startswith(name) for file in files):
            sys.exit(f"no file to learn from has a name that begins with {name!r}")
    new = [file for file in files if file.name.startswith(tuple(options.new))]
    old = [file for file in files if file not in new]
    return new + random.Random(1).sample(old, round(len(old) * options.replay))  # noqa: S311 - for no secrets


def _started(folder: Path, layers: int) -> tuple[Any, Any]:
    """Return the weights to begin with, and the vectors of the pieces."""
    if not (folder / "model.onnx").exists():
        return read_network(folder)
    encoder, words = weights_of(folder / "model.onnx")
    encoder["layers"] = encoder["layers"][:layers]
    return {"enc": encoder, "heads": new_heads()}, words[_rows(folder)]


def _rows(model: Path) -> list[int]:
    """Return the numbers in the model of the packaged tokenizer's pieces, then of begin, end and the marks."""
    known = json.loads((model / "tokenizer.json").read_text(encoding="utf-8"))["model"]["vocab"]
    own = json.loads(_STATIC.read_text(encoding="utf-8"))["model"]["vocab"]
    marks = ["[CLS]", "[SEP]", *(f"[unused{number}]" for number in range(1, MOST_PEOPLE + 1))]
    return [known[piece] for piece in (*sorted(own, key=own.__getitem__), *marks)]


def calibrated(network: TaggerNetwork, found: Sequence[TaggedExample]) -> tuple[Any, Any]:
    """Return the slopes and the offsets by which tags get their probabilities, learned from some examples.

    A predicate of which they hold little keeps the offset that all have in common.
    """
    rows, right = [], []
    for example, tags in zip(found, network.tags([each.window for each in found], least=0), strict=True):
        open_ones = {PREDICATES[predicate] for piece, predicate in example.ignored if piece is None}
        for tag in tags:
            fits = bool(_matching(example, tag))
            if fits or tag.predicate not in open_ones:
                own = np.zeros(len(PREDICATES))
                own[PREDICATES.index(tag.predicate)] = _OWN
                rows.append([*tag.evidence, *own])
                right.append(fits)
    if len(set(right)) < 2:
        sys.exit("too few tags in what is held apart for probabilities: train longer, or hold more apart")
    fitted = LogisticRegression(C=0.3, max_iter=2000).fit(np.array(rows), right)
    slopes, offsets = np.split(fitted.coef_[0], [-len(PREDICATES)])
    return slopes, fitted.intercept_[0] + _OWN * offsets


def measure(network: TaggerNetwork, found: Sequence[TaggedExample], least: float) -> str:
    """Return precision and recall of the facts worth keeping: predicate (or its family), words, subject and status."""
    right = made = told = hit = 0
    for example, tags in zip(found, network.tags([each.window for each in found], least=least), strict=True):
        matched = {number for tag in tags for number in _matching(example, tag)}
        open_ones = {predicate for piece, predicate in example.ignored if piece is None}
        for tag in tags:
            fits = _matching(example, tag)
            if tag.kept >= 0.5 and (fits or not any(are_alike(tag.predicate, PREDICATES[n]) for n in open_ones)):
                made += 1
                right += bool(fits)
        kept = [number for number, fact in enumerate(example.facts) if fact.kept]
        told += len(kept)
        hit += sum(number in matched for number in kept)
    return f"precision {100 * right / max(1, made):.1f} of {made}, recall {100 * hit / max(1, told):.1f} of {told}"


def _matching(example: TaggedExample, tag: Tag) -> list[int]:
    window, found = example.window, []
    for number, fact in enumerate(example.facts):
        first, last = window.places[fact.start], window.places[fact.end]
        overlaps = tag.object is None and first is None
        if tag.object is not None and first is not None and last is not None:
            same = tag.object.back == first.back
            overlaps = same and tag.object.start < last.end and first.start < tag.object.end
        about = window.people[window.marks.index(fact.subject)] if fact.subject in window.marks else None
        subject = tag.subject == (about if about is not None else window.places[fact.subject])
        if (
            overlaps
            and subject
            and STATUSES[fact.status] == tag.status
            and are_alike(tag.predicate, PREDICATES[fact.predicate])
        ):
            found.append(number)
    return found


if __name__ == "__main__":
    main()
