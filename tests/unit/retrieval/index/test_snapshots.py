"""An index that was kept in a file is what it was, and goes on from there."""

import asyncio
import errno
import os
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from tests.unit.retrieval.views import EMBEDDER, TOPICS, index_of, said

from chronomem.graph_schema.database.connection import ServerConnection
from chronomem.graph_schema.database.dialect import NEO4J
from chronomem.graph_schema.database.store import GraphStore
from chronomem.graph_schema.embedded.writer_turns import Kind, Turns
from chronomem.graph_schema.errors import FolderUnusable
from chronomem.graph_schema.model.dialogue import User
from chronomem.retrieval.index import snapshots, turn_vectors
from chronomem.retrieval.index.arrays.array_file import UnusableSnapshotError, read, write
from chronomem.retrieval.index.arrays.columns import Arrays
from chronomem.retrieval.index.intervals import Interval
from chronomem.retrieval.index.snapshots import Snapshots, delete_outdated_snapshots, delete_snapshots
from chronomem.retrieval.index.turn_columns import IndexedTurn
from chronomem.retrieval.index.user_index import UserIndex
from chronomem.retrieval.index.utterances import _COLUMNS as UTTERANCES
from chronomem.retrieval.question.question import read_question
from chronomem.retrieval.scoring.signs import SIGNS
from chronomem.retrieval.scoring.similarities import Match

USER = User(id="ann", version=9, epoch=2, timezone="UTC", created_at="2024-01-01T00:00:00Z")


def turns(first: int, last: int) -> list[IndexedTurn]:
    """Turns of thirty sessions, of which some come late."""
    random = np.random.default_rng(first)
    return [
        said(
            number if number % 7 else -number,
            " and ".join(random.choice(TOPICS, size=2)) + " née" * (number % 3) + " 9?" * (number % 2),
            speaker=random.choice(["Ann Lee", "Ben", "Cleo"]),
            session=f"s{number % 30}" if number % 5 else f"new {first}",
        )
        for number in range(first, last)
    ]


