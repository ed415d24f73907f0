"""The graph of a search, as the compiled program has written it to files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vsym.basics.frozen import frozen
from vsym.engines.explicit.graph import Graph
from vsym.engines.explicit.table import Numbers

ANY = -1
"""Instead of a rule: any, or none."""


@frozen(eq=False)
class Written:
    """The files of a search: `rules` has the rule of each edge, -1 where a state without a way on stays where it is."""

    graph: Graph
    rules: Numbers
    parents: Numbers
    atoms: NDArray[np.uint8]


def read(folder: Path, atoms: int) -> Written:
    """What a search has written to a folder; edges of the state that it was expanding when it ended are left out."""
    degrees = np.fromfile(folder / "degrees", dtype=np.uint32).astype(np.int64)
    edges = int(degrees.sum())
    targets = np.fromfile(folder / "targets", dtype=np.uint32, count=edges).astype(np.int32)
    rules = np.fromfile(folder / "rules", dtype=np.uint32, count=edges).astype(np.int32)
    parents = np.fromfile(folder / "predecessors", dtype=np.uint32).astype(np.int32)
    if not atoms:
        return of_edges(degrees, targets, rules, parents, np.zeros((len(degrees), 0), dtype=np.uint8))
    packed = np.fromfile(folder / "atoms", dtype=np.uint8).reshape(len(degrees), -(-atoms // 8))
    bits = np.unpackbits(packed, axis=1, count=atoms, bitorder="little")
    return of_edges(degrees, targets, rules, parents, bits)


def of_edges(
    degrees: NDArray[np.int64], targets: Numbers, rules: Numbers, parents: Numbers, bits: NDArray[np.uint8]
) -> Written:
    """The graph of the states that were expanded, state by state: how many edges each has, and its atoms.

    One that has no successor gets itself as one.
    """
    ends = np.flatnonzero(degrees == 0)
    places = np.cumsum(degrees)[ends]
    targets, rules = np.insert(targets, places, ends), np.insert(rules, places, ANY)
    filled = np.maximum(degrees, 1)
    offsets = np.full(len(parents) + 1, len(targets), dtype=np.int64)
    offsets[0] = 0
    np.cumsum(filled, out=offsets[1 : len(degrees) + 1])
    atoms = np.zeros((len(parents), bits.shape[1]), dtype=np.uint8)
    atoms[: len(degrees)] = bits
    return Written(Graph(offsets, targets, len(degrees)), rules, parents, atoms)
