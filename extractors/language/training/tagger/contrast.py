"""Training on questions: of the context vectors, and of the matrix by which the static embedder reads questions.

    python -m chronomem.extractors.language.training.tagger.contrast [--held-apart 7]

Both projections of the context vectors are trained on from the packaged ones (`context.py` makes the first), and the
matrix of the static embedder from one that changes nothing, so that the vector of a question is nearer to that of a
message which answers it than to those of other messages: of the evidence of other questions, of the same dialogue, and
of any. The loss is InfoNCE (van den Oord et al. 2018). Then the mean is taken with what there was before (Wortsman et
al. 2022), which knows the likeness of texts better, as the trained ones know that of question and answer. The network
doesn't change, nor do its tags, nor the static vectors of texts.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from chronomem.extractors.embeddings.embedder import QUESTIONS, StaticEmbedder
from chronomem.extractors.language.tagger.windows import HISTORY, WindowMessage, windows_of
from chronomem.extractors.language.training.labels import LabelledChat, messages
from chronomem.extractors.language.training.questions import asked_files, chats_of, put_to, read_questions
from chronomem.extractors.language.training.tagger.context_graph import Projections, read_context, write_context
from chronomem.extractors.language.training.tagger.context_states import HIDDEN, PACKAGED, Matrix, StateReader, alone

_STEPS, _BATCH, _OTHERS, _OF_DIALOGUE = 1000, 512, 2048, 3
"""Steps; questions of a step, messages drawn beside their evidence, and those of each question's dialogue."""
_RATE, _WARM, _DROPOUT, _TEMPERATURE = 1e-4, 100, 0.4, 0.05
"""The greatest learning rate, the steps until it is reached, and what divides the cosines in the loss."""
_MEASURED_AMONG = 1000
"""How many messages of other files a question that is held apart is measured among, beside those of its dialogue."""
_SHARE_OF_CONTEXT, _SHARE_OF_MATRIX = 0.5, 0.8
"""How much of the mean is trained."""


@dataclass(frozen=True)
class Corpus:
    """Messages and questions, in the order of their files.

    Attributes:
        said: the mean states of the messages, shape `(messages, states of the context layers)`.
        asked: those of the questions, shape `(questions, states of the first layer)`.
        texts, questions: the static vectors of both.
        file, dialogue: the number of each message's file and dialogue.
        evidence: the numbers of the messages that answer each question.
        of_kinds: whether each question asks for things of a kind over several dialogues.
    """

    said: Matrix
    asked: Matrix
    texts: Matrix
    questions: Matrix
    file: Any
    dialogue: Any
    evidence: Sequence[Any]
    of_kinds: Any


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--held-apart", type=int, help="measure on every so many-th file, and write nothing")
    options = parser.parse_args()
    torch.manual_seed(1)
    reader = StateReader(PACKAGED)
    corpus = read_corpus(reader)
    files = corpus.file[[each[0] for each in corpus.evidence]]
    apart = files % options.held_apart == 0 if options.held_apart else np.zeros(len(files), dtype=np.bool_)
    learned, measured = np.flatnonzero(~apart), np.flatnonzero(apart)

    def tell(name: str, of_messages: "Side", of_questions: "Side") -> None:
        if len(measured):
            sys.stdout.write(f"{name}: {measure(corpus, of_messages, of_questions, measured)}\n")

    before = read_context(PACKAGED)
    said, asked = (
        Side(corpus.said, before.of_messages, before.said),
        Side(corpus.asked, before.of_questions, before.asked),
    )
    tell("context vectors, before", said, asked)
    train(corpus, said, asked, learned)
    said.keep(_SHARE_OF_CONTEXT)
    asked.keep(_SHARE_OF_CONTEXT)
    tell("context vectors, after", said, asked)

    size = corpus.texts.shape[1]
    texts, questions = (Side(states, np.eye(size), np.zeros(size)) for states in (corpus.texts, corpus.questions))
    tell("static vectors, before", texts, questions)
    train(corpus, texts, questions, learned, fixed=True)
    questions.keep(_SHARE_OF_MATRIX)
    tell("static vectors, after", texts, questions)

    if not apart.any():
        write_context(PACKAGED, Projections(*said.result(), *asked.result()), reader.weights)
        matrix, mean = questions.result()
        np.savez_compressed(QUESTIONS, matrix=matrix.astype(np.float16), shift=(-mean).astype(np.float16))


