"""Claims of a model beside its properties, checked before anything relies on them.

A model claims that it can start, its lemmas, and the partitions that guards respect (Adaptive Symmetry Reduction,
section 5). Lemmas are proved inductive together: each step starts where all of them hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pysmt.fnode import FNode

from vsym.arithmetic.cubes import smallest_instance
from vsym.arithmetic.environment import Environment
from vsym.arithmetic.solver import Quantified, Session
from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.basics.numbers import plural
from vsym.basics.source import Diagnostic, DiagnosticError, Source, Span
from vsym.logic.formula import TRUE, Formula, compare, conjunction, negate
from vsym.logic.terms import Linear
from vsym.models.counting.counts import Count, at_least_one, home_counts
from vsym.models.counting.model import GuardedUpdate, Lemma, LocalTransition, Model, Respected, named_sets
from vsym.models.counting.processes import Processes, refine
from vsym.models.counting.spelling import Spelling
from vsym.symmetry.virtual.edges import Exchanges
from vsym.symmetry.virtual.matrix import Frame, Matrix, States, shared_symbols, translate
from vsym.symmetry.virtual.question import frame_of
from vsym.symmetry.virtual.relations import Alternative, Relation, Update, precondition, sets_of_update, update_of
from vsym.symmetry.virtual.synchronised import Effect, units


def check_claims(environment: Environment, model: Model, budget: Budget) -> None:
    """Raises DiagnosticError for every claim that does not hold, and UndecidedError."""
    unable = start_diagnostic(environment, model, budget)
    refused = [] if unable is None else [unable]
    refused += [_not_inductive(model, failure) for failure in failures(environment, model, budget)]
    refused += disrespected(environment, model, budget)
    if refused:
        raise DiagnosticError(refused)


def disrespected(environment: Environment, model: Model, budget: Budget) -> Iterator[Diagnostic]:
    """VS321 for every stated partition that a local transition does not respect; raises UndecidedError."""
    for transition in model.transitions:
        if transition.respects is not None:
            reason = _reason(environment, model, transition, transition.respects, budget)
            if reason is not None:
                message = f"`{transition.label}` does not respect this partition: {reason}"
                hint = "split the cell, or leave out `respects`: vsym finds the coarsest partition itself"
                yield Diagnostic("VS321", transition.respects.span, message, hint)


def _reason(
    environment: Environment, model: Model, transition: LocalTransition, stated: Respected, budget: Budget
) -> str | None:
    """The reason why exchanging processes inside a cell changes something; None if it does not."""
    spelling = Spelling(model)
    for processes, line, update in _joined(transition):
        for cell in stated.cells:
            inside, outside = cell & processes, cell - processes
            if inside and outside:
                return (
                    f"the line for {spelling.processes(processes)} applies to process {inside.first} of a cell but not "
                    f"to process {outside.first}"
                )
            for counted in sets_of_update(update):
                if cell & counted and cell - counted:
                    return (
                        f"an assignment counts process {(cell & counted).first} of a cell but not process "
                        f"{(cell - counted).first}"
                    )
        # Where no process can take the step, the guard does not matter.
        domain = conjunction([at_least_one(transition.source, processes), line.guard])
        cells = refine([*stated.cells, *named_sets(domain)])
        if len(cells) == len(stated.cells):
            continue
        with Exchanges(environment, model, domain, cells, budget) as exchanges:
            for cell in stated.cells:
                first, *others = (part for part in cells if part <= cell)
                for other in others:
                    exchange = exchanges.counterexample(first, other)
                    if exchange is not None:
                        state = described(model, exchange.frame, exchange.counts, exchange.shared)
                        one = f"a process of {spelling.processes(first)} in {exchange.one}"
                        another = f"one of {spelling.processes(other)} in {exchange.other}"
                        return f"in the state {state} a guard holds, but not after {one} and {another} change places"
    return None


def _joined(transition: LocalTransition) -> Iterator[tuple[Processes, GuardedUpdate, Update]]:
    """The lines of a transition, those with the same guard and assignments as one for all their processes."""
    lines: dict[tuple[object, Update], list[GuardedUpdate]] = {}
    for line in transition.lines:
        lines.setdefault((line.guard, update_of(line)), []).append(line)
    for (_, update), alike in lines.items():
        yield Processes.of(piece for line in alike for piece in line.processes.ranges), alike[0], update


def _not_inductive(model: Model, failure: LemmaFailure) -> Diagnostic:
    """The initial state outside the lemma, or the step that leaves it, in the user's names."""
    state = described(model, failure.frame, failure.counts, failure.shared)
    name = failure.lemma.name
    if failure.transition is None:
        message = f"lemma `{name}` does not hold in the initial state {state}"
    else:
        movers = Spelling(model).processes(failure.movers)
        message = f"lemma `{name}` is not inductive: from {state}, `{failure.transition.label}` of {movers} violates it"
    hint = "the state may be unreachable: strengthen the lemma, or add one that excludes the state"
    return Diagnostic("VS320", failure.lemma.span, message, hint)


