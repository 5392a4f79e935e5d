"""What is read from sentences becomes entities and facts, once each, and goes with the turns that said it."""

from datetime import UTC, datetime

from chronomem import Memory, Turn


def told(memory: Memory, user: str, *lines: tuple[str, str, str]) -> None:
    """Store and read turns: speaker, time, text."""
    turns = [
        Turn.of(id=f"t{n}", speaker=s, said_at=at, text=text, session="s") for n, (s, at, text) in enumerate(lines)
    ]
    memory.add_turns(turns, user=user)
    memory.consolidate(user=user)


def says(memory: Memory, user: str, predicate: str, **options: object) -> list[str]:
    return [fact.says for fact in memory.facts(user=user, predicate=predicate, **options)]  # type: ignore[arg-type]


def test_a_move_closes_the_home_before_it(memory: Memory, user: str) -> None:
    told(
        memory,
        user,
        ("Ann", "2023-01-10T10:00", "I live in Porto."),
        ("Ben", "2023-01-10T10:01", "Oh nice!"),
        ("Ann", "2023-05-30T09:00", "I moved to Lisbon last weekend!"),
    )
    assert says(memory, user, "lives_in", as_of="2023-02-01") == ["Porto"]
    assert says(memory, user, "lives_in", as_of="2023-06-01") == ["Lisbon"]
    old, new = memory.history("Ann", "lives_in", user=user)
    assert (old.says, new.says) == ("Porto", "Lisbon")
    assert old.invalid_at == new.valid_at == datetime(2023, 5, 27, tzinfo=UTC)
    assert new.turn_ids == ("t2",)


def test_forgetting_a_turn_opens_again_what_it_closed(memory: Memory, user: str) -> None:
    told(
        memory,
        user,
        ("Ann", "2023-01-10T10:00", "I live in Porto."),
        ("Ann", "2023-05-30T09:00", "I moved to Lisbon last weekend!"),
    )
    memory.forget(user=user, turn_ids=["t1"])
    assert says(memory, user, "lives_in", as_of="2023-06-01") == ["Porto"]
    assert memory.entity("Lisbon", user=user) is None
    assert [item.turn_ids for item in memory.recall("Lisbon", user=user)] == [("t0",)]


def test_the_order_in_which_turns_are_read_makes_no_difference(memory: Memory, user: str) -> None:
    lines = [
        ("a", "2023-01-10T10:00", "I live in Porto."),
        ("b", "2023-05-30T09:00", "I moved to Lisbon last weekend!"),
        ("c", "2023-03-01T09:00", "I started working at Acme yesterday."),
    ]
    found = []
    for part, order in enumerate(([0, 1, 2], [2, 1, 0], [1, 0, 2])):
        owner = f"{user}-{part}"
        for number in order:
            turn_id, said_at, text = lines[number]
            memory.add(text, user=owner, speaker="Ann", turn_id=turn_id, said_at=said_at)
            memory.consolidate(user=owner)
        facts = memory.facts(user=owner, include_invalid=True)
        found.append([(f.predicate, f.says, f.valid_at, f.invalid_at, f.turn_ids) for f in facts])
    assert found[0]
    assert found[0] == found[1] == found[2]


def test_a_turn_knows_whom_it_names(memory: Memory, user: str) -> None:
    told(memory, user, ("Ann", "2023-01-10T10:00", "I had lunch with Peter Brown in Lisbon."))
    rows = memory.cypher(
        "MATCH (t:Turn {user_id: $user})-[m:MENTIONS]->(e:Entity)"
        " RETURN e.name AS name, e.type AS type, m.spans AS spans, t.text AS text ORDER BY name",
        user=user,
    )
    named = {row["name"]: row for row in rows}
    assert {"Ann", "Peter Brown", "Lisbon"} <= named.keys()
    assert named["Peter Brown"]["type"] == "person"
    start, end = named["Peter Brown"]["spans"]
    assert named["Peter Brown"]["text"][start:end] == "Peter Brown"


def test_what_an_assistant_says_is_no_fact(memory: Memory, user: str) -> None:
    memory.add("I live in a data centre in Ohio.", user=user, speaker="assistant", role="assistant")
    assert memory.consolidate(user=user).turns == 1
    assert memory.facts(user=user, include_invalid=True) == []


def test_other_languages_are_stored_and_found_and_give_no_error(memory: Memory, user: str) -> None:
    memory.add("Ich bin gestern nach München gezogen.", user=user, turn_id="de")
    memory.add("昨日、東京に引っ越しました。", user=user, turn_id="ja")
    assert memory.consolidate(user=user).turns == 2
    assert memory.recall("München", user=user)[0].turn_ids == ("de",)
    assert memory.recall("東京", user=user)[0].turn_ids == ("ja",)


def test_a_question_may_count_its_time_from_what_was_told(memory: Memory, user: str) -> None:
    told(
        memory,
        user,
        ("Ann", "2022-03-02T10:00", "I moved to Porto yesterday."),
        ("Ann", "2022-07-10T10:00", "I bought a red bicycle at the market."),
        ("Ann", "2023-05-30T09:00", "I moved to Lisbon last weekend!"),
        ("Ann", "2023-08-02T10:00", "I bought a green bicycle at the market."),
    )

    def bicycles(question: str) -> list[tuple[str, float]]:
        """The two purchases in the order in which they are recalled, with their scores."""
        items = memory.recall(question, user=user, now="2023-12-01")
        return [(item.turn_ids[0], item.score) for item in items if "bicycle" in item.text]

    def lead(question: str) -> float:
        """How much better the earlier purchase fits."""
        scores = dict(bicycles(question))
        return scores["t1"] - scores["t3"]

    assert [turn for turn, _ in bicycles("Which bicycle did I buy when I lived in Porto?")] == ["t1", "t3"]
    assert [turn for turn, _ in bicycles("Which bicycle did I buy since I moved to Lisbon?")] == ["t3", "t1"]
    undated = lead("Which bicycle did I buy after I had joined the circus?")
    assert undated < lead("Which bicycle did I buy when I lived in Porto?") - 0.3, "what nobody told dates nothing"
    assert undated > lead("Which bicycle did I buy since I moved to Lisbon?") + 0.3


def test_a_question_may_ask_for_a_period_that_an_event_names(memory: Memory, user: str) -> None:
    told(
        memory,
        user,
        ("Ann", "2021-06-20T10:00", "I painted the kitchen yellow."),
        ("Ann", "2022-07-09T10:00", "I painted the garden fence green."),
        ("Ann", "2023-04-15T10:00", "I tried on the wedding dress at the shop."),
        ("Ann", "2023-05-07T20:00", "Ben and I got married yesterday!"),
        ("Ann", "2024-02-03T20:00", "I painted the bedroom blue."),
    )

    def painted(question: str) -> str:
        """The turn that tells of painting and is recalled first."""
        items = memory.recall(question, user=user, now="2024-03-20")
        return next(item.turn_ids[0] for item in items if "painted" in item.text)

    assert painted("What did I paint the summer before the wedding?") == "t1"
    assert painted("What did I paint since the wedding?") == "t4"
