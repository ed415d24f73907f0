"""A broken symmetry shown on processes: two states that are permutations of each other, and the step that only one has.

Theorem 3 of the paper, negated: s → t is a step, s' = σ(s), and no step of s' leads to the orbit of t. Of steps by
processes that the model does not tell apart, one shows what all lead to.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice

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
    step_of,
)
from vsym.symmetry.virtual.question import OrbitPair
from vsym.symmetry.virtual.relations import Relation, cells


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
    shared = tuple((variable.name, pair.shared[variable.name]) for variable in model.shared)
    enabled = State(_locations(model, pair, pair.enabled), shared)
    disabled = State(_rearranged(model, pair, pair.disabled, enabled.locations), shared)
    if orbit(model, enabled, blocks) != orbit(model, disabled, blocks):
        raise AssertionError("the witness's states are in different orbits")
    moves, partner, others, target = _taken(model, relation, pair, enabled, disabled, blocks, budget)
    listed = model.size <= LISTED
    permutation = _permutation(enabled, disabled, blocks) if listed else ()
    witness = Witness(enabled, moves, disabled, permutation, target, partner, others)
    if listed:
        _confirm(model, witness, blocks, budget)
    return witness


def orbit(model: Model, state: State, blocks: Sequence[Processes]) -> tuple[tuple[int, ...], ...]:
    """What tells the orbits of states apart: how many processes of each block are in each local state."""
    return tuple(tuple(count(state, location, block) for location in model.states) for block in blocks)


def _locations(model: Model, pair: OrbitPair, counts: Mapping[tuple[str, int], int]) -> Sequence[str]:
    """A column's processes take the local states in the model's order."""
    locations = arranged(pair.columns(model, counts))
    return locations if model.size > LISTED else tuple(locations)


def _rearranged(
    model: Model, pair: OrbitPair, counts: Mapping[tuple[str, int], int], before: Sequence[str]
) -> Sequence[str]:
    """The same with as many processes as possible where they are in `before`, so that a reader sees what changes."""
    if model.size > LISTED:
        return _locations(model, pair, counts)
    locations = list(before)
    for column, states in pair.columns(model, counts):
        left = Counter(dict(states))
        moved = []
        for process in column:
            if left[before[process - 1]] > 0:
                left[before[process - 1]] -= 1
            else:
                moved.append(process)
        for process, state in zip(moved, left.elements(), strict=True):
            locations[process - 1] = state
    return tuple(locations)


def _taken(
    model: Model,
    relation: Relation,
    pair: OrbitPair,
    enabled: State,
    disabled: State,
    blocks: Sequence[Processes],
    budget: Budget,
) -> tuple[int, int | None, Processes, State | None]:
    """Who takes a step from `enabled` that nothing from `disabled` matches, whom it moves beside them, and where to."""
    if not model.joint:
        moves, target = _mover(model, relation, pair.block, enabled, disabled, blocks, budget)
        return moves, None, Processes(), target
    # A step of any other relation may have the same effect.
    matched = {_effect(model, step, blocks) for step in _distinct_steps(model, disabled, budget)}
    origins = [model.transitions[number] for number in relation.origins]
    for origin, line, movers, partners in budget.paced(_lines_by_cell(model, origins, pair.block, pair.partners)):
        try:
            step = next(line_steps(model, enabled, origin, line, movers, partners), None)
        except RangeError:
            if relation.overflow:
                moves, partner = next(pairs_of(enabled, origin, movers, partners))
                return moves, partner, Processes(), None
            continue
        if step is not None and not relation.overflow and _effect(model, step, blocks) not in matched:
            return step.process, step.partner, moved_with(step, enabled), step.target
    raise AssertionError("the solver's witness has no step that its permutation lacks")


def _mover(
    model: Model,
    relation: Relation,
    block: Processes,
    enabled: State,
    disabled: State,
    blocks: Sequence[Processes],
    budget: Budget,
) -> tuple[int, State | None]:
    """A process of `block` whose step from `enabled` nothing from `disabled` matches."""
    matched = {_effect(model, step, blocks) for step in _relation_steps(model, relation, disabled, block)}
    for choice in budget.paced(relation.alternatives):
        if not holds(choice.guard, enabled):
            continue
        for process in budget.paced(_movers(relation, choice.processes & block, enabled)):
            for origin in choice.origins:
                try:
                    step = step_of(model, enabled, process, model.transitions[origin])
                except RangeError:
                    return process, None
                if step is not None and _effect(model, step, blocks) not in matched:
                    return process, step.target
    raise AssertionError("the solver's witness has no step that its permutation lacks")


def _relation_steps(model: Model, relation: Relation, state: State, block: Processes) -> list[Step]:
    if relation.overflow:
        return []
    moves = []
    for choice in relation.alternatives:
        first = next(_movers(relation, choice.processes & block, state), None)
        if first is not None and holds(choice.guard, state):
            origins = (model.transitions[number] for number in choice.origins)
            moves += [step for origin in origins if (step := step_of(model, state, first, origin))]
    return moves


def _movers(relation: Relation, processes: Processes, state: State) -> Iterator[int]:
    for low, high in located(state.locations).inside(relation.source, processes):
        yield from range(low, high + 1)


def _effect(model: Model, step: Step, blocks: Sequence[Processes]) -> tuple[object, ...]:
    return (orbit(model, step.target, blocks), step.target.shared)


def _permutation(enabled: State, disabled: State, blocks: Sequence[Processes]) -> tuple[int, ...]:
    """A σ inside the blocks with disabled(i) = enabled(σ(i)) that moves as few processes as possible."""
    permutation = list(range(1, len(enabled.locations) + 1))
    for block in blocks:
        moved = [p for p in block if enabled.locations[p - 1] != disabled.locations[p - 1]]
        sources: dict[str, deque[int]] = defaultdict(deque)
        for process in moved:
            sources[enabled.locations[process - 1]].append(process)
        for process in moved:
            permutation[process - 1] = sources[disabled.locations[process - 1]].popleft()
    return tuple(permutation)


def _confirm(model: Model, found: Witness, blocks: Sequence[Processes], budget: Budget) -> None:
    """Hold the witness against the definition: no step of the permuted state leads to the target's orbit."""
    if renamed(found.enabled, found.permutation) != found.disabled:
        raise AssertionError("the witness's second state is not the first one permuted")
    if found.target is None:
        return
    target = (orbit(model, found.target, blocks), found.target.shared)
    steps = _distinct_steps(model, found.disabled, budget) if model.joint else _steps(model, found.disabled, budget)
    if any(_effect(model, step, blocks) == target for step in steps):
        raise AssertionError("a step of the witness's second state leads to the target's orbit")


