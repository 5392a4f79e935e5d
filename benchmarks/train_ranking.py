"""Learns the weights of the default preset's signs of relevance from conversations with questions.

    python benchmarks/train_ranking.py FILE.jsonl[.gz] ... [--questions MORE.jsonl ...] [--shares SHARE ...]
                                       [--memory FOLDER] [--embedder FOLDER] [--check] [--jobs N] [--out WEIGHTS.json]

`--questions` adds questions about the same conversations, one JSON object a line: `conversation` (its id), `text`,
`category`, and `gold` (the ids of the turns of the evidence); they are asked when the conversation's first question is.
`--shares` says how much each file counts, first the conversations', then those of questions; without it, a file counts
by the square root of the number of its questions.

The loss is the negative logarithm of the share that a turn of the evidence has in a softmax over its passages and those
of all turns that are no evidence; the weights are held near those that were chosen by hand. With `--check` the
conversations of each file are dealt to five folds, and each is asked with the weights that were learned from the other
four: that is what to expect of other conversations. With `--jobs`, several processes read the conversations, each into
a memory of its own. Needs scipy.
"""

import argparse
import asyncio
import json
import sys
import tempfile
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean

import numpy as np
from inside import viewed
from numpy.typing import NDArray
from scipy.optimize import minimize

from chronomem import AsyncMemory, Settings
from chronomem.engine.importers import BenchmarkQuestion, Conversation, read_conversations
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
STEEPNESS = 3.0
"""What a score is multiplied by before the softmax."""
AMONG = 200
"""How many passages that are no evidence are looked at in training: the best by the weights chosen by hand."""
FOLDS = 5
SET = 3
"""The number of turns of evidence from which on a question asks for a set."""


@dataclass(frozen=True)
class Asked:
    """A question, held against each passage of its user's turns.

    Attributes:
        signs: the signs of each passage, shape `(passages, signs)`.
        turns, sessions: the number of the turn and of the session of each passage.
        gold: the numbers of the turns of the evidence.
        missing: how many turns of the evidence the memory lacks.
    """

    file: int
    fold: int
    category: str
    signs: NDArray[np.float32]
    turns: NDArray[np.int64]
    sessions: NDArray[np.int64]
    gold: NDArray[np.int64]
    missing: int
    several: bool

    def scores(self, weights: Matrix, cost: float) -> Matrix:
        scores: Matrix = np.einsum("ij,j->i", self.signs, weights)
        return scores - cost * better_ones(scores, self.sessions) if self.several else scores

    def recall(self, weights: Matrix, cost: float, cut: int = 10) -> float:
        ranked = self.turns[np.argsort(-self.scores(weights, cost), kind="stable")]
        first = ranked[np.sort(np.unique(ranked, return_index=True)[1])[:cut]]
        return len(np.intersect1d(first, self.gold)) / (len(self.gold) + self.missing)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--questions", type=Path, nargs="+", default=[], help="more questions about them")
    parser.add_argument("--shares", type=float, nargs="+", help="how much each file counts, those of questions last")
    parser.add_argument("--memory", type=Path, help="keep what was ingested in this folder, and use it again")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes read, each to its own memory")
    parser.add_argument("--embedder", type=Path, help="the folder of a sentence transformer in place of the static one")
    parser.add_argument("--near", type=float, default=0.003, help="how much it costs to leave what was chosen by hand")
    parser.add_argument("--cost", type=float, default=0.1, help="the cost of the stage `spread`")
    parser.add_argument("--check", action="store_true", help="print what folds over conversations give")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    if options.shares and len(options.shares) != len(options.files) + len(options.questions):
        parser.error("give as many shares as files")
    with tempfile.TemporaryDirectory() as scratch:
        work = Work(options.files, options.questions, options.memory or Path(scratch), options.embedder)
        asked = read_in(options.jobs, work)
    for number, path in enumerate([*options.files, *options.questions]):
        if number not in {one.file for one in asked}:
            parser.error(f"{path} has no question about these conversations")
    if options.check:
        check(asked, options.near, options.cost, options.shares)
    if options.out:
        weights = learn(asked, options.near, options.shares)
        rounded = {name: round(float(weight), 2) for name, weight in zip(NAMES, weights, strict=True)}
        options.out.write_text(json.dumps(rounded, indent=2) + "\n", encoding="utf-8")


def check(asked: Sequence[Asked], near: float, cost: float, shares_of: Sequence[float] | None) -> None:
    shares: dict[tuple[int, str], list[float]] = defaultdict(list)
    for fold in range(FOLDS):
        weights = learn([one for one in asked if one.fold != fold], near, shares_of)
        for one in asked:
            if one.fold == fold:
                groups = ["all", one.category, *["set questions"] * (len(one.gold) + one.missing >= SET)]
                for group in groups:
                    shares[one.file, group].append(one.recall(weights, cost))
    for (file, category), values in sorted(shares.items()):
        print(f"file {file + 1}, {category}: {100 * fmean(values):.1f} ({len(values)})")


