"""Nothing that others write, send or export breaks what reads it; at length with `nox -s fuzz -- --minutes 60`."""

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from tests.examples import examples
from tests.fuzz.targets import SPEAKERS, TARGETS

BROKE = json.loads((Path(__file__).parent / "broke.json").read_text(encoding="utf-8"))
"""Texts that raised an error once, before it was mended. Add those that the fuzzer finds."""


@pytest.mark.slow
@pytest.mark.parametrize("name", TARGETS)
def test_nothing_breaks_it(name: str) -> None:
    target = TARGETS[name]
    with target.opened() as check:

        @settings(max_examples=2 * examples(target.share), suppress_health_check=list(HealthCheck))
        @given(given_it=target.given)
        def try_it(given_it: object) -> None:
            check(given_it)

        try_it()


@pytest.mark.parametrize("name", [name for name, target in TARGETS.items() if target.reads_texts])
def test_a_text_that_broke_once_breaks_nothing(name: str) -> None:
    with TARGETS[name].opened() as check:
        for text in BROKE:
            check(text)


def test_a_turn_that_broke_once_is_extracted() -> None:
    with TARGETS["extraction"].opened() as check:
        for text in BROKE:
            check([(SPEAKERS[0], text)])
