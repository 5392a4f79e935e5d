"""`chronomem` does what its help says, prints what was asked for, and fails in one line."""

import csv
import json
import os
import shlex
import subprocess
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

import pandas
import pytest
from tests.acceptance.conversations import turn, write
from tests.acceptance.service import COMMAND, environment
from tests.model_server.recorded import told_fact
from tests.model_server.server import Asked, Fails, FakeModelServer

from chronomem import Memory
from chronomem.engine.interfaces.cli import commands
from chronomem.engine.interfaces.cli.application import COMMANDS

if TYPE_CHECKING:
    from tests.acceptance.conftest import CommandLine

METHODS = {
    "add": "add",
    "add_fact": "add-fact",
    "add_facts": "add-fact",
    "correct": "correct",
    "retract": "retract",
    "retain": "retain",
    "receipts": "retain",
    "feed": "feed",
    "changes": "changes",
    "entity": "entity",
    "entities": "entity",
    "facts": "facts",
    "instructions": "instructions",
    "forget": "forget",
    "history": "history",
    "merge_entities": "merge-entities",
    "split_entity": "split-entity",
    "add_session": "ingest",
    "add_turns": "ingest",
    "consolidate": "consolidate",
    "create_user": "create-user",
    "cypher": "cypher",
    "recall": "recall",
    "ask": "ask",
    "timeline": "timeline",
    "to_arrow": "table",
    "to_pandas": "table",
    "topics": "topics",
    "personas": "persona",
    "derive": "derive",
    "doctor": "doctor",
    "export": "export",
    "load": "load",
    "backup": "backup",
    "restore": "restore",
    "reembed": "reembed",
    "stats": "stats",
    "usage": "usage",
    "queue": "queue",
    "users": "users",
    "drain": "worker",
    "due_users": "worker",
    "postpone": "worker",
}
WITHOUT_COMMAND = {"open", "connect", "close"}  # every command opens a memory and closes it
FOR_THE_SERVICE = {"backlog", "ping"}  # its measurements and its readiness
FOR_PROCESSES = {"after", "bookmarks"}  # how one of them reads what another wrote


def test_every_method_of_a_memory_has_a_command(cli: "CommandLine") -> None:
    methods = {name for name in dir(Memory) if not name.startswith("_")}
    assert methods - WITHOUT_COMMAND - FOR_THE_SERVICE - FOR_PROCESSES == METHODS.keys()
    assert set(METHODS.values()) <= COMMANDS.keys()
    assert {module.__name__.rpartition(".")[2] for module in COMMANDS.values()} == {
        module.name for module in iter_modules(commands.__path__)
    }
    overview = cli.out("--help")
    assert all(f" {name} " in overview for name in COMMANDS)


def test_the_queue_shows_the_turns_that_wait(cli: "CommandLine", user: str) -> None:
    cli.memory.add("I live in Porto.", user=user)
    (waiting,) = cli.json("queue", "--user", user)
    assert (waiting["state"], waiting["by"], waiting["turns"], waiting["error"]) == ("waiting", "pipeline", 1, None)
    assert "waiting" in cli.out("queue", "--user", user, "--retry")
    cli.memory.consolidate(user=user)
    assert cli.out("queue", "--user", user) == "No turns wait for extraction.\n"


def test_the_version_is_that_of_the_package(cli: "CommandLine") -> None:
    assert cli.out("--version") == "chronomem 0.1.0\n"


def test_the_program_ends_with_0_1_or_2_and_says_why_on_stderr(cli: "CommandLine", user: str) -> None:
    cli.memory.create_user(user)
    status, out, err = cli.run_apart("stats", "--user", user, "--json")
    assert (status, json.loads(out)["turns"], err) == (0, 0, "")
    assert cli.run_apart("stats", "--user", "stranger")[:2] == (1, "")
    status, out, err = cli.run_apart("remember")
    assert (status, out, "No such command 'remember'" in err) == (2, "", True)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_examples_in_its_help(cli: "CommandLine", name: str) -> None:
    page = cli.out(name, "--help")
    assert COMMANDS[name].EXAMPLES
    for example in COMMANDS[name].EXAMPLES:
        assert shlex.split(example)[:2] == ["chronomem", name]
        assert example in page.replace("\n ", " ") or " ".join(example.split()) in " ".join(page.split())
    assert "'chronomem'" not in " ".join(page.split()), "the extra to install is not taken for markup"


