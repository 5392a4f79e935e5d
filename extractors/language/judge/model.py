"""The judge's model: from features to the probabilities that a statement is right, and that it is worth keeping.

Two logistic regressions over the features and over the packaged embedding of the statement, which is reduced to a few
axes. `python -m chronomem.extractors.turns.training.judge` learns them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

WEIGHTS = Path(__file__).with_name("weights.npz")
_ARRAYS = ("weights", "axes", "axis_weights", "bias", "least")


@dataclass(frozen=True)
class JudgeModel:
    """What was learned. Of two columns, the first is for right, the second for worth keeping.

    Attributes:
        names: the names of the features.
        weights: one row per feature, two columns.
        axes: the axes to which embeddings are reduced: one row per dimension, one column per axis.
        axis_weights: one row per axis, two columns.
        bias: two numbers.
        least: the least probability of being right, below which a statement is dropped; the one of being worth keeping,
            below which it is minor; and the one from which it is listed whatever its predicate.
    """

    names: tuple[str, ...]
    weights: Floats
    axes: Floats
    axis_weights: Floats
    bias: Floats
    least: Floats

    def probabilities(self, features: Sequence[Mapping[str, float]], embeddings: Floats | None = None) -> Floats:
        """Return for each statement the two probabilities, that of being worth keeping the lower one.

        Args:
            features: those of each statement, by name.
            embeddings: those of the statements, if the model looks at them.
        """
        scores = np.tile(self.bias, (len(features), 1))
        if embeddings is not None:
            scores += embeddings @ self._projection
        rows = self._rows
        for score, found in zip(scores, features, strict=True):
            for name, value in found.items():
                if (row := rows.get(name)) is not None:
                    score += value * row
        return np.minimum.accumulate(1 / (1 + np.exp(-scores)), axis=1)

    @cached_property
    def _rows(self) -> dict[str, Floats]:
        return dict(zip(self.names, self.weights, strict=True))

    @cached_property
    def _projection(self) -> Floats:
        return self.axes @ self.axis_weights

    def save(self, path: Path) -> None:
        arrays = {name: getattr(self, name).astype(np.float32) for name in _ARRAYS}
        np.savez_compressed(path, names=np.array("\n".join(self.names)), **arrays)


@cache
def load_model(path: Path = WEIGHTS) -> JudgeModel:
    """Load what was learned."""
    with np.load(path, allow_pickle=False) as stored:
        return JudgeModel(tuple(str(stored["names"]).split("\n")), *(stored[name] for name in _ARRAYS))
