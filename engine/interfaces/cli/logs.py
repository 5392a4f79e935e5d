"""Logs of commands that run for long: lines of text, or of JSON for programs that collect them."""

import json
import logging
from datetime import UTC, datetime
from typing import Annotated, Literal

import typer

LogForm = Annotated[
    Literal["text", "json"],
    typer.Option("--logs", envvar="CHRONOMEM_LOGS", help="The form of log lines, which go to standard error."),
]


class JsonLines(logging.Formatter):
    """One JSON object per record. Users are in it by the hash that the message names them by."""

    def format(self, record: logging.LogRecord) -> str:
        told = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            "process": record.process,
        }
        if record.exc_info:  # without the error's own words, which may repeat a user's
            told["error"] = getattr(record.exc_info[0], "__name__", None)
        return json.dumps(told, ensure_ascii=False)


def begin_logs(form: str) -> None:
    """Write the log of this package as JSON lines, from level INFO on; as text, only warnings are written."""
    if form != "json":
        return
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    logger = logging.getLogger("chronomem")
    logger.handlers, logger.propagate = [handler], False
    logger.setLevel(logging.INFO)