def _steps(model: Model, state: State, budget: Budget) -> Iterator[Step]:
    """All steps by single processes, but for those of lines of which one leads out of a range."""
    for transition in budget.paced(model.transitions):
        for line in transition.lines:
            with suppress(RangeError):
                yield from list(line_steps(model, state, transition, line))


def _distinct_steps(model: Model, state: State, budget: Budget = UNLIMITED) -> Iterator[Step]:
    """A step for each way in which processes of cells can take one; others lead to states of the same orbits."""
    for origin, line, movers, partners in budget.paced(_lines_by_cell(model, model.transitions)):
        with suppress(RangeError):
            yield from islice(line_steps(model, state, origin, line, movers, partners), 1)


def _lines_by_cell(
    model: Model,
    transitions: Iterable[LocalTransition],
    movers: Processes | None = None,
    partners: Processes | None = None,
) -> Iterator[tuple[LocalTransition, GuardedUpdate, Processes, Processes | None]]:
    """The guard lines of transitions for each cell of movers, and each of partners, which may be restricted."""
    alike = cells(model)
    for transition in transitions:
        for line in transition.lines:
            moving = line.processes if movers is None else line.processes & movers
            others = line.partners if partners is None or line.partners is None else line.partners & partners
            for cell in alike:
                if some := moving & cell:
                    apart = [None] if others is None else [common for other in alike if (common := others & other)]
                    yield from ((transition, line, some, partner) for partner in apart)
