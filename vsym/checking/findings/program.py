"""The findings on a program's symmetry before any verdict: its group, the subgroup that keeps its properties, and its
types."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget, UndecidedError
from vsym.basics.options import RefusedError
from vsym.checking.answer import Instances
from vsym.checking.findings.description import GroupDescription, KeptBy, KeptGroup, described
from vsym.checking.findings.near_misses import ValueNearMiss, value_near_misses
from vsym.checking.findings.suggestions import Suggestion, suggestions
from vsym.checking.findings.types import TypeSymmetry, type_symmetries
from vsym.checking.groups.classes import kept_alone
from vsym.checking.groups.detecting import ProgramSymmetry, held_against, literal_map, program_symmetry
from vsym.checking.groups.instances import instances, stated
from vsym.models.program.program import DEADLOCK, ERRORS, Program, Rule
from vsym.symmetry.detected.beyond_graph import are_few, deepened
from vsym.symmetry.detected.subgroups import Subgroups
from vsym.system.report import Report
from vsym.system.symmetry import Symmetry


@frozen
class DeepSearch:
    """The generators found beyond the graph, by their number, and candidates that only few rules do not keep."""

    added: int
    near_misses: tuple[tuple[Symmetry, tuple[Rule, ...]], ...]


@frozen
class DetectedGroup:
    """A program's group, the subgroup that keeps its properties (None where there are none), the findings beyond the
    graph (None without a search), its index types, the values that are nearly interchangeable, and the types that could
    be scalarsets or ringsets."""

    symmetry: ProgramSymmetry
    group: GroupDescription
    subgroup: KeptGroup | None
    deep: DeepSearch | None
    types: tuple[TypeSymmetry, ...]
    values: tuple[ValueNearMiss, ...]
    suggestions: tuple[Suggestion, ...]

    @property
    def near_misses(self) -> tuple[TypeSymmetry, ...]:
        """The types that are symmetric but for few rules: most rules are not among them."""
        rules = len(self.symmetry.program.rules)
        return tuple(one for one in self.types if not one.start and are_few(len(one.breaking), rules))


def detected_group(program: Program, budget: Budget, report: Report, *, deep: bool = False) -> DetectedGroup:
    """A program's symmetry, if `deep` also beyond the graph; raises as `program_symmetry` does."""
    report.say("looking for symmetries")
    symmetry = program_symmetry(program, budget)
    search = None
    if deep:
        report.say("looking for symmetries beyond the graph")
        symmetry, search = _deepened(symmetry, budget)
    group = described(symmetry.detected)
    subgroup = None
    if any(prop.name not in (ERRORS, DEADLOCK) for prop in program.properties):
        report.say("looking for symmetries that keep the properties")
        subgroup = _kept(symmetry, program, group, budget)
    report.say("comparing index types")
    types = type_symmetries(symmetry)
    report.say("comparing values")
    values = value_near_misses(symmetry, budget)
    return DetectedGroup(symmetry, group, subgroup, search, types, values, tuple(suggestions(program, symmetry, types)))


def _deepened(symmetry: ProgramSymmetry, budget: Budget) -> tuple[ProgramSymmetry, DeepSearch]:
    search = deepened(symmetry.detection, symmetry.detected, budget)
    program, domains = symmetry.program, search.detected.literals.domains
    firings = symmetry.lowered.firings
    missed = (
        (one.candidate, tuple(dict.fromkeys(program.rules[firings[event].rule] for event in one.breaking)))
        for one in search.near_misses
    )
    few = tuple((candidate, rules) for candidate, rules in missed if are_few(len(rules), len(program.rules)))
    maps = (*symmetry.maps, *(literal_map(program, domains, one) for one in search.added))
    held_against(symmetry.lowered, domains, maps)
    return replace(symmetry, detected=search.detected, maps=maps), DeepSearch(len(search.added), few)


def _kept(symmetry: ProgramSymmetry, program: Program, group: GroupDescription, budget: Budget) -> KeptGroup:
    """The symmetries of a program that its properties leave, all together and each by itself."""
    if group.order == 1:
        return KeptGroup(group)
    detected, detection = symmetry.detected, symmetry.detection
    try:
        system = symmetry.lowered.stating(replace(program, properties=stated(program)), budget)
        if len(system.system.properties) < len(system.program.properties):
            return KeptGroup(None, f"the meaning of `{system.left_out[0][0]}` on states is unknown")
        subgroups = Subgroups(
            system.system,
            detection.domains,
            detected.generators,
            budget,
            lambda formulas: detection.detected(formulas).generators,
        )
        parts = instances(program)
        alone = [*kept_alone(parts, system, subgroups)]
        terms = (formula for _, __, questions in alone for one in questions for formula in one.formulas)
        whole = subgroups.keeping(tuple(dict.fromkeys(terms)))
    except (RefusedError, UndecidedError) as error:
        return KeptGroup(None, str(error))
    count = Counter(part.property.name for part in parts)
    by_property = tuple(
        KeptBy(prop.name, order, Instances(len(questions), count[prop.name])) for prop, order, questions in alone
    )
    if whole is not subgroups.whole:
        group = described(replace(detected, generators=whole.symmetries, group=whole.group))
    return KeptGroup(group, by_property=by_property)
