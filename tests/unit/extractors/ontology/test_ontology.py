"""What an ontology may declare, and how it is refused when it can't be used."""

from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, Field, ValidationError

from chronomem import EntityKind, InvalidInput, Ontology, PredicateRule, Settings, read_ontology
from chronomem.extractors.ontology.phrases import phrase_of
from chronomem.graph_schema.facts.vocabulary import PACKAGED

DRUG = {"name": "drug", "description": "a medicine"}
TAKES: dict[str, Any] = {"name": "takes_medicine", "description": "takes it", "range": "drug", "details": {"dose": "x"}}


class ClinicWard(BaseModel):
    """A ward of the clinic."""

    floor: int = Field(description="the floor on which it is")
    head_nurse: str


def test_a_pydantic_model_describes_a_kind_with_its_attributes() -> None:
    ontology = Ontology(kinds=[ClinicWard])  # type: ignore[arg-type]  # a model stands for the kind that it describes
    assert ontology.kinds == (
        EntityKind(
            name="clinic_ward",
            description="A ward of the clinic.",
            attributes={"floor": "the floor on which it is", "head_nurse": "head nurse"},
        ),
    )
    floor = ontology.vocabulary.named("floor")
    assert (floor.subject_type, floor.single, floor.meaning) == ("clinic_ward", True, "the floor on which it is")


def test_it_adds_to_the_packaged_vocabulary_or_replaces_it() -> None:
    home = PredicateRule(name="lives_in", description="stays there", range="location")
    assert PACKAGED.named("lives_in").single
    added = Ontology(predicates=(home,)).vocabulary
    assert (added.named("lives_in").single, added.named("works_at")) == (False, PACKAGED.named("works_at"))
    alone = Ontology(predicates=(home,), extends=False).vocabulary
    assert list(alone.predicates) == ["lives_in"]
    assert alone.named("works_at").is_open
    assert alone.named("favorite_tea").is_open


def test_the_same_declarations_have_the_same_fingerprint() -> None:
    def clinic(**changes: Any) -> str:
        return Ontology(kinds=[DRUG], predicates=[TAKES | changes]).fingerprint  # type: ignore[arg-type]

    assert clinic() == clinic() != clinic(values="one")
    facts, told = clinic().split(".")
    again = clinic(phrases=("take {drug}",)).split(".")
    assert (again[0], again[1] != told) == (facts, True)


