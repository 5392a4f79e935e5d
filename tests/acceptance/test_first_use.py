"""Somebody who has just installed chronomem asks about a chat of their own."""

import json
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

pytestmark = pytest.mark.slow

if TYPE_CHECKING:
    from tests.acceptance.conftest import CommandLine

BEGAN = datetime(2023, 1, 1, 8)  # noqa: DTZ001 - as the telephone writes it
SMALL_TALK = ("Good morning", "Did you sleep?", "On my way", "Call me later", "Rain again", "What's for dinner?")


def chat(messages: int) -> str:
    """A year and more of two people's messages, of which two tell something."""
    told = {messages // 3: "I start at the lighthouse museum on Monday", messages // 2: "We adopted a cat called Miso"}
    lines = ["1/1/23, 8:00\u202fAM - Messages and calls are end-to-end encrypted."]
    for number in range(messages):
        at = BEGAN + timedelta(hours=10 * number)
        words = told.get(number, f"{SMALL_TALK[number % len(SMALL_TALK)]} ({number})")
        half = "AM" if at.hour < 12 else "PM"
        when = f"{at.month}/{at.day}/{at:%y}, {at.hour % 12 or 12}:{at:%M}\u202f{half}"
        lines.append(f"{when} - {('Ana', 'Rui')[number % 2]}: {words}")
    return "\n".join(lines)


@pytest.mark.parametrize("messages", [120, pytest.param(1_000, marks=pytest.mark.thorough)])
def test_three_commands_lead_from_an_export_to_an_answer(cli: "CommandLine", tmp_path: Path, messages: int) -> None:
    export = tmp_path / "WhatsApp Chat with Rui.txt"
    export.write_text(chat(messages), encoding="utf-8")
    home = {"CHRONOMEM_FOLDER": str(tmp_path / "memory")}
    looked, done, recalled = (
        cli.run_apart(*words, **home)[1]
        for words in (
            ("ingest", str(export), "--dry-run"),
            ("ingest", str(export)),
            ("recall", "What is the name of our cat?", "--user", "me", "--json"),
        )
    )
    found = json.loads(recalled)
    assert f"{messages:,} turns in 1 conversation (whatsapp) for me" in looked
    assert f"speakers: Ana ({messages // 2}), Rui ({messages // 2})" in looked
    assert f"from 2023-01-01 to {BEGAN + timedelta(hours=10 * (messages - 1)):%Y-%m-%d}" in looked
    assert f"{messages:,} stored, 0 known already" in done
    assert found["items"][0]["text"] == "We adopted a cat called Miso"
