"""The properties of a program that are decided in one run: those that the same symmetries keep, and others where a run
of their own is not worth it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, groupby
from math import prod

from vsym.basics.frozen import frozen
from vsym.checking.groups.instances import Instance, states_asked
from vsym.logic.formula import Formula, Truth, atoms, disjunction
from vsym.logic.properties import Property
from vsym.models.program.program import DEADLOCK, ERRORS
from vsym.reductions.programs.lowering import Lowered
from vsym.symmetry.detected.subgroups import Subgroup, Subgroups

WORTH = 4
"""The ratio of symmetries that gives properties a run of their own: at least this many times as many must keep them as
keep another run that could decide them. The extra run adds at most a quarter to the work."""

FEW_STATES = 100_000
"""The most possible states of a program that vsym explores just once, even if different symmetries keep its
properties."""

MOST_RUNS = 6
"""The most runs."""


@frozen
class Asked:
    """An instance, the formulas that symmetries have to keep for it, and whether its conditions may end in an error."""

    instance: Instance
    formulas: tuple[Formula, ...]
    may_fail: bool = False


@frozen
class KeptClass:
    """The instances of one run, and symmetries that keep all of them."""

    questions: tuple[Asked, ...]
    subgroup: Subgroup

    @property
    def instances(self) -> tuple[Instance, ...]:
        """The instances, in the order of the properties."""
        return tuple(one.instance for one in sorted(self.questions, key=lambda one: one.instance.place))


def kept_classes(
    stated: Sequence[Instance], system: Lowered, subgroups: Subgroups, *, together: bool, alike: bool = True
) -> tuple[KeptClass, ...]:
    """The runs, that up to the most symmetries first; one run with `together`, or if there are at most FEW_STATES.

    If the start states are `alike`, a run has only the first of the instances of one property that symmetries take to
    each other: the verdict on it holds for the others. The properties of the system are the `stated` instances, but for
    those that every program has.
    """
    questions = [*_asked(stated, system)]
    if alike:
        questions = [*_representatives(questions, subgroups)]
    keeping = cache(subgroups.keeping)
    runs = _equal([KeptClass((one,), keeping(one.formulas)) for one in questions])
    states = prod(map(len, subgroups.literals.domains))
    if together or states <= FEW_STATES:
        return (_union(runs, subgroups),) if runs else ()
    runs = _worth_it(sorted(runs, key=lambda run: -run.subgroup.order))
    while len(runs) > MOST_RUNS:
        runs = [*runs[:-2], _union(runs[-2:], subgroups)]
    return tuple(runs)


def kept_alone(
    stated: Sequence[Instance], system: Lowered, subgroups: Subgroups
) -> Iterator[tuple[Property, int, tuple[Asked, ...]]]:
    """Each property that not every program has, the least number of symmetries that keep a representative of its
    instances, and these representatives."""
    questions = [one for one in _asked(stated, system) if one.instance.property.name not in (ERRORS, DEADLOCK)]
    for _, several in groupby(_representatives(questions, subgroups), key=lambda one: one.instance.place):
        own = tuple(several)
        yield own[0].instance.property, min(subgroups.keeping(one.formulas).order for one in own), own


def _asked(stated: Sequence[Instance], system: Lowered) -> Iterator[Asked]:
    """The instances, with all that symmetries have to keep: also the states in which a condition ends in an error."""
    fair = [one.formula for one in system.system.fairness]
    wrong = {one.condition: one.where for one in system.wrong}
    shared = [atom for one in system.program.fairness for atom in atoms(one.formula)]
    lowered = iter(system.system.properties)
    for instance in stated:
        implied = instance.property.name in (ERRORS, DEADLOCK)
        own = () if implied else tuple(atoms(instance.property.formula))
        fails = disjunction(wrong[atom] for atom in dict.fromkeys((*own, *shared)) if atom in wrong)
        states = () if implied else (states_asked(next(lowered)),)
        anywhere = instance.property.logic == "invariant" or instance.property.name in system.program.covers
        yield Asked(instance, (*states, fails, *(() if anywhere else fair)), not isinstance(fails, Truth))


def _representatives(questions: Sequence[Asked], subgroups: Subgroups) -> Iterator[Asked]:
    """The first of the instances of one property that symmetries take to each other."""
    for _, group in groupby(questions, key=lambda one: one.instance.place):
        several = [*group]
        least = subgroups.alike([one.formulas[:2] for one in several]) if len(several) > 1 else (0,)
        yield from (one for place, one in enumerate(several) if least[place] == place)


def _equal(runs: Sequence[KeptClass]) -> list[KeptClass]:
    """Runs up to the same symmetries as one."""
    distinct: list[KeptClass] = []
    for run in runs:
        for place, one in enumerate(distinct):
            if _same(one.subgroup, run.subgroup):
                distinct[place] = KeptClass((*one.questions, *run.questions), one.subgroup)
                break
        else:
            distinct.append(run)
    return distinct


def _same(one: Subgroup, other: Subgroup) -> bool:
    return one is other or (one.order == other.order and one <= other and other <= one)


def _worth_it(runs: Sequence[KeptClass]) -> list[KeptClass]:
    """The runs, of most symmetries first, but for those whose properties another one decides at little more cost."""
    left: list[KeptClass] = []
    for run in reversed(runs):
        for place, other in reversed([*enumerate(left)]):
            if run.subgroup.order < WORTH * other.subgroup.order and other.subgroup <= run.subgroup:
                left[place] = KeptClass((*other.questions, *run.questions), other.subgroup)
                break
        else:
            left.append(run)
    return left[::-1]


def _union(runs: Sequence[KeptClass], subgroups: Subgroups) -> KeptClass:
    if len(runs) == 1:
        return runs[0]
    questions = tuple(chain.from_iterable(run.questions for run in runs))
    formulas = tuple(dict.fromkeys(chain.from_iterable(one.formulas for one in questions)))
    return KeptClass(questions, subgroups.keeping(formulas))