def learn(asked: Sequence[Asked], near: float, shares: Sequence[float] | None = None) -> Matrix:
    """Return the weights that put the evidence of these questions first; `shares` says how much each file counts."""
    start = np.array([BY_HAND.get(name, 0.0) for name in NAMES])
    known = [one for one in asked if len(one.gold)]
    sizes = np.bincount([one.file for one in known])
    counts = sizes**0.5 if shares is None else np.array(shares)
    rows, evidence, question = _stacked(known, start)
    share = np.array([counts[one.file] / sizes[one.file] for one in known]) / np.sum(counts)
    of_gold = evidence >= 0
    turn = evidence[of_gold]
    asked_of = np.zeros(turn.max() + 1, dtype=np.int64)
    asked_of[turn] = question[of_gold]
    share_of_gold = share[asked_of] / np.bincount(asked_of)[asked_of]
    begins = np.searchsorted(question, np.arange(len(known)))

    def loss(weights: Matrix) -> tuple[float, Matrix]:
        scores = STEEPNESS * np.einsum("ij,j->i", rows, weights)
        powers = np.exp(scores - np.maximum.reduceat(scores, begins)[question])
        for_gold = np.bincount(turn, weights=powers[of_gold])
        others = np.maximum(np.add.reduceat(np.where(of_gold, 0.0, powers), begins), 1e-300)
        wrong = others[asked_of] / (others[asked_of] + for_gold)
        value = -np.sum(share_of_gold * np.log(np.maximum(1 - wrong, 1e-300)))
        pull = share_of_gold * wrong
        slopes = powers * (np.bincount(asked_of, weights=pull) / others)[question]
        slopes[of_gold] = -(pull / np.maximum(for_gold, 1e-300))[turn] * powers[of_gold]
        away = weights - start
        slope = STEEPNESS * np.einsum("i,ij->j", slopes, rows) + 2 * near * away
        return float(value + near * np.sum(away**2)), slope

    return np.asarray(minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 100}).x)


def _stacked(asked: Sequence[Asked], by_hand: Matrix) -> tuple[Matrix, NDArray[np.int64], NDArray[np.int64]]:
    """Return the rows of all questions, which turn of the evidence each is a passage of or -1, and its question."""
    rows, evidence, question, size = [], [], [], 0
    for number, one in enumerate(asked):
        best = np.argsort(-np.einsum("ij,j->i", one.signs, by_hand), kind="stable")[:AMONG]
        kept = np.union1d(best, np.flatnonzero(np.isin(one.turns, one.gold)))
        turns = one.turns[kept]
        rows.append(one.signs[kept].astype(np.float64))
        evidence.append(np.where(np.isin(turns, one.gold), size + np.searchsorted(one.gold, turns), -1))
        question.append(np.full(len(kept), number))
        size += len(one.gold)
    return np.concatenate(rows), np.concatenate(evidence), np.concatenate(question)


@dataclass(frozen=True)
class Work:
    """The conversations to read, more questions about them, the folder of the memories, and that of an embedder."""

    files: Sequence[Path]
    more: Sequence[Path]
    folder: Path
    embedder: Path | None

    def questions(self, of: Conversation, file: int) -> Iterator[tuple[int, Sequence[BenchmarkQuestion]]]:
        """Yield the questions about a conversation, with the numbers of their files."""
        yield file, of.questions
        for number, path in enumerate(self.more, len(self.files)):
            lines = enumerate(map(json.loads, path.read_text(encoding="utf-8").splitlines()))
            about = [(line, one) for line, one in lines if one.pop("conversation") == of.id]
            at = of.questions[0].asked_at
            yield number, [BenchmarkQuestion(**one, id=f"{path.stem} {line}", asked_at=at) for line, one in about]


def read_in(jobs: int, work: Work) -> list[Asked]:
    """Ingest the conversations of all files, and hold their questions against their turns, in several processes."""
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        parts = [pool.submit(_read_every, job, jobs, work) for job in range(jobs)]
        return [one for part in parts for one in part.result()]


def _read_every(first: int, step: int, work: Work) -> list[Asked]:
    return asyncio.run(_read(first, step, work))


async def _read(first: int, step: int, work: Work) -> list[Asked]:
    """Read each `step`-th conversation of the files, from the one with the number `first` on."""
    found = []
    folder = work.folder / str(first)
    async with await AsyncMemory.open(folder, settings=Settings(embedder=work.embedder)) as memory:
        for file, path in enumerate(work.files):
            conversations = enumerate(read_conversations(path, skip_bad=_say))
            for number, conversation in islice(conversations, first, None, step):
                await memory.add_turns(conversation.turns, user=conversation.user)
                await memory.consolidate(user=conversation.user)
                for asks, questions in work.questions(conversation, file):
                    asked = conversation.model_copy(update={"questions": questions})
                    found += [one async for one in _asked(memory, asked, asks, number % FOLDS)]
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
            match = Match(index, question, view.context_of(question))
            turns = index.column("turn").copy()
            gold = {int(turns[first]) for turn in one.gold if (first := index.number_of(turn)) is not None}
            yield Asked(
                file=file,
                fold=fold,
                category=one.category or "none",
                signs=np.stack([SIGNS[name](match) for name in NAMES], axis=1).astype(np.float32),
                turns=turns,
                sessions=index.column("session").copy(),
                gold=np.array(sorted(gold), dtype=np.int64),
                missing=len(set(one.gold)) - len(gold),
                several=question.several,
            )


def _say(error: Exception) -> None:
    print(f"left out: {error}", file=sys.stderr)


if __name__ == "__main__":
    main()
