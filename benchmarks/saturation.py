"""Reachable sets and backward closures with vsym.diagrams alone: time, memory and nodes of whole processes.

    python benchmarks/saturation.py                      the table, a process per line
    python benchmarks/saturation.py grw 200 20           one line, measured inside

Every family is a counter system with all processes in the first state at the beginning. `backward` is the time for
E[reachable U first counter = n]; both are processor seconds. `whole`, in seconds on the clock, and `MB` are of the
process, its start and its imports included.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from measuring import rows

from vsym.diagrams import Assignment, Conjunction, Constraint, Event, Relation, Space, compare, split

ROWS = rows(
    (
        ("grw", (100, 10)),
        ("grw", (200, 20)),
        ("grw", (500, 20)),
        ("grw", (1000, 20)),
        ("grw", (1000, 100)),
        ("sum", (200, 20)),
        ("sum", (500, 20)),
        ("difference", (20, 8)),
        ("difference", (40, 8)),
        ("weighted", (30, 10)),
        ("weighted", (50, 10)),
        ("blocks", (20, 10)),
        ("blocks", (50, 10)),
        ("controller", (20, 5)),
        ("controller", (20, 10)),
        ("ticket", (20, 20)),
        ("ticket", (50, 50)),
        ("counter", (10_000, 1)),
        ("counter", (100_000, 1)),
    ),
    0,
    1,
    5,
    7,
    9,
    11,
    13,
    15,
)


@dataclass(frozen=True)
class System:
    """Sizes of the levels, the start, and the rules: guard and assignments."""

    sizes: tuple[int, ...]
    start: tuple[int, ...]
    rules: tuple[tuple[Constraint, tuple[Assignment, ...]], ...]


def change(level: int, by: int) -> Assignment:
    return Assignment(level, ((level, 1),), by)


def move(
    source: int, target: int, *guard: Constraint, also: tuple[Assignment, ...] = ()
) -> tuple[Constraint, tuple[Assignment, ...]]:
    """One process moves from a counter to another."""
    return Conjunction((compare({source: 1}, ">=", 1), *guard)), (change(source, -1), change(target, 1), *also)


def ring(n: int, m: int, guard: Callable[[int], tuple[Constraint, ...]]) -> System:
    """n processes on a ring of m counters; `guard` gives what else the move away from a counter needs."""
    rules = tuple(move(i, (i + 1) % m, *guard(i)) for i in range(m))
    return System((n + 1,) * m, (n,) + (0,) * (m - 1), rules)


def readers_and_writers(n: int, m: int) -> System:
    """The generalized readers and writers: the last state is for one process at a time."""
    return ring(n, m, lambda i: (compare({m - 1: 1}, "=", 0),) if i == m - 2 else ())


def summed(n: int, m: int) -> System:
    """The same with a guard on a sum of two counters."""
    return ring(n, m, lambda i: (compare({m - 1: 1, m - 3: 1}, "<=", 3),) if i == m - 2 else ())


def difference(n: int, m: int) -> System:
    """A process goes on only to where fewer processes are, but for the last step."""
    return ring(n, m, lambda i: (compare({i: 1, i + 1: -1}, ">=", 1),) if i < m - 1 else ())


def weighted(n: int, m: int) -> System:
    """Guards with several coefficients of both signs on three neighbours."""
    return ring(n, m, lambda i: (compare({i: 2, i + 1: 1, i + 2: -3}, ">=", -5),) if i < m - 2 else ())


def blocks(n: int, count: int) -> System:
    """Blocks of n processes, each a ring of four counters; at most two processes of all are in a last one."""
    critical = {4 * block + 3: 1 for block in range(count)}
    rules = [
        move(4 * block + i, 4 * block + (i + 1) % 4, *((compare(critical, "<=", 1),) if i == 2 else ()))
        for block in range(count)
        for i in range(4)
    ]
    return System((n + 1,) * (4 * count), (n, 0, 0, 0) * count, tuple(rules))


def controller(size: int, classes: int) -> System:
    """The resource controller with a block per priority class and the shared variable at the last level."""
    free = 5 * classes
    is_free = compare({free: 1}, "=", 1)
    rules = []
    for block in range(classes):
        idle, trying, granted, using, done = range(5 * block, 5 * block + 5)
        above = tuple(compare({5 * other + 1: 1}, "=", 0) for other in range(block))
        rules += [
            move(idle, trying, is_free),
            move(trying, granted, is_free, *above, also=(Assignment(free, (), 0),)),
            move(granted, using),
            move(using, done),
            move(done, idle, also=(Assignment(free, (), 1),)),
        ]
    return System((size + 1,) * free + (2,), (size, 0, 0, 0, 0) * classes + (1,), tuple(rules))


def ticket(n: int, limit: int) -> System:
    """Processes draw tickets of a shared counter and are served in order; a display copies what is served."""
    idle, waiting, served, drawn, called, display = range(6)
    rules = (
        move(idle, waiting, compare({drawn: 1}, "<", limit), also=(change(drawn, 1),)),
        move(waiting, served, compare({called: 1, drawn: -1}, "<", 0), also=(change(called, 1),)),
        move(served, idle),
        (compare({display: 1, called: -1}, "!=", 0), (Assignment(display, ((called, 1),)),)),
        (compare({drawn: 1, called: -1}, "=", 0), (Assignment(drawn), Assignment(called))),
    )
    return System((n + 1,) * 3 + (limit + 1,) * 3, (n, 0, 0, 0, 0, 0), rules)


def counter(n: int, m: int) -> System:
    """m processes count a shared variable up to n, and jump from one place in the middle back to its beginning."""
    shared = 2
    rules = (
        move(0, 1, compare({shared: 1}, "!=", n // 2), also=(change(shared, 1),)),
        move(1, 0),
        (compare({shared: 1}, "=", n // 2), (change(shared, 1 - n // 4),)),
    )
    return System((m + 1, m + 1, n + 1), (m, 0, 0), rules)


FAMILIES: Mapping[str, Callable[[int, int], System]] = {
    "grw": readers_and_writers,
    "sum": summed,
    "difference": difference,
    "weighted": weighted,
    "blocks": blocks,
    "controller": controller,
    "ticket": ticket,
    "counter": counter,
}


def events_of(system: System) -> Iterator[Event]:
    for guard, assignments in system.rules:
        yield from split(system.sizes, guard, assignments)


def measure(family: str, n: int, m: int) -> str:
    """One line of the table, without what is measured from outside."""
    system = FAMILIES[family](n, m)
    space = Space(system.sizes)
    relation = Relation(space, events_of(system))
    begun = time.process_time()
    reached = relation.reachable(space.single(system.start))
    forward = time.process_time() - begun
    nodes, peak = reached.node_count, space.peak_node_count
    begun = time.process_time()
    relation.reaching(reached.select(compare({0: 1}, "=", system.start[0])), reached)
    backward = time.process_time() - begun
    count = reached.count()
    shown = str(count) if count < 10**9 else f"~10^{len(str(count)) - 1}"
    return f"{family:<12}{n:>6}{m:>6}{shown:>11}{nodes:>9}{peak:>10}{forward:>10.3f}{backward:>10.3f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("row", nargs="*", help="family n m")
    row = parser.parse_args().row
    if row:
        print(measure(row[0], int(row[1]), int(row[2])))
        return
    header = ("states", "nodes", "peak", "forward", "backward", "whole", "MB")
    print(
        f"{'family':<12}{'n':>6}{'m':>6}"
        + "".join(f"{name:>{width}}" for name, width in zip(header, (11, 9, 10, 10, 10, 9, 6), strict=True))
    )
    for family, (n, m) in ROWS:
        begun = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, __file__, family, str(n), str(m)], stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        line = process.stdout.read().rstrip()
        _, status, usage = os.wait4(process.pid, 0)
        whole = time.perf_counter() - begun
        if status:
            raise SystemExit(f"{family} {n} {m} failed")
        print(f"{line}{whole:>9.2f}{usage.ru_maxrss // 1024:>6}", flush=True)


if __name__ == "__main__":
    main()
