"""Ontologies from files: TOML, JSON, or a Python file or module that defines one."""

import json
import runpy
import tomllib
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from chronomem.extractors.ontology.ontology import Ontology
from chronomem.graph_schema.errors import InvalidInput
from chronomem.graph_schema.model.checks import invalid_input

_PARSERS = {".toml": tomllib.loads, ".json": json.loads}


def read_ontology(place: str | Path) -> Ontology:
    """Return the ontology that is defined somewhere.

    Args:
        place: a file "clinic.toml" or "clinic.json" with the fields of `Ontology`; a Python file with the name of a
            variable, "clinic.py:ONTOLOGY"; or a module with one, "my_project.clinic:ONTOLOGY". Python is executed.

    Raises:
        InvalidInput: there is none, or it can't be used; the message says why.
    """
    text = str(place)
    if Path(text).suffix in _PARSERS:
        return _checked(_parsed(Path(text)), text)
    source, _, name = text.rpartition(":")
    if not source or not name.isidentifier():
        raise InvalidInput(
            f"{text!r:.200} names no ontology: give a .toml or .json file, or a variable as in 'clinic.py:ONTOLOGY' or"
            " 'my_project.clinic:ONTOLOGY'"
        )
    try:
        found = runpy.run_path(source) if source.endswith(".py") else vars(import_module(source))
    except (ImportError, OSError) as error:
        raise InvalidInput(f"the ontology {text!r:.200} can't be loaded: {error}") from error
    except ValidationError as error:
        raise InvalidInput(f"{text}: {invalid_input(error)}") from error
    ontology = found.get(name)
    if not isinstance(ontology, Ontology):
        raise InvalidInput(f"{name!r} in {source} is no chronomem.Ontology, but {type(ontology).__name__}")
    return ontology


def _parsed(path: Path) -> Any:
    try:
        return _PARSERS[path.suffix](path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InvalidInput(f"the ontology {path} can't be read: {error}") from error


def _checked(fields: Any, place: str) -> Ontology:
    if not isinstance(fields, Mapping):
        raise InvalidInput(f"{place}: an ontology is a table with kinds and predicates")
    try:
        return Ontology(**fields)
    except ValidationError as error:
        raise InvalidInput(f"{place}: {invalid_input(error)}") from error
