"""The runs that decide a program's properties, each up to the symmetries that keep the properties it decides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vsym.basics.limits import Budget
from vsym.checking.groups.classes import KeptClass, kept_classes
from vsym.checking.groups.detecting import literal_map
from vsym.checking.groups.instances import Instance, PlannedRun, instances
from vsym.engines.compiled.quotient.action import joint
from vsym.engines.compiled.quotient.quotient import Quotient, quotient
from vsym.groups.group import Group
from vsym.groups.permutations import Permutation
from vsym.models.program.program import ERRORS, Program
from vsym.models.program.renaming import LiteralMap, SymmetryGroup, generating_maps
from vsym.models.program.types import Scalarset
from vsym.reductions.programs.lowering import Lowered
from vsym.reductions.programs.starts import symmetry_of
from vsym.symmetry.detected.literals import Literals
from vsym.symmetry.detected.subgroups import Searching, Subgroup, Subgroups
from vsym.system.symmetry import Symmetry


def planned_runs(
    program: Program,
    system: Lowered,
    group: SymmetryGroup,
    declared: tuple[Scalarset, ...],
    budget: Budget,
    searching: Searching | None = None,
    *,
    together: bool = False,
    alike: bool = True,
) -> tuple[PlannedRun, ...]:
    """The runs, that up to the largest group first; one if properties are to be decided `together`. Unless symmetries
    make start states `alike`, all instances of each property are in them.

    The group is one of symmetries of the program that keep its fairness as a whole, permutations of the scalarsets that
    are `declared` among them; the system has the instances of the properties, in order. Raises LimitReachedError.
    """
    layout = program.layout
    domains = tuple(map(frozenset, group.codes(layout)))
    own = {one: [symmetry(each, domains) for each in generating_maps(layout, one)] for one in declared if one.size > 1}
    scalarsets = (each for one, several in own.items() if one in group.scalarsets for each in several)
    others = (symmetry(one, domains) for one in group.generators)
    generators = tuple(dict.fromkeys(one for one in (*scalarsets, *others) if one.moved))
    subgroups = Subgroups(system.system, domains, generators, budget, searching)

    def up_to(subgroup: Subgroup) -> Quotient:
        if subgroup is subgroups.whole:
            return quotient(layout, group)
        whole = tuple(
            one
            for one, several in own.items()
            if all(subgroups.literals.permutation(each) in subgroup for each in several)
        )
        maps = tuple(literal_map(program, domains, one) for one in subgroup.symmetries)
        return quotient(layout, joined(program, whole, SymmetryGroup((), maps, group.domains)))

    classes = kept_classes(instances(program), system, subgroups, together=together, alike=alike)
    if not classes:
        return (PlannedRun((), quotient(layout, group)),)
    return tuple(PlannedRun(_with_errors(program, one), up_to(one.subgroup)) for one in classes)


def symmetry(one: LiteralMap, domains: Sequence[frozenset[int]]) -> Symmetry:
    """A map as a symmetry of the system that the program is, whose values are codes, of its domains alone.

    Raises ValueError where it takes a slot to one whose domain is another one.
    """
    return Literals(tuple(domains)).restricted(symmetry_of(one))


def _with_errors(program: Program, one: KeptClass) -> tuple[Instance, ...]:
    """The instances of a run, and whether the program ends in errors where a condition of one of them may."""
    own = one.instances
    names = {program.properties[instance.place].name for instance in own}
    if ERRORS in names or not any(question.may_fail for question in one.questions):
        return own
    errors = (Instance(place, prop) for place, prop in enumerate(program.properties) if prop.name == ERRORS)
    return (*errors, *own)


def joined(program: Program, declared: tuple[Scalarset, ...], group: SymmetryGroup) -> SymmetryGroup:
    """Declared symmetries and others together; scalarsets stay such where the others move no slot that they permute."""
    moved = [one for one in declared if one.size > 1]
    if not moved or not group.generators:
        return replace(group, scalarsets=declared)
    domains = group.codes(program.layout)
    own = [one for scalarset in moved for one in generating_maps(program.layout, scalarset)]
    if not all(symmetry_of(one).permutes([frozenset(codes) for codes in domains]) for one in own):
        return SymmetryGroup(declared)
    every = joint((*own, *group.generators), domains)
    images = [Permutation.of(images) for images in every.images]
    generated = Group(len(every.points), tuple(images[: len(own)]))
    more = tuple(one for one, moves in zip(group.generators, images[len(own) :], strict=True) if moves not in generated)
    if set(joint(own, domains).slots).isdisjoint(joint(more, domains).slots):
        return SymmetryGroup(declared, more, group.domains)
    return SymmetryGroup((), (*own, *more), group.domains)
