"""Virtual symmetry, decided relation by relation and block by block (theory, section 1; paper, Theorem 6).

vsym shows the closest two states between those of a solution of ψ. A chain of exchanges of two processes leads from one
state of an orbit to another, where no lemma forbids it. If the first can take a step that the last cannot, the same is
true of two neighbours in the chain.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from vsym.arithmetic.cubes import Solution, least_solution, smallest_instance
from vsym.arithmetic.environment import Environment
from vsym.arithmetic.solver import Satisfiability, Session
from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget, LimitReachedError
from vsym.logic.folding import satisfied
from vsym.logic.formula import Formula
from vsym.models.counting.model import Model
from vsym.models.counting.processes import Processes
from vsym.symmetry.virtual.matrix import States
from vsym.symmetry.virtual.question import OrbitPair, Question, Setting, frame_of, needs_results, outcomes, psi
from vsym.symmetry.virtual.relations import Relation, respects
from vsym.symmetry.virtual.transpositions import Transpositions, decide_by_exchanges

Counts = dict[tuple[str, int], int]
"""The number of processes of each column, by number, in each local state told apart, or in "", any other."""


def minimal_pair(
    relation: Relation, pair: OrbitPair, blocks: Sequence[Processes], lemma: Formula, budget: Budget
) -> OrbitPair:
    """The shortest stretch of a chain between the states of a solution that is one itself; sizes must be numbers.

    Where there is no time for it, the solution as it is.
    """
    chain = [_whole(pair, pair.enabled)]
    joint = needs_results(relation, blocks)
    try:
        for block in blocks:
            chain += budget.paced(_exchanges(pair, block, chain[-1], _whole(pair, pair.disabled)))
        readers = [pair.frame.reader(counts, pair.shared) for counts in chain]
        lawful = [number for number, value_of in enumerate(budget.paced(readers)) if satisfied(lemma, value_of)]
        effects = {
            number: outcomes(relation, pair.block, pair.shared, readers[number], joint=joint)
            for number in budget.paced(lawful)
        }
    except LimitReachedError:
        return pair
    # What the first can do and the last cannot is lost between two of them.
    stretches = [
        (after - number, number, after)
        for number, after in itertools.pairwise(lawful)
        if effects[number] - effects[after]
    ]
    _, *ends = min(stretches)
    # Of the frame's rows alone.
    enabled, disabled = ({cell: size for cell, size in chain[end].items() if cell[0]} for end in ends)
    return replace(pair, enabled=enabled, disabled=disabled)


def _whole(pair: OrbitPair, counts: Mapping[tuple[str, int], int]) -> Counts:
    whole = dict(counts)
    for number, column in enumerate(pair.frame.columns):
        whole["", number] = column.size - sum(counts[row, number] for row in pair.frame.rows)
    return whole


def _exchanges(pair: OrbitPair, block: Processes, start: Counts, end: Counts) -> Iterator[Counts]:
    """The states after the first, one exchange of two processes of the block after the other, to their counts in `end`.

    Each exchange puts one process where the last state has it, so that there are no more than need be by one half.
    """
    counts, rows = dict(start), (*pair.frame.rows, "")
    mask = pair.frame.columns_of(block)
    columns = [number for number in range(len(pair.frame.columns)) if mask >> number & 1]
    while True:
        surplus = [(r, c) for c in columns for r in rows if counts[r, c] > end[r, c]]
        if not surplus:
            return
        leaves, one = surplus[0]
        # Somewhere in the block one of these is missing, and there is too much of something else.
        other = next(c for c in columns if counts[leaves, c] < end[leaves, c])
        comes = next(r for r, c in surplus if c == other)
        for row, column, change in ((leaves, one, -1), (comes, one, 1), (leaves, other, 1), (comes, other, -1)):
            counts[row, column] += change
        yield dict(counts)


EFFORT = 300_000
"""The work that a more readable solution is worth, in Z3's count: a fraction of a second."""

SymmetryVerdict = Literal["symmetric", "virtually symmetric", "broken", "undecided"]


