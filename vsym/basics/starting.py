"""What every process of the package is set to when it starts."""

from __future__ import annotations

import gc
import os

GARBAGE = 100_000
"""After how many new objects garbage is looked for.

Hardly anything that a start makes is some, and to look for it after every 700 was a twelfth of a short run.
"""


def start() -> None:
    """Set this process to look for garbage seldom, and NumPy, unless it is loaded, to start no threads.

    No matrix is multiplied here, and the threads that NumPy's library starts for it cost a tenth of a short run.
    """
    gc.set_threshold(GARBAGE)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
