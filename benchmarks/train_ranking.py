"""Learns the weights of the default preset's signs of relevance from conversations with questions.

    python benchmarks/train_ranking.py FILE.jsonl[.gz] ... [--memory FOLDER] [--embedder FOLDER] [--check]
                                       [--jobs N] [--out WEIGHTS.json]

A file counts by the square root of the number of its questions. The loss is the negative logarithm of the share that
a turn of the evidence has in a softmax over itself and all turns that are no evidence; the weights are held near those
that were chosen by hand. Each question counts twice, with context vectors and without, so that the weights suit
memories whose turns have none. With `--check` the conversations of each file are dealt to five folds, and each is
asked with the weights that were learned from the other four: that is what to expect of other conversations. With
`--jobs`, several processes read the conversations, each into a memory of its own. Needs scipy.
"""

import argparse
import asyncio
import json
import sys
import tempfile
from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean

import numpy as np
from inside import viewed
from numpy.typing import NDArray
from scipy.optimize import minimize

from chronomem import AsyncMemory, Settings
from chronomem.engine.importers import Conversation, read_conversations
from chronomem.graph_schema.model.times import read_time
from chronomem.retrieval.question.question import read_question
from chronomem.retrieval.scoring.signs import SIGNS
from chronomem.retrieval.scoring.similarities import Match
from chronomem.retrieval.stages.spread import better_ones

Matrix = NDArray[np.float64]
NAMES = tuple(SIGNS)
BY_HAND = {
    "turn_words": 1.0,
    "window_words": 0.9,
    "session_words": 0.7,
    "turn_meaning": 1.0,
    "window_meaning": 0.8,
    "named_speaker": 0.8,
    "own_words": 0.5,
    "asked_time": 1.3,
    "tells_when": 0.5,
    "tells_how_many": 0.4,
    "length": -0.4,
}
"""The weights to stay near; the others' are 0."""
OF_CONTEXT = ("context_meaning", "session_context", "context_before", "context_after")
STEEPNESS = 3.0
"""What a score is multiplied by before the softmax."""
AMONG = 200
"""How many turns that are no evidence are looked at in training: the best by the weights chosen by hand."""
FOLDS = 5


@dataclass(frozen=True)
class Asked:
    """A question, held against each turn of its user.

    Attributes:
        signs, unread: the signs of each turn, shape `(turns, signs)`, and those of `OF_CONTEXT` where no turn has a
            context vector.
        missing: how many turns of the evidence the memory lacks.
    """

    file: int
    fold: int
    category: str
    signs: NDArray[np.float32]
    unread: NDArray[np.float32]
    gold: NDArray[np.int64]
    missing: int
    sessions: NDArray[np.int64]
    several: bool

    def scores(self, weights: Matrix, cost: float) -> Matrix:
        scores: Matrix = np.einsum("ij,j->i", self.signs, weights)
        return scores - cost * better_ones(scores, self.sessions) if self.several else scores

    def recall(self, weights: Matrix, cost: float, cut: int = 10) -> float:
        first = np.argsort(-self.scores(weights, cost), kind="stable")[:cut]
        return len(np.intersect1d(first, self.gold)) / (len(self.gold) + self.missing)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--memory", type=Path, help="keep what was ingested in this folder, and use it again")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes read, each to its own memory")
    parser.add_argument("--embedder", type=Path, help="the folder of a sentence transformer in place of the static one")
    parser.add_argument("--near", type=float, default=0.003, help="how much it costs to leave what was chosen by hand")
    parser.add_argument("--cost", type=float, default=0.1, help="the cost of the stage `spread`")
    parser.add_argument("--check", action="store_true", help="print what folds over conversations give")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        asked = read_in(options.jobs, options.files, options.memory or Path(scratch), options.embedder)
    if options.check:
        check(asked, options.near, options.cost)
    if options.out:
        weights = learn(asked, options.near)
        rounded = {name: round(float(weight), 2) for name, weight in zip(NAMES, weights, strict=True)}
        options.out.write_text(json.dumps(rounded, indent=2) + "\n", encoding="utf-8")


def check(asked: Sequence[Asked], near: float, cost: float) -> None:
    shares: dict[tuple[int, str], list[float]] = defaultdict(list)
    for fold in range(FOLDS):
        weights = learn([one for one in asked if one.fold != fold], near)
        for one in asked:
            if one.fold == fold:
                shares[one.file, "all"].append(one.recall(weights, cost))
                shares[one.file, one.category].append(one.recall(weights, cost))
    for (file, category), values in sorted(shares.items()):
        print(f"file {file + 1}, {category}: {100 * fmean(values):.1f} ({len(values)})")