def answers(asked: Asked) -> dict[str, Any]:
    """What a language model says in the course of `ask`, whose answer is in the first memory."""
    part = {"question": asked.data.get("question", ""), "needs": [], "scope": "short"}
    said: dict[str, dict[str, Any]] = {
        "plan": {"complexity": "simple", "keywords": ["tiles"], "parts": [part]},
        "gate": {"numbers": [1]},
        "answer": {"found": True, "answer": "In the bathroom", "sources": [1], "missing": ""},
    }
    return said[asked.purpose or ""]


@pytest.mark.slow
def test_every_example_works(cli: "CommandLine", model_server: FakeModelServer) -> None:
    model_server.answer_with(answers)
    model = {"CHRONOMEM_MODEL": "small", "OPENAI_BASE_URL": model_server.url}
    write(cli.folder / "conversations.jsonl", [turn(1), turn(2)])
    (cli.folder / "chat.txt").write_text("03/04/24, 10:00 - Ada: The tiles are here", encoding="utf-8")
    memory = {"id": "m1", "memory": "Likes tiles", "user_id": "u1", "created_at": "2024-05-01T10:00:00Z"}
    (cli.folder / "mem0.json").write_text(json.dumps([memory]), encoding="utf-8")
    (cli.folder / "rows.csv").write_text("Sent,From,Text\n31/05/2024 10:00,Ada,More tiles\n", encoding="utf-8")
    last = {"merge-entities", "split-entity", "forget"}  # the others have more to show before
    for name in sorted(COMMANDS, key=lambda name: (name in last) - (name == "create-user")):
        if name in {"demo", "serve", "worker", "mcp", "explore", "stop"}:  # have tests of their own; most would not end
            continue
        if name == "instructions":
            cli.memory.add_fact(
                user="u1", subject="Ada", predicate="instructs", value="include version numbers", valid_at="2023-01-01"
            )
        for example in COMMANDS[name].EXAMPLES:
            words = shlex.split(example)[1:]
            if name in {"correct", "retract"}:
                faro = {"subject": "Ada", "predicate": "lives_in", "object": "Faro", "valid_at": "2023-01-01"}
                added = cli.memory.add_fact(user="u1", source=example, **faro).fact
                words[1] = added.id if added is not None else ""
            status, out, err = cli.run(*words, **(model if name == "ask" else {}))
            assert status == 0, f"{example}: {err}"
            assert out or "--csv" in example, example
            if "--json" in example:
                json.loads(out)
    rows = list(csv.DictReader((cli.folder / "periods.csv").read_text(encoding="utf-8").splitlines()))
    assert {"p.id": "month:2024-05", "p.start": "2024-04-30T23:00:00+00:00"} in rows, "u1 lives in Lisbon"


@pytest.mark.slow
def test_the_demo_tells_one_story_of_change_and_its_suggestions_answer_right(
    cli: "CommandLine", tmp_path: Path
) -> None:
    place = str(tmp_path / "kept")
    shown = cli.out("demo", "--folder", place)
    before, _, after = shown.partition("Try next:")
    assert max(map(len, before.splitlines())) <= 80
    assert len(before.splitlines()) <= 36, "a screen"
    for expected in (
        "219 turns in 27 sessions",
        "Bristol, since 2024-05-18",
        "(s11t01)",
        "Leeds, since 2017-01-01 Ines: “i've lived in Leeds since 2017.” (s07t09)",
        "2024-03-16            Ines: “i've lived in Leeds since 2017.” (s07t09)",
        "Ines lives in: Leeds → Bristol",
        "2024-05-18            Ines works at: Aireside, ended",
        "2024-05-07            Owen favorite drink: tea → coffee",
        "2024-10-15  tea",
        "works as pharmacist; sister: Meera",
    ):
        assert expected in before, expected
    steps = [shlex.split(line)[1:] for line in after.splitlines() if line.strip()]
    told = {step[0]: cli.out(*step) for step in steps if step[0] != "explore"}
    assert "i moved to Bristol yesterday" in told["recall"].split(" 2. ")[0]
    assert ("Aireside" in told["facts"], "Silverweir" in told["facts"]) == (True, False)
    assert told["history"].index("Aireside") < told["history"].index("Silverweir")
    assert cli.json("stats", "--folder", place)["turns"] == 219