@frozen
class Decision:
    """The verdict on the symmetry of one relation with respect to a partition into blocks, and the pair that breaks it.

    Where steps may move several processes, other local transitions can have its effect: those `beside` it, by their
    places in the model, without which it would be broken.
    """

    relation: Relation
    verdict: SymmetryVerdict
    seconds: float
    pair: OrbitPair | None = None
    beside: tuple[int, ...] = ()


def decide(setting: Setting, relation: Relation, blocks: Sequence[Processes]) -> Decision:
    """Decide R_r for the group that permutes processes inside each block; raises UndecidedError."""
    started = time.monotonic()
    verdict: SymmetryVerdict = "symmetric"
    for block in blocks:
        if not treats_alike(relation, block, blocks):
            verdict = "virtually symmetric"
            pair = _decide_block(setting, relation, block, blocks)
            if pair is not None:
                return Decision(relation, "broken", time.monotonic() - started, pair)
    return Decision(relation, verdict, time.monotonic() - started)


def _decide_block(
    setting: Setting, relation: Relation, block: Processes, blocks: Sequence[Processes]
) -> OrbitPair | None:
    """A solution of ψ_{r,b} that is easy to read, its states as close as can be seen, or None if there is none.

    Raises UndecidedError.
    """
    parts = blocks
    if decide_by_exchanges(setting.model, setting.lemma, blocks):
        swaps = Transpositions(setting, relation)
        broken = swaps.broken(block, blocks)
        if broken is None:
            return None
        parts = swaps.joined(blocks, *broken)
    pair = solution(setting, psi(setting, relation, block, parts), block, readable=True)
    if pair is None or setting.model.sizes.parameters:
        return pair
    return minimal_pair(relation, pair, parts, setting.lemma, setting.budget)


def decide_by_orbits(
    setting: Setting, relation: Relation, block: Processes, blocks: Sequence[Processes]
) -> OrbitPair | None:
    """The first solution of ψ_{r,b} over whole orbits that comes, or None if there is none; raises UndecidedError."""
    if treats_alike(relation, block, blocks):
        return None
    return solution(setting, psi(setting, relation, block, blocks), block, readable=False)


def solution(setting: Setting, question: Question, block: Processes, *, readable: bool) -> OrbitPair | None:
    """A solution of a question, `readable` or the first that comes; None if there is none. Raises UndecidedError."""
    with Session(setting.environment, setting.budget) as session:
        session.add(question.assertions)
        values = _smallest(setting, question, session) if readable else session.model(question.symbols)
    if values is None:
        return None
    enabled, disabled = (
        {cell: values[symbol] for cell, symbol in matrix.symbols.items()}
        for matrix in (question.enabled, question.disabled)
    )
    shared = {name: values[symbol] for name, symbol in question.shared.items()}
    return OrbitPair(block, question.enabled.frame, enabled, disabled, shared)


def treats_alike(relation: Relation, block: Processes, blocks: Sequence[Processes]) -> bool:
    """Tells if the text alone shows that exchanging processes inside blocks changes nothing for `block`'s steps."""
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
        states = States(environment, model, frame_of(model, [model.processes], [formula, lemma], []))
        parts = [states.translate(part) for part in (formula, lemma)]
        with Satisfiability(environment, budget) as session:
            session.add(states.constraints)
            return session.satisfiable(*parts)

    return ask


def _smallest(setting: Setting, question: Question, session: Session) -> Solution | None:
    """A solution that is easy to read: with as many processes in the model's first local state as are soon found.

    Where the model leaves sizes open, one with the fewest processes.
    """
    environment, model = setting.environment, setting.model
    if model.sizes.parameters:
        size = model.size_of(model.processes)
        return smallest_instance(environment, session, question.symbols, model.sizes.parameters, size)
    symbols = question.enabled.symbols
    total = [(symbol, -1) for (row, _), symbol in symbols.items() if row == model.states[0]]
    least = -model.size if total else 0
    # Where that local state is not told apart, all others have few.
    total = total or [(symbol, 1) for symbol in symbols.values()]
    return least_solution(environment, session, question.symbols, total, least, effort=EFFORT)
