"""Up to virtual symmetry, verdicts are those of plain exploration, groups and orbits those of the definition by brute
force, and paths paths of the program: on the examples and on drawn programs, state by state and on decision diagrams.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from random import Random
from typing import NamedTuple, get_args

import pytest

from tests.support import generated_machines
from tests.support.composing import checked_by_runs, run_by, verdicts
from tests.support.decided_programs import expected, of_seed, sound_of_seed
from tests.support.drawn import chosen, many
from tests.support.expectations import Run, expectations, run_name, runs
from tests.support.generated_alike import SERVING, alike
from tests.support.generated_program_names import Kind
from tests.support.generated_programs import Drawn
from tests.support.interpreted_programs import read
from tests.support.loading import load_program
from tests.support.oracle_virtual import Map
from tests.support.running import EXAMPLES
from tests.support.virtual_programs import closed, exchanges
from vsym import load
from vsym.basics.limits import UNLIMITED
from vsym.basics.options import RefusedError, StrategyName
from vsym.checking.answer import Checked, Exploration
from vsym.checking.groups.choosing import ChosenGroup, chosen_group
from vsym.checking.groups.instances import PlannedRun
from vsym.checking.groups.names import VIRTUAL
from vsym.checking.question import MDD, STRATEGIES, Strategy
from vsym.checking.ways import Way, way
from vsym.engines.compiled.quotient.quotient import Quotient
from vsym.logic.formula import Formula
from vsym.models.program.faults import FaultError
from vsym.models.program.program import Program
from vsym.models.program.semantics import Semantics, State, replayed

FILES = sorted((EXAMPLES / "programs").glob("*.m"))
FEW = 700
"""The most states, times the order of the group, that brute force closes, which is slow."""

REFUSED = {"covering", "misuse", "network"}
"""Examples that have no plain verdicts, or whose elements of multisets have no places."""

SMALLER: Mapping[str, tuple[tuple[str, int], ...]] = {
    "allocator": (("A", 1), ("B", 1), ("C", 1)),
    "bakery": (("N", 2),),
    "bus": (("N", 3),),
    "golfer": (("G", 1),),
    "leader_ring": (("N", 2),),
    "leader_tree": (("N", 3),),
    "lru": (("LINES", 2),),
    "matching": (("N", 3),),
    "maxid": (("N", 3),),
    "pool": (("BUFFERS", 2), ("CLIENTS", 2)),
    "priorities": (("Size", 1),),
    "salestore": (("N", 2),),
    "suites": (("N", 2), ("T", 2), ("VECTORS", 4)),
    "two_hop": (("N", 2),),
}
"""Examples that take long as they are, with parameters for which they do not and are as symmetric: exchanges of two or
three members and, for the priority classes, few enough states for brute force."""

RUNS = tuple(
    dict.fromkeys(
        (path, SMALLER.get(path.stem, parameters)) for path, parameters in runs(FILES) if path.stem not in REFUSED
    )
)

KINDS = ("bus", "pool")
"""The examples that run by default: their orbits are sorted for some properties but not for others, and have cosets
under an assumption. Of an example without a virtual group, the test checks only that it promises none."""


class Held(NamedTuple):
    """The numbers of a program's runs up to virtual groups, and of those whose orbits were counted by brute force."""

    virtual: int
    counted: int


def _held(program: Program, decided: Callable[[Program], Mapping[str, str]], strategy: StrategyName) -> Held:
    """Check a program's results up to virtual symmetry, by the compiled engine and by a strategy on decision diagrams,
    against verdicts and the definition.

    Without a virtual group, the verdicts are those up to detected symmetry, which other tests check.
    """
    chosen = chosen_group(program, UNLIMITED, VIRTUAL)
    virtual = [run for run in chosen.runs if run.quotient.virtual]
    if not virtual:
        return Held(0, 0)
    expected = decided(program)
    found = _found(program, chosen, expected, partial(way, "compiled"))
    diagrams = _found(program, chosen, expected, partial(_on_diagrams, program, strategy))
    for one, other in zip(found.explorations, diagrams.explorations, strict=True):
        assert one.virtual == other.virtual
        if other.reached is None or not other.reached.left_out:
            assert _orbits(other) in (None, _orbits(one))
    return Held(len(virtual), sum(_is_counted(program, run, found) for run in virtual))


def _found(
    program: Program, chosen: ChosenGroup, expected: Mapping[str, str], by: Callable[[Quotient], Way]
) -> Checked:
    """The answer of one engine, checked against the expected verdicts, with paths that the program can take."""
    found = checked_by_runs(program, chosen.runs, by)
    assert {name: verdict for name, verdict in verdicts(found).items() if name in expected} == expected
    for outcome in found.outcomes:
        if outcome.run is not None:
            replayed(program, outcome.run.path)
    return found


def _on_diagrams(program: Program, strategy: StrategyName, quotient: Quotient) -> Way:
    up_to = Strategy(strategy).up_to(program, quotient, MDD, UNLIMITED)
    return way(MDD, quotient, up_to=up_to)


