"""The names that a page exchanges: of processes that nothing tells apart, of elements of scalarsets."""

from __future__ import annotations

from collections.abc import Iterator

from vsym.models.counting.processes import Processes
from vsym.models.counting.semantics import State, Step
from vsym.models.program.layout import spelled
from vsym.models.program.semantics import Firing
from vsym.models.program.semantics import State as Codes
from vsym.models.program.types import Enum, Union
from vsym.stepping.handout import Naming
from vsym.stepping.processes import LANES, ProcessStepper, lane
from vsym.stepping.programs import ProgramStepper


def of_processes(stepper: ProcessStepper) -> Naming[State, Step]:
    """Processes by group and number, where each has a lane; inside a block of the stepper nothing may tell them apart,
    as any two of it are exchanged."""
    model, blocks = stepper.reduced.model, [block.processes for block in stepper.reduced.counters.blocks]
    if model.size > LANES:
        return Naming((), lambda _, __: (), lambda state: _counted(stepper, state), frozenset({"processes"}))
    names = tuple(lane(stepper.reduced, process) for process in model.processes)

    def between(stored: State, actual: State) -> tuple[int, ...]:
        found = [*range(model.size)]
        for block in blocks:
            # Who is in the same local state in both keeps its name.
            free = [one for one in block if stored.locations[one - 1] != actual.locations[one - 1]]
            left = {place: [one for one in free if actual.locations[one - 1] == place] for place in model.states}
            for process in free:
                found[process - 1] = left[stored.locations[process - 1]].pop() - 1
        return tuple(found)

    def by(state: State) -> tuple[str, ...]:
        return tuple(
            " with ".join(_named(names, parts) for parts in (movers, partners) if parts)
            for movers, partners in stepper.takers(state)
        )

    return Naming(names, between, by, frozenset({"processes"}))


def of_program(stepper: ProgramStepper) -> Naming[Codes, Firing]:
    """The elements of scalarsets by the names that values have."""
    elements = [(one, value) for one in stepper.scalarsets for value in one.values()]
    names = tuple(of.text(value) for of, value in elements)
    places = {element: place for place, element in enumerate(elements)}

    def between(stored: Codes, actual: Codes) -> tuple[int, ...]:
        (_, from_stored), (_, from_actual) = stepper.likeness.canonical(stored), stepper.likeness.canonical(actual)
        found = [*range(len(names))]
        for of in stepper.scalarsets:
            back = {place: element for element, place in enumerate(from_actual[of.number])}
            for element, place in enumerate(from_stored[of.number]):
                found[places[of, of.base + element]] = places[of, of.base + back[place]]
        return tuple(found)

    def by(state: Codes) -> tuple[str, ...]:
        return tuple(choice.by for choice in stepper.choices(state))

    return Naming(names, between, by, frozenset({"variables"}))


def ambiguous(stepper: ProgramStepper) -> bool:
    """Whether an element of a scalarset is called as something else is, so that a text does not say which is meant."""
    elements = {one.text(value) for one in stepper.scalarsets for value in one.values()}
    return bool(elements & {*_other_names(stepper)})


def _other_names(stepper: ProgramStepper) -> Iterator[str]:
    for slot in stepper.program.layout.slots:
        yield from spelled(tuple(step for step in slot.path if isinstance(step, str))).split(".")
        for of in (slot.type, *(slot.type.members if isinstance(slot.type, Union) else ())):
            if isinstance(of, Enum):
                yield from of.members
    yield from (rule.name for rule in stepper.program.rules)


def _counted(stepper: ProcessStepper, state: State) -> tuple[str, ...]:
    return tuple("" for _ in stepper.choices(state))


def _named(names: tuple[str, ...], processes: Processes) -> str:
    return ", ".join(names[process - 1] for process in processes)
