"""A server that speaks the protocol of OpenAI's chat completions and embeddings over HTTP, for tests.

It answers with what it was told to: first a script of replies and faults, then what a function makes of the request.
"""

import hashlib
import json
import re
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from chronomem.extractors.llm.tokens import estimate_tokens

Body = Mapping[str, Any]
Answering = Callable[["Asked"], Any]


@dataclass(frozen=True)
class Asked:
    """A request for a chat completion, as it came."""

    body: Body
    headers: Mapping[str, str]

    @property
    def instructions(self) -> str:
        return str(self.body["messages"][0]["content"])

    @property
    def data(self) -> Any:
        """The data of the first question, read back from JSON."""
        return json.loads(self.body["messages"][1]["content"])

    @property
    def memories(self) -> list[tuple[int, str]]:
        """The memories and facts that a question is to be answered from: number and text of each."""
        lines = [*self.data.get("memories", ()), *self.data.get("facts", ())]
        found = [re.fullmatch(r"(\d+) (.*)", line) for line in lines]
        return [(int(line[1]), line[2]) for line in found if line is not None]

    @property
    def form(self) -> str | None:
        """How a structured answer was asked for: `json_schema`, `json_object`, or None."""
        form: Any = self.body.get("response_format") or {"type": None}
        return None if form["type"] is None else str(form["type"])

    @property
    def purpose(self) -> str | None:
        """The name of the schema."""
        form: Any = self.body.get("response_format") or {}
        return str(form["json_schema"]["name"]) if "json_schema" in form else None

    @property
    def texts(self) -> list[str]:
        """What takes tokens in the request: its messages, and the schema of the answer."""
        texts = [message["content"] for message in self.body["messages"]]
        if (schema := self.body.get("response_format", {}).get("json_schema")) is not None:
            texts.append(json.dumps(schema["schema"], separators=(",", ":")))
        return texts


@dataclass(frozen=True)
class Says:
    """A reply: a text, or anything that JSON can hold."""

    content: Any
    finish_reason: str = "stop"
    refusal: str | None = None
    usage: tuple[int, int] | None = None
    counts: bool = True

    @property
    def text(self) -> str:
        if isinstance(self.content, str):
            return self.content
        return json.dumps(self.content, ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True)
class Fails:
    """A status with an error, after some time."""

    status: int
    message: str = "something is wrong"
    code: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Hangs:
    """No answer for some seconds, and then none."""

    seconds: float


@dataclass(frozen=True)
class Drops:
    """The connection is closed without an answer."""


@dataclass(frozen=True)
class BreaksOff:
    """The connection is closed in the middle of the answer."""


@dataclass(frozen=True)
class Sends:
    """Any bytes as the body of an answer, in pieces with a pause before each if one is wanted."""

    body: bytes
    pause_s: float = 0.0


Step = Says | Fails | Hangs | Drops | BreaksOff | Sends | Answering