def learn(asked: Sequence[Asked], near: float) -> Matrix:
    """Return the weights that put the evidence of these questions first."""
    start = np.array([BY_HAND.get(name, 0.0) for name in NAMES])
    known = [each for one in asked if len(one.gold) for each in (one, _without_context(one))]
    files = np.bincount([one.file for one in known])
    rows, gold, question = _stacked(known, start)
    share = np.array([files[one.file] ** -0.5 for one in known]) / np.sum(files**0.5)
    of_gold = question[gold]
    share_of_gold = share[of_gold] / np.bincount(of_gold)[of_gold]
    begins = np.searchsorted(question, np.arange(len(known)))

    def loss(weights: Matrix) -> tuple[float, Matrix]:
        scores = STEEPNESS * np.einsum("ij,j->i", rows, weights)
        powers = np.exp(scores - np.maximum.reduceat(scores, begins)[question])
        evidence = powers[gold]
        powers[gold] = 0.0
        others = np.maximum(np.add.reduceat(powers, begins), 1e-300)
        wrong = others[of_gold] / (others[of_gold] + evidence)
        value = -np.sum(share_of_gold * np.log(np.maximum(1 - wrong, 1e-300)))
        pull = powers * (np.bincount(of_gold, weights=share_of_gold * wrong) / others)[question]
        pull[gold] -= share_of_gold * wrong
        away = weights - start
        slope = STEEPNESS * np.einsum("i,ij->j", pull, rows) + 2 * near * away
        return float(value + near * np.sum(away**2)), slope

    return np.asarray(minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 100}).x)


def _without_context(one: Asked) -> Asked:
    """Return a question as it is where no turn has a context vector."""
    signs = one.signs.copy()
    signs[:, [NAMES.index(name) for name in OF_CONTEXT]] = one.unread
    return replace(one, signs=signs)


def _stacked(asked: Sequence[Asked], by_hand: Matrix) -> tuple[Matrix, NDArray[np.int64], NDArray[np.int64]]:
    """Return the rows of all questions, which of them are evidence, and of which question each is."""
    rows, gold, question, size = [], [], [], 0
    for number, one in enumerate(asked):
        best = np.argsort(-np.einsum("ij,j->i", one.signs, by_hand), kind="stable")[:AMONG]
        kept = np.union1d(best, one.gold)
        rows.append(one.signs[kept].astype(np.float64))
        gold.append(size + np.searchsorted(kept, one.gold))
        question.append(np.full(len(kept), number))
        size += len(kept)
    return np.concatenate(rows), np.concatenate(gold), np.concatenate(question)


def read_in(jobs: int, files: Sequence[Path], folder: Path, embedder: Path | None) -> list[Asked]:
    """Ingest the conversations of all files, and hold their questions against their turns, in several processes."""
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        parts = [pool.submit(_read_every, job, jobs, files, folder / str(job), embedder) for job in range(jobs)]
        return [one for part in parts for one in part.result()]


def _read_every(first: int, step: int, files: Sequence[Path], folder: Path, embedder: Path | None) -> list[Asked]:
    return asyncio.run(_read(first, step, files, folder, embedder))


async def _read(first: int, step: int, files: Sequence[Path], folder: Path, embedder: Path | None) -> list[Asked]:
    """Read each `step`-th conversation of the files, from the one with the number `first` on."""
    found = []
    async with await AsyncMemory.open(folder, settings=Settings(embedder=embedder)) as memory:
        for file, path in enumerate(files):
            conversations = enumerate(read_conversations(path, skip_bad=_say))
            for number, conversation in islice(conversations, first, None, step):
                await memory.add_turns(conversation.turns, user=conversation.user)
                await memory.consolidate(user=conversation.user)
                found += [one async for one in _asked(memory, conversation, file, number % FOLDS)]
                print(f"{path.name}: {conversation.id}", file=sys.stderr)
    return found


async def _asked(memory: AsyncMemory, conversation: Conversation, file: int, fold: int) -> AsyncIterator[Asked]:
    async with viewed(memory, conversation.user) as (user, index, view):
        for one in conversation.questions:
            if one.category == "adversarial" or not one.gold:
                continue
            assert one.asked_at is not None, "it is asked after the conversation, whose end is in the file"
            now = read_time(one.asked_at, user.zone, "asked_at")
            named = await view.times.read(one.text, user, now)
            question = read_question(
                one.text,
                speakers=index.speakers,
                vocabulary=index.vocabulary,
                embedder=view.embedder,
                times=named.intervals,
                time_places=named.places,
            )
            match, unread = Match(index, question, view.context_of(question)), Match(index, question)
            gold = {number for turn in one.gold if (number := index.number_of(turn)) is not None}
            yield Asked(
                file=file,
                fold=fold,
                category=one.category or "none",
                signs=np.stack([SIGNS[name](match) for name in NAMES], axis=1).astype(np.float32),
                unread=np.stack([SIGNS[name](unread) for name in OF_CONTEXT], axis=1).astype(np.float32),
                gold=np.array(sorted(gold), dtype=np.int64),
                missing=len(set(one.gold)) - len(gold),
                sessions=index.column("session").copy(),
                several=question.several,
            )


def _say(error: Exception) -> None:
    print(f"left out: {error}", file=sys.stderr)


if __name__ == "__main__":
    main()
