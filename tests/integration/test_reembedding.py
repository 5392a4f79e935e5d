"""The vectors of a memory are replaced in place: found by the old ones until then, and the same in the end as ever."""

import hashlib
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from chronomem import FolderUnusable, Memory, SchemaMismatch, Settings
from chronomem.extractors.embeddings.embedder import Vectors
from chronomem.extractors.embeddings.passages import passages
from chronomem.graph_schema.embedded import EmbeddedDatabase

pytestmark = pytest.mark.slow

LINES = ("I moved to Lisbon in May.", "My dog Rex loves the beach.", "I work at Acme now.", "We painted the kitchen.")
KEPT = Settings(structures=("calendar", "topics", "profiles", "timem", "segtree", "recmem", "hmem"))
LABELS = {"Turn": "text", "Memory": "text", "Topic": "summary", "Persona": "summary", "Period": "summary"}


class Counted:
    """Embeds by counting words; it can be told to fail after so many texts."""

    def __init__(self, dimensions: int, fails_after: int | None = None) -> None:
        self.name = f"counted-{dimensions}"
        self.dimensions = dimensions
        self.left = fails_after

    def embed(self, texts: Sequence[str]) -> Vectors:
        vectors = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for row, text in zip(vectors, texts, strict=True):
            if self.left is not None:
                self.left -= 1
                if self.left < 0:
                    raise Broken
            for word in text.lower().split():
                row[hashlib.blake2b(word.encode()).digest()[0] % self.dimensions] += 1
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        return np.asarray(vectors / np.where(lengths > 0, lengths, 1), dtype=np.float32)


class Broken(Exception):
    """Stands for a kill."""


OLD, NEW = Counted(8), Counted(12)


def tell(memory: Memory, user: str) -> None:
    told = [f"{LINES[number % 4]} That was day {number}." for number in range(11)]
    told.append(" ".join(f"{LINES[number % 4]} That was part {number}." for number in range(20)))
    turns = [
        {
            "id": f"t{number}",
            "text": told[number],
            "speaker": "Ann" if number % 2 else "Bo",
            "said_at": f"2024-0{1 + number // 4}-{1 + number % 4:02d}T10:00",
        }
        for number in range(12)
    ]
    memory.add_turns(turns, user=user)
    memory.consolidate(user=user, now="2024-06-01")


def vectors(memory: Memory, user: str) -> dict[str, Any]:
    """Return the vector of each text of a user and of each passage; there is nothing else of re-embedding."""
    found = {}
    for label, words in LABELS.items():
        rows = memory.cypher(
            f"MATCH (n:{label} {{user_id: $user}}) RETURN n.id AS id, n.{words} AS text, n.embedding AS vector,"
            " n.passages AS passages, n.passage_words AS words,"
            " coalesce(n.next_embedding, n.next_passages, n.next_passage_words) AS next",
            user=user,
        )
        for row in rows:
            assert row["next"] is None
            assert (row["text"] is None) == (row["vector"] is None)
            if row["text"] is not None:
                found[f"{label} {row['id']} {row['text']}"] = row["vector"]
            if row["passages"] is not None:
                own = passages(row["text"], row["words"])
                size = len(row["passages"]) // len(own)
                for number, (start, end) in enumerate(own):
                    vector = row["passages"][number * size : (number + 1) * size]
                    found[f"Passage {row['id']}/{number} {row['text'][start:end]}"] = vector
    return found


