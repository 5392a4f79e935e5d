"""Matrices that grow by rows."""

import numpy as np
from numpy.typing import NDArray


def room(rows: NDArray[np.float32], size: int) -> NDArray[np.float32]:
    """Return rows with room for as many as `size`; where there was none, for half as many again."""
    if size <= len(rows):
        return rows
    grown = np.zeros((max(size, len(rows) * 3 // 2), rows.shape[1]), dtype=np.float32)
    grown[: len(rows)] = rows
    return grown
