"""Measure extraction: on dialogues, on sheets of facts, on labelled chats, by hand, and in time.

    python benchmarks/extraction.py [CONVERSATIONS] [options] [--json OUT.json]

      --scenarios FILE.yaml…    play short dialogues; figures by tag (scenarios.py has the form)
      --floors OUT.json         write the names of those that pass: they must go on passing
      --facts WANTED.jsonl      compare the facts of the conversations with a reader's sheet,
      --none UNWANTED.jsonl     and with statements that are none (fact_sheets.py has the form)
      --sample N [--seed S]     draw facts of the conversations to judge by hand, one JSON object a line, into --sheet OUT.jsonl
      --chats FOLDER            compare with labelled chats: precision, recall, calibration of the stored confidence;
      --held-apart              each file judged by what the others teach, as new chats would be
      --misses N                print so many failures of each kind
      --model NAME              judge this language model on the dialogues and the sheets, instead of the pipeline,
      --model-url URL           at this server; a key is taken from OPENAI_API_KEY

CONVERSATIONS is a file that `chronomem import` reads; with --facts and without --sample, those on the sheet alone. Their extraction is timed: turns per second of the whole way from
stored turns to stored facts, and the most memory of this process. Of LoCoMo's own JSON, observations.py compares the
statements with the observations as well.
"""  # noqa: E501 - one option a line

import argparse
import json
import os
import resource
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence, Set
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

import fact_sheets
import observations
import scenarios

from chronomem import Fact, LanguageModel, Memory, Settings
from chronomem.engine.importers import read_conversations
from chronomem.extractors.language.judge import judging
from chronomem.extractors.language.judge.model import load_model
from chronomem.extractors.language.training.labels import read_chats
from chronomem.extractors.turns.training import judge as training

NOTHING_ELSE = Settings(structures=())
SAMPLED = "personas"
"""The chats of which only proposals are labelled, so that nothing can be said of what is missed."""


@dataclass(frozen=True)
class Extracted:
    """The facts of conversations, by their ids, and their turns."""

    facts: Mapping[str, Sequence[Fact]]
    texts: Mapping[tuple[str, str], str]
    figures: Mapping[str, Any]


def extract(path: Path, wanted: Set[str] | None = None, settings: Settings = NOTHING_ELSE) -> Extracted:
    """Store conversations as users of their own, extract them, and measure how long that took.

    Args:
        wanted: the ids of conversations; None: all.
        settings: names the language model that extracts the facts, if one shall.
    """
    texts: dict[tuple[str, str], str] = {}
    ids = []
    with tempfile.TemporaryDirectory() as folder, Memory.open(folder, settings=settings) as memory:
        memory.add("I live in Porto with my sister Eva.", user="warm", speaker="Ann")
        memory.consolidate(user="warm")
        for conversation in read_conversations(path, skip_bad=lambda error: print(f"left out: {error}")):
            if wanted is not None and conversation.id not in wanted:
                continue
            memory.add_turns(conversation.turns, user=conversation.id)
            texts |= {(conversation.id, turn.id or ""): f"{turn.speaker}: {turn.text}" for turn in conversation.turns}
            ids.append(conversation.id)
        started, cpu = time.perf_counter(), time.process_time()
        done = memory.consolidate()
        seconds, cpu_seconds = time.perf_counter() - started, time.process_time() - cpu
        facts = {conversation: fact_sheets.shown(memory, conversation) for conversation in ids}
        model = _model_figures(memory)
    if done.failures:
        print(f"left to a later call: {dict(done.failures)}", file=sys.stderr)
    return Extracted(
        facts,
        texts,
        {
            "turns": len(texts),
            "facts": sum(map(len, facts.values())),
            "turns_per_second": round(len(texts) / seconds, 1),
            "turns_per_cpu_second": round(len(texts) / cpu_seconds, 1),
            "peak_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
            **model,
        },
    )


def _model_figures(memory: Memory) -> dict[str, int]:
    """Return what a language model was asked and took; nothing if there is none."""
    used = memory.usage()
    return {"calls": sum(one.calls for one in used), "tokens": sum(one.tokens for one in used)} if used else {}


def settings_of(name: str | None, url: str | None) -> Settings:
    """Return the settings under which a language model extracts the facts, or the pipeline if none is named."""
    if name is None:
        return NOTHING_ELSE
    values = {"model": name, "api_key": os.environ.get("OPENAI_API_KEY"), **({"base_url": url} if url else {})}
    return Settings(model=LanguageModel.of(**values), extraction="eager", structures=())


