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
    from vsym.checking.question import Subject, Wishes
    from vsym.models.counting.model import Model
    from vsym.models.protocol import AnyModel
    from vsym.show.notebook import Abstraction, Result, Symmetry
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
"""The errors that functions here raise, each with its module: of the model, of a meaningless question, of a limit."""

Text: TypeAlias = "str | PathLike[str]"
"""The path of a model, or its text if that is a string of several lines."""

_NOTHING: Mapping[str, int] = MappingProxyType({})


def __dir__() -> list[str]:
    return sorted(__all__)


def __getattr__(name: str) -> Any:
    """The errors, which are imported when somebody names them."""
    if name not in _ERRORS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_ERRORS[name]), name)


def load(source: Text, /, **parameters: int) -> Any:
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
    from vsym.checking.question import Subject
    from vsym.checking.stages import identified
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
    from vsym.checking.question import Subject
    from vsym.checking.stages import identified, reduced
    from vsym.checking.views.quotient import neighbourhood
    from vsym.show.notebook import Abstraction
    from vsym.system.report import Silence

    budget = _budget(solver, timeout)
    subject = Subject(_processes(model, budget))
    decided, smaller = reduced(subject, identified(subject, budget, Silence()), budget, Silence())
    # What is drawn is small, and drawn long after the deadline.
    return Abstraction(decided, smaller.counters, partial(neighbourhood, budget=UNLIMITED))


def check(
    model: AnyModel | Text,
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
) -> Result:
    """Decide the symmetry of a model, reduce it and verify its properties (all, if none is named).

    Of a text that gives its parameters no values, such as a threshold automaton, those that `parameters` leaves out
    stay open. `engine` is `auto`, or what `--engine` takes; the adaptive one verifies questions of reachability without
    deciding the symmetry. With `for_all`, the parameters of these names keep all their values, and every size is
    decided at once; that needs the file or text of the model. `parameters` override those of a file or text. `timeout`
    is in seconds, `memory` in MB. States are one up to a `group`, as `--group` has it: `auto`, `declared` (for None,
    too), `detected` or `none`, of a program also the path of a file of generators. A `strategy` is how `mdd` explores a
    model, as `--strategy` has it. With `everything`, all states are explored, as `--all` has it; else a large search
    stops once everything asked for is decided.

    Raises RefusedError for an engine, a property, a parameter or a group that there is not, and what the stages raise:
    DiagnosticError for an error of the model, UndecidedError when the time ends before there is a reduction.
    """
    from dataclasses import replace

    from vsym.basics.options import RefusedError
    from vsym.checking.check import check as composed
    from vsym.checking.question import Question, Strategy, Wishes
    from vsym.engines.registry import MODULES
    from vsym.show.notebook import Result
    from vsym.system.report import Silence

    if engine not in ("auto", *MODULES):
        raise RefusedError(f"there is no engine `{engine}`; there are: auto, {', '.join(MODULES)}")
    if for_all and engine not in ("auto", "smt"):
        raise RefusedError(f"with `for_all`, only the SMT engine decides: leave `{engine}` out")
    budget = _budget(solver, timeout, memory)
    if everything:
        budget = replace(budget, spare=None)
    wishes = Wishes(engine, group=group, strategy=Strategy(strategy), names=properties)
    subject = _subject(model, for_all, parameters, wishes, budget).asking(properties)
    checked = composed(Question(subject, wishes, budget), Silence())
    if checked.stopped is not None:
        _raise_stopped(checked.stopped)
    return Result(**vars(checked))


def explore(
    model: AnyModel | Text, *, solver: str = "z3", timeout: float | None = None, memory: int | None = None
) -> Reached:
    """The reachable states, counted as `vsym explore` does: counter states of processes, orbits of a program.

    `timeout` is in seconds, `memory` in MB; what they leave unexplored is part of the result, unless there is no
    reduction yet, which raises UndecidedError. Raises DiagnosticError for an error of the model, KeyboardInterrupt.
    """
    from vsym.checking.check import explore as explored
    from vsym.checking.question import Question, Subject
    from vsym.system.report import Silence

    budget = _budget(solver, timeout, memory)
    checked = explored(Question(Subject(_model(model, budget)), budget=budget), Silence())
    if checked.reached is None:
        _raise_stopped(checked.stopped or "nothing was explored")
    return checked.reached


