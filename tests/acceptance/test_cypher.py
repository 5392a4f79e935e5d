"""`chronomem cypher` as a person runs it: tables, JSON, CSV, parameters, pipes."""

import csv
import io
import json
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.acceptance.conftest import CommandLine


def test_cypher_prints_a_table_json_or_csv(cli: "CommandLine", tmp_path: Path, user: str) -> None:
    cli.memory.add("Tiles, tiles", user=user, said_at="2024-05-01T10:00:00Z", turn_id="t1")
    query = "MATCH (t:Turn {user_id: $user}) RETURN t.said_at AS at, t.text AS text, t.embedding AS bytes, null AS none"
    [row] = cli.json("cypher", query, "--user", user)["rows"]
    assert row == {"at": "2024-05-01T10:00:00+00:00", "text": "Tiles, tiles", "bytes": "<512 bytes>", "none": None}
    table = cli.out("cypher", query, "--user", user)
    assert all(word in table for word in ("at", "2024-05-01T10:00:00+00:00", "Tiles, tiles", "<512 bytes>"))
    assert list(csv.reader(io.StringIO(cli.out("cypher", query, "--user", user, "--csv", "-")))) == [
        ["at", "text", "bytes", "none"],
        ["2024-05-01T10:00:00+00:00", "Tiles, tiles", "<512 bytes>", ""],
    ]
    status, out, err = cli.run("cypher", query, "--user", user, "--csv", str(tmp_path / "a.csv"))
    assert (status, out, err) == (0, "", f"1 row in {tmp_path / 'a.csv'}\n")
    assert len((tmp_path / "a.csv").read_text(encoding="utf-8").splitlines()) == 2
    assert "exists already" in cli.error("cypher", query, "--user", user, "--csv", str(tmp_path / "a.csv"))
    assert "Turn" in cli.out("cypher", f"EXPLAIN {query}", "--user", user)


def test_parameters_are_json_or_else_text(cli: "CommandLine") -> None:
    given = ["--param", "n=3", "--param", "who=Ada", "--param", 'list=["a", 1.5]', "--param", "text=a=b"]
    [row] = cli.json("cypher", "RETURN $n + 1 AS n, $who AS who, $list AS list, $text AS text", *given)["rows"]
    assert row == {"n": 4, "who": "Ada", "list": ["a", 1.5], "text": "a=b"}


def test_rows_that_were_cut_off_are_told(cli: "CommandLine") -> None:
    query = "UNWIND range(1, 5) AS n RETURN n"
    status, out, err = cli.run("cypher", query, "--max-rows", "3", "--json")
    assert (status, json.loads(out)["truncated"], len(json.loads(out)["rows"])) == (0, True, 3)
    assert "only the first 3 rows are shown" in err
    assert cli.json("cypher", query)["truncated"] is False


def test_a_graph_node_is_shown_with_labels_and_properties(cli: "CommandLine", user: str) -> None:
    cli.memory.create_user(user, timezone="Europe/Lisbon")
    [row] = cli.json("cypher", "MATCH (u:User {id: $user}) RETURN u", "--user", user)["rows"]
    assert row["u"]["labels"] == ["User"]
    assert row["u"]["properties"]["timezone"] == "Europe/Lisbon"


def test_a_closed_pipe_is_quiet(cli: "CommandLine") -> None:
    with cli.start("cypher", "UNWIND range(1, 9000) AS n RETURN n, 'some more text' AS text", "--csv", "-") as process:
        assert process.stdout
        assert process.stderr
        assert process.stdout.readline() == "n,text\n"
        process.stdout.close()
        assert process.stderr.read() == ""
        process.wait(timeout=60)
        assert process.returncode == 1
