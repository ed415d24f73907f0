"""The findings on a program's virtual symmetry: its group, the subgroups that keep properties, and the refuted
exchanges, each with a state as its witness."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget, UndecidedError
from vsym.basics.options import RefusedError
from vsym.checking.findings.description import GroupDescription, described
from vsym.checking.groups.detecting import ProgramSymmetry
from vsym.checking.groups.virtual import VirtualSymmetry, virtual_symmetry
from vsym.groups.group import Group
from vsym.models.program.program import Program, Rule
from vsym.models.program.semantics import Firing, State
from vsym.symmetry.detected.detection import Detected
from vsym.symmetry.detected.literals import Literals
from vsym.symmetry.detected.virtual.group import Virtual
from vsym.symmetry.detected.virtual.rows import OTHER
from vsym.system.step import after
from vsym.system.symmetry import Symmetry

SECONDS = 60.0
"""The most time for virtual symmetry beside the symmetries that are detected."""


@frozen
class Unanswered:
    """A witness: in a `state` a firing leads to the `target`, and no step of the state that the symmetry has
    `exchanged` leads to the target's orbit."""

    firing: Firing
    state: State
    target: State
    exchanged: State
    symmetry: Symmetry


@frozen
class RefutedExchange:
    """An exchange of two members of a row, which is not proved to be virtual: with a witness if it is refuted by a step
    without an answer, without one if errors are not kept or nothing is known."""

    row: str
    members: tuple[str, str]
    witness: Unanswered | None


@frozen
class KeptVirtual:
    """The virtual group that keeps some properties; None where all its symmetries are ordinary."""

    names: tuple[str, ...]
    group: GroupDescription | None


@frozen
class VirtualGroup:
    """The virtual group of a program, None where there is no more than ordinary symmetry, with the rules that tell
    exchanged elements apart, the invariants that its proof assumes, the subgroups that keep the properties, and the
    refuted exchanges."""

    symmetry: VirtualSymmetry
    group: GroupDescription | None
    broken: tuple[Rule, ...]
    assumed: tuple[str, ...]
    kept: tuple[KeptVirtual, ...]
    refuted: tuple[RefutedExchange, ...]


def virtual_group(program: Program, symmetry: ProgramSymmetry, budget: Budget) -> VirtualGroup | str:
    """The virtual symmetry of a program beside its detected one, or the reason why it is not known."""
    limited = budget.within(SECONDS)
    try:
        virtual = virtual_symmetry(program, symmetry, limited)
        kept = tuple(_kept(program, virtual))
    except (RefusedError, UndecidedError) as error:
        budget.check()
        return str(error)
    if virtual.group.rows.exhausted and not virtual.group.beyond:
        return "the search was given up, as orbits are too large to be listed"
    return VirtualGroup(
        virtual,
        _described(virtual, virtual.group),
        virtual.broken,
        tuple(prop.name for prop in virtual.assumed),
        kept,
        tuple(_refuted(virtual)),
    )


def _kept(program: Program, virtual: VirtualSymmetry) -> Iterator[KeptVirtual]:
    """The groups that keep properties, each with the properties that it keeps."""
    if not virtual.group.beyond:
        return
    names: dict[frozenset[object], list[str]] = {}
    groups: dict[frozenset[object], Virtual] = {}
    for prop in program.properties:
        group = virtual.keeping((prop.name,))
        key = frozenset[object](group.proved) if group.beyond else frozenset[object]()
        names.setdefault(key, []).append(prop.name)
        groups.setdefault(key, group)
    for key, own in names.items():
        yield KeptVirtual(tuple(own), _described(virtual, groups[key]))


def _described(virtual: VirtualSymmetry, group: Virtual) -> GroupDescription | None:
    if not group.beyond:
        return None
    return described(_as_detected(virtual.literals, group.generators))


def _as_detected(literals: Literals, generators: Sequence[Symmetry]) -> Detected:
    permutations = tuple(map(literals.permutation, generators))
    return Detected(literals, tuple(generators), Group(literals.starts[-1], permutations), "proved", 0, 0)


def _refuted(virtual: VirtualSymmetry) -> Iterator[RefutedExchange]:
    system, rows = virtual.detection.system, virtual.group.rows
    for (number, place), refuted in sorted(virtual.group.refuted.items()):
        if number == OTHER:
            continue
        row = rows.rows[number]
        members = row.members[place], row.members[place + 1]
        if refuted.state is None or refuted.event is None:
            yield RefutedExchange(row.name, members, None)
            continue
        symmetry = rows.symmetry((number, place))
        target = after(system, refuted.event, refuted.state)
        firing = virtual.lowered.firings[refuted.event]
        exchanged = symmetry.state(refuted.state)
        yield RefutedExchange(row.name, members, Unanswered(firing, refuted.state, target, exchanged, symmetry))