def step(model: AnyModel | Text, *, solver: str = "z3", timeout: float | None = None) -> Stepper[Any, Any]:
    """The model state by state, as `vsym step` goes through it: `starts`, the `choices` in a state, what is `disabled`
    there and why, and a `view` of it.

    Raises what `abstract` raises.
    """
    from vsym.stepping.registry import guide
    from vsym.system.report import Silence

    budget = _budget(solver, timeout)
    one = _model(model, budget)
    return guide(one.kind).begun(one, budget, Silence())[0]


def draw(model: AnyModel | Text, *, solver: str = "z3", timeout: float | None = None) -> str:
    """The picture that `vsym draw` makes by itself, as an `<svg>` element: local states, or the states of a program.

    Raises DiagnosticError for an error of the model, UndecidedError when the time ends before, RefusedError where there
    is no Graphviz.
    """
    from vsym.checking.question import Question, Subject
    from vsym.show.pictures.drawing import svg
    from vsym.show.pictures.registry import PictureRequest, drawn
    from vsym.system.report import Silence

    budget = _budget(solver, timeout)
    return svg(
        drawn("states", PictureRequest(Question(Subject(_model(model, budget)), budget=budget), Silence())).picture
    )


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
    from vsym.languages.registry import parsed
    from vsym.show.sweeps.notebook import Sweep
    from vsym.sweeping.axes import Settings, axis_of
    from vsym.sweeping.plan import plan
    from vsym.sweeping.sweep import carried_out, measuring

    axes = [axis_of(name, values) for name, values in parameters.items()]
    settings = Settings(properties, engine, solver, timeout, memory, group, strategy)
    text = parsed(_source(source))
    planned = plan(text, axes, settings)
    swept = carried_out(planned, (), measuring(text, planned, jobs), lambda _: None, lambda _: None)
    if swept.interrupted:
        raise KeyboardInterrupt
    return Sweep(**vars(swept))


def _raise_stopped(reason: str) -> NoReturn:
    """Raises KeyboardInterrupt where that was the reason, else UndecidedError."""
    from vsym.basics.limits import REASONS, UndecidedError

    raise KeyboardInterrupt if reason == REASONS["keyboard"] else UndecidedError(reason)


def _loaded(source: Text, parameters: Mapping[str, int], budget: Budget) -> Any:
    from vsym.languages.registry import parsed
    from vsym.show.notebook import loaded
    from vsym.show.pictures.registry import drawing_of

    model = parsed(_source(source), budget).at(parameters, budget)
    return loaded(model, drawing_of(model.kind))


def _subject(
    model: AnyModel | Text, for_all: tuple[str, ...], parameters: Mapping[str, int], wishes: Wishes, budget: Budget
) -> Subject[Any]:
    """The model, with the parameters in `for_all` left open."""
    from vsym.basics.options import RefusedError
    from vsym.checking.check import subject_of
    from vsym.checking.question import Subject
    from vsym.languages.registry import parsed

    if not isinstance(model, str | PathLike):
        if for_all:
            message = "`for_all` needs the file or text of a model: in a loaded one all parameters have values"
            raise RefusedError(message)
        return Subject(_model(model, budget, parameters))
    if not for_all and wishes.engine in ("auto", "smt"):
        for_all = parsed(_source(model), budget).parameters.left_open(parameters)
    if not for_all:
        return Subject(_model(model, budget, parameters))
    return subject_of(parsed(_source(model), budget), parameters, for_all, wishes, budget)


def _source(source: Text) -> Source:
    from vsym.basics.source import Source
    from vsym.languages.reading import read

    if isinstance(source, str) and "\n" in source:
        return Source("<text>", source)
    return read(fspath(source))


def _processes(model: AnyModel | Text, budget: Budget) -> Model:
    """The model, which is to have processes; raises RefusedError for another one."""
    from vsym.basics.options import RefusedError
    from vsym.checking.check import ABSTRACTED

    one = _model(model, budget)
    if one.kind not in ABSTRACTED:
        raise RefusedError("counter abstraction is for models of processes, not for programs; `check` takes both")
    processes: Model = one
    return processes


def _model(model: AnyModel | Text, budget: Budget, parameters: Mapping[str, int] = _NOTHING) -> Any:
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
