"""Speed of deciding progress by ranks, beside engines that enumerate states.

`python benchmarks/liveness.py [--alone] [SECONDS]` prints a table: a row for each model in examples/ and each number of
processes. It has the processor's seconds of the whole commands `vsym check --engine smt`, `--engine mdd` and `--engine
nusmv`, including NuSMV's own. A `>` marks a command that was ended after SECONDS (by default 20). The row `all` is
`--for-all`, which the others do not know. The last column has the SMT engine's verdict on each property of progress;
the others must agree where they end.

With `--alone`, only the SMT engine runs: on 10^9 processes and on all sizes. It then decides all properties, and
protocols without a property of progress are included.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from measuring import measure, patience, rows

EXAMPLES = Path(__file__).parents[1] / "examples"
PROGRAM = Path(sys.executable).with_name("vsym")
MODELS = {
    "rw": (("readers", "writers"), ("possible", "entered")),
    "starvation": (("readers", "writers"), ("reader_may", "reader_served", "writer_served")),
    "mutex": (("processes",), ("entered", "together")),
    "controller": (("size",), ("granted",)),
    "crowd": (("readers", "writers"), ("possible", "entered")),
    "ticket_lock": (("n",), ("served", "again", "first")),
    "sense_barrier": (("n",), ("turns", "returns", "passes", "together", "rests")),
    "waiting_list": (("n",), ("served",)),
    "asr": (("full", "part"), ("served", "unasked")),
    "grw": (("q",), ("entered", "resting")),
}
"""For each model the parameters that grow, and its properties of progress."""

PROTOCOLS = (
    *("synapse", "msi", "mesi", "moesi", "illinois", "berkeley", "firefly", "dragon", "hybrid", "barrier", "upgrade"),
    *("reliable_broadcast", "agreement"),
)
"""Models of `n` processes without such properties."""

SIZES = rows((10, 100, 1000, 10**9), 1, 3)


def verdicts(
    model: str, options: Sequence[str], names: Sequence[str], engine: str | None, limit: float
) -> tuple[str, dict[str, str] | None]:
    """The seconds of a command, and the verdict on each property, all if none is named; None where it was ended."""
    with tempfile.TemporaryDirectory() as folder:
        answer = Path(folder) / "answer.json"
        chosen = [] if engine is None else ["--engine", engine]
        asked = [part for name in names for part in ("--prop", name)]
        command: list[str | Path] = [PROGRAM, "check", EXAMPLES / f"{model}.gsst", *options, *chosen, *asked, "--json"]
        ran = measure(command, limit, answer)
        if not ran.finished or ran.status not in (0, 10):
            return ">", None
        properties = json.loads(answer.read_text("utf-8"))["properties"]
    return f"{ran.user + ran.system:.2f}", {one["name"]: one["verdict"] for one in properties}


def alone(limit: float) -> None:
    """Print the table of the SMT engine alone."""
    print(f"{'model':18} {'10^9':>6} {'all':>6}  verdicts at all sizes")
    for model, parameters in ((name, MODELS[name][0] if name in MODELS else ("n",)) for name in (*MODELS, *PROTOCOLS)):
        options = [part for name in parameters for part in ("-D", f"{name}={10**9}")]
        huge, _ = verdicts(model, options, (), "smt", limit)
        seconds, found = verdicts(model, ["--for-all", ",".join(parameters)], (), None, limit)
        shown = ", ".join(f"{name} {verdict}" for name, verdict in (found or {}).items())
        print(f"{model:18} {huge:>6} {seconds:>6}  {shown}", flush=True)


def beside(limit: float) -> None:
    """Print the table of properties of progress, beside other engines."""
    print(f"{'model':13} {'n':>12} {'smt':>6} {'mdd':>6} {'nusmv':>6}  verdicts")
    for model, (parameters, names) in MODELS.items():
        for size in SIZES:
            options = [part for name in parameters for part in ("-D", f"{name}={size}")]
            seconds, found = verdicts(model, options, names, "smt", limit)
            others = []
            # NuSMV's variables have at most a million values.
            for engine in ("mdd", "nusmv") if size <= 10**6 else ("mdd",):
                spent, said = verdicts(model, options, names, engine, limit)
                others.append(spent)
                if found is not None and said is not None and found != said:
                    raise AssertionError(f"{model}: {engine} says {said}, and the SMT engine {found}")
            shown = ", ".join(f"{name} {verdict}" for name, verdict in (found or {}).items())
            mdd, nusmv = (*others, "-")[:2]
            print(f"{model:13} {size:12} {seconds:>6} {mdd:>6} {nusmv:>6}  {shown}", flush=True)
        seconds, found = verdicts(model, ["--for-all", ",".join(parameters)], names, None, limit)
        shown = ", ".join(f"{name} {verdict}" for name, verdict in (found or {}).items())
        print(f"{model:13} {'all':>12} {seconds:>6} {'':>6} {'':>6}  {shown}", flush=True)


def main() -> None:
    """Print the table, or with `--alone` that of the SMT engine."""
    given = [one for one in sys.argv[1:] if one != "--alone"]
    limit = float(given[0]) if given else patience(20.0, 5.0)
    (alone if "--alone" in sys.argv else beside)(limit)


if __name__ == "__main__":
    main()
