"""Files of conversations."""

import json
from pathlib import Path
from typing import Any


def turn(number: int, **changes: Any) -> dict[str, Any]:
    said_at = f"2024-05-{number % 28 + 1:02}T10:00:00"
    return {"id": f"t{number}", "speaker": "Ada", "text": f"Tiles, part {number}", "said_at": said_at} | changes


def write(path: Path, *conversations: list[dict[str, Any]] | str, user: str = "u1") -> str:
    lines = [
        each if isinstance(each, str) else json.dumps({"id": "c", "user": user, "turns": each})
        for each in conversations
    ]
    path.write_text("\n".join(lines), encoding="utf-8")
    return str(path)
