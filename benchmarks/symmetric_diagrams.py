"""Symmetry on decision diagrams as programs grow, beside plain saturation and engines that list orbits or states.

    python benchmarks/symmetric_diagrams.py [MODEL …]         the table, each line a whole command
    python benchmarks/symmetric_diagrams.py --plots DIR       the growth also as DIR/MODEL.png (needs matplotlib)

The models are those of examples/programs/. `plain` is saturation without symmetry; `full` to `auto` are the strategies
of `vsym explore --engine mdd --strategy`; `quotient` is the compiled engine up to the same group, `listed` the same
engine state by state. Seconds are of the processor; `ratio` is the time beside that of `plain`, `target` what the best
exact strategy should stay under. `--seconds`, of the processor, and `--memory` limit each command (`auto` may take what
it should stay under, where that is more): a machine that is in use has the same table, only later. `-` stands for what
a way does not say, and for a way that is not known, or that has come to a limit at a smaller size. A star says that an
orbit may have several representatives. Where two ways count another number of states, or of orbits, the benchmark ends
with an error.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from measuring import SHORT, measure

EXAMPLES = Path(__file__).parent.parent / "examples" / "programs"
MISUSED = 2
"""The status of a command that does not know an option."""

CLOCK = 20
"""The factor by which a command's time by the clock may exceed its share of the processor."""

STRATEGIES = ("full", "after", "within", "representatives", "auto")
WAYS = ("plain", *STRATEGIES, "quotient", "listed")


@dataclass(frozen=True)
class Model:
    """An example with the sizes to run it at, the group, other parameters, and by size what to reach in seconds."""

    sizes: tuple[int, ...]
    group: str = "declared"
    parameters: Mapping[str, int] = field(default_factory=dict)
    targets: Mapping[int, int] = field(default_factory=dict)


MODELS: Mapping[str, Model] = {
    "spl": Model((20, 200, 1000), targets={200: 1, 1000: 5}),
    "salestore": Model((5, 10, 40), "auto", targets={40: 15}),
    "clients": Model((4, 8, 12), "auto", {"S": 7}, {12: 5}),
    "clients_counted": Model((12, 40), parameters={"S": 7}, targets={12: 1, 40: 12}),
    "matching": Model((4, 8, 16, 30), targets={16: 5, 30: 60}),
    "fifo": Model((4, 8, 12), targets={12: 10}),
    "mesi_bus": Model((4, 8, 12), targets={12: 20}),
    "suites": Model((3, 4), "auto", {"T": 5}),
    "philosophers": Model((6, 10, 14), "auto"),
}


@dataclass(frozen=True)
class Row:
    """The result of a way on a model, None where it says nothing; seconds of the processor and peak memory in bytes of
    the whole command."""

    states: int | None
    orbits: int | None
    canonical: bool | None
    nodes: int | None
    peak_nodes: int | None
    seconds: float
    memory: int


@dataclass(frozen=True)
class Unknown:
    """The reason that there is no row: the command does not know the way, or has come to a limit."""

    text: str


def command(name: str, n: int, way: str) -> list[str]:
    """The command of a way, without where its answer goes."""
    model = MODELS[name]
    values = {"N": n, **model.parameters, **({"VECTORS": 2**n} if name == "suites" else {})}
    definitions = [part for parameter, value in values.items() for part in ("-D", f"{parameter}={value}")]
    match way:
        case "plain":
            options = ["--engine", "mdd", "--group", "none"]
        case "quotient":
            options = ["--engine", "compiled", "--group", model.group]
        case "listed":
            options = ["--engine", "compiled", "--group", "none"]
        case _:
            options = ["--engine", "mdd", "--strategy", way, "--group", model.group]
    return ["explore", str(EXAMPLES / f"{name}.m"), *definitions, *options, "--trace", "off", "--json"]


def run(name: str, n: int, way: str, seconds: int, megabytes: int) -> Row | Unknown:
    """One line of the table; raises AssertionError where a command fails."""
    with tempfile.TemporaryDirectory() as directory:
        answer = Path(directory) / "answer.json"
        program = [sys.executable, "-c", "from vsym.cli import main; main()"]
        asked = [*program, *command(name, n, way), "--memory", str(megabytes), "-o", str(answer)]
        ended = measure(asked, CLOCK * seconds, quiet=True, processor=seconds)
        if ended.finished and ended.status == MISUSED:
            return Unknown("-")
        if not ended.finished or ended.status == -signal.SIGKILL or not answer.exists():
            return Unknown(f"> {seconds} s")
        document = json.loads(answer.read_text(encoding="utf-8"))
    explored = document["exploration"]
    if explored is None or not explored["complete"]:
        return Unknown(f"> {megabytes} MB")
    if ended.status != 0:
        raise AssertionError(f"{way} on {name} of {n} ends with status {ended.status}")
    states, orbits = _counted(explored, way)
    return Row(
        states,
        orbits,
        explored.get("canonical"),
        explored.get("nodes"),
        explored.get("peak_nodes"),
        ended.user,
        ended.peak,
    )


