"""vsym verifies systems of many similar processes by virtual symmetry and counter abstraction.

`load` reads a model; `decide_symmetry`, `abstract` and `check` are what the command line does, as values that print
themselves and that notebooks show with pictures; `sweep` checks a model for ranges of its parameters. `explore` counts
states, `step` goes from state to state, `draw` makes a picture. What they raise is here, too.
"""

from __future__ import annotations

from os import PathLike, fspath
from types import MappingProxyType

TYPE_CHECKING = False
# What the commands do first is to import this, and nobody heeds Ctrl-C until it is done: `typing` takes too long.
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, NoReturn, TypeAlias

    from vsym.basics.limits import Budget, UndecidedError
    from vsym.basics.options import RefusedError, StrategyName
    from vsym.basics.source import DiagnosticError, Source
    from vsym.checking.subject import Subject
    from vsym.models.counting.model import Model
    from vsym.models.program.program import Program
    from vsym.show.notebook import Abstraction, LoadedModel, Result, Symmetry
    from vsym.show.programs.notebook import LoadedProgram, ProgramResult
    from vsym.show.sweeps.notebook import Sweep
    from vsym.stepping.protocol import Stepper
    from vsym.system.result import Reached

__version__ = "0.1.0"
__all__ = [
    "DiagnosticError",
    "RefusedError",
    "UndecidedError",
    "__version__",
    "abstract",
    "check",
    "decide_symmetry",
    "draw",
    "explore",
    "load",
    "step",
    "sweep",
]

_ERRORS = {
    "DiagnosticError": "vsym.basics.source",
    "RefusedError": "vsym.basics.options",
    "UndecidedError": "vsym.basics.limits",
}
"""What functions here raise, and where it is: an error of the model, a question without a meaning, a limit."""

Text: TypeAlias = "str | PathLike[str]"
"""The path of a model, or its text if that is a string of several lines."""

Loaded: TypeAlias = "LoadedModel | Any"
"""What a file stands for: of a program, a `LoadedProgram`, which no type checker can know from the file's name."""

Verified: TypeAlias = "Result | Any"
"""What is known of a model: of a program, a `ProgramResult`."""

_NOTHING: Mapping[str, int] = MappingProxyType({})


def __dir__() -> list[str]:
    return sorted(__all__)


def __getattr__(name: str) -> Any:
    """The errors, which are imported when somebody names them."""
    if name not in _ERRORS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_ERRORS[name]), name)


def load(source: Text, /, **parameters: int) -> Loaded:
    """The model in a file, or in a text if `source` is a string of several lines; `parameters` override its own.

    A file that ends in `.m` has a program. Raises DiagnosticError with every error that was found.
    """
    from vsym.basics.limits import UNLIMITED

    return _loaded(source, parameters, UNLIMITED)


def decide_symmetry(model: Model | Text, *, solver: str = "z3", timeout: float | None = None) -> Symmetry:
    """Decide full virtual symmetry, local transition by local transition, as `vsym symmetry` does.

    `timeout` is in seconds; what it leaves undecided is part of the result. Raises what
    vsym.checking.stages.identified raises, and KeyboardInterrupt.
    """
    from vsym.checking.stages import identified
    from vsym.checking.subject import Subject
    from vsym.show.notebook import Symmetry
    from vsym.system.report import Silence

    budget = _budget(solver, timeout)
    decided = identified(Subject(_processes(model, budget)), budget, Silence())
    if decided.interrupted:
        raise KeyboardInterrupt
    return Symmetry(**vars(decided))


