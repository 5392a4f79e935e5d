"""Evidence recall of other memories over the same file, on the same machine, with the same embeddings and no model.

    python benchmarks/peers.py FILE --peer graphiti --neo4j bolt://127.0.0.1:7687 [--limit N] --json OUT.json
    python benchmarks/peers.py FILE --peer mem0 [--limit N] --json OUT.json

Graphiti (`graphiti-core`) gets every turn as an episode and as a fact of its speaker, with its time, by
`add_nodes_and_edges_bulk`, into an empty Neo4j database, and is asked with `search()`. mem0 (`mem0ai`) gets every turn
with `infer=False` into a local Qdrant folder, and is asked with `search()`. Each is installed beside chronomem by
whoever wants to compare; their telemetry is switched off here. The server's user name and password come from
NEO4J_USERNAME and NEO4J_PASSWORD.
"""

import argparse
import asyncio
import hashlib
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

from retrieval import CUTS, conversations, questions_of  # noqa: TID251 - the benchmark beside this one

from chronomem import StaticEmbedder
from chronomem.engine.importers import Conversation

os.environ |= {"GRAPHITI_TELEMETRY_ENABLED": "false", "MEM0_TELEMETRY": "false", "EMBEDDING_DIM": "256"}


class Peer(Protocol):
    """A memory that turns are given to, and that is asked for them."""

    def add(self, conversation: Conversation) -> None:
        """Store all turns of a conversation."""

    def search(self, conversation: Conversation, question: str, k: int) -> list[str]:
        """Return the ids of the turns that bear on a question, best first."""

    def close(self) -> None:
        """Let go of what it holds."""


class Graphiti:
    """Graphiti on Neo4j."""

    def __init__(self, uri: str) -> None:
        from graphiti_core import Graphiti as Client
        from graphiti_core.cross_encoder.client import CrossEncoderClient
        from graphiti_core.embedder.client import EmbedderClient
        from graphiti_core.llm_client.client import LLMClient

        static = StaticEmbedder()

        class Embeddings(EmbedderClient):  # type: ignore[misc]
            async def create(self, input_data: Any) -> list[float]:
                texts = [input_data] if isinstance(input_data, str) else list(input_data)
                return [float(value) for value in static.embed(texts)[0]]

            async def create_batch(self, input_data_list: list[str]) -> list[list[float]]:
                return [[float(value) for value in row] for row in static.embed(input_data_list)]

        class NoModel(LLMClient):  # type: ignore[misc]
            async def _generate_response(self, *_: Any, **__: Any) -> dict[str, Any]:
                raise RuntimeError("no language model takes part")

        class NoReranker(CrossEncoderClient):  # type: ignore[misc]
            async def rank(self, *_: Any, **__: Any) -> list[tuple[str, float]]:
                raise RuntimeError("no reranker takes part")

        self._loop = asyncio.new_event_loop()
        self._embedder = Embeddings()
        self._client = Client(
            uri,
            os.environ.get("NEO4J_USERNAME", "neo4j"),
            os.environ.get("NEO4J_PASSWORD", ""),
            llm_client=NoModel(None),
            embedder=self._embedder,
            cross_encoder=NoReranker(),
        )
        self._turns: dict[str, str] = {}
        self._loop.run_until_complete(self._client.build_indices_and_constraints())

    def add(self, conversation: Conversation) -> None:
        self._loop.run_until_complete(self._add(conversation))

    async def _add(self, conversation: Conversation) -> None:
        from graphiti_core.edges import EntityEdge
        from graphiti_core.nodes import EntityNode, EpisodeType, EpisodicNode
        from graphiti_core.utils.bulk_utils import add_nodes_and_edges_bulk

        group, now = _group(conversation), datetime.now(UTC)
        speakers = sorted({turn.speaker for turn in conversation.turns})
        nodes = {
            name: EntityNode(name=name, group_id=group, labels=["Entity"], created_at=now, summary="")
            for name in speakers
        }
        vectors = await self._embedder.create_batch(speakers)
        for name, vector in zip(speakers, vectors, strict=True):
            nodes[name].name_embedding = vector
        facts = [f"{turn.speaker}: {turn.text}" for turn in conversation.turns]
        episodes, edges = [], []
        for turn, fact, vector in zip(conversation.turns, facts, await self._embedder.create_batch(facts), strict=True):
            said_at = _moment(turn.said_at)
            episode = EpisodicNode(
                name=str(turn.id),
                group_id=group,
                source=EpisodeType.message,
                source_description="dialogue",
                content=fact,
                valid_at=said_at,
                created_at=now,
            )
            other = next((name for name in speakers if name != turn.speaker), turn.speaker)
            edge = EntityEdge(
                source_node_uuid=nodes[turn.speaker].uuid,
                target_node_uuid=nodes[other].uuid,
                group_id=group,
                name="SAID",
                fact=fact,
                fact_embedding=vector,
                episodes=[episode.uuid],
                valid_at=said_at,
                created_at=now,
            )
            episode.entity_edges = [edge.uuid]
            self._turns[edge.uuid] = str(turn.id)
            episodes.append(episode)
            edges.append(edge)
        await add_nodes_and_edges_bulk(self._client.driver, episodes, [], list(nodes.values()), edges, self._embedder)

    def search(self, conversation: Conversation, question: str, k: int) -> list[str]:
        edges = self._loop.run_until_complete(
            self._client.search(question, group_ids=[_group(conversation)], num_results=k)
        )
        return [self._turns[edge.uuid] for edge in edges]

    def close(self) -> None:
        self._loop.run_until_complete(self._client.close())
        self._loop.close()