@pytest.mark.thorough
def test_the_demo_as_json_names_the_turns_of_its_answers(cli: "CommandLine") -> None:
    done = cli.json("demo")
    named = [[line["turn_id"] for line in answer["lines"]] for answer in done["answers"]]
    told = [turns for turns in named if any(turns)]  # changes and rows of Cypher have none
    assert told == [["s11t01"], ["s07t09"], ["s01t06", "s10t01", "s21t03"], ["s07t09"]]
    assert len(named) == len(told) + 2
    assert done["turns"] == 219


def test_a_timeline_shows_periods_in_the_users_time(cli: "CommandLine", user: str) -> None:
    cli.memory.create_user(user, timezone="Asia/Tokyo")
    for day, speaker in (("2024-05-31T23:30", "Ada"), ("2024-06-01T00:10", "Bo"), ("2024-06-09T09:00", "Ada")):
        cli.memory.add("Tiles.", user=user, speaker=speaker, said_at=day)
    months = cli.json("timeline", "--user", user)
    assert [(m["id"], m["turns"], m["sessions"], m["speakers"]) for m in months] == [
        ("month:2024-05", 1, 1, ["Ada"]),
        ("month:2024-06", 2, 2, ["Ada", "Bo"]),
    ]
    assert months[0]["start"] == "2024-05-01T00:00:00+09:00"
    assert months[1]["last"] == "2024-06-09T09:00:00+09:00"
    days = cli.out("timeline", "--user", user, "--grain", "day", "--since", "2024-06-01", "--until", "2024-06-05")
    assert "2024-06-01" in days
    assert "2024-05-31" not in days
    assert "2024-06-09" not in days
    assert "grain must be one of" in cli.error("timeline", "--user", user, "--grain", "hour")


def test_a_timeline_is_drawn_where_there_is_something_to_draw(cli: "CommandLine", user: str, tmp_path: Path) -> None:
    cli.memory.create_user(user)
    out = tmp_path / "timeline.svg"
    assert "nothing to draw" in cli.error("timeline", "--user", user, "--plot", str(out))
    cli.memory.add("Tiles.", user=user, said_at="2024-05-31T10:00")
    assert "should end in .png or .svg" in cli.error("timeline", "--user", user, "--plot", str(tmp_path / "x.gif"))
    assert cli.out("timeline", "--user", user, "--plot", str(out)) == f"drawn in {out}\n"
    assert out.read_text(encoding="utf-8").startswith("<?xml")


def test_a_table_is_a_file_or_csv(cli: "CommandLine", user: str, tmp_path: Path) -> None:
    cli.memory.add("Tiles, and more", user=user, said_at="2024-05-31T10:00", turn_id="t1", session="s")
    shown = cli.out("table", "turns", "--user", user)
    assert shown.splitlines()[1] == 't1,s,0,user,user,"Tiles, and more",2024-05-31T10:00:00+00:00,'
    path = tmp_path / "turns.parquet"
    assert cli.out("table", "turns", "--user", user, "--out", str(path)) == f"1 turn in {path}\n"
    assert pandas.read_parquet(path)["text"].tolist() == ["Tiles, and more"]
    assert "turns can't be filtered by" in cli.error("table", "turns", "--user", user, "--grain", "day")
    assert "must end in .csv or .parquet" in cli.misuse("table", "turns", "--user", user, "--out", "turns.txt")


