"""What else happens to a memory in use: clocks that jump, two programs at once, a folder without permission, sizes."""

import os
import subprocess
import sys
import threading
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from chronomem import ChronomemError, Memory, Settings
from tests.graphs import graph_of

_NOW = "2024-09-01T00:00:00+00:00"
_FIRST = datetime(2024, 5, 1, 12, tzinfo=UTC)
_LINES = ("I moved to Lisbon.", "My dog is called Rex.", "We painted the kitchen yesterday.", "I work at Acme now.")


def _turns(count: int, *, first: int = 0, sessions: bool = False) -> list[dict[str, object]]:
    return [
        {
            "id": f"t{n}",
            "text": f"{_LINES[n % 4]} That was number {n}.",
            "speaker": "Ann" if n % 2 else "Bo",
            "said_at": _FIRST + timedelta(minutes=n),
            **({"session": f"s{n}"} if sessions else {}),
        }
        for n in range(first, first + count)
    ]


def clock_that_jumps(place: Path, scale: float) -> str:
    """The clock is set a day back and forth between any two calls: the memory is that of a steady clock."""
    calls = max(6, round(20 * scale))
    found = []
    for name, jumps in (("steady", (0,)), ("jumping", (1, -1, 2, -2))):
        told = [0]

        def clock(jumps: tuple[int, ...] = jumps, told: list[int] = told) -> datetime:
            told[0] += 1
            return datetime(2024, 8, 1, tzinfo=UTC) + timedelta(days=jumps[told[0] % len(jumps)], seconds=told[0])

        with Memory.open(place / name, clock=clock) as memory:
            for call in range(calls):
                memory.add_session(_turns(5, first=5 * call), user="ann", session="talk")
                memory.consolidate(user="ann", now=_NOW)
                assert memory.recall("Where did Ann move?", user="ann", now=_NOW)
            assert memory.doctor().findings == ()
            found.append(graph_of(memory, "ann", place))
            assert len(memory.recall("number", user="ann", k=10_000)) == 5 * calls
    assert [pair for pair in zip(*found, strict=True) if pair[0] != pair[1]][:3] == []
    return f"{calls} calls"


_PROGRAM = """
import sys
from datetime import datetime, timedelta
from pathlib import Path
folder, version, structures, first, count = Path(sys.argv[1]), sys.argv[2], sys.argv[3].split(), *map(int, sys.argv[4:])
import chronomem.graph_schema.version as told
told.__version__ = version or told.__version__
from chronomem import Memory, Settings
from tests.crash.disturbances import _turns
with Memory.open(folder, settings=Settings(structures=tuple(structures))) as memory:
    for at in range(first, first + count, 10):
        memory.add_session(_turns(10, first=at), user="ann", session="talk")
        memory.consolidate(now="2024-09-01T00:00:00+00:00")
        memory.recall("Where did Ann move?", user="ann")
"""


