"""Properties of lasting conditions, from some starts: `p -> AG EF AG q`, as the SMT engine takes them for all sizes;
and others that it takes from all starts, in linear time too: `p -> G q`.

In an initial state, `p ->` leaves out the starts without p. `AG q` inside is the predicate of the states in which q
holds for ever, where that is known exactly; then `AG EF` of it is a question of progress.
"""

from __future__ import annotations

from dataclasses import replace

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.engines.smt.accepts import is_decided
from vsym.engines.smt.lasting import lasting
from vsym.logic.formula import TRUE, Formula, Or, Temporal, atoms, conjunction, disjunction, is_predicate, negate
from vsym.logic.properties import Property
from vsym.logic.terms import Named
from vsym.system.system import System


@frozen
class _Parts:
    """A property that the starts with a predicate satisfy `operators`, outermost first, of `AG lasts`; or, where that
    is None, of `rest`."""

    starts: Formula
    rest: Formula
    operators: tuple[str, ...]
    lasts: Formula | None


def is_about_what_lasts(prop: Property) -> bool:
    """Tells if `restated` may make a question of a property that the SMT engine takes."""
    return _parts(prop) is not None


def restated(system: System, prop: Property, budget: Budget) -> tuple[System, Property] | None:
    """A system and a property that the SMT engine takes, which holds there iff the given one does in the given system.

    None where there is none, or where the lasting states are not known exactly. Raises RefusedError for an event with
    too many cases, UndecidedError at the end of the time.
    """
    parts = _parts(prop)
    if parts is None:
        return None
    formula = parts.rest
    if parts.lasts is not None:
        known = lasting(system, parts.lasts, budget)
        if known is None:
            return None
        formula = known
        for operator in reversed(parts.operators):
            formula = Temporal("AG" if operator == "AG" else "EF", (formula,))
    asked = replace(prop, formula=formula, premises=())
    if not is_decided(asked):
        return None
    variables = {one.atom for one in system.variables}
    named = [atom for atom in atoms(parts.starts) if isinstance(atom, Named) and atom not in variables]
    constant = len(named) == len(atoms(parts.starts))
    # A name that only the starts have stands for any number.
    parameters = dict.fromkeys([*system.parameters, *(atom.name for atom in named)])
    return replace(
        system,
        parameters=tuple(parameters),
        initial=conjunction([system.initial, parts.starts]),
        domain=conjunction([system.domain, parts.starts]) if constant else system.domain,
        properties=(asked,),
        ranks=(),
    ), asked


def _parts(prop: Property) -> _Parts | None:
    """The parts of such a property; None for one of another shape, or one that the SMT engine takes as it is."""
    if prop.logic == "invariant" or is_decided(prop):
        return None
    alternatives = prop.formula.operands if isinstance(prop.formula, Or) else (prop.formula,)
    temporal = [part for part in alternatives if not is_predicate(part)]
    if len(temporal) != 1:
        return None
    [rest] = temporal
    others = disjunction(part for part in alternatives if is_predicate(part))
    starts = negate(others) if len(alternatives) > 1 else TRUE
    operators: list[str] = []
    inner = rest
    while isinstance(inner, Temporal) and inner.operator in ("AG", "EF"):
        operators.append(inner.operator)
        [inner] = inner.operands
    if is_predicate(inner) and operators[-2:] == ["EF", "AG"]:
        return _Parts(starts, rest, tuple(operators[:-1]), inner)
    return _Parts(starts, rest, (), None) if is_decided(replace(prop, formula=rest)) else None
