"""LoCoMo's own file: a JSON list of samples, each a conversation of two people over many dated sessions.

A session has one date ("1:56 pm on 8 May, 2023"); its turns follow at intervals of half a minute, to preserve their
order. An image is represented by its caption, appended to the turn's text as ` [shared image: …]`.
"""

import json
import re
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from chronomem.engine.importers.conversation import Conversation, question_of, turn_of
from chronomem.engine.importers.options import ReadOptions
from chronomem.engine.importers.source import OnBad, Report, SourceFiles, reporter, usable
from chronomem.graph_schema.errors import InvalidInput, InvalidRecord, InvalidTime
from chronomem.graph_schema.model.checks import invalid_input
from chronomem.graph_schema.model.dialogue import Turn

NAME = "locomo"

_STEP = timedelta(seconds=30)
_ASKED_AFTER = timedelta(days=1)
_DATE = "%I:%M %p on %d %B, %Y"
_SESSION = re.compile(r"session_(\d+)")
_EVIDENCE = re.compile(r"D:?(\d+):0*(\d+)")
_CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}


class _Sample(BaseModel):
    model_config = ConfigDict(extra="ignore", coerce_numbers_to_str=True)

    sample_id: str
    conversation: dict[str, Any]
    qa: list[dict[str, Any]] = []


def recognises(source: SourceFiles) -> bool:
    """Whether it is a `.json` file that begins like LoCoMo's."""
    if not source.is_single or not source.path.name.lower().endswith(".json"):
        return False
    start = source.head()
    return start.startswith("[") and ('"dia_id"' in start or '"evidence"' in start)


def read(source: SourceFiles, options: ReadOptions, on_bad: OnBad) -> Iterator[Conversation]:  # noqa: ARG001 - reader signature
    """Yield the conversations one by one. The file is one JSON value, so it is first loaded as a whole."""
    path = source.path
    with source.opened() as file:
        data = file.read()
    try:
        samples = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise InvalidRecord(path, None, f"not JSON: {error}") from None
    if not isinstance(samples, list):
        raise InvalidRecord(path, None, f"expected a list of samples, not {type(samples).__name__}")
    for number, sample in enumerate(samples, start=1):
        try:
            checked = _Sample.model_validate(sample)
        except ValidationError as error:
            reporter(path, None, on_bad, f"sample {number}")(str(invalid_input(error)))
        else:
            report = reporter(path, None, on_bad, f"sample {number} ({checked.sample_id})")
            yield _conversation(checked, report)


def _conversation(sample: _Sample, report: Report) -> Conversation:
    turns = tuple(turn for session in _sessions(sample.conversation) for turn in _turns(sample, session, report))
    last = max((turn.said_at for turn in turns if isinstance(turn.said_at, datetime)), default=None)
    known = {turn.id for turn in turns}
    asked_at = last + _ASKED_AFTER if last else None
    questions = [
        {
            "id": f"{sample.sample_id}/{place}",
            "text": entry.get("question"),
            "asked_at": asked_at,
            "category": _CATEGORIES.get(_number(entry.get("category"))),
            "gold": [turn for turn in _evidence(entry.get("evidence", [])) if turn in known],
            "answer": entry.get("answer", entry.get("adversarial_answer")),
        }
        for place, entry in enumerate(sample.qa)
    ]
    return Conversation(
        id=sample.sample_id,
        user=sample.sample_id,
        turns=turns,
        questions=tuple(usable("question", questions, question_of, report)),
    )


def _sessions(conversation: Mapping[str, Any]) -> list[str]:
    numbers = (int(match[1]) for key in conversation if (match := _SESSION.fullmatch(key)))
    return [f"session_{number}" for number in sorted(numbers)]


def _turns(sample: _Sample, session: str, report: Report) -> Iterator[Turn]:
    turns = sample.conversation[session]
    try:
        begins = _read_date(sample.conversation.get(f"{session}_date_time"))
        if not isinstance(turns, list) or not all(isinstance(turn, Mapping) for turn in turns):
            raise InvalidInput(f"expected a list of turns, not {turns!r:.60}")
    except InvalidInput as error:
        report(f"{session}: {error}")
        return
    values = [
        {
            "id": turn.get("dia_id"),
            "session": session,
            "speaker": turn.get("speaker"),
            "text": _text(turn),
            "said_at": begins + place * _STEP,
        }
        for place, turn in enumerate(turns)
    ]
    yield from usable(f"{session}, turn", values, turn_of, report)


def _text(turn: Mapping[str, Any]) -> Any:
    caption = turn.get("blip_caption")
    return f"{turn.get('text', '')} [shared image: {caption}]" if caption else turn.get("text")


def _read_date(value: Any) -> datetime:
    try:
        return datetime.strptime(value, _DATE)  # noqa: DTZ007 - the file names no zone: the user's is meant
    except (TypeError, ValueError):
        raise InvalidTime(f"the date {value!r:.60} is not of the form '1:56 pm on 8 May, 2023'") from None


def _number(value: Any) -> int:
    return value if isinstance(value, int) else 0


def _evidence(named: Any) -> list[str]:
    """Return the turn ids in a list of evidence, some of which are joined or misspelt ("D:11:26", "D30:05")."""
    texts = named if isinstance(named, list) else []
    found = [f"D{session}:{turn}" for text in texts for session, turn in _EVIDENCE.findall(str(text))]
    return list(dict.fromkeys(found))
