"""A counter system, prepared for its SMV template and for reading NuSMV's traces of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from vsym.basics.source import DiagnosticError
from vsym.exchange.smv.expressions import Vocabulary, assigned, formula_text
from vsym.exchange.smv.layout import (
    CHOICE,
    MOVER,
    STUCK,
    STUTTER,
    Constraint,
    MoveText,
    Specification,
    Update,
    VariableText,
    both,
    chosen,
    constant,
    constraints,
    initial_rest,
    one_line,
    specifications,
    starts_at,
)
from vsym.exchange.smv.limits import LARGEST_RANGE, block_problem, number_problems, range_problems
from vsym.exchange.smv.names import Names
from vsym.logic.formula import negate
from vsym.logic.terms import Atom, Named
from vsym.models.counting.counts import counted
from vsym.models.counting.model import SharedVariable
from vsym.models.counting.starts import told
from vsym.reductions.counters.abstraction import AbstractTransition, Block, CounterSystem


@dataclass(frozen=True)
class CounterText:
    """The counter model.

    `variables` are in the order of a state's vector; `moves[i]` is the transition numbered `moved[i]`.
    """

    name: str
    blocks: tuple[str, ...]
    size: int
    variables: tuple[VariableText, ...]
    moves: tuple[MoveText, ...]
    moved: tuple[int, ...]
    initial: tuple[str, ...]
    constraints: tuple[Constraint, ...]
    overflows: tuple[Specification, ...]
    properties: tuple[Specification, ...]


@dataclass(frozen=True)
class _Naming:
    system: CounterSystem
    counters: dict[tuple[str, int], str]
    shared: dict[str, str]

    def terms(self, variable: Atom) -> tuple[str, ...]:
        """The counters that a count sums up: those of its state in every block that its set contains."""
        if isinstance(variable, Named):
            return (self.shared[variable.name],)
        count = counted(variable)
        inside = [i for i, block in enumerate(self.system.blocks) if block.processes <= count.processes]
        if sum(self.system.blocks[i].processes.size for i in inside) != count.processes.size:
            raise ValueError(f"a count over the processes {count.processes} splits a block")
        return tuple(self.counters[count.state, i] for i in inside if self.system.blocks[i].processes)


def prepare(system: CounterSystem) -> CounterText:
    """The texts of the counter model.

    Raises DiagnosticError (VS412, VS413) for what NuSMV cannot hold, ValueError for a count that splits a block.
    """
    _refuse(system)
    names = Names(CHOICE, STUTTER, STUCK, MOVER)
    counters = {
        (state, i): names.claim(f"{state}{_suffix(system, block)}")
        for i, block in enumerate(system.blocks)
        for state in system.states
    }
    shared = {variable.name: names.claim(variable.name) for variable in system.shared}
    vocabulary = Vocabulary(
        _Naming(system, counters, shared).terms,
        frozenset(variable.name for variable in system.shared if variable.boolean),
    )
    moved = tuple(index for index, transition in enumerate(system.transitions) if not transition.overflow)
    moves = _moves(system, moved, names, vocabulary)
    by_transition = {index: move.name for index, move in zip(moved, moves, strict=True)}
    properties = specifications(system.properties, system.fairness, names, vocabulary)
    return CounterText(
        name=system.name,
        blocks=tuple(_described(block) for block in system.blocks),
        size=sum(block.processes.size for block in system.blocks),
        variables=(
            *_counter_variables(system, counters, by_transition),
            *(
                _shared_variable(system, variable, shared[variable.name], by_transition, vocabulary)
                for variable in system.shared
            ),
        ),
        moves=moves,
        moved=moved,
        initial=tuple(_initial(system, counters, shared, vocabulary)),
        constraints=constraints(system.fairness, vocabulary),
        overflows=_overflows(system, names, vocabulary),
        properties=properties,
    )


def _moves(system: CounterSystem, moved: tuple[int, ...], names: Names, vocabulary: Vocabulary) -> tuple[MoveText, ...]:
    moves: list[MoveText] = []
    for index in moved:
        transition = system.transitions[index]
        name = names.claim(_arrow(system, transition))
        guard = formula_text(transition.guard, vocabulary)
        moves.append(MoveText(name, _label(system, transition), names.claim(f"can_{name}"), guard))
    return tuple(moves)


def _counter_variables(
    system: CounterSystem, counters: dict[tuple[str, int], str], by_transition: dict[int, str]
) -> Iterator[VariableText]:
    for (state, i), name in counters.items():
        block = system.blocks[i]
        comment, size = _counted(system, state, block), block.processes.size
        if not size:
            yield VariableText(name, comment, "", "0")
            continue
        mine = [(by_transition[k], t) for k, t in enumerate(system.transitions) if t.block == i and not t.overflow]
        entering = [move for move, transition in mine if transition.target == state]
        leaving = [move for move, transition in mine if transition.source == state]
        updates = []
        # The bounds hold wherever the guard does; NuSMV asks for them.
        if entering:
            updates.append(Update(both(chosen(entering), f"{name} < {size}"), f"{name} + 1"))
        if leaving:
            updates.append(Update(both(chosen(leaving), f"{name} > 0"), f"{name} - 1"))
        yield VariableText(name, comment, f"0..{size}", updates=tuple(updates))


def _shared_variable(
    system: CounterSystem, variable: SharedVariable, name: str, by_transition: dict[int, str], vocabulary: Vocabulary
) -> VariableText:
    comment = f"the shared variable {variable.name}"
    if variable.low == variable.high:
        return VariableText(name, comment, "", constant(variable, variable.low))
    by_value: dict[tuple[str, str], list[str]] = {}
    for index, move in by_transition.items():
        for assignment in system.transitions[index].update:
            if assignment.variable == variable.name:
                by_value.setdefault(assigned(variable, assignment.value, vocabulary), []).append(move)
    updates = tuple(Update(both(chosen(moves), fits), new) for (fits, new), moves in by_value.items())
    return VariableText(
        name, comment, "boolean" if variable.boolean else f"{variable.low}..{variable.high}", "", updates
    )


def _initial(
    system: CounterSystem, counters: dict[tuple[str, int], str], shared: dict[str, str], vocabulary: Vocabulary
) -> Iterator[str]:
    """Conjuncts of the initial predicate: for each block its only local state, or else its size; the rest; `shared`."""
    homes, rest = told(system.initial)
    for i, block in enumerate(system.blocks):
        if not block.processes:
            continue
        home = next((home.state for home in homes if block.processes <= home.processes), None)
        if home is None:
            yield " + ".join(counters[state, i] for state in system.states) + f" = {block.processes.size}"
        else:
            counts = {state: block.processes.size if state == home else 0 for state in system.states}
            yield " & ".join(f"{counters[state, i]} = {count}" for state, count in counts.items())
    yield from initial_rest(rest, vocabulary)
    for variable in system.shared:
        yield starts_at(variable, shared[variable.name])


def _overflows(system: CounterSystem, names: Names, vocabulary: Vocabulary) -> tuple[Specification, ...]:
    written: list[Specification] = []
    for index, transition in enumerate(system.transitions):
        if transition.overflow:
            comment = f"{_label(system, transition)} assigns nothing outside a variable's range"
            name = names.claim(f"in_range_{_arrow(system, transition)}")
            text = formula_text(negate(transition.guard), vocabulary)
            written.append(Specification("INVARSPEC", name, text, comment, index))
    return tuple(written)


def _suffix(system: CounterSystem, block: Block) -> str:
    return f"_{block.name}" if len(system.blocks) > 1 else ""


def _arrow(system: CounterSystem, transition: AbstractTransition) -> str:
    """What a transition would best be called: by its own name or its local states, and by its block."""
    wanted = transition.origins[0].name or f"{transition.source}_to_{transition.target}"
    return wanted + _suffix(system, system.blocks[transition.block])


def _counted(system: CounterSystem, state: str, block: Block) -> str:
    return f"#{state}" if len(system.blocks) == 1 else f"#{state}[{block.name}]"


def _label(system: CounterSystem, transition: AbstractTransition) -> str:
    mover = f" by a process of {system.blocks[transition.block].name}" if len(system.blocks) > 1 else ""
    return one_line(transition.label + mover)


def _described(block: Block) -> str:
    groups = ", ".join(block.groups) if len(block.groups) <= 8 else f"{len(block.groups)} groups"
    return one_line(f"{block.name} ({groups}): {block.processes.size}")


def _refuse(system: CounterSystem) -> None:
    problems = range_problems(system.shared)
    problems += [
        block_problem(system.blocks[transition.block].processes.size, transition.origins[0].span)
        for transition in system.transitions
        if system.blocks[transition.block].processes.size >= LARGEST_RANGE
    ]
    problems += number_problems(
        system.shared,
        [(transition.guard, transition.origins[0].span) for transition in system.transitions],
        [assignment for transition in system.transitions for assignment in transition.update],
        system.properties,
        system.fairness,
    )
    if problems:
        raise DiagnosticError(problems)
