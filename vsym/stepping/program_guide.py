"""The guide through a program: up to permutations of the scalarsets that it uses soundly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from vsym.basics.limits import Budget
from vsym.basics.options import RefusedError
from vsym.basics.source import DiagnosticError
from vsym.checking.groups.choosing import misused_scalarsets
from vsym.exchange.documents import trace_in
from vsym.exchange.program_itf import read as read_path
from vsym.exchange.program_itf import written as written_path
from vsym.logic.formula import Formula
from vsym.models.program.layout import spelled
from vsym.models.program.program import Program
from vsym.models.program.semantics import Firing, ProgramPath, State
from vsym.models.program.spelling import columns
from vsym.models.program.types import Enum, Union
from vsym.reductions.protocol import Run
from vsym.stepping.handout import Naming
from vsym.stepping.plain import Column
from vsym.stepping.programs import ProgramStepper
from vsym.stepping.protocol import Walk
from vsym.symmetry.declared.formulas import symmetric_scalarsets
from vsym.system.report import Report
from vsym.system.result import Path

if TYPE_CHECKING:
    from vsym.checking.answer import Exploration
    from vsym.models.text import Observation, Text
    from vsym.stepping import shapes


def begun(program: Program, budget: Budget, _: Report) -> tuple[ProgramStepper, tuple[str, ...]]:
    """A stepper up to permutations of the scalarsets that are used soundly, with a note on each other scalarset."""
    misuses = misused_scalarsets(program, budget)
    misused = tuple(dict.fromkeys(scalarset.name for misuse in misuses for scalarset in misuse.scalarsets))
    notes = tuple(f"the program distinguishes elements of {name}: each is a choice of its own" for name in misused)
    return ProgramStepper(program, tuple(one for one in program.scalarsets if one.name not in misused)), notes


def showing(run: Run, exploration: Exploration | None) -> tuple[ProgramStepper, ProgramPath]:
    """A stepper up to permutations of the scalarsets up to which the states were explored."""
    scalarsets = () if exploration is None else exploration.scalarsets
    return ProgramStepper(run.model, scalarsets), run.path


def toward(stepper: ProgramStepper, condition: Formula, _: Budget, __: Report) -> ProgramStepper:
    """A stepper up to permutations that leave a goal as it is."""
    return ProgramStepper(stepper.program, symmetric_scalarsets(condition, stepper.scalarsets))


def observation(
    text: Text[Program], program: Program, written: str, values: Mapping[str, int], budget: Budget
) -> Observation:
    """The value of an expression of the language, or of a scalar of the state; raises as the text does."""
    if written in dict(columns(program, (0,) * program.layout.width)):
        condition = None
        with suppress(DiagnosticError, RefusedError):
            condition = text.observation(written, values, budget).condition
        return Column(program, written, condition)
    return text.observation(written, values, budget)


def written(stepper: ProgramStepper, walk: Walk[State, Firing]) -> str:
    """The path as ITF, which `vsym replay` reads as well."""
    path = Path("witness", walk.states[: walk.at + 1], walk.steps[: walk.at])
    return written_path(stepper.program, "steps", path)


def read(stepper: ProgramStepper, text: str, file: str) -> Walk[State, Firing]:
    """The path of a document, replayed on the semantics."""
    return Walk.along(read_path(stepper.program, trace_in(text, file), file))


def paged(program: Program, budget: Budget, report: Report) -> tuple[ProgramStepper, Naming[State, Firing]]:
    """A stepper up to permutations of soundly used scalarsets, where their elements have names of their own."""
    report.say("looking for what distinguishes elements")
    stepper, _ = begun(program, budget, report)
    elements = {one.text(value) for one in stepper.scalarsets for value in one.values()}
    # Where an element shares its name with something else, a text does not say which is meant.
    if elements & {*_other_names(stepper)}:
        stepper = ProgramStepper(program, ())
    return stepper, naming(stepper)


def naming(stepper: ProgramStepper) -> Naming[State, Firing]:
    """The elements of scalarsets by the names that values have."""
    elements = [(one, value) for one in stepper.scalarsets for value in one.values()]
    names = tuple(of.text(value) for of, value in elements)
    places = {element: place for place, element in enumerate(elements)}

    def between(stored: State, actual: State) -> tuple[int, ...]:
        (_, from_stored), (_, from_actual) = stepper.likeness.canonical(stored), stepper.likeness.canonical(actual)
        image = [*range(len(names))]
        for of in stepper.scalarsets:
            back = {place: element for element, place in enumerate(from_actual[of.number])}
            for element, place in enumerate(from_stored[of.number]):
                image[places[of, of.base + element]] = places[of, of.base + back[place]]
        return tuple(image)

    def by(state: State) -> tuple[str, ...]:
        return tuple(choice.by for choice in stepper.choices(state))

    return Naming(names, between, by, frozenset({"variables"}))


def state_record(state: State) -> shapes.CodedState:
    """The codes of the slots."""
    return {"codes": [*state]}


def state_of(program: Program, record: Mapping[str, Any]) -> State:
    """The state of a program; raises ValueError and others where it is none."""
    codes = tuple(record["codes"])
    if not all(
        isinstance(code, int) and 0 <= code <= slot.type.cardinality
        for code, slot in zip(codes, program.layout.slots, strict=True)
    ):
        raise ValueError(record)
    return codes


def _other_names(stepper: ProgramStepper) -> Iterator[str]:
    for slot in stepper.program.layout.slots:
        yield from spelled(tuple(step for step in slot.path if isinstance(step, str))).split(".")
        for of in (slot.type, *(slot.type.members if isinstance(slot.type, Union) else ())):
            if isinstance(of, Enum):
                yield from of.members
    yield from (rule.name for rule in stepper.program.rules)
