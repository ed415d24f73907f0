"""Questions: a model of one size, or of all, with the caller's wishes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar, get_args

from vsym.basics.frozen import frozen
from vsym.basics.limits import UNLIMITED, Budget
from vsym.basics.options import WHOLE, BoundsWish, Closing, RefusedError, StrategyName

if TYPE_CHECKING:
    from vsym.checking.groups.diagrams import Guide, Guided, UpTo
    from vsym.engines.compiled.quotient.quotient import Quotient
    from vsym.engines.disk.planning import StoreSettings
    from vsym.logic.properties import Property
    from vsym.logic.terms import Linear
    from vsym.models.program.program import Program
    from vsym.models.program.types import Scalarset
    from vsym.models.protocol import Model
    from vsym.reductions.protocol import Activation, Hinted, Method


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
        """True where it is about all sizes at once."""
        return self.instance is not None or (self.sized is not None and bool(self.sized.size.terms))

    def asking(self, names: Sequence[str]) -> Subject[ModelT]:
        """The model with the named properties alone (all, if none is named), as the others may tell processes apart.

        Raises RefusedError for a name that no property has.
        """
        return replace(self, model=self.model.asking(names)) if names else self


STRATEGIES: tuple[StrategyName, ...] = ("full", "after", "within", "representatives")
"""The strategies of decision diagrams for a group."""

MDD = "mdd"
"""The engine that has strategies."""


@frozen
class Strategy:
    """A strategy; for `representatives`, `hints` says that the user gave hints, `automatic` that vsym makes them.

    Hints and settings of σ-steps (`closing`) select `representatives`; `full`, `after` and `within` take none.
    """

    strategy: StrategyName | None = None
    hints: bool = False
    automatic: bool = False
    closing: Closing | None = None

    @property
    def given(self) -> str | None:
        """The first option that asks something of decision diagrams; None where none does."""
        given = {
            "--strategy": self.strategy is not None,
            "--hint": self.hints,
            "--hints": self.automatic,
            "--sigma-step, --sigma-rounds or --sigma-nodes": self.closing is not None,
        }
        return next((option for option, is_given in given.items() if is_given), None)

    def require_meaning(self, engine: str) -> None:
        """Raise RefusedError, with a remedy, for options that the engine or the strategy does not take."""
        names: tuple[StrategyName, ...] = get_args(StrategyName)
        if self.strategy not in (None, *names):
            raise RefusedError(f"there is no strategy `{self.strategy}`; there are: {', '.join(names)}")
        if self.given is not None and engine != MDD:
            raise RefusedError(
                f"{self.given} is for decision diagrams, and --engine {engine} has none: give --engine {MDD}"
            )
        if self.hints and self.automatic:
            raise RefusedError("--hint gives hints, and --hints auto makes them: use one of them")
        if self.closing is not None and self.strategy not in (None, "auto", "representatives"):
            raise RefusedError(f"σ-steps are of --strategy representatives; --strategy {self.strategy} takes none")
        hint = "--hint" if self.hints else "--hints" if self.automatic else None
        if hint is not None and self.strategy not in (None, "auto", "representatives"):
            raise RefusedError(f"{hint} is for --strategy representatives; --strategy {self.strategy} takes no hints")

    def guide(self, hints: Sequence[Property], automatic: Callable[[], Sequence[Activation]]) -> Guide:
        """The strategy with the hints of a model, or with those that vsym makes; raises as `automatic` does."""
        from vsym.checking.groups.diagrams import Guide

        hinted = self.hints or self.automatic or self.closing is not None
        made = tuple(automatic()) if self.automatic else ()
        strategy: StrategyName = "representatives" if hinted else self.strategy or "auto"
        given = () if self.automatic or strategy not in ("auto", "representatives") else tuple(hints)
        return Guide(strategy, given, made, self.closing or WHOLE)

    def on(self, reduced: Hinted) -> Guided | None:
        """The strategy for the system that a model is reduced to, at one size; None if no option is for decision
        diagrams.

        Raises DiagnosticError for a hint that the reduction does not keep, RefusedError where no hints can be made.
        """
        if self.given is None:
            return None
        from vsym.checking.groups.diagrams import guided

        return guided(reduced, self.guide(reduced.model.hints, reduced.automatic))

    def up_to(
        self,
        program: Program,
        quotient: Quotient,
        engine: str,
        budget: Budget,
        *,
        proved: bool = True,
        starts_kept: bool = True,
    ) -> UpTo | None:
        """The strategy of decision diagrams for a program's quotient. None for other engines, and without options for
        decision diagrams if every state is an orbit of its own. Raises RefusedError where no hints can be made, and for
        multisets."""
        if engine != MDD or not (quotient or self.given):
            return None
        if program.layout.bags:
            of = program.layout.bags[0].path[0]
            raise RefusedError(f"--engine {MDD} runs no program with multisets, such as `{of}`: --engine compiled does")
        from vsym.checking.groups.diagrams import UpTo, generators
        from vsym.reductions.programs.starts import activations

        guide = self.guide(program.hints, lambda: activations(program, budget))
        maps, virtual = generators(program.layout, quotient), quotient.virtual
        starts_kept = starts_kept and not virtual
        return UpTo(maps, proved, guide.strategy, guide.hints, guide.automatic, starts_kept, virtual, guide.closing)


@frozen
class Wishes:
    """Wishes for a verification; by default, vsym chooses all of it.

    `engine` decides; a program that is `counted` becomes counters of its processes. States are explored up to the
    `group` of a name or a file, which needs no proof if it is `trusted`; decision diagrams use `strategy` for it. The
    states are kept in a `store`, in memory if there is none, as hashes if `compact`. With `certifying`, proofs leave
    certificates; with `warned`, vsym looks for vacuous results. `names` are the chosen properties. `method` is the kind
    of states that an exploration stores.
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
    bounds: BoundsWish = "auto"


@frozen
class Question(Generic[ModelT]):
    """A subject, the wishes for its verification, and the limits of the work."""

    subject: Subject[ModelT]
    wishes: Wishes = Wishes()
    budget: Budget = UNLIMITED
