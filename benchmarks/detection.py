"""Cost of finding symmetry on the systems of the paper on its detection, at the sizes of the paper and beyond.

`python benchmarks/detection.py [SYSTEM …]` prints a table: the order of the group, its generators, the nodes and edges
of the graph, and the rules. Then come the processor's seconds to make a system of the program, and to find and prove
its symmetries. Each row is measured in a process of its own, after the imports. The command fails if an order is not
the known one, or if some generator is not proved. One row has more than 3,000 rules.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from math import factorial, prod
from pathlib import Path

from measuring import SHORT

from vsym import load
from vsym.basics.limits import UNLIMITED
from vsym.models.program.program import Program
from vsym.reductions.programs.lowering import lowered
from vsym.symmetry.detected.detection import Detection

EXAMPLES = Path(__file__).parent.parent / "examples" / "programs"

Size = Mapping[str, int]


@dataclass(frozen=True)
class System:
    """An example with the parameters to measure it at, and the order of its group as a function of them."""

    order: Callable[[Size], int]
    sizes: tuple[Size, ...]


@dataclass(frozen=True)
class Row:
    """The symmetry of a system, and the seconds that it took to make the system and to find its symmetries."""

    order: int
    generators: int
    nodes: int
    edges: int
    checked: str
    rules: int
    making: float
    finding: float


def _agents(*counts: int) -> tuple[Size, ...]:
    return tuple({"N": count} for count in counts)


def _three_tier(size: Size) -> int:
    """The permutations of each server's clients, and of servers that have as many clients as each other."""
    clients = [size[name] for name in ("A", "B", "C")]
    return prod(map(factorial, [*clients, *Counter(clients).values()]))


def _tree(size: Size) -> int:
    """The permutations of the subtrees of an agent that have the same shape."""

    def children(agent: int) -> list[int]:
        most = size.get("CHILDREN", 2)
        return [child for child in range(most * agent + 1, most * agent + most + 1) if child < size["N"]]

    def shape(agent: int) -> tuple[object, ...]:
        return tuple(map(shape, children(agent)))

    shapes = (Counter(map(shape, children(agent))) for agent in range(size["N"]))
    return prod(factorial(alike) for counts in shapes for alike in counts.values())


SYSTEMS: Mapping[str, System] = {
    "token": System(lambda of: 2 * of["N"], _agents(3, 9, 12, 30)),
    "readers_writers": System(
        lambda of: factorial(of["N"]) * factorial(of["W"]), ({"N": 3, "W": 2}, {"N": 10, "W": 4})
    ),
    "peterson": System(lambda of: factorial(of["N"]), _agents(3, 9, 12)),
    "allocator": System(
        lambda of: prod(map(factorial, of.values())),
        ({"A": 2, "B": 2, "C": 3}, {"A": 3, "B": 3, "C": 4}, {"A": 10, "B": 10, "C": 10}),
    ),
    "three_tier": System(
        _three_tier,
        (
            {"A": 3, "B": 3, "C": 2},
            {"A": 3, "B": 3, "C": 3},
            {"A": 4, "B": 4, "C": 3},
            {"A": 10, "B": 10, "C": 10},
        ),
    ),
    "hypercube": System(lambda of: 2 ** of["D"] * factorial(of["D"]), ({"D": 3}, {"D": 5}, {"D": 6})),
    "philosophers": System(lambda of: of["N"], _agents(10, 20, 100)),
    "dinner": System(lambda of: of["N"], _agents(10, 12, 14, 100)),
    "milner": System(lambda of: 1 if of.get("given") else of["N"], (*_agents(10, 30), {"N": 10, "given": 1})),
    "two_hop": System(lambda of: (24 if of["N"] % 2 else 144) * of["N"], _agents(3, 9, 12)),
    "leader_complete": System(lambda of: factorial(of["N"]), _agents(12, 15, 54)),
    "leader_tree": System(_tree, (*_agents(15, 19, 31), {"N": 40, "CHILDREN": 3})),
    "leader_ring": System(lambda of: of["N"], _agents(9, 12, 30)),
    "hanoi": System(
        lambda of: factorial(2 if of.get("given") else 3),
        ({"DISKS": 3}, {"DISKS": 6}, {"DISKS": 12}, {"DISKS": 6, "given": 1}),
    ),
    "golfer": System(
        lambda of: factorial(of["G"] * of["S"]) * factorial(of["G"]) ** of["W"] * factorial(of["W"]),
        ({"G": 2, "S": 2, "W": 2}, {"G": 3, "S": 3, "W": 4}),
    ),
    "salestore": System(lambda of: factorial(of["N"]) * factorial(5), _agents(5, 20, 40)),
}
HEAD = (
    f"{'system':<28} {'order':>22} {'generators':>10} {'nodes':>7} {'edges':>8} {'rules':>6}"
    f" {'making s':>9} {'finding s':>9}"
)


def measured(name: str, size: Size) -> Row:
    """A row of the table: the program's rules and starts, without its properties."""
    program = load(EXAMPLES / f"{name}.m", **size)
    assert isinstance(program, Program)
    begun = time.process_time()
    system = lowered(replace(program, properties=()), UNLIMITED).system
    made = time.process_time()
    symmetries = Detection(system, UNLIMITED).detected()
    order = symmetries.order
    ended = time.process_time()
    return Row(
        order,
        len(symmetries.generators),
        symmetries.nodes,
        symmetries.edges,
        symmetries.checked,
        len(system.events),
        made - begun,
        ended - made,
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("system", nargs="*", choices=[[], *SYSTEMS], help="all where none is named")
    asked = parser.parse_args().system or list(SYSTEMS)
    print(HEAD, flush=True)
    spawned = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=spawned, max_tasks_per_child=1) as pool:
        for name in asked:
            for size in SYSTEMS[name].sizes[: 1 if SHORT else None]:
                title = f"{name} {' '.join(f'{parameter}={value}' for parameter, value in size.items())}"
                row = pool.submit(measured, name, size).result()
                known = SYSTEMS[name].order(size)
                graph = f"{row.generators:>10} {row.nodes:>7,} {row.edges:>8,} {row.rules:>6,}"
                print(f"{title:<28} {row.order:>22,} {graph} {row.making:>9.2f} {row.finding:>9.2f}", flush=True)
                if (row.order, row.checked) != (known, "proved"):
                    sys.exit(f"{title}: the order is {row.order}, {row.checked}; {known} is known")


if __name__ == "__main__":
    main()
