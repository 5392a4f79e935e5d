"""The language model that the environment names. Only programs read the environment; the library is told."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from chronomem.extractors.llm.settings import OPENAI_URL, Budgets, LanguageModel
from chronomem.graph_schema.errors import InvalidInput

POLICIES = ("offline", "eager", "recurrence")
WRITERS = ("extractive", "model")


def model_settings(environment: Mapping[str, str]) -> dict[str, Any]:
    """Return the fields of `Settings` that name a model and say what it reads; none where no model is named.

    CHRONOMEM_MODEL is the model's name; OPENAI_API_KEY and OPENAI_BASE_URL are as OpenAI's own programs have them.
    CHRONOMEM_EXTRACTION says what it reads ('offline' unless given), CHRONOMEM_SUMMARIES who writes summaries
    ('extractive' unless given; 'model'), CHRONOMEM_MODEL_BUDGET how many tokens one
    command may spend, CHRONOMEM_MODEL_CACHE where replies are kept.

    Raises:
        InvalidInput: a value can't be used.
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
    """Return what a variable chooses; the first choice where it says nothing."""
    chosen = environment.get(name) or choices[0]
    if chosen not in choices:
        raise InvalidInput(f"{name} is {chosen!r}; it may be {', '.join(choices)}")
    return chosen


def _tokens(text: str | None) -> int | None:
    if not text:
        return None
    if not text.isdecimal():
        raise InvalidInput(f"CHRONOMEM_MODEL_BUDGET is {text!r}; it is a number of tokens")
    return int(text)
