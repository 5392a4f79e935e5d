"""The benchmark of answers, run against a server for tests: judged by category, resumable, its cost known before."""

import asyncio
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from tests.inside import folder_of
from tests.model_server.server import Asked, FakeModelServer
from tests.scripts import load_script

from chronomem import LanguageModel, Memory, Settings
from chronomem.engine.consolidation.registry import STRUCTURES

pytestmark = pytest.mark.slow

CONVERSATION = {
    "id": "c1",
    "user": "u1",
    "turns": [
        {"id": "t1", "speaker": "Ann", "text": "I moved to Lisbon on 27 May.", "said_at": "2023-05-30T09:00:00"},
        {"id": "t2", "speaker": "Ann", "text": "My dog is called Gale.", "said_at": "2023-05-31T09:00:00"},
    ],
    "questions": [
        {"id": "q1", "text": "When did Ann move?", "asked_at": "2023-07-01T00:00:00", "category": "temporal",
         "gold": ["t1"], "answer": "27 May 2023"},
        {"id": "q2", "text": "What is Ann's dog called?", "asked_at": "2023-07-01T00:00:00", "category": "single-hop",
         "gold": ["t2"], "answer": "Gale"},
        {"id": "q3", "text": "What is Ann's cat called?", "asked_at": "2023-07-01T00:00:00", "category": "adversarial",
         "gold": [], "answer": "Ann has no cat"},
        {"id": "q4", "text": "Anything?", "asked_at": "2023-07-01T00:00:00", "category": "open", "gold": []},
    ],
}  # fmt: skip


@pytest.fixture(scope="module")
def benchmark() -> ModuleType:
    return load_script("answers")


def model_of_sense(asked: Asked) -> Any:
    """Plans nothing, answers what stands in the memories, judges by equality of words."""
    data = asked.data
    match asked.purpose:
        case "plan":
            part = {"question": data["question"], "needs": [], "scope": "short"}
            return {"complexity": "simple", "keywords": [], "parts": [part]}
        case "gate":
            return {"numbers": [number for number, _ in asked.memories]}
        case "answer":
            word = {"move": "27 May", "dog": "Gale"}
            answer = next((word[key] for key in word if key in data["question"]), "")
            sources = [number for number, text in asked.memories if answer and answer in text]
            return {"found": bool(sources), "answer": answer, "sources": sources, "missing": ""}
        case _:
            right = data["right_answer"].startswith(data["answer"]) or "no cat" in data["right_answer"]
            return {"verdict": "correct" if right else "wrong"}


def test_answers_are_judged_by_category_and_not_asked_twice(
    benchmark: ModuleType, embedded_memory: Memory, model_server: FakeModelServer, tmp_path: Path, user: str
) -> None:
    file = tmp_path / "file.jsonl"
    file.write_text(json.dumps(CONVERSATION | {"user": user}) + "\n", encoding="utf-8")
    chosen = benchmark.conversations(file, None)
    cost = benchmark.estimate(chosen)
    assert (cost["questions"], cost["calls"]) == (3, 6)
    assert benchmark.estimate(chosen, thorough=True)["calls"] == 12
    written = Settings(summaries="model", structures=("timem",))
    assert benchmark.building(chosen, written)["calls"] == round(2 * benchmark.BUILDING["timem"][0])
    assert benchmark.building(chosen, Settings()) == {"calls": 0, "tokens": 0}
    assert set(benchmark.BUILDING) == set(STRUCTURES)
    model_server.answer_with(model_of_sense)
    model = LanguageModel(model="m", base_url=model_server.url, retries=0)

    options = ["file", "--model", "m", "--work", str(tmp_path), "--json", "none"]
    way, folder = benchmark.way(benchmark.parser().parse_args(options), model), folder_of(embedded_memory)
    assert way.preset.name == "chronomem"

    def run() -> dict[str, Any]:
        done: dict[str, Any] = asyncio.run(benchmark.run(chosen, way, model, work=tmp_path / "work", folder=folder))
        return done

    report = run()
    assert report["questions"] == 3
    assert report["accuracy"] == {"adversarial": 100.0, "all": 100.0, "single-hop": 100.0, "temporal": 100.0}
    assert report["f1"]["temporal"] == 80.0
    assert report["declined"] == pytest.approx(33.3)
    assert report["tokens_per_question"] > 0
    assert report["tokens_per_conversation"] == {"c1": pytest.approx(3 * report["tokens_per_question"], abs=1)}
    judges = [asked.instructions for asked in model_server.asked if asked.purpose == "judge"]
    assert ["same date" in text for text in judges] == [True, False, False]
    assert "don't hold the answer" in judges[2]

    log = tmp_path / "work" / "answers.jsonl"
    first, second, _ = log.read_text(encoding="utf-8").splitlines()
    log.write_text(f'{first}\n{second}\n{{"conversation": "c1", "ques', encoding="utf-8")
    model_server.asked.clear()
    assert run()["accuracy"] == report["accuracy"]
    assert {asked.data["question"] for asked in model_server.asked} == {"What is Ann's cat called?"}


@pytest.mark.parametrize(
    ("answer", "gold", "f1"),
    [("The blue boat", "a blue boat!", 1.0), ("boat", "blue boat", 2 / 3), ("dog", "cat", 0.0), ("", "", 1.0)],
)
def test_token_f1(benchmark: ModuleType, answer: str, gold: str, f1: float) -> None:
    assert benchmark.token_f1(answer, gold) == pytest.approx(f1)


def test_each_category_has_its_criterion(benchmark: ModuleType) -> None:
    kinds = ["single-session-preference", "knowledge-update", "temporal-reasoning", "q_abs", "multi-session", None]
    found = [benchmark.criterion(kind) for kind in kinds]
    assert found == ["preference", "update", "dates", "abstention", "plain", "plain"]
    assert set(benchmark.CRITERIA) == {*found}


def test_rouge_l(benchmark: ModuleType) -> None:
    assert benchmark.rouge_l("Hull by the river", "the Hull river") == pytest.approx(0.8)
    assert benchmark.rouge_l("Leeds", "Hull") == 0.0
