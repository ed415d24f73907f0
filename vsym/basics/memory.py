"""Memory: the size of the machine's or the container's, the part that work may take, the bytes that this process holds,
and how rarely every process of the package looks for garbage."""

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
"""The bytes of memory that vsym assumes where the system does not tell."""


def available(root: Path = Path("/")) -> int:
    """The bytes that the machine has, or the container where it allows fewer; `root` is the root of the file system."""
    try:
        machine = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        machine = UNKNOWN
    return min([machine, *_limits(root)])


@cache
def default_memory() -> int:
    """The bytes that work may take where no limit is given; kept, since work asks often and the value hardly ever
    changes."""
    return int(SHARE * available())


def held() -> int:
    """The bytes that this process holds in memory for itself, without the programs and files it shares with others."""
    with suppress(OSError):
        _, resident, shared, *_ = Path("/proc/self/statm").read_text(encoding="ascii").split()
        return (int(resident) - int(shared)) * os.sysconf("SC_PAGE_SIZE")
    # Where the system does not tell, take the most that was held so far; systems other than Linux count it in bytes.
    with suppress(ImportError):
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return 0


def _limits(root: Path) -> Iterator[int]:
    """The limits of the control groups of this process, in versions 1 and 2, including those around them."""
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
"""The number of new objects after which Python looks for garbage.

Hardly any of the objects that a start makes are garbage, and a look after every 700 took a twelfth of a short run.
"""


def start() -> None:
    """Make Python look for garbage rarely in this process, and NumPy start no threads, unless it is already loaded.

    vsym multiplies no matrices, and the threads that NumPy's library starts for that cost a tenth of a short run.
    """
    gc.set_threshold(GARBAGE)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
