"""Images of many values of one variable at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vsym.system.symmetry import Symmetry


def renamed(symmetry: Symmetry, cell: int, values: NDArray[np.int64]) -> NDArray[np.int64]:
    """What several values of a variable become."""
    image = symmetry.images.get(cell)
    if image is None or not image.values:
        return values
    old, new = np.array(image.values, np.int64).T
    places = np.minimum(np.searchsorted(old, values), len(old) - 1)
    return np.where(old[places] == values, new[places], values)
