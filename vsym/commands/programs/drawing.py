"""`vsym draw` on a program: its states and the rules between them, or its symmetries."""

from __future__ import annotations

from dataclasses import asdict
from typing import assert_never

from vsym.basics.options import HOLDS, PictureKind, RefusedError
from vsym.checking.counted_check import counters_of
from vsym.checking.counter_states import counter_graph
from vsym.checking.group_table import group_table
from vsym.checking.program_diagrams import program_diagrams as all_and_canonical
from vsym.checking.program_representatives import program_orbits
from vsym.checking.program_states import state_graph
from vsym.checking.program_symmetry import program_symmetry
from vsym.checking.up_to import UpTo
from vsym.commands.answer import Answer
from vsym.commands.drawing import written
from vsym.commands.programs.task import Task
from vsym.show.pictures.group import ROOM, group
from vsym.show.pictures.picture import Picture
from vsym.show.pictures.programs import (
    NODES,
    STATES,
    counter_states,
    program_diagrams,
    program_representatives,
    program_states,
)
from vsym.show.pictures.programs import ORBIT_STATES as REPRESENTED
from vsym.show.pictures.programs import STATES as COUNTED
from vsym.show.program_group import wording
from vsym.show.programs import record


def draw(task: Task) -> Answer:
    """The picture; raises RefusedError for pictures of processes and for programs that symmetries are not detected of,
    DiagnosticError for one that is to be counted and cannot be, UndecidedError where a limit ends the work."""
    what = task.options.what or "states"
    _refuse_options(task, what)
    match what:
        case "states" if task.options.counted:
            picture = _counters(task)
        case "states":
            picture = program_states(task.program, state_graph(task.program, STATES, task.budget))
        case "group":
            picture = _group(task)
        case "representatives":
            picture = _representatives(task)
        case "diagrams":
            known = all_and_canonical(task.program, _grouped(task), NODES, task.budget, task.narrator)
            picture = program_diagrams(task.program, known)
        case "quotient" | "witness" | "adaptive" | "ranking":
            drawn = "--what states, group, representatives or diagrams is drawn"
            raise RefusedError(f"--what {what} is for .gsst models; of a program, {drawn}")
        case _:
            assert_never(what)
    task.narrator.say("drawing")
    raw = written(picture, task.options.format, task.budget.deadline)
    notes = tuple(f"the picture shows {line}" for line in picture.left_out)
    document = {**record.header(task.program, task.file), "picture": {"what": what, **asdict(picture)}}
    return Answer(HOLDS, record=document, raw=raw, notes=() if task.options.quiet else notes)


def _counters(task: Task) -> Picture:
    task.narrator.say("counting processes")
    model, _ = counters_of(task.program, task.budget, None)
    return counter_states(model, counter_graph(model, COUNTED, task.budget))


def _group(task: Task) -> Picture:
    task.narrator.say("looking for symmetries")
    symmetry = program_symmetry(task.program, task.budget)
    if not symmetry.maps:
        raise RefusedError(
            f"no symmetry of `{task.program.name}` but the identity was detected: nothing is to be drawn"
        )
    words = wording(task.program)
    return group(task.program.name, words, group_table(symmetry.detected, words.names, words.value, ROOM))


def _refuse_options(task: Task, what: PictureKind) -> None:
    """Raise RefusedError for an option that is for other pictures."""
    options = task.options
    if options.counted and what != "states":
        raise RefusedError(f"--as counters is for --what states, and --what {what} draws states or what permutes them")
    of_groups = {"--group": options.group, "--trust-group": options.trust_group}
    of_strategies = {
        "--strategy": options.strategy,
        "--hint": options.hints,
        "--hints": options.automatic,
        "--rounds": options.rounds,
    }
    for option, value in {**of_groups, **of_strategies}.items():
        if value and what != "representatives" and (what != "diagrams" or option in of_strategies):
            also = " and diagrams" if option in of_groups else ""
            raise RefusedError(f"{option} is for --what representatives{also}, which draw what a group makes of states")


def _grouped(task: Task) -> UpTo:
    """Up to what a program is to be drawn; raises RefusedError where that is nothing."""
    up_to = task.up_to
    if not up_to.maps:
        raise RefusedError(
            f"every state of `{task.program.name}` is by itself: there are no orbits to draw; --group detected looks "
            "for symmetries that are not declared"
        )
    return up_to


def _representatives(task: Task) -> Picture:
    up_to = _grouped(task)
    if up_to.strategy == "full":
        raise RefusedError("--strategy full keeps every state: --what states draws them")
    known = program_orbits(task.program, up_to, REPRESENTED, task.budget, task.narrator)
    return program_representatives(task.program, known, up_to.strategy)
