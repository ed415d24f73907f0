"""Protocols proved for every number of processes, beside NuSMV at some numbers.

`python benchmarks/every_size.py [SECONDS]` prints a table: for each protocol in examples/ the processor's seconds of
the whole command `vsym check --for-all n`, and those of `vsym check --engine nusmv`, NuSMV included, at n = 5, 10, 20
and 50, with `>` where it was ended after SECONDS (by default 20). Reliable broadcast and agreement by quorums have
three open parameters, and for NuSMV the most faulty processes that n allows. Below are, for each property that is
decided for all sizes, how it was proved and its invariant. All these must hold.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from measuring import measure, patience, rows

EXAMPLES = Path(__file__).parents[1] / "examples"
PROGRAM = Path(sys.executable).with_name("vsym")
PROTOCOLS = (
    *("synapse", "msi", "mesi", "moesi", "illinois", "berkeley", "firefly", "dragon", "hybrid", "barrier", "upgrade"),
    *("waiting_list", "reliable_broadcast", "agreement"),
)
THRESHOLDS = ("reliable_broadcast", "agreement")
"""The protocols with n processes, of which t may be faulty and f are."""

SIZES = rows((5, 10, 20, 50), 1)
WIDTH = 100


def every_size(protocol: str, limit: float) -> tuple[str, list[dict[str, Any]]]:
    """The seconds of the proof for every size, and the record of each property that is decided for all sizes."""
    with tempfile.TemporaryDirectory() as folder:
        answer = Path(folder) / "answer.json"
        parameters = "n,t,f" if protocol in THRESHOLDS else "n"
        ran = measure(
            [PROGRAM, "check", EXAMPLES / f"{protocol}.gsst", "--for-all", parameters, "--json"], limit, answer
        )
        if not ran.finished:
            return ">", []
        properties: list[dict[str, Any]] = json.loads(answer.read_text("utf-8"))["properties"]
    decided = [one for one in properties if one["method"] is not None]
    for one in decided:
        if one["verdict"] != "holds" and one["exactly"] is None:
            raise AssertionError(f"{protocol}: {one['name']} is {one['verdict']} for all sizes")
    return f"{ran.user:.2f}", decided


def nusmv(protocol: str, n: int, properties: list[dict[str, Any]], limit: float) -> str:
    """The seconds of the whole command with NuSMV at one size, for these properties."""
    command: list[str | Path] = [
        PROGRAM,
        "check",
        EXAMPLES / f"{protocol}.gsst",
        "-D",
        f"n={n}",
        "--engine",
        "nusmv",
        "-q",
    ]
    for name in ("t", "f") if protocol in THRESHOLDS else ():
        command += ["-D", f"{name}={(n - 1) // 3}"]
    for one in properties:
        command += ["--prop", one["name"]]
    ran = measure(command, limit)
    if ran.finished and ran.status != 0:
        raise AssertionError(f"{protocol} with {n} processes: status {ran.status} with NuSMV")
    return f"{ran.user:.2f}" if ran.finished else ">"


def proof(one: dict[str, Any]) -> str:
    """The method and the invariant of a property's proof, cut where it is long."""
    invariant = one["invariant"] or ""
    shown = invariant if len(invariant) <= WIDTH else f"{invariant[:WIDTH]}…"
    return f"{one['name']}: {one['method']}{'; ' * bool(shown)}{shown}"


def main() -> None:
    """Print the table."""
    limit = float(sys.argv[1]) if len(sys.argv) > 1 else patience(20.0, 5.0)
    columns = ("every n", *(f"NuSMV {n}" for n in SIZES))
    print(f"{'protocol':>20}{''.join(f'{column:>10}' for column in columns)}")
    proofs: list[str] = []
    for protocol in PROTOCOLS:
        seconds, properties = every_size(protocol, limit)
        proofs += [f"{protocol}, {proof(one)}" for one in properties]
        cells = (seconds, *(nusmv(protocol, n, properties, limit) for n in SIZES))
        print(f"{protocol:>20}{''.join(f'{cell:>10}' for cell in cells)}", flush=True)
    print("", *proofs, sep="\n")


if __name__ == "__main__":
    main()
