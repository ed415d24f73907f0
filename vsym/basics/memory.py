"""Memory: how much the machine or the container has, how much of it work may take, how much this process holds, and how
seldom every process of the package looks for garbage.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

SHARE = 0.6
"""The part of the memory that work may take where no limit is given."""

UNKNOWN = 8 * 2**30
"""The bytes of memory where the system does not tell."""


def available(root: Path = Path("/")) -> int:
    """The bytes that the machine has, or the container where one allows less; `root` is where its files are."""
    try:
        machine = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        machine = UNKNOWN
    return min([machine, *_limits(root)])


@cache
def default_memory() -> int:
    """The bytes that work may take where no limit is given: work asks again and again, and it hardly ever changes."""
    return int(SHARE * available())


def held() -> int:
    """The bytes that this process holds in memory for itself, without the programs and files it shares with others."""
    with suppress(OSError):
        _, resident, shared, *_ = Path("/proc/self/statm").read_text(encoding="ascii").split()
        return (int(resident) - int(shared)) * os.sysconf("SC_PAGE_SIZE")
    # Where the system does not tell, it is the most that was held so far; others than Linux count that in bytes.
    with suppress(ImportError):
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return 0


def _limits(root: Path) -> Iterator[int]:
    """The limits of the control groups of this process, in versions 1 and 2, those around them included."""
    try:
        lines = (root / "proc/self/cgroup").read_text(encoding="utf-8").splitlines()
    except OSError:
        return
    for line in lines:
        _, controllers, path = line.split(":", 2)
        if not controllers:
            mounted, file = root / "sys/fs/cgroup", "memory.max"
        elif "memory" in controllers.split(","):
            mounted, file = root / "sys/fs/cgroup/memory", "memory.limit_in_bytes"
        else:
            continue
        # Inside a container the path may be the host's, and the container's own limit is at the top.
        group = mounted / path.lstrip("/")
        for folder in (group, *group.parents):
            text = ""
            with suppress(OSError):
                text = (folder / file).read_text(encoding="ascii").strip() if folder.is_relative_to(mounted) else ""
            if text.isdecimal():
                yield int(text)


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
