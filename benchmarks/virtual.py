"""Costs and gains of virtual symmetry of programs, on an allocator with priorities and on a bus with numbers.

`python benchmarks/virtual.py` prints a table of the orbits up to ordinary and up to virtual symmetry. `ordinary s` is
the processor's seconds to make a system of the program with its ordinary symmetry. `virtual s` is those to find and
prove its virtual symmetry. Then come the processor's seconds of the whole commands `vsym explore --group virtual` and,
for at most 60 s, `--group detected`. The command fails if the group is not that of all permutations, or if the orbits
are not as many as known; each system names the source of its formula.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from math import comb, factorial, prod
from pathlib import Path
from typing import NamedTuple

from measuring import measure, patience, rows

from vsym import load
from vsym.basics.limits import UNLIMITED
from vsym.checking.groups.detecting import program_symmetry
from vsym.checking.groups.instances import stated
from vsym.checking.groups.virtual import virtual_symmetry
from vsym.models.program.program import Program

PROGRAM = Path(sys.executable).with_name("vsym")
EXAMPLES = Path(__file__).parent.parent / "examples" / "programs"

Size = Mapping[str, int]


@dataclass(frozen=True)
class System:
    """An example with the parameters to measure it at, and its orbits up to ordinary and to virtual symmetry."""

    sizes: tuple[Size, ...]
    ordinary: Callable[[Size], int]
    virtual: Callable[[Size], int]


class Explored(NamedTuple):
    """The seconds of a command as a cell; the order of the group and the orbits, None where it was ended."""

    seconds: str
    order: int | None = None
    orbits: int | None = None


def _allocator(size: Size) -> int:
    """Of each class, the numbers of clients that are idle, ask and wait; nobody is served, or one of some class is."""

    def places(counts: list[int]) -> int:
        return prod([comb(count + 2, 2) for count in counts])

    classes = list(size.values())
    served = ([count - (other == number) for other, count in enumerate(classes)] for number in range(len(classes)))
    return places(classes) + sum(places(counts) for counts in served if min(counts) >= 0)


def _bus(size: Size) -> int:
    """Every station is idle or waits, or one of them sends."""
    stations = size["N"]
    return (1 << stations) + stations * (1 << stations - 1)


SYSTEMS: Mapping[str, System] = {
    "allocator": System(
        tuple(
            {"A": first, "B": second, "C": third}
            for first, second, third in ((2, 2, 3), (6, 6, 6), (10, 10, 10), (20, 20, 20), (33, 33, 33))
        ),
        _allocator,
        lambda of: _allocator({"all": sum(of.values())}),
    ),
    "bus": System(tuple({"N": stations} for stations in (10, 30, 60)), _bus, lambda of: 2 * of["N"] + 1),
}
HEAD = (
    f"{'system':<28} {'ordinary orbits':>15} {'orbits':>7} {'ordinary s':>10} {'virtual s':>9}"
    f" {'explore s':>9} {'detected s':>10}"
)


def measured(name: str, size: Size) -> tuple[float, float]:
    """The seconds for the ordinary symmetry of an example, made a system first, and then for its virtual symmetry."""
    program = load(EXAMPLES / f"{name}.m", **size)
    assert isinstance(program, Program)
    begun = time.process_time()
    ordinary = program_symmetry(program, UNLIMITED, stated(program), with_properties=False)
    known = time.process_time()
    virtual_symmetry(program, ordinary, UNLIMITED)
    return known - begun, time.process_time() - known


def explored(name: str, size: Size, group: str, seconds: float, document: Path) -> Explored:
    """A whole command, which writes a document."""
    sizes = [word for parameter, value in size.items() for word in ("-D", f"{parameter}={value}")]
    command: list[str | Path] = [PROGRAM, "explore", EXAMPLES / f"{name}.m", *sizes, "--group", group, "--json"]
    run = measure(command, seconds, document)
    if not run.finished:
        return Explored(f"> {seconds:.0f}")
    if run.status:
        sys.exit(f"{name} {size}: explore ends with status {run.status}")
    whole = json.loads(document.read_text("utf-8"))
    found = whole["exploration"]
    orbits = found["states"] if found["orbits"] is None else found["orbits"]
    return Explored(f"{run.user + run.system:.2f}", (whole["quotient"] or {"order": 1})["order"], orbits)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("system", nargs="*", choices=[[], *SYSTEMS], help="all where none is named")
    asked = parser.parse_args().system or list(SYSTEMS)
    print(HEAD, flush=True)
    spawned = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=spawned, max_tasks_per_child=1) as pool, tempfile.TemporaryDirectory() as at:
        document = Path(at) / "explored.json"
        for name in asked:
            system, limit = SYSTEMS[name], patience(60, 5)
            for size in rows(system.sizes, 0, 1):
                title = f"{name} {' '.join(f'{parameter}={value}' for parameter, value in size.items())}"
                ordinary, virtual = pool.submit(measured, name, size).result()
                quotient = explored(name, size, "virtual", patience(600, 60), document)
                others = explored(name, size, "detected", limit, document)
                orbits = system.ordinary(size)
                print(
                    f"{title:<28} {_number(orbits):>15} {quotient.orbits or '?':>7} {ordinary:>10.2f} {virtual:>9.2f}"
                    f" {quotient.seconds:>9} {others.seconds:>10}",
                    flush=True,
                )
                figures = (quotient.order, quotient.orbits, others.orbits or orbits)
                known = (factorial(size.get("N") or sum(size.values())), system.virtual(size), orbits)
                if figures != known:
                    sys.exit(f"{title}: order and orbits are {figures}; {known} are known")


def _number(count: int) -> str:
    return f"{count:,}" if count < 10**9 else f"{count:.1e}".replace("e+", " * 10^")


if __name__ == "__main__":
    main()
