"""Training of the context vectors on questions, on from those that resemble a sentence transformer's.

    python -m chronomem.extractors.language.training.tagger.contrast [--share 0.5] [--held-apart 7] [--out FOLDER]

Both projections are trained on from the packaged ones (`context.py` makes the first), so that the vector of a question
is nearer to that of a message which answers it than to those of other messages: of the evidence of other questions, of
the same dialogue, and of any. The loss is InfoNCE (van den Oord et al. 2018). Then the mean is taken with the
projections from before, weighted by `--share` of the trained ones (Wortsman et al. 2022): they know the likeness of
texts better, these the likeness of question and answer. The weights of the network don't change, nor do its tags.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from chronomem.extractors.language.tagger.windows import HISTORY, WindowMessage, windows_of
from chronomem.extractors.language.training.labels import LabelledChat
from chronomem.extractors.language.training.questions import asked_files, chats_of, put_to, read_questions
from chronomem.extractors.language.training.tagger.context_graph import Projections, read_context, write_context
from chronomem.extractors.language.training.tagger.context_states import HIDDEN, PACKAGED, Matrix, StateReader, alone

_STEPS, _BATCH, _OTHERS, _OF_DIALOGUE = 1000, 512, 2048, 3
"""Steps; questions of a step, messages drawn beside their evidence, and those of each question's dialogue."""
_RATE, _WARM, _DROPOUT, _TEMPERATURE = 1e-4, 100, 0.4, 0.05
"""The greatest learning rate, the steps until it is reached, and what divides the cosines in the loss."""
_MEASURED_AMONG = 1000
"""How many messages of other files a question that is held apart is measured among, beside those of its dialogue."""


@dataclass(frozen=True)
class Corpus:
    """Messages and questions, as mean states, in the order of their files.

    Attributes:
        said: of the messages, shape `(messages, states of the context layers)`.
        file, dialogue: the number of each message's file and dialogue.
        asked: of the questions, shape `(questions, states of the first layer)`.
        evidence: the numbers of the messages that answer each question.
        of_kinds: whether each question asks for things of a kind over several dialogues.
    """

    said: Matrix
    file: Any
    dialogue: Any
    asked: Matrix
    evidence: Sequence[Any]
    of_kinds: Any


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--share", type=float, default=0.5)
    parser.add_argument("--held-apart", type=int, help="measure on every so many-th file instead of learning from it")
    parser.add_argument("--folder", type=Path, default=PACKAGED, help="the folder of the network to go on from")
    parser.add_argument("--out", type=Path, help="the folder of the network to change; by default the same")
    options = parser.parse_args()
    torch.manual_seed(1)
    reader = StateReader(options.folder)
    corpus = read_corpus(reader)
    before = read_context(options.folder)
    files = corpus.file[[each[0] for each in corpus.evidence]]
    apart = files % options.held_apart == 0 if options.held_apart else np.zeros(len(files), dtype=np.bool_)
    trained = train(corpus, before, np.flatnonzero(~apart))
    after = before.mixed_with(trained, options.share)
    for name, projections in (("before", before), ("trained", trained), ("mean", after)):
        if apart.any():
            sys.stdout.write(f"{name}: {measure(corpus, projections, np.flatnonzero(apart))}\n")
    write_context(options.out or options.folder, after, reader.weights)


def read_corpus(reader: StateReader) -> Corpus:
    """Read all messages of the chats that have questions, and the questions."""
    said: list[Matrix] = []
    places, asked, evidence, of_kinds = [], [], [], []
    for number, file in enumerate(asked_files()):
        numbers: dict[tuple[int, int], int] = {}
        chats = chats_of(file)
        for dialogue, chat in enumerate(chats, 1):
            for message, states in enumerate(_states(reader, chat), 1):
                numbers[dialogue, message] = len(said)
                said.append(states)
                places.append((number, dialogue))
        for question in read_questions(file):
            people = chats[question.evidence[0][0] - 1].people if question.is_of_one_dialogue else ()
            asked.append(reader.mean_states(alone(put_to(people, question.text)))[:HIDDEN])
            evidence.append(np.array([numbers[place] for place in question.evidence]))
            of_kinds.append(not question.is_of_one_dialogue)
    files, dialogues = np.array(places).T
    return Corpus(np.stack(said), files, 1000 * files + dialogues, np.stack(asked), evidence, np.array(of_kinds))


def _states(reader: StateReader, chat: LabelledChat) -> Iterator[Matrix]:
    for session in chat.sessions:
        said = [WindowMessage(message.speaker, message.text) for message in session]
        for place, message in enumerate(said):
            people = (message.speaker, *(name for name in chat.people if name != message.speaker))
            yield reader.mean_states(windows_of(people, said[max(place - HISTORY, 0) : place], message))


