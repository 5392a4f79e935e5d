"""The tree is the one that docs/architecture.md draws: its imports, its names and its rooms.

Everything is read from the syntax trees, lazy imports and imports for types included.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from chronomem.retrieval.presets.registry import STAGES

ROOT = Path(__file__).parents[2]
FLOORS = ("graph_schema", "extractors", "retrieval", "engine")
"""From the ground up: a floor imports itself and those before it."""
SAY_NOTHING = {
    *("recalling", "reading", "unread", "telling", "kept", "holders", "rooms", "plain", "provisional"),
    *("utils", "helpers", "manager", "base"),
}
"""Names that do not tell what a module holds, or that are not the field's terms."""
_PATH = re.compile(r"`((?:\.?\w[\w.-]*/)+(?:[\w.-]+\.\w+)?|\w+\.(?:py|md|toml|yml|yaml))`")
_STEP = re.compile(r"^\| \d+ \| `([^`]+\.py)` \| `(\w+)` \|", re.MULTILINE)
_RULE = re.compile(r"^\| [^|`]+\? \| `([^`]+\.py)` \| `(\w+)` \|", re.MULTILINE)
_WORD = re.compile(r'class="([nm])"[^>]*>(\w+)</text>')


@dataclass(frozen=True)
class Module:
    """One Python file of a floor.

    Attributes:
        name: dotted, below `chronomem`; a package is called `….__init__`.
        path: where it stands.
        tree: its syntax tree.
        imports: the full name of each module that it imports, and the name that it takes out of it, if any.
    """

    name: str
    path: Path
    tree: ast.Module
    imports: Sequence[tuple[str, str]]


@cache
def modules() -> Mapping[str, Module]:
    """Return every module of the four floors by its name."""
    found = {}
    for path in sorted(path for floor in FLOORS for path in (ROOT / floor).rglob("*.py")):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found[name] = Module(name, path, tree, [*imported(tree)])
    return found


