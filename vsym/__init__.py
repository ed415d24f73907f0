"""vsym verifies systems of many similar processes by virtual symmetry and counter abstraction.

`load` reads a model and `check` verifies it: what the command line does, as values.
"""

from __future__ import annotations

from os import PathLike, fspath
from typing import TYPE_CHECKING, Literal, overload

if TYPE_CHECKING:
    from vsym.model import Model
    from vsym.report.notebook import AdaptiveResult, Result

__version__ = "0.1.0"
__all__ = ["__version__", "check", "load"]


def load(source: str | PathLike[str], **parameters: int) -> Model:
    """The model in a file, or in a text if `source` is a string of several lines; `parameters` override its own.

    Raises vsym.source.DiagnosticError with every error that was found.
    """
    from vsym.gsst import load as load_source
    from vsym.gsst.read import read
    from vsym.source import Source

    if isinstance(source, str) and "\n" in source:
        return load_source(Source("<text>", source), parameters)
    return load_source(read(fspath(source)), parameters)


@overload
def check(
    model: Model,
    *,
    properties: tuple[str, ...] = ...,
    engine: Literal["auto", "explicit", "mdd", "nusmv"] = ...,
    solver: str = ...,
    timeout: float | None = ...,
    memory: int | None = ...,
) -> Result: ...


@overload
def check(
    model: Model,
    *,
    properties: tuple[str, ...] = ...,
    engine: Literal["adaptive"],
    solver: str = ...,
    timeout: float | None = ...,
    memory: int | None = ...,
) -> AdaptiveResult: ...


def check(
    model: Model,
    *,
    properties: tuple[str, ...] = (),
    engine: Literal["auto", "explicit", "mdd", "smt", "nusmv", "adaptive"] = "auto",
    solver: str = "z3",
    timeout: float | None = None,
    memory: int | None = None,
) -> Result | AdaptiveResult:
    """Decide the symmetry of a model, reduce it and verify its properties (all, if none is named).

    The adaptive engine verifies questions of reachability without deciding the symmetry. `timeout` is in seconds,
    `memory` in MB. Raises vsym.options.RefusedError for a property that the model does not have, and what the stages
    raise: vsym.source.DiagnosticError for an error of the model, vsym.presburger.solver.UndecidedError when the time
    ends before there is a reduction.
    """
    import time

    from vsym import methods, pipeline
    from vsym.commands.task import restricted
    from vsym.engines.choice import choose, smt_first
    from vsym.presburger.solver import Budget
    from vsym.report.notebook import AdaptiveResult, Result

    deadline = None if timeout is None else time.monotonic() + timeout
    budget = Budget(solver, deadline)
    asked = restricted(model, properties)
    if engine == "adaptive":
        prepared = methods.prepare(asked, budget, lambda _: None)
        return AdaptiveResult(
            **vars(methods.verify(prepared, (), pipeline.Limits(deadline, memory), pipeline.Silence()))
        )
    decided = pipeline.decide(asked, budget, lambda _: None)
    system = pipeline.reduce_model(decided, budget, lambda _: None)
    limits = pipeline.Limits(deadline, memory, solver, smt_first=smt_first(engine, system))
    checked = pipeline.verify(decided, system, (), choose(engine, system), limits, pipeline.Silence())
    return Result(**vars(checked))
