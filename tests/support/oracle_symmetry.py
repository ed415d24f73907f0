"""Virtual symmetry, blocks and the counter abstraction straight from their definitions, by permuting processes."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import is_dataclass
from typing import NamedTuple, TypeAlias, assert_never

from tests.support import oracle

Blocks: TypeAlias = tuple[frozenset[int], ...]

Arrow: TypeAlias = tuple[str, oracle.Destination]
"""The source and the target of a transition."""


class AbstractState(NamedTuple):
    """The block counters (block by block, in each block the local states in order) and the shared values."""

    counters: tuple[tuple[int, ...], ...]
    shared: tuple[int, ...]


class Witness(NamedTuple):
    """A failure of condition (1): `enabled` can take `step`, but no step of `disabled`, in its orbit, leads to the
    orbit of the step's target."""

    enabled: oracle.State
    step: oracle.Step
    disabled: oracle.State


def one_block(model: oracle.Model) -> Blocks:
    """The block of all processes, for full virtual symmetry; no block at all where there are no processes."""
    return (frozenset(range(1, model.size + 1)),) if model.size else ()


class Orbits:
    """The orbits under G = the product of Sym(block), found by applying every permutation of G."""

    def __init__(self, size: int, blocks: Blocks) -> None:
        self._permutations = list(_permutations(size, blocks))
        self._known: dict[tuple[str, ...], frozenset[tuple[str, ...]]] = {}

    def of(self, state: oracle.State) -> frozenset[oracle.State]:
        """The orbit of a state; permutations leave the shared values alone."""
        locations = state.locations
        if locations not in self._known:
            orbit = frozenset(tuple(locations[place] for place in image) for image in self._permutations)
            self._known.update(dict.fromkeys(orbit, orbit))
        return frozenset(oracle.State(permuted, state.shared) for permuted in self._known[locations])


def _permutations(size: int, blocks: Blocks) -> Iterator[list[int]]:
    ordered = [sorted(block) for block in blocks]
    for images in itertools.product(*(itertools.permutations(block) for block in ordered)):
        image = list(range(size))
        for block, permuted in zip(ordered, images, strict=True):
            for place, moved in zip(block, permuted, strict=True):
                image[place - 1] = moved - 1
        yield image


def virtually_symmetric(structure: oracle.Structure, blocks: Blocks, *, overflows: bool = True) -> bool:
    """Condition (1) of Theorem 3 for the whole structure: ∀(s,t) ∈ R ∀σ ∈ G ∃σ′ ∈ G: (σ(s), σ′(t)) ∈ R.

    With `overflows`, a step that leaves a range counts as a step to an error state, since a report of the error must
    not depend on which state of an orbit is met; without, such steps do not exist. States outside the structure
    (those that break a lemma) are no σ(s).
    """
    return next(witnesses(structure, blocks, overflows=overflows), None) is None


def broken(structure: oracle.Structure, blocks: Blocks, *, overflows: bool = True) -> list[Arrow]:
    """The (source, target) pairs whose R_r, the union over their `trans`, fails condition (1); Theorem 4's view."""
    arrows = dict.fromkeys((transition.source, transition.target) for transition in structure.model.transitions)
    return [
        arrow for arrow in arrows if next(witnesses(structure, blocks, arrow, overflows=overflows), None) is not None
    ]


def broken_jointly(structure: oracle.Structure, blocks: Blocks, *, overflows: bool = True) -> list[int]:
    """The numbers of the transitions with a step that fails condition (1) for the whole relation: a step of another
    transition may lead to the same orbit where several processes move at once."""
    failing = {witness.step.transition for witness in witnesses(structure, blocks, overflows=overflows)}
    return sorted(failing)


def witnesses(
    structure: oracle.Structure, blocks: Blocks, arrow: Arrow | None = None, *, overflows: bool = True
) -> Iterator[Witness]:
    """Every failure of condition (1), of R or of the R_r of one (source, target)."""
    orbits = Orbits(structure.model.size, blocks)
    relation = {state: _relation(structure, state, arrow, overflows) for state in structure.steps}
    reached = {state: {step.target for step in steps} for state, steps in relation.items()}
    for state, steps in relation.items():
        orbit = orbits.of(state) & reached.keys()
        for step in steps:
            targets = orbits.of(step.target)
            yield from (Witness(state, step, other) for other in orbit if targets.isdisjoint(reached[other]))


