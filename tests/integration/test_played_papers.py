"""A played model takes the published configuration of each paper from turns to answers, by benchmarks/answers.py."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.inside import folder_of
from tests.integration.conftest import OpenWith
from tests.model_server.papers import Paper, PlayedPaper, load_papers
from tests.model_server.server import FakeModelServer
from tests.scripts import load_script

from chronomem import LanguageModel, Memory
from chronomem.engine.importers import BenchmarkQuestion, Conversation
from chronomem.graph_schema.model.dialogue import Turn
from chronomem.retrieval.presets.presets import PRESETS

PAPERS = load_papers()


@pytest.mark.parametrize("name", sorted(PRESETS.keys() - {"chronomem"}))
def test_a_published_configuration_is_built_and_answers_with_honest_replies(
    embedded_memory: Memory, open_embedded: OpenWith, model_server: FakeModelServer, tmp_path: Path, name: str
) -> None:
    paper, user = PAPERS[name], f"paper-{name}"
    player = PlayedPaper(paper)
    model_server.answer_with(player)
    model = LanguageModel(model="m", base_url=model_server.url, retries=0)
    benchmark = load_script("answers")
    options = ["file", "--model", "m", "--preset", name, "--published", "--work", str(tmp_path), "--json", "none"]
    way = benchmark.way(
        benchmark.parser().parse_args([*options, *(["--k", str(paper.k)] if paper.k is not None else [])]), model
    )
    told = conversations(paper, user)
    done = asyncio.run(benchmark.run(told, way, model, work=tmp_path, folder=folder_of(embedded_memory)))
    questions = paper.dialogue.questions
    assert (player.refused, done["questions"], done["accuracy"]["all"]) == ([], len(questions), 100.0)
    turns = [str(turn.id) for conversation in told for turn in conversation.turns]
    rows = [json.loads(line) for line in (tmp_path / "answers.jsonl").read_text(encoding="utf-8").splitlines()]
    for question, row in zip(questions, rows, strict=True):
        assert row["answer"] == question["answer"]
        assert set(row["turn_ids"]) == named(question["evidence"], turns)
        assert {part["follow_up"] for part in row["parts"]} == {question.get("follow_up")}

    last, planned = questions[-1], way.preset.thorough
    gated = planned and way.preset.gates
    with open_embedded(way.settings) as memory:
        found = memory.recall(last["asks"], user=user, now=last["at"], preset=way.preset, planned=planned, gated=gated)
    for wanted in paper.recalled:
        [item] = [item for item in found if item.kind == wanted["kind"] and wanted["says"] in item.text]
        assert set(item.turn_ids) == named(wanted["turns"], turns)
    assert (player.refused, player.unused) == ([], [])
    assert not [asked.data for asked in model_server.asked if ".." in json.dumps(asked.data)]


def conversations(paper: Paper, user: str) -> list[Conversation]:
    """Return the dialogue in pieces that end where questions are asked."""
    sessions = [
        [
            Turn(
                id=f"{user}-{n}.{m}",
                text=turn["says"],
                speaker=turn["by"],
                role="assistant" if turn["by"] == "assistant" else "user",
                said_at=turn["at"],
                session=f"{user}-{n}",
            )
            for m, turn in enumerate(session["turns"], 1)
        ]
        for n, session in enumerate(paper.dialogue.sessions, 1)
    ]
    ends = [question.get("after", len(sessions)) for question in paper.dialogue.questions]
    pieces = []
    for begin, end in zip([0, *sorted(set(ends))], sorted(set(ends)), strict=False):
        asked = tuple(
            BenchmarkQuestion(id=q["asks"], text=q["asks"], answer=q["answer"], asked_at=q["at"], gold=())
            for q, after in zip(paper.dialogue.questions, ends, strict=True)
            if after == end
        )
        turns = tuple(turn for session in sessions[begin:end] for turn in session)
        pieces.append(Conversation(id=str(end), user=user, turns=turns, questions=asked))
    return pieces


def named(marks: Sequence[str], turns: Sequence[str]) -> set[str]:
    """Return the ids of turns by their marks: "2.1" is a turn, and "2" all of a session."""
    places = {turn: turn.rpartition("-")[2] for turn in turns}
    return {turn for turn, place in places.items() if place in marks or place.partition(".")[0] in marks}
