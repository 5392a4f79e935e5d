"""Through the graph from what a question names, over facts of the time asked about."""

import pytest

from chronomem import Memory
from chronomem.retrieval.presets.preset import Preset, step
from chronomem.retrieval.stages.multi_hop import steps_of

HOPS = Preset(
    name="hops", steps=(step("asked_times"), step("question"), step("multi_hop"), step("best"), step("items"))
)


def told(memory: Memory, user: str) -> None:
    lines = [
        ("friend", "Ann knows Zora."),
        ("works", "Zora works at Acme."),
        ("seat", "Acme is in Bergen."),
        ("old", "Zora worked at Initech once."),
        ("other", "The weather was dull."),
    ]
    memory.add_turns(
        [{"id": i, "text": t, "speaker": "Ben", "said_at": f"2024-05-0{n + 1}"} for n, (i, t) in enumerate(lines)],
        user=user,
    )
    facts = [
        ("Ann", "knows", "Zora", "2024-01-01", None, "friend"),
        ("Zora", "works_at", "Acme", "2023-01-01", None, "works"),
        ("Acme", "located_in", "Bergen", "2010-01-01", None, "seat"),
        ("Zora", "employed_by", "Initech", "2019-01-01", "2022-01-01", "old"),
    ]
    memory.add_facts(
        [
            {"subject": s, "predicate": p, "object": o, "valid_at": a, "invalid_at": z, "turn_id": t}
            for s, p, o, a, z, t in facts
        ],
        user=user,
    )


def found(memory: Memory, user: str, question: str, **parameters: int) -> list[str]:
    steps = [one if one.stage != "multi_hop" else step("multi_hop", **parameters) for one in HOPS.steps]
    preset = Preset(name="hops", steps=tuple(steps))
    context = memory.recall(question, user=user, now="2024-06-01", preset=preset)
    return [item.turn_ids[0] for item in context]


@pytest.fixture
def stocked(memory: Memory, user: str) -> str:
    told(memory, user)
    return user


def test_what_is_told_two_hops_away_is_reached(memory: Memory, stocked: str) -> None:
    assert "other" not in found(memory, stocked, "In which city is the firm of the one that Ann knows?")
    one = found(memory, stocked, "Who employs Ann's acquaintance?", hops=1)
    two = found(memory, stocked, "Who employs Ann's acquaintance?", hops=2)
    assert set(one) == {"friend", "works", "old"}
    assert set(two) == {"friend", "works", "old", "seat"}


def test_only_facts_of_the_time_asked_about_are_followed(memory: Memory, stocked: str) -> None:
    then = found(memory, stocked, "Where did Zora work in 2020?", hops=1)
    assert then[0] == "old"
    assert "works" not in then
    now = found(memory, stocked, "Where did Zora work in March 2024?", hops=1)
    assert "works" in now
    assert "old" not in now


def test_the_fan_out_is_bounded(memory: Memory, user: str) -> None:
    memory.add_turns(
        [{"id": f"t{n}", "text": f"Hub knows Friend{n}.", "said_at": "2024-05-01"} for n in range(12)], user=user
    )
    memory.add_facts(
        [{"subject": "Hub", "predicate": "knows", "object": f"Friend{n}", "turn_id": f"t{n}"} for n in range(12)],
        user=user,
    )
    assert len(found(memory, user, "Who is around Hub?", fan_out=5)) <= 10
    assert found(memory, user, "Has Hub met Friend7?", fan_out=3)[0] == "t7", "what the words speak of comes first"


def test_a_hub_passes_less_on_than_a_rare_name(memory: Memory, user: str) -> None:
    lines = {f"hub{n}": ("Hub", f"Person{n}") for n in range(10)}
    lines |= {"to-hub": ("Start", "Hub"), "to-rare": ("Start", "Rare")}
    lines |= {"from-hub": ("Hub", "Far"), "from-rare": ("Rare", "Away")}
    memory.add_turns([{"id": i, "text": "Same words.", "said_at": "2024-05-01"} for i in lines], user=user)
    memory.add_facts(
        [{"subject": s, "predicate": "linked_to", "object": o, "turn_id": i} for i, (s, o) in lines.items()], user=user
    )
    order = found(memory, user, "What is around Start?", hops=2)
    assert order.index("from-rare") < order.index("from-hub") if "from-hub" in order else "from-rare" in order


def test_nicknames_are_followed_and_nothing_is_merged(memory: Memory, user: str) -> None:
    memory.add_turns(
        [
            {"id": "full", "text": "Melanie painted a lake.", "speaker": "Ann", "said_at": "2024-05-01"},
            {"id": "short", "text": "My friend Mel sings in a choir.", "speaker": "Ann", "said_at": "2024-05-02"},
        ],
        user=user,
    )
    memory.consolidate(user=user)
    [row] = memory.cypher(
        "MATCH (:Entity {user_id: $user})-[r:MAYBE_SAME]->(:Entity) RETURN count(r) AS edges", user=user
    )
    assert row["edges"] == 1
    assert set(found(memory, user, "What do you know of Melanie?", hops=1)) == {"full", "short"}


@pytest.mark.dialect
def test_the_path_and_the_cypher_are_shown(memory: Memory, stocked: str) -> None:
    context = memory.recall("Where did Zora work in 2020?", user=stocked, now="2024-06-01", preset=HOPS, explain=True)
    assert context[0].turn_ids == ("old",)
    assert context[0].path == ("Zora: Zora employed by Initech",)
    [seat] = [i for i in memory.recall("Ann?", user=stocked, preset=HOPS, explain=True) if "Bergen" in i.text]
    assert seat.path[0].startswith("Ann —knows since 2024-01-01→ Zora —works at since 2023-01-01→ Acme")
    assert steps_of(seat.path[0]) == [
        ("Ann", "knows since 2024-01-01", "Zora"),
        ("Zora", "works at since 2023-01-01", "Acme"),
    ]
    explanation = context.explanation
    assert explanation is not None
    assert explanation.times == [("2020-01-01T00:00:00+00:00", "2021-01-01T00:00:00+00:00")]
    ran = {query["name"]: query for query in reversed(explanation.queries)}
    assert "RELATES_TO" in ran["expand_entities"]["cypher"]
    assert ran["expand_entities"]["parameters"]["ids"] == ["entity:zora"]
    assert memory.recall("Where?", user=stocked, preset=HOPS).explanation is None


def test_nothing_of_another_user_is_reached(memory: Memory, stocked: str, user: str) -> None:
    other = f"{user}-other"
    memory.add_turns([{"id": "mine", "text": "Zora sings.", "said_at": "2024-05-01"}], user=other)
    memory.add_facts([{"subject": "Zora", "predicate": "sings_in", "object": "choir", "turn_id": "mine"}], user=other)
    assert found(memory, other, "What about Zora?") == ["mine"]
    assert "mine" not in found(memory, stocked, "What about Zora?")


def test_a_question_that_names_nobody_reaches_nothing(memory: Memory, stocked: str) -> None:
    assert found(memory, stocked, "What was the weather like?") == []