def is_witness(
    structure: oracle.Structure,
    orbits: Orbits,
    witness: Witness,
    arrow: Arrow | None = None,
    *,
    overflows: bool = True,
) -> bool:
    """Tells if a would-be witness is one."""
    state, step, other = witness
    if step not in _relation(structure, state, arrow, overflows) or other not in orbits.of(state):
        return False
    targets = orbits.of(step.target)
    return all(another.target not in targets for another in _relation(structure, other, arrow, overflows))


def _relation(
    structure: oracle.Structure, state: oracle.State, arrow: Arrow | None, overflows: bool
) -> list[oracle.Step]:
    transitions = structure.model.transitions
    steps = [*structure.steps[state], *(structure.overflows[state] if overflows else ())]
    return [
        step
        for step in steps
        if arrow in (None, (transitions[step.transition].source, transitions[step.transition].target))
    ]


def cells(model: oracle.Model) -> Blocks:
    """The coarsest partition of the processes such that every set that the model names is a union of its cells."""
    predicates = [formula for _, formula in (*model.properties, *model.lemmas)]
    predicates += [model.initial, *model.fairness]
    lines = [line for transition in model.transitions for line in transition.lines]
    predicates += [line.guard for line in lines]
    predicates += [condition for transition in model.transitions for condition in _conditions(transition)]
    terms = [term for line in lines for _, term in line.update]
    signatures = _Signatures(model.size)
    for predicate in predicates:
        signatures.add_formula(predicate)
    for term in terms:
        signatures.add(term)
    for choice in (choice for part in (*predicates, *terms) for choice in _choices(part)):
        signatures.add_formula(choice.condition)
        signatures.add(choice.value)
        signatures.add(choice.otherwise)
    sets = [line.processes for line in lines] + [line.partners for line in lines]
    return signatures.partition([*sets, *_swept(model)])


def _choices(part: object) -> Iterator[oracle.Either]:
    """The terms by cases inside a formula or a term."""
    if isinstance(part, oracle.Either):
        yield part
    inside = part if isinstance(part, tuple) else vars(part).values() if is_dataclass(part) else ()
    for one in inside:
        yield from _choices(one)


def _conditions(transition: oracle.Transition) -> Iterator[oracle.Formula]:
    """The conditions that decide where a step leads."""
    partner = [] if transition.partner is None else [transition.partner[1]]
    waiting = [transition.target, *partner, *(there for _, arrows in transition.others for _, there in arrows)]
    while waiting:
        there = waiting.pop()
        if isinstance(there, oracle.Branch):
            yield there.condition
            waiting += [there.target, there.otherwise]


def _swept(model: oracle.Model) -> list[frozenset[int]]:
    """The sets of processes that steps send elsewhere than others."""
    return [processes for transition in model.transitions for processes, _ in transition.others]


def told_apart(model: oracle.Model) -> Blocks:
    """The coarsest partition that splits no set named in a property, a fairness condition or the initial condition, and
    none that has a map of its own in the moves of others.

    Exact blocks that serve the model must refine it. A comparison tells two processes apart where they weigh
    differently in its two sides: `#A[R] + #A[W] = 1` does not where R and W are all processes.
    """
    signatures = _Signatures(model.size)
    for predicate in (*(formula for _, formula in model.properties), *model.fairness, model.initial):
        signatures.add_formula(predicate)
    return signatures.partition(_swept(model))


class _Signatures:
    """The weights of every process in every local state of every comparison seen."""

    def __init__(self, size: int) -> None:
        self._of: dict[int, list[object]] = {process: [] for process in range(1, size + 1)}

    def add(self, term: oracle.Term) -> None:
        for process, signature in self._of.items():
            weights = _weights(term, process)
            signature.append(frozenset(item for item in weights.items() if item[1]))

    def add_formula(self, formula: oracle.Formula) -> None:
        match formula:
            case oracle.Constant() | oracle.Deadlocked():
                pass
            case oracle.Compare(_, left, right):
                self.add(oracle.Arithmetic("-", left, right))
            case oracle.Not(operand):
                self.add_formula(operand)
            case oracle.Connective(_, left, right):
                self.add_formula(left)
                self.add_formula(right)
            case oracle.Path(_, _, operands):
                for operand in operands:
                    self.add_formula(operand)
            case _:
                assert_never(formula)

    def partition(self, sets: Sequence[frozenset[int]]) -> Blocks:
        classes: dict[object, set[int]] = {}
        for process, signature in self._of.items():
            key = (tuple(signature), tuple(process in named for named in sets))
            classes.setdefault(key, set()).add(process)
        return tuple(frozenset(members) for members in classes.values())


