"""Long work is cut into parts of a size."""

from hypothesis import given
from hypothesis import strategies as st

from chronomem.graph_schema.model.batches import batches


@given(st.lists(st.integers()), st.integers(min_value=1, max_value=9))
def test_batches_hold_all_in_order_and_only_the_last_is_shorter(items: list[int], size: int) -> None:
    parts = [list(part) for part in batches(items, size)]
    assert [item for part in parts for item in part] == items
    assert all(len(part) == size for part in parts[:-1])
    assert all(0 < len(part) <= size for part in parts)