def train(corpus: Corpus, start: Projections, chosen: Any) -> Projections:
    """Return projections that are trained on the questions of these numbers."""
    draw = np.random.default_rng(1)
    said, asked = (
        _Side(corpus.said, start.of_messages, start.said),
        _Side(corpus.asked, start.of_questions, start.asked),
    )
    optimiser = torch.optim.AdamW([*said.learned, *asked.learned], weight_decay=0.0)
    for step in range(_STEPS):
        share = min((step + 1) / _WARM, 1.0) * (0.51 + 0.49 * np.cos(np.pi * step / _STEPS))
        for group in optimiser.param_groups:
            group["lr"] = _RATE * share
        questions = draw.choice(chosen, _BATCH, replace=False)
        rightly = np.array([draw.choice(corpus.evidence[each]) for each in questions])
        beside = [other for each in questions for other in _beside(corpus, each, draw)]
        messages = np.unique([*rightly, *beside, *draw.choice(len(corpus.said), _OTHERS)])
        scores = asked.vectors(questions, _DROPOUT) @ said.vectors(messages, _DROPOUT).T / _TEMPERATURE
        scores = scores.masked_fill(torch.from_numpy(_unfit(corpus, questions, rightly, messages)), -1e9)
        loss = functional.cross_entropy(scores, torch.from_numpy(np.searchsorted(messages, rightly)))
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    return Projections(*said.result(), *asked.result())


def _beside(corpus: Corpus, question: int, draw: np.random.Generator) -> Any:
    """Return messages of the dialogue that don't answer a question, of which there may be none."""
    if corpus.of_kinds[question]:
        return []
    own = corpus.evidence[question]
    others = np.setdiff1d(np.flatnonzero(corpus.dialogue == corpus.dialogue[own[0]]), own)
    return draw.choice(others, min(_OF_DIALOGUE, len(others)), replace=False)


def _unfit(corpus: Corpus, questions: Any, rightly: Any, messages: Any) -> Any:
    """Return which messages are no wrong answers, shape `(questions, messages)`.

    Those are a question's other evidence, and for things of a kind, of which more may be told, the whole file.
    """
    found = np.zeros((len(questions), len(messages)), dtype=np.bool_)
    for row, (question, right) in enumerate(zip(questions, rightly, strict=True)):
        if corpus.of_kinds[question]:
            found[row] = corpus.file[messages] == corpus.file[right]
        else:
            found[row] = np.isin(messages, corpus.evidence[question])
        found[row, np.searchsorted(messages, right)] = False
    return found


class _Side:
    """The way from states to the vectors of messages, or of questions; trained over states of the same spread."""

    def __init__(self, states: Matrix, projection: Matrix, mean: Matrix) -> None:
        self._spread = states.std(axis=0) + 1e-6
        self._states = torch.from_numpy(states / self._spread)
        self._projection = torch.tensor(projection * self._spread[:, None], requires_grad=True)
        self._mean = torch.tensor(mean, requires_grad=True)
        self.learned = [self._projection, self._mean]

    def vectors(self, which: Any, dropout: float = 0.0) -> Any:
        states = functional.dropout(self._states[torch.from_numpy(which)], dropout)
        return functional.normalize(states @ self._projection - self._mean, dim=1)

    def result(self) -> tuple[Matrix, Matrix]:
        return self._projection.detach().numpy() / self._spread[:, None], self._mean.detach().numpy()


def measure(corpus: Corpus, projections: Projections, chosen: Any) -> str:
    """Return for how much of the evidence fewer than ten other messages are nearer, of its dialogue and of others."""
    with torch.no_grad():
        said = _Side(corpus.said, projections.of_messages, projections.said).vectors(np.arange(len(corpus.said)))
        asked = _Side(corpus.asked, projections.of_questions, projections.asked).vectors(chosen)
    among = np.arange(0, len(said), max(len(said) // _MEASURED_AMONG, 1))
    found: dict[bool, list[float]] = {False: [], True: []}
    for vector, question in zip(asked, chosen, strict=True):
        own = corpus.evidence[question]
        others = among[corpus.file[among] != corpus.file[own[0]]]
        if not corpus.of_kinds[question]:
            dialogue = np.flatnonzero(corpus.dialogue == corpus.dialogue[own[0]])
            others = np.concatenate([others, np.setdiff1d(dialogue, own)])
        nearer = (said[others] @ vector)[None] > (said[own] @ vector)[:, None]
        found[bool(corpus.of_kinds[question])].append(float((nearer.sum(1) < 10).float().mean()))
    one, kinds = (100 * np.mean(found[key]) for key in (False, True))
    return f"evidence among the first ten {one:.1f} %, of things of a kind {kinds:.1f} %"


if __name__ == "__main__":
    main()
