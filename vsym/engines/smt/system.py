"""A counter system as linear integer formulas: what the SMT engines work on, whatever it stems from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from pysmt.environment import Environment
from pysmt.fnode import FNode
from pysmt.typing import INT

from vsym.logic.formula import TRUE, Comparison, Formula
from vsym.logic.terms import Linear
from vsym.models.counting.model import total_size
from vsym.models.counting.processes import Processes
from vsym.reductions.counters.abstraction import AbstractTransition, Block, CounterSystem
from vsym.reductions.counters.project import per_block, rewrite_per_block
from vsym.symmetry.virtual.matrix import Frame, Matrix, parameter_term, shared_ranges, translate, translate_term


@dataclass(frozen=True)
class Step:
    """Under `guard`, the variables in `update` take new values, terms over the values before; all others keep theirs.

    `label` is how reports call it.
    """

    guard: FNode
    update: Mapping[FNode, FNode]
    label: str = ""


@dataclass(frozen=True)
class TransitionSystem:
    """A linear integer transition system; a state in which no step is possible ends its path.

    `parameters` are integer symbols that no step changes, such as process numbers; `variables` the counters and shared
    variables, Boolean ones as 0 or 1. The initial states are those of `domain` and `initial`, and every step leads from
    the domain into the domain. A state that satisfies `overflow` enables an assignment outside a variable's range: it
    is an error to reach one.
    """

    environment: Environment
    parameters: tuple[FNode, ...]
    variables: tuple[FNode, ...]
    domain: FNode
    initial: FNode
    steps: tuple[Step, ...]
    overflow: FNode

    @property
    def symbols(self) -> tuple[FNode, ...]:
        """The parameters, then the variables: what a state gives values to."""
        return (*self.parameters, *self.variables)


@dataclass(frozen=True)
class CounterVocabulary:
    """The symbols of a counter system's variables: `variables` in the order of a state's vector."""

    environment: Environment
    system: CounterSystem

    @cached_property
    def counters(self) -> dict[tuple[str, int], FNode]:
        """The counter of a local state in the block of a number."""
        return {
            (state, number): self._symbol(f"#{state}{_inside(block, self.system)}")
            for number, block in enumerate(self.system.blocks)
            for state in self.system.states
        }

    @cached_property
    def shared(self) -> dict[str, FNode]:
        """The shared variables and the parameters by name."""
        names = [variable.name for variable in self.system.shared]
        return {name: self._symbol(name) for name in (*names, *self.parameters)}

    @property
    def variables(self) -> tuple[FNode, ...]:
        """All of them, in the order of a state's vector."""
        return (*self.counters.values(), *(self.shared[variable.name] for variable in self.system.shared))

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the parameters without a value."""
        return () if self.system.sizes is None else self.system.sizes.parameters

    @cached_property
    def matrix(self) -> Matrix:
        """The counters of blocks that have processes, as what formulas are translated over."""
        filled = [number for number, block in enumerate(self.system.blocks) if block.processes]
        filled.sort(key=lambda number: self.system.blocks[number].processes.first)
        columns = tuple(self.system.blocks[number].processes for number in filled)
        open_sizes = self.system.sizes
        sizes = None if open_sizes is None else tuple(total_size(open_sizes.groups, column) for column in columns)
        frame = Frame(self.system.states, self.system.states, columns, sizes)
        taken = {
            (state, place): self.counters[state, number]
            for place, number in enumerate(filled)
            for state in self.system.states
        }
        return Matrix(self.environment, frame, taken=taken)

    def formula(self, formula: Formula) -> FNode:
        """A predicate of the counter system; raises TypeError on a temporal operator."""
        return translate(self.environment, rewrite_per_block(formula, self._blocks), self.matrix, self.shared)

    def term(self, term: Linear) -> FNode:
        """A linear term of the counter system."""
        split = per_block(Comparison(Linear(term.terms), "=", 0), self._blocks).left
        return translate_term(self.environment, Linear(split.terms, term.constant), self.matrix, self.shared)

    @cached_property
    def _blocks(self) -> tuple[Processes, ...]:
        return tuple(block.processes for block in self.system.blocks)

    def _symbol(self, name: str) -> FNode:
        return self.environment.formula_manager.Symbol(name, INT)


def transition_system(system: CounterSystem) -> TransitionSystem:
    """The counter system as formulas; step i is the i-th of its transitions that do not overflow."""
    environment = Environment()
    vocabulary = CounterVocabulary(environment, system)
    manager = environment.formula_manager
    starts = [
        manager.Equals(vocabulary.shared[variable.name], parameter_term(environment, variable.start))
        for variable in system.shared
    ]
    empty = [
        manager.Equals(symbol, manager.Int(0))
        for (_, number), symbol in vocabulary.counters.items()
        if not system.blocks[number].processes
    ]
    domain = [
        *vocabulary.matrix.invariant(),
        *empty,
        *shared_ranges(environment, vocabulary.shared, system.shared),
        vocabulary.formula(system.lemma),
        vocabulary.formula(TRUE if system.sizes is None else system.sizes.domain),
    ]
    overflows = [vocabulary.formula(transition.guard) for transition in system.transitions if transition.overflow]
    return TransitionSystem(
        environment,
        tuple(vocabulary.shared[name] for name in vocabulary.parameters),
        vocabulary.variables,
        manager.And(domain),
        manager.And([vocabulary.formula(system.initial), *starts]),
        tuple(_step(vocabulary, transition) for transition in system.transitions if not transition.overflow),
        manager.Or(overflows),
    )


def state_formula(transitions: TransitionSystem, system: CounterSystem, formula: Formula) -> FNode:
    """A predicate of the counter system over the variables of its transition system; raises TypeError as above."""
    return CounterVocabulary(transitions.environment, system).formula(formula)


def _step(vocabulary: CounterVocabulary, transition: AbstractTransition) -> Step:
    manager = vocabulary.environment.formula_manager
    source = vocabulary.counters[transition.source, transition.block]
    target = vocabulary.counters[transition.target, transition.block]
    update = {source: manager.Minus(source, manager.Int(1)), target: manager.Plus(target, manager.Int(1))}
    for assignment in transition.update:
        update[vocabulary.shared[assignment.variable]] = vocabulary.term(assignment.value)
    return Step(vocabulary.formula(transition.guard), update, transition.label)


def _inside(block: Block, system: CounterSystem) -> str:
    """`[R]` behind a count, or nothing where there is one block; SMT-LIB allows no `|` in a name."""
    return "" if len(system.blocks) == 1 else f"[{block.name.replace('|', '+')}]"