def abstract(model: Model | Text, *, solver: str = "z3", timeout: float | None = None) -> Abstraction:
    """The counter abstraction by the best exact blocks, as `vsym abstract` shows it.

    Raises what `decide_symmetry` raises, and UndecidedError when the time ends before.
    """
    from functools import partial

    from vsym.basics.limits import UNLIMITED
    from vsym.checking.neighbourhood import neighbourhood
    from vsym.checking.stages import identified, reduced
    from vsym.checking.subject import Subject
    from vsym.show.notebook import Abstraction
    from vsym.system.report import Silence

    budget = _budget(solver, timeout)
    subject = Subject(_processes(model, budget))
    decided, smaller = reduced(subject, identified(subject, budget, Silence()), budget, Silence())
    # What is drawn is small, and drawn long after the deadline.
    return Abstraction(decided, smaller.counters, partial(neighbourhood, budget=UNLIMITED))


def check(
    model: Model | Program | Text,
    *,
    for_all: tuple[str, ...] = (),
    parameters: Mapping[str, int] = _NOTHING,
    properties: tuple[str, ...] = (),
    engine: str = "auto",
    solver: str = "z3",
    timeout: float | None = None,
    memory: int | None = None,
    group: str | None = None,
    strategy: StrategyName | None = None,
    everything: bool = False,
) -> Verified:
    """Decide the symmetry of a model, reduce it and verify its properties (all, if none is named).

    `engine` is `auto`, or what `--engine` takes; the adaptive one verifies questions of reachability without deciding
    the symmetry. With `for_all`, the parameters of these names keep all their values, and every size is decided at
    once; that needs the file or text of the model. `parameters` override those of a file or text. `timeout` is in
    seconds, `memory` in MB. States are one up to a `group`, as `--group` has it: `auto`, `declared` (for None, too),
    `detected` or `none`, of a program also the path of a file of generators. A `strategy` is how `mdd` explores a
    program, as `--strategy` has it. With `everything`, all states are explored, as `--all` has it; else a large search
    stops once everything asked for is decided.

    Raises RefusedError for an engine, a property, a parameter or a group that there is not, and what the stages raise:
    DiagnosticError for an error of the model, UndecidedError when the time ends before there is a reduction.
    """
    from dataclasses import replace

    from vsym.basics.options import RefusedError
    from vsym.checking.check import check as composed
    from vsym.checking.subject import Subject
    from vsym.engines.registry import MODULES
    from vsym.show.notebook import Result
    from vsym.system.report import Silence

    if engine not in ("auto", *MODULES):
        raise RefusedError(f"there is no engine `{engine}`; there are: auto, {', '.join(MODULES)}")
    if for_all and engine not in ("auto", "smt"):
        raise RefusedError(f"with `for_all` the SMT engine decides properties, not `{engine}`")
    budget = _budget(solver, timeout, memory)
    if everything:
        budget = replace(budget, spare=None)
    subject = _subject(model, for_all, parameters, budget)
    if not isinstance(subject, Subject):
        return _checked_program(subject, properties, engine, group, strategy, budget)
    if strategy is not None:
        raise RefusedError("a strategy is for programs (.m), and this is a .gsst model")
    asked = subject.restricted(properties)
    checked = composed(asked, engine, budget, Silence(), names=properties, group=group)
    if checked.stopped is not None:
        _raise_stopped(checked.stopped)
    return Result(**vars(checked))


def explore(
    model: Model | Program | Text, *, solver: str = "z3", timeout: float | None = None, memory: int | None = None
) -> Reached:
    """The reachable states, counted as `vsym explore` does: counter states of processes, orbits of a program.

    `timeout` is in seconds, `memory` in MB; what they leave unexplored is part of the result, unless there is no
    reduction yet, which raises UndecidedError. Raises DiagnosticError for an error of the model, KeyboardInterrupt.
    """
    from vsym.checking.asked_check import checked_as_asked
    from vsym.checking.choice import choose
    from vsym.checking.exploration import explore_counters
    from vsym.checking.program_check import asked_for_deadlocks, explore_program
    from vsym.checking.stages import identified, reduced
    from vsym.checking.strategy import Strategy
    from vsym.checking.subject import Subject
    from vsym.models.program.program import Program
    from vsym.system.report import Silence

    budget, silence = _budget(solver, timeout, memory), Silence()
    one = _model(model, budget)
    if not isinstance(one, Program):
        subject = Subject(one)
        _, smaller = reduced(subject, identified(subject, budget, silence), budget, silence)
        return explore_counters(smaller, choose("auto", smaller.system), budget, silence).explored
    asked, strategy = asked_for_deadlocks(one), Strategy(None)
    checked = checked_as_asked(asked, "auto", None, strategy, budget, silence, checking=explore_program)
    if checked.reached is None:
        _raise_stopped(checked.stopped or "nothing was explored")
    return checked.reached


