"""A broken symmetry shown on processes: two states that are permutations of each other, and the step that only one has.

Theorem 3 of the paper, negated: s → t is a step, s' = σ(s), and no step of s' leads to the orbit of t. One step shows
the results of all steps by processes that the model does not tell apart.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, islice

from vsym.basics.frozen import frozen
from vsym.basics.limits import UNLIMITED, Budget
from vsym.models.counting.locations import arranged, located
from vsym.models.counting.model import GuardedUpdate, LocalTransition, Model
from vsym.models.counting.processes import LISTED, Processes
from vsym.models.counting.semantics import (
    RangeError,
    State,
    Step,
    count,
    holds,
    is_initial,
    line_steps,
    moved_with,
    pairs_of,
    renamed,
)
from vsym.symmetry.virtual.question import OrbitPair
from vsym.symmetry.virtual.relations import Alternative, Relation, cells


@frozen
class Witness:
    """`disabled`(i) = `enabled`(`permutation`[i]): the same counters in every block, and only `enabled` has the step.

    Process `moves` takes the step, with `partner` where it has one, and `others` are those that it moves beside them.
    `target` is where the step leads, or None where it would leave a shared variable's range. The permutation of more
    than LISTED processes is left out, as ().
    """

    enabled: State
    moves: int
    disabled: State
    permutation: tuple[int, ...]
    target: State | None
    partner: int | None = None
    others: Processes = Processes()

    def may_be_unreachable(self, model: Model) -> bool:
        """True where nothing is known of how its states are reached: they are not both initial."""
        return not (is_initial(model, self.enabled) and is_initial(model, self.disabled))


def witness_of(
    model: Model, relation: Relation, pair: OrbitPair, blocks: Sequence[Processes], budget: Budget = UNLIMITED
) -> Witness:
    """The processes of an orbit pair; raises AssertionError if the definition does not confirm it, LimitReachedError
    where there is no time for that."""
    return _Showing(model, relation, pair, blocks, budget).witness()


def orbit(model: Model, state: State, blocks: Sequence[Processes]) -> tuple[tuple[int, ...], ...]:
    """The orbit of a state, by the number of processes of each block in each local state."""
    return tuple(tuple(count(state, location, block) for location in model.states) for block in blocks)


class _Showing:
    """The two states of an orbit pair as states of processes, and the steps from each."""

    def __init__(
        self, model: Model, relation: Relation, pair: OrbitPair, blocks: Sequence[Processes], budget: Budget
    ) -> None:
        self._model, self._relation, self._pair, self._blocks, self._budget = model, relation, pair, blocks, budget
        self._listed = model.size <= LISTED
        shared = tuple((variable.name, pair.shared[variable.name]) for variable in model.shared)
        self._enabled = State(self._locations(pair.enabled), shared)
        second = self._rearranged(pair.disabled) if self._listed else self._locations(pair.disabled)
        self._disabled = State(second, shared)

    def witness(self) -> Witness:
        if orbit(self._model, self._enabled, self._blocks) != orbit(self._model, self._disabled, self._blocks):
            raise AssertionError("the witness's states are in different orbits")
        moves, partner, others, target = self._taken() if self._model.joint else self._moved()
        permutation = self._permutation() if self._listed else ()
        witness = Witness(self._enabled, moves, self._disabled, permutation, target, partner, others)
        if self._listed:
            self._confirm(witness)
        return witness

    def _locations(self, counts: Mapping[tuple[str, int], int]) -> Sequence[str]:
        """A column's processes take the local states in the model's order."""
        locations = arranged(self._pair.columns(self._model, counts))
        return tuple(locations) if self._listed else locations

    def _rearranged(self, counts: Mapping[tuple[str, int], int]) -> Sequence[str]:
        """The same with as many processes as possible where they are in `enabled`: a reader sees what changes."""
        locations = list(self._enabled.locations)
        for column, states in self._pair.columns(self._model, counts):
            left = Counter(dict(states))
            moved = []
            for process in column:
                if left[locations[process - 1]] > 0:
                    left[locations[process - 1]] -= 1
                else:
                    moved.append(process)
            for process, state in zip(moved, left.elements(), strict=True):
                locations[process - 1] = state
        return tuple(locations)

    def _taken(self) -> tuple[int, int | None, Processes, State | None]:
        """A step from `enabled` unmatched from `disabled`: its process, its partner, the others moved, its target.

        A step of any other relation may have the same effect.
        """
        matched = {self._effect(step) for step in self._distinct_steps(self._disabled)}
        origins = [self._model.transitions[number] for number in self._relation.origins]
        lines = self._lines_by_cell(origins, self._pair.block, self._pair.partners)
        for origin, line, movers, partners in self._budget.paced(lines):
            try:
                step = next(line_steps(self._model, self._enabled, origin, line, movers, partners), None)
            except RangeError:
                if self._relation.overflow:
                    return *next(pairs_of(self._enabled, origin, movers, partners)), Processes(), None
                continue
            if step is not None and not self._relation.overflow and self._effect(step) not in matched:
                return step.process, step.partner, moved_with(step, self._enabled), step.target
        raise AssertionError("the solver's witness has no step that its permutation lacks")

    def _moved(self) -> tuple[int, None, Processes, State | None]:
        """The same of steps that move one process."""
        matched = {self._effect(step) for step in self._relation_steps(self._disabled)}
        for choice in self._budget.paced(self._relation.alternatives):
            if not holds(choice.guard, self._enabled):
                continue
            for process in self._budget.paced(self._movers(choice, self._enabled)):
                for origin, line, alone in self._lines_of(choice, process):
                    try:
                        step = next(line_steps(self._model, self._enabled, origin, line, alone), None)
                    except RangeError:
                        if self._relation.overflow:
                            return process, None, Processes(), None
                        continue
                    if step is not None and not self._relation.overflow and self._effect(step) not in matched:
                        return process, None, Processes(), step.target
        raise AssertionError("the solver's witness has no step that its permutation lacks")

    def _relation_steps(self, state: State) -> Iterator[Step]:
        for choice in () if self._relation.overflow else self._relation.alternatives:
            first = next(self._movers(choice, state), None)
            if first is not None and holds(choice.guard, state):
                for line in self._lines_of(choice, first):
                    with suppress(RangeError):
                        yield from line_steps(self._model, state, *line)

    def _lines_of(
        self, choice: Alternative, process: int
    ) -> Iterator[tuple[LocalTransition, GuardedUpdate, Processes]]:
        """The guard lines that one process may take of the transitions that an alternative stems from."""
        alone = Processes.of([(process, process)])
        for origin in choice.origins:
            transition = self._model.transitions[origin]
            for line in transition.lines:
                if process in line.processes:
                    yield transition, line, alone

    def _movers(self, choice: Alternative, state: State) -> Iterator[int]:
        inside = located(state.locations).inside(self._relation.source, choice.processes & self._pair.block)
        return chain.from_iterable(range(low, high + 1) for low, high in inside)

    def _effect(self, step: Step) -> tuple[object, ...]:
        return orbit(self._model, step.target, self._blocks), step.target.shared

    def _permutation(self) -> tuple[int, ...]:
        """A σ inside the blocks with disabled(i) = enabled(σ(i)) that moves as few processes as possible."""
        before, after = self._enabled.locations, self._disabled.locations
        permutation = list(range(1, len(before) + 1))
        for block in self._blocks:
            moved = [process for process in block if before[process - 1] != after[process - 1]]
            sources: dict[str, deque[int]] = defaultdict(deque)
            for process in moved:
                sources[before[process - 1]].append(process)
            for process in moved:
                permutation[process - 1] = sources[after[process - 1]].popleft()
        return tuple(permutation)

    def _confirm(self, witness: Witness) -> None:
        """Hold the witness against the definition: no step of the permuted state leads to the target's orbit."""
        if renamed(witness.enabled, witness.permutation) != witness.disabled:
            raise AssertionError("the witness's second state is not the first one permuted")
        if witness.target is None:
            return
        target = orbit(self._model, witness.target, self._blocks), witness.target.shared
        steps = self._distinct_steps(witness.disabled) if self._model.joint else self._steps(witness.disabled)
        if any(self._effect(step) == target for step in steps):
            raise AssertionError("a step of the witness's second state leads to the target's orbit")

    def _steps(self, state: State) -> Iterator[Step]:
        """All steps by single processes, but for those of lines where one leads out of a range."""
        for transition in self._budget.paced(self._model.transitions):
            for line in transition.lines:
                with suppress(RangeError):
                    yield from list(line_steps(self._model, state, transition, line))

    def _distinct_steps(self, state: State) -> Iterator[Step]:
        """A step for each way in which processes of cells can take one; others lead to states of the same orbits."""
        for line in self._budget.paced(self._lines_by_cell(self._model.transitions)):
            with suppress(RangeError):
                yield from islice(line_steps(self._model, state, *line), 1)

    def _lines_by_cell(
        self,
        transitions: Iterable[LocalTransition],
        movers: Processes | None = None,
        partners: Processes | None = None,
    ) -> Iterator[tuple[LocalTransition, GuardedUpdate, Processes, Processes | None]]:
        """The guard lines of transitions for each cell of movers, and each of partners, which may be restricted."""
        alike = cells(self._model)
        for transition in transitions:
            for line in transition.lines:
                moving = line.processes if movers is None else line.processes & movers
                others = line.partners if partners is None or line.partners is None else line.partners & partners
                for cell in alike:
                    if some := moving & cell:
                        apart = [None] if others is None else [common for other in alike if (common := others & other)]
                        yield from ((transition, line, some, partner) for partner in apart)
