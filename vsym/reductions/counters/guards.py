"""g_{r,b}: the guard of an abstract transition, over block counters alone (theory, section 2; paper, section 5).

Every guard found by projection is held against its definition by the solver before it is used.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TypeAlias

from vsym.arithmetic.cubes import Cube, TooManyCubesError, cubes, normal_form
from vsym.arithmetic.environment import Environment
from vsym.arithmetic.solver import Satisfiability
from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.logic.folding import replace_comparisons
from vsym.logic.formula import (
    FALSE,
    TRUE,
    And,
    Comparison,
    Formula,
    Or,
    conjunction,
    disjunction,
    equivalence,
    subformulas,
)
from vsym.logic.terms import Linear
from vsym.models.counting.model import Model
from vsym.models.counting.processes import Processes
from vsym.reductions.counters.project import NotABoxError, cover, prepare, project, rewrite_per_block
from vsym.reductions.counters.simplify import Space, simplify
from vsym.symmetry.virtual.matrix import Matrix, shared_ranges, shared_symbols, translate
from vsym.symmetry.virtual.question import frame_of, needs_results
from vsym.symmetry.virtual.relations import Relation, Update, local_states, respects
from vsym.symmetry.virtual.synchronised import agree

CUBES = 20_000
"""The most cubes of a domain that is projected cube by cube."""


PARTS = 30
"""The most comparisons of a guard from which the solver removes redundant ones."""


@frozen
class Reduction:
    """The input of guards: an exact partition of a model's processes, on the states of a lemma."""

    environment: Environment
    model: Model
    blocks: tuple[Processes, ...]
    lemma: Formula
    budget: Budget

    @cached_property
    def space(self) -> Space:
        """The states of the counter system."""
        return Space(self.model.states, self.blocks, self.model.shared)


ExactGuard: TypeAlias = Callable[[Reduction, Formula], Formula]
"""The guard over block counters that says where a domain, a union of orbits, is met."""


def abstract_guards(reduction: Reduction, relation: Relation, block: Processes) -> Iterator[tuple[Update, Formula]]:
    """The updates that steps of `block` can have, each with the guard under which some process can take it.

    Guards count in single blocks; updates may still count in unions of blocks. Raises UndecidedError.
    """
    for update, domain in effects(reduction, relation, block):
        guard = guard_of(reduction, domain)
        if guard != FALSE:
            yield update, source_first(guard, relation.source)


def guard_of(reduction: Reduction, domain: Formula) -> Formula:
    """∃X. inv(X) ∧ x = ΣX ∧ domain(X, v), for a domain that is a union of orbits among the states of the lemma."""
    guard = projected(reduction, domain)
    if respects(domain, reduction.blocks):
        written = replace_comparisons(
            rewrite_per_block(domain, reduction.blocks), lambda comparison: _as_equation(comparison, reduction.space)
        )
        if guard is None or comparisons_in(written) < comparisons_in(guard):
            return without_redundant(reduction, written)
        if comparisons_in(written) == comparisons_in(guard):
            return written
    if guard is not None and is_exact(reduction, guard, domain):
        return guard
    guard = covered(reduction, domain)
    if not is_exact(reduction, guard, domain):
        raise AssertionError("an abstract guard differs from its definition")
    return guard


def covered(reduction: Reduction, domain: Formula) -> Formula:
    """The projection of a domain that no theorem projects, as a union of boxes over block counters."""
    frame = frame_of(reduction.model, reduction.blocks, [domain, reduction.lemma], [])
    boxes = cover(reduction.environment, domain, reduction.lemma, frame, reduction.space, reduction.budget)
    return simplify(reduction.environment, boxes, reduction.space, reduction.budget)


def source_first(guard: Formula, source: str) -> Formula:
    """The guard with its conjuncts on the source alone, the local state that the step leaves, in front."""
    if not isinstance(guard, And):
        return guard
    about_source = [part for part in guard.operands if list(local_states(part)) == [source]]
    return conjunction([*about_source, *(part for part in guard.operands if part not in about_source)])


def _as_equation(comparison: Comparison, space: Space) -> Comparison:
    """`#C <= 0` as `#C = 0`: an upper bound that only the least value of its term meets; any other as it is."""
    least, _ = space.range_of(comparison.left)
    if (comparison.operator, comparison.bound) == ("<=", least):
        return Comparison(comparison.left, "=", least)
    return comparison