def read_corpus(reader: StateReader) -> Corpus:
    """Read all messages of the chats that have questions, and the questions."""
    said: list[Matrix] = []
    places, texts, asked, questions, evidence, of_kinds = [], [], [], [], [], []
    for number, file in enumerate(asked_files()):
        numbers: dict[tuple[int, int], int] = {}
        chats = chats_of(file)
        for dialogue, chat in enumerate(chats, 1):
            texts += [message.text for message in messages([chat])]
            for message, states in enumerate(_states(reader, chat), 1):
                numbers[dialogue, message] = len(said)
                said.append(states)
                places.append((number, dialogue))
        for question in read_questions(file):
            people = chats[question.evidence[0][0] - 1].people if question.is_of_one_dialogue else ()
            asked.append(reader.mean_states(alone(put_to(people, question.text)))[:HIDDEN])
            questions.append(put_to(people, question.text, you=""))
            evidence.append(np.array([numbers[place] for place in question.evidence]))
            of_kinds.append(not question.is_of_one_dialogue)
    embed = StaticEmbedder().embed
    files, dialogues = np.array(places).T
    return Corpus(
        np.stack(said), np.stack(asked), embed(texts), embed(questions),
        files, 1000 * files + dialogues, evidence, np.array(of_kinds),
    )  # fmt: skip


def _states(reader: StateReader, chat: LabelledChat) -> Iterator[Matrix]:
    for session in chat.sessions:
        said = [WindowMessage(message.speaker, message.text) for message in session]
        for place, message in enumerate(said):
            people = (message.speaker, *(name for name in chat.people if name != message.speaker))
            yield reader.mean_states(windows_of(people, said[max(place - HISTORY, 0) : place], message))


def train(corpus: Corpus, said: "Side", asked: "Side", chosen: Any, *, fixed: bool = False) -> None:
    """Train both sides on the questions of these numbers; that of the messages stays as it is if it is `fixed`."""
    draw = np.random.default_rng(1)
    optimiser = torch.optim.AdamW([*asked.learned, *(() if fixed else said.learned)], weight_decay=0.0)
    for step in range(_STEPS):
        share = min((step + 1) / _WARM, 1.0) * (0.51 + 0.49 * np.cos(np.pi * step / _STEPS))
        for group in optimiser.param_groups:
            group["lr"] = _RATE * share
        questions = draw.choice(chosen, _BATCH, replace=False)
        rightly = np.array([draw.choice(corpus.evidence[each]) for each in questions])
        beside = [other for each in questions for other in _beside(corpus, each, draw)]
        messages = np.unique([*rightly, *beside, *draw.choice(len(corpus.file), _OTHERS)])
        answers = said.vectors(messages, 0.0 if fixed else _DROPOUT)
        scores = asked.vectors(questions, _DROPOUT) @ answers.T / _TEMPERATURE
        scores = scores.masked_fill(torch.from_numpy(_unfit(corpus, questions, rightly, messages)), -1e9)
        loss = functional.cross_entropy(scores, torch.from_numpy(np.searchsorted(messages, rightly)))
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()


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


class Side:
    """The way from the states of messages, or of questions, to their vectors; trained over states of the same spread.

    Attributes:
        learned: the tensors that training changes.
    """

    def __init__(self, states: Matrix, projection: Any, mean: Any) -> None:
        self._spread = states.std(axis=0) + 1e-6
        self._states = torch.from_numpy(states / self._spread)
        self._start = [torch.tensor(projection * self._spread[:, None]).float(), torch.tensor(mean).float()]
        self.learned = [each.clone().requires_grad_() for each in self._start]

    def vectors(self, which: Any, dropout: float = 0.0) -> Any:
        """Return the unit vectors of the states of these numbers."""
        projection, mean = self.learned
        return functional.normalize(
            functional.dropout(self._states[torch.from_numpy(which)], dropout) @ projection - mean, dim=1
        )

    def keep(self, share: float) -> None:
        """Keep this share of what was learned, beside what there was at the start."""
        with torch.no_grad():
            for learned, start in zip(self.learned, self._start, strict=True):
                learned.lerp_(start, 1 - share)

    def result(self) -> tuple[Matrix, Matrix]:
        """Return the projection and the mean."""
        projection, mean = (each.detach().numpy() for each in self.learned)
        return projection / self._spread[:, None], mean


def measure(corpus: Corpus, said: Side, asked: Side, chosen: Any) -> str:
    """Return for how much of the evidence fewer than ten other messages are nearer, of its dialogue and of others."""
    with torch.no_grad():
        answers, questions = said.vectors(np.arange(len(corpus.file))), asked.vectors(chosen)
    among = np.arange(0, len(answers), max(len(answers) // _MEASURED_AMONG, 1))
    found: dict[bool, list[float]] = {False: [], True: []}
    for vector, question in zip(questions, chosen, strict=True):
        own = corpus.evidence[question]
        others = among[corpus.file[among] != corpus.file[own[0]]]
        if not corpus.of_kinds[question]:
            dialogue = np.flatnonzero(corpus.dialogue == corpus.dialogue[own[0]])
            others = np.concatenate([others, np.setdiff1d(dialogue, own)])
        nearer = (answers[others] @ vector)[None] > (answers[own] @ vector)[:, None]
        found[bool(corpus.of_kinds[question])].append(float((nearer.sum(1) < 10).float().mean()))
    one, kinds = (100 * np.mean(found[key]) for key in (False, True))
    return f"{one:.1f} % of the evidence among the first ten, {kinds:.1f} % for things of a kind"


if __name__ == "__main__":
    main()
