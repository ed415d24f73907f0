"""An array that grows at its end."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.int32]


class GrowingArray:
    """32-bit integers, to which more are appended in amortised constant time each."""

    def __init__(self) -> None:
        self._values: Values = np.empty(1024, dtype=np.int32)
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def append(self, values: NDArray[np.integer]) -> None:
        """Add values at the end."""
        end = self._size + len(values)
        if end > len(self._values):
            longer = np.empty(max(end, 2 * len(self._values)), dtype=np.int32)
            longer[: self._size] = self._values[: self._size]
            self._values = longer
        self._values[self._size : end] = values
        self._size = end

    def first(self, size: int) -> Values:
        """The first `size` values; a view that a later append may leave behind."""
        return self._values[:size]
