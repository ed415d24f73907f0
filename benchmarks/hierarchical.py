"""Flat decision diagrams beside hierarchical ones, on the models of the paper on symmetries and on others.

    python benchmarks/hierarchical.py

A flat diagram has a node for each way to go on, with an arc to each next one, for the values that lead there. In a
hierarchical one (Thierry-Mieg, Poitrenaud, Hamez, Kordon, TACAS 2009) some levels are a group; an arc is for a set of
their values, which is a diagram again, and all groups share these. The table has the arcs of both, for all reachable
states and for the canonical ones, with the levels in vsym's order. `hierarchical` is the least over groups of 2, 3, 4,
6 and 8 levels and over halves of halves down to 1, 2 and 4. What stands at several levels is counted once there, so no
hierarchy of these groups has fewer. The benchmark ends with an error where the two have not as many states.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeAlias

from measuring import rows

from vsym import load
from vsym.basics.limits import UNLIMITED
from vsym.checking.groups.choosing import chosen_group
from vsym.checking.groups.diagrams import UpTo, generators
from vsym.checking.groups.names import AUTO, DECLARED
from vsym.checking.views.programs import NamedDiagram, program_diagrams
from vsym.models.program.program import Program
from vsym.system.report import Silence

EXAMPLES = Path(__file__).parent.parent / "examples" / "programs"
ROOM = 10**6

CASES: tuple[tuple[str, Mapping[str, int], str], ...] = tuple(
    rows(
        (
            ("spl", {"N": 20}, DECLARED),
            ("spl", {"N": 200}, DECLARED),
            ("salestore", {"N": 5}, AUTO),
            ("salestore", {"N": 10}, AUTO),
            ("clients", {"N": 6, "S": 5}, AUTO),
            ("clients", {"N": 8, "S": 7}, AUTO),
            ("matching", {"N": 8}, DECLARED),
            ("fifo", {"N": 5}, DECLARED),
            ("mesi_bus", {"N": 5}, DECLARED),
            ("philosophers", {"N": 10}, AUTO),
            ("philosophers", {"N": 14}, AUTO),
        ),
        0,
        2,
        6,
        9,
    )
)

Shape: TypeAlias = "int | tuple[Shape, ...]"
"""Levels one by one, or groups in a row."""

Values: TypeAlias = tuple[str, ...]


@dataclass(frozen=True)
class Group:
    """The node of a diagram of a group's levels, on an arc."""

    node: int


Arc: TypeAlias = tuple[Values | Group, int]


@dataclass
class Table:
    """Nodes with their arcs, each of them once; vectors end in node 0."""

    nodes: list[frozenset[Arc]] = field(default_factory=lambda: [frozenset()])
    numbers: dict[frozenset[Arc], int] = field(default_factory=dict)

    def node(self, arcs: Iterable[Arc]) -> int:
        """The node with these arcs."""
        key = frozenset(arcs)
        if key not in self.numbers:
            self.numbers[key] = len(self.nodes)
            self.nodes.append(key)
        return self.numbers[key]

    @property
    def arcs(self) -> int:
        """The number of all arcs."""
        return sum(map(len, self.nodes))

    def count(self, node: int, counted: dict[int, int]) -> int:
        """The number of vectors of a node; `counted` has those of others."""
        if node == 0:
            return 1
        if node not in counted:
            counted[node] = sum(
                (self.count(label.node, counted) if isinstance(label, Group) else len(label))
                * self.count(target, counted)
                for label, target in self.nodes[node]
            )
        return counted[node]