def without_redundant(reduction: Reduction, guard: Formula) -> Formula:
    """The guard without conjuncts and disjuncts that the others, the sizes and the lemma imply, the last tried first;
    FALSE where it is true in no state.

    Each is left out only after the solver has shown that the rest agrees with the guard. One of more than PARTS
    comparisons, as a choice among many groups, stays as it is.
    """
    if comparisons_in(guard) > PARTS or guard == FALSE:
        return guard
    if is_exact(reduction, FALSE, guard):
        return FALSE
    while (shorter := next((one for one in _shorter(guard) if is_exact(reduction, one, guard)), None)) is not None:
        guard = shorter
    return guard


def _shorter(formula: Formula) -> Iterator[Formula]:
    """The formula without one of its conjuncts or disjuncts, at any depth."""
    if not isinstance(formula, And | Or):
        return
    join = conjunction if isinstance(formula, And) else disjunction
    for place, part in reversed([*enumerate(formula.operands)]):
        before, behind = formula.operands[:place], formula.operands[place + 1 :]
        yield join([*before, *behind])
        yield from (join([*before, one, *behind]) for one in _shorter(part))


def comparisons_in(formula: Formula) -> int:
    """The number of comparisons in a formula."""
    return sum(1 for part in subformulas(formula) if isinstance(part, Comparison))


def projected(reduction: Reduction, domain: Formula) -> Formula | None:
    """Cases 1 to 4 of the theory, cube by cube; None where a cube is no box or there are too many.

    A lemma is left out of it: where the guard depends on one, the result is not exact.
    """
    prepared = normal_form(prepare(normal_form(domain), reduction.blocks))
    projections: list[Cube] = []
    try:
        for cube in cubes(prepared, CUBES):
            projected = project(cube, reduction.model.states, reduction.blocks)
            if projected is not None:
                projections.append(projected)
    except (NotABoxError, TooManyCubesError):
        return None
    return simplify(reduction.environment, projections, reduction.space, reduction.budget)


def is_exact(reduction: Reduction, guard: Formula, domain: Formula) -> bool:
    """Tells if guard and domain agree on every state of the lemma, which also proves the domain a union of orbits."""
    return implies(reduction, TRUE, equivalence(guard, domain))


def implies(reduction: Reduction, premise: Formula, conclusion: Formula) -> bool:
    """Tells if a predicate implies another in every state of the lemma."""
    environment, model = reduction.environment, reduction.model
    matrix = Matrix(environment, frame_of(model, reduction.blocks, [premise, conclusion, reduction.lemma], []))
    shared = shared_symbols(environment, model.variables)
    parts = [translate(environment, formula, matrix, shared) for formula in (reduction.lemma, premise, conclusion)]
    manager = environment.formula_manager
    with Satisfiability(environment, reduction.budget) as session:
        session.add([*matrix.invariant(), *matrix.definitions, *shared_ranges(environment, shared, model.shared)])
        return not session.satisfiable(parts[0], parts[1], manager.Not(parts[2]))


def effects(reduction: Reduction, relation: Relation, block: Processes) -> Iterator[tuple[Update, Formula]]:
    """Each update with the domain of the steps that have its effect.

    Steps of another update count where the two agree: only then is the domain a union of orbits. An update that counts
    inside a block becomes one constant update for each of its values.
    """
    if not needs_results(relation, reduction.blocks):
        for update in relation.updates:
            yield update, relation.domain(block, update)
        return
    updates: list[Update] = []
    for update in relation.updates:
        alone = Relation(
            relation.source, relation.target, tuple(c for c in relation.alternatives if c.update == update)
        )
        split = needs_results(alone, reduction.blocks)
        updates += constant_updates(reduction.model, update) if split else [update]
    for update in dict.fromkeys(updates):
        yield (
            update,
            disjunction(
                conjunction([relation.domain(block, other), agree(update, other)]) for other in relation.updates
            ),
        )


def constant_updates(model: Model, update: Update) -> list[Update]:
    """An update for each combination of values that the variables of an update can get."""
    ranges = {variable.name: range(variable.low, variable.high + 1) for variable in model.shared}
    names = [name for name, _ in update]
    return [
        tuple(zip(names, (Linear((), constant) for constant in values), strict=True))
        for values in itertools.product(*(ranges[name] for name in names))
    ]
