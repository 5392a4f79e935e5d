"""Predict the times of a file of cases, and time the parser beside dateparser's `search_dates`.

    python benchmarks/semantic_time.py CASES.jsonl --predictions OUT.jsonl [--prefer past|future|auto]
    python benchmarks/semantic_time.py CASES.jsonl --speed

CASES holds one JSON object a line with "id", "text" and "reference" (the moment at which it was said).
OUT gets one line a case, {"id", "spans": [{"start", "end"}]}: the preferred reading of every span in the
order of the text, then the second readings, and so on. Times that are counted from an event that nothing
has resolved have no interval and are left out.
"""

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable
from datetime import datetime
from itertools import zip_longest
from pathlib import Path
from typing import Any

import spacy
from dateparser.search import search_dates

import chronomem.extractors.semantic_time.component  # noqa: F401 - registers the component with spaCy
from chronomem.extractors.semantic_time import TimeSettings, TimeSpan, parse_time


def ranked(spans: list[TimeSpan]) -> list[dict[str, str | None]]:
    """The readings of every span, best first."""
    columns = zip_longest(*(span.readings() for span in spans))
    return [
        {
            "start": reading.start.isoformat() if reading.start else None,
            "end": reading.end.isoformat() if reading.end else None,
        }
        for column in columns
        for reading in column
        if reading
    ]


def cases(path: Path) -> list[dict[str, Any]]:
    """The cases of a file."""
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def predict(path: Path, out: Path, settings: TimeSettings) -> None:
    """Write the predictions for a file of cases."""
    with out.open("w", encoding="utf-8") as file:
        for case in cases(path):
            spans = parse_time(case["text"], now=datetime.fromisoformat(case["reference"]), settings=settings)
            file.write(json.dumps({"id": case["id"], "spans": ranked(spans)}) + "\n")


def median_ms(run: Callable[[str], object], texts: list[str]) -> float:
    """The median time of a call, in milliseconds."""
    taken = []
    for text in texts:
        started = time.perf_counter()
        run(text)
        taken.append((time.perf_counter() - started) * 1000)
    return statistics.median(taken)


def compare_speed(path: Path, settings: TimeSettings) -> dict[str, float]:
    """Median milliseconds a text: the component on a blank pipeline, the parser alone, dateparser's search."""
    texts = [case["text"] for case in cases(path)][:500]
    now = datetime.fromisoformat(cases(path)[0]["reference"])
    nlp = spacy.blank("en")
    nlp.add_pipe("semantic_time", config={"settings": settings.model_dump(), "now": now.isoformat()})
    docs = {text: nlp.make_doc(text) for text in texts}
    pipe = nlp.get_pipe("semantic_time")
    for text in texts[:20]:  # what is loaded on first use
        parse_time(text, now=now, settings=settings)
        search_dates(text, languages=["en"], settings={"RELATIVE_BASE": now})
    return {
        "texts": len(texts),
        "component_ms": round(median_ms(lambda text: pipe(docs[text]), texts), 3),
        "parse_time_ms": round(median_ms(lambda text: parse_time(text, now=now, settings=settings), texts), 3),
        "search_dates_ms": round(
            median_ms(lambda text: search_dates(text, languages=["en"], settings={"RELATIVE_BASE": now}), texts[:100]),
            3,
        ),
    }


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", type=Path)
    parser.add_argument("--predictions", type=Path)
    parser.add_argument("--prefer", choices=("past", "future", "auto"), default="auto")
    parser.add_argument("--speed", action="store_true")
    arguments = parser.parse_args()
    settings = TimeSettings(prefer=arguments.prefer)
    if arguments.predictions:
        predict(arguments.cases, arguments.predictions, settings)
    if arguments.speed:
        sys.stdout.write(json.dumps(compare_speed(arguments.cases, settings)) + "\n")


if __name__ == "__main__":
    main()
