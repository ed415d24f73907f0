"""The runs by which a program's properties are decided, each up to a group of its own, and what they say together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from vsym.basics.limits import REASONS
from vsym.checking.answer import Checked, Instances, Outcome, unknown
from vsym.checking.groups.instances import Instance, PlannedRun, instances
from vsym.checking.ways import Way
from vsym.engines.compiled.quotient.quotient import Quotient
from vsym.logic.properties import is_enough
from vsym.models.program.faults import OWN_FAULT
from vsym.models.program.program import Program


def check_by_runs(
    program: Program,
    runs: Sequence[PlannedRun],
    by: Callable[[Quotient], Way],
    checking: Callable[[Program, Way], Checked],
) -> Checked:
    """Verify every property of a program in the run of each of its instances; raises what `checking` does.

    What the first run explores is what is said of the program; the others stand beside it. A property of which no run
    has an instance is decided in all of them. Runs for minor properties alone come last, and none of them begins where
    one before it has stopped before its end, and what is violated leaves nothing to ask.
    """
    planned = {one.place for run in runs for one in run.instances}
    everywhere = tuple(Instance(place, prop) for place, prop in enumerate(program.properties) if place not in planned)
    runs = [PlannedRun((*run.instances, *everywhere), run.quotient) for run in runs]
    ways = [by(run.quotient) for run in runs]
    if len(runs) == 1 and [one.property for one in runs[0].instances] == [*program.properties]:
        done = checking(program, ways[0])
        return replace(done, outcomes=tuple(replace(one, order=_order(done)) for one in done.outcomes))
    by_run: dict[int, Checked] = {}
    for number in sorted(range(len(runs)), key=lambda number: _minor(runs[number])):
        asked = replace(program, properties=tuple(one.property for one in runs[number].instances))
        reason = _ended(tuple(by_run.values()), asked)
        by_run[number] = checking(asked, ways[number]) if reason is None else _left(asked, ways[number], reason)
    checked = [by_run[number] for number in range(len(runs))]
    split = Counter(one.place for one in instances(program))
    outcomes = []
    for place, prop in enumerate(program.properties):
        own = [
            (instance.property.formula == prop.formula, replace(outcome, property=prop, order=_order(done)))
            for run, done in zip(runs, checked, strict=True)
            for instance, outcome in zip(run.instances, done.outcomes, strict=True)
            if instance.place == place
        ]
        whole, several = all(whole for whole, _ in own), [outcome for _, outcome in own]
        outcomes.append(_together(several) if whole else _of_instances(several, split[place]))
    main, *others = sorted(checked, key=lambda one: one.stopped == REASONS["decided"])
    return replace(
        main,
        model=program,
        outcomes=tuple(outcomes),
        explorations=(*main.explorations, *(one for run in others for one in run.explorations)),
        attempts=tuple(one for run in checked for one in run.attempts),
        seconds=sum(one.seconds for one in checked),
    )


def _order(checked: Checked) -> int:
    return 1 if checked.main is None else checked.main.order


def _minor(run: PlannedRun) -> int:
    """How minor the properties of a run are at least."""
    return min((one.property.minor for one in run.instances), default=0)


def _ended(checked: Sequence[Checked], program: Program) -> str | None:
    """Why a run is not to begin, after some runs; None where it is."""
    if any(REASONS["keyboard"] in (one.stopped, one.main and one.main.reason) for one in checked):
        return REASONS["keyboard"]
    stopped = any(one.reached is not None and one.reached.interrupted == "decided" for one in checked)
    violated = [(one.property, False) for run in checked for one in run.outcomes if one.verdict.outcome == "violated"]
    enough = is_enough([*violated, *((prop, None) for prop in program.properties)])
    return REASONS["decided"] if stopped and enough else None


def _left(program: Program, by: Way, reason: str) -> Checked:
    """A run that did not begin."""
    from vsym.checking.programs import exploration

    none = replace(exploration(by, None, program, reason), unproved=None)
    return Checked(program, unknown(program.properties, reason), explorations=(none,), stopped=reason)


def _of_instances(several: Sequence[Outcome], of: int) -> Outcome:
    """The verdict on a property from those on some of its instances, for which the others follow: a path that shows
    that one holds does not show that all do."""
    known = _together(several)
    if known.verdict.outcome != "violated":
        known = replace(known, run=None, verdict=replace(known.verdict, path=None))
    return replace(known, instances=Instances(len(several), of))


def _together(several: Sequence[Outcome]) -> Outcome:
    """The verdict on what holds where each of some instances does, shown by a shortest path of those that are violated.

    Where a condition ends in an error, a property of paths has no verdict, as it has none if it is not taken apart.
    """
    by_verdict: dict[str, list[Outcome]] = {}
    for one in several:
        by_verdict.setdefault(one.verdict.outcome, []).append(one)
    unknowns = by_verdict.get("unknown", [])
    violated = sorted(
        by_verdict.get("violated", []), key=lambda one: 0 if one.run is None else len(one.run.path.states)
    )
    faulty = [one for one in unknowns if one.verdict.reason == OWN_FAULT]
    decisive = (*faulty, *violated, *unknowns, *several)[0]
    seconds = sum(one.verdict.seconds for one in several)
    return replace(
        decisive, verdict=replace(decisive.verdict, seconds=seconds), order=min(one.order for one in several)
    )
