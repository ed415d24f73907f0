"""The abilities of the platform: the Python of a browser has no threads, processes or signals, and may have no arrays.

Nowhere else does vsym look which platform it is on.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec

BROWSER = sys.platform == "emscripten"
"""True in the Python of a browser, whose worker is ended from outside where work takes too long."""

THREADS = not BROWSER
"""True where there are threads, and signals that end what they do."""

PROCESSES = not BROWSER
"""True where other programs can be run."""

ARRAYS = find_spec("numpy") is not None
"""True where there is NumPy, which engines that list states need, and groups of permutations."""
