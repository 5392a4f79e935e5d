"""The service against its own description: whatever fits it is answered as described, and nothing makes it fail."""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from tests.acceptance.service import ADMIN, TOKENS, Service, serving
from tests.examples import examples

pytestmark = pytest.mark.slow

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@schemathesis.serializer("application/x-ndjson")
def as_lines(_context: Any, value: Any) -> bytes:
    """Send any text as the body of a stream."""
    return str(value).encode(errors="replace")


@pytest.fixture(scope="session")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("fuzzed")
    (folder / "tokens.toml").write_text(TOKENS, encoding="utf-8")
    tokens = str(folder / "tokens.toml")
    with serving(folder / "memory", "--tokens", tokens, "--rate", "100000", "--query-timeout", "2") as service:
        with service.client(ADMIN) as client:
            turn = {"id": "t1", "speaker": "Ann", "text": "I moved to Lisbon last weekend!", "said_at": "2023-05-30"}
            assert client.post("/users/ann/turns", json={"turns": [turn]}).status_code == 200
            assert client.post("/users/ann/consolidate").status_code == 200
        yield service


def test_whatever_fits_the_description_is_answered_as_described(fuzzed: Service) -> None:
    described = schemathesis.openapi.from_url(f"{fuzzed.url}/openapi.json")
    operations = [found.ok() for found in described.get_all_operations() if isinstance(found, Ok)]
    assert len(operations) == len(list(described.get_all_operations()))
    assert len(operations) >= 20
    for operation in operations:

        @settings(max_examples=examples(25), suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy())
        def try_it(case: Any) -> None:
            case.call_and_validate(headers={"Authorization": f"Bearer {ADMIN}"}, checks=CHECKS, timeout=60)

        try_it()