def described(model: Model, frame: Frame, counts: Mapping[tuple[str, int], int], shared: Mapping[str, int]) -> str:
    """A state by its counts that are not 0, and the shared values: `#T[W] = 1, #C[R] = 2, free = 0`."""
    spelling = Spelling(model)
    parts = []
    for (row, number), size in counts.items():
        if size:
            column = frame.columns[number]
            inside = "" if column == model.processes else f"[{spelling.processes(column)}]"
            parts.append(f"#{row}{inside} = {size}")
    if shared:
        parts.append(spelling.values(shared.items()))
    return f"({', '.join(parts) or 'all processes elsewhere'})"


def start_diagnostic(environment: Environment, model: Model, budget: Budget) -> Diagnostic | None:
    """VS322 where there is no initial state, at some size where sizes are open; raises UndecidedError."""
    if home_counts(model)[1] == TRUE:
        return None
    matrix = Matrix(environment, frame_of(model, [], [model.initial], []))
    symbols = shared_symbols(environment, model.variables)
    parameters = {name: symbols[name] for name in model.sizes.parameters}
    manager = environment.formula_manager
    initial = translate(environment, model.initial, matrix, symbols)
    starts = manager.And([*matrix.invariant(), *matrix.definitions, initial])
    if not model.sizes.parameters:
        with Session(environment, budget) as session:
            return None if session.satisfiable(starts) else _diagnostic(model, {})
    with Quantified(environment, budget) as session:
        domain = translate(environment, model.sizes.domain, matrix, parameters)
        counters: list[FNode] = sorted(environment.fvo.get_free_variables(starts) - set(parameters.values()), key=str)
        session.add([domain, manager.ForAll(counters, manager.Not(starts))])
        size = model.size_of(model.processes)
        instance = smallest_instance(environment, session, (), model.sizes.parameters, size)
    return None if instance is None else _diagnostic(model, {name: instance[parameters[name]] for name in parameters})


def _diagnostic(model: Model, values: Mapping[str, int]) -> Diagnostic:
    span = model.start or Span(Source(model.name, ""), 0, 0)
    if not values:
        hint = f"there {'is' if model.size == 1 else 'are'} {plural(model.size, 'process', 'processes')}"
        return Diagnostic("VS322", span, "no state satisfies this, so the system cannot start", hint)
    at = ", ".join(f"{name} = {number}" for name, number in values.items())
    hint = "exclude such values by the parameter's domain, as in `param n = 3 where n >= 2`"
    return Diagnostic("VS322", span, f"at {at}, no state satisfies this, so the system cannot start", hint)


@frozen
class LemmaFailure:
    """Proof that a lemma is not inductive: an initial state outside it, or a step that leaves it.

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
    """The conjunction of the model's lemmas, and of the constraints on parameters without a value."""
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
    """The states in which a lemma does not hold initially, and those from which a step by some processes leaves it."""
    starts = (variable.starting for variable in model.shared)
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
                    before = [assumption(model), unit.domain, _stays_in_range(model, choice.update)]
                    yield conjunction([*before, negate(after)]), transition, unit.movers


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
