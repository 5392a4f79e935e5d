"""The lanes of the tests and checks, each in the environment that nox was started from.

`nox -s unit` is what to run after each change; `nox` alone runs what a change must pass. Install first:
`pip install --editable '.[dev]'`.
"""

import sys
from pathlib import Path

import nox

nox.needs_version = ">=2024.3.2"
nox.options.default_venv_backend = "none"  # the environment is large, and takes minutes to make
nox.options.sessions = ["lint", "types", "unit", "embedded", "neo4j"]

PYTHON = (sys.executable, "-m")
PYTEST = (*PYTHON, "pytest")
IN_TWO = ("-n", "2")


@nox.session
def unit(session: nox.Session) -> None:
    """What needs no database."""
    session.run(*PYTEST, *IN_TWO, "tests/unit", *session.posargs)


@nox.session
def embedded(session: nox.Session) -> None:
    """The memory on the embedded database, with its command line, service and tools."""
    session.run(
        *PYTEST,
        *IN_TWO,
        *("-m", "not browser and not neo4j"),
        *("tests/integration", "tests/acceptance", "tests/fuzz"),
        *session.posargs,
    )


@nox.session
def neo4j(session: nox.Session) -> None:
    """What touches the dialect, on Neo4j; every named statement must have run."""
    session.run(*PYTEST, *IN_TWO, "-m", "neo4j", *session.posargs, env={"CI": "true"})


@nox.session
def slow(session: nox.Session) -> None:
    """The rest of the tests but for the browser: kills, whole examples and pages, and all that runs on Neo4j."""
    session.run(*PYTEST, *IN_TWO, "-m", "neo4j or slow", *session.posargs, env={"CI": "true"})


@nox.session
def browser(session: nox.Session) -> None:
    """The explorer in a browser. On a busy machine an event comes too late at times: a test has to fail twice."""
    session.run(*PYTEST, "-m", "browser", "tests/browser", "--reruns", "1", *session.posargs, env={"CI": "true"})


@nox.session
def lint(session: nox.Session) -> None:
    """Habits and form."""
    session.run(*PYTHON, "ruff", "check", ".")
    session.run(*PYTHON, "ruff", "format", "--check", ".")


@nox.session
def types(session: nox.Session) -> None:
    """The types of the package, the tests, the benchmarks and the examples."""
    session.run(*PYTHON, "mypy", *session.posargs)


@nox.session
def docs(session: nox.Session) -> None:
    """The pages: every block of code does what it shows, and they become a site."""
    session.run(*PYTEST, "tests/acceptance/test_code_blocks.py", "tests/acceptance/test_documents.py", *session.posargs)


@nox.session
def wheel(session: nox.Session) -> None:
    """The wheel, installed from an index with pip and with uv: the service starts, and the demo tells its story."""
    folder = session.create_tmp()
    session.run(*PYTHON, "build", "--wheel", "--outdir", folder)
    [built] = Path(folder).glob("*.whl")
    session.run(*PYTHON[:1], ".ci/try_wheel.py", str(built))


@nox.session
def coverage(session: nox.Session) -> None:
    """All tests but for the browser, with the share of the package that they run."""
    session.run(*PYTEST, *IN_TWO, "-m", "not browser", "--cov", "--cov-report=term", *session.posargs)


@nox.session
def thorough(session: nox.Session) -> None:
    """Before a release: all examples, everything on both databases, and what is repeated at length."""
    session.run(*PYTEST, *IN_TWO, "--thorough", *session.posargs, env={"CI": "true"})


@nox.session
def fuzz(session: nox.Session) -> None:
    """Odd texts, files, replies and requests for as long as one likes: `nox -s fuzz -- --minutes 60`."""
    session.run(*PYTHON, "tests.fuzz", *session.posargs)


@nox.session
def crash(session: nox.Session) -> None:
    """Kills and disturbances at length, each compared with an undisturbed run: `nox -s crash -- --rounds 10`."""
    session.run(*PYTHON, "tests.crash", *session.posargs)