@dataclass
class Grouping:
    """A flat diagram, and hierarchical ones of its sets in the making."""

    flat: Table
    nested: Table = field(default_factory=Table)
    _nodes: dict[tuple[int, Shape], int] = field(default_factory=dict)
    _parts: dict[tuple[int, int, int], int] = field(default_factory=dict)

    def of(self, node: int, shape: Shape) -> int:
        """The node of the hierarchical diagram of a flat one's set, over the levels of a shape."""
        if shape in (0, ()):
            return 0
        if (node, shape) not in self._nodes:
            self._nodes[node, shape] = self.nested.node(self._arcs(node, shape))
        return self._nodes[node, shape]

    def _arcs(self, node: int, shape: Shape) -> list[Arc]:
        if isinstance(shape, int):
            return [(values, self.of(target, shape - 1)) for values, target in self.flat.nodes[node]]
        depth, ends = levels(shape[0]), {node}
        for _ in range(depth):
            ends = {target for one in ends for _, target in self.flat.nodes[one]}
        return [(Group(self.of(self._part(node, depth, end), shape[0])), self.of(end, shape[1:])) for end in ends]

    def _part(self, node: int, depth: int, end: int) -> int:
        """The flat diagram of what leads from a node to another, so many levels below it; −1 where nothing does."""
        if depth == 0:
            return 0 if node == end else -1
        if (node, depth, end) not in self._parts:
            joined: defaultdict[int, list[str]] = defaultdict(list)
            for values, target in self.flat.nodes[node]:
                part = self._part(target, depth - 1, end)
                if part >= 0 and not isinstance(values, Group):
                    joined[part] += values
            arcs = [(tuple(sorted(values)), part) for part, values in joined.items()]
            self._parts[node, depth, end] = self.flat.node(arcs) if arcs else -1
        return self._parts[node, depth, end]


def levels(shape: Shape) -> int:
    """The number of levels of a shape."""
    return shape if isinstance(shape, int) else sum(map(levels, shape))


def shapes(depth: int) -> dict[str, Shape]:
    """The groupings of so many levels, by name."""

    def halves(count: int, least: int) -> Shape:
        return count if count <= least else (halves(count // 2, least), halves(count - count // 2, least))

    groups = {
        f"{size}s": (*(size,) * (depth // size), *(depth % size,) * (depth % size > 0)) for size in (2, 3, 4, 6, 8)
    }
    return {**groups, **{f"halves to {least}": halves(depth, least) for least in (1, 2, 4)}}


def compared(diagram: NamedDiagram) -> tuple[int, int, str]:
    """The arcs of a diagram, the least of a hierarchical one of its set, and the name of the grouping.

    Raises AssertionError where one has another number of states.
    """
    below: defaultdict[int, list[tuple[Values, int]]] = defaultdict(list)
    for source, values, target in diagram.arcs:
        below[source].append((values, target))
    flat, numbers, depth = Table(), dict[int, int](), max(diagram.levels)
    for place in reversed(range(len(diagram.levels))):
        is_end = diagram.levels[place] == depth
        numbers[place] = 0 if is_end else flat.node((values, numbers[target]) for values, target in below[place])
    best: tuple[int, str] | None = None
    for name, shape in shapes(depth).items():
        grouping = Grouping(flat)
        root = grouping.of(numbers[0], shape)
        if grouping.nested.count(root, {}) != diagram.states:
            raise AssertionError(f"another number of states in {name}")
        best = min(best or (grouping.nested.arcs, name), (grouping.nested.arcs, name))
    assert best is not None
    return len(diagram.arcs), *best


def diagrams(name: str, parameters: Mapping[str, int], group: str) -> tuple[NamedDiagram, NamedDiagram]:
    """The diagrams of an example: of all reachable states, and of the canonical ones."""
    program = load(EXAMPLES / f"{name}.m", **parameters)
    assert isinstance(program, Program)
    program = replace(program, properties=())
    quotient = chosen_group(program, UNLIMITED, group).runs[0].quotient
    assert quotient is not None
    both = program_diagrams(program, UpTo(generators(program.layout, quotient)), ROOM, UNLIMITED, Silence())
    return both.all, both.canonical


def main() -> None:
    """Print the table."""
    print(f"{'model':<24}{'states':>16}{'flat':>8}{'hierarchical':>14}{'groups':>14}{'fewer times':>13}")
    for name, parameters, group in CASES:
        for kind, diagram in zip(("all", "canonical"), diagrams(name, parameters, group), strict=True):
            flat, least, shape = compared(diagram)
            title = f"{name} {','.join(map(str, parameters.values()))} {kind}"
            states = f"{diagram.states:,}" if diagram.states < 10**12 else f"{diagram.states:.1e}"
            print(f"{title:<24}{states:>16}{flat:>8}{least:>14}{shape:>14}{flat / least:>13.2f}", flush=True)


if __name__ == "__main__":
    main()