def tell(index: UserIndex, first: int) -> None:
    """Date some turns and say what they tell, some of them anew."""
    named = [turn.id for turn in index.turns]
    index.date({turn: [Interval(first, first + 9), Interval(5, 7)] for turn in named[first // 2 :: 7]})
    index.tell({turn: ["likes_tea", f"has_{TOPICS[first % 8]}"] for turn in named[first // 3 :: 5]}, set(named[::11]))


def grow(index: UserIndex, first: int, last: int) -> UserIndex:
    added = turns(first, last)
    for start in range(0, len(added), 40):
        part = added[start : start + 40]
        index.extend(part, EMBEDDER.embed([turn.text for turn in part]))
    tell(index, first)
    return index


def through_a_file(index: UserIndex, path: Path) -> UserIndex:
    write(path, {}, index.arrays())
    restored = UserIndex(EMBEDDER.dimensions)
    restored.restore(read(path)[1])
    return restored


def assert_same(one: UserIndex, other: UserIndex) -> None:
    assert list(one.turns) == list(other.turns)
    assert [one.number_of(turn.id) for turn in other.turns] == list(range(len(other)))
    assert one.number_of("nobody's") is None
    assert list(one.in_sessions()) == list(other.in_sessions())
    for name in one._rows._arrays:
        assert one.column(name).tolist() == other.column(name).tolist(), name
    for name in UTTERANCES:
        assert one.utterances.column(name).tolist() == other.utterances.column(name).tolist(), name
    assert sorted(zip(*one.times, strict=True)) == sorted(zip(*other.times, strict=True))
    text = "When did Ann like the bred and the moon, in tea?"
    for name, sign in SIGNS.items():
        asked = [
            read_question(
                text, speakers=i.speakers, vocabulary=i.vocabulary, embedder=EMBEDDER, times=(Interval(50, 60),)
            )
            for i in (one, other)
        ]
        found, expected = (sign(Match(i, question)) for i, question in zip((one, other), asked, strict=True))
        np.testing.assert_array_equal(found, expected, err_msg=name)


@pytest.fixture(params=["few", "many"])
def index(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> UserIndex:
    """An index whose vectors are as they are, or in little room."""
    if request.param == "many":
        monkeypatch.setattr(turn_vectors, "MANY", 100)
        monkeypatch.setattr(turn_vectors, "_REFINED", 50)
    return grow(UserIndex(EMBEDDER.dimensions), 1, 150)


def test_what_was_kept_goes_on_as_if_it_had_not_been(index: UserIndex, tmp_path: Path) -> None:
    restored = through_a_file(index, tmp_path / "first")
    assert_same(restored, index)
    bytes_before = (tmp_path / "first").read_bytes()
    for first, last in ((150, 151), (151, 300), (300, 1_500)):  # within the room that there is, and beyond
        grow(restored, first, last)
        grow(index, first, last)
        assert_same(restored, index)
        assert_same(through_a_file(restored, tmp_path / "again"), index)
    assert (tmp_path / "first").read_bytes() == bytes_before
    assert (tmp_path / "first").stat().st_mode & 0o777 == 0o600


def test_arrays_stay_as_they_are_while_the_index_goes_on(index: UserIndex, tmp_path: Path) -> None:
    arrays = index.arrays()
    as_it_was = through_a_file(index, tmp_path / "now")
    grow(index, 150, 400)
    write(tmp_path / "later", {}, arrays)
    assert (tmp_path / "later").read_bytes() == (tmp_path / "now").read_bytes()
    grow(as_it_was, 150, 400)
    assert_same(as_it_was, index)


def test_an_empty_index_can_be_kept(tmp_path: Path) -> None:
    empty = through_a_file(UserIndex(EMBEDDER.dimensions), tmp_path / "empty")
    assert_same(grow(empty, 1, 50), grow(UserIndex(EMBEDDER.dimensions), 1, 50))


def test_a_file_that_is_not_whole_is_refused(tmp_path: Path) -> None:
    whole, damaged = tmp_path / "whole", tmp_path / "damaged"
    arrays: Arrays = {"numbers": np.arange(3_000), "letters": np.frombuffer(b"abc", dtype=np.uint8)}
    write(whole, {"user": "ann"}, arrays)
    content = whole.read_bytes()
    about, kept = read(whole)
    assert about == {"user": "ann"}
    assert (kept["numbers"].tolist(), len(kept.room("numbers"))) == (list(range(3_000)), 4_024)
    spoiled = [content[:length] for length in (0, 7, 20, 60, 5_000, len(content) - 1)]
    spoiled += [bytes(len(content)), b"\x80\x04K\x01." * 99, content + b"more"]
    for place in (3, 17, 22, 40, 4_100, content.index(b"abc", 4_096)):
        spoiled.append(content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :])
    for wrong in spoiled:
        damaged.write_bytes(wrong)
        with pytest.raises(UnusableSnapshotError):
            read(damaged)


def test_another_format_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chronomem.retrieval.index.arrays.array_file.FORMAT", 2)
    write(tmp_path / "newer", {}, {"numbers": np.arange(3)})
    monkeypatch.undo()
    with pytest.raises(UnusableSnapshotError, match="format 2"):
        read(tmp_path / "newer")


class Folder:
    """What snapshots need of a memory in a folder: the folder, its locks, and the user as it is in the graph."""

    def __init__(self, folder: Path) -> None:
        self.index_folder = folder / "index"
        self.user: User | None = USER
        self.connection = self
        self.dialect = NEO4J
        self._turns = Turns(folder / "turns")

    def turn_of(self, name: str, kind: Kind) -> AbstractAsyncContextManager[None]:
        return self._turns.wait_for(name, kind)

    async def decide(self, name: str, user: str) -> list[dict[str, Any]]:
        assert (name, user) == ("read_user", USER.id)
        return [self.user.model_dump(exclude={"id"})] if self.user is not None else []

    @property
    def files(self) -> list[Path]:
        return list(self.index_folder.iterdir()) if self.index_folder.is_dir() else []


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


@pytest.fixture
def kept(folder: Folder) -> Snapshots:
    return snapshots_of(folder)


def snapshots_of(folder: Folder, embedder: Any = EMBEDDER) -> Snapshots:
    return Snapshots(cast("GraphStore", folder), embedder, least=1, passage_words=60)


async def keep(kept: Snapshots, *, memory: str = USER.memory) -> None:
    await kept.keep(USER.id, memory, "english", 7, index_of(turns(1, 20)).arrays())


def test_an_index_is_found_where_everything_is_as_it_was(folder: Folder, kept: Snapshots) -> None:
    async def steps() -> None:
        assert await kept.find(USER) is None
        await keep(kept)
        found = await kept.find(USER)
        assert found is not None
        assert (found.version, found.memory, len(found)) == (7, USER.memory, 19)
        assert USER.id not in folder.files[0].name
        for other in ({"epoch": 3}, {"version": 6}, {"created_at": "2024-02-01T00:00:00Z"}):
            await keep(kept)
            assert await kept.find(USER.model_copy(update=other)) is None
            assert folder.files == [], "what is of no use is deleted"
        await keep(kept)
        longer = SimpleNamespace(name="another", dimensions=EMBEDDER.dimensions, embed=EMBEDDER.embed)
        assert await snapshots_of(folder, longer).find(USER) is None
        await keep(kept)
        folder.files[0].write_bytes(folder.files[0].read_bytes()[:-9])
        assert await kept.find(USER) is None

    asyncio.run(steps())


def test_nothing_is_kept_of_what_was_forgotten_meanwhile(folder: Folder, kept: Snapshots) -> None:
    for now in (None, USER.model_copy(update={"epoch": 3}), USER.model_copy(update={"created_at": "2025"})):
        folder.user = now
        asyncio.run(keep(kept))
        assert folder.files == []


def test_who_forgets_waits_for_who_writes(folder: Folder, kept: Snapshots, monkeypatch: pytest.MonkeyPatch) -> None:
    """The writer had looked at the epoch before it moved, and was then held up until everything was deleted."""
    order = []

    async def steps() -> None:
        loop, begun, go_on = asyncio.get_running_loop(), asyncio.Event(), asyncio.Event()

        def held_up(*given: Any) -> None:
            loop.call_soon_threadsafe(begun.set)
            asyncio.run_coroutine_threadsafe(go_on.wait(), loop).result()
            write(*given)
            order.append("written")

        monkeypatch.setattr(snapshots, "write", held_up)
        writing = asyncio.create_task(keep(kept))
        await begun.wait()
        writing.cancel()  # its thread goes on all the same, and so does the lock
        folder.user = USER.model_copy(update={"epoch": 3})
        forgetting = asyncio.create_task(delete_snapshots(cast("GraphStore", folder), USER.id))
        forgetting.add_done_callback(lambda _: order.append("forgotten"))
        await asyncio.sleep(0.05)
        go_on.set()
        await asyncio.wait([writing, forgetting])

    asyncio.run(steps())
    assert order == ["written", "forgotten"]
    assert folder.files == []


def test_a_folder_that_can_not_be_written_is_left_alone(
    folder: Folder, kept: Snapshots, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "no space left")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        asyncio.run(keep(kept))
        assert folder.files == []
    folder.index_folder.rmdir()
    folder.index_folder.write_text("in the way")
    asyncio.run(keep(kept))
    assert folder.index_folder.read_text() == "in the way"


def test_what_a_killed_writer_left_goes_with_the_next(folder: Folder, kept: Snapshots) -> None:
    asyncio.run(keep(kept))
    left = folder.files[0].with_name(f"{folder.files[0].name}.99.new")
    left.write_bytes(b"half")
    asyncio.run(keep(kept))
    assert not left.exists()
    left.write_bytes(b"half")
    asyncio.run(delete_snapshots(cast("GraphStore", folder), USER.id))
    assert folder.files == []


def test_a_machine_deletes_what_was_forgotten_at_another_when_it_opens_the_memory(
    folder: Folder, kept: Snapshots
) -> None:
    store = cast("GraphStore", folder)
    for now, left in (
        (USER, 1),
        (USER.model_copy(update={"version": 99}), 1),
        (USER.model_copy(update={"epoch": 3}), 0),
        (None, 0),
    ):
        folder.user = USER
        asyncio.run(keep(kept))
        folder.user = now
        asyncio.run(delete_outdated_snapshots(store))
        assert len(folder.files) == left


def test_each_database_of_a_server_has_a_folder_of_its_own(tmp_path: Path) -> None:
    async def folders() -> list[Path | None]:
        found = []
        for uri, database, root in (
            ("bolt://a", None, tmp_path),
            ("bolt://a", "other", tmp_path),
            ("bolt://b", None, tmp_path),
            ("bolt://b", None, None),
        ):
            connection = ServerConnection(uri, None, database, index_folders=root)
            found.append(connection.index_folder)
            await connection.close()
        return found

    *own, none = asyncio.run(folders())
    assert none is None
    assert len(set(own)) == 3
    assert all(each is not None and each.parent == tmp_path for each in own)
    (tmp_path / "file").touch()
    with pytest.raises(FolderUnusable, match="choose another index_folder"):
        ServerConnection("bolt://a", None, index_folders=tmp_path / "file")


def test_it_pays_to_keep_what_would_take_long_to_read_again(kept: Snapshots) -> None:
    index = index_of(turns(1, 101))
    for unkept, running, closing in ((100, True, True), (21, True, True), (20, False, True), (2, False, False)):
        index.unkept = unkept
        assert (kept.is_due(index), kept.is_due(index, closing=True)) == (running, closing)
    kept._least = 101
    index.unkept = 100
    assert not kept.is_due(index)
