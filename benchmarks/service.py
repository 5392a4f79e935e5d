"""The service under load: recalls of several clients at once, and turns sent as a stream.

    python benchmarks/service.py [--seconds 30] [--clients 8] [--rate 120] [--users 8] [--turns 700] --json OUT.json
    python benchmarks/service.py --mixed 600 --json OUT.json

The service is a process of its own and so are the clients, on the same machine. Recalls ask the invented questions, at
fixed times, and each is timed from when it was due, so a slow answer delays no other's clock. Streams and calls of the
library store the same invented turns (`synthetic.py`) in turn, each under a new user of the same memory folder.
Memory is resident size as Linux counts it. With `--mixed` the clients recall, ask for facts and send streams of turns
side by side for that many seconds, while the service reads in the background; each tenth of it is shown by itself.
"""

import argparse
import http.client
import json
import multiprocessing
import os
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from load import resident_mb
from synthetic import Conversation, conversations

from chronomem import Memory

ROUNDS = 3
SATURATED_S = 10.0
Sample = tuple[float, float, int]
"""When a recall was due, in seconds from the beginning; how long its answer took; its status."""


def cpu_s(process: int) -> float:
    """Return how many seconds of processor time a process has spent."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def service(folder: Path, *options: str) -> Iterator[tuple[str, int]]:
    """Run the service; give its address and its process id."""
    command = [sys.executable, "-m", "chronomem.engine.interfaces.cli", "serve", "--folder", str(folder), "--port", "0"]
    with subprocess.Popen([*command, "--rate", "100000", *options], stderr=subprocess.PIPE, text=True) as process:  # noqa: S603 - fixed arguments
        assert process.stderr is not None
        said = process.stderr.readline()
        if not said.startswith("chronomem serves at "):
            raise SystemExit(said + process.stderr.read())
        try:
            yield urlsplit(said.split()[3].rstrip(";")).netloc, process.pid
        finally:
            process.terminate()
            process.communicate()


def ask(connection: http.client.HTTPConnection, user: str, question: str) -> int:
    body = json.dumps({"question": question})
    connection.request("POST", f"/users/{user}/recall", body, {"Content-Type": "application/json"})
    answer = connection.getresponse()
    answer.read()
    return answer.status


def client(
    address: str, own: Sequence[tuple[str, str]], due: Sequence[float], began: float, samples: list[Sample]
) -> None:
    """Send a recall at each time that is due, over one connection."""
    connection = http.client.HTTPConnection(address)
    for number, at in enumerate(due):
        time.sleep(max(0.0, began + at - time.monotonic()))
        user, question = own[number % len(own)]
        status = ask(connection, user, question)
        samples.append((at, time.monotonic() - began - at, status))
    connection.close()


def clients(address: str, asked: Sequence[tuple[str, str]], count: int, rate: float, seconds: float) -> list[Sample]:
    """Run clients that send `rate` recalls a second together, evenly spread."""
    samples: list[Sample] = []
    began = time.monotonic() + 0.5
    threads = []
    for number in range(count):
        due = [(number + step * count) / rate for step in range(int(seconds * rate / count))]
        own = asked[number::count]
        threads.append(threading.Thread(target=client, args=(address, own, due, began, samples)))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return samples


def saturate(address: str, asked: Sequence[tuple[str, str]], count: int, seconds: float) -> float:
    """Return how many recalls a second are answered when each client asks again at once."""
    done = [0] * count

    def run(number: int) -> None:
        connection = http.client.HTTPConnection(address)
        while time.monotonic() < ends:
            ask(connection, *asked[(number + done[number] * count) % len(asked)])
            done[number] += 1

    ends = time.monotonic() + seconds
    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(done) / seconds


def stream(address: str, user: str, turns: Sequence[dict[str, Any]]) -> float:
    """Send turns as a stream; return how many were stored a second."""
    body = "".join(f"{json.dumps(turn)}\n" for turn in turns).encode()
    connection = http.client.HTTPConnection(address)
    began = time.perf_counter()
    connection.request("POST", f"/users/{user}/ingest", body, {"Content-Type": "application/x-ndjson"})
    last = json.loads(connection.getresponse().read().splitlines()[-1])
    if last["stored"] != len(turns):
        raise SystemExit(f"not everything was stored: {last}")
    return len(turns) / (time.perf_counter() - began)


def ingest(folder: Path, turns: Sequence[dict[str, Any]]) -> dict[str, float]:
    """Store the same turns through the service and through the library, in turn."""
    streamed, called = [], []
    with service(folder, "--no-consolidate") as (address, _), Memory.open(folder) as memory:
        for number in range(ROUNDS + 1):  # the first warms up
            streamed.append(stream(address, f"stream-{number}", turns))
            began = time.perf_counter()
            memory.add_turns(turns, user=f"call-{number}")
            called.append(len(turns) / (time.perf_counter() - began))
    ours, theirs = statistics.median(streamed[1:]), statistics.median(called[1:])
    return {"stream_turns_per_s": ours, "library_turns_per_s": theirs, "stream_share": ours / theirs}


def recalls(folder: Path, histories: Sequence[Conversation], arguments: argparse.Namespace) -> dict[str, Any]:
    """Store the users, then ask."""
    with Memory.open(folder) as memory:
        for history in histories:
            memory.add_turns([dict(turn) for turn in history["turns"]], user=history["user"])
    asked = [(h["user"], question["text"]) for h in histories for question in h["questions"]]
    random.Random(0).shuffle(asked)
    with service(folder, "--no-consolidate") as (address, process):
        clients(address, asked, arguments.clients, arguments.rate, 3)  # loads the indexes
        before, spent = resident_mb(process), cpu_s(process)
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            given = (address, asked, arguments.clients, arguments.rate, arguments.seconds)
            samples = pool.apply(clients, given)
            most = pool.apply(saturate, (address, asked, arguments.clients, SATURATED_S))
        after = resident_mb(process)
        spent = cpu_s(process) - spent
    took = sorted(seconds * 1000 for _, seconds, _ in samples)
    lasted = max(at + seconds for at, seconds, _ in samples)
    return {
        "recalls": len(samples),
        "failed": sum(status != 200 for *_, status in samples),
        "recalls_per_s": len(samples) / lasted,
        "p50_ms": statistics.median(took),
        "p95_ms": took[int(len(took) * 0.95)],
        "p99_ms": took[int(len(took) * 0.99)],
        "most_recalls_per_s": most,
        "service_cpu_ms_a_recall": spent * 1000 / (len(samples) + most * SATURATED_S),
        "service_mb_before": before,
        "service_mb_after": after,
    }


def mix(
    address: str, number: int, users: Sequence[str], turns: Sequence[dict[str, Any]], ends: float, told: Counter[str]
) -> None:
    """Recall, ask for facts and send turns, one after the other, until the time is over."""
    connection = http.client.HTTPConnection(address)
    step = 0
    while time.monotonic() < ends:
        user, turn = users[(number + step) % len(users)], turns[(number * 97 + step) % len(turns)]
        kind = ("recall", "recall", "facts", "ingest")[step % 4]
        if kind == "recall":
            status = ask(connection, user, str(turn["text"])[:200])
        elif kind == "facts":
            connection.request("GET", f"/users/{user}/facts?about={quote(str(turn['speaker']))}")
            answer = connection.getresponse()
            answer.read()
            status = answer.status
        else:
            new = [dict(turns[(number * 97 + step + n) % len(turns)], id=f"{number}-{step}-{n}") for n in range(5)]
            body = "".join(f"{json.dumps(each)}\n" for each in new).encode()
            connection.request("POST", f"/users/{user}/ingest", body, {"Content-Type": "application/x-ndjson"})
            answer = connection.getresponse()
            last = json.loads(answer.read().splitlines()[-1])
            status = answer.status if last["refused"] == 0 else 0
        told[kind] += 1
        told["failed"] += status != 200
        step += 1
    connection.close()


def mixed(folder: Path, histories: Sequence[Conversation], arguments: argparse.Namespace) -> dict[str, Any]:
    """Store the users, then do everything at once; return what was done in each tenth of the time."""
    with Memory.open(folder) as memory:
        for history in histories:
            memory.add_turns([dict(turn) for turn in history["turns"]], user=history["user"])
    users, turns = [h["user"] for h in histories], [dict(turn) for h in histories for turn in h["turns"]]
    parts: list[dict[str, Any]] = []
    with service(folder) as (address, process):
        for _ in range(10):
            told: Counter[str] = Counter(recall=0, facts=0, ingest=0, failed=0)
            ends = time.monotonic() + arguments.mixed / 10
            given = [(address, number, users, turns, ends, told) for number in range(arguments.clients)]
            threads = [threading.Thread(target=mix, args=own) for own in given]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            parts.append(dict(told) | {"service_mb": resident_mb(process)})
            print(json.dumps(parts[-1]), flush=True)
    return {"failed": sum(part["failed"] for part in parts), "parts": parts}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--rate", type=float, default=120.0, help="recalls a second of all clients together")
    parser.add_argument("--users", type=int, default=8)
    parser.add_argument("--turns", type=int, default=700)
    parser.add_argument("--stream", type=int, default=5_000, help="turns of one stream")
    parser.add_argument("--mixed", type=float, metavar="SECONDS", help="only recalls, facts and streams side by side")
    parser.add_argument("--json", type=Path, required=True, metavar="OUT.json")
    arguments = parser.parse_args()
    histories = list(conversations(arguments.users, arguments.turns, seed=1))
    if arguments.mixed:
        with tempfile.TemporaryDirectory() as folder:
            report = vars(arguments) | mixed(Path(folder) / "mixed", histories, arguments)
        write(report, arguments.json)
        return
    long = next(conversations(1, arguments.stream, seed=2))
    with tempfile.TemporaryDirectory() as folder:
        report = vars(arguments) | recalls(Path(folder) / "recalls", histories, arguments)
        report |= ingest(Path(folder) / "ingest", [dict(turn) for turn in long["turns"]])
    write(report, arguments.json)


def write(report: dict[str, Any], path: Path) -> None:
    """Write the figures to a file, and show them."""
    report["json"] = str(path)
    path.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