def imported(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield the imports of a tree: full names of modules, and the names that it takes out of them."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from ((each.name, "") for each in names)
            case ast.ImportFrom(module=str(source), names=names):
                yield from ((source, each.name) for each in names)
            case ast.Call(func=ast.Name(id="import_module"), args=[ast.Constant(value=str(source)), *_]):
                yield source, ""
            case ast.Call(
                func=ast.Name(id="import_module"),
                args=[ast.JoinedStr(values=[ast.Constant(value=str(source)), *_]), *_],
            ):
                yield source.rstrip("."), ""


def home(source: str, taken: str, known: Iterable[str]) -> str | None:
    """Return the module of the floors that an import reaches; None for other packages and for the root."""
    package, _, below = source.partition(".")
    if package != "chronomem" or not below:
        return None
    wanted = (f"{below}.{taken}", f"{below}.{taken}.__init__", below, f"{below}.__init__")
    return next((name for name in wanted if name in known), None)


@cache
def arrows() -> frozenset[tuple[str, str]]:
    """Return who imports whom, within the four floors."""
    known = modules()
    return frozenset(
        (module.name, target)
        for module in known.values()
        for source, taken in module.imports
        if (target := home(source, taken, known)) is not None and target != module.name
    )


def siblings() -> Mapping[str, Mapping[str, set[str]]]:
    """Return for each folder, the four floors' own included (""), which of its members imports which others."""
    folders: defaultdict[str, defaultdict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for importer, target in arrows():
        one, other = importer.split("."), target.split(".")
        depth = next(i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b)
        folders["/".join(one[:depth])][one[depth]].add(other[depth])
    return folders


def rooms() -> list[str]:
    """Return the path of every folder and of every module that stands directly on a floor."""
    found: set[str] = set()
    for module in modules().values():
        path = module.path.relative_to(ROOT)
        found.update(f"{folder}/" for folder in path.parents[:-2])
        if len(path.parts) == 2 and path.name != "__init__.py":
            found.add(str(path))
    return sorted(found)


def defined_in(path: Path) -> set[str]:
    """Return the names of all classes, functions, methods and constants of a file."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                found.add(name)
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                found.add(name)
    return found


def page(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_no_import_points_up_a_floor() -> None:
    def floor(name: str) -> int:
        return FLOORS.index(name.partition(".")[0])

    assert sorted((one, other) for one, other in arrows() if floor(one) < floor(other)) == []


def test_no_folder_has_a_cycle_among_its_members() -> None:
    cycles = []
    for folder, graph in siblings().items():
        try:
            TopologicalSorter(graph).prepare()
        except CycleError as error:
            cycles.append((folder, error.args[1]))
    assert cycles == []


def test_the_arrows_are_those_that_a_reader_finds() -> None:
    assert len(arrows()) > 1_000, "the imports were parsed"
    assert ("retrieval.presets.registry", "retrieval.stages.__init__") in arrows(), "by name, in import_module"
    assert siblings()[""]["engine"] == {"graph_schema", "extractors", "retrieval"}


def test_nothing_imports_the_root_package() -> None:
    roots = {"chronomem", "chronomem.exports"}
    found = [m.name for m in modules().values() for source, _ in m.imports if source in roots]
    assert found == [], "chronomem itself imports every floor; import the module that holds the name"


def test_every_public_class_has_a_name_of_its_own() -> None:
    homes: defaultdict[str, list[str]] = defaultdict(list)
    for module in modules().values():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes[node.name].append(module.name)
    assert {name: found for name, found in homes.items() if len(found) > 1} == {}


def test_every_module_has_a_name_that_says_what_it_holds() -> None:
    assert [name for name in modules() if SAY_NOTHING & set(name.split("."))] == []


def test_a_stage_and_its_module_have_one_name() -> None:
    files = {path.stem: path for path in (ROOT / "retrieval" / "stages").glob("*.py") if path.stem != "__init__"}
    assert files.keys() == STAGES.keys()
    assert [name for name, kind in STAGES.items() if kind not in defined_in(files[name])] == []


def test_a_structure_and_its_package_have_one_name() -> None:
    structures = "engine.consolidation.structures"
    modules_of = {name: [*name.removeprefix(f"{structures}.").split(".")] for name in modules() if structures in name}
    named = {
        statement.value.value: place
        for name, place in modules_of.items()
        for kind in modules()[name].tree.body
        if isinstance(kind, ast.ClassDef)
        for statement in kind.body
        if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Constant)
        if ast.unparse(statement.targets[0]) == "name"
    }
    assert {key: place[0] for key, place in named.items()} == {key: key for key in named}
    assert named.keys() == {place[0] for place in modules_of.values()} - {"__init__"}


@pytest.mark.parametrize("name", ["docs/architecture.md", "CONTRIBUTING.md"])
def test_every_file_that_is_named_exists(name: str) -> None:
    named = _PATH.findall(page(name))
    assert len(named) > 20, "the paths were found"
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_the_floor_plan_names_every_room() -> None:
    text = page("docs/architecture.md")
    assert [room for room in rooms() if f"`{room}`" not in text] == []


def test_the_drawing_lists_the_rooms_in_the_order_of_their_imports() -> None:
    drawn: dict[str, list[str]] = {}
    for kind, words in _WORD.findall(page("docs/images/floors.svg")):
        if kind == "n":
            drawn[words] = []
        else:
            drawn[next(reversed(drawn))].append(words)
    assert list(drawn) == list(reversed(FLOORS))
    for floor, order in drawn.items():
        assert sorted(order) == sorted(path.name for path in (ROOT / floor).iterdir() if _is_room(path)), floor
        upward = [
            (one, other)
            for one, others in siblings()[floor].items()
            for other in others
            if one in order and other in order and order.index(one) > order.index(other)
        ]
        assert upward == [], floor


def _is_room(path: Path) -> bool:
    return (path / "__init__.py").is_file() or path.name == "cypher"


def test_every_step_of_the_walks_is_where_the_page_says() -> None:
    steps = _STEP.findall(page("docs/architecture.md"))
    assert len(steps) > 20, "the steps of both walks were found"
    assert [(path, name) for path, name in steps if name not in defined_in(ROOT / path)] == []


def test_every_rule_that_a_stranger_asks_for_is_where_the_answer_says() -> None:
    answers = _RULE.findall(page("CONTRIBUTING.md"))
    assert len(answers) == 11
    assert [(path, name) for path, name in answers if name not in defined_in(ROOT / path)] == []
