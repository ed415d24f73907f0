"""ψ_{r,b} as PySMT formulas: two states with equal block counters, one that can take the step and one that cannot; and
the pair of states that a solution gives, as counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from pysmt.fnode import FNode

from vsym.arithmetic.environment import Environment, translate_term
from vsym.basics.frozen import frozen
from vsym.basics.limits import UNLIMITED, Budget
from vsym.logic.folding import satisfied
from vsym.logic.formula import Formula, atoms
from vsym.logic.terms import Atom, Linear, Named, value
from vsym.models.counting.counts import Count
from vsym.models.counting.model import Model, named_sets
from vsym.models.counting.processes import Processes, refine
from vsym.symmetry.virtual.matrix import Frame, Matrix, shared_ranges, shared_symbols, symbol_of, translate
from vsym.symmetry.virtual.relations import Relation, is_union, sets_of_update


@frozen(eq=False)
class Setting:
    """The subject of a decision on symmetry: a model, the states of a lemma, an environment of formulas, and limits."""

    environment: Environment
    model: Model
    lemma: Formula
    budget: Budget = UNLIMITED


@frozen
class Question:
    """ψ_{r,b} (theory, section 1): unsatisfiable iff R_r is virtually symmetric for the steps of block b.

    A solution gives `enabled` (X'), `disabled` (X), the shared values v and, where steps with different updates are
    decided together, the shared values w after the step.
    """

    enabled: Matrix
    disabled: Matrix
    shared: Mapping[str, FNode]
    results: Mapping[str, FNode]
    assertions: tuple[FNode, ...]

    @property
    def symbols(self) -> list[FNode]:
        """The symbols of both states."""
        return [*self.enabled.symbols.values(), *self.disabled.symbols.values(), *self.shared.values()]


def frame_of(model: Model, blocks: Sequence[Processes], formulas: Iterable[Formula], terms: Iterable[Linear]) -> Frame:
    """The coarsest frame that can express formulas and terms and every block counter of the rows they name."""
    sets: dict[Processes, None] = dict.fromkeys(blocks)
    rows: set[str] = set()
    for formula in formulas:
        sets.update(dict.fromkeys(named_sets(formula)))
        rows.update(variable.state for variable in atoms(formula) if isinstance(variable, Count))
    for term in terms:
        for variable, _ in term.terms:
            if isinstance(variable, Count):
                sets[variable.processes] = None
                rows.add(variable.state)
    columns = tuple(refine([model.processes, *sets]))
    return Frame(model.states, tuple(state for state in model.states if state in rows), columns, model.sizes)


class Sides:
    """Two states with the same counters of blocks, as symbols; `formulas` and `terms` are those of the question."""

    def __init__(
        self, setting: Setting, blocks: Sequence[Processes], formulas: Iterable[Formula], terms: Iterable[Linear]
    ) -> None:
        # Even to pose a question takes time.
        setting.budget.check()
        environment, self._setting = setting.environment, setting
        frame = frame_of(setting.model, blocks, [*formulas, setting.lemma], terms)
        self.enabled = Matrix(environment, frame, suffix="'")
        # The counters of columns that are a whole block are block counters, equal in both states.
        masks = [mask for block in blocks if (mask := frame.columns_of(block)).bit_count() == 1]
        cells = [(row, mask.bit_length() - 1) for row in frame.rows for mask in masks]
        self.disabled = Matrix(environment, frame, taken={cell: self.enabled.symbols[cell] for cell in cells})
        self.shared = shared_symbols(environment, setting.model.variables)
        split = [block for block in blocks if frame.columns_of(block).bit_count() > 1]
        counters = (Count(row, block) for row in frame.rows for block in split)
        equals = environment.formula_manager.Equals
        self._equal = [equals(self.enabled.count(one), self.disabled.count(one)) for one in counters]

    def step(self, relation: Relation, block: Processes, matrix: Matrix, results: Mapping[str, FNode]) -> FNode:
        """φ_{r,b}(X, v, w): a process of `block` can take the step, and `results` are the values it leaves."""
        environment = self._setting.environment
        if not results:
            return translate(environment, relation.domain(block), matrix, self.shared)
        manager, symbol = environment.formula_manager, symbol_of(matrix, self.shared)
        choices = []
        for update in relation.updates:
            values = {**{name: Linear(((Named(name), 1),)) for name in results}, **dict(update)}
            can = translate(environment, relation.domain(block, update), matrix, self.shared)
            leaves = [
                manager.Equals(result, translate_term(environment, values[name], symbol))
                for name, result in results.items()
            ]
            choices.append(manager.And([can, *leaves]))
        return manager.Or(choices)

    def question(self, results: Mapping[str, FNode], steps: Iterable[FNode]) -> Question:
        """The question asked of them: that steps are possible or not, with the lemma conjoined on both sides."""
        environment, model = self._setting.environment, self._setting.model
        both = (self.enabled, self.disabled)
        lemmas = [translate(environment, self._setting.lemma, matrix, self.shared) for matrix in both]
        ranges = [one for of in (self.shared, results) for one in shared_ranges(environment, of, model.shared)]
        sides = [part for matrix in both for part in matrix.invariant()]
        sides += [part for matrix in both for part in matrix.definitions]
        assertions = dict.fromkeys((*sides, *ranges, *self._equal, *lemmas, *steps))
        return Question(self.enabled, self.disabled, self.shared, results, tuple(assertions))


def psi(setting: Setting, relation: Relation, block: Processes, blocks: Sequence[Processes]) -> Question:
    """ψ_{r,b} with the lemma conjoined on both sides; the steps are those by processes of `block`."""
    environment = setting.environment
    joint = needs_results(relation, blocks)
    terms = [value for update in relation.updates for _, value in update] if joint else []
    sides = Sides(setting, blocks, [relation.domain(block)], terms)
    assigned = sorted({name for update in relation.updates for name, _ in update}) if joint else []
    results = shared_symbols(environment, assigned, suffix="'")
    can, other = (sides.step(relation, block, matrix, results) for matrix in (sides.enabled, sides.disabled))
    return sides.question(results, [can, environment.formula_manager.Not(other)])


def outcomes(
    relation: Relation, block: Processes, shared: Mapping[str, int], value_of: Callable[[Atom], int], *, joint: bool
) -> set[tuple[tuple[str, int], ...]]:
    """The shared values that steps of a block lead to in a state, where they are `joint` a part of the question."""
    results = set()
    for choice in relation.alternatives:
        processes = choice.processes & block
        if processes and value_of(Count(relation.source, processes)) and satisfied(choice.guard, value_of):
            assigned = {name: value(term, value_of) for name, term in choice.update} if joint else {}
            results.add(tuple(sorted({**shared, **assigned}.items())))
    return results


def needs_results(relation: Relation, blocks: Sequence[Processes]) -> bool:
    """True where the question has the values after a step: of several updates, or of one that counts inside a block."""
    if len(relation.updates) > 1:
        return True
    counted = {processes for update in relation.updates for processes in sets_of_update(update)}
    return not all(is_union(processes, blocks) for processes in counted)


@frozen
class OrbitPair:
    """A solution of ψ_{r,b}: two states with equal block counters, by counts per row and column of a frame.

    `shared` also has the values of parameters that the model leaves open. The step is by a process of `block`, with one
    of `partners` where it has a partner.
    """

    block: Processes
    frame: Frame
    enabled: Mapping[tuple[str, int], int]
    disabled: Mapping[tuple[str, int], int]
    shared: Mapping[str, int]
    partners: Processes | None = None

    def size_of(self, model: Model, processes: Processes) -> int:
        """The number of processes that a set stands for."""
        return value(model.size_of(processes), lambda parameter: self.shared[getattr(parameter, "name", "")])

    def columns(
        self, model: Model, counts: Mapping[tuple[str, int], int]
    ) -> Iterator[tuple[Processes, list[tuple[str, int]]]]:
        """The number of processes of each column in each local state; of states not told apart, the first has all."""
        unnamed = next((state for state in model.states if state not in self.frame.rows), None)
        for number, column in enumerate(self.frame.columns):
            sizes = {row: counts[row, number] for row in self.frame.rows}
            if unnamed is not None:
                sizes[unnamed] = self.size_of(model, column) - sum(sizes.values())
            yield column, [(state, sizes.get(state, 0)) for state in model.states]
