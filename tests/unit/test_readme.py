"""The README keeps its promises to people and to CI, and the package exports what it says."""

import re
import subprocess
import sys
from pathlib import Path

import chronomem
from chronomem import exports

ROOT = Path(__file__).parents[2]
COMMANDS = """
python3 -m venv .venv && .venv/bin/pip install . && .venv/bin/chronomem demo          # runs the main job
python3 -m venv .venv && .venv/bin/pip install -e '.[test]' && .venv/bin/pytest -n 2    # passes the tests
"""
PUBLIC = {
    "Added", "Answer", "AsyncMemory", "Backlog", "BudgetExceeded", "Budgets", "Change", "ChronomemError", "Closed",
    "Consolidated", "Context", "DatabaseError", "DatabaseUnavailable", "Derived", "Difference", "Drained",
    "EmbeddedSettings", "Embedder", "Entity", "EntityKind", "Explanation", "Fact", "FeedEntry", "FeedPage", "Finding",
    "FolderUnusable", "Forgotten", "GivenFact", "GraphNode", "GraphPath", "GraphRelation", "InvalidInput",
    "InvalidRecord", "InvalidText", "InvalidTime", "Item", "LanguageModel", "Memory", "ModelAnswerInvalid",
    "ModelAnswerTruncated", "ModelError", "ModelRefused", "ModelUnavailable", "OnnxEmbedder", "Ontology",
    "OntologyMismatch", "OpenAIEmbedder", "Operation", "Persona", "PredicateRule", "Preset", "QueryFailed",
    "QueryTimedOut", "QueuedTurns", "Receipt", "Reembedded", "Report", "Retention", "Rows", "SchemaMismatch",
    "ServerTLS", "Settings", "StaticEmbedder", "Stats", "StructureShapes", "SubAnswer", "TimelinePeriod", "Topic",
    "Transferred", "Turn", "TurnConflict", "UnknownUser", "Usage", "User", "WriteRefused", "read_ontology",
}  # fmt: skip


def test_the_two_commands_stand_in_the_readme_word_for_word() -> None:
    assert COMMANDS in (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_public_names_are_these() -> None:
    assert set(exports.__all__) == PUBLIC
    assert set(getattr(chronomem, "__all__")) == PUBLIC  # noqa: B009 - made on first use, so no type checker sees it
    assert set(dir(chronomem)) >= PUBLIC


def test_every_public_name_loads_and_others_are_attribute_errors() -> None:
    assert all(getattr(chronomem, name) is getattr(exports, name) for name in PUBLIC)
    assert not hasattr(chronomem, "NoSuchName")


def test_importing_the_package_loads_nothing_heavy() -> None:
    code = "import sys, chronomem; print({'numpy', 'neo4j', 'model2vec', 'pydantic'} & set(sys.modules))"
    path = str(Path(chronomem.__file__).parents[1])
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONPATH": path}
    )
    assert run.stdout.strip() == "set()"


def errors() -> set[str]:
    return {
        name for name in PUBLIC if isinstance(value := getattr(chronomem, name), type) and issubclass(value, Exception)
    }


def test_every_public_error_is_explained() -> None:
    page = (ROOT / "docs" / "errors.md").read_text(encoding="utf-8")
    assert [name for name in errors() if f"`{name}`" not in page] == []


def test_every_public_name_is_in_the_reference() -> None:
    pages = [path.read_text(encoding="utf-8") for path in (ROOT / "docs" / "reference").glob("*.md")]
    shown = {line.removeprefix("::: ") for page in pages for line in page.splitlines() if line.startswith("::: ")}
    assert "chronomem.graph_schema.errors" in shown, "which shows every error"
    assert sorted(name for name in PUBLIC - errors() if f"chronomem.{name}" not in shown) == []


def test_the_changelog_tells_of_this_version() -> None:
    headings = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert headings[0] == "Unreleased"
    assert headings[1].split(" - ")[0] == chronomem.__version__
    assert all(re.fullmatch(r"\d+\.\d+\.\d+ - \d{4}-\d{2}-\d{2}", heading) for heading in headings[1:])
