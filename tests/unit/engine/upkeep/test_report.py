"""The comparison of benchmarks: which rows, in which order, and only of the same questions."""

import json
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from tests.scripts import load_script


@pytest.fixture(scope="module")
def report() -> ModuleType:
    return load_script("report")


def gave(share: float, **more: Any) -> dict[str, Any]:
    recall = {group: {"5": share - 1, "10": share, "20": share + 1} for group in ("all", "temporal")}
    return {
        "turns": 9,
        "questions": 4,
        "recall_ms": {"p50": 2.5},
        "context_tokens_mean": 1234.5,
        "recall": recall,
        **more,
    }


PRESETS = gave(60.0, rows={"tsm": gave(70.0), "chronomem": gave(60.0), "chronomem without time": gave(50.0)})
PEER = {"peer": "graphiti", **gave(65.0, context_tokens_mean=None)}


def test_ours_comes_first_then_the_best_without_ablations(report: ModuleType) -> None:
    table = report.markdown(report.rows_of([PRESETS, PEER], "10"), "10")
    assert table.splitlines() == [
        "| evidence among the first 10 | all | temporal | tokens | p50 ms |",
        "| --- | --- | --- | --- | --- |",
        "| chronomem | 60.0 | 60.0 | 1,234 | 2.5 |",
        "| tsm | 70.0 | 70.0 | 1,234 | 2.5 |",
        "| Graphiti | 65.0 | 65.0 |  | 2.5 |",
    ]


def test_a_run_of_one_preset_is_a_row(report: ModuleType) -> None:
    (row,) = report.rows_of([gave(60.0)], "5")
    assert (row.name, row.recall["all"]) == ("chronomem", 59.0)


def test_other_questions_are_not_compared(report: ModuleType) -> None:
    with pytest.raises(report.Unlike, match="4 questions about 9 turns and 5 questions about 9 turns"):
        report.rows_of([PRESETS, PEER | {"questions": 5}], "10")


def test_the_script_prints_the_table_and_draws_the_chart(
    report: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, one in (("presets", PRESETS), ("peer", PEER)):
        (tmp_path / f"{name}.json").write_text(json.dumps(one), encoding="utf-8")
    chart = tmp_path / "chart.svg"
    files = [str(tmp_path / "presets.json"), str(tmp_path / "peer.json")]
    monkeypatch.setattr(sys, "argv", ["report.py", *files, "--chart", str(chart), "--note", "A $note"])
    report.main()
    assert "| Graphiti | 65.0" in capsys.readouterr().out
    assert ET.parse(chart).getroot().tag.endswith("svg")  # noqa: S314 - our own
