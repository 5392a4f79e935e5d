"""The page of comparison names a source for what it says of others, and a test for what it says of chronomem."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/comparison.md").read_text(encoding="utf-8")
ENGINES = 7


def rows(heading: str) -> list[list[str]]:
    """Return the cells of the table below a heading, without its own headings."""
    lines = PAGE.partition(f"## {heading}\n")[2].partition("\n## ")[0].splitlines()
    table = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    return table[2:]


def references(cell: str) -> list[str]:
    return re.findall(r"\[([A-Z]*\d+)\]", cell)


def test_every_answer_about_another_engine_has_a_source() -> None:
    sources = dict(rows("Sources about the others"))
    cited: set[str] = set()
    for question, _, *others in rows("Questions and answers"):
        assert len(others) == ENGINES, question
        for cell in others:
            assert cell == "unknown" or references(cell), f"{question} {cell}"
            cited.update(references(cell))
    assert cited | set(references(PAGE.partition("## Recall, measured")[2].partition("\n## ")[0])) == set(sources)
    assert all(sources.values())


def test_every_answer_of_chronomem_has_a_test_that_exists() -> None:
    tests = dict(rows("Tests of chronomem's answers"))
    cited = [references(own) for _, own, *_ in rows("Questions and answers")]
    assert all(cited)
    assert {number for numbers in cited for number in numbers} == set(tests)
    for place in tests.values():
        [(file, name)] = re.findall(r"^`(tests/[\w/]+\.py)`: `(test_\w+)`$", place)
        assert f"def {name}(" in (ROOT / file).read_text(encoding="utf-8"), place


def test_every_engine_is_named_with_its_release() -> None:
    engines = PAGE.partition("| it is |")[2].partition("\n\n")[0].splitlines()[2:]
    assert len(engines) == ENGINES
    assert all(re.search(r"\d+\.\d+\.\d+", line.split("|")[2]) for line in engines)
    assert "without a language model" in PAGE.partition("## Recall, measured")[2]
