"""A language model played by hand: what it told of ten dialogues, session by session, and answered to questions.

The rest it does by rule, from what a request holds: it plans no parts, drops no memory, retells texts by their first
words, says that a text goes on with the passage that shares most words with it, and judges by the words of answers.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from tests.model_server.recorded import told_fact, told_kinds, told_line
from tests.model_server.server import Asked, Fails

_TURN = re.compile(r"(\d+) ([^:]+): (.*)")
_DAY = re.compile(r"\w{3} \d{4}-\d\d-\d\d")
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
        return by_rule(asked)

    def _told(self, asked: Asked) -> Any:
        said = [found for line in asked.data["turns"] if (found := _TURN.fullmatch(line))]
        number = {" ".join(found[3].split()): int(found[1]) for found in said}
        speakers = {int(found[1]): found[2] for found in said}
        shown = [
            (session, [number[text] for text in texts.split("\n")])
            for texts, session in self._sessions.items()
            if number.keys() >= set(texts.split("\n"))
        ]
        if not shown:
            return Fails(400, f"no reply was recorded for {list(number)}")
        known = asked.data.get("known", [])
        return {
            "facts": [
                _fact([turns[row[0] - 1], *row[1:]], known, speakers)
                for session, turns in shown
                for row in session["facts"]
            ],
            "entities": told_kinds(
                [name, kind, *(aka[0] if aka else ())]
                for session, _ in shown
                for name, kind, *aka in session["entities"]
            ),
        }

    def _answered(self, asked: Asked) -> Any:
        question = self._questions[asked.data["question"]]
        sources = [number for number, text in asked.memories if any(words in text for words in question["from"])]
        if not sources:
            return {"sources": [], "answer": "", "found": False, "missing": ""}
        return {"sources": sources, "answer": question["answer"], "found": True, "missing": ""}


def by_rule(asked: Asked) -> Any:
    """Return the reply to a request that needs no knowledge of the world."""
    data, purpose = asked.data, asked.purpose or ""
    if purpose == "plan":
        part = {"question": data["question"], "needs": [], "scope": "mixed", "when": ""}
        words = [word for word in _words(data["question"]) if len(word) > 4]
        return {"complexity": "simple", "keywords": words[:3], "parts": [part]}
    if purpose == "gate":
        return {"numbers": [number for number, _ in asked.memories]}
    if purpose == "judge":
        shared = set(_words(data["right_answer"])) & set(_words(data["answer"]))
        return {"verdict": "correct" if shared else "wrong"}
    if "passages" in data:
        alike = [len(set(_words(passage)) & set(_words(data["text"]))) for passage in data["passages"]]
        return {"passage": alike.index(max(alike)) + 1 if max(alike) > 2 else 0}
    if "texts" in data:
        return _retold(purpose, data)
    return Fails(400, f"nothing was recorded for {purpose}")


def _retold(purpose: str, data: Mapping[str, Any]) -> Any:
    told = [line for line in data["texts"] if not _DAY.fullmatch(line)]
    if purpose == "recmem_semantic":
        known = " ".join(data.get("known", []))
        fresh = [line for line in told if line not in known and len(_words(line)) > 4]
        return {"facts": [{"type": "event", "text": line} for line in fresh[:9]]}
    if purpose == "hmem_event":
        return {"summary": "\n".join(line for line in told if len(_words(line)) > 4)}
    words = " ".join(told).split()
    return {"summary": " ".join(words[: min(data["words"], max(12, len(words) // 2))] if "words" in data else words)}


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", text.lower())


def _said(texts: Any) -> str:
    return "\n".join(" ".join(text.split()) for text in texts)


def _fact(row: Sequence[Any], known: Sequence[str], speakers: Mapping[int, str]) -> str:
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
    fact = told_fact(turn, subject, predicate, thing, status, time=time, links=links, **says)
    return told_line(fact, speakers[turn])
