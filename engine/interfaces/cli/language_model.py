"""The language model named by the environment. Only programs read the environment; the library gets settings."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from chronomem.extractors.llm.settings import OPENAI_URL, Budgets, LanguageModel
from chronomem.graph_schema.errors import InvalidInput

POLICIES = ("offline", "eager", "recurrence")
WRITERS = ("extractive", "model")


def model_settings(environment: Mapping[str, str]) -> dict[str, Any]:
    """Return the fields of `Settings` that name a model and its tasks; none if no model is named.

    CHRONOMEM_MODEL is the model's name; OPENAI_API_KEY and OPENAI_BASE_URL are as in OpenAI's own programs.
    CHRONOMEM_EXTRACTION sets who extracts facts ('offline' by default), CHRONOMEM_SUMMARIES who writes summaries
    ('extractive' by default, or 'model'), CHRONOMEM_MODEL_BUDGET the number of tokens that one command may spend, and
    CHRONOMEM_MODEL_CACHE the folder of cached replies.

    Raises:
        InvalidInput: a value is invalid.
    """
    tasks = {
        "extraction": _choice(environment, "CHRONOMEM_EXTRACTION", POLICIES),
        "summaries": _choice(environment, "CHRONOMEM_SUMMARIES", WRITERS),
    }
    name = environment.get("CHRONOMEM_MODEL")
    if not name:
        return dict(tasks)
    cache = environment.get("CHRONOMEM_MODEL_CACHE")
    model = LanguageModel.of(
        model=name,
        base_url=environment.get("OPENAI_BASE_URL") or OPENAI_URL,
        api_key=environment.get("OPENAI_API_KEY") or None,
        budgets=Budgets(per_run=_tokens(environment.get("CHRONOMEM_MODEL_BUDGET"))),
        cache=Path(cache) if cache else None,
    )
    return {"model": model, **tasks}


def _choice(environment: Mapping[str, str], name: str, choices: Sequence[str]) -> str:
    """Return the choice set by a variable; the first choice if it is empty."""
    chosen = environment.get(name) or choices[0]
    if chosen not in choices:
        raise InvalidInput(f"{name} is {chosen!r}; choose from: {', '.join(choices)}")
    return chosen


def _tokens(text: str | None) -> int | None:
    if not text:
        return None
    if not text.isdecimal():
        raise InvalidInput(f"CHRONOMEM_MODEL_BUDGET is {text!r}; set it to a number of tokens")
    return int(text)