def step(model: Model | Program | Text, *, solver: str = "z3", timeout: float | None = None) -> Stepper[Any, Any]:
    """The model state by state, as `vsym step` goes through it: `starts`, the `choices` in a state, what is `disabled`
    there and why, and a `view` of it.

    Raises what `abstract` raises.
    """
    from vsym.checking.program_misuses import misused_scalarsets
    from vsym.checking.stages import identified, reduced
    from vsym.checking.subject import Subject
    from vsym.models.program.program import Program
    from vsym.stepping.processes import ProcessStepper
    from vsym.stepping.programs import ProgramStepper
    from vsym.system.report import Silence

    budget = _budget(solver, timeout)
    one = _model(model, budget)
    if isinstance(one, Program):
        misused = {each.name for misuse in misused_scalarsets(one, budget) for each in misuse.scalarsets}
        return ProgramStepper(one, tuple(each for each in one.scalarsets if each.name not in misused))
    subject = Subject(one)
    return ProcessStepper(reduced(subject, identified(subject, budget, Silence()), budget, Silence())[1])


def draw(model: Model | Program | Text, *, solver: str = "z3", timeout: float | None = None) -> str:
    """The picture that `vsym draw` makes by itself, as an `<svg>` element: local states, or the states of a program.

    Raises DiagnosticError for an error of the model, UndecidedError when the time ends before.
    """
    from vsym.checking.state_graph import state_graph
    from vsym.checking.starts import initial_local_states
    from vsym.models.program.program import Program
    from vsym.show.pictures.drawing import svg
    from vsym.show.pictures.local_states import local_states
    from vsym.show.pictures.program_states import STATES, program_states

    budget = _budget(solver, timeout)
    one = _model(model, budget)
    if isinstance(one, Program):
        return svg(program_states(one, state_graph(one, STATES, budget)))
    return svg(local_states(one, initial_local_states(one, budget)))


def sweep(
    source: Text,
    /,
    *,
    properties: tuple[str, ...] = (),
    engine: str = "auto",
    solver: str = "z3",
    timeout: float | None = None,
    memory: int | None = None,
    jobs: int | None = None,
    group: str | None = None,
    strategy: StrategyName | None = None,
    **parameters: int | str | Iterable[int],
) -> Sweep:
    """Check a model for ranges of its parameters, one row each, in parallel processes, `jobs` or one a core.

    `vsym.sweep("grw.gsst", q=range(1, 51), d=5)`; a range may also be written as the command line has it, `q="1:50"`.
    `timeout` (seconds) and `memory` (MB) are for a single row; `group` and `strategy` are what `check` takes, but for
    files of generators. An error of the model at some values is part of the row; raises DiagnosticError where it is one
    at all values tried, RefusedError for names that the model does not have and too many rows; and KeyboardInterrupt.
    """
    from functools import partial

    from vsym.languages.registry import parsed
    from vsym.show.sweeps.notebook import Sweep
    from vsym.sweeping.axes import axis_of
    from vsym.sweeping.plan import plan
    from vsym.sweeping.pool import cores, measured
    from vsym.sweeping.settings import Settings
    from vsym.sweeping.sweep import carried_out

    axes = [axis_of(name, values) for name, values in parameters.items()]
    settings = Settings(properties, engine, solver, timeout, memory, group, strategy)
    planned = plan(parsed(_source(source)), axes, settings)
    measuring = partial(measured, planned.source, planned.settings, jobs=jobs or cores())
    swept = carried_out(planned, (), measuring, lambda _: None, lambda _: None)
    if swept.interrupted:
        raise KeyboardInterrupt
    return Sweep(**vars(swept))


