"""A LangGraph agent that remembers across threads.

    pip install 'chronomem[langgraph]'
    python examples/langgraph_store.py

The model is a script, so that the example runs without a key; put a chat model in its place.
"""

import tempfile
from typing import TypedDict
from uuid import uuid4

from langgraph.graph import END, START, StateGraph
from langgraph.store.base import BaseStore

from chronomem import Memory
from chronomem.engine.interfaces.adapters.langgraph import ChronomemStore


class State(TypedDict):
    user: str
    message: str
    reply: str


def model(message: str, memories: list[str]) -> str:
    """Answer as a language model would: from what was remembered."""
    return f"You told me: {memories[0]}" if message.endswith("?") and memories else "I'll remember that."


def answer(state: State, *, store: BaseStore) -> dict[str, str]:
    namespace = (state["user"], "chat")
    memories = [item.value["text"] for item in store.search(namespace, query=state["message"], limit=3)]
    if not state["message"].endswith("?"):
        store.put(namespace, str(uuid4()), {"text": state["message"], "speaker": state["user"]})
    return {"reply": model(state["message"], memories)}


def main() -> None:
    graph = StateGraph(State)
    graph.add_node("answer", answer)
    graph.add_edge(START, "answer")
    graph.add_edge("answer", END)
    with tempfile.TemporaryDirectory() as folder, Memory.open(f"{folder}/memory") as memory:
        agent = graph.compile(store=ChronomemStore(memory))
        for message in ("My cat is called Miso.", "I work at the harbour.", "What is my cat called?"):
            print(f"> {message}\n{agent.invoke({'user': 'ann', 'message': message, 'reply': ''})['reply']}")


if __name__ == "__main__":
    main()
