"""What is known of a program when the stages have done their work, as values."""

from __future__ import annotations

from math import factorial, prod

from vsym.basics.frozen import frozen
from vsym.basics.limits import REASONS
from vsym.logic.properties import Property
from vsym.models.program.faults import Fault
from vsym.models.program.group import Factor
from vsym.models.program.program import Program
from vsym.models.program.replaying import ProgramPath
from vsym.models.program.semantics import Firing
from vsym.models.program.types import Scalarset
from vsym.symmetry.declared.formulas import named_elements
from vsym.system.result import Reached, Verdict


@frozen
class Instances:
    """How many of a property's conjuncts were checked, `of` how many: symmetries take these to the others."""

    checked: int
    of: int


@frozen
class ProgramOutcome:
    """The verdict on one property, with its path, replayed.

    Where the path ends in an error, `failing` is the firing that does (None: a guard or a condition), and `fault` what
    went wrong. The path is one of the program `shown_at` another size, where there is that. It was decided up to a
    group of an `order`; of one that was taken apart there are the `instances`.
    """

    property: Property
    verdict: Verdict
    path: ProgramPath | None = None
    failing: Firing | None = None
    fault: Fault | None = None
    order: int = 1
    instances: Instances | None = None
    shown_at: Program | None = None

    def __repr__(self) -> str:
        return f"<ProgramOutcome: {self.property.name} {self.verdict.outcome}>"


@frozen
class Counting:
    """What was counted: the elements of a scalarset, in which local states; the slots that point at one of them are
    `pointers`. There are `size` of them, None for all sizes at once, and so many `slots` in a state."""

    scalarset: str
    size: int | None
    slots: int | None
    states: tuple[str, ...]
    pointers: tuple[str, ...]


@frozen
class CheckedProgram:
    """All that is known of a program.

    States that permutations of the `scalarsets` turn into each other are one, and those that `factors` of a group of
    literal maps do, where that is exact; `reached` are the states that were stored, None where the work `stopped`
    before any was; then it says why. Where it is `unproved` that the group is one of symmetries, this says so: then
    states may be missing. `notes` are about how it was done. Where a program was explored as a counter model,
    `counting` says what was counted. The `others` are runs for properties that fewer
    symmetries keep.
    """

    program: Program
    outcomes: tuple[ProgramOutcome, ...]
    scalarsets: tuple[Scalarset, ...] = ()
    factors: tuple[Factor, ...] = ()
    reached: Reached | None = None
    seconds: float = 0.0
    stopped: str | None = None
    notes: tuple[str, ...] = ()
    others: tuple[CheckedProgram, ...] = ()
    unproved: str | None = None
    counting: Counting | None = None

    @property
    def named(self) -> tuple[Scalarset, ...]:
        """The scalarsets of which a property names elements, so that not all permutations of theirs are used."""
        formulas = (*(one.formula for one in self.program.properties), *(one.formula for one in self.program.fairness))
        named = dict.fromkeys(scalarset for formula in formulas for scalarset in named_elements(formula))
        return tuple(scalarset for scalarset in named if scalarset not in self.scalarsets)

    @property
    def exact(self) -> bool:
        """Whether one state is stored of each orbit."""
        several = self.reached is not None and self.reached.several
        return not several and all(factor.exact for factor in self.factors)

    @property
    def kind(self) -> str:
        """What is counted: states, orbits where one state of each is stored, or the states that are."""
        if self.counting is not None:
            return "reachable counter state"
        if self.reached is not None and self.reached.strategy is not None:
            return "reachable state"
        if not self.exact or self.unproved:
            return "stored state"
        return "reachable orbit" if self.scalarsets or self.factors else "reachable state"

    @property
    def permutations(self) -> int:
        """How many permutations of the scalarsets there are."""
        return prod(factorial(one.size) for one in self.scalarsets)

    @property
    def order(self) -> int:
        """The order of the group up to which states are one."""
        return self.permutations * prod(factor.order for factor in self.factors)

    @property
    def reason(self) -> str | None:
        """Why the states are not all, in words."""
        if self.reached is None or self.reached.interrupted is None:
            return self.unproved
        return REASONS[self.reached.interrupted]

    @property
    def orbits(self) -> int | None:
        """How many orbits the states are in; None where that is not known, and where every state is by itself."""
        if self.reached is None or not (self.scalarsets or self.factors):
            return None
        if self.reached.strategy is not None:
            return self.reached.orbits
        return self.reached.states if self.exact and self.unproved is None else None

    @property
    def canonical(self) -> bool | None:
        """Whether each orbit has one representative among the states that are kept; None as for `orbits`."""
        if self.reached is None or not (self.scalarsets or self.factors):
            return None
        if self.unproved is not None:
            return False
        return self.exact if self.reached.strategy is None else self.reached.orbits == self.reached.representatives
