"""What a certificate proves of a program whose processes are counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vsym.basics.limits import Budget
from vsym.checking.counter_systems import CounterSystems, question_name
from vsym.engines.smt.certificate_model import Proven, proven
from vsym.engines.smt.certificate_reading import UnreadableError
from vsym.engines.smt.certificate_text import Scope
from vsym.models.program.program import Program
from vsym.system.system import System


def proven_of_program(
    scopes: Sequence[Scope], program: Program, systems: CounterSystems, budget: Budget
) -> tuple[Proven, ...]:
    """What a certificate says of a program's properties, if its goals are valid.

    Raises UnreadableError where it is not one of the program, or where it does not prove that the conditions of a
    property end in no errors, RefusedError for an event with too many cases, UndecidedError.
    """
    left, found = list(scopes), dict[str, Proven]()
    for system in systems.all:
        mine = [scope for scope in left if _is_about(scope, system)]
        left = [scope for scope in left if scope not in mine]
        found |= {one.name: one for one in proven(mine, system, budget)}
    if left:
        raise UnreadableError(f"`{left[0].name}` is not a property of the model that a certificate can prove")
    return tuple(_of_properties(program, systems, found))


def _is_about(scope: Scope, system: System) -> bool:
    """Whether a scope proves a property that a system is asked, or something that one rests on."""
    return any(scope.name == prop.name or scope.name.startswith(f"{prop.name}, ") for prop in system.properties)


def _of_properties(program: Program, systems: CounterSystems, found: dict[str, Proven]) -> Iterator[Proven]:
    for prop in systems.properties:
        one = found.get(question_name(prop))
        if one is None:
            continue
        open_ = next((name for name in systems.rests_on(prop) if name not in found), None)
        if open_ is not None:
            raise UnreadableError(f"`{open_}` is not proved, and `{prop.name}` rests on it")
        # What is covered is asked as an invariant, that it is never so; but for all sizes, as an EF.
        never = prop.name in program.covers and prop.logic == "invariant"
        yield Proven(prop.name, one.holds != never, one.values)