def _checked_program(
    program: Program,
    properties: tuple[str, ...],
    engine: str,
    group: str | None,
    strategy: StrategyName | None,
    budget: Budget,
) -> ProgramResult:
    from vsym.checking.asked_check import checked_as_asked
    from vsym.checking.program_check import restricted
    from vsym.checking.strategy import Strategy
    from vsym.show.programs.notebook import ProgramResult
    from vsym.system.report import Silence

    asked = restricted(program, properties)
    checked = checked_as_asked(asked, engine, group, Strategy(strategy), budget, Silence())
    if checked.stopped is not None:
        _raise_stopped(checked.stopped)
    return ProgramResult(**vars(checked))


def _raise_stopped(reason: str) -> NoReturn:
    """Raises KeyboardInterrupt where that was the reason, else UndecidedError."""
    from vsym.basics.limits import REASONS, UndecidedError

    raise KeyboardInterrupt if reason == REASONS["keyboard"] else UndecidedError(reason)


def _loaded(source: Text, parameters: Mapping[str, int], budget: Budget) -> LoadedModel | LoadedProgram:
    from vsym.languages.registry import parsed
    from vsym.models.program.program import Program

    model = parsed(_source(source), budget).at(parameters, budget)
    if isinstance(model, Program):
        from dataclasses import fields

        from vsym.show.programs.notebook import LoadedProgram

        # What a program has worked out of its fields stands beside them.
        return LoadedProgram(**{one.name: getattr(model, one.name) for one in fields(Program)})

    from vsym.checking.starts import initial_local_states
    from vsym.show.notebook import LoadedModel

    return LoadedModel(**vars(model), starts=initial_local_states)


def _subject(
    model: Model | Program | Text, for_all: tuple[str, ...], parameters: Mapping[str, int], budget: Budget
) -> Subject | Program:
    """The model, with the parameters in `for_all` left open."""
    from vsym.basics.options import RefusedError
    from vsym.checking.subject import Subject
    from vsym.languages.registry import parsed
    from vsym.models.program.program import Program
    from vsym.models.text import ProgramText

    if not for_all:
        one = _model(model, budget, parameters)
        return one if isinstance(one, Program) else Subject(one)
    if not isinstance(model, str | PathLike):
        raise RefusedError("`for_all` needs the file or text of a model: in a loaded one all parameters have values")
    text = parsed(_source(model), budget)
    if isinstance(text, ProgramText):
        return text.open(for_all, parameters, budget)
    return Subject.of(text, parameters, for_all, budget)


def _source(source: Text) -> Source:
    from vsym.basics.source import Source
    from vsym.languages.reading import read

    if isinstance(source, str) and "\n" in source:
        return Source("<text>", source)
    return read(fspath(source))


def _processes(model: Model | Text, budget: Budget) -> Model:
    """The model, which is to have processes; raises RefusedError for a program."""
    from vsym.basics.options import RefusedError
    from vsym.models.program.program import Program

    one = _model(model, budget)
    if isinstance(one, Program):
        raise RefusedError("counter abstraction is for models of processes, not for programs; `check` takes both")
    return one


def _model(model: Model | Program | Text, budget: Budget, parameters: Mapping[str, int] = _NOTHING) -> Model | Program:
    from vsym.basics.options import RefusedError

    if isinstance(model, str | PathLike):
        return _loaded(model, parameters, budget)
    if parameters:
        raise RefusedError("a loaded model has values for all its parameters; give the file or the text of the model")
    return model


def _budget(solver: str, timeout: float | None, memory: int | None = None) -> Budget:
    import time

    from vsym.basics.limits import Budget

    return Budget(solver, None if timeout is None else time.monotonic() + timeout, memory)