def _counted(explored: Mapping[str, int | None], way: str) -> tuple[int | None, int | None]:
    """The states and the orbits; where these are what was explored, the states are those that they stand for."""
    if way == "quotient":
        return explored["represented"], explored["states"]
    return explored["states"], explored.get("orbits")


def checked(name: str, n: int, rows: Mapping[str, Row]) -> None:
    """Raise AssertionError where two ways count another number of states, or of orbits that have one state each."""
    states = {row.states for row in rows.values() if row.states is not None}
    orbits = {row.orbits for row in rows.values() if row.orbits is not None and row.canonical is not False}
    if len(states) > 1 or len(orbits) > 1:
        raise AssertionError(f"{name} of {n} has {sorted(states)} states and {sorted(orbits)} orbits")


def line(way: str, row: Row | Unknown, plain: Row | Unknown | None, target: float | None) -> str:
    """A line of the table."""
    if isinstance(row, Unknown):
        return f"{'':<22}{way:<16}{'':>55}{row.text:>10}"
    numbers = "".join(f"{_number(value):>12}" for value in (row.states, row.orbits, row.nodes, row.peak_nodes))
    ratio = f"{row.seconds / plain.seconds:.2f}" if isinstance(plain, Row) else "-"
    wanted = "" if target is None or way not in STRATEGIES else f"{target:g}"
    several = "*" if row.canonical is False else " "
    return f"{'':<22}{way:<16}{numbers}{several}{row.memory / 1e6:>6.0f}{row.seconds:>10.2f}{ratio:>8}{wanted:>8}"


def _number(value: int | None) -> str:
    if value is None:
        return "-"
    return f"{value:,}" if value < 10**9 else f"~10^{len(str(value)) - 1}"


def growth(name: str, ways: Sequence[str], seconds: int, megabytes: int) -> dict[str, dict[int, Row]]:
    """Print the lines of a model; the rows by way and size."""
    found: dict[str, dict[int, Row]] = {way: {} for way in ways}
    ended: dict[str, Unknown] = {}
    for n in MODELS[name].sizes[: 2 if SHORT else None]:
        print(f"{name} {n}", flush=True)
        rows: dict[str, Row | Unknown] = {}
        for way in ways:
            most = max(seconds, MODELS[name].targets.get(n, 0)) if way == "auto" else seconds
            row = rows[way] = ended.get(way) or run(name, n, way, most, megabytes)
            if isinstance(row, Unknown):
                ended[way] = Unknown("-")
            else:
                found[way][n] = row
            print(line(way, row, rows.get("plain"), MODELS[name].targets.get(n)), flush=True)
        checked(name, n, {way: row for way, row in rows.items() if isinstance(row, Row)})
    return found


def plot(path: Path, title: str, found: Mapping[str, Mapping[int, Row]]) -> None:
    """Draw seconds and peak nodes of each way over n, on logarithmic scales."""
    from matplotlib import pyplot

    drawing, (times, sizes) = pyplot.subplots(1, 2, figsize=(10, 4), layout="constrained")
    for (way, rows), marker in zip(found.items(), "osv^D.x+", strict=False):
        if rows:
            times.semilogy(list(rows), [row.seconds for row in rows.values()], marker=marker, label=way)
        peaks = {n: row.peak_nodes for n, row in rows.items() if row.peak_nodes is not None}
        if peaks:
            sizes.semilogy(list(peaks), list(peaks.values()), marker=marker, label=way)
    times.set(xlabel="n", ylabel="seconds", title=title)
    sizes.set(xlabel="n", ylabel="most nodes held", title=title)
    times.legend()
    drawing.savefig(path)
    pyplot.close(drawing)


def main() -> None:
    """Print the table, and draw the growth where asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", nargs="*", choices=[[], *MODELS], help="all where none is named")
    parser.add_argument(
        "--ways",
        default="plain,auto" if SHORT else ",".join(WAYS),
        help=f"some of {','.join(WAYS)}, separated by commas",
    )
    parser.add_argument("--seconds", type=int, default=10, help="how much of the processor one command may take")
    parser.add_argument("--memory", type=int, default=2000, metavar="MB", help="how much memory it may take")
    parser.add_argument("--plots", type=Path, metavar="DIR", help="draw the growth there, with matplotlib")
    options = parser.parse_args()
    ways = options.ways.split(",")
    head = "".join(f"{name:>12}" for name in ("states", "orbits", "nodes", "peak"))
    print(f"{'model n':<22}{'way':<16}{head} {'MB':>6}{'seconds':>10}{'ratio':>8}{'target':>8}")
    for name in options.model or MODELS:
        found = growth(name, ways, options.seconds, options.memory)
        if options.plots is not None:
            options.plots.mkdir(parents=True, exist_ok=True)
            plot(options.plots / f"{name}.png", name, found)


if __name__ == "__main__":
    main()