def measure_scenarios(paths: Sequence[Path], misses: int, floors: Path | None, settings: Settings) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder, Memory.open(folder, settings=settings) as memory:
        played = list(scenarios.play(memory, scenarios.load(paths)))
        model = _model_figures(memory)
    failed = [(one.name, check) for one in played for check in one.checks if not check.passed]
    for name, check in failed[:misses]:
        print(f"{name}: {dict(check.expected)} -> {list(check.found)}")
    if floors is not None:
        names = sorted(one.name for one in played if one.passed)
        floors.write_text(json.dumps(names, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return scenarios.figures(played) | ({"model": model} if model else {})


def measure_chats(folder: Path, misses: int, held_apart: bool) -> dict[str, Any]:
    """Play the labelled chats of a folder, and compare the facts that are shown with the labels.

    Args:
        held_apart: let each file be judged by a judge that was trained on the others.
    """
    judged: list[fact_sheets.Judged] = []
    hits: list[bool] = []
    paths = sorted(path for path in folder.glob("*.chat") if path.stem != SAMPLED)
    given = {path.stem: training.examples(path) for path in sorted(folder.glob("*.chat"))} if held_apart else {}
    with tempfile.TemporaryDirectory() as database, Memory.open(database, settings=NOTHING_ELSE) as memory:
        for path in paths:
            others = [example for file, some in given.items() if file != path.stem for example in some]
            model = training.fit(others) if held_apart else load_model()
            with patch.object(judging, "load_model", return_value=model):
                for chat in read_chats(path):
                    user = f"{path.stem}-{chat.line}"
                    memory.add_turns(list(fact_sheets.chat_turns(chat)), user=user)
                    memory.consolidate(user=user)
                    facts = fact_sheets.shown(memory, user)
                    judged += fact_sheets.judge(chat, facts)
                    hits += fact_sheets.recalled(chat, facts)
    for one in [one for one in judged if not one.kept][:misses]:
        print(f"{'minor' if one.right else 'wrong'} {one.fact.confidence}: {one.fact.text} [{one.fact.predicate}]")
    return {
        "facts": len(judged),
        "right": _share([one.right for one in judged]),
        "worth_keeping": _share([one.kept for one in judged]),
        "wanted": len(hits),
        "recall": _share(hits),
        **fact_sheets.calibration([(one.fact.confidence, one.right) for one in judged]),
    }


def _share(found: Sequence[bool]) -> float:
    return round(sum(found) / max(1, len(found)), 4)


def measure(arguments: argparse.Namespace) -> dict[str, Any]:
    figures: dict[str, Any] = {}
    settings = settings_of(arguments.model, arguments.model_url)
    if arguments.scenarios:
        figures["scenarios"] = measure_scenarios(arguments.scenarios, arguments.misses, arguments.floors, settings)
    if arguments.chats is not None:
        figures["chats"] = measure_chats(arguments.chats, arguments.misses, arguments.held_apart)
    if arguments.conversations is None:
        return figures
    wanted = fact_sheets.read_rows(arguments.facts) if arguments.facts is not None else []
    unwanted = fact_sheets.read_rows(arguments.none) if arguments.none is not None else []
    named = {row["conv"] for row in (*wanted, *unwanted)}
    extracted = extract(arguments.conversations, named if named and not arguments.sample else None, settings)
    figures["extraction"] = dict(extracted.figures)
    if wanted:
        compared = fact_sheets.compare(extracted.facts, wanted, unwanted)
        for kind in ("missed", "kept"):
            for row in compared.pop(kind)[: arguments.misses]:
                print(f"{kind}: {json.dumps(row, ensure_ascii=False)}")
        figures["facts"] = compared
    if arguments.sample:
        rows = fact_sheets.sample(extracted.facts, extracted.texts, arguments.sample, arguments.seed)
        lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        arguments.sheet.write_text(lines, encoding="utf-8")
    if arguments.conversations.suffix == ".json":
        report, missed, faults, pairs = observations.measure(arguments.conversations, arguments.misses)
        print("\n".join([*missed, *faults[: arguments.misses], *(pairs if arguments.misses else [])]))
        figures["observations"] = asdict(report)
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("conversations", type=Path, nargs="?", help="a file that can be imported")
    parser.add_argument("--scenarios", type=Path, nargs="+", default=[], help="play these dialogues")
    parser.add_argument("--floors", type=Path, default=None, help="write the names of the dialogues that pass")
    parser.add_argument("--facts", type=Path, default=None, help="a sheet of wanted facts")
    parser.add_argument("--none", type=Path, default=None, help="a sheet of unwanted statements; needs --facts")
    parser.add_argument("--sample", type=int, default=0, help="draw so many facts to judge by hand")
    parser.add_argument("--sheet", type=Path, default=Path("sample.jsonl"), help="where the drawn facts are written")
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    parser.add_argument("--chats", type=Path, default=None, help="a folder of labelled chats")
    parser.add_argument("--held-apart", action="store_true", help="judge each file of chats by what the others teach")
    parser.add_argument("--misses", type=int, default=0, help="print so many failures of each kind")
    parser.add_argument("--model", help="a language model that extracts the facts of dialogues and conversations")
    parser.add_argument("--model-url", help="the base URL of its server; left out, OpenAI's")
    parser.add_argument("--json", type=Path, default=None, help="write the figures here")
    arguments = parser.parse_args()
    if arguments.conversations is None and (arguments.facts is not None or arguments.sample):
        parser.error("--facts and --sample are about conversations: name their file")
    figures = json.dumps(measure(arguments), indent=2)
    sys.stdout.write(figures + "\n")
    if arguments.json is not None:
        arguments.json.write_text(figures + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
