"""How long the explorer takes to show things, in a real browser, over a memory that is there.

    python benchmarks/explorer.py FOLDER USER --json OUT.json

Needs the extra `test`, and chromium with its driver. What is timed ends when the browser shows the result. The first
recall loads the user's index.
"""

import argparse
import json
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

PATIENCE_S = 120
STEPS = 20


class Watch:
    """A browser, and the seconds that things take in it."""

    def __init__(self, driver: webdriver.Chrome, url: str, user: str) -> None:
        self.driver = driver
        self.seconds: dict[str, float] = {}
        self._url = url
        self._user = user

    def take(self, name: str, do: Callable[[], None], until: str) -> None:
        """Do something, and note how long it takes until this is true in the page."""
        began = time.monotonic()
        do()
        WebDriverWait(self.driver, PATIENCE_S, 0.01).until(
            lambda d: d.execute_script(f"return {until}"), f"{name}: {until}"
        )
        self.seconds[name] = round(time.monotonic() - began, 3)
        print(f"{name}: {self.seconds[name]:.2f} s", flush=True)

    def open(self, panel: str) -> Callable[[], None]:
        query = urlencode({"user": self._user, "panel": panel})
        return lambda: self.driver.get(f"{self._url}/?{query}")

    def press(self, css: str, number: int = 0) -> Callable[[], None]:
        return lambda: self.driver.execute_script(f"document.querySelectorAll({css!r})[{number}].click()")


def look(watch: Watch) -> None:
    """Go through the panels as a person would."""
    shows = "(document.querySelector('.section-head h2')?.innerText ?? '')"
    watch.take("timeline, first look at the page", watch.open("Timeline"), f"{shows}.includes('turns in')")
    for number, grain in ((0, "year"), (2, "week"), (3, "day")):
        watch.take(f"all time by {grain}", watch.press(".segment", number), f"/ {grain}s?$/.test({shows})")
    watch.take("all time by month", watch.press(".segment", 1), f"/ months?$/.test({shows})")
    watch.take("into a month", watch.press(".press.title"), f"/ days?$/.test({shows})")
    watch.take("into a day", watch.press(".press.title"), "document.querySelector('.turn') !== null")
    watch.take("graph, first look", watch.open("Graph"), "document.querySelector('.fact') !== null")
    slide(watch)
    time.sleep(3)  # the list beside the graph follows when the slider rests
    watch.take("open a fact", watch.press(".fact"), "document.querySelector('.step') !== null")
    for name in ("first recall", "recall"):
        watch.open("Recall")()
        WebDriverWait(watch.driver, PATIENCE_S).until(lambda d: d.find_elements(By.CSS_SELECTOR, ".question input"))
        field = watch.driver.find_element(By.CSS_SELECTOR, ".question input")
        field.send_keys("What happened in May 2018?")
        watch.take(name, lambda: field.send_keys(Keys.ENTER), "document.querySelector('.found') !== null")  # noqa: B023 - called at once


def slide(watch: Watch) -> None:
    """Move the slider day by day, and note the median time until the day that it stands at is shown."""
    slider = watch.driver.find_element(By.CSS_SELECTOR, "input[type=range]")
    day = "document.querySelector('h2.day').innerText"
    taken = []
    for _ in range(STEPS):
        before = watch.driver.execute_script(f"return {day}")
        watch.take("slider", lambda: slider.send_keys(Keys.ARROW_LEFT), f"{day} !== {before!r}")
        taken.append(watch.seconds.pop("slider"))
    watch.seconds["a step of the slider, median"] = statistics.median(taken)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("user")
    parser.add_argument("--json", type=Path, required=True, metavar="OUT.json")
    arguments = parser.parse_args()
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1440,1000"):
        options.add_argument(argument)
    command = [
        sys.executable,
        "-m",
        "chronomem.engine.interfaces.cli",
        "explore",
        "--folder",
        str(arguments.folder),
        "--port",
        "0",
    ]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:  # noqa: S603 - fixed arguments
        assert process.stderr is not None
        url = process.stderr.readline().split()[3].rstrip(";")
        driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver") or ""))
        try:
            watch = Watch(driver, url, arguments.user)
            look(watch)
        finally:
            driver.quit()
            process.terminate()
    arguments.json.write_text(json.dumps(watch.seconds, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
