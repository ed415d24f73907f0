"""vsym verifies systems of many similar processes by virtual symmetry and counter abstraction.

`load` reads a model; `decide_symmetry`, `abstract` and `check` are what the command line does, as values that print
themselves and that notebooks show with pictures; `sweep` checks a model for ranges of its parameters.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from os import PathLike, fspath
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, TypeAlias, overload

if TYPE_CHECKING:
    from vsym.basics.limits import Budget
    from vsym.basics.source import Source
    from vsym.models.counting.model import Model
    from vsym.pipeline import Limits
    from vsym.show.notebook import Abstraction, AdaptiveResult, EverySizeResult, LoadedModel, Result, Symmetry
    from vsym.show.sweeps.notebook import Sweep

__version__ = "0.1.0"
__all__ = ["__version__", "abstract", "check", "decide_symmetry", "load", "sweep"]

Text: TypeAlias = "str | PathLike[str]"
"""The path of a model, or its text if that is a string of several lines."""

_NOTHING: Mapping[str, int] = MappingProxyType({})


def load(source: Text, /, **parameters: int) -> LoadedModel:
    """The model in a file, or in a text if `source` is a string of several lines; `parameters` override its own.

    Raises DiagnosticError with every error that was found.
    """
    from vsym.languages.registry import parsed

    model = parsed(_source(source)).at(parameters)

    from vsym.show.notebook import LoadedModel

    return LoadedModel(**vars(model))


def decide_symmetry(model: Model | Text, *, solver: str = "z3", timeout: float | None = None) -> Symmetry:
    """Decide full virtual symmetry, local transition by local transition, as `vsym symmetry` does.

    `timeout` is in seconds; what it leaves undecided is part of the result. Raises what
    vsym.symmetry.virtual.identification.decide_symmetry raises, and KeyboardInterrupt.
    """
    from vsym import pipeline
    from vsym.show.notebook import Symmetry

    decided = pipeline.decide(_model(model), _budget(solver, timeout), _nothing)
    if decided.interrupted:
        raise KeyboardInterrupt
    return Symmetry(**vars(decided))


def abstract(model: Model | Text, *, solver: str = "z3", timeout: float | None = None) -> Abstraction:
    """The counter abstraction by the best exact blocks, as `vsym abstract` shows it.

    Raises what `decide_symmetry` raises, and UndecidedError when the time ends before.
    """
    from vsym import pipeline
    from vsym.show.notebook import Abstraction

    budget = _budget(solver, timeout)
    decided = pipeline.decide(_model(model), budget, _nothing)
    if decided.interrupted:
        raise KeyboardInterrupt
    return Abstraction(decided, pipeline.reduce_model(decided, budget, _nothing))


@overload
def check(
    model: Model | Text,
    *,
    parameters: Mapping[str, int] = ...,
    properties: tuple[str, ...] = ...,
    engine: Literal["auto", "explicit", "mdd", "smt", "nusmv"] = ...,
    solver: str = ...,
    timeout: float | None = ...,
    memory: int | None = ...,
) -> Result: ...


@overload
def check(
    model: Model | Text,
    *,
    parameters: Mapping[str, int] = ...,
    properties: tuple[str, ...] = ...,
    engine: Literal["adaptive"],
    solver: str = ...,
    timeout: float | None = ...,
    memory: int | None = ...,
) -> AdaptiveResult: ...


@overload
def check(
    model: Text,
    *,
    for_all: tuple[str, ...],
    parameters: Mapping[str, int] = ...,
    properties: tuple[str, ...] = ...,
    engine: Literal["auto", "smt"] = ...,
    solver: str = ...,
    timeout: float | None = ...,
    memory: int | None = ...,
) -> EverySizeResult: ...


def check(
    model: Model | Text,
    *,
    for_all: tuple[str, ...] = (),
    parameters: Mapping[str, int] = _NOTHING,
    properties: tuple[str, ...] = (),
    engine: Literal["auto", "explicit", "mdd", "smt", "nusmv", "adaptive"] = "auto",
    solver: str = "z3",
    timeout: float | None = None,
    memory: int | None = None,
) -> Result | AdaptiveResult | EverySizeResult:
    """Decide the symmetry of a model, reduce it and verify its properties (all, if none is named).

    The adaptive engine verifies questions of reachability without deciding the symmetry. With `for_all`, the parameters
    of these names keep all their values, and every size is decided at once; that needs the file or text of the model.
    `parameters` override those of a file or text. `timeout` is in seconds, `memory` in MB.

    Raises RefusedError for a property or a parameter that the model does not have, and what the stages
    raise: DiagnosticError for an error of the model, UndecidedError when the time
    ends before there is a reduction.
    """
    from vsym import methods, pipeline
    from vsym.commands.task import restricted
    from vsym.engines.choice import choose, smt_first
    from vsym.show.notebook import AdaptiveResult, Result

    budget = _budget(solver, timeout)
    limits = pipeline.Limits(budget.deadline, memory, solver)
    if for_all:
        return _check_for_all(model, for_all, parameters, properties, engine, limits)
    asked = restricted(_model(model, parameters), properties)
    if engine == "adaptive":
        prepared = methods.prepare(asked, budget, _nothing)
        return AdaptiveResult(**vars(methods.verify(prepared, (), limits, pipeline.Silence())))
    decided = pipeline.decide(asked, budget, _nothing)
    system = pipeline.reduce_model(decided, budget, _nothing)
    limits = pipeline.Limits(budget.deadline, memory, solver, smt_first=smt_first(engine, system))
    checked = pipeline.verify(decided, system, (), choose(engine, system), limits, pipeline.Silence())
    return Result(**vars(checked))


def sweep(
    source: Text,
    /,
    *,
    properties: tuple[str, ...] = (),
    engine: Literal["auto", "explicit", "mdd", "smt", "nusmv", "adaptive"] = "auto",
    solver: str = "z3",
    timeout: float | None = None,
    memory: int | None = None,
    jobs: int | None = None,
    **parameters: int | str | Iterable[int],
) -> Sweep:
    """Check a model for ranges of its parameters, one row each, in parallel processes, `jobs` or one a core.

    `vsym.sweep("grw.gsst", q=range(1, 51), d=5)`; a range may also be written as the command line has it, `q="1:50"`.
    `timeout` (seconds) and `memory` (MB) are for a single row. An error of the model at some values is part of the row;
    raises DiagnosticError where it is one at all values tried, RefusedError for names that the
    model does not have and too many rows.
    """
    from vsym.show.sweeps.notebook import sweep as swept
    from vsym.sweeping.settings import Settings

    return swept(_source(source), parameters, Settings(properties, engine, solver, timeout, memory), jobs)


def _check_for_all(
    model: Model | Text,
    for_all: tuple[str, ...],
    parameters: Mapping[str, int],
    properties: tuple[str, ...],
    engine: str,
    limits: Limits,
) -> EverySizeResult:
    from dataclasses import replace

    from vsym.basics.limits import Budget
    from vsym.basics.options import RefusedError
    from vsym.basics.source import DiagnosticError
    from vsym.commands.task import restricted
    from vsym.every_size.identify import identify, reduce_for_all
    from vsym.every_size.verify import refusals, verify_for_all
    from vsym.languages.opening import opened
    from vsym.languages.registry import parsed
    from vsym.pipeline import Silence
    from vsym.show.notebook import EverySizeResult

    if not isinstance(model, str | PathLike):
        raise RefusedError("`for_all` needs the file or text of a model: in a loaded one all parameters have values")
    if engine not in ("auto", "smt"):
        raise RefusedError(f"with `for_all` the SMT engine decides properties, not `{engine}`")
    every_size = opened(parsed(_source(model)), for_all, parameters)
    asked = restricted(every_size.model, properties)
    refused = refusals(asked, properties)
    if refused:
        raise DiagnosticError(refused)
    budget = Budget(limits.solver, limits.deadline)
    identified = identify(replace(every_size, model=asked), budget, _nothing)
    counted, system = reduce_for_all(identified, budget, _nothing)
    return EverySizeResult(**vars(verify_for_all(counted, system, budget, limits, Silence())))


def _source(source: Text) -> Source:
    from vsym.basics.source import Source
    from vsym.languages.reading import read

    if isinstance(source, str) and "\n" in source:
        return Source("<text>", source)
    return read(fspath(source))


def _model(model: Model | Text, parameters: Mapping[str, int] = _NOTHING) -> Model:
    from vsym.basics.options import RefusedError

    if isinstance(model, str | PathLike):
        return load(model, **parameters)
    if parameters:
        raise RefusedError("a loaded model has values for all its parameters; give the file or the text of the model")
    return model


def _budget(solver: str, timeout: float | None) -> Budget:
    import time

    from vsym.basics.limits import Budget

    return Budget(solver, None if timeout is None else time.monotonic() + timeout)


def _nothing(_: str) -> None:
    """Nobody listens to what is being done."""