def _weights(term: oracle.Term, process: int) -> dict[str, int]:
    """The weight of a process in each local state. Terms by cases only show if it weighs as much as others do where
    nothing inside tells it from them."""
    match term:
        case oracle.Number() | oracle.Value():
            return {}
        case oracle.Count(states, processes):
            return dict.fromkeys(states, 1) if process in processes else {}
        case oracle.Arithmetic("*", oracle.Number(factor), other) | oracle.Arithmetic(
            "*", other, oracle.Number(factor)
        ):
            return {state: factor * weight for state, weight in _weights(other, process).items()}
        case oracle.Arithmetic("*", _, _):
            raise TypeError("a product needs a constant side")
        case oracle.Arithmetic(operator, left, right):
            total = _weights(left, process)
            for state, weight in _weights(right, process).items():
                total[state] = total.get(state, 0) + (weight if operator == "+" else -weight)
            return total
        case oracle.Divided(_, left, _):
            return _weights(left, process)
        case oracle.Either(_, value, otherwise):
            return _weights(value, process) | _weights(otherwise, process)
    assert_never(term)


def partitions(items: Sequence[frozenset[int]]) -> Iterator[Blocks]:
    """Every way to merge the sets into blocks."""
    if not items:
        yield ()
        return
    first, *rest = items
    for smaller in partitions(rest):
        yield (first, *smaller)
        for place, block in enumerate(smaller):
            yield (*smaller[:place], block | first, *smaller[place + 1 :])


def coarsest_blocks(
    structure: oracle.Structure, respected: Blocks | None = None, *, overflows: bool = True
) -> list[Blocks]:
    """All exact partitions with the fewest blocks that are unions of cells and refine `respected`.

    `respected` is `told_apart(model)` unless given; `one_block(model)` asks for the symmetry of the structure alone.
    Without lemmas exactly one partition is found: what two bisimulations identify, the transitive closure of both
    identifies as well, so exact partitions are closed under joins.
    """
    apart = told_apart(structure.model) if respected is None else respected
    exact: list[Blocks] = []
    for blocks in sorted(partitions(cells(structure.model)), key=len):
        if exact and len(blocks) > len(exact[0]):
            break
        refines = all(any(block <= whole for whole in apart) for block in blocks)
        if refines and virtually_symmetric(structure, blocks, overflows=overflows):
            exact.append(blocks)
    return exact


def abstract(model: oracle.Model, blocks: Blocks, state: oracle.State) -> AbstractState:
    """The abstraction map α."""
    counters = tuple(
        tuple(sum(state.locations[process - 1] == location for process in block) for location in model.states)
        for block in blocks
    )
    return AbstractState(counters, state.shared)


def abstract_steps(
    structure: oracle.Structure, blocks: Blocks
) -> dict[tuple[str, oracle.Destination, int], dict[AbstractState, frozenset[tuple[int, ...]]]]:
    """The existential abstraction: for every (source, target, index of a block), the abstract states in which a
    process of the block can take such a step in some concrete state, each with the shared values that result.

    The shared values `OVERFLOW` stand for an overflow error.
    """
    found: dict[tuple[str, oracle.Destination, int], dict[AbstractState, set[tuple[int, ...]]]] = {}
    for state in structure.steps:
        for step in (*structure.steps[state], *structure.overflows[state]):
            transition = structure.model.transitions[step.transition]
            block = next(index for index, members in enumerate(blocks) if step.process in members)
            of_class = found.setdefault((transition.source, transition.target, block), {})
            of_class.setdefault(abstract(structure.model, blocks, state), set()).add(step.target.shared)
    return {key: {source: frozenset(values) for source, values in of.items()} for key, of in found.items()}


def abstract_relation(structure: oracle.Structure, blocks: Blocks) -> dict[AbstractState, frozenset[AbstractState]]:
    """The existential abstraction of all steps together: where each abstract state leads; errors are left out."""
    found: dict[AbstractState, set[AbstractState]] = {}
    for state, steps in structure.steps.items():
        targets = (abstract(structure.model, blocks, step.target) for step in steps)
        found.setdefault(abstract(structure.model, blocks, state), set()).update(targets)
    return {source: frozenset(targets) for source, targets in found.items()}


def abstract_errors(structure: oracle.Structure, blocks: Blocks) -> set[AbstractState]:
    """The abstract states some of whose states have a step that leaves a range."""
    return {abstract(structure.model, blocks, state) for state, steps in structure.overflows.items() if steps}


def abstract_states(
    structure: oracle.Structure, blocks: Blocks, states: Iterable[oracle.State] | None = None
) -> set[AbstractState]:
    """The counter states that the given states (else the reachable ones) have."""
    concrete = oracle.reachable(structure) if states is None else states
    return {abstract(structure.model, blocks, state) for state in concrete}
