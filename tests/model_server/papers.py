"""A language model played by hand for one dialogue of each paper, in the spirit of the paper's example.

Each reply was written for a request as it stands, which it knows by words of what is shown; of several that fit, the
one that names most of them counts. Numbers of memories, passages and parts are found by their words. A request without
a reply is refused, and so is a reply with a name or a number that its request doesn't show.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from tests.model_server.played import Dialogue, Played
from tests.model_server.server import Asked, Fails

_DATE = re.compile(r"(?:\b\d{1,2} )?\b(?:February|March|May|June|November)\b(?: \d{4})?|\b\d{4}-\d\d(?:-\d\d)?\b")
"""Dates are counted from the days of a request, so their words need not be in it."""
_NAME = re.compile(r"\b(?:[A-Z]\w+|\d+)\b")
_BEGIN = re.compile(r"(?:^|[.?!:] |\n)[A-Z]\w+")


@dataclass(frozen=True)
class Paper:
    """A dialogue for the configuration of a paper.

    Attributes:
        dialogue: the dialogue. Of a question, the evidence of the answer and the follow-up that it takes; `after` is
            the number of sessions after which it is asked, if it isn't asked at the end.
        recalled: memories that the last question recalls, with the turns that each was made from.
        replies: the replies by purpose, extraction excepted.
        k: how many items an answer is given from, if not as many as the preset says.
    """

    dialogue: Dialogue
    recalled: Sequence[Mapping[str, Any]]
    replies: Mapping[str, Sequence[Mapping[str, Any]]]
    k: int | None


def load_papers() -> dict[str, Paper]:
    """Return the dialogues by the names of the papers."""
    text = (Path(__file__).parent / "papers.yaml").read_text(encoding="utf-8")
    papers = {}
    for name, entry in yaml.safe_load(text).items():
        sessions = [{"facts": (), "entities": ()} | session for session in entry["sessions"]]
        dialogue = Dialogue(name, sessions, (), entry["questions"], {}, {})
        papers[name] = Paper(dialogue, entry["recalled"], entry["replies"], entry.get("k"))
    return papers


class PlayedPaper:
    """Answers the requests of one paper's configuration.

    Attributes:
        refused: the requests without an honest reply, each with its purpose and the reason.
    """

    def __init__(self, paper: Paper) -> None:
        self._replies = paper.replies
        self._names = _names(paper.dialogue)
        self._used: set[int] = set()
        self._extracted = Played([paper.dialogue])
        self.refused: list[tuple[str | None, str]] = []

    @property
    def unused(self) -> list[Mapping[str, Any]]:
        """The replies that nothing has asked for."""
        return [reply for replies in self._replies.values() for reply in replies if id(reply) not in self._used]

    def __call__(self, asked: Asked) -> Any:
        if asked.purpose == "judge":
            return {"verdict": "correct" if asked.data["right_answer"] == asked.data["answer"] else "wrong"}
        said = self._extracted(asked) if asked.purpose == "extraction" else self._said(asked)
        wrong = "no reply" if said is None or isinstance(said, Fails) else ", ".join(self._invented(said, asked.data))
        if not wrong:
            return said
        self.refused.append((asked.purpose, f"{wrong}: {asked.data}"))
        return Fails(500, f"no honest reply to {asked.purpose} was written: {wrong}")

    def _said(self, asked: Asked) -> Any:
        data = asked.data
        kind = "judgement" if "passages" in data else asked.purpose or ""
        shown = "\n".join([*data.get("texts", ()), *(data.get(key, "") for key in ("text", "question", "subject"))])
        fitting = [reply for reply in self._replies.get(kind, ()) if all(words in shown for words in reply["of"])]
        if not fitting:
            return None
        reply = max(fitting, key=lambda reply: len(reply["of"]))
        self._used.add(id(reply))
        match kind:
            case "judgement":
                return {"passage": min(_places(enumerate(data["passages"], 1), reply["goes_on"]), default=0)}
            case "plan":
                return reply["plan"]
            case "gate":
                return {"numbers": _places(asked.memories, reply["keeps"])}
            case "answer":
                return _answer(reply, _places(asked.memories, reply["from"]))
            case "synthesis":
                parts = [(part["number"], part["answer"] or "") for part in data["parts"]]
                return _answer(reply, _places(parts, reply["from"]))
            case "recmem_semantic":
                return {"facts": [{"type": kind, "text": text} for kind, text in reply["lists"]]}
            case _:
                return {"summary": reply["says"]}

    def _invented(self, said: Any, data: Any) -> Iterator[str]:
        """Yield the names and numbers in the sentences of a reply that the request doesn't show."""
        shown = json.dumps(data, ensure_ascii=False)
        for text in map(_undated, _sentences(said)):
            named = {*_NAME.findall(_BEGIN.sub("", text)), *self._names.intersection(_NAME.findall(text))}
            yield from sorted(name for name in named if name not in shown)


def _names(dialogue: Dialogue) -> set[str]:
    """Return the speakers, and the words that are written with a capital within sentences."""
    turns = [turn for session in dialogue.sessions for turn in session["turns"]]
    said = (name for turn in turns for name in _NAME.findall(_BEGIN.sub("", turn["says"])))
    return {*(turn["by"] for turn in turns), *said}


def _undated(text: str) -> str:
    return _DATE.sub("", text)


def _places(numbered: Iterable[tuple[int, str]], words: Sequence[str]) -> list[int]:
    return [number for number, text in numbered if any(own in text for own in words)]


def _answer(reply: Mapping[str, Any], sources: Sequence[int]) -> dict[str, Any]:
    if not sources:
        return {"sources": [], "answer": "", "found": False, "missing": reply.get("missing", "")}
    return {"sources": sources, "answer": reply["answer"], "found": True, "missing": ""}


def _sentences(said: Any) -> Iterator[str]:
    match said:
        case str():
            yield said
        case Mapping():
            yield from (text for key in ("summary", "answer", "missing", "facts") for text in _sentences(said.get(key)))
            yield from _sentences(said.get("text"))
        case list():
            yield from (text for one in said for text in _sentences(one))
