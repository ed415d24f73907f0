"""Speed of the explicit engine in exploring and deciding: `python benchmarks/explicit.py`.

The systems are generalized readers and writers of n processes and m local states. With a number in the column `shared`,
a shared variable counts, modulo that number, how often a process left the last state. Each system has a process of its
own, so that the peak memory is its own. On the smaller ones, a breadth-first search with a Python set of tuples runs in
the same process afterwards.
"""

from __future__ import annotations

import multiprocessing
import resource
import time
from dataclasses import dataclass

from measuring import rows

from vsym.basics.limits import Budget
from vsym.basics.source import Source, Span
from vsym.engines.explicit.deciding import decide
from vsym.engines.explicit.exploration import explore
from vsym.logic.formula import Formula, Temporal, compare, conjunction
from vsym.logic.properties import Property
from vsym.logic.terms import Linear, Named, linear
from vsym.system.report import Silence
from vsym.system.system import Event, System, Term, Variable

NOWHERE = Span(Source("benchmark", ""), 0, 0)
COMPARED_UP_TO = 500_000


@dataclass(frozen=True)
class Size:
    """n processes, m local states, and the modulus of the shared variable, or 0 for none."""

    processes: int
    states: int
    modulus: int


SIZES = rows(
    (Size(20, 7, 0), Size(20, 8, 0), Size(12, 7, 20), Size(20, 9, 0), Size(12, 8, 40), Size(20, 10, 0)), 0, 1, 2
)


@dataclass(frozen=True)
class Measurement:
    """Counts, seconds for each part (`plain` is the Python set's), and the peak memory in bytes."""

    states: int
    edges: int
    exploring: float
    deciding: float
    peak: int
    plain: float | None


def readers_and_writers(size: Size) -> System:
    """The counters of generalized readers and writers with one block."""
    names = tuple(f"#L{i}" for i in range(1, size.states + 1))
    counts = [linear([(Named(name), 1)]) for name in names]
    none, one, all_of_them = Linear(), Linear((), 1), Linear((), size.processes)
    turns, highest = linear([(Named("turns"), 1)]), Linear((), size.modulus - 1)

    def step(source: int, target: int, *guards: Formula, turns_after: Term | None = None) -> Event:
        update: list[tuple[str, Term]] = [(names[source], counts[source] - one), (names[target], counts[target] + one)]
        if turns_after is not None:
            update.append(("turns", turns_after))
        guard = conjunction([compare(counts[source], ">=", one), *guards])
        label = f"{names[source]} -> {names[target]}"
        return Event(label, label, guard, tuple(update))

    last = size.states - 1
    steps = [step(i, i + 1) for i in range(last - 1)]
    steps.append(step(last - 1, last, compare(counts[last], "=", none)))
    if size.modulus:
        steps.append(step(last, 0, compare(turns, "<", highest), turns_after=turns + one))
        steps.append(step(last, 0, compare(turns, "=", highest), turns_after=none))
    else:
        steps.append(step(last, 0))
    shared = (Variable("turns", none, highest),) if size.modulus else ()
    starts = [compare(counts[0], "=", all_of_them), *([compare(turns, "=", none)] if size.modulus else [])]
    return System(
        name="grw",
        variables=(*(Variable(name, none, all_of_them) for name in names), *shared),
        domain=compare(linear((Named(name), 1) for name in names), "=", all_of_them),
        initial=conjunction(starts),
        events=tuple(steps),
    )


def plain_search(size: Size) -> int:
    """The number of reachable states, by a queue, a set of tuples and the guards written out by hand."""
    last = size.states - 1
    start = (size.processes, *[0] * last, 0)
    seen, queue = {start}, [start]
    for state in queue:
        for source in range(size.states):
            target = (source + 1) % size.states
            if not state[source] or (target == last and state[last]):
                continue
            following = list(state)
            following[source] -= 1
            following[target] += 1
            if source == last and size.modulus:
                following[-1] = (following[-1] + 1) % size.modulus
            successor = tuple(following)
            if successor not in seen:
                seen.add(successor)
                queue.append(successor)
    return len(seen)


def measure(size: Size) -> Measurement:
    """Explore one system, and decide that from everywhere all processes can be back at the start (AG EF)."""
    system = readers_and_writers(size)
    exploration = explore(system, Budget(), Silence())
    at_start = compare(linear([(Named("#L1"), 1)]), "=", Linear((), size.processes))
    back = Temporal("AG", (Temporal("EF", (at_start,)),))
    [verdict] = decide(exploration, [Property("back", "ctl", back, "", NOWHERE)], Budget())
    if verdict.outcome != "holds":
        raise AssertionError(f"{size}: the property must hold, not be {verdict.outcome}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    plain = None
    if exploration.states <= COMPARED_UP_TO:
        started = time.perf_counter()
        if plain_search(size) != exploration.states:
            raise AssertionError(f"{size}: the plain search finds another number of states")
        plain = time.perf_counter() - started
    edges = len(exploration.graph.targets)
    return Measurement(exploration.states, edges, exploration.seconds, verdict.seconds, peak, plain)


def main() -> None:
    """Print the table."""
    columns = ("n", "m", "shared", "states", "edges", "explore s", "states/s", "AG EF s", "peak MB", "plain s", "ratio")
    print(" ".join(f"{column:>10}" for column in columns))
    spawning = multiprocessing.get_context("spawn")
    for size in SIZES:
        with spawning.Pool(1) as pool:
            found = pool.apply(measure, (size,))
        plain = f"{found.plain:.2f}" if found.plain is not None else "-"
        ratio = f"{found.plain / found.exploring:.1f}" if found.plain is not None else "-"
        cells = (
            *(str(number) for number in (size.processes, size.states, size.modulus, found.states, found.edges)),
            f"{found.exploring:.2f}",
            f"{found.states / found.exploring:.0f}",
            f"{found.deciding:.2f}",
            f"{found.peak / 1e6:.0f}",
            plain,
            ratio,
        )
        print(" ".join(f"{cell:>10}" for cell in cells), flush=True)


if __name__ == "__main__":
    main()
