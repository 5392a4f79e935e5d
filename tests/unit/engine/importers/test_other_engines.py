"""What other memory engines keep is read with its dates: mem0's memories, Graphiti's episodes and facts."""

import json
from pathlib import Path
from typing import Any

import pytest

from chronomem import InvalidRecord
from chronomem.engine.importers import format_of, read_conversations

MEM0 = [
    {
        "id": "m1",
        "memory": "Lives in Lisbon",
        "hash": "0a",
        "metadata": {"mood": "fine"},
        "created_at": "2024-03-01T10:00:00-07:00",
        "updated_at": None,
        "user_id": "ann",
    },
    {
        "id": "m2",
        "memory": "Has a cat called Miso",
        "created_at": "2024-03-02T10:00:00Z",
        "updated_at": "2024-05-02T10:00:00Z",
        "user_id": "bo",
        "actor_id": "Bo",
        "run_id": "r1",
    },
]


@pytest.mark.parametrize("whole", [MEM0, {"results": MEM0}])
def test_what_mem0_keeps_is_read_for_each_user(tmp_path: Path, whole: Any) -> None:
    path = tmp_path / "mem0.json"
    path.write_text(json.dumps(whole), encoding="utf-8")
    assert format_of(path) == "mem0"
    ann, bo = read_conversations(path)
    assert (ann.user, bo.user) == ("ann", "bo")
    [lives], [cat] = ann.turns, bo.turns
    assert (lives.id, lives.speaker, lives.text, lives.said_at, lives.session) == (
        "mem0:m1",
        "user",
        "Lives in Lisbon",
        "2024-03-01T10:00:00-07:00",
        None,
    )
    assert (cat.id, cat.speaker, cat.said_at, cat.session) == ("mem0:m2", "Bo", "2024-05-02T10:00:00Z", "mem0:r1")


def test_a_memory_without_a_time_is_reported_by_its_number(tmp_path: Path) -> None:
    path = tmp_path / "mem0.json"
    path.write_text(json.dumps([*MEM0, {"id": "m3", "memory": "Undated", "user_id": "ann"}]), encoding="utf-8")
    with pytest.raises(InvalidRecord, match="memory 3: said_at is missing"):
        list(read_conversations(path))
    skipped: list[InvalidRecord] = []
    assert sum(len(c.turns) for c in read_conversations(path, skip_bad=skipped.append)) == 2
    assert len(skipped) == 1


def test_a_file_that_apoc_wrote_of_graphitis_graph_is_read(tmp_path: Path) -> None:
    def node(key: str, label: str, **properties: Any) -> dict[str, Any]:
        return {"type": "node", "id": key, "labels": [label, "Person"], "properties": {"group_id": "ann"} | properties}

    said = {"source": "message", "valid_at": "2024-03-01T10:00:00Z", "created_at": "2025-01-01T00:00:00Z"}
    relation = {
        "uuid": "r1",
        "group_id": "ann",
        "name": "WORKS_AT",
        "fact": "Ann works at Acme",
        "episodes": ["e1"],
        "valid_at": "2020-01-01T00:00:00Z",
        "expired_at": "2024-06-01T00:00:00Z",
    }
    start, end = ({"id": key, "labels": ["Entity"]} for key in ("1", "2"))
    records = [
        node("0", "Episodic", uuid="e1", content="Ann (user): I work at Acme", **said),
        node("1", "Entity", uuid="n1", name="Ann"),
        {"type": "node", "id": "2", "labels": ["Entity"], "properties": {"uuid": "n2", "name": "Acme"}},
        {"type": "relationship", "id": "0", "label": "MENTIONS", "start": {"id": "0"}, "end": start},
        {"type": "relationship", "id": "1", "label": "RELATES_TO", "properties": relation, "start": start, "end": end},
    ]
    path = tmp_path / "graph.json"
    path.write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    assert format_of(path) == "graphiti"
    turns, facts = read_conversations(path)
    assert [(t.id, t.speaker, t.text, t.said_at) for t in turns.turns] == [
        ("graphiti:e1", "Ann", "I work at Acme", "2024-03-01T10:00:00Z")
    ]
    [fact] = facts.facts
    assert (facts.user, fact.subject, fact.predicate, fact.object, fact.subject_type) == (
        "ann",
        "Ann",
        "works_at",
        "Acme",
        "person",
    )
    assert (fact.valid_at, fact.invalid_at, fact.turn_id) == (
        "2020-01-01T00:00:00Z",
        "2024-06-01T00:00:00Z",
        "graphiti:e1",
    )