def two_programs(place: Path, scale: float) -> str:
    """Two programs with other settings and versions store and consolidate at once: nothing is lost or doubled."""
    count = max(20, round(200 * scale) // 10 * 10)
    programs = [
        subprocess.Popen(
            [sys.executable, "-c", _PROGRAM, str(place / "both"), version, structures, str(first), str(count)],
            stderr=subprocess.PIPE,
            text=True,
        )
        for version, structures, first in (("", "calendar topics profiles", 0), ("9.9.9", "timem calendar", count))
    ]
    for program in programs:
        _, errors = program.communicate(timeout=3600)
        assert program.returncode == 0, errors[-3000:]
    settings = Settings(structures=("calendar", "topics", "profiles", "timem"))
    with Memory.open(place / "both", settings=settings) as both, Memory.open(place / "one", settings=settings) as one:
        one.add_session(_turns(2 * count), user="ann", session="talk")
        for memory in (both, one):
            memory.consolidate(now=_NOW)
            assert memory.doctor().findings == ()
        assert both.stats(user="ann") == one.stats(user="ann")
        told = [sorted((f.says, f.valid_at) for f in memory.facts(user="ann")) for memory in (both, one)]
        assert told[0] == told[1]
        found = [{item.text for item in memory.recall("number", user="ann", k=10_000)} for memory in (both, one)]
        assert found[0] == found[1]
    return f"{count} turns each"


def folder_without_permission(place: Path, _scale: float) -> str:
    """The folder becomes read-only under a running memory: errors of chronomem, and nothing acknowledged is lost."""
    if os.geteuid() == 0:
        return "left out: permissions don't bind this account"
    folder, stored = place / "memory", 0
    with Memory.open(folder) as memory:
        memory.add_turns(_turns(10), user="ann")
        parts = [path for path in (folder, *folder.rglob("*")) if path.is_dir()]
        modes = [path.stat().st_mode for path in parts]
        try:
            for path in parts:
                path.chmod(0o500)
            for call in range(10):
                try:
                    stored += memory.add_turns(_turns(10, first=10 + 10 * call), user="ann").stored
                    memory.forget(user="ann", turn_ids=[f"t{10 + 10 * call}"])
                    stored -= 1
                    memory.export(folder / "export")
                except ChronomemError:
                    continue
        finally:
            for path, mode in zip(parts, modes, strict=True):
                path.chmod(mode)
    with Memory.open(folder) as memory:
        memory.consolidate(now=_NOW)
        assert memory.stats(user="ann").turns >= 10 + stored
        assert memory.doctor().findings == ()
    return f"{stored} turns stored"


def many_sessions(place: Path, scale: float) -> str:
    """A hundred thousand sessions of one turn each: they are all there, and the last is stored as fast as the first."""
    count = max(1_000, round(100_000 * scale))
    tenth = count // 10
    seconds = []
    with Memory.open(place / "memory") as memory:
        for part in range(10):
            began = time.monotonic()
            memory.add_turns(_turns(tenth, first=part * tenth, sessions=True), user="ann")
            seconds.append(time.monotonic() - began)
        assert memory.stats(user="ann").sessions == 10 * tenth
        assert memory.recall(f"number {count // 2}", user="ann", k=5)
        memory.forget(user="ann", turn_ids=["t0"])
        assert memory.stats(user="ann").sessions == 10 * tenth - 1
    assert min(seconds[5:]) < 3 * max(seconds[:5]), seconds
    parts = " ".join(f"{each:.0f}" for each in seconds)
    return f"{count:,} sessions; seconds of each tenth: {parts}"


def storing_while_recalling(place: Path, scale: float) -> str:
    """Turns are stored while others ask: all that was acknowledged is found, and the index is what a fresh one is."""
    count, recalls, wrong = max(1_000, round(30_000 * scale)), [0], []
    with Memory.open(place / "memory") as memory:
        memory.add_turns(_turns(250), user="ann")
        acknowledged, ended = [250], threading.Event()

        def ask() -> None:
            while not ended.is_set():
                last = acknowledged[0] - 1
                found = memory.recall(f"That was number {last}.", user="ann", k=20)
                if not any(f"t{last}" in item.turn_ids for item in found):
                    wrong.append(last)
                recalls[0] += 1

        asking = [threading.Thread(target=ask) for _ in range(2)]
        for thread in asking:
            thread.start()
        for first in range(250, count, 250):
            memory.add_turns(_turns(250, first=first), user="ann")
            acknowledged[0] = first + 250
        ended.set()
        for thread in asking:
            thread.join()
        questions = [f"Who was number {n}?" for n in range(0, count, max(1, count // 20))]
        grown = [memory.recall(question, user="ann").as_dict() for question in questions]
    with Memory.open(place / "memory", settings=Settings(snapshot_turns=10**9)) as memory:
        fresh = [memory.recall(question, user="ann").as_dict() for question in questions]
    assert not wrong, wrong[:10]
    assert [[item["turn_ids"] for item in each["items"]] for each in grown] == [
        [item["turn_ids"] for item in each["items"]] for each in fresh
    ]
    return f"{count:,} turns, {recalls[0]:,} recalls meanwhile"


DISTURBANCES = {
    "clock": clock_that_jumps,
    "programs": two_programs,
    "permission": folder_without_permission,
    "sessions": many_sessions,
    "recalls": storing_while_recalling,
}
