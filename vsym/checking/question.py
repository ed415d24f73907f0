"""What is to be verified, and how: a model of one size, or of all, and the wishes of who asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from vsym.basics.frozen import frozen
from vsym.basics.limits import UNLIMITED, Budget
from vsym.checking.strategy import Strategy

if TYPE_CHECKING:
    from vsym.engines.disk.planning import StoreSettings
    from vsym.logic.terms import Linear
    from vsym.models.program.program import Program
    from vsym.models.program.types import Scalarset
    from vsym.models.protocol import Model
    from vsym.reductions.protocol import Method


ModelT = TypeVar("ModelT", bound="Model[Any, Any]")


@frozen
class Sized:
    """The `scalarset` of a program whose size is another one, a number or a parameter for all sizes; nothing else in
    the program depends on that. `at` is the program at a size, `whole` with the values that were given."""

    scalarset: Scalarset
    size: Linear
    at: Callable[[int], Program]
    whole: Callable[[], Program]


@frozen
class Subject(Generic[ModelT]):
    """A model; where it leaves parameters open, `instance` is the same model for any of their values, and a program,
    which is at a small size then, is `sized`."""

    model: ModelT
    instance: Callable[[Mapping[str, int]], Any] | None = None
    sized: Sized | None = None

    @property
    def open(self) -> bool:
        """Whether it is about all sizes at once."""
        return self.instance is not None or (self.sized is not None and bool(self.sized.size.terms))

    def asking(self, names: Sequence[str]) -> Subject[ModelT]:
        """The model with the named properties alone (all, if none is named), as the others may tell processes apart.

        Raises RefusedError for a name that no property has.
        """
        return replace(self, model=self.model.asking(names)) if names else self


@frozen
class Wishes:
    """How a model is to be verified; by itself, all of this is left to vsym.

    `engine` decides, of a program as counters of its processes if it is `counted`; states are one up to the `group` of
    a name or a file, which with `trusted` nothing need prove; `strategy` is how decision diagrams go about that. States
    are kept in a `store`, in memory if there is none, as hashes if `compact`. With `certifying`, proofs are to leave
    certificates; with `warned`, what is true by accident is looked for. `names` are the properties asked for by name.
    `method` is what an exploration is to tell apart.
    """

    engine: str = "auto"
    counted: Literal["counters", "auto"] | None = None
    group: str | None = None
    trusted: bool = False
    strategy: Strategy = Strategy()
    store: StoreSettings | None = None
    compact: bool = False
    certifying: bool = False
    warned: bool = True
    names: tuple[str, ...] = ()
    method: Method | None = None


@frozen
class Question(Generic[ModelT]):
    """A subject, how it is to be verified, and under which limits."""

    subject: Subject[ModelT]
    wishes: Wishes = Wishes()
    budget: Budget = UNLIMITED
