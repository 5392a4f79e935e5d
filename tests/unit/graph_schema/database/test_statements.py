"""Every statement is used by its name, and every name that is used is a statement."""

import re
from pathlib import Path

import chronomem
from chronomem.graph_schema.database.statements import family, names, statement

PACKAGE = Path(chronomem.__file__).parent
FOLDERS = [PACKAGE / name for name in ("engine", "extractors", "graph_schema", "retrieval")]
MODULES = [path for folder in FOLDERS for path in folder.resolve().rglob("*.py")]


def test_every_statement_is_used() -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in MODULES)
    assert names()
    families = set(re.findall(r'f"(\w+)_\{', code))
    single = [name for name in names() if not any(name.startswith(f"{stem}_") for stem in families)]
    assert [name for name in single if f'"{name}"' not in code] == []
    assert [stem for stem in ("export_nodes", "load_nodes") if stem not in families or not family(stem)] == []


def test_a_family_has_a_statement_for_each_of_its_labels() -> None:
    assert "Turn" in family("export_nodes")
    assert "Turn_SAID_ON_Period" in family("load_relation")
    assert "CREATE (n:Turn {" in statement("load_nodes_Turn")
    assert "CREATE (a)-[r:SAID_ON]->(b)" in statement("load_relation_Turn_SAID_ON_Period")
    assert [name for name in names() if re.search(r"<\w+>", re.sub(r"//.*", "", statement(name)))] == []


def test_what_can_be_exported_can_be_loaded() -> None:
    labels = family("export_ids")
    assert labels == family("export_nodes") == family("export_relations")
    assert labels == family("load_nodes") == family("reload_nodes") == family("unload_relations")
    assert {label for member in family("load_relation") for label in (member.split("_")[0], member.split("_")[-1])} <= {
        *labels
    }


def test_no_statement_is_written_in_python() -> None:
    cypher = re.compile(r"\b(?:MATCH|MERGE|UNWIND) *[\[(]|\bDETACH DELETE\b")
    guilty = [
        path.name for path in MODULES if cypher.search(path.read_text(encoding="utf-8")) and "cli" not in path.parts
    ]
    assert guilty == []


def test_values_come_in_as_parameters() -> None:
    for name in names():
        quoted = re.findall(r"'([^']*)'", re.sub(r"//.*", "", statement(name)))
        assert all(re.fullmatch(r"[a-z_]+", text, re.IGNORECASE) for text in quoted), name


def test_no_times_are_compared_as_texts() -> None:
    """The embedded database leaves out seconds that are zero, so that 9:00 as a text would come after 9:00:39."""
    for name in names():
        body = statement(name)
        texts = set(re.findall(r"toString\([\w.]+\) AS (\w+)", body))
        ordered = {column.split()[0] for by in re.findall(r"ORDER BY (.*)", body) for column in by.split(",")}
        assert not texts & ordered, name
        assert not re.search(r"(min|max)\(toString", body), name


def test_all_that_is_ever_written_for_a_user_is_exported() -> None:
    bodies = [re.sub(r"//.*", "", statement(name)) for name in names() if not name.startswith("load_")]
    writing = [line for body in bodies for line in re.findall(r"^(?:CREATE|MERGE) .*", body, re.MULTILINE)]
    graph = [line for line in writing if not re.match(r"CREATE (CONSTRAINT|INDEX)", line)]
    labels = {label for line in graph for label in re.findall(r"\(\w*:(\w+)", line)}
    relations = {kind for line in graph for kind in re.findall(r"\[\w*:(\w+)", line)}
    assert labels - {"User", "Schema", "Lock", "Lease", "Name"} == set(family("export_ids"))
    assert relations == {"_".join(member.split("_")[1:-1]) for member in family("load_relation")}
