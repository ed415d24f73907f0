"""What a model claims beside its properties, checked before anything relies on it: that it can start, lemmas, and the
partitions that guards respect (Adaptive Symmetry Reduction, section 5)."""

from __future__ import annotations

from collections.abc import Iterator

from vsym.arithmetic.environment import Environment
from vsym.basics.limits import Budget
from vsym.basics.source import Diagnostic, DiagnosticError
from vsym.logic.formula import conjunction
from vsym.models.counting.counts import at_least_one
from vsym.models.counting.model import GuardedUpdate, LocalTransition, Model, Respected, named_sets
from vsym.models.counting.processes import Processes, refine
from vsym.models.counting.spelling import Spelling
from vsym.symmetry.virtual.exchange import Exchanges
from vsym.symmetry.virtual.lemmas import failures
from vsym.symmetry.virtual.starting import start_diagnostic
from vsym.symmetry.virtual.updates import Update, sets_of_update, update_of


def check_claims(environment: Environment, model: Model, budget: Budget) -> None:
    """Raises DiagnosticError for every claim that does not hold, and UndecidedError."""
    refused = list(_refused(environment, model, budget))
    if refused:
        raise DiagnosticError(refused)


def _refused(environment: Environment, model: Model, budget: Budget) -> Iterator[Diagnostic]:
    unable = start_diagnostic(environment, model, budget)
    if unable is not None:
        yield unable
    for failure in failures(environment, model, budget):
        from vsym.symmetry.virtual.report import lemma_diagnostic

        yield lemma_diagnostic(model, failure)
    yield from disrespected(environment, model, budget)


def disrespected(environment: Environment, model: Model, budget: Budget) -> Iterator[Diagnostic]:
    """VS321 for every stated partition that a local transition does not respect; raises UndecidedError."""
    for transition in model.transitions:
        if transition.respects is not None:
            reason = _reason(environment, model, transition, transition.respects, budget)
            if reason is not None:
                message = f"`{transition.label}` does not respect this partition: {reason}"
                hint = "split the cell, or leave `respects` out: the coarsest partition is found without it"
                yield Diagnostic("VS321", transition.respects.span, message, hint)


def _reason(
    environment: Environment, model: Model, transition: LocalTransition, stated: Respected, budget: Budget
) -> str | None:
    """Why exchanging processes inside a cell changes something; None if it does not."""
    spelling = Spelling(model)
    for processes, line, update in _joined(transition):
        for cell in stated.cells:
            inside, outside = cell & processes, cell - processes
            if inside and outside:
                return (
                    f"the line for {spelling.processes(processes)} is for process {inside.first} of a cell, and not "
                    f"for process {outside.first} of it"
                )
            for counted in sets_of_update(update):
                if cell & counted and cell - counted:
                    return (
                        f"an assignment counts process {(cell & counted).first} of a cell, and not process "
                        f"{(cell - counted).first} of it"
                    )
        # Where nobody can take the step, what the guard says is of no consequence.
        domain = conjunction([at_least_one(transition.source, processes), line.guard])
        cells = refine([*stated.cells, *named_sets(domain)])
        if len(cells) == len(stated.cells):
            continue
        with Exchanges(environment, model, domain, cells, budget) as exchanges:
            for cell in stated.cells:
                first, *others = (part for part in cells if part <= cell)
                for other in others:
                    found = exchanges.counterexample(first, other)
                    if found is not None:
                        from vsym.symmetry.virtual.report import described

                        state = described(model, found.frame, found.counts, found.shared)
                        one = f"a process of {spelling.processes(first)} in {found.one}"
                        another = f"one of {spelling.processes(other)} in {found.other}"
                        return f"in the state {state} a guard holds, but not after {one} and {another} change places"
    return None


def _joined(transition: LocalTransition) -> Iterator[tuple[Processes, GuardedUpdate, Update]]:
    """The lines of a transition, those with the same guard and assignments as one for all their processes."""
    lines: dict[tuple[object, Update], list[GuardedUpdate]] = {}
    for line in transition.lines:
        lines.setdefault((line.guard, update_of(line)), []).append(line)
    for (_, update), alike in lines.items():
        yield Processes.of(piece for line in alike for piece in line.processes.ranges), alike[0], update
