"""The English pipeline: tokens, tags, lemmas, dependencies and named entities."""

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import as_file, files
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from threadpoolctl import ThreadpoolController

from chronomem.graph_schema.errors import InvalidInput

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

PACKAGED = "english"
_OVERLONG = re.compile(r"(?<!\S)(\S{200})(\S+)")
"""What is longer than any word. spaCy's tokenizer takes marks off its ends one by one, and each costs its length."""
_MARK = re.compile(r"[^\w\s]|_")


def check_pipeline(name: str | None) -> None:
    """Check that a pipeline is there, without loading it.

    Raises:
        InvalidInput: it is neither installed nor a folder with a pipeline; the message says what to install.
    """
    if name is None or (Path(name) / "config.cfg").is_file():
        return
    if not name.isidentifier() or find_spec(name) is None:
        raise InvalidInput(
            f"there is no spaCy pipeline {name!r}; install it, as with `python -m spacy download {name}`, or give the"
            " folder of one, or None for the bundled pipeline"
        )


def load_pipeline(name: str | None = None) -> "Language":
    """Load a spaCy pipeline.

    Args:
        name: an installed pipeline (`en_core_web_sm`) or a folder; None for the packaged one.
    """
    import spacy  # slow to import, and most uses of the package never parse
    from thinc.api import use_ops

    from chronomem.extractors.language.parsing import lemmatizer  # noqa: F401  # registers its factory
    from chronomem.extractors.language.parsing.name_gate import be_sparing

    with use_ops("numpy", use_blis=False):  # numpy's matrix product is two to three times as fast here
        if name is not None:
            return spacy.load(name)
        with as_file(files("chronomem.extractors.language") / PACKAGED) as folder:
            nlp = spacy.load(folder)
    be_sparing(nlp)
    return nlp


@cache
def loaded_pipeline(name: str | None) -> "Language":
    """Return a pipeline that is loaded once and shared by all callers."""
    return load_pipeline(name)


def parse(texts: Iterable[str], pipeline: str | None = None, *, disable: Iterable[str] = ()) -> "list[Doc]":
    """Parse texts, with one linear-algebra thread: with more, threads only wait for each other on matrices this small.

    Args:
        pipeline: as for `load_pipeline`.
        disable: components that are not needed.
    """
    nlp = loaded_pipeline(pipeline)
    with _threads().limit(limits=1):
        return list(nlp.pipe(map(_parseable, texts), disable=list(disable)))


def _parseable(text: str) -> str:
    """Return a text with letters for the marks beyond the 200th character of what stands without a space."""
    return _OVERLONG.sub(lambda match: match[1] + _MARK.sub("x", match[2]), text)


@cache
def _threads() -> ThreadpoolController:
    return ThreadpoolController()