@pytest.mark.parametrize(
    ("kinds", "predicates", "message"),
    [
        ([DRUG, DRUG], [], "the kind 'drug' is there already: it is declared twice"),
        ([DRUG | {"name": "person"}], [], "the packaged kinds can't be replaced"),
        ([DRUG | {"name": "value"}], [], "can't be called 'value'"),
        ([DRUG | {"name": "Drug"}], [], "'Drug' is no name"),
        ([DRUG | {"pattern": "("}], [], "is no regular expression"),
        ([DRUG | {"attributes": {"takes_medicine": "x"}}], [TAKES], "'takes_medicine' is declared twice"),
        ([], [TAKES], "the range of 'takes_medicine' is 'drug', which is no kind of entity"),
        ([DRUG], [TAKES | {"domain": "patient"}], "the domain of 'takes_medicine' is 'patient'"),
        ([DRUG], [TAKES | {"begins": ["nothing"]}], "begins or ends 'nothing', which is no predicate"),
        ([DRUG], [TAKES | {"ends": ["moved_to"]}], "begins or ends 'moved_to', which is an event"),
        ([DRUG], [TAKES | {"begins": ["lives_in"]}], "but their ranges differ: 'drug' and 'location'"),
        ([DRUG], [TAKES | {"ends": ["takes_medicine"]}], "in a circle: takes_medicine → takes_medicine"),
        ([DRUG], [TAKES | {"begins": ["b"]}, TAKES | {"name": "b", "ends": ["takes_medicine"]}], "in a circle"),
        ([DRUG], [TAKES | {"phrases": ["take {pill}"]}], "no slot is called 'pill'; the slots are drug, object, dose"),
        ([DRUG], [TAKES | {"phrases": ["take it"]}], "names no object: it needs the slot {drug}"),
        ([DRUG], [TAKES | {"phrases": ["{drug}"]}], "has no word that has to be there"),
        ([DRUG], [TAKES | {"examples": ["I take {pil}."]}], "'I take {pil}.' of takes_medicine"),
        ([DRUG], [TAKES | {"kind": "event", "ending": ["drop {drug}"]}], "is an event, which neither begins nor ends"),
        ([DRUG], [TAKES | {"details": {"drug": "x"}}], "can't be called 'drug'"),
        ([DRUG], [TAKES | {"description": " "}], "a description must say something"),
        ([DRUG], [TAKES | {"valeus": "one"}], "valeus"),
    ],
)
def test_an_ontology_that_cannot_work_is_refused_with_the_settings(
    kinds: list[Any], predicates: list[Any], message: str
) -> None:
    with pytest.raises(ValidationError) as refused:
        Settings(ontology={"kinds": kinds, "predicates": predicates})  # type: ignore[arg-type]
    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("sentence", "about", "phrase"),
    [
        ("I take {drug} every morning.", "subject", "take {drug}"),
        ("I've been put on {drug}", "subject", "be put on {drug}"),
        ("My doctor put me on {drug}.", "speaker", "put me on {drug}"),
        ("I'm taking {dose} of {drug}", "subject", "tak|take|taking {dose} of {drug}"),
        ("She took {drug}", "subject", "took {drug}"),
    ],
)
def test_an_example_sentence_gives_a_phrase(sentence: str, about: str, phrase: str) -> None:
    assert phrase_of(sentence) == (about, phrase)


def test_an_ontology_is_read_from_a_file(tmp_path: Path) -> None:
    toml, script = tmp_path / "clinic.toml", tmp_path / "clinic.py"
    toml.write_text(
        '[[kinds]]\nname = "drug"\ndescription = "a medicine"\n\n'
        '[[predicates]]\nname = "takes_medicine"\ndescription = "takes it"\nrange = "drug"\n'
        'details = { dose = "x" }\n'
    )
    clinic = Ontology(kinds=[DRUG], predicates=[TAKES])  # type: ignore[arg-type]
    assert read_ontology(toml) == clinic
    (tmp_path / "clinic.json").write_text(clinic.model_dump_json())
    assert read_ontology(tmp_path / "clinic.json") == clinic
    script.write_text("from chronomem import Ontology\nEMPTY = Ontology()\nOTHER = 1\n")
    assert read_ontology(f"{script}:EMPTY") == Ontology()
    for place, message in (
        (f"{script}:OTHER", "no chronomem.Ontology, but int"),
        (f"{script}:MISSING", "no chronomem.Ontology, but NoneType"),
        ("no_such_module:IT", "can't be loaded"),
        ("clinic", "names no ontology"),
        (str(tmp_path / "missing.toml"), "can't be read"),
    ):
        with pytest.raises(InvalidInput, match=message):
            read_ontology(place)
    toml.write_text("kinds = 3\n")
    with pytest.raises(InvalidInput, match=r"clinic\.toml: kinds: "):
        read_ontology(toml)


def test_the_file_of_the_guide_is_the_ontology_of_its_first_block(tmp_path: Path) -> None:
    page = (Path(__file__).parents[4] / "docs" / "ontology.md").read_text(encoding="utf-8")
    (tmp_path / "clinic.toml").write_text(page.split("```toml\n")[1].split("```")[0])
    code = page.split("```python\n")[1].split("memory = ")[0]
    names: dict[str, Any] = {}
    exec(code, names)  # noqa: S102 - the guide's own
    assert read_ontology(tmp_path / "clinic.toml") == names["clinic"]
