"""The index types of a program: if their elements are interchangeable, and which rules tell them apart if not (theory,
section 8)."""

from __future__ import annotations

from itertools import pairwise

from vsym.basics.frozen import frozen
from vsym.checking.groups.detecting import ProgramSymmetry
from vsym.checking.groups.exchanges import Exchanges, index_types
from vsym.models.program.program import Rule
from vsym.models.program.types import Simple


@frozen
class TypeSymmetry:
    """The answer to whether every permutation of a type's elements, in indices and values alike, is a symmetry.

    Where not, the `breaking` rules are those without an image under the exchange of two neighbouring elements; `start`,
    that the initial states have none. Where both are empty, it is proved; `open` where the solver gave no answer.
    """

    type: Simple
    breaking: tuple[Rule, ...]
    start: bool
    open: bool

    @property
    def symmetric(self) -> bool:
        """True where all elements are interchangeable."""
        return not (self.breaking or self.start or self.open)


def type_symmetries(symmetry: ProgramSymmetry) -> tuple[TypeSymmetry, ...]:
    """The symmetry of each named type of more than one element that indexes an array or is a rule's parameter."""
    return tuple(judged(symmetry, of) for of in index_types(symmetry.program))


def judged(symmetry: ProgramSymmetry, of: Simple) -> TypeSymmetry:
    """The symmetry of a type."""
    program, literals = symmetry.program, symmetry.detected.literals
    prover = symmetry.detection.prover
    breaking: dict[Rule, None] = {}
    start = unanswered = False
    exchanges = Exchanges(program.layout, of)
    for first, second in pairwise(of.values()):
        try:
            failures = prover.failures(literals.restricted(exchanges(first, second)))
        except ValueError:
            # Only the start, or a state that follows from it, can give one element a value that the other cannot have.
            start = True
            continue
        for failure in failures:
            if failure.outcome == "open":
                unanswered = True
            elif failure.event is None:
                start = True
            else:
                breaking[program.rules[symmetry.lowered.firings[failure.event].rule]] = None
    rules = sorted(breaking, key=lambda rule: rule.number)
    return TypeSymmetry(of, tuple(rules), start, unanswered)
