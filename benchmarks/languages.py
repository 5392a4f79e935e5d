"""Evidence recall in several languages: `python benchmarks/languages.py [german …] [--json OUT.json]`.

`benchmarks/languages/` holds one dialogue of 80 turns and 30 questions in each language, as `english.txt` gives them.
A file begins with the names of the two speakers, who take turns in each session; `#` begins a session with its day,
and each line is a turn. After `?`, each line is a question with the places of its evidence, as session:turn.
"""

import argparse
import json
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from chronomem import Memory, Turn
from chronomem.engine.importers import BenchmarkQuestion, Conversation
from chronomem.retrieval.presets.presets import preset

FOLDER = Path(__file__).parent / "languages"
_ASKED_AT = datetime(2024, 12, 5, 12, tzinfo=UTC)


def conversation(path: Path) -> Conversation:
    """Return the dialogue of a file with its questions; the user is named after the language."""
    names, *lines = path.read_text(encoding="utf-8").splitlines()
    begin = lines.index("?")
    questions = [(*line.split(" ", 1),) for line in lines[begin + 1 :]]
    return Conversation(
        id=path.stem,
        user=path.stem,
        turns=tuple(_turns(names.split(", "), lines[:begin])),
        questions=tuple(
            BenchmarkQuestion(id=str(number), text=text, asked_at=_ASKED_AT, gold=tuple(gold.split(",")))
            for number, (gold, text) in enumerate(questions, 1)
        ),
    )


def _turns(speakers: list[str], lines: list[str]) -> Iterator[Turn]:
    session, place, day = 0, 0, ""
    for line in lines:
        if line.startswith("# "):
            session, place, day = session + 1, 0, line[2:]
            continue
        place += 1
        speaker = speakers[(place + 1) % 2]
        said_at = f"{day}T18:{place:02}"
        yield Turn(id=f"{session}:{place}", session=day, speaker=speaker, text=line, said_at=said_at)


def measure(paths: list[Path]) -> dict[str, Any]:
    """Return the report of each language, as `benchmarks/retrieval.py` gives it."""
    from retrieval import Tally  # noqa: TID251 - the benchmark beside this one

    reports = {}
    with tempfile.TemporaryDirectory() as folder, Memory.open(Path(folder) / "memory") as memory:
        for path in paths:
            told = conversation(path)
            memory.add_turns(told.turns, user=told.user)
            memory.consolidate(user=told.user)
            tally = Tally()
            tally.ask(memory, told, preset("chronomem"))
            reports[path.stem] = tally.report()
    return reports


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("languages", nargs="*", default=sorted(path.stem for path in FOLDER.glob("*.txt")))
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    reports = measure([FOLDER / f"{name}.txt" for name in options.languages])
    if options.json:
        options.json.write_text(json.dumps(reports, indent=2) + "\n", encoding="utf-8")
    for name, report in reports.items():
        found = report["recall"]["all"]
        print(f"{name:<10}" + "".join(f"{found[cut]:>8}" for cut in ("5", "10", "20")))


if __name__ == "__main__":
    main()
