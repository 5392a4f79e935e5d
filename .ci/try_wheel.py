"""Install a wheel as people would from PyPI: from an index, with pip and with uv, and run what the pages promise.

    python .ci/try_wheel.py dist/chronomem-….whl

The index is a folder that is served on the loopback interface; what the package needs comes from PyPI.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import urllib.request
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

TOLD = "Leeds → Bristol"
"""What the demo tells of its story."""

ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith(("CHRONOMEM_", "PYTHON"))}
ENVIRONMENT |= {"CHRONOMEM_LINGER": "0"}  # no database stays behind


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *args: object) -> None:
        pass


@contextmanager
def index(folder: Path) -> Iterator[str]:
    """Serve a folder with a folder for each package, whose listing is that of a package index; yield its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    serving = threading.Thread(target=server.serve_forever, daemon=True)
    serving.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        serving.join()
        server.server_close()


def run(*command: str | Path) -> str:
    """Run a command, and return what it prints; end with its errors if it fails."""
    print("$", *command, flush=True)
    told = list(map(str, command))
    done = subprocess.run(told, capture_output=True, text=True, check=False, env=ENVIRONMENT)  # noqa: S603 - made here
    if done.returncode:
        sys.exit(f"{done.stdout}{done.stderr}")
    return done.stdout


def serves(program: Path, folder: Path) -> None:
    """Check that the service starts and answers."""
    command = [str(program), "serve", "--folder", str(folder), "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT) as process:  # noqa: S603 - made here
        assert process.stderr is not None
        line = process.stderr.readline()
        try:
            address = re.findall(r"http://127\.0\.0\.1:\d+", line)[0]
            with urllib.request.urlopen(f"{address}/health", timeout=60) as answer:  # noqa: S310 - on the loopback
                print(f"{line.strip()} {answer.status}")
        finally:
            process.terminate()
            process.communicate(timeout=60)


def main(wheel: Path) -> None:
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        (place / "index/chronomem").mkdir(parents=True)
        shutil.copy(wheel, place / "index/chronomem")
        version = wheel.name.split("-")[1]
        venv.create(place / "venv", with_pip=True)
        programs = place / "venv/bin"
        with index(place / "index") as address:
            wanted = (f"chronomem[server]=={version}", "uv")
            run(programs / "pip", "install", "--quiet", "--no-compile", "--extra-index-url", address, *wanted)
            assert TOLD in run(programs / "chronomem", "demo")
            serves(programs / "chronomem", place / "memory")
            uvx = (programs / "uvx", "--cache-dir", place / "uv", "--python", programs / "python", "--index", address)
            assert TOLD in run(*uvx, "chronomem", "demo")
    print("pip install 'chronomem[server]' and uvx chronomem demo work")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
