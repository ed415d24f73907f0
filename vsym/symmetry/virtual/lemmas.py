"""Lemmas: predicates proved inductive before they narrow the states in which symmetry is decided.

All lemmas are proved together: each step starts where all of them hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vsym.arithmetic.environment import Environment
from vsym.arithmetic.solver import Session
from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.logic.formula import Formula, compare, conjunction, negate
from vsym.logic.terms import Linear, Named, linear
from vsym.models.counting.counts import Count
from vsym.models.counting.model import Lemma, LocalTransition, Model, named_sets
from vsym.models.counting.processes import Processes, refine
from vsym.symmetry.virtual.matrix import Frame, States
from vsym.symmetry.virtual.question import frame_of
from vsym.symmetry.virtual.relations import Alternative, Relation, Update, precondition, update_of
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
        for broken, transition, movers in _breaking(model, lemma):
            states = States(environment, model, frame_of(model, [movers] if movers else [], [broken], []))
            question = states.translate(broken)
            with Session(environment, budget) as session:
                session.add(states.constraints)
                values = session.model(states.symbols, question)
            if values is not None:
                yield LemmaFailure(lemma, states.matrix.frame, *states.of(values), transition, movers)
                break


def _breaking(model: Model, lemma: Lemma) -> Iterator[tuple[Formula, LocalTransition | None, Processes]]:
    """Where a lemma does not hold initially, and where a step by some processes leaves it."""
    starts = (compare(linear([(Named(variable.name), 1)]), "=", variable.start) for variable in model.shared)
    outside = conjunction([model.sizes.domain, model.initial, *starts, negate(lemma.formula)])
    yield outside, None, Processes()
    blocks = refine([model.processes, *named_sets(lemma.formula)])
    for number, transition in enumerate(model.transitions):
        for line in transition.lines:
            choice = Alternative(line.processes, line.guard, update_of(line), (number,), line.partners)
            arrow = transition.source, transition.target
            relation = Relation(*arrow, (choice,), partner=transition.partner, others=transition.others)
            for unit in units([relation], blocks):
                after = after_effect(lemma.formula, unit.effect, blocks)
                if after != lemma.formula:
                    kept = [assumption(model), unit.domain, _stays_in_range(model, choice.update)]
                    yield conjunction([*kept, negate(after)]), transition, unit.movers


def after_effect(formula: Formula, effect: Effect, blocks: Sequence[Processes]) -> Formula:
    """The predicate before a step that says `formula`, which cuts no block, holds after a step of an effect."""

    def change(count: Count) -> Linear:
        changes = (
            by for (place, state), by in effect.changes if state == count.state and blocks[place] <= count.processes
        )
        return sum(changes, Linear())

    return precondition(formula, effect.update, change)


def _stays_in_range(model: Model, update: Update) -> Formula:
    ranges = {variable.name: variable.ends for variable in model.shared}
    return conjunction(
        part
        for name, value in update
        for part in (compare(value, ">=", ranges[name][0]), compare(value, "<=", ranges[name][1]))
    )
