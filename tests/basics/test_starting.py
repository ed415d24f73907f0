"""What a process is set to when it starts."""

from __future__ import annotations

import json
import subprocess
import sys

from vsym.basics.starting import GARBAGE

PROGRAM = """
import gc, json, os
from vsym.basics.starting import start
start()
import numpy
print(json.dumps([gc.get_threshold()[0], len(os.listdir("/proc/self/task"))]))
"""


def test_garbage_is_looked_for_seldom_and_numpy_starts_no_threads() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=60, check=True)
    assert json.loads(done.stdout) == [GARBAGE, 1]
