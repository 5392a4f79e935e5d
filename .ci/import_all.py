"""Import every module of the installed package, but those that need an extra which is not installed."""

import importlib
import pkgutil
import re
from importlib.metadata import requires
from pathlib import Path

import chronomem


def packages_of_extras() -> set[str]:
    """Return the words of the names of all that only extras bring along, such as `prometheus` and `client`."""
    lines = requires("chronomem") or ()
    optional, always = (
        {word for line in lines if ("extra ==" in line) is extra for word in _words(line)} for extra in (True, False)
    )
    return optional - always - {"chronomem"}


def _words(requirement: str) -> list[str]:
    return re.findall("[a-z]+", re.split(r"[<>=!~;\[ ]", requirement)[0].lower())


def main() -> None:
    if Path(chronomem.__file__).is_relative_to(Path(__file__).resolve().parents[1]):
        raise SystemExit(f"{chronomem.__file__} is the checkout, not an installed package")
    names = [module.name for module in pkgutil.walk_packages(chronomem.__path__, "chronomem.")]
    optional, left_out = packages_of_extras(), []
    for name in names:
        if name.endswith("__main__"):
            continue
        try:
            importlib.import_module(name)
        except ModuleNotFoundError as error:
            if not optional & set(re.split(r"[^a-z]", (error.name or "").lower())):
                raise
            left_out.append(name)
    print(f"imported {len(names) - len(left_out)} modules of chronomem {chronomem.__version__}")
    print(f"for extras: {', '.join(left_out) or 'none'}")


if __name__ == "__main__":
    main()
