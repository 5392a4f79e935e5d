"""Import every module of the installed package."""

import importlib
import pkgutil
from pathlib import Path

import chronomem


def main() -> None:
    if Path(chronomem.__file__).is_relative_to(Path(__file__).resolve().parents[1]):
        raise SystemExit(f"{chronomem.__file__} is the checkout, not an installed package")
    names = [module.name for module in pkgutil.walk_packages(chronomem.__path__, "chronomem.")]
    for name in names:
        if not name.endswith("__main__"):
            importlib.import_module(name)
    print(f"imported {len(names)} modules of chronomem {chronomem.__version__} from {chronomem.__path__[0]}")


if __name__ == "__main__":
    main()
