"""A language model played by hand: what it told of ten dialogues, session by session, and answered to questions."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from tests.model_server.recorded import told_fact
from tests.model_server.server import Asked, Fails

_TURN = re.compile(r"\d+ [^:]+: (.*)")
_LINKS = ("ends", "same", "wrong", "refines")


@dataclass(frozen=True)
class Dialogue:
    """A dialogue in sessions, what holds after it, and questions.

    Attributes:
        sessions: turns, and the facts and entities that the model tells of them.
        expect: what has to hold, and what must not.
        about: other names of entities, with the names that lead to the same facts.
        kinds: the types of entities, by name.
        questions: with the right answer, and words of the lines that show it.
    """

    name: str
    sessions: Sequence[Mapping[str, Any]]
    expect: Sequence[Mapping[str, Any]]
    questions: Sequence[Mapping[str, Any]]
    about: Mapping[str, str]
    kinds: Mapping[str, str]


def load_dialogues() -> list[Dialogue]:
    """Return all dialogues."""
    text = (Path(__file__).parent / "dialogues.yaml").read_text(encoding="utf-8")
    return [Dialogue(**({"about": {}, "kinds": {}} | entry)) for entry in yaml.safe_load(text)]


class Played:
    """Answers each request from what it shows: by its purpose, and by the turns or the question in it."""

    def __init__(self, dialogues: Sequence[Dialogue]) -> None:
        sessions = [session for dialogue in dialogues for session in dialogue.sessions]
        self._sessions = {_said(turn["says"] for turn in session["turns"]): session for session in sessions}
        self._questions = {q["asks"]: q for dialogue in dialogues for q in dialogue.questions}

    def __call__(self, asked: Asked) -> Any:
        if asked.purpose == "extraction":
            return self._told(asked)
        if asked.purpose == "answer":
            return self._answered(asked)
        return Fails(400, f"nothing was recorded for {asked.purpose}")

    def _told(self, asked: Asked) -> Any:
        said = _said(found[1] for line in asked.data["turns"] if (found := _TURN.fullmatch(line)))
        session = self._sessions.get(said)
        if session is None:
            return Fails(400, f"no reply was recorded for {said}")
        known = asked.data.get("known", [])
        return {
            "facts": [_fact(row, known) for row in session["facts"]],
            "entities": [
                {"name": name, "kind": kind, "aka": aka[0] if aka else []} for name, kind, *aka in session["entities"]
            ],
        }

    def _answered(self, asked: Asked) -> Any:
        question = self._questions[asked.data["question"]]
        sources = [number for number, text in asked.memories if any(words in text for words in question["from"])]
        if not sources:
            return {"sources": [], "answer": "", "found": False, "missing": ""}
        return {"sources": sources, "answer": question["answer"], "found": True, "missing": ""}


def _said(texts: Any) -> str:
    return "\n".join(" ".join(text.split()) for text in texts)


def _fact(row: Sequence[Any], known: Sequence[str]) -> dict[str, Any]:
    """Return a fact in the form that is asked for; a known fact that the request doesn't show can't be linked."""
    turn, subject, predicate, thing, status, *more = row
    rest: dict[str, Any] = more[0] if more else {}
    links = [
        {"fact": number, "is": how}
        for how in _LINKS
        if how in rest
        for number, line in enumerate(known, 1)
        if rest[how] in line
    ]
    time = dict(zip(("words", "from", "to"), rest["t"], strict=True)) if "t" in rest else None
    says = {"sentence": rest["says"]} if "says" in rest else {}
    return told_fact(turn, subject, predicate, thing, status, time=time, links=links, **says)
