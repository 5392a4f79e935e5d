"""The neutral form: one conversation per line, as JSON, plain or compressed with gzip.

    {"id": …, "user": …,
     "turns": [{"id": …, "session": …, "speaker": …, "role": …, "text": …, "said_at": …}, …],
     "questions": [{"id": …, "text": …, "asked_at": …, "category": …, "gold": […], "answer": …}, …]}

`session`, `role` and `questions` may be omitted; other keys are ignored.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationError

from chronomem.engine.importers.conversation import Conversation, question_of, turn_of
from chronomem.engine.importers.options import ReadOptions
from chronomem.engine.importers.source import OnBad, SourceFiles, decoded, reporter, usable
from chronomem.graph_schema.errors import InvalidInput
from chronomem.graph_schema.model.checks import check_name, invalid_input

NAME = "neutral"
_SUFFIXES = (".jsonl", ".jsonl.gz", ".ndjson", ".ndjson.gz")


class _Line(BaseModel):
    model_config = ConfigDict(extra="ignore", coerce_numbers_to_str=True)

    id: str
    user: Annotated[str, AfterValidator(lambda name: check_name(name, "user"))]
    turns: list[dict[str, Any]]
    questions: list[dict[str, Any]] = []


def recognises(source: SourceFiles) -> bool:
    """Whether the file's name has a JSON lines suffix."""
    return source.is_single and source.path.name.lower().endswith(_SUFFIXES)


def read(source: SourceFiles, options: ReadOptions, on_bad: OnBad) -> Iterator[Conversation]:  # noqa: ARG001 - reader signature
    """Yield the conversations of a file one by one; empty lines are skipped."""
    for number, raw in source.lines():
        if not raw.strip():
            continue
        report = reporter(source.path, number, on_bad)
        try:
            line = _Line.model_validate(parse_line(raw))
        except ValidationError as error:
            report(str(invalid_input(error)))
        except InvalidInput as error:
            report(str(error))
        else:
            yield Conversation(
                id=line.id,
                user=line.user,
                turns=tuple(usable("turn", line.turns, turn_of, report)),
                questions=tuple(usable("question", line.questions, question_of, report)),
            )


def parse_object(raw: bytes) -> Mapping[str, Any]:
    """Return the JSON object of a line; raise `InvalidInput` if there is none."""
    value = parse_line(raw)
    if not isinstance(value, Mapping):
        raise InvalidInput(f"expected an object, not {value!r:.60}")
    return value


def parse_line(raw: bytes) -> Any:
    """Return the JSON value of a line; raise `InvalidInput` if there is none."""
    try:
        return json.loads(decoded(raw))
    except json.JSONDecodeError as error:
        raise InvalidInput(f"not JSON: {error.msg} at character {error.pos + 1}; it begins {raw[:40]!r}") from None
    except ValueError as error:
        if isinstance(error, InvalidInput):
            raise
        raise InvalidInput(f"not JSON: {error}") from None  # a number with more digits than Python parses
    except RecursionError:
        raise InvalidInput("JSON that is nested too deeply to be a conversation") from None
