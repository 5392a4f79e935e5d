"""A memory with an ontology of its own: what it extracts, stores and derives, and what a change of it does."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from chronomem import EntityKind, InvalidInput, Memory, Ontology, OntologyMismatch, PredicateRule, Settings

DRUG = EntityKind(
    name="drug", description="a medicine", like="product", names=("ramipril", "metformin"), pattern=r"\w+(statin|pril)"
)
TAKES = PredicateRule(
    name="takes_medicine",
    description="takes that medicine",
    range="drug",
    details={"dose": "how much of it at a time"},
    phrases=("take {dose}? of? {drug}", "be on {dose}? of? {drug}"),
    ending=("come off {drug}", "stop taking {drug}"),
    beginning_examples=("My doctor put me on {drug}.",),
)
PRESCRIBED = PredicateRule(
    name="was_prescribed",
    description="got a prescription of it",
    kind="event",
    range="drug",
    begins=("takes_medicine",),
)
CLINIC = Ontology(kinds=(DRUG,), predicates=(TAKES, PRESCRIBED))
FOLLOWED = Ontology(kinds=(DRUG,), predicates=(TAKES.model_copy(update={"values": "one"}), PRESCRIBED))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("clinic") / "memory"


@pytest.fixture(scope="module")
def memory(folder: Path) -> Iterator[Memory]:
    with Memory.open(folder, settings=Settings(ontology=CLINIC)) as opened:
        yield opened


def told(memory: Memory, user: str) -> list[tuple[str, bool]]:
    """Return the medicines of everybody, each with whether it is still taken."""
    facts = memory.facts(user=user, predicate="takes_medicine", include_invalid=True)
    return [(fact.says, fact.invalid_at is None) for fact in facts]


def test_turns_tell_facts_of_the_ontology(memory: Memory) -> None:
    for day, text in (
        ("2024-03-01", "My doctor put me on ramipril today."),
        ("2024-04-01", "I'm on 5 mg of ramipril now."),
        ("2024-05-01", "I take 10 mg of ramipril now."),
        ("2024-06-01", "I stopped taking metformin, but I take the bus again."),
        ("2024-07-01", "I came off the ramipril yesterday."),
    ):
        memory.add(text, user="ann", speaker="Ann", said_at=f"{day}T09:00:00Z")
    memory.consolidate(user="ann")
    doses = ["metformin", "ramipril", "ramipril 5 mg", "ramipril 10 mg"]
    assert told(memory, "ann") == [(dose, False) for dose in doses]
    current = memory.facts(user="ann", predicate="takes_medicine", as_of="2024-05-15")[-1]
    assert (current.details, current.object and current.object.type) == ({"dose": "10 mg"}, "drug")
    drug = memory.entity("ramipril", user="ann")
    assert drug is not None
    assert (drug.type, drug.mention_count) == ("drug", 4)


def test_an_event_begins_the_state_that_it_declares(memory: Memory) -> None:
    given = {"user": "ben", "subject": "Ben", "object": "Metformin"}
    memory.add_fact(**given, predicate="was_prescribed", valid_at="2024-02-01")
    assert told(memory, "ben") == [("Metformin", True)]
    done = memory.add_fact(**given, predicate="takes_medicine", details={"dose": "1 g"}, valid_at="2024-03-01")
    assert (done.kind, told(memory, "ben")) == ("UPDATE", [("Metformin", False), ("Metformin 1 g", True)])
    ended = memory.add_fact(**given, predicate="takes_medicine", ended=True, invalid_at="2024-04-01")
    assert (ended.kind, told(memory, "ben")[-1]) == ("INVALIDATE", ("Metformin 1 g", False))
    assert [fact.says for fact in memory.history("Ben", "was_prescribed", user="ben")] == [
        *("Metformin", "Metformin", "Metformin 1 g")
    ]


def test_words_that_the_ontology_does_not_know_are_refused(memory: Memory) -> None:
    fact = {"user": "cleo", "subject": "Cleo", "predicate": "takes_medicine", "object": "Ramipril"}
    with pytest.raises(InvalidInput, match=r"no kind of entity 'herb'; the kinds are person, .*, drug"):
        memory.add_fact(**fact, object_type="herb")
    with pytest.raises(InvalidInput, match="has no detail 'colour'; its details are dose"):
        memory.add_fact(**fact, details={"colour": "red"})
    assert "cleo" not in memory.users()


def test_two_memories_of_one_process_have_ontologies_of_their_own(memory: Memory, tmp_path: Path) -> None:
    plain = {"user": "dora", "subject": "Dora", "predicate": "takes_medicine"}
    memory.add_fact(**plain, object="Metformin", details={"dose": "1 g"})
    with Memory.open(tmp_path / "plain") as other:
        other.add("I take 10 mg of ramipril.", user="dora", speaker="Dora", said_at="2024-05-01T09:00:00Z")
        other.consolidate(user="dora")
        assert other.facts(user="dora", predicate="takes_medicine", include_minor=True) == []
        with pytest.raises(InvalidInput, match="details are none"):
            other.add_fact(**plain, object="Metformin", details={"dose": "1 g"})


def test_a_changed_ontology_derives_facts_anew(memory: Memory, folder: Path) -> None:
    for object_, day in (("Ramipril", "01"), ("Metformin", "02")):
        moment = f"2024-05-{day}"
        given = {"subject": "Eve", "object": object_, "valid_at": moment, "said_at": moment}
        memory.add_fact(user="eve", predicate="takes_medicine", **given)
    memory.add("I take simvastatin.", user="eve", speaker="Eve", said_at="2024-05-03T09:00:00Z")
    memory.add("I moved to Lyon.", user="eve", speaker="Eve", said_at="2024-05-03T09:01:00Z")
    memory.consolidate(user="eve")
    with Memory.open(folder, settings=Settings(ontology=FOLLOWED)) as changed:
        changed.add("I am Eve.", user="eve", speaker="Eve")  # turns are stored all the same
        with pytest.raises(OntologyMismatch, match="chronomem derive --dry-run"):
            changed.consolidate(user="eve")
        before = told(changed, "eve")
        shown = changed.derive(dry_run=True)
        assert (shown.applied, told(changed, "eve")) == (False, before)
        one = next(d for d in shown.differences if d.user == "eve" and d.before and d.before.says == "Ramipril")
        assert one.kind == "changed"
        assert one.after is not None
        assert one.after.invalid_at is not None
        done = changed.derive()
        assert (done.changed, done.queued) == (shown.changed, shown.queued)
        assert done.applied
        assert told(changed, "eve") == [("Ramipril", False), ("Metformin", False), ("simvastatin", True)]
        with pytest.raises(OntologyMismatch):
            memory.add_fact(user="eve", subject="Eve", predicate="likes", value="tea")
        changed.consolidate(user="eve")
        assert told(changed, "eve") == [("Ramipril", False), ("Metformin", False), ("simvastatin", True)]
    back = memory.derive()
    assert (back.removed, told(memory, "eve")) == (0, before)


@pytest.mark.slow
def test_a_new_ontology_reads_again_what_it_may_tell(tmp_path: Path) -> None:
    with Memory.open(tmp_path / "memory", settings=Settings(structures=())) as plain:
        for minute, text in enumerate(("I take ramipril.", "I moved to Lyon.", "I took the bus.")):
            plain.add(text, user="finn", speaker="Finn", said_at=f"2024-05-03T09:0{minute}:00Z")
        plain.consolidate()
    with Memory.open(tmp_path / "memory", settings=Settings(ontology=CLINIC, structures=())) as clinic:
        assert (clinic.derive().queued, told(clinic, "finn")) == (2, [])  # with the turn that might answer it
        clinic.consolidate()
        assert told(clinic, "finn") == [("ramipril", True)]
        assert (clinic.derive().queued, clinic.doctor().is_healthy) == (0, True)
        clinic.export(tmp_path / "all.jsonl")
        with Memory.open(tmp_path / "other", settings=Settings(ontology=CLINIC, structures=())) as other:
            other.load(tmp_path / "all.jsonl")
            assert (told(other, "finn"), other.derive(dry_run=True).changed) == ([("ramipril", True)], 0)
        with Memory.open(tmp_path / "plain") as plain:
            plain.load(tmp_path / "all.jsonl")
            with pytest.raises(OntologyMismatch):
                plain.add_fact(user="finn", subject="Finn", predicate="likes", value="tea")
            plain.derive()
            plain.add_fact(user="finn", subject="Finn", predicate="likes", value="tea")
