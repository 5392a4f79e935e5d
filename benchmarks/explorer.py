"""How long the explorer takes to show things, in a real browser.

    python benchmarks/explorer.py FOLDER --make
    python benchmarks/explorer.py FOLDER --json OUT.json

The first command stores two users: `long` has 50,000 turns and 34,000 facts over five years, `wide` has 1,500 entities
with 4,000 relations that all hold at the end. The second times the panels of `long` (or of `--user`, who is there), and
the frames of the graph of `wide` while it is zoomed, moved, and led through time.

Needs the extra `test`, and chromium with its driver. What is timed ends when the browser shows the result. The first
recall loads the user's index. Headless Chromium draws without a graphics card.
"""

import argparse
import json
import random
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait
from synthetic import conversations

from chronomem import Memory

PATIENCE_S = 120
STEPS = 20
TURNS, FACTS = 50_000, 34_000
ENTITIES, RELATIONS = 1_500, 4_000
SEED = 1
# Collects the times between frames, for three seconds, while `act` is called before each.
_FRAMES = """
const done = arguments[0], chart = getElement(+document.querySelector('.graph-chart').id.slice(1)).chart;
const canvas = document.querySelector('.graph-chart canvas'), box = canvas.getBoundingClientRect();
const middle = {clientX: box.left + box.width / 2, clientY: box.top + box.height / 2, bubbles: true};
const watch = (act) => {
  const frames = [], began = performance.now();
  let last = began, count = 0;
  const frame = (now) => {
    if (count) frames.push(now - last);
    last = now;
    act(count++);
    if (now - began < 3000) requestAnimationFrame(frame); else done(frames);
  };
  requestAnimationFrame(frame);
};
"""
_ZOOM = """
const wheel = (n) => new WheelEvent('wheel', {...middle, deltaY: n % 20 < 10 ? -60 : 60, cancelable: true});
watch((n) => canvas.dispatchEvent(wheel(n)));
"""
_MOVE = """
const at = (n) => ({...middle, clientX: middle.clientX + 200 * Math.sin(n / 9)});
const mouse = (kind, n) => canvas.dispatchEvent(new MouseEvent(kind, at(n)));
mouse('mousemove', 0);
mouse('mousedown', 0);
watch((n) => mouse('mousemove', n));
"""
_LEAD = """
const slider = document.querySelector('input[type=range]');
watch((n) => {
  if (n % 6) return;
  slider.value = +slider.max - n;
  slider.dispatchEvent(new Event('input', {bubbles: true}));
});
"""


class Watch:
    """A browser, and the seconds that things take in it."""

    def __init__(self, driver: webdriver.Chrome, url: str, user: str) -> None:
        self.driver = driver
        self.seconds: dict[str, float] = {}
        self.url = url
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
        return lambda: self.driver.get(f"{self.url}/?{query}")

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


def watch_frames(watch: Watch) -> None:
    """Note the median time between two frames while the graph of `wide` is zoomed, moved and led through time."""
    watch.driver.get(f"{watch.url}/?{urlencode({'user': 'wide', 'panel': 'Graph', 'more': ENTITIES})}")
    chart = "getElement(+document.querySelector('.graph-chart')?.id.slice(1))?.chart"
    dots = f"{chart}?.getOption()?.series?.[0]?.data?.length"
    watch.take("graph of 1,500 entities and 4,000 relations", lambda: None, f"{dots} >= {ENTITIES}")
    time.sleep(2)
    for name, script in {"zoomed": _ZOOM, "moved": _MOVE, "led through time": _LEAD}.items():
        frames = watch.driver.execute_async_script(_FRAMES + script)
        watch.seconds[f"a frame while it is {name}, median"] = round(statistics.median(frames) / 1000, 4)
        print(name, watch.seconds[f"a frame while it is {name}, median"], f"{len(frames)} frames", flush=True)


def make(folder: Path) -> None:
    """Store the users that are looked at. A turn of `long` says its fact; those of `wide` are given without turns."""
    chance = random.Random(SEED)
    begin = datetime(2015, 1, 1, tzinfo=UTC)
    (conversation,) = conversations(1, TURNS, SEED)
    turns = conversation["turns"]
    told = invent(chance, 3_000, FACTS, "Place")
    for turn, fact in zip(sorted(chance.sample(turns, len(told)), key=lambda turn: turn["said_at"]), told, strict=True):
        turn["text"] += " {subject} {predicate} {object}.".format(**fact)
        fact |= {"turn_id": turn["id"], "valid_at": turn["said_at"]}
    related = invent(chance, ENTITIES, RELATIONS, "Person")
    for fact in related:
        fact["valid_at"] = begin + timedelta(days=chance.random() * 1_500)
    with Memory.open(folder) as memory:
        memory.add_turns(turns, user="long")
        print(f"{TURNS:,} turns", flush=True)
        for user, facts in (("long", told), ("wide", related)):
            memory.add_facts(facts, user=user)
            print(f"{len(facts):,} facts of {user}", flush=True)


def invent(chance: random.Random, entities: int, facts: int, what: str) -> list[dict[str, Any]]:
    """Return as many facts, in no order, about that many people: some are in very many, and each is in one."""
    pairs = {(one, (one * 7 + 1) % entities) for one in range(entities)}
    while len(pairs) < facts:
        one, other = int(chance.triangular(0, entities, 0)), int(chance.random() * entities)
        if one != other:
            pairs.add((one, other))
    verbs = ("knows", "visited", "likes", "has_friend")
    return [
        {"subject": f"Person {one}", "predicate": chance.choice(verbs), "object": f"{what} {other}"}
        for one, other in chance.sample(sorted(pairs), len(pairs))
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--user", default="long")
    parser.add_argument("--make", action="store_true", help="store the users, and time nothing")
    parser.add_argument("--json", type=Path, metavar="OUT.json")
    arguments = parser.parse_args()
    if arguments.make:
        make(arguments.folder)
        return
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
            watch_frames(watch)
        finally:
            driver.quit()
            process.terminate()
    if arguments.json:
        arguments.json.write_text(json.dumps(watch.seconds, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
