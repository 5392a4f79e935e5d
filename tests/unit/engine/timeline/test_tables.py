"""Tables have typed columns, and times in the user's zone."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pandas as pd
import pyarrow as pa
import pytest

from chronomem import Entity, Fact, InvalidInput
from chronomem.engine.timeline.tables import FACTS, check_filters, facts_table, pandas_types, turns_table, what_named

LISBON = ZoneInfo("Europe/Lisbon")
MAY = datetime(2024, 5, 1, tzinfo=UTC)


def fact(**changes: object) -> Fact:
    values = {
        "id": "f1",
        "subject": Entity("entity:ann", "Ann"),
        "predicate": "lives_in",
        "object": Entity("entity:porto", "Porto"),
        "value": None,
        "text": "Ann lives in Porto",
        "valid_at": MAY,
        "invalid_at": None,
        "occurred_until": None,
        "created_at": MAY,
        "expired_at": None,
        "confidence": 0.5,
        "negated": False,
        "dated": True,
        "turn_ids": ("t1", "t2"),
        "reinforced_at": MAY,
        "reinforcements": 1,
        "supersedes": (),
    }
    return Fact(**(values | changes))  # type: ignore[arg-type] # a mixture, as of the fields


def test_a_fact_is_a_row_with_its_entities_by_name() -> None:
    table = facts_table([fact(), fact(object=None, value="by the sea", valid_at=None)], LISBON)
    assert table.column_names == list(FACTS)
    first, second = table.to_pylist()
    assert (first["subject"], first["object"], first["object_id"], first["value"]) == (
        *("Ann", "Porto", "entity:porto"),
        None,
    )
    assert (second["object"], second["object_id"], second["value"]) == (None, None, "by the sea")
    assert first["turn_ids"] == ["t1", "t2"]
    assert first["valid_at"].isoformat() == "2024-05-01T01:00:00+01:00"
    assert (first["invalid_at"], second["valid_at"]) == (None, None)


@pytest.mark.parametrize("facts", [[], [fact()]], ids=["none", "one"])
def test_columns_have_the_same_types_however_many_rows_there_are(facts: list[Fact]) -> None:
    schema = facts_table(facts, LISBON).schema
    assert schema.field("valid_at").type == pa.timestamp("us", tz="Europe/Lisbon")
    assert schema.field("turn_ids").type == pa.list_(pa.string())
    assert (schema.field("negated").type, schema.field("confidence").type) == (pa.bool_(), pa.float64())


def test_pandas_keeps_the_types_where_values_are_missing() -> None:
    table = pa.table({"n": pa.array([1, None]), "b": pa.array([True, None]), "at": pa.array([MAY, None])})
    frame = table.to_pandas(types_mapper=pandas_types().get)
    assert (frame["n"].dtype, frame["b"].dtype) == (pd.Int64Dtype(), pd.BooleanDtype())
    frame = facts_table([fact(), fact(valid_at=None)], LISBON).to_pandas(types_mapper=pandas_types().get)
    assert str(frame["valid_at"].dtype) == "datetime64[us, Europe/Lisbon]"
    assert frame["valid_at"].isna().tolist() == [False, True]


def test_the_first_and_the_last_year_have_a_place() -> None:
    years = ["0002-01-02T00:00:00+00:00", "9998-12-30T00:00:00+00:00"]
    rows = [
        {**dict.fromkeys(("id", "session", "speaker", "role", "text", "metadata"), "x"), "seq": 0, "said_at": y}
        for y in years
    ]
    assert [said.astimezone(UTC).isoformat() for said in turns_table(rows, LISBON)["said_at"].to_pylist()] == years


def test_what_there_is_no_table_of_is_told() -> None:
    with pytest.raises(InvalidInput, match="no table of 'people'; choose from: facts, turns, periods"):
        what_named("people")
    with pytest.raises(InvalidInput, match="turns can't be filtered by 'about'; choose from: since, until"):
        check_filters("turns", ["since", "about"], ("since", "until"))
