"""Arrays of numbers: NumPy where it is installed, or else the few of its functions that small arrays need.

Permutation groups, graphs and the search for symmetries import `np` from here, so that they also run in the Python of a
browser. Code that lists the states of a model imports NumPy itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vsym.basics.platform import ARRAYS

if TYPE_CHECKING or ARRAYS:
    import numpy as np
else:
    from vsym.basics.arrays import functions as np

__all__ = ["np"]