def test_denials_and_minor_facts_are_among_the_facts_where_they_are_asked_for(cli: "CommandLine", user: str) -> None:
    cli.memory.add_fact(user=user, subject="Ann", predicate="has_pet", value="dog", negated=True)
    cli.memory.add_fact(user=user, subject="Ann", predicate="thinks", value="the library is loud", minor=True)
    assert cli.json("facts", "--user", user) == []
    for options, expected in (
        (["--include-negated"], ["has_pet"]),
        (["--include-minor"], ["thinks"]),
        (["--include-minor", "--include-negated", "--matching", "a noisy library", "--limit", "1"], ["thinks"]),
        (["--include-negated", "--include-minor", "--about", "Ann"], ["has_pet", "thinks"]),
    ):
        for command in (("facts",), ("table", "facts")):
            found = cli.json(*command, "--user", user, *options)
            assert sorted(fact["predicate"] for fact in found) == expected
    learned = ("changes", "--user", user, "--since", "2000-01-01", "--axis", "memory")
    assert cli.json(*learned) == []
    assert [change["fact"]["predicate"] for change in cli.json(*learned, "--include-minor")] == ["thinks"]
    assert "not has_pet" in cli.out("facts", "--user", user, "--include-negated")
    assert "score" in cli.out("facts", "--user", user, "--matching", "library")
    assert "library" in cli.out("facts", "--user", user, "--include-minor")
    assert cli.json("facts", "--user", user, "--no-include-minor", "--matching", "library") == []
    assert "about is empty or blank" in cli.error("facts", "--user", user, "--about", " ")


def test_the_doctor_exits_with_1_until_all_is_put_right(cli: "CommandLine", user: str, tmp_path: Path) -> None:
    cli.memory.add("Tiles.", user=user)
    assert cli.json("doctor", "--user", user)["healthy"] is True
    path = tmp_path / "x.jsonl"
    cli.memory.export(path, user=user)
    path.write_text(path.read_text(encoding="utf-8").replace('"next_seq":1', '"next_seq":0'), encoding="utf-8")
    folder = str(tmp_path / "damaged")
    with Memory.open(folder):  # so that the commands join its server
        assert "1 new users" in cli.out("load", str(path), "--folder", folder)
        status, shown, _ = cli.run("doctor", "--folder", folder)
        assert (status, "bounds" in shown) == (1, True)
        assert cli.run("doctor", "--folder", folder, "--fix")[0] == 0
        assert "0 findings" in cli.out("doctor", "--folder", folder)


def test_recall_shows_dated_items_or_json(cli: "CommandLine", user: str) -> None:
    cli.memory.add("I moved to Lisbon\x1b[31m!", user=user, said_at="2023-05-30T09:00:00Z", turn_id="t1", speaker="Ada")
    cli.memory.add("The weather is dull.", user=user, said_at="2023-05-31T09:00:00Z", turn_id="t2", speaker="Ada")
    shown = cli.out("recall", "Where did I move?", "--user", user, "-k", "1")
    assert shown == " 1. 2023-05-30 09:00  Ada  (t1)\n    I moved to Lisbon\N{REPLACEMENT CHARACTER}[31m!\n"
    document = cli.json("recall", "Where did I move?", "--user", user, "--now", "2023-06-20", "--max-tokens", "1000")
    assert [item["turn_ids"] for item in document["items"]] == [["t1"], ["t2"]]
    assert document["items"][0]["when"] == "2023-05-30T09:00:00+00:00"
    assert cli.json("recall", "Where?", "--user", user, "--max-tokens", "1")["items"] == []


def test_metadata_of_a_turn_and_of_its_session_come_back(cli: "CommandLine", user: str) -> None:
    about = ("--session", "call", "--session-metadata", '{"channel": "support", "lead": 1}')
    cli.out("add", "The price is 40 euros.", "--user", user, "--metadata", '{"lead": 17}', *about)
    [item] = cli.json("recall", "What is the price?", "--user", user, "--where", '{"channel": "support"}')["items"]
    assert (item["session"], item["metadata"]) == ("call", {"channel": "support", "lead": 17})


