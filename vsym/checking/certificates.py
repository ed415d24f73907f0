"""What a certificate proves of a model, by the systems that its properties are asked of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vsym.basics.limits import Budget
from vsym.engines.smt.certificate_model import Proven, proven
from vsym.engines.smt.certificate_reading import UnreadableError
from vsym.engines.smt.certificate_text import Scope
from vsym.reductions.protocol import Reduced
from vsym.system.system import System


def proven_of(scopes: Sequence[Scope], reduced: Reduced, budget: Budget) -> tuple[Proven, ...]:
    """What a certificate says of a model's properties, if its goals are valid.

    Raises UnreadableError where it is not one of the model, or where it does not prove that the conditions of a
    property end in no errors, RefusedError for an event with too many cases, UndecidedError.
    """
    left, found = list(scopes), dict[str, Proven]()
    systems = [task.structure for task in reduced.tasks]
    for system in systems:
        mine = [scope for scope in left if len(systems) == 1 or _is_about(scope, system)]
        left = [scope for scope in left if scope not in mine]
        found |= {one.name: one for one in proven(mine, system, budget)}
    if left:
        raise UnreadableError(f"`{left[0].name}` is not a property of the model that a certificate can prove")
    return tuple(_of_properties(reduced, found))


def _is_about(scope: Scope, system: System) -> bool:
    """Whether a scope proves a property that a system is asked, or something that one rests on."""
    return any(scope.name == prop.name or scope.name.startswith(f"{prop.name}, ") for prop in system.properties)


def _of_properties(reduced: Reduced, found: dict[str, Proven]) -> Iterator[Proven]:
    for asked in reduced.asked:
        one = None if asked.question is None else found.get(asked.question.name)
        if one is None:
            continue
        missing = next((name for name in asked.rests_on if name not in found), None)
        if missing is not None:
            raise UnreadableError(f"`{missing}` is not proved, and `{asked.property.name}` rests on it")
        yield Proven(asked.property.name, one.holds != asked.covered, one.values)
