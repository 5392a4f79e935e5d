"""A mixture of spherical Gaussians, fitted by expectation maximisation from centres that k-means finds."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.float64]

_STEPS = 100
"""The maximum number of steps of k-means, and of expectation maximisation."""
_GAIN = 1e-3
"""Expectation maximisation ends when a step adds less than this to the mean log likelihood of a row."""


@dataclass(frozen=True)
class Mixture:
    """A fitted mixture over rows of shape `(count, dimensions)`.

    Attributes:
        log_likelihood: the sum over the rows.
        criterion: the Bayesian information criterion; lower is better.
        labels: the likeliest component of each row.
    """

    log_likelihood: float
    criterion: float
    labels: NDArray[np.intp]


def fitted(rows: Rows, components: int, *, starts: int, regularisation: float, seed: int) -> Mixture:
    """Return the likeliest of the mixtures found from several starts.

    Args:
        rows: shape `(count, dimensions)`.
        components: their number, at most `count`.
        starts: how many times to start from other centres.
        regularisation: added to every variance.
        seed: of the random choice of centres; the same rows and seed give the same mixture.
    """
    random = np.random.default_rng(seed)
    found = (_maximised(rows, _nearest(rows, components, random), regularisation) for _ in range(starts))
    return max(found, key=lambda mixture: mixture.log_likelihood)


def _nearest(rows: Rows, components: int, random: np.random.Generator) -> Rows:
    """Return which centre each row belongs to, as ones in an array of shape `(count, components)`."""
    centres = _spread(rows, components, random)
    belongs = np.zeros((len(rows), components))
    for _ in range(_STEPS):
        labels = _squares(rows, centres).argmin(axis=1)
        before, belongs = belongs, np.eye(components)[labels]
        if np.array_equal(before, belongs):
            break
        sizes = belongs.sum(axis=0)[:, None]
        centres = np.where(sizes > 0, belongs.T @ rows / np.maximum(sizes, 1), centres)
    return belongs


def _spread(rows: Rows, components: int, random: np.random.Generator) -> Rows:
    """Return rows that are far from each other as the first centres (k-means++, each the best of a few draws)."""
    chosen = [int(random.integers(len(rows)))]
    distances = _squares(rows, rows[chosen])[:, 0]
    for _ in range(components - 1):
        total = distances.sum()
        drawn = random.random(2 + int(np.log(components))) * total
        tried = np.minimum(np.searchsorted(distances.cumsum(), drawn), len(rows) - 1)
        left = np.minimum(distances[:, None], _squares(rows, rows[tried]))
        best = int(left.sum(axis=0).argmin())
        chosen.append(int(tried[best]))
        distances = left[:, best]
    return rows[chosen]


def _maximised(rows: Rows, belongs: Rows, regularisation: float) -> Mixture:
    """Return the mixture to which expectation maximisation leads from a first assignment of rows to components."""
    count, dimensions = rows.shape
    components = belongs.shape[1]
    before = -np.inf
    for _ in range(_STEPS):
        sizes = belongs.sum(axis=0) + 10 * np.finfo(float).eps
        centres = belongs.T @ rows / sizes[:, None]
        variances = np.maximum((belongs.T @ rows**2 / sizes[:, None] - centres**2).mean(axis=1), 0) + regularisation
        joint = (
            np.log(sizes / sizes.sum())
            - 0.5 * dimensions * np.log(2 * np.pi * variances)
            - 0.5 * _squares(rows, centres) / variances
        )
        peak = joint.max(axis=1, keepdims=True)
        likelihood = (peak + np.log(np.exp(joint - peak).sum(axis=1, keepdims=True)))[:, 0]
        belongs = np.exp(joint - likelihood[:, None])
        if likelihood.mean() - before < _GAIN:
            break
        before = likelihood.mean()
    free = components * (dimensions + 2) - 1  # centres, variances and shares, which add up to one
    log_likelihood = float(likelihood.sum())
    return Mixture(log_likelihood, free * float(np.log(count)) - 2 * log_likelihood, joint.argmax(axis=1))


def _squares(rows: Rows, centres: Rows) -> Rows:
    """Return the squared distances between rows and centres, shape `(count, centres)`."""
    squares = (rows**2).sum(axis=1)[:, None] - 2 * rows @ centres.T + (centres**2).sum(axis=1)
    return np.asarray(np.maximum(squares, 0))
