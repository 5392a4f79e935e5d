"""Gaussian mixtures over embeddings, which cluster the things of a month (Eq. 4 and 5 of TSM)."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

Vectors = NDArray[np.float32]

_SEED = 0
_DIMENSIONS = 6
_STARTS = 3
_SMALLEST = 3
"""Fewer things than this form one topic."""
_MOST_COMPONENTS = 0.9
"""The maximum number of components, as a share of the square root of the number of things: 49 for 3000 things."""
_REGULARISATION = 0.05
"""Added to every variance (1 on average): with few things, a component would otherwise shrink to a point."""


def clusters(vectors: Vectors) -> list[list[int]]:
    """Return the clusters as lists of rows; `vectors` has the shape `(things, dimensions)`.

    The rows are projected on their first principal components. The mixture has spherical components, as many as the
    Bayesian information criterion prefers. The same rows give the same clusters.
    """
    count = len(vectors)
    if count < _SMALLEST:
        return [list(range(count))] if count else []
    from sklearn.mixture import GaussianMixture  # half a second that only those pay who consolidate

    with threadpool_limits(1):  # threads of linear algebra wait for each other on a busy machine
        reduced = _reduced(vectors)
        best, labels = np.inf, np.zeros(count, dtype=int)
        for components in _candidates(len(np.unique(reduced.round(6), axis=0))):
            mixture = GaussianMixture(
                components, covariance_type="spherical", reg_covar=_REGULARISATION, n_init=_STARTS, random_state=_SEED
            ).fit(reduced)
            criterion = mixture.bic(reduced)
            if criterion < best:
                best, labels = criterion, mixture.predict(reduced)
    groups: dict[int, list[int]] = {}
    for row, label in enumerate(labels.tolist()):
        groups.setdefault(label, []).append(row)
    return sorted(groups.values())


def _reduced(vectors: Vectors) -> NDArray[np.float64]:
    """Return the rows on their first principal components, scaled to a mean variance of one."""
    centred = vectors.astype(np.float64) - vectors.mean(axis=0, dtype=np.float64)
    left, values, _ = np.linalg.svd(centred, full_matrices=False)
    dimensions = min(_DIMENSIONS, len(vectors) - 1)
    signs = np.sign(left[np.abs(left).argmax(axis=0), range(left.shape[1])])  # a component's sign is arbitrary
    projected = (left * signs * values)[:, :dimensions]
    spread = projected.std()
    return np.asarray(projected / spread if spread > 0 else projected)


def _candidates(distinct: int) -> Iterator[int]:
    """Yield numbers of components in growing steps, so that thousands of things take no more tries than fifty."""
    components, most = 1, max(1, min(round(_MOST_COMPONENTS * distinct**0.5), distinct // _SMALLEST))
    while components <= most:
        yield components
        components += max(1, components // 4)
