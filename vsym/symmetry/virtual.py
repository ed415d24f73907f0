"""Virtual symmetry, decided relation by relation and block by block (theory, section 1; paper, Theorem 6)."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from pysmt.environment import Environment
from pysmt.fnode import FNode

from vsym.formula import Formula
from vsym.model import Model
from vsym.presburger.matrix import Frame, Matrix, shared_ranges, shared_symbols, translate
from vsym.presburger.solver import Budget, Session, UndecidedError
from vsym.processes import Processes
from vsym.symmetry.cells import respects
from vsym.symmetry.question import Question, needs_results, psi, satisfiable_frame
from vsym.symmetry.relations import Relation

SymmetryVerdict = Literal["symmetric", "virtually symmetric", "broken", "undecided"]


@dataclass(frozen=True)
class OrbitPair:
    """A solution of ψ_{r,b}: two states with equal block counters, by counts per row and column of a frame."""

    block: Processes
    frame: Frame
    enabled: Mapping[tuple[str, int], int]
    disabled: Mapping[tuple[str, int], int]
    shared: Mapping[str, int]


@dataclass(frozen=True)
class Decision:
    """Whether one relation is virtually symmetric with respect to a partition into blocks, and the pair if not."""

    relation: Relation
    verdict: SymmetryVerdict
    seconds: float
    pair: OrbitPair | None = None


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
            pair = decide_block(environment, model, relation, block, blocks, lemma, budget)
            if pair is not None:
                return Decision(relation, "broken", time.monotonic() - started, pair)
    return Decision(relation, verdict, time.monotonic() - started)


def decide_block(
    environment: Environment,
    model: Model,
    relation: Relation,
    block: Processes,
    blocks: Sequence[Processes],
    lemma: Formula,
    budget: Budget,
) -> OrbitPair | None:
    """A solution of ψ_{r,b}, or None if there is none; raises UndecidedError."""
    if treats_alike(relation, block, blocks):
        return None
    # Even to pose a question takes time.
    budget.check()
    question = psi(environment, model, relation, block, blocks, lemma)
    with Session(environment, budget) as session:
        session.add(question.assertions)
        return _smallest_pair(environment, model, question, block, session)


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
        shared = shared_symbols(environment, (variable.name for variable in model.shared))
        parts = [translate(environment, part, matrix, shared) for part in (formula, lemma)]
        ranges = shared_ranges(environment, shared, model.shared)
        with Session(environment, budget) as session:
            session.add([*matrix.invariant(), *matrix.definitions, *ranges])
            return session.satisfiable(*parts)

    return ask


def _smallest_pair(
    environment: Environment, model: Model, question: Question, block: Processes, session: Session
) -> OrbitPair | None:
    """A solution with as many processes as possible in the model's first local state: the easiest one to read."""
    matrices = (question.enabled, question.disabled)
    symbols = [*matrices[0].symbols.values(), *matrices[1].symbols.values(), *question.shared.values()]
    best = session.model(symbols)
    if best is None:
        return None
    manager = environment.formula_manager
    cells, sign = _cells_to_keep_small(question.enabled, model.states[0])
    if cells:
        total = manager.Times(manager.Int(sign), manager.Plus(cells))
        least, most = min(0, sign * model.size), sign * sum(best[cell] for cell in cells)
        while least < most:
            middle = (least + most) // 2
            try:
                better = session.model(symbols, manager.LE(total, manager.Int(middle)))
            except UndecidedError:
                break
            if better is None:
                least = middle + 1
            else:
                best, most = better, sign * sum(better[cell] for cell in cells)
    values = best
    enabled, disabled = ({cell: values[symbol] for cell, symbol in matrix.symbols.items()} for matrix in matrices)
    shared = {name: values[symbol] for name, symbol in question.shared.items()}
    return OrbitPair(block, question.enabled.frame, enabled, disabled, shared)


def _cells_to_keep_small(matrix: Matrix, state: str) -> tuple[list[FNode], int]:
    """Cells and a sign: the sum of the cells times the sign is small where many processes are in `state`."""
    if state in matrix.frame.rows:
        return [symbol for (row, _), symbol in matrix.symbols.items() if row == state], -1
    return list(matrix.symbols.values()), 1
