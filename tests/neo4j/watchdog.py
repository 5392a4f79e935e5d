"""Runs one Java server for as long as the process that asked for it lives.

    python watchdog.py HOME COMMAND...

The asker holds the other end of our standard input. When that closes, because the asker closed it, ended
or was killed, the server is killed and HOME is deleted. The asker's process group is not ours, so what is
sent to that group (Ctrl-C, a kill of a whole job) does not reach us first.

HOME/java.pid holds the server's process id; HOME/exit-code appears when the server has ended.
"""

import shutil
import subprocess
import sys
import threading
from pathlib import Path


def watch(home: Path, command: list[str]) -> None:
    """Run the command until it ends and our standard input is closed; then delete its home folder."""
    with (home / "console.log").open("wb") as console:
        java = subprocess.Popen(command, cwd=home, stdin=subprocess.DEVNULL, stdout=console, stderr=subprocess.STDOUT)
    (home / "java.pid").write_text(str(java.pid))
    reporter = threading.Thread(target=_report_exit, args=(home, java))
    reporter.start()
    sys.stdin.buffer.read()
    java.kill()
    reporter.join()
    shutil.rmtree(home, ignore_errors=True)  # a folder left in the system's temporary folder harms nobody


def _report_exit(home: Path, java: "subprocess.Popen[bytes]") -> None:
    (home / "exit-code").write_text(str(java.wait()))


if __name__ == "__main__":
    watch(Path(sys.argv[1]), sys.argv[2:])
