"""The experiments of "Adaptive Symmetry Reduction" (Wahl, section 9) again, each run a whole command.

    python benchmarks/adaptive.py                  figures 3 and 4, table 1, and the controller as a program, as CSV
    python benchmarks/adaptive.py --plots DIR      the figures also as DIR/few.png and DIR/many.png (needs matplotlib)

The resource controller is models/controller.gsst. Figures 3 and 4 compare plain exploration, symmetry reduction
by orbits and adaptive exploration for n = 2 to 18 processes, in n/2 priority classes of two and in two of n/2. Table 1
has 80 processes in k classes, of which all but the last are of one process or of two; k classes of two follow.
The program is examples/programs/priorities.m in classes of two: all states and orbits under detected symmetries are
explored by compiled code. The benchmark checks the numbers of states against closed forms, which
tests/engines/adaptive/test_paper.py derives, and prints the times unchecked.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from measuring import measure, rows

HERE = Path(__file__).parent
SECONDS = 300.0
METHODS = ("plain", "orbit", "adaptive")
SIZES = rows(range(2, 19, 2), 0, 3, 6)
TABLE = rows((*((80, k) for k in (2, 3, 5, 10, 15, 20, 25)), (1000, 25)), 0, 3, 6)
PAIRS = rows((100, 200, 500), 0)
PROGRAMS = rows((4, 6, 8, 10, 14), 0, 3)
LISTED = {"plain": 10, "orbit": 12}
"""The most classes of a program that the other methods explore."""


@dataclass(frozen=True)
class Controller:
    """n processes in so many classes, all but the last of one size."""

    n: int
    classes: int
    size: int

    @property
    def sizes(self) -> tuple[int, ...]:
        """The sizes of the classes."""
        return (*[self.size] * (self.classes - 1), self.n - self.size * (self.classes - 1))


@dataclass(frozen=True)
class Run:
    """The states that a method reached; seconds and peak memory in bytes of the whole command."""

    states: int
    seconds: float
    peak: int


def expected(sizes: Sequence[int], method: str) -> int:
    """The states that a method reaches, in closed form."""
    places = range(len(sizes))
    match method:
        case "plain":
            return int(2 ** sum(sizes) + 3 * sum(sizes[c] * 2 ** (sum(sizes[c:]) - 1) for c in places))
        case "orbit":
            held = (sizes[c] * math.prod(lower + 1 for lower in sizes[c + 1 :]) for c in places)
            return math.prod(size + 1 for size in sizes) + 3 * sum(held)
        case _:
            return sum(sizes) + 1 + 3 * sum(sizes[c] * (sum(sizes[c + 1 :]) + 1) for c in places)


def run(controller: Controller, method: str) -> Run:
    """Run `vsym explore`; raises AssertionError where the number of states is another than the closed form's."""
    values = {"n": controller.n, "classes": controller.classes, "size": controller.size}
    return _explore(HERE / "models" / "controller.gsst", values, controller, method, ("--method", method))


def run_program(classes: int, method: str) -> Run:
    """The same for the program, in classes of two."""
    options = ("--group", "detected") if method == "orbit" else ("--method", method)
    model = HERE.parent / "examples" / "programs" / "priorities.m"
    return _explore(model, {"Classes": classes}, Controller(2 * classes, classes, 2), method, options)


def _explore(
    model: Path, values: Mapping[str, int], controller: Controller, method: str, options: Sequence[str]
) -> Run:
    definitions = [part for name, value in values.items() for part in ("-D", f"{name}={value}")]
    with tempfile.TemporaryDirectory() as directory:
        written = Path(directory) / "answer.json"
        command = ["explore", str(model), *options, *definitions, "--json"]
        program = [sys.executable, "-c", "from vsym.cli import main; main()"]
        found = measure([*program, *command, "-o", str(written)], SECONDS)
        if not found.finished or found.status != 0:
            raise AssertionError(f"{method} of {controller} ends with status {found.status}")
        states = json.loads(written.read_text(encoding="utf-8"))["exploration"]["states"]
    if states != expected(controller.sizes, method):
        raise AssertionError(
            f"{method} of {controller} finds {states} states, not {expected(controller.sizes, method)}"
        )
    return Run(states, found.wall, found.peak)


def figure(name: str, controllers: Sequence[Controller]) -> dict[str, list[int]]:
    """Print one side of figures 3 and 4; the states by method."""
    states: dict[str, list[int]] = {method: [] for method in METHODS}
    print("classes,n,plain,orbit,adaptive,plain s,orbit s,adaptive s")
    for controller in controllers:
        found = [run(controller, method) for method in METHODS]
        for method, one in zip(METHODS, found, strict=True):
            states[method].append(one.states)
        counts = ",".join(str(one.states) for one in found)
        print(f"{name},{controller.n},{counts},{','.join(f'{one.seconds:.2f}' for one in found)}", flush=True)
    print()
    return states


def table() -> None:
    """Print table 1, with a row for 1000 processes, and with rows for many classes of two."""
    print("classes,n,k,states,whole command s,peak MB")
    for size in (1, 2):
        for n, k in TABLE:
            found = run(Controller(n, k, size), "adaptive")
            name = f"{size} {size} … rest"
            print(f"{name},{n},{k},{found.states},{found.seconds:.2f},{found.peak / 1e6:.0f}", flush=True)
    for k in PAIRS:
        found = run(Controller(2 * k, k, 2), "adaptive")
        print(f"2 2 … 2,{2 * k},{k},{found.states},{found.seconds:.2f},{found.peak / 1e6:.0f}", flush=True)


def programs() -> None:
    """Print the program's states and seconds by method, for more and more classes of two."""
    print("\nclasses,n,plain,orbit,adaptive,plain s,orbit s,adaptive s")
    for classes in PROGRAMS:
        found = [run_program(classes, one) if classes <= LISTED.get(one, classes) else None for one in METHODS]
        states = ",".join("" if one is None else str(one.states) for one in found)
        times = ",".join("" if one is None else f"{one.seconds:.2f}" for one in found)
        print(f"program of two,{2 * classes},{states},{times}", flush=True)


def plot(path: Path, title: str, states: dict[str, list[int]]) -> None:
    """Draw one side of figures 3 and 4: states over n, on a logarithmic scale."""
    from matplotlib import pyplot

    drawing, axes = pyplot.subplots()
    for method, marker in zip(METHODS, "os.", strict=True):
        axes.semilogy(SIZES, states[method], marker=marker, label=method)
    axes.set(xlabel="processes", ylabel="states", title=title, xticks=SIZES)
    axes.legend()
    drawing.savefig(path)
    pyplot.close(drawing)


def main() -> None:
    """Print everything, and draw the figures where asked to."""
    parser = argparse.ArgumentParser(description="Adaptive symmetry reduction beside its peers.")
    parser.add_argument("--plots", type=Path, metavar="DIR", help="write the figures there, with matplotlib")
    plots: Path | None = parser.parse_args().plots
    many = figure("n/2 of two", [Controller(n, n // 2, 2) for n in SIZES])
    few = figure("two of n/2", [Controller(n, 2, n // 2) for n in SIZES])
    table()
    programs()
    if plots is not None:
        plots.mkdir(parents=True, exist_ok=True)
        plot(plots / "many.png", "n/2 priority classes of two processes", many)
        plot(plots / "few.png", "two priority classes of n/2 processes", few)


if __name__ == "__main__":
    main()
