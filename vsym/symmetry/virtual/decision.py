"""Virtual symmetry, decided relation by relation and block by block (theory, section 1; paper, Theorem 6)."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Literal

from pysmt.fnode import FNode

from vsym.arithmetic.cubes import Solution, least_solution, smallest_instance
from vsym.arithmetic.environment import Environment
from vsym.arithmetic.solver import Satisfiability, Session
from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.logic.formula import Formula
from vsym.models.counting.model import Model
from vsym.models.counting.processes import Processes
from vsym.symmetry.virtual.cells import respects
from vsym.symmetry.virtual.closest import closest
from vsym.symmetry.virtual.matrix import Matrix, shared_ranges, shared_symbols, translate
from vsym.symmetry.virtual.orbit_pair import OrbitPair
from vsym.symmetry.virtual.question import Question, needs_results, psi, satisfiable_frame
from vsym.symmetry.virtual.relations import Relation
from vsym.symmetry.virtual.swaps import Swaps, decide_by_exchanges

EFFORT = 300_000
"""How much work a more readable solution is worth, in Z3's count: a fraction of a second."""

SymmetryVerdict = Literal["symmetric", "virtually symmetric", "broken", "undecided"]


@frozen
class Decision:
    """Whether one relation is virtually symmetric with respect to a partition into blocks, and the pair if not.

    Where steps may move several processes, other local transitions can have its effect: those `beside` it, by their
    places in the model, without which it would be broken.
    """

    relation: Relation
    verdict: SymmetryVerdict
    seconds: float
    pair: OrbitPair | None = None
    beside: tuple[int, ...] = ()


def decide(
    environment: Environment,
    model: Model,
    relation: Relation,
    blocks: Sequence[Processes],
    lemma: Formula,
    budget: Budget,
) -> Decision:
    """Decide R_r for the group that permutes processes inside each block; raises UndecidedError."""
    started = time.monotonic()
    verdict: SymmetryVerdict = "symmetric"
    for block in blocks:
        if not treats_alike(relation, block, blocks):
            verdict = "virtually symmetric"
            pair = _decide_block(environment, model, relation, block, blocks, lemma, budget)
            if pair is not None:
                return Decision(relation, "broken", time.monotonic() - started, pair)
    return Decision(relation, verdict, time.monotonic() - started)


def _decide_block(
    environment: Environment,
    model: Model,
    relation: Relation,
    block: Processes,
    blocks: Sequence[Processes],
    lemma: Formula,
    budget: Budget,
) -> OrbitPair | None:
    """A solution of ψ_{r,b} that is easy to read, its states as close as can be seen, or None if there is none.

    Raises UndecidedError.
    """
    parts = blocks
    if decide_by_exchanges(model, lemma, blocks):
        swaps = Swaps(environment, model, relation, lemma, budget)
        broken = swaps.broken(block, blocks)
        if broken is None:
            return None
        parts = swaps.joined(blocks, *broken)
    pair = _by_orbits(environment, model, relation, block, parts, lemma, budget, readable=True)
    if pair is None or model.sizes.parameters:
        return pair
    return closest(relation, pair, parts, lemma, budget)


def decide_by_orbits(
    environment: Environment,
    model: Model,
    relation: Relation,
    block: Processes,
    blocks: Sequence[Processes],
    lemma: Formula,
    budget: Budget,
) -> OrbitPair | None:
    """The first solution of ψ_{r,b} over whole orbits that comes, or None if there is none; raises UndecidedError."""
    if treats_alike(relation, block, blocks):
        return None
    return _by_orbits(environment, model, relation, block, blocks, lemma, budget, readable=False)


def _by_orbits(
    environment: Environment,
    model: Model,
    relation: Relation,
    block: Processes,
    blocks: Sequence[Processes],
    lemma: Formula,
    budget: Budget,
    *,
    readable: bool,
) -> OrbitPair | None:
    # Even to pose a question takes time.
    budget.check()
    question = psi(environment, model, relation, block, blocks, lemma)
    return solution(environment, model, question, block, budget, readable=readable)


def solution(
    environment: Environment, model: Model, question: Question, block: Processes, budget: Budget, *, readable: bool
) -> OrbitPair | None:
    """A solution of a question, `readable` or the first that comes; None if there is none. Raises UndecidedError."""
    with Session(environment, budget) as session:
        session.add(question.assertions)
        values = _smallest(environment, model, question, session) if readable else session.model(question.symbols)
    return None if values is None else _pair(question, block, values)


def treats_alike(relation: Relation, block: Processes, blocks: Sequence[Processes]) -> bool:
    """Whether the text alone shows that exchanging processes inside blocks changes nothing for `block`'s steps."""
    for choice in relation.alternatives:
        common = choice.processes & block
        if common and not (common == block and respects(choice.guard, blocks)):
            return False
        if common and needs_results(Relation(relation.source, relation.target, (choice,)), blocks):
            return False
    return True


def possible(environment: Environment, model: Model, lemma: Formula, budget: Budget) -> Callable[[Formula], bool]:
    """A function that says whether some state of the model (reachable or not) satisfies a predicate."""

    def ask(formula: Formula) -> bool:
        matrix = Matrix(environment, satisfiable_frame(model, formula, lemma))
        shared = shared_symbols(environment, model.variables)
        parts = [translate(environment, part, matrix, shared) for part in (formula, lemma)]
        ranges = shared_ranges(environment, shared, model.shared)
        with Satisfiability(environment, budget) as session:
            session.add([*matrix.invariant(), *matrix.definitions, *ranges])
            return session.satisfiable(*parts)

    return ask


def _smallest(environment: Environment, model: Model, question: Question, session: Session) -> Solution | None:
    """A solution that is easy to read: with as many processes in the model's first local state as are soon found.

    Where the model leaves sizes open, one with the fewest processes.
    """
    if model.sizes.parameters:
        size = model.size_of(model.processes)
        return smallest_instance(environment, session, question.symbols, model.sizes.parameters, size)
    cells, sign = _cells_to_keep_small(question.enabled, model.states[0])
    total = [(cell, sign) for cell in cells]
    return least_solution(environment, session, question.symbols, total, min(0, sign * model.size), effort=EFFORT)


def _pair(question: Question, block: Processes, values: Solution) -> OrbitPair:
    enabled, disabled = (
        {cell: values[symbol] for cell, symbol in matrix.symbols.items()}
        for matrix in (question.enabled, question.disabled)
    )
    shared = {name: values[symbol] for name, symbol in question.shared.items()}
    return OrbitPair(block, question.enabled.frame, enabled, disabled, shared)


def _cells_to_keep_small(matrix: Matrix, state: str) -> tuple[list[FNode], int]:
    """Cells and a sign: the sum of the cells times the sign is small where many processes are in `state`."""
    if state in matrix.frame.rows:
        return [symbol for (row, _), symbol in matrix.symbols.items() if row == state], -1
    return list(matrix.symbols.values()), 1