class FakeModelServer:
    """See the module. One per test, or one that is `reset` between tests.

    Attributes:
        asked: the requests for completions, in their order.
        embedded: the texts of each request for embeddings.
        dimensions: of the embeddings.
    """

    def __init__(self, count: Callable[[str], int] = estimate_tokens) -> None:
        self._count = count
        self.reset()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    @classmethod
    @contextmanager
    def running(cls, count: Callable[[str], int] = estimate_tokens) -> Iterator["FakeModelServer"]:
        server = cls(count)
        server._thread.start()
        try:
            yield server
        finally:
            server._stopping.set()
            server._server.shutdown()
            server._thread.join()
            server._server.server_close()

    def reset(self) -> None:
        """Forget everything, and answer `{}`."""
        self.asked: list[Asked] = []
        self.embedded: list[list[str]] = []
        self.dimensions = 8
        self.most_at_once = 0
        self._at_once = 0
        self._steps: deque[Step] = deque()
        self._answer: Answering = lambda _: {}
        self._lock = threading.Lock()
        self._stopping = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def script(self, *steps: Step) -> None:
        """Answer the next requests, completions and embeddings alike, in this way."""
        self._steps.extend(steps)

    def answer_with(self, answer: Answering) -> None:
        """Answer what no script is left for with what a function makes of it: a step, or anything JSON can hold."""
        self._answer = answer

    def refuse_schemas(self, *forms: str) -> None:
        """Be a server that doesn't know these forms of answers."""
        inner = self._answer

        def answer(asked: Asked) -> Any:
            if asked.form in forms:
                return Fails(400, f"'response_format' of type '{asked.form}' is not supported")
            return inner(asked)

        self._answer = answer

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                with server._counted():
                    if self.path.endswith("/chat/completions"):
                        server._complete(self, Asked(body, dict(self.headers)))
                    elif self.path.endswith("/embeddings"):
                        server._embed(self, body)
                    else:
                        _send(self, 404, {"error": {"message": f"no {self.path} here", "code": None}})

            def log_message(self, *_: object) -> None:
                pass

        return Handler

    @contextmanager
    def _counted(self) -> Iterator[None]:
        with self._lock:
            self._at_once += 1
            self.most_at_once = max(self.most_at_once, self._at_once)
        try:
            yield
        finally:
            with self._lock:
                self._at_once -= 1

    def _complete(self, handler: BaseHTTPRequestHandler, asked: Asked) -> None:
        with self._lock:
            self.asked.append(asked)
            step: Any = self._steps.popleft() if self._steps else self._answer
        while callable(step):
            step = step(asked)
        if not isinstance(step, Says | Fails | Hangs | Drops | BreaksOff | Sends):
            step = Says(step)
        self._take(handler, step, self._completion(step, asked) if isinstance(step, Says) else {})

    def _completion(self, says: Says, asked: Asked) -> Body:
        prompt, answer = says.usage or (sum(map(self._count, asked.texts)), self._count(says.text))
        usage = {"prompt_tokens": prompt, "completion_tokens": answer, "total_tokens": prompt + answer}
        message = {"role": "assistant", "content": None if says.refusal else says.text, "refusal": says.refusal}
        return {
            "id": "chatcmpl-test",
            "object": "chat.completion",
            "created": int(time.time()),
            "model": asked.body["model"],
            "choices": [{"index": 0, "message": message, "finish_reason": says.finish_reason, "logprobs": None}],
            **({"usage": usage} if says.counts else {}),
        }

    def _embed(self, handler: BaseHTTPRequestHandler, body: Body) -> None:
        with self._lock:
            self.embedded.append(list(body["input"]))
            step: Any = self._steps.popleft() if self._steps else Says("")
        size = body.get("dimensions", self.dimensions)
        rows = [
            {"object": "embedding", "index": n, "embedding": _vector(text, size)}
            for n, text in enumerate(body["input"])
        ]
        tokens = sum(map(self._count, body["input"]))
        usage = {"prompt_tokens": tokens, "total_tokens": tokens}
        self._take(handler, step, {"object": "list", "model": body["model"], "data": rows[::-1], "usage": usage})

    def _take(self, handler: BaseHTTPRequestHandler, step: Step, document: Body) -> None:
        match step:
            case Fails():
                error = {"message": step.message, "type": "error", "param": None, "code": step.code}
                _send(handler, step.status, {"error": error}, step.headers)
            case Hangs():
                self._stopping.wait(step.seconds)
                handler.close_connection = True
            case Drops():
                handler.close_connection = True
            case BreaksOff():
                handler.send_response(200)
                handler.send_header("Content-Type", "application/json")
                handler.send_header("Content-Length", "1000")
                handler.end_headers()
                handler.wfile.write(b'{"id": "x", "choi')
                handler.close_connection = True
            case Sends():
                _send_bytes(handler, 200, step.body, {}, lambda: self._stopping.wait(step.pause_s))
            case _:
                _send(handler, 200, document)


def _send(
    handler: BaseHTTPRequestHandler, status: int, document: Body, headers: Mapping[str, str] | None = None
) -> None:
    _send_bytes(handler, status, json.dumps(document).encode(), headers or {})


def _send_bytes(
    handler: BaseHTTPRequestHandler,
    status: int,
    body: bytes,
    headers: Mapping[str, str],
    wait: Callable[[], object] | None = None,
) -> None:
    try:
        handler.send_response(status)
        for name, value in {"Content-Type": "application/json", **headers}.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        pieces = [body] if wait is None else [bytes([byte]) for byte in body]
        for piece in pieces:
            handler.wfile.write(piece)
            if wait is not None:
                wait()
    except (BrokenPipeError, ConnectionResetError):  # whoever asked has gone
        handler.close_connection = True


def _vector(text: str, size: int) -> Sequence[float]:
    """Return a vector that is the same for the same words in any order."""
    vector = [0.0] * size
    for word in text.lower().split():
        vector[hashlib.blake2b(word.encode()).digest()[0] % size] += 1.0
    return vector


def one_step_answers(text: str | None) -> Answering:
    """Return what a model says in the course of `ask` to a question that is looked up at once."""

    def answer(asked: Asked) -> Any:
        numbers = [number for number, _ in asked.memories]
        part = {"question": asked.data.get("question", ""), "needs": [], "scope": "short"}
        said: dict[str, Any] = {
            "plan": {"complexity": "simple", "keywords": [], "parts": [part]},
            "gate": {"numbers": numbers},
            "answer": {"sources": numbers, "answer": text or "", "found": text is not None, "missing": "who"},
        }
        return said[asked.purpose or ""]

    return answer
