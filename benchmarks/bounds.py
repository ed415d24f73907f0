"""Bounds where processes are not alike: seconds of processor time with `--bounds auto` and with `--bounds never`.

`three`, `prio` and `asr` break the symmetry of some groups, and bounds need few blocks. In `ring` and `table`, guards
tell every group from its neighbours: bounds gain nothing, and their cost is the ratio beside one.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path

from measuring import measure, rows

SECONDS = 20.0

_HEAD = """system {name}
param k = {k}
param q = 3
states N, T, C
group R[i in 1..k] of q
group W of q
init N
trans N -> T
trans T -> C {{
{lines}
}}
trans C -> N
ctl mutex: AG #C <= 1
ctl possible: AG EF #N = |all|
"""

MODELS = {
    "three": "  for i in 1..k { R[i]: #C = 0 & #T = i + 1 }\n  W: #C = 0",
    "prio": "  for i in 1..k { R[i]: #C = 0 & #T[W] = 0 }\n  W: #C = 0 & #T[R[1]] = 0",
    "asr": "  for i in 1..k { R[i]: #C = 0 & #T <= i + 1 }\n  W: #C = 0 & #T >= 1",
    "ring": "  for i in 1..k { R[i]: #C[R[i]] = 0 & #C[R[i % k + 1]] = 0 }\n  W: #C = 0",
    "table": "  for i in 1..k { R[i]: #C = 0 & #T[R[i % k + 1]] = 0 }\n  W: #C[W] = 0 & #T[R[1]] = 0",
}
"""The guards of T -> C."""

SIZES = {"three": (4, 8, 30, 100), "prio": (4, 8, 16), "asr": (4, 8, 30), "ring": (4, 6), "table": (4, 6, 8)}


def main() -> None:
    """Print the seconds of both ways, the blocks of both, and how many times as long the second takes."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    print(f"{'model':6} {'k':>4} {'blocks':>7} {'auto':>7} {'blocks':>7} {'never':>7} {'ratio':>7}")
    with tempfile.TemporaryDirectory() as folder:
        for name, lines in MODELS.items():
            for k in rows(SIZES[name], 0, 1):
                file = Path(folder) / f"{name}.gsst"
                file.write_text(_HEAD.format(name=name, k=k, lines=lines), encoding="utf-8")
                (auto, blocks, verdicts), (never, exact, others) = (_check(file, way) for way in ("auto", "never"))
                if others and others != verdicts:
                    sys.exit(f"{name} at k = {k}: {verdicts} by bounds, {others} without")
                bound, seconds = ("> ", SECONDS) if never is None else ("", never)
                ratio = f"{bound}{seconds / (auto or SECONDS):.1f}"
                way = f"{bound}{seconds:.2f}"
                print(f"{name:6} {k:>4} {blocks:>7} {auto or SECONDS:>7.2f} {exact:>7} {way:>7} {ratio:>7}", flush=True)


def _check(file: Path, way: str) -> tuple[float | None, int, list[str]]:
    """Seconds of the processor, the blocks that decided, and the verdicts; no seconds where the time ended first."""
    output = file.with_suffix(".json")
    command: list[str | Path] = [Path(sys.executable).with_name("vsym"), "check", "--json", "--bounds", way, file]
    done = measure(command, SECONDS, output)
    if not done.finished:
        return None, 0, []
    document = json.loads(output.read_text("utf-8"))
    verdicts = [prop["verdict"] for prop in document["properties"]]
    return done.user + done.system, len(document["symmetry"]["blocks"]), verdicts


if __name__ == "__main__":
    main()
