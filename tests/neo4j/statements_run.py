"""Which named statements ran on Neo4j: every one of them must, in a run of all tests that touch the dialect.

Most tests run on the embedded database alone. So that Cypher which Neo4j refuses or reads otherwise is found, a run of
all that is marked `neo4j` notes each statement that reaches a server, and fails where one of the package never did.
"""

import re
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest
from neo4j import AsyncDriver, AsyncSession

from chronomem.graph_schema.database.connection import ServerConnection
from chronomem.graph_schema.database.statements import names, statement

_OUTPUT = "statements_on_neo4j"
_WRITTEN = re.compile(r"^// name: (\S+)$", re.MULTILINE)
ELSEWHERE = {
    "drop_constraint_<key>": "the embedded database alone is scrubbed",
    "drop_index_<name>": "likewise",
    "graphiti_episodes": "the importer runs it by a driver of its own, in test_graphiti_in_neo4j.py",
    "graphiti_facts": "likewise",
}
"""Statements that don't run on Neo4j, or not through a memory, and why."""


def written() -> dict[str, set[str]]:
    """Return the statements as they are written, each with the names it stands for: one, or those of a family.

    The members of a family differ in labels alone, so one that ran stands for all.
    """
    folder = files("chronomem.graph_schema") / "cypher"
    found: dict[str, set[str]] = {}
    for file in folder.iterdir():
        for name in _WRITTEN.findall(file.read_text(encoding="utf-8")):
            pattern = re.compile(re.sub(r"<\w+>", r"\\w+", name))
            found[name] = {each for each in names() if pattern.fullmatch(each)}
    return found


class StatementsRun:
    """Notes the statements that this process, and the workers that it started, send to Neo4j servers.

    Attributes:
        names: of those that were sent.
    """

    def __init__(self) -> None:
        self.names: set[str] = set()
        self._by_text: dict[str, str] = {statement(name): name for name in names()}

    def pytest_sessionstart(self) -> None:
        for method in ("driver", "reader"):
            setattr(ServerConnection, method, self._watching(getattr(ServerConnection, method)))

    def pytest_testnodedown(self, node: Any) -> None:
        self.names |= set(getattr(node, "workeroutput", {}).get(_OUTPUT, ()))

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if (output := getattr(session.config, "workeroutput", None)) is not None:
            output[_OUTPUT] = sorted(self.names)
        elif self.missing(session.config) and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
        if self.names and _is_whole(config):
            missing, all_of_them = self.missing(config), written().keys() - ELSEWHERE.keys()
            ran = len(all_of_them) - len(missing)
            terminalreporter.write_line(f"{ran} of {len(all_of_them)} statements ran on Neo4j")
            if missing:
                terminalreporter.write_line(f"mark a test `dialect` that runs {', '.join(missing)}", red=True)

    def missing(self, config: pytest.Config) -> list[str]:
        """Return what never ran; nothing where only some tests were run, or there is no Neo4j."""
        if not self.names or not _is_whole(config):
            return []
        return sorted(name for name, own in written().items() if name not in ELSEWHERE and not own & self.names)

    def _watching(self, method: Callable[[ServerConnection], Any]) -> Callable[[ServerConnection], Any]:
        async def watched(connection: ServerConnection) -> "_Watched":
            return _Watched(await method(connection), self._note)

        return watched

    def _note(self, query: Any) -> None:
        own, _, _ = str(query).rpartition("\n")  # without the mark, by which a caller's query is found and ended
        if name := self._by_text.get(str(query)) or self._by_text.get(own):
            self.names.add(name)


class _Watched:
    """A driver whose sessions tell what they run."""

    def __init__(self, driver: AsyncDriver, note: Callable[[Any], None]) -> None:
        self._driver = driver
        self._note = note

    def session(self, **options: Any) -> AsyncSession:
        session = self._driver.session(**options)
        begin = session.begin_transaction
        self._watch(session)

        async def begun(*arguments: Any, **more: Any) -> Any:
            transaction = await begin(*arguments, **more)
            self._watch(transaction)
            return transaction

        session.begin_transaction = begun  # type: ignore[method-assign] # the one way to see what a session runs
        return session

    def _watch(self, runner: Any) -> None:
        run = runner.run

        async def noted(query: Any, *arguments: Any, **more: Any) -> Any:
            self._note(query)
            return await run(query, *arguments, **more)

        runner.run = noted


def _is_whole(config: pytest.Config) -> bool:
    """Whether all tests that touch the dialect were asked for, and not some of them by name, folder or mark."""
    options = config.option
    everything = config.args_source is pytest.Config.ArgsSource.TESTPATHS and not options.keyword
    return everything and options.markexpr in ("not browser", "neo4j", "neo4j or slow") and not options.maxfail