def test_recall_explains_itself(cli: "CommandLine", user: str) -> None:
    cli.memory.add("I live in Porto.", user=user, said_at="2023-01-30T09:00:00Z", turn_id="t1", speaker="Ada")
    cli.memory.add("I moved to Lisbon yesterday.", user=user, said_at="2023-05-30", turn_id="t2", speaker="Ada")
    cli.memory.consolidate(user=user)
    asked = ("recall", "What changed for Ada since May 2023?", "--user", user, "--now", "2023-06-20", "--explain")
    shown = cli.out(*asked)
    assert shown.startswith(" 1. 2023-05-30 00:00  Ada  (t2)")
    for part in ("score ", "named_speaker ", "asked about 2023-05-01", "tense changes", "// find_changes: "):
        assert part in shown
    document = cli.json(*asked)
    assert document["explanation"]["times"] == [["2023-05-01T00:00:00+00:00", None]]
    assert document["items"][0]["path"] == ["tells of a change: Ada moved to Lisbon yesterday"]
    assert document["items"][0]["scores"]["named_speaker"] > 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["recall", "Who?", "--user", "stranger"], "'stranger'"),
        (["recall", " ", "--user", "stranger"], "question is empty or blank"),
        (["recall", "Who?", "--user", "stranger", "--preset", "best"], "unknown preset 'best'"),
        (["recall", "Who?", "--user", "stranger", "--gated"], "recall() with planned or gated needs a language model"),
        (["add", "", "--user", "stranger"], "text is empty or blank"),
        (["add", "Hello", "--user", "stranger", "--said-at", "soon"], "said_at 'soon'"),
        (["add", "Hello", "--user", "stranger", "--said-at", "9999-12-31"], "outside the supported years"),
        (["stats", "--user", "stranger"], "'stranger'"),
        (["create-user", "stranger", "--timezone", "Mars/Olympus"], "'Mars/Olympus'"),
        (["ingest", "absent.jsonl"], "absent.jsonl: the file can't be read (No such file or directory)"),
        (["ingest", "memory"], "the format of memory was not recognised"),
        (["ingest", "memory/log/keeper.log", "--format", "docx"], "unknown format 'docx'"),
        (["cypher", "MATCH (n"], "error: Syntax error"),
        (["cypher", "RETURN $n", "--param", "n=18446744073709551616"], "more than 64 bits"),
        (["cypher", "RETURN $n", "--param", "n=\udc80"], "lone surrogate"),
        (["export", ""], "not a regular file"),
        (["backup", os.devnull], "not a regular file"),
        (["cypher", "CREATE (n:Turn {id: 'x'})"], "refused to write"),
        (["users", "--folder", "absent"], "absent does not exist"),
        (["users", "--uri", "gopher://localhost"], "gopher"),
    ],
)
def test_what_goes_wrong_is_said_in_one_line(cli: "CommandLine", arguments: list[str], words: str) -> None:
    assert words in cli.error(*arguments)
    assert "stranger" not in cli.memory.users()
    assert not (cli.folder / "absent").exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["remember"], "No such command 'remember'"),
        (["forget", "t1"], "Missing option '--user'"),
        (["cypher", "RETURN $n", "--param", "n"], "'n' is not of the form NAME=VALUE"),
        (["cypher", "RETURN $n", "--param", "n=1", "--param", "n=2"], "'n' is given twice"),
        (["cypher", "RETURN 1", "--max-rows", "0"], "--max-rows"),
        (["users", "--folder", "memory", "--uri", "neo4j://localhost"], "--folder and --uri name two places"),
        (["users", "--auth-user", "neo4j"], "--auth-user is for a server"),
        (["users", "--uri", "neo4j://localhost", "--auth-user", "neo4j"], "--auth-password (CHRONOMEM_PASSWORD)"),
    ],
)
def test_wrong_usage_is_status_2(cli: "CommandLine", arguments: list[str], words: str) -> None:
    assert words in cli.misuse(*arguments)