def _orbits(explored: Exploration) -> int | None:
    """The orbits of an exploration, where it has met all."""
    return explored.orbits if explored.reached is not None and explored.reached.complete else None


def _is_counted(program: Program, run: PlannedRun, found: Checked) -> bool:
    """Hold a run's group and its orbits against the definition; False where there are too many states."""
    names = {one.property.name for one in run.instances}
    [explored] = [one for one in found.explorations if {*one.names} == names]
    assert explored.reached is not None
    assert explored.reached.complete
    if explored.reached.states * explored.order > FEW:
        return False
    assumptions = [one.property.formula for one in run.instances if one.property.name in run.assumed]
    states = closed(program, _maps(program, run), partial(_all_hold, Semantics(program), assumptions))
    assert states.virtual
    if any(one.verdict.outcome != "holds" for one in found.outcomes if one.property.name in run.assumed):
        return False
    assert explored.virtual
    assert explored.orbits == states.reached()
    return True


def _all_hold(semantics: Semantics, conditions: Sequence[Formula], state: State) -> bool:
    try:
        return all(semantics.holds(one, state) for one in conditions)
    except FaultError:
        return False


def _maps(program: Program, run: PlannedRun) -> list[Map[State]]:
    """The generators of a run's group."""
    scalarsets = [one for of in run.quotient.scalarsets for one in exchanges(program, of.name)]
    return [*scalarsets, *(one.state for strategy in run.quotient.strategies for one in strategy.action.maps)]


@pytest.mark.parametrize("run", chosen([run for run in RUNS if run[0].stem in KINDS], RUNS), ids=run_name)
def test_an_example_has_its_plain_verdicts(run: Run) -> None:
    program = load(run[0], **dict(run[1]))
    assert isinstance(program, Program)
    held = _held(program, _plain, "within")
    assert held.virtual or not any(one.subject == "virtual" for one in expectations(run[0].read_text("utf-8")))


def _plain(program: Program) -> Mapping[str, str]:
    return verdicts(run_by(program, "interpreted"))


FAR = """
const N: 3;
type P: 0 .. N - 1;
var far: 0 .. 2; at: array [P] of boolean;
ruleset apart: boolean do
  startstate begin far := apart ? 2 : 0; for p: P do at[p] := false; end; end;
end;
rule "come" far = 2 ==> begin far := 1; end;
ruleset p: P do
  rule "here" far = 0 & !(exists q: P do at[q] end) & p = 1 ==> begin at[p] := true; end;
  rule "there" far = 1 & !(exists q: P do at[q] end) & p = 2 ==> begin at[p] := true; far := 0; end;
end;
--! ctl arrives: AG (far = 1 -> EX (far = 0 & (exists p: P do at[p] end)))
"""
"""In the orbit where somebody is, the search first meets a state other than the only one to which "there" leads."""


def test_predecessors_of_representatives_are_those_of_their_orbits() -> None:
    for strategy in STRATEGIES:
        assert _held(load_program(FAR), _plain, strategy).virtual


MACHINES = ((41, "alike"), (47, "first"), (59, "lowest"))
"""Machines whose groups exchange processes, which steps count, and flip a variable, whose value steps set."""

MANY_MACHINES = (*MACHINES, *itertools.product(range(60), get_args(generated_machines.Kind)))


@pytest.mark.parametrize(("seed", "kind"), chosen(MACHINES, MANY_MACHINES))
def test_predecessors_of_counters_are_those_of_whole_orbits(seed: int, kind: generated_machines.Kind) -> None:
    of = generated_machines.machine(Random(seed), kind)
    held = _held(load_program(of.murphi), lambda _: of.verdicts, STRATEGIES[seed % 2])
    assert held.virtual or (seed, kind) not in MACHINES


@pytest.mark.slow
@pytest.mark.parametrize("kind", chosen(SERVING[:2], SERVING))
def test_drawn_programs_that_serve_by_number(kind: str) -> None:
    held = []
    # Where the program of the first seed serves the lowest or a class, no group is virtual.
    for seed in range(1, 1 + many(1)):
        held.append(_held(load_program(alike(Random(seed), kind)), _plain, _strategy(seed + len(kind))))
    assert any(one.counted for one in held)


@pytest.mark.slow
@pytest.mark.parametrize("kind", [Kind(), Kind(symmetric=True)], ids=["wild", "symmetric"])
def test_drawn_programs_of_the_whole_language(kind: Kind) -> None:
    # Those of the first seeds are large, or have no virtual group.
    for seed in range(20, 20 + many(1)) if kind.wild else range(1, 1 + many(1)):
        program = of_seed(seed, kind) if kind.wild else sound_of_seed(seed, kind)
        # Elements of multisets have no places, and some rules go too many ways.
        with suppress(RefusedError):
            _held(read(program), partial(_expected, program), _strategy(seed))


def _expected(drawn: Drawn, _: Program) -> Mapping[str, str]:
    return expected(drawn).verdicts


def _strategy(number: int) -> StrategyName:
    return STRATEGIES[number % len(STRATEGIES)]
