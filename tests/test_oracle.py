"""The oracle itself on known facts: the claims of the papers, and the expectations of every example."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings

from tests.support import hand_models, oracle, oracle_symmetry
from tests.support.drawn import many
from tests.support.expectations import expectations
from tests.support.generated import Generated, models
from tests.support.oracle_temporal import satisfied

EXAMPLES = Path(__file__).parent.parent / "examples"
BY_HAND = hand_models.BY_HAND
GROUPS = {"rw_broken": (1, 2), "rw_adaptive": (2, 1), "starvation": (2, 2), "library": (3, 2)}
"""The numbers of readers and writers in the examples whose blocks are named."""
SMALL: list[tuple[str, dict[str, int]]] = [
    ("mutex", {}),
    ("rw", {}),
    ("rw_broken", {}),
    ("starvation", {}),
    ("asr", {"resources": 2, "full": 2}),
    ("balance", {}),
    ("deadlock", {}),
    ("rw", {"writers": 3}),
    ("rw_adaptive", {}),
    ("library", {}),
    ("grw", {"d": 2, "q": 2, "m": 4}),
    ("asr", {"resources": 2, "full": 3}),
    ("controller", {"classes": 2}),
    ("open_case", {}),
]
"""Sizes of the examples that are few enough for brute force; by default the first ones, and more with VSYM_DRAWN."""


@pytest.mark.parametrize(("name", "parameters"), SMALL[: many(5)])
def test_an_example_keeps_its_promises(name: str, parameters: dict[str, int]) -> None:
    model = BY_HAND[name](**parameters)
    lemmas = [formula for _, formula in model.lemmas]
    assert oracle.inductive(oracle.structure(model), lemmas)
    concrete = oracle.structure(model, lemmas)
    blocks = oracle_symmetry.coarsest_blocks(concrete)[0]
    promised = [
        expected
        for expected in expectations((EXAMPLES / f"{name}.gsst").read_text(encoding="utf-8"))
        if dict(expected.parameters) == parameters
    ]
    everyone = oracle_symmetry.one_block(model)
    assert promised
    for expected in promised:
        value = expected.value
        match expected.subject:
            case "symmetry" if value == "full":
                assert oracle_symmetry.virtually_symmetric(concrete, everyone)
            case "symmetry" if value.startswith("blocks "):
                groups = dict(zip("RW", hand_models.consecutive(*GROUPS[name]), strict=True))
                named = [part.split(", ") for part in value.removeprefix("blocks ").split(" | ")]
                assert {frozenset(process for group in part for process in groups[group]) for part in named} == {
                    *blocks
                }
            case "symmetry":
                arrows = {
                    f"broken {source} -> {target}" for source, target in oracle_symmetry.broken(concrete, everyone)
                }
                assert arrows == {promise.value for promise in promised if promise.value.startswith("broken ")}
            case "deadlock":
                assert value == ("yes" if oracle.deadlocks(concrete) else "no")
            case "reachable":
                assert int(value) == len(oracle_symmetry.abstract_states(concrete, blocks))
            case subject:
                holds = satisfied(concrete, dict(model.properties)[subject])
                assert value == ("holds" if holds else "violated")


def test_every_example_is_translated_and_every_property_is_promised_once() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.gsst")} >= set(BY_HAND)
    for name in BY_HAND:
        promised = {expected.subject for expected in expectations((EXAMPLES / f"{name}.gsst").read_text("utf-8"))}
        assert promised - {"symmetry", "deadlock", "reachable"} <= {key for key, _ in BY_HAND[name]().properties}


def test_the_witness_of_section_4_3() -> None:
    model = replace(hand_models.rw_broken(), properties=())
    concrete = oracle.structure(model)
    found = {
        (witness.enabled.locations, witness.disabled.locations)
        for witness in oracle_symmetry.witnesses(concrete, oracle_symmetry.one_block(model))
    }
    assert (("N", "N", "T"), ("T", "N", "N")) in found
    assert not oracle_symmetry.virtually_symmetric(concrete, oracle_symmetry.one_block(model))


def test_a_witness_is_recognised_and_a_wrong_one_is_not() -> None:
    model = hand_models.rw_broken()
    concrete, orbits = oracle.structure(model), oracle_symmetry.Orbits(3, oracle_symmetry.one_block(model))
    enabled, disabled = oracle.State(("N", "N", "T")), oracle.State(("T", "N", "N"))
    enters = oracle.Step(1, 3, oracle.State(("N", "N", "C")))
    assert oracle_symmetry.is_witness(concrete, orbits, oracle_symmetry.Witness(enabled, enters, disabled))
    assert not oracle_symmetry.is_witness(
        concrete, orbits, oracle_symmetry.Witness(enabled, enters, oracle.State(("N", "T", "N")))
    )
    assert not oracle_symmetry.is_witness(concrete, orbits, oracle_symmetry.Witness(disabled, enters, enabled))
    assert not oracle_symmetry.is_witness(
        concrete, orbits, oracle_symmetry.Witness(enabled, enters, oracle.State(("T", "T", "N")))
    )


def test_adaptive_readers_and_writers_have_22_states_and_break_at_the_paper_s_transition() -> None:
    model = hand_models.rw_adaptive()
    concrete = oracle.structure(model)
    assert len(oracle.reachable(concrete)) == 22
    joins = oracle.Step(2, 1, oracle.State(("C", "C", "T")))
    assert oracle_symmetry.is_witness(
        concrete,
        oracle_symmetry.Orbits(3, oracle_symmetry.one_block(model)),
        oracle_symmetry.Witness(oracle.State(("T", "C", "T")), joins, oracle.State(("T", "T", "C"))),
    )


def test_the_abstract_guard_of_the_paper_s_case_c() -> None:
    model = hand_models.rw()
    steps = oracle_symmetry.abstract_steps(oracle.structure(model), oracle_symmetry.one_block(model))
    assert {state.counters[0] for state in steps["T", "C", 0]} == {
        (n, t, 0) for n in range(4) for t in range(1, 4) if n + t == 3
    }


def test_partitions_are_counted_by_bell_numbers() -> None:
    singletons = [frozenset([number]) for number in range(5)]
    assert [len(set(oracle_symmetry.partitions(singletons[:size]))) for size in range(6)] == [1, 1, 2, 5, 15, 52]


def test_sets_that_add_up_or_cancel_tell_nobody_apart() -> None:
    reader, writers, everyone = (hand_models.count("C", processes) for processes in ([1], [2, 3], [1, 2, 3]))
    adding = hand_models.at_most(oracle.Arithmetic("+", reader, writers), 1)
    cancelling = hand_models.at_most(oracle.Arithmetic("-", oracle.Arithmetic("+", everyone, reader), reader), 1)
    model = replace(hand_models.rw(), properties=(("adding", adding), ("cancelling", cancelling)))
    assert oracle_symmetry.told_apart(model) == (frozenset([1, 2, 3]),)
    assert set(oracle_symmetry.cells(model)) == {frozenset([1]), frozenset([2, 3])}
    naming = hand_models.at_most(oracle.Arithmetic("-", everyone, reader), 1)
    assert set(oracle_symmetry.told_apart(replace(model, properties=(("naming", naming),)))) == {
        frozenset([1]),
        frozenset([2, 3]),
    }


def test_what_a_condition_inside_a_term_counts_is_in_the_cells() -> None:
    """Process 1 leaves A where 2 is there and 3 is not: this is the same to 1 and 2 where both are in one block."""
    few, everyone = (hand_models.count("A", processes) for processes in ([1, 2], [1, 2, 3]))
    together = oracle.Compare(
        "=",
        oracle.Either(hand_models.equal(oracle.Arithmetic("-", few, everyone), 0), everyone, oracle.Number(1)),
        oracle.Number(2),
    )
    leaving = oracle.Transition("A", "B", (oracle.Line(frozenset([1]), together, ()),))
    moves = (leaving, hand_models.free_move("A", "C", [1, 2, 3]))
    model = oracle.Model(("A", "B", "C"), 3, moves, hand_models.equal(everyone, 3))
    assert set(oracle_symmetry.cells(model)) == {frozenset([1]), frozenset([2]), frozenset([3])}
    assert oracle_symmetry.coarsest_blocks(oracle.structure(model)) == [(frozenset([1, 2]), frozenset([3]))]


def _counting(initial: int, high: int) -> oracle.Model:
    tick = oracle.Transition(
        "A",
        "B",
        (
            oracle.Line(
                frozenset([1, 2]),
                oracle.Constant(True),
                (("v", oracle.Arithmetic("+", oracle.Value("v"), hand_models.count("B", [2]))),),
            ),
        ),
    )
    back = hand_models.free_move("B", "A", [1, 2])
    return oracle.Model(
        ("A", "B"),
        2,
        (tick, back),
        hand_models.equal(hand_models.count("A", [1, 2]), 2),
        (oracle.Variable("v", 0, high, initial),),
    )


def test_an_assignment_takes_the_values_from_before_and_may_overflow() -> None:
    concrete = oracle.structure(_counting(0, 1))
    assert [step.target for step in concrete.steps[oracle.State(("A", "B"), (0,))]] == [
        oracle.State(("B", "B"), (1,)),
        oracle.State(("A", "A"), (0,)),
    ]
    assert [step.target for step in concrete.overflows[oracle.State(("A", "B"), (1,))]] == [
        oracle.State(("B", "B"), oracle.OVERFLOW)
    ]
    assert (
        oracle.State(("A", "B"), (1,)),
        oracle.Step(0, 1, oracle.State(("B", "B"), oracle.OVERFLOW)),
    ) in oracle.reachable_overflows(concrete)


def test_overflow_errors_count_as_steps_unless_told_otherwise() -> None:
    model = _counting(1, 1)
    plain = hand_models.free_move("A", "B", [1, 2])
    concrete = oracle.structure(
        replace(model, transitions=(*model.transitions, plain)),
        [oracle.Compare("=", oracle.Value("v"), oracle.Number(1))],
    )
    everyone = oracle_symmetry.one_block(model)
    assert oracle_symmetry.broken(concrete, everyone) == [("A", "B")]
    assert not oracle_symmetry.virtually_symmetric(concrete, everyone)
    assert oracle_symmetry.broken(concrete, everyone, overflows=False) == []
    assert oracle_symmetry.virtually_symmetric(concrete, everyone, overflows=False)


def test_a_lemma_that_a_step_breaks_is_not_inductive() -> None:
    model = hand_models.rw()
    assert oracle.inductive(oracle.structure(model), [hand_models.at_most(hand_models.count("C", [1, 2, 3]), 1)])
    assert not oracle.inductive(oracle.structure(model), [hand_models.equal(hand_models.count("C", [1, 2, 3]), 0)])
    assert not oracle.inductive(oracle.structure(model), [hand_models.at_least(hand_models.count("C", [1, 2, 3]), 1)])


def test_a_path_is_replayed_step_by_step() -> None:
    concrete = oracle.structure(hand_models.deadlock(2))
    idle, one, stuck = (oracle.State(pair) for pair in (("Idle", "Idle"), ("Pen", "Idle"), ("Pen", "Paper")))
    moves = [("Idle", "Pen", 1), ("Idle", "Paper", 2), None]
    assert oracle.replays(concrete, [idle, one, stuck, stuck], moves)
    assert not oracle.replays(concrete, [one, stuck], [("Idle", "Paper", 2)])
    assert not oracle.replays(concrete, [idle, one], [("Idle", "Paper", 1)])
    assert not oracle.replays(concrete, [idle, idle], [None])


@settings(max_examples=many(8), deadline=None)
@given(models())
def test_theorem_4_and_the_cells_on_drawn_models(drawn: Generated) -> None:
    concrete = oracle.structure(drawn.model)
    finest = oracle_symmetry.cells(drawn.model)
    assert oracle_symmetry.virtually_symmetric(concrete, finest)
    for blocks in oracle_symmetry.partitions(finest):
        assert oracle_symmetry.virtually_symmetric(concrete, blocks) == (not oracle_symmetry.broken(concrete, blocks))


@settings(max_examples=many(8), deadline=None)
@given(models())
def test_exact_blocks_make_the_counter_abstraction_bisimilar_on_drawn_models(drawn: Generated) -> None:
    model = drawn.model
    concrete = oracle.structure(model)
    found = oracle_symmetry.coarsest_blocks(concrete)
    assert len(found) == 1
    (blocks,) = found
    successors: dict[object, set[frozenset[object]]] = {}
    for state in concrete.steps:
        targets = frozenset(oracle_symmetry.abstract(model, blocks, step.target) for step in concrete.steps[state])
        successors.setdefault(oracle_symmetry.abstract(model, blocks, state), set()).add(targets)
    assert all(len(choices) == 1 for choices in successors.values())


def test_drawn_models_are_symmetric_and_broken_often_enough() -> None:
    full = broken_ones = 0

    @settings(max_examples=many(24), deadline=None, database=None, phases=[Phase.generate], derandomize=True)
    @given(models())
    def look(drawn: Generated) -> None:
        nonlocal full, broken_ones
        if len(oracle_symmetry.cells(drawn.model)) > 1:
            concrete = oracle.structure(drawn.model)
            exact = oracle_symmetry.virtually_symmetric(concrete, oracle_symmetry.one_block(drawn.model))
            full, broken_ones = full + exact, broken_ones + (not exact)

    look()
    assert full >= 5
    assert broken_ones >= 3
