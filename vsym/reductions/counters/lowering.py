"""A counter system as engines see it: its counters and shared variables as variables, its transitions as events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from vsym.basics.frozen import frozen
from vsym.basics.limits import UNLIMITED, Budget
from vsym.logic.bounds import Between
from vsym.logic.folding import replace_comparisons
from vsym.logic.formula import Comparison, Formula, compare, conjunction, conjuncts
from vsym.logic.terms import Atom, Linear, Named, linear
from vsym.models.counting.counts import Count
from vsym.models.counting.model import SharedVariable
from vsym.reductions.counters.abstraction import AbstractTransition, Block, CounterSystem
from vsym.system.system import Event, System, Variable


def lowered(counters: CounterSystem, budget: Budget = UNLIMITED) -> System:
    """The same system: a vector, the number of a transition and the number of its event mean the same in both.

    Raises ValueError for a count that splits a block, LimitReachedError.
    """
    return _Lowering(counters, budget).system()


def lowered_formula(counters: CounterSystem, formula: Formula) -> Formula:
    """A formula over counters of blocks over the variables that engines see; raises ValueError as `lowered` does."""
    return _Lowering(counters, UNLIMITED).formula(formula)


@frozen
class _Lowering:
    counters: CounterSystem
    budget: Budget

    def system(self) -> System:
        counters = self.counters
        counts = (Variable(one.name, Linear(), size, about=one.name) for size, atoms in self._sized() for one in atoms)
        starts = (one.starting for one in counters.shared)
        return System(
            name=counters.name,
            variables=(*counts, *map(_shared, counters.shared)),
            domain=conjunction([*self._populations(), counters.sizes.domain]),
            initial=conjunction([self.formula(counters.initial), *starts]),
            events=tuple(map(self._event, self.budget.paced(counters.transitions))),
            properties=tuple(prop.rewritten(self.formula) for prop in self.budget.paced(counters.properties)),
            beside=tuple(prop.rewritten(self.formula) for prop in counters.beside),
            fairness=tuple(
                replace(constraint, formula=self.formula(constraint.formula)) for constraint in counters.fairness
            ),
            lemma=self.formula(counters.lemma),
            parameters=counters.sizes.parameters,
            ranks=tuple(rank.rewritten(self.formula, self._term) for rank in counters.ranks),
        )

    @cached_property
    def _atoms(self) -> tuple[Named, ...]:
        """The counters as variables, in the order of a vector."""
        several = len(self.counters.blocks) > 1
        return tuple(
            Named(f"#{state}[{block.name}]" if several else f"#{state}")
            for block in self.counters.blocks
            for state in self.counters.states
        )

    def _sized(self) -> Iterator[tuple[Linear, Sequence[Named]]]:
        """The size of each block, with its counters."""
        width = len(self.counters.states)
        for number, block in enumerate(self.counters.blocks):
            yield self.counters.sizes.of(block.processes), self._atoms[number * width : (number + 1) * width]

    def _populations(self) -> Iterator[Formula]:
        """The condition that the counters of each block add up to its processes."""
        for size, atoms in self._sized():
            terms = [(atom, 1) for atom in atoms]
            rest = [(parameter, -coefficient) for parameter, coefficient in size.terms]
            yield Comparison(Linear((*terms, *rest)), "=", size.constant)

    def _event(self, transition: AbstractTransition) -> Event:
        counters = self.counters
        block = counters.blocks[transition.block]
        several = len(counters.blocks) > 1
        origin = transition.origins[0]
        short = origin.name or f"{transition.source}_to_{transition.target}"
        partner = None if transition.other is None else counters.blocks[transition.other]
        one_less, one_more = (transition.source, Linear((), -1)), (transition.target, Linear((), 1))
        moves = tuple((Count(state, block.processes), by) for state, by in (one_less, one_more))
        update = self._changed(moves if transition.changes is None else transition.changes)
        taking = f"a process of {block.name}" + ("" if partner is None else f" with one of {partner.name}")
        names = [short, block.name, *([] if partner is None else [partner.name])]
        return Event(
            name="_".join(names) if several else short,
            label=transition.label,
            guard=self.formula(_with_processes(transition, block, partner)),
            update=(*update, *((a.variable, self._term(a.value)) for a in transition.update)),
            error=f"`{transition.label}` leaves a variable's range" if transition.overflow else None,
            by=taking if several else "",
            span=origin.span,
        )

    def _changed(self, changes: Iterable[tuple[Count, Linear]]) -> Iterator[tuple[str, Linear]]:
        """The counters that change, each with its new value."""
        for count, change in changes:
            atom = self._atoms[self.counters.positions[count]]
            yield atom.name, linear([(atom, 1)]) + self._term(change)

    def formula(self, formula: Formula) -> Formula:
        """A formula over the variables of the system."""

        def over_variables(comparison: Comparison) -> Formula:
            return Comparison(self._term(comparison.left), comparison.operator, comparison.bound)

        return replace_comparisons(formula, over_variables)

    def _term(self, term: Linear) -> Linear:
        """The term with each count as the sum of its counters; the order stays."""
        return Linear(
            tuple((part, coefficient) for atom, coefficient in term.terms for part in self._parts(atom)), term.constant
        )

    def _parts(self, atom: Atom) -> list[Atom]:
        if isinstance(atom, Between):
            return [Between(self.formula(atom.sure), self.formula(atom.possible))]
        if not isinstance(atom, Count):
            return [atom]
        entries = self.counters.entries(atom)
        width = len(self.counters.states)
        if sum(self.counters.blocks[entry // width].processes.size for entry in entries) != atom.processes.size:
            raise ValueError(f"a count over the processes {atom.processes} splits a block")
        return [self._atoms[entry] for entry in entries]


def _with_processes(transition: AbstractTransition, block: Block, partner: Block | None) -> Formula:
    """The guard, which says that processes are there to move: the counters of a state must never fall below 0."""
    origin = transition.origins[0]
    there = _with(transition.guard, Count(transition.source, block.processes), 1)
    if partner is None or origin.partner is None:
        return there
    same = partner == block and origin.partner.source == transition.source
    return _with(there, Count(origin.partner.source, partner.processes), 2 if same else 1)


def _with(guard: Formula, mover: Count, many: int) -> Formula:
    """The guard with so many processes in a local state, which it may say itself."""
    if any(isinstance(part, Comparison) and _needs(mover, part, many) for part in conjuncts(guard)):
        return guard
    return conjunction([compare(linear([(mover, 1)]), ">=", Linear((), many)), guard])


def _needs(mover: Count, part: Comparison, many: int) -> bool:
    """Tells if a comparison of a sum of counts alone says that so many are there, however many others are."""
    counts = {atom: coefficient for atom, coefficient in part.left.terms if isinstance(atom, Count)}
    if len(counts) < len(part.left.terms) or mover not in counts or min(counts.values()) < 0:
        return False
    others = sum(c * count.processes.size for count, c in counts.items() if count != mover)
    return part.operator in (">=", "=") and part.bound > others + (many - 1) * counts[mover]


def _shared(variable: SharedVariable) -> Variable:
    low, high = variable.ends
    about = f"the shared variable {variable.name}"
    return Variable(variable.name, low, high, variable.boolean, about, variable.span, variable.words)
