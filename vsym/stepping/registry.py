"""The guides through models of any kind: a module for each kind, and one for all others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from vsym.basics.limits import Budget
    from vsym.checking.answer import Exploration
    from vsym.logic.formula import Formula
    from vsym.models.protocol import AnyModel
    from vsym.models.text import AnyText, Observation
    from vsym.reductions.protocol import Run
    from vsym.stepping import shapes
    from vsym.stepping.handout import Naming
    from vsym.stepping.protocol import Stepper, Walk
    from vsym.system.report import Report
    from vsym.system.result import Path

KINDS: Mapping[str, str] = MappingProxyType(
    {
        "processes": "vsym.stepping.process_guide",
        "program": "vsym.stepping.program_guide",
        "system": "vsym.stepping.systems",
    }
)
"""The module for models of a kind, imported on demand."""

ANY = "vsym.stepping.plain"
"""The module for models of all other kinds."""


class Guide(Protocol):
    """The functions of a module for models of its kind."""

    @property
    def begun(self) -> Callable[[AnyModel, Budget, Report], tuple[Stepper[Any, Any], tuple[str, ...]]]:
        """The stepper of a model, and notes on its symmetry; raises the errors of the model."""

    @property
    def showing(self) -> Callable[[Run, Exploration | None], tuple[Stepper[Any, Any], Path[Any, Any]]]:
        """The stepper that tells a run, found in an exploration, and its path with every step of its own."""

    @property
    def toward(self) -> Callable[[Stepper[Any, Any], Formula, Budget, Report], Stepper[Any, Any]]:
        """The stepper of the same model, up to symmetries that leave a condition as it is."""

    @property
    def observation(self) -> Callable[[AnyText, AnyModel, str, Mapping[str, int], Budget], Observation]:
        """The value of an expression in any state of the model of a text; raises as the text does."""

    @property
    def written(self) -> Callable[[Stepper[Any, Any], Walk[Any, Any]], str]:
        """A path up to its current state, as ITF."""

    @property
    def read(self) -> Callable[[Stepper[Any, Any], str, str], Walk[Any, Any]]:
        """The path in an ITF document of a file; raises RefusedError, with the place, where the document has none."""

    @property
    def paged(self) -> Callable[[AnyModel, Budget, Report], tuple[Stepper[Any, Any], Naming[Any, Any]]]:
        """The stepper of a model that a page has, and the names that the page exchanges."""

    @property
    def state_record(self) -> Callable[[Any], shapes.State]:
        """A state as JSON values."""

    @property
    def state_of(self) -> Callable[[AnyModel, Mapping[str, Any]], Any]:
        """The state of a model that JSON values describe; raises KeyError, TypeError, ValueError, IndexError where they
        describe none."""


def guide(kind: str) -> Guide:
    """The guide of models of a kind."""
    module: Any = import_module(KINDS.get(kind, ANY))
    own: Guide = module
    return own
