"""Lemmas: predicates proved inductive before they narrow the states in which symmetry is decided.

All lemmas are proved together: each step starts where all of them hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vsym.arithmetic.environment import Environment
from vsym.arithmetic.solver import Session
from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.logic.formula import Formula, atoms, compare, conjunction, negate
from vsym.logic.terms import Linear, Named, linear
from vsym.models.counting.counts import Count, at_least_one
from vsym.models.counting.model import GuardedUpdate, Lemma, LocalTransition, Model
from vsym.models.counting.processes import Processes, refine
from vsym.symmetry.virtual.matrix import Frame, Matrix, shared_ranges, shared_symbols, translate
from vsym.symmetry.virtual.question import frame_of
from vsym.symmetry.virtual.relations import Alternative, Relation, precondition, update_of
from vsym.symmetry.virtual.synchronised import Effect, units


@frozen
class LemmaFailure:
    """Why a lemma is not inductive: an initial state outside it, or a step that leaves it.

    The counts are those of the state before the step, per row and column of `frame`. `transition` is None where
    an initial state breaks the lemma.
    """

    lemma: Lemma
    frame: Frame
    counts: dict[tuple[str, int], int]
    shared: dict[str, int]
    transition: LocalTransition | None
    movers: Processes


def assumption(model: Model) -> Formula:
    """The conjunction of the model's lemmas, and of what is known of parameters without a value."""
    return conjunction([model.sizes.domain, *(lemma.formula for lemma in model.lemmas)])


def failures(environment: Environment, model: Model, budget: Budget) -> Iterator[LemmaFailure]:
    """The lemmas that are not inductive, each with one reason; raises UndecidedError."""
    for lemma in model.lemmas:
        failure = _initial_failure(environment, model, lemma, budget) or _step_failure(
            environment, model, lemma, budget
        )
        if failure is not None:
            yield failure


def _initial_failure(environment: Environment, model: Model, lemma: Lemma, budget: Budget) -> LemmaFailure | None:
    starts = (compare(linear([(Named(variable.name), 1)]), "=", variable.start) for variable in model.shared)
    outside = conjunction([model.sizes.domain, model.initial, *starts, negate(lemma.formula)])
    return _solve(environment, model, lemma, outside, budget, None, Processes())


def _step_failure(environment: Environment, model: Model, lemma: Lemma, budget: Budget) -> LemmaFailure | None:
    for number, transition in enumerate(model.transitions):
        for line in transition.lines:
            if transition.joint:
                failure = _joint_failure(environment, model, lemma, number, line, budget)
                if failure is not None:
                    return failure
                continue
            for movers in _movers(model, lemma, line):
                after = after_step(lemma.formula, transition, movers, line)
                if after == lemma.formula:
                    continue
                breaks = conjunction(
                    [
                        assumption(model),
                        at_least_one(transition.source, movers),
                        line.guard,
                        _stays_in_range(model, line),
                        negate(after),
                    ]
                )
                failure = _solve(environment, model, lemma, breaks, budget, transition, movers)
                if failure is not None:
                    return failure
    return None


def _joint_failure(
    environment: Environment, model: Model, lemma: Lemma, number: int, line: GuardedUpdate, budget: Budget
) -> LemmaFailure | None:
    """How a step that may move several processes leaves a lemma; None where it keeps it."""
    transition = model.transitions[number]
    choice = Alternative(line.processes, line.guard, update_of(line), (number,), line.partners)
    relation = Relation(
        transition.source, transition.target, (choice,), partner=transition.partner, others=transition.others
    )
    sets = [variable.processes for variable in atoms(lemma.formula) if isinstance(variable, Count)]
    blocks = refine([model.processes, *sets])
    for unit in units([relation], blocks):
        after = after_effect(lemma.formula, unit.effect, blocks)
        if after != lemma.formula:
            breaks = conjunction([assumption(model), unit.domain, _stays_in_range(model, line), negate(after)])
            failure = _solve(environment, model, lemma, breaks, budget, transition, unit.movers)
            if failure is not None:
                return failure
    return None


def after_effect(formula: Formula, effect: Effect, blocks: Sequence[Processes]) -> Formula:
    """The predicate before a step that says `formula`, which cuts no block, holds after a step of an effect."""
    changes = dict(effect.changes)

    def change(count: Count) -> Linear:
        inside = (place for place, block in enumerate(blocks) if block <= count.processes)
        return sum((changes.get((place, count.state), Linear()) for place in inside), Linear())

    return precondition(formula, effect.update, change)


def _movers(model: Model, lemma: Lemma, line: GuardedUpdate) -> Iterator[Processes]:
    """The line's processes, split where the lemma counts some of them and not others."""
    sets = [variable.processes for variable in atoms(lemma.formula) if isinstance(variable, Count)]
    for cell in refine([model.processes, *sets]):
        if line.processes & cell:
            yield line.processes & cell


def after_step(formula: Formula, transition: LocalTransition, movers: Processes, line: GuardedUpdate) -> Formula:
    """The predicate before a step that says `formula` holds after it, for a step by one of `movers`.

    Every set that the formula counts in contains all of `movers` or none.
    """

    def change(count: Count) -> Linear:
        moved = (count.state == transition.target) - (count.state == transition.source)
        return Linear((), moved if movers <= count.processes else 0)

    return precondition(formula, update_of(line), change)


def _stays_in_range(model: Model, line: GuardedUpdate) -> Formula:
    ranges = {variable.name: variable.ends for variable in model.shared}
    return conjunction(
        part
        for name, value in update_of(line)
        for part in (compare(value, ">=", ranges[name][0]), compare(value, "<=", ranges[name][1]))
    )


def _solve(
    environment: Environment,
    model: Model,
    lemma: Lemma,
    formula: Formula,
    budget: Budget,
    transition: LocalTransition | None,
    movers: Processes,
) -> LemmaFailure | None:
    frame = frame_of(model, [movers] if movers else [], [formula], [])
    matrix = Matrix(environment, frame)
    shared = shared_symbols(environment, model.variables)
    translated = translate(environment, formula, matrix, shared)
    with Session(environment, budget) as session:
        session.add([*matrix.invariant(), *matrix.definitions, *shared_ranges(environment, shared, model.shared)])
        values = session.model([*matrix.symbols.values(), *shared.values()], translated)
    if values is None:
        return None
    counts = {cell: values[symbol] for cell, symbol in matrix.symbols.items()}
    state = {name: values[symbol] for name, symbol in shared.items()}
    return LemmaFailure(lemma, frame, counts, state, transition, movers)
