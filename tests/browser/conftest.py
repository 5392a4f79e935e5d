"""One explorer and one browser for all tests of the browser."""

import os
import shutil
from collections.abc import Iterator
from importlib.resources import as_file, files
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

from chronomem import Memory
from chronomem.engine.importers import read_conversations
from tests.acceptance.service import exploring
from tests.browser.explorer import Page

MARKUP = "<script>window.broken = 1</script><img src=x onerror='window.broken = 2'> is my <b>favourite</b> joke"


@pytest.fixture(scope="session")
def driver() -> Iterator[webdriver.Chrome]:
    """A headless Chromium; where there is none the test is skipped, and with CI=true it fails."""
    browser, chromedriver = shutil.which("chromium") or shutil.which("google-chrome"), shutil.which("chromedriver")
    if browser is None or chromedriver is None:
        missing = "chromium and chromedriver are needed: apt-get install chromium chromium-driver"
        if os.environ.get("CI", "").lower() in {"1", "true"}:
            pytest.fail(missing, pytrace=False)
        pytest.skip(missing)
    options = webdriver.ChromeOptions()
    options.binary_location = browser
    for switch in (
        *("headless=new", "no-sandbox", "disable-gpu", "disable-dev-shm-usage", "hide-scrollbars"),
        *("no-first-run", "disable-background-networking", "disable-component-update", "disable-sync"),
    ):
        options.add_argument(f"--{switch}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    chrome = webdriver.Chrome(options=options, service=Service(chromedriver))
    yield chrome
    chrome.quit()


@pytest.fixture(scope="session")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """An explorer over the demo's conversation and users of our own: a mover, one misheard, one of markup, a host."""
    folder = tmp_path_factory.mktemp("explorer") / "memory"
    with Memory.open(folder) as memory:
        _fill(memory)
        with exploring(folder) as url:
            yield url


def _fill(memory: Memory) -> None:
    with as_file(files("chronomem.engine") / "demo" / "conversation.jsonl") as path:
        demo = next(read_conversations(Path(path)))
    memory.add_turns(demo.turns, user="demo")
    memory.add(
        "I moved to Lisbon today!", user="mover", speaker="Ann", said_at="2023-03-01T09:00:00Z", turn_id="lisbon"
    )
    memory.add("I moved to Porto today!", user="mover", speaker="Ann", said_at="2023-09-01T09:00:00Z", turn_id="porto")
    memory.add("So here I stay.", user="mover", speaker="Ann", said_at="2023-12-01T09:00:00Z")
    memory.add("I live in Lisbon.", user="mistaken", speaker="Ann", said_at="2024-05-01T10:00:00Z")
    memory.add(MARKUP, user="joker", speaker="<i>Jo</i>", said_at="2024-05-01T10:00:00Z")
    memory.add_fact(user="joker", subject="<i>Jo</i>", predicate="likes", value=MARKUP, valid_at="2024-05-01")
    memory.add_fact(user="joker", subject="<i>Jo</i>", predicate="knows", object="<u>Al</u>", valid_at="2024-05-01")
    crowd = [
        {"subject": "Ann", "predicate": "knows", "object": f"Guest {n}", "valid_at": "2024-05-01"} for n in range(700)
    ]
    memory.add_facts(crowd, user="host")
    memory.consolidate()


@pytest.fixture
def page(driver: webdriver.Chrome, url: str) -> Iterator[Page]:
    """The explorer in the browser. Whatever a test does, the browser has nothing to complain about."""
    page = Page(driver, url)
    page.complaints()
    yield page
    driver.delete_all_cookies()
    assert page.complaints() == []