class Mem0:
    """mem0 with Qdrant in a folder."""

    def __init__(self, folder: Path) -> None:
        from mem0 import Memory as Client

        static = StaticEmbedder()

        class Embeddings:
            config = None

            def embed(self, text: str, *_: Any) -> list[float]:
                return [float(value) for value in static.embed([text])[0]]

            def embed_batch(self, texts: Sequence[str], *_: Any) -> list[list[float]]:
                return [[float(value) for value in row] for row in static.embed(texts)]

        no_key = {"api_key": "none"}
        store = {"path": str(folder / "qdrant"), "embedding_model_dims": static.dimensions, "on_disk": True}
        self._client = Client.from_config(
            {
                "vector_store": {"provider": "qdrant", "config": store},
                "embedder": {"provider": "openai", "config": no_key | {"embedding_dims": static.dimensions}},
                "llm": {"provider": "openai", "config": no_key},
                "history_db_path": str(folder / "history.db"),
            }
        )
        self._client.embedding_model = Embeddings()

    def add(self, conversation: Conversation) -> None:
        for turn in conversation.turns:
            message = {"role": "user", "content": f"{turn.speaker}: {turn.text}"}
            self._client.add(
                [message],
                user_id=conversation.user,
                metadata={"turn": str(turn.id), "said_at": _moment(turn.said_at).isoformat()},
                infer=False,
            )

    def search(self, conversation: Conversation, question: str, k: int) -> list[str]:
        found = self._client.search(question, filters={"user_id": conversation.user}, top_k=k, threshold=0.0)
        return [own["metadata"]["turn"] for own in found["results"]]

    def close(self) -> None:
        with suppress(AttributeError):
            self._client.vector_store.client.close()


def run(path: Path, peer: Peer, limit: int | None) -> dict[str, Any]:
    """Give a peer every conversation and ask it every question; return the report."""
    found: dict[str, dict[int, list[float]]] = {}
    turns, storing, asking = 0, 0.0, []
    for conversation in conversations(path, limit):
        started = time.perf_counter()
        peer.add(conversation)
        storing += time.perf_counter() - started
        turns += len(conversation.turns)
        for question in questions_of(conversation):
            started = time.perf_counter()
            ranked = list(dict.fromkeys(peer.search(conversation, question.text, max(CUTS))))
            asking.append((time.perf_counter() - started) * 1000)
            gold = set(question.gold)
            for group in ("all", question.category or "none"):
                for cut in CUTS:
                    shares = found.setdefault(group, {}).setdefault(cut, [])
                    shares.append(len(gold.intersection(ranked[:cut])) / len(gold))
        print(f"{conversation.id}: {len(conversation.turns)} turns", file=sys.stderr)
    asking.sort()
    return {
        "turns": turns,
        "questions": len(asking),
        "ingest_turns_per_s": round(turns / storing, 1) if storing else None,
        "recall_ms": {"p50": round(asking[len(asking) // 2], 2)} if asking else None,
        "recall": {
            group: {str(cut): round(100 * sum(own) / len(own), 1) for cut, own in cuts.items()}
            for group, cuts in sorted(found.items())
        },
    }


def _group(conversation: Conversation) -> str:
    return hashlib.sha256(conversation.user.encode()).hexdigest()[:16]


def _moment(said_at: datetime | str | None) -> datetime:
    moment = datetime.fromisoformat(said_at) if isinstance(said_at, str) else said_at
    assert moment is not None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--peer", choices=("graphiti", "mem0"), required=True)
    parser.add_argument("--neo4j", metavar="URI", help="an empty database for Graphiti")
    parser.add_argument("--limit", type=int, help="how many conversations at the most")
    parser.add_argument("--json", type=Path, required=True)
    options = parser.parse_args()
    if options.peer == "graphiti" and options.neo4j is None:
        parser.error("--peer graphiti needs --neo4j")
    with tempfile.TemporaryDirectory() as folder:
        makers: dict[str, Callable[[], Peer]] = {
            "graphiti": lambda: Graphiti(options.neo4j),
            "mem0": lambda: Mem0(Path(folder)),
        }
        peer = makers[options.peer]()
        try:
            report = {"peer": options.peer, **run(options.file, peer, options.limit)}
        finally:
            peer.close()
    text = json.dumps(report, indent=2)
    options.json.write_text(text + "\n", encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
