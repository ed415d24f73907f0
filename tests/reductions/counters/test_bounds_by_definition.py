"""Bounds of counters that are not exact, against brute force from the definitions, for every partition of the cells:
steps, starts, errors, predicates, and the verdicts of each engine.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest
from hypothesis import assume, given, settings

from tests.support import hand_models, oracle, oracle_bounds, oracle_ltl
from tests.support.against_bounds import SPLIT, every_reduction, identified_with_its_structure, vector
from tests.support.against_oracle import STATES, check_outcomes, expected_verdicts
from tests.support.drawn import DRAWN, chosen, many
from tests.support.generated import Generated, models
from tests.support.oracle_symmetry import AbstractState
from tests.support.running import EXAMPLES
from vsym import load
from vsym.arithmetic.environment import Environment
from vsym.basics.limits import Budget, UndecidedError
from vsym.basics.source import DiagnosticError
from vsym.checking.answer import Outcome
from vsym.checking.attempt import Asking, attempted, by_engine, on_systems
from vsym.engines.explicit.modal import ModalEngine
from vsym.logic.bounds import on
from vsym.logic.folding import satisfied
from vsym.logic.formula import TRUE, Formula
from vsym.logic.terms import Atom
from vsym.models.counting.processes import Processes
from vsym.models.counting.spelling import Spelling
from vsym.reductions.counters.bounded import Bounded, Steps
from vsym.reductions.counters.bounds import Bounds, bounds, legible
from vsym.reductions.counters.guards import Reduction
from vsym.symmetry.virtual.identification import decide_relations
from vsym.system.report import Silence
from vsym.system.step import errors, holds, is_initial, steps
from vsym.system.system import ModalSystem


@given(drawn=models())
@settings(DRAWN, max_examples=many(3))
def test_steps_are_bounded_by_those_of_the_definitions(drawn: Generated) -> None:
    _check_all_steps(drawn)


@given(drawn=models(joint=True))
@settings(DRAWN, max_examples=many(2))
def test_joint_steps_are_bounded_by_those_of_the_definitions(drawn: Generated) -> None:
    _check_all_steps(drawn)


def _check_all_steps(drawn: Generated) -> None:
    structure, decided = identified_with_its_structure(drawn)
    for blocks, reduction in every_reduction(decided):
        _check_steps(oracle_bounds.bounds(structure, blocks), bounds(reduction, decided.relations), exact=False)


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("rw_broken", {"readers": 2}),
        ("starvation", {}),
        ("controller", {"classes": 2, "size": 1}),
        ("open_case", {"cars": 2, "trucks": 1}),
        ("deadlock", {"writers": 2}),
        *chosen(
            [],
            [
                ("rw", {"writers": 3}),
                ("rw_broken", {}),
                ("rw_adaptive", {}),
                ("library", {"readers": 2}),
                ("asr", {"resources": 2, "full": 1}),
            ],
        ),
    ],
)
def test_the_steps_of_examples_are_those_of_the_definitions(name: str, parameters: dict[str, int]) -> None:
    model = hand_models.BY_HAND[name](**parameters)
    structure = oracle.structure(model, [formula for _, formula in model.lemmas])
    decided = decide_relations(load(EXAMPLES / f"{name}.gsst", **parameters), Budget(), lambda _: None)
    for blocks, reduction in every_reduction(decided):
        known, pair = oracle_bounds.bounds(structure, blocks), bounds(reduction, decided.relations)
        _check_steps(known, pair, exact=True)
        _check_steps(known, legible(reduction, pair), exact=True)


def test_guards_are_written_as_a_person_would_write_them() -> None:
    decided = decide_relations(load(EXAMPLES / "library.gsst"), Budget(), lambda _: None)
    [reduction] = [reduction for blocks, reduction in every_reduction(decided) if len(blocks) == 1]
    pair, spelling = legible(reduction, bounds(reduction, decided.relations)), Spelling(decided.model)
    guards = [[spelling.formula(step.guard) for step in system.transitions] for system in (pair.may, pair.must)]
    assert guards == [
        ["#N >= 1", "#T >= 1 & #C <= 2", "#C >= 1"],
        ["#N >= 1", "#T >= 1 & #C = 0", "#C >= 1"],
    ]


READERS = """system readers
states N, T, C, Z
group R of 2
group W of 2
init N
lemma readers: #C[W] = 0 & #Z[W] = 0
trans N -> T
trans T -> C { R: #Z = 0 }
trans N -> C { W: #C[W] >= 1 & #Z = 0 }
trans C -> Z if #C <= 2 & #C >= 1 & #Z = 0
"""


def test_must_leads_where_may_does_outside_the_lemma_as_well() -> None:
    """may meets counters that no state of the lemma has, three in C, and must steps from there have to stay inside."""
    decided = decide_relations(load(READERS), Budget(), lambda _: None)
    for _, reduction in every_reduction(decided):
        modal = _modal(bounds(reduction, decided.relations))
        for here in itertools.product(*(range(low, high + 1) for low, high in modal.may.ranges)):
            if holds(modal.may, modal.may.domain, here):
                may, must = (set(steps(system, here)) for system in (modal.may, modal.must))
                assert {target for _, target in must} <= {target for _, target in may}


def _check_steps(known: oracle_bounds.Bounds, pair: Bounds, *, exact: bool) -> None:
    """Checks that may has all steps of the definition, and must no others; where they are `exact`, that both are equal.

    Where an error is possible, it ignores the steps that change nothing.
    """
    modal = _modal(pair)
    assert known.starts == {one for one in known.states if is_initial(modal.may, vector(one))}
    for one, states in known.states.items():
        here = vector(one)
        may, must = ({target for _, target in steps(system, here)} for system in (modal.may, modal.must))
        wrong = [bool(known.structure.overflows[state]) for state in states]
        possible_error, sure_error = (bool([*errors(system, here)]) for system in (modal.may, modal.must))
        if not may and not possible_error:
            may = must = {here}
        expected_may, expected_must = ({vector(target) for target in each[one]} for each in (known.may, known.must))
        if any(wrong):
            for each in (may, must, expected_may, expected_must):
                each.discard(here)
        assert may >= expected_may
        assert must <= expected_must
        assert possible_error or not any(wrong)
        assert all(wrong) or not sure_error
        if exact:
            assert (may, must) == (expected_may, expected_must)


def _modal(pair: Bounds) -> ModalSystem:
    (task,) = Bounded(pair).tasks
    assert isinstance(task.structure, ModalSystem)
    return task.structure


@given(drawn=models(fairness=True))
@settings(DRAWN, max_examples=many(3))
def test_predicates_are_bounded_by_what_is_sure_and_possible(drawn: Generated) -> None:
    structure, decided = identified_with_its_structure(drawn)
    for blocks, reduction in every_reduction(decided):
        known, pair = oracle_bounds.bounds(structure, blocks), bounds(reduction, decided.relations)
        for formula, predicate in _predicates(drawn, pair):
            expected = oracle_bounds.predicate(known, oracle_ltl.Atom(predicate))
            for one in known.states:
                assert one in expected.sure or not _holds(pair, on("sure", formula), one)
                assert one not in expected.possible or _holds(pair, on("possible", formula), one)


def _predicates(drawn: Generated, pair: Bounds) -> Iterator[tuple[Formula, oracle.Formula]]:
    """The predicates of justice, invariants and `deadlock`, each as vsym has it and as it was drawn."""
    for fair, predicate in zip(pair.may.fairness, drawn.model.fairness, strict=True):
        yield fair.formula, predicate
    for prop, (_, formula) in zip(pair.may.properties, drawn.model.properties, strict=True):
        if prop.logic == "invariant":
            assert isinstance(formula, oracle.Path)
            yield prop.formula, formula.operands[0]


def _holds(pair: Bounds, formula: Formula, state: AbstractState) -> bool:
    here, positions = vector(state), pair.may.positions

    def value_of(atom: Atom) -> int:
        return here[positions[atom]]

    return satisfied(formula, value_of)


WAYS: dict[str, tuple[tuple[Steps, Asking], ...]] = {
    "both": (("both", by_engine(ModalEngine())),),
    "explicit": (("may", on_systems("explicit")), ("must", on_systems("explicit"))),
    "mdd": (("may", on_systems("mdd")), ("must", on_systems("mdd"))),
}
"""The engines that see both relations at once, or one after the other."""


@pytest.mark.parametrize("way", WAYS)
@given(drawn=models(fairness=True, linear=True))
@settings(DRAWN, max_examples=many(2))
def test_what_an_engine_decides_is_true(way: str, drawn: Generated) -> None:
    _check_verdicts(drawn, way)


@pytest.mark.parametrize("way", ["both", "mdd"])
@given(drawn=models(joint=True, fairness=True, linear=True))
@settings(DRAWN, max_examples=many(2))
def test_what_an_engine_decides_of_joint_steps_is_true(way: str, drawn: Generated) -> None:
    _check_verdicts(drawn, way)


def _check_verdicts(drawn: Generated, way: str) -> None:
    """Paths are replayed from a start, and where an error may be reached nothing is decided."""
    structure, decided = identified_with_its_structure(drawn)
    assume(oracle.initial_states(structure))
    assume(len(oracle.reachable(structure)) <= STATES)
    errs = bool(oracle.reachable_overflows(structure))
    expected = {} if errs else expected_verdicts(drawn, structure)
    for _, reduction in every_reduction(decided):
        pair = bounds(reduction, decided.relations)
        try:
            outcomes = list(_outcomes(pair, way))
        except UndecidedError:
            continue
        except DiagnosticError:
            assert errs
            continue
        assert not (errs and outcomes)
        check_outcomes(drawn, structure, pair.may, outcomes, expected)


def _outcomes(pair: Bounds, way: str) -> Iterator[Outcome]:
    for steps_seen, asking in WAYS[way]:
        found = attempted(Bounded(pair, steps_seen), asking, Budget(), Silence(), sure=False)
        yield from (one for one in found.outcomes if one.verdict.outcome != "unknown")


@pytest.mark.parametrize(
    ("blocks", "decided"),
    [([[(1, 3)]], ["holds"]), ([[(1, 2)], [(3, 3)]], []), ([[(1, 1)], [(2, 2)], [(3, 3)]], ["holds"])],
)
def test_a_split_can_lose_a_step_that_must_be_possible(blocks: list[list[tuple[int, int]]], decided: list[str]) -> None:
    model = load(SPLIT)
    identified = decide_relations(model, Budget(), lambda _: None)
    reduction = Reduction(Environment(), model, tuple(map(Processes.of, blocks)), TRUE, Budget())
    outcomes = _outcomes(bounds(reduction, identified.relations), "both")
    assert [one.verdict.outcome for one in outcomes if one.property.name == "somebody"] == decided


PAIR = "system pair\nstates A, B\ngroup F of 1\ngroup S of 1\n"
LEAVES = PAIR + "trans A -> B { F: true }\n"
ALL_IN_A, ONE_IN_A = "init A\n", "init where #A = 1\n"
F_IN_A, S_IN_A = "init { F: A; S: B }\n", "init { F: B; S: A }\n"


@pytest.mark.parametrize("way", chosen(["both"], WAYS))
@pytest.mark.parametrize(
    ("model", "verdict"),
    [
        # F leaves A, and S stays: with one in A, some state has a step and another one is stuck.
        (LEAVES + ONE_IN_A + "ctl p: EG #A = 1", None),
        (LEAVES + ONE_IN_A + "ltl p: F #A = 0", None),
        (LEAVES + ALL_IN_A + "ctl p: AF #A = 0", None),
        (LEAVES + ALL_IN_A + "ltl p: F #A = 0", None),
        (LEAVES + ALL_IN_A + "ctl p: AG EF #A = 0", None),
        (LEAVES + F_IN_A + "ctl p: AG EF #A = 0", None),
        (LEAVES + ALL_IN_A + "ctl p: EF deadlock", None),
        (LEAVES + F_IN_A + "ctl p: AG !deadlock", None),
        # F leaves A once and for all, which shows nothing of fair paths.
        (LEAVES + ALL_IN_A + "ctl p: EF #A = 1", "holds"),
        (LEAVES + ALL_IN_A + "ltl p: G #A = 2", "violated"),
        (LEAVES + ALL_IN_A + "fairness #A = 2\nctl p: EF #A = 1", "violated"),
        (LEAVES + ALL_IN_A + "fairness #A = 2\nltl p: G #A = 2", "holds"),
        # Nobody moves: the path is fair where F is in A, and no path is where it is in B.
        (PAIR + S_IN_A + "fairness #A[F] = 1\nctl p: EG #A = 1", None),
        (PAIR + S_IN_A + "fairness #A[F] = 1\nltl p: F #A = 0", None),
        (PAIR + F_IN_A + "fairness #A[F] = 1\nctl p: AF #A = 0", None),
        (PAIR + F_IN_A + "fairness #A[F] = 1\nltl p: F #A = 0", None),
        # Nobody moves, and one counter does not show who is in A.
        (PAIR + S_IN_A + "ctl p: AG #A[F] = 1", None),
        (PAIR + F_IN_A + "ctl p: AG #A[F] = 1", None),
        (PAIR + S_IN_A + "ctl p: EF #A[F] = 1", None),
        (PAIR + F_IN_A + "ctl p: EF #A[F] = 1", None),
        (PAIR + S_IN_A + "ltl p: G #A[F] = 1", None),
        (PAIR + F_IN_A + "ltl p: F #A[F] = 0", None),
    ],
)
def test_one_block_of_two_processes_shows_this_much(way: str, model: str, verdict: str | None) -> None:
    """These bounds are tempting but wrong, as in `tests/test_oracle_bounds.py`."""
    decided = decide_relations(load(model), Budget(), lambda _: None)
    [reduction] = [reduction for blocks, reduction in every_reduction(decided) if len(blocks) == 1]
    outcome = next(_outcomes(bounds(reduction, decided.relations), way), None)
    assert (None if outcome is None else outcome.verdict.outcome) == verdict