def is_of(embedder: Counted, found: dict[str, Any]) -> bool:
    texts = [key.split(" ", 2)[2] for key in found]
    made = embedder.embed(texts).astype("<f2")
    return all(bytes(vector) == row.tobytes() for vector, row in zip(found.values(), made, strict=True))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the memories of two users, embedded by the old embedder."""
    folder = tmp_path_factory.mktemp("reembedding") / "memory"
    with Memory.open(folder, settings=KEPT, embedder=OLD) as memory:
        for user in ("ann", "bo"):
            tell(memory, user)
    return folder


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Iterator[Path]:
    """A copy of that folder, whose server runs on between one opening and the next."""
    shutil.copytree(made, tmp_path / "memory")
    with EmbeddedDatabase.open(tmp_path / "memory"):
        yield tmp_path / "memory"


def test_all_vectors_are_replaced_and_the_memory_is_the_new_embedders(folder: Path) -> None:
    seen: list[int] = []
    done = Memory.reembed(folder, embedder=NEW, progress=seen.append)
    with pytest.raises(SchemaMismatch, match=r"'counted-12' \(12 dimensions\), which 'counted-8' .*chronomem reembed"):
        Memory.open(folder, embedder=OLD)
    with Memory.open(folder, settings=KEPT, embedder=NEW) as memory:
        found = vectors(memory, "ann") | vectors(memory, "bo")
        assert {key.split()[0] for key in found} == {*LABELS, "Passage"}
        assert is_of(NEW, found)
        assert (done.embedder, done.users) == ("counted-12", 2)
        assert done.vectors == sum(seen) > len(found)  # both users have the same nodes
        assert memory.doctor().findings == ()
        assert memory.recall("Where does Ann live?", user="ann")
        memory.add("I moved to Porto.", user="ann", speaker="Ann", said_at="2024-06-02")
        memory.consolidate(now="2024-07-01")
        assert is_of(NEW, vectors(memory, "ann"))
        assert memory.doctor().findings == ()
    assert Memory.reembed(folder, embedder=NEW).vectors == 0, "there is nothing left to do"


def test_others_go_on_with_the_old_vectors_until_their_user_is_switched(folder: Path) -> None:
    with Memory.open(folder, embedder=OLD) as memory:
        before = memory.recall("beach with Rex", user="ann").as_dict()
        told: list[str] = []

        def use(_: int) -> None:
            if not told:
                assert memory.recall("beach with Rex", user="ann").as_dict() == before
            told.append(f"late-{len(told)}")
            if len(told) > 2:
                return
            memory.add(f"Rex saw {told[-1]}.", user="bo", turn_id=told[-1])
            with Memory.open(folder, embedder=OLD) as another:
                assert another.recall("kitchen", user="ann")

        Memory.reembed(folder, embedder=NEW, progress=use)
        for call in (
            lambda: memory.recall("beach", user="ann"),
            lambda: memory.add("Hello.", user="ann"),
            lambda: memory.consolidate(user="bo"),
            lambda: memory.forget(user="bo", turn_ids=["t1"]),
            lambda: memory.doctor(),
            lambda: memory.export(folder.parent / "export"),
        ):
            with pytest.raises(SchemaMismatch, match=r"'ann'|'bo'"):
                call()
        memory.add("A late user.", user="cy")  # whom nobody switches
    with Memory.open(folder, embedder=NEW) as memory:
        kept = [row["id"] for row in memory.cypher("MATCH (t:Turn {user_id: 'bo'}) RETURN t.id AS id")]
        assert set(told[:2]) <= set(kept)
        assert is_of(NEW, vectors(memory, "bo"))
        with pytest.raises(SchemaMismatch, match=r"'cy' were made by .*'counted-8'"):
            memory.recall("late", user="cy")
    assert Memory.reembed(folder, embedder=NEW).users == 1
    with Memory.open(folder, embedder=NEW) as memory:
        assert memory.recall("late", user="cy")[0].text == "A late user."


def test_what_is_forgotten_meanwhile_leaves_no_vector(folder: Path) -> None:
    with pytest.raises(Broken):
        Memory.reembed(folder, embedder=Counted(12, fails_after=20))
    with Memory.open(folder, settings=KEPT, embedder=OLD) as memory:
        memory.forget(user="ann", turn_ids=["t1", "t9"])
        memory.consolidate(now="2024-06-01")
    Memory.reembed(folder, embedder=NEW)
    with Memory.open(folder, settings=KEPT, embedder=NEW) as memory:
        assert is_of(NEW, vectors(memory, "ann") | vectors(memory, "bo"))
        assert memory.doctor().findings == ()


Death = Callable[[pytest.MonkeyPatch], Counted]


def _dies_at(statement: str, times: int) -> Death:
    def arm(patch: pytest.MonkeyPatch) -> Counted:
        from chronomem.graph_schema.database.store import Transaction

        run, left = Transaction.run, [times]

        async def mortal(self: Transaction, name: str, **parameters: Any) -> Any:
            rows = await run(self, name, **parameters)
            if name.startswith(statement):
                left[0] -= 1
                if left[0] < 0:
                    raise Broken
            return rows

        patch.setattr(Transaction, "run", mortal)
        return NEW

    return arm


def _deaths() -> Iterator[Any]:
    for after in (0, 15, 50):
        yield f"after {after} texts", lambda _, after=after: Counted(12, fails_after=after)
    for name in ("store_next", "switch_embedder", "take_next"):
        for times in (0, 1):
            yield f"at {name} {times}", _dies_at(name, times)
    yield "at the end", _dies_at("finish_reembedding", 0)


_IN_SHORT = ("after 15 texts", "at switch_embedder 0", "at take_next 1")


@pytest.mark.parametrize(
    "death",
    [
        pytest.param(death, id=name, marks=[] if name in _IN_SHORT else pytest.mark.thorough)
        for name, death in _deaths()
    ],
)
def test_a_run_that_is_killed_goes_on_and_ends_as_one_that_is_not(folder: Path, death: Death) -> None:
    with pytest.MonkeyPatch.context() as patch, pytest.raises(Broken):
        Memory.reembed(folder, embedder=death(patch))
    with Memory.open(folder, embedder=OLD) as memory:
        for user in ("ann", "bo"):
            with suppress(SchemaMismatch):  # it was switched
                assert memory.recall("beach with Rex", user=user)
    made = Memory.reembed(folder, embedder=NEW)
    with Memory.open(folder, settings=KEPT, embedder=NEW) as memory:
        found = vectors(memory, "ann") | vectors(memory, "bo")
        assert is_of(NEW, found)
        assert made.vectors <= 2 * len(found)
        assert memory.doctor().findings == ()
        assert memory.recall("beach with Rex", user="ann")


@pytest.mark.parametrize("statement", ["store_next", "take_next"])
def test_a_killed_run_can_be_followed_by_one_with_any_embedder(folder: Path, statement: str) -> None:
    with pytest.MonkeyPatch.context() as patch, pytest.raises(Broken):
        Memory.reembed(folder, embedder=_dies_at(statement, 1)(patch))
    for embedder in (Counted(10), OLD):
        Memory.reembed(folder, embedder=embedder)
        with Memory.open(folder, settings=KEPT, embedder=embedder) as memory:
            assert is_of(embedder, vectors(memory, "ann") | vectors(memory, "bo"))


def test_there_must_be_a_memory(tmp_path: Path) -> None:
    with pytest.raises(FolderUnusable, match="nothing to embed"):
        Memory.reembed(tmp_path / "none", embedder=NEW)
    assert not (tmp_path / "none").exists()


@pytest.mark.dialect
@pytest.mark.all_users
def test_a_server_is_reembedded_and_back(
    request: pytest.FixtureRequest, database: str, user: str, tmp_path: Path
) -> None:
    """The Neo4j server serves other tests too, whose users go there and back."""
    place, own = str(tmp_path / "memory"), {}
    if database == "neo4j":
        endpoint = request.getfixturevalue("neo4j_endpoint")
        place, own = endpoint.uri, {"auth": endpoint.auth}

    def open_it() -> Memory:
        return Memory.connect(place, **own) if own else Memory.open(place)

    with open_it() as memory:
        tell(memory, user)
        was = vectors(memory, user)
    with pytest.raises(Broken):
        Memory.reembed(place, embedder=Counted(10, fails_after=20), **own)
    Memory.reembed(place, embedder=NEW, **own)
    Memory.reembed(place, **own)
    with open_it() as memory:
        assert {key: bytes(vector) for key, vector in vectors(memory, user).items()} == {
            key: bytes(vector) for key, vector in was.items()
        }
