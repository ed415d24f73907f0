"""The runs by which a program's properties are decided, each up to a group of its own: one by one, and together."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from vsym.basics.limits import REASONS, Budget, UndecidedError, reason_of
from vsym.basics.numbers import plural
from vsym.checking.answer import Checked, Exploration, Instances, Outcome, unknown
from vsym.checking.attempt import attempted, by_engine, explored
from vsym.checking.groups.instances import Instance, PlannedRun, instances
from vsym.checking.ways import Way
from vsym.engines.compiled.quotient.quotient import Quotient
from vsym.logic.formula import conjunction
from vsym.logic.properties import is_enough
from vsym.models.program.faults import OWN_FAULT
from vsym.models.program.program import ERRORS, Program, asked_for_errors
from vsym.models.protocol import ReplayError
from vsym.reductions.protocol import Method
from vsym.system.report import Report
from vsym.system.result import Reached

if TYPE_CHECKING:
    from vsym.reductions.programs.lowering import Lowered


def check_by_runs(
    program: Program,
    runs: Sequence[PlannedRun],
    by: Callable[[Quotient], Way],
    checking: Callable[[Program, Way], Checked],
) -> Checked:
    """Verify every property of a program in the run of each of its instances; raises as `checking` does.

    The states of the answer are those of the first run that was needed; the explorations of the others follow. A
    property with no instance in any run is decided in all of them. Runs for minor properties alone come last. No run
    begins after Ctrl-C. Once a run has stopped early, none begins whose properties are all minor beside a violated one.
    """
    planned = {one.place for run in runs for one in run.instances}
    everywhere = tuple(Instance(place, prop) for place, prop in enumerate(program.properties) if place not in planned)
    runs = [replace(run, instances=(*run.instances, *everywhere)) for run in runs]
    ways = [by(run.quotient) for run in runs]
    if len(runs) == 1 and [one.property for one in runs[0].instances] == [*program.properties]:
        done = _checked(runs[0], program, by, checking)
        return replace(done, outcomes=tuple(replace(one, order=_order(done)) for one in done.outcomes))
    minor = [min((one.property.minor for one in run.instances), default=0) for run in runs]
    by_run: dict[int, Checked] = {}
    for number in sorted(range(len(runs)), key=minor.__getitem__):
        part = replace(program, properties=tuple(one.property for one in runs[number].instances))
        reason = _ended(tuple(by_run.values()), part)
        if reason is not None:
            by_run[number] = stopped(part, reason, ways[number])
            continue
        by_run[number] = _checked(runs[number], part, by, checking)
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


def _checked(
    run: PlannedRun, program: Program, by: Callable[[Quotient], Way], checking: Callable[[Program, Way], Checked]
) -> Checked:
    """The answer of a run on its properties, up to another quotient where an invariant that its own assumes is false.

    The invariants are decided first and as one. Every state before the first violation satisfies the assumption; states
    after it need not (theory, Theorem 23).
    """
    if run.instead is None:
        return checking(program, by(run.quotient))
    assumed = [prop for prop in program.properties if prop.name in run.assumed]
    together = replace(assumed[0], formula=conjunction(prop.formula for prop in assumed))
    # What lies beyond is shown by no path of the program, neither is a deadlock there.
    dialect = replace(program.dialect, deadlock="off")
    first = checking(replace(program, properties=(together,), dialect=dialect), by(run.quotient))
    verdict = first.outcomes[0].verdict
    if verdict.outcome == "holds":
        return _later(checking(program, by(run.quotient)), first)
    if verdict.outcome == "unknown" and verdict.reason != OWN_FAULT:
        return stopped(program, verdict.reason or "", by(run.quotient))
    names = " or ".join(f"`{prop.name}`" for prop in assumed)
    how = "is violated" if verdict.outcome == "violated" else "ends in an error"
    note = f"{names}, which virtual symmetry rests on, {how}; other symmetries are used"
    other = _later(checking(program, by(run.instead)), first)
    return replace(other, notes=(*other.notes, note))


def _later(checked: Checked, first: Checked) -> Checked:
    """An answer for which another one came first."""
    return replace(checked, seconds=first.seconds + checked.seconds)


def _order(checked: Checked) -> int:
    return 1 if checked.main is None else checked.main.order


def _ended(checked: Sequence[Checked], program: Program) -> str | None:
    """The reason why a run on a program does not begin after some others; None if it does."""
    if any(REASONS["keyboard"] in (one.stopped, one.main and one.main.reason) for one in checked):
        return REASONS["keyboard"]
    stopped = any(one.reached is not None and one.reached.interrupted == "decided" for one in checked)
    violated = [(one.property, False) for run in checked for one in run.outcomes if one.verdict.outcome == "violated"]
    enough = is_enough([*violated, *((prop, None) for prop in program.properties)])
    return REASONS["decided"] if stopped and enough else None


def _of_instances(several: Sequence[Outcome], of: int) -> Outcome:
    """The verdict from those on some instances, for which the others follow: one witness does not show them all."""
    outcome = _together(several)
    if outcome.verdict.outcome != "violated":
        outcome = replace(outcome, run=None, verdict=replace(outcome.verdict, path=None))
    return replace(outcome, instances=Instances(len(several), of))


def _together(several: Sequence[Outcome]) -> Outcome:
    """The verdict on the conjunction of some instances, shown by a shortest path of those that are violated.

    Where a condition ends in an error, a property of paths has no verdict, as it has none if it is not taken apart.
    """
    unknowns = [one for one in several if one.verdict.outcome == "unknown"]
    violated = [one for one in several if one.verdict.outcome == "violated"]
    violated.sort(key=lambda one: 0 if one.run is None else len(one.run.path.states))
    faulty = [one for one in unknowns if one.verdict.reason == OWN_FAULT]
    decisive = (*faulty, *violated, *unknowns, *several)[0]
    verdict = replace(decisive.verdict, seconds=sum(one.verdict.seconds for one in several))
    return replace(decisive, verdict=verdict, order=min(one.order for one in several))


def checked_by(program: Program, by: Way, budget: Budget, report: Report, lowering: Lowered | None = None) -> Checked:
    """Every property of a program, decided in one run."""
    if by.unproved is None:
        return _decided(program, by, budget, report, lowering)
    try:
        checked = _decided(program, by, budget, report, lowering)
    except (RuntimeError, ReplayError):
        # A path of stored states is one of concrete states only if the group is one of symmetries.
        return stopped(program, by.unproved, by)
    return replace(checked, outcomes=tuple(_but_unproved(one, checked, by) for one in checked.outcomes))


def _decided(program: Program, by: Way, budget: Budget, report: Report, lowering: Lowered | None) -> Checked:
    started = time.monotonic()
    try:
        reduced = by.reduced(program, budget, report, lowering)
        done = attempted(reduced, by_engine(by.on(reduced)), budget, report, sure=by.unproved is None)
    except (UndecidedError, KeyboardInterrupt) as error:
        return stopped(program, reason_of(error), by)
    return replace(_run(program, done.outcomes, by, done.reached, started), attempts=done.attempts)


def explored_by(program: Program, by: Way, budget: Budget, report: Report, lowering: Lowered | None = None) -> Checked:
    """The states of a program, and as far as the engine looks for them, deadlocks and errors."""
    if not by.symbolic:
        return checked_by(program, by, budget, report, lowering)
    started = time.monotonic()
    bare = replace(program, properties=())
    try:
        reduced = by.reduced(bare, budget, report, lowering)
        done = explored(reduced, by.on(reduced), budget, report)
    except (UndecidedError, KeyboardInterrupt) as error:
        return stopped(program, reason_of(error), by)
    return replace(_run(program, (), by, done.reached, started), deadlock=done.stuck)


def _run(program: Program, outcomes: tuple[Outcome, ...], by: Way, reached: Reached | None, started: float) -> Checked:
    notes = by.notes
    if reached is not None and by.unproved is not None:
        reached = replace(reached, complete=False, represented=None)
    if reached is not None and by.up_to is not None:
        notes = (*notes, *by.up_to.guide.notes(reached))
    seconds = time.monotonic() - started
    return Checked(program, outcomes, explorations=(exploration(by, reached, program),), seconds=seconds, notes=notes)


def exploration(by: Way | None, reached: Reached | None, program: Program, reason: str | None = None) -> Exploration:
    """The exploration of one run of a program, or why there is none, where it did not begin or was stopped before."""
    names = tuple(prop.name for prop in program.properties)
    if by is None:
        return Exploration("plain", reached, names=names, stopped=reason)
    method: Method = "orbit" if by.scalarsets or by.factors else "plain"
    unproved = by.unproved if reason is None else None
    return Exploration(method, reached, by.scalarsets, by.factors, unproved, names, reason, by.virtual)


def stopped(program: Program, reason: str, by: Way | None = None) -> Checked:
    """A check that ended for a reason before anything was known, after the way was chosen or before."""
    explorations = (exploration(by, None, program, reason),)
    notes = () if by is None else by.notes
    return Checked(program, unknown(program.properties, reason), explorations=explorations, stopped=reason, notes=notes)


def _but_unproved(outcome: Outcome, checked: Checked, by: Way) -> Outcome:
    """The outcome that stands where the group is not proved to be one of symmetries. Only two kinds of violation do: a
    bad state to which a path has been replayed, and a refutation on decision diagrams by real states alone."""
    verdict, reached = outcome.verdict, checked.reached
    refuted = outcome.property.logic == "invariant" or by.symbolic
    if verdict.outcome == "violated" and refuted and outcome.run is not None:
        return outcome
    violated = any(one.verdict.outcome == "violated" for one in checked.outcomes)
    more = None
    if verdict.outcome == "unknown" and reached is not None and reached.interrupted is not None:
        more = verdict.reason
    elif reached is not None:
        among = reached.representatives or reached.states
        more = f"no {'other ' if violated else ''}violation among {plural(among, 'stored state')}"
    reason = "; ".join(one for one in (by.unproved, more) if one)
    return Outcome(outcome.property, replace(verdict, outcome="unknown", path=None, reason=reason))


def saying_errors(program: Program, check: Callable[[Program], Checked]) -> Checked:
    """The answer of `check` on a program, with a verdict on errors if one is reached, even without such a property.

    An error cuts a path, so that no property speaks of what would come after it. Without that property, the answer
    leaves errors out if none is reached; if that is not known but other verdicts are, a note says so.
    """
    asks = any(prop.name == ERRORS for prop in program.properties)
    checked = check(asked_for_errors(program))
    # Of the program as it was given: runs asked it other properties.
    own = (
        one
        if one.run is None or one.run.model.parameters != program.parameters
        else replace(one, run=replace(one.run, model=program))
        for one in checked.outcomes
    )
    deadlock = None if checked.deadlock is None else replace(checked.deadlock, model=program)
    checked = replace(checked, model=program, outcomes=tuple(own), deadlock=deadlock)
    errors = next((one.verdict for one in checked.outcomes if one.property.name == ERRORS), None)
    if asks or (errors is not None and errors.outcome == "violated"):
        return checked
    others = tuple(one for one in checked.outcomes if one.property.name != ERRORS)
    explorations = tuple(
        replace(one, names=tuple(name for name in one.names if name != ERRORS)) for one in checked.explorations
    )
    notes = checked.notes
    if errors is not None and errors.outcome == "unknown" and any(one.verdict.outcome != "unknown" for one in others):
        notes = (*notes, f"it is unknown whether the program ends in errors: {errors.reason}")
    return replace(checked, outcomes=others, explorations=explorations, notes=notes)
