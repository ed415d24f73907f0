"""Graphs of many kinds, and drawn ones."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, product
from random import Random

from vsym.graphs.coloured import Graph


def plain(nodes: int, edges: Iterable[tuple[int, int]]) -> Graph:
    """A graph of one colour."""
    return Graph(nodes, tuple(edges), (0,) * nodes)


def cycle(nodes: int) -> Graph:
    return plain(nodes, ((node, (node + 1) % nodes) for node in range(nodes)))


def hypercube(dimension: int) -> Graph:
    nodes = 1 << dimension
    return plain(nodes, ((i, j) for i, j in combinations(range(nodes), 2) if (i ^ j).bit_count() == 1))


def kneser(points: int, size: int) -> Graph:
    """The Kneser graph: the sets of `size` of the points, with an edge between disjoint ones."""
    sets = [{*one} for one in combinations(range(points), size)]
    return plain(len(sets), ((i, j) for i, j in combinations(range(len(sets)), 2) if not sets[i] & sets[j]))


def multipartite(*parts: int) -> Graph:
    part = [number for number, nodes in enumerate(parts) for _ in range(nodes)]
    return plain(len(part), ((i, j) for i, j in combinations(range(len(part)), 2) if part[i] != part[j]))


def rook(side: int) -> Graph:
    """The squares of a board, of which those in one row or column have an edge."""
    squares = combinations(range(side * side), 2)
    return plain(side * side, ((i, j) for i, j in squares if i // side == j // side or i % side == j % side))


def shrikhande() -> Graph:
    """A strongly regular graph with the parameters of the rook's graph of 16 squares, which is another one."""
    steps = {(0, 1), (1, 0), (1, 1), (0, 3), (3, 0), (3, 3)}
    squares = combinations(range(16), 2)
    return plain(16, ((i, j) for i, j in squares if ((i // 4 - j // 4) % 4, (i - j) % 4) in steps))


def plane(order: int) -> Graph:
    """The points and lines of the projective plane over the integers modulo a prime, by incidence."""
    vectors = [one for one in product(range(order), repeat=3) if next(filter(None, one), 0) == 1]
    return plain(
        2 * len(vectors),
        (
            (i, len(vectors) + j)
            for (i, point), (j, line) in product(enumerate(vectors), repeat=2)
            if sum(a * b for a, b in zip(point, line, strict=True)) % order == 0
        ),
    )


def tree(nodes: int, random: Random) -> Graph:
    return plain(nodes, ((node, random.randrange(node)) for node in range(1, nodes)))


def binary_tree(depth: int) -> Graph:
    return plain(2**depth - 1, ((node, (node - 1) // 2) for node in range(1, 2**depth - 1)))


def sparse(nodes: int, edges: int, random: Random) -> Graph:
    pairs = (random.sample(range(nodes), 2) for _ in range(edges))
    return plain(nodes, ((i, j) for i, j in pairs))


def pairs(members: int, colours: int = 1) -> Graph:
    """Members and the pairs of them, as many processes with their links; members with colours in turn."""
    both = [*combinations(range(members), 2)]
    edges = ((members + number, member) for number, pair in enumerate(both) for member in pair)
    return Graph(
        members + len(both), tuple(edges), (*(member % colours for member in range(members)), *(colours for _ in both))
    )


def servers(count: int, clients: int) -> Graph:
    """Servers, each with as many clients of two nodes."""
    edges, nodes = [], count
    for server in range(count):
        for _ in range(clients):
            edges += [(server, nodes), (nodes, nodes + 1)]
            nodes += 2
    return plain(nodes, edges)


def twisted(base: Graph, twist: bool) -> Graph:
    """The graph of Cai, Fürer and Immerman over another one: refinement alone does not tell it from its twist.

    Source: "An optimal lower bound on the number of variables for graph identification", Combinatorica 12 (1992).
    """
    around = [[number for number, edge in enumerate(base.edges) if node in edge] for node in range(base.nodes)]
    numbers: dict[tuple[object, ...], int] = {}
    for node, edges in enumerate(around):
        for edge, bit in product(edges, (0, 1)):
            numbers["end", node, edge, bit] = len(numbers)
    ends, links = len(numbers), []
    for node, edges in enumerate(around):
        for bits in product((0, 1), repeat=len(edges)):
            if sum(bits) % 2 == 0:
                middle = numbers["middle", node, bits] = len(numbers)
                links += [(middle, numbers["end", node, edge, bit]) for edge, bit in zip(edges, bits, strict=True)]
    for edge, (one, other) in enumerate(base.edges):
        flip = int(twist and edge == 0)
        links += [(numbers["end", one, edge, bit], numbers["end", other, edge, bit ^ flip]) for bit in (0, 1)]
    return Graph(len(numbers), tuple(links), (0,) * ends + (1,) * (len(numbers) - ends))


def union(*graphs: Graph) -> Graph:
    """Graphs beside each other."""
    edges: list[tuple[int, int]] = []
    colours: list[int] = []
    for graph in graphs:
        edges += [(len(colours) + one, len(colours) + other) for one, other in graph.edges]
        colours += graph.colours
    return Graph(len(colours), tuple(edges), tuple(colours))


def renamed(graph: Graph, names: list[int]) -> Graph:
    """The same graph with other names of its nodes."""
    colours = [0] * graph.nodes
    for node, colour in enumerate(graph.colours):
        colours[names[node]] = colour
    return Graph(graph.nodes, tuple((names[one], names[other]) for one, other in graph.edges), tuple(colours))


def drawn(random: Random) -> Graph:
    """A graph of up to some fifty nodes, with or without colours, its nodes in any order."""

    def part() -> Graph:
        kinds = (
            lambda: cycle(random.randint(3, 8)),
            lambda: tree(random.randint(1, 12), random),
            lambda: sparse(random.randint(2, 12), random.randint(0, 14), random),
            lambda: hypercube(random.randint(1, 3)),
            lambda: multipartite(*(random.randint(1, 3) for _ in range(random.randint(1, 4)))),
            lambda: pairs(random.randint(2, 5), random.randint(1, 2)),
            lambda: servers(random.randint(1, 3), random.randint(1, 3)),
            lambda: twisted(multipartite(1, 1, 1), random.random() < 0.5),
        )
        return random.choice(kinds)()

    graph = union(*(one for _ in range(random.randint(1, 2)) for one in [part()] * random.choice((1, 1, 1, 2, 3))))
    edges = set(graph.edges)
    if graph.nodes > 2 and random.random() < 0.3:
        edges ^= {(i, j) if i < j else (j, i) for i, j in [random.sample(range(graph.nodes), 2)]}
    rare = random.choice((0, 0, 0.1, 0.4))
    colours = [colour + 9 * (random.random() < rare) for colour in graph.colours]
    return renamed(Graph(graph.nodes, tuple(edges), tuple(colours)), random.sample(range(graph.nodes), graph.nodes))