def test_names_cannot_steer_the_terminal_that_shows_them(cli: "CommandLine", user: str) -> None:
    name = f"{user}\x1b[31m"
    assert "\x1b" not in cli.out("create-user", name)
    assert "\x1b" not in cli.out("add", "Hello", "--user", name, "--turn-id", "\x1b]0;title\x07")


def test_a_program_whose_output_was_closed_does_its_work(cli: "CommandLine") -> None:
    closed = subprocess.run(
        ["/bin/sh", "-c", 'exec "$@" >&-', "sh", *COMMAND, "users", "--json"],
        cwd=cli.folder,
        env=environment(),
        stderr=subprocess.PIPE,
        check=False,
    )
    assert (closed.returncode, closed.stderr) == (0, b"")


def test_the_environment_names_the_place_and_what_is_typed_comes_first(cli: "CommandLine", tmp_path: Path) -> None:
    assert "gopher" in cli.error("users", CHRONOMEM_URI="gopher://localhost")
    assert "absent does not exist" in cli.error("users", CHRONOMEM_FOLDER="absent")
    there = cli.memory.users()
    away = {"CHRONOMEM_URI": "gopher://localhost", "CHRONOMEM_FOLDER": str(tmp_path)}
    assert cli.json("users", "--folder", "memory", **away) == {"users": there}


def test_a_language_model_that_the_environment_names_reads_and_is_counted(
    cli: "CommandLine", user: str, model_server: FakeModelServer
) -> None:
    model_server.script(Fails(401), Fails(401))
    model_server.answer_with(lambda _: {"facts": [told_fact(1, "Ann", "lives_in", "Porto")], "entities": []})
    cli.memory.add("I live in Porto.", user=user, speaker="Ann")
    model = {"CHRONOMEM_MODEL": "small", "CHRONOMEM_EXTRACTION": "eager", "OPENAI_BASE_URL": model_server.url}
    assert "No language model was used" in cli.out("usage", "--user", user)
    status, out, err = cli.run("consolidate", "--user", user, **model)
    assert (status, out[:16]) == (0, "1 turn extracted")
    assert "1 turn waits for the next run: ModelUnavailable: small at" in err
    failed = cli.json("consolidate", "--user", user, **model)
    assert (failed["turns_by_model"], failed["failed"]) == (0, 1)
    assert "1 turn extracted by the language model" in cli.out("consolidate", "--user", user, **model)
    (used,) = cli.json("usage", "--user", user)
    assert (used["model"], used["purpose"], used["calls"]) == ("small", "extraction", 1)
    assert "extraction" in cli.out("usage", "--user", user)
    assert "CHRONOMEM_EXTRACTION is 'sometimes'" in cli.error("stats", CHRONOMEM_EXTRACTION="sometimes")


def test_an_ontology_is_named_by_the_environment(cli: "CommandLine", tmp_path: Path) -> None:
    (tmp_path / "clinic.toml").write_text(
        '[[predicates]]\nname = "takes_medicine"\ndescription = "takes it"\nphrases = ["take {object}"]\n'
    )
    clinic = {"CHRONOMEM_ONTOLOGY": str(tmp_path / "clinic.toml")}
    shown = cli.json("predicates", "--own", **clinic)
    assert [(one["predicate"], one["own"], one["values"]) for one in shown["predicates"]] == [
        ("takes_medicine", True, "many")
    ]
    assert "takes_medicine" in cli.out("predicates", **clinic)
    status, out, _ = cli.run("derive", "--dry-run", "--limit", "0", "--json", **clinic)
    would = json.loads(out)
    assert (status, would["applied"], would["differences"]) == (0, False, [])
    assert "turns would be queued" in cli.run("derive", "--dry-run", **clinic)[1]
    assert "can't be read" in cli.error("predicates", CHRONOMEM_ONTOLOGY="missing.toml")
