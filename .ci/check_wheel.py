"""Check that a wheel holds the package and nothing else, and every file that git knows and a user needs."""

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

FOLDERS = ("engine", "graph_schema", "extractors", "retrieval")
NOT_SHIPPED = ("extractors/language/training/", "extractors/turns/training/")  # make what is shipped; need a checkout


def main(wheel: Path) -> None:
    held = {name for name in ZipFile(wheel).namelist() if not name.endswith("/")}
    foreign = sorted(name for name in held if not name.startswith("chronomem/") and ".dist-info/" not in name)
    if foreign:
        sys.exit(f"{wheel.name} holds files beside chronomem/: {', '.join(foreign)}")
    command = ["git", "ls-files", *FOLDERS]
    known = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()  # noqa: S603 - fixed arguments
    needed = (name for name in known if not name.startswith(NOT_SHIPPED))
    missing = sorted(name for name in needed if f"chronomem/{name}" not in held)
    if missing:
        sys.exit(f"{wheel.name} lacks files of the repository: {', '.join(missing)}; list them in pyproject.toml")
    print(f"{wheel.name}: {len(held)} files, {wheel.stat().st_size / 2**20:.1f} MiB")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
