"""Canonical states: one for each orbit, and no two orbits share one."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random

import pytest

from tests.engines.compiled.canonical_library import CanonicalLibrary
from tests.models.program.layouts import all_renamed, drawn_program, drawn_state, program_of
from tests.support.drawn import chosen, many
from vsym.models.program.semantics import State
from vsym.models.program.types import BOOLEAN, Array, Scalarset, Type


def _all_assigned(of: Type, size: int, tmp_path: Path, *, collide: bool = False) -> set[State]:
    pid = Scalarset(0, size, 10, "Pid")
    assert isinstance(of, Array)
    program = program_of(of, scalarsets=(pid,))
    states = list(product(*(range(1, slot.type.cardinality + 1) for slot in program.layout.slots)))
    return set(CanonicalLibrary(program, (pid,), tmp_path, collide=collide).canonical(states))


@pytest.mark.parametrize(("size", "orbits"), chosen([(5, 47)], [(4, 19), (5, 47), (6, 130)]))
def test_functions_of_a_scalarset_into_itself(size: int, orbits: int, tmp_path: Path) -> None:
    """The numbers of endofunctions up to renaming: OEIS A001372."""
    pid = Scalarset(0, size, 10, "Pid")
    assert len(_all_assigned(Array(pid, pid), size, tmp_path)) == orbits


@pytest.mark.parametrize(("size", "orbits"), chosen([(3, 104)], [(3, 104), (4, 3044)]))
def test_relations_on_a_scalarset(size: int, orbits: int, tmp_path: Path) -> None:
    """The numbers of relations up to renaming: OEIS A000595."""
    pid = Scalarset(0, size, 10, "Pid")
    assert len(_all_assigned(Array(pid, Array(pid, BOOLEAN)), size, tmp_path)) == orbits


def test_collisions_of_hashes_cost_time_only(tmp_path: Path) -> None:
    """Without any invariant all orders of the elements but those of twins are tried."""
    pid = Scalarset(0, 4, 10, "Pid")
    assert len(_all_assigned(Array(pid, pid), 4, tmp_path, collide=True)) == 19


@pytest.mark.parametrize("seed", range(many(6)))
def test_drawn_states_against_every_permutation(seed: int, tmp_path: Path) -> None:
    """All that permutations make of a state has one canonical state, which is one of them."""
    random = Random(seed)
    program = drawn_program(random)
    scalarsets = [one for one in program.scalarsets if random.random() < 0.8]
    library = CanonicalLibrary(program, scalarsets, tmp_path)
    for state in (drawn_state(random, program) for _ in range(8)):
        orbit = sorted(set(all_renamed(program, state, scalarsets)))
        [canonical] = set(library.canonical(orbit))
        assert canonical in orbit
        assert library.orbit_sizes([state]) == [len(orbit)]
