"""One memory for all integration tests; each test works under a user of its own."""

from collections.abc import Iterator
from uuid import uuid4

import pytest

from chronomem import Memory


@pytest.fixture(scope="session")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Memory]:
    with Memory.open(tmp_path_factory.mktemp("embedded") / "memory") as opened:
        yield opened


@pytest.fixture
def user() -> str:
    return f"user-{uuid4().hex}"
