"""The page of a program: its text, its verdicts and its traces."""

from __future__ import annotations

from collections.abc import Iterator

from vsym import __version__
from vsym.basics.numbers import number
from vsym.basics.options import TraceStyle
from vsym.checking.programs import CheckedProgram
from vsym.show.page.properties import of_outcome, summary
from vsym.show.page.rendering import listing
from vsym.show.page.values import Page, Pair, Times, Trace
from vsym.show.programs.lanes import swim_lanes
from vsym.show.programs.text import instances_lines, program_line, symmetry_line


def page(checked: CheckedProgram, style: TraceStyle, seconds: float, *, everything: bool) -> Page:
    """The whole page of a program whose verdicts took so many seconds."""
    program = checked.program
    traces = tuple(_traces(checked, style, everything=everything))
    properties = tuple(of_outcome(outcome, traces) for outcome in checked.outcomes)
    said, mood = summary([prop.verdict for prop in properties])
    system = program_line(program, checked.counting).plain.removeprefix(f"{program.name}: ")
    took = f"{seconds:,.3f} s"
    return Page(
        program.name,
        f"{system}; {symmetry_line(checked).plain}.",
        said,
        mood,
        properties,
        (),
        listing(program.span.source),
        None,
        None,
        None,
        None,
        traces,
        (*_statistics(checked), ("made by", f"vsym {__version__}")),
        Times(tuple((name, f"{part:,.3f} s") for name, part in _stages(checked, seconds)), took),
    )


def _stages(checked: CheckedProgram, seconds: float) -> Iterator[tuple[str, float]]:
    """What the time of the verdicts went to: compiling, where a C program explored, the exploration, and the rest."""
    reached = checked.reached
    parts = [] if reached is None or reached.compile_seconds is None else [("compiled", reached.compile_seconds)]
    parts += [("explored", reached.seconds)] if parts and reached is not None else []
    yield from parts
    yield "verdicts", max(0.0, seconds - sum(part for _, part in parts))


def _traces(checked: CheckedProgram, style: TraceStyle, *, everything: bool) -> Iterator[Trace]:
    for outcome in checked.outcomes:
        if style != "off" and (everything or outcome.verdict.outcome == "violated") and outcome.path is not None:
            yield swim_lanes(outcome.shown_at or checked.program, outcome, outcome.path)


def _statistics(checked: CheckedProgram) -> Iterator[Pair]:
    yield from _explored(checked)
    for one in checked.others:
        names = ", ".join(outcome.property.name for outcome in one.outcomes)
        yield from ((f"{said}, for {names}", value) for said, value in _explored(one))
    yield from (("instances", line) for line in instances_lines(checked))


def _explored(checked: CheckedProgram) -> Iterator[Pair]:
    reached = checked.reached
    if reached is None:
        return
    count = number(reached.states)
    yield f"{checked.kind}s", count if reached.complete else f"at least {count}"
    figures = {
        "concrete states": reached.represented if reached.strategy is None else None,
        "orbits": None if reached.strategy is None else checked.orbits,
        "representatives": reached.representatives if checked.canonical is False else None,
        "rules fired": reached.rules_fired,
        "depth": reached.depth,
        "deadlocks": reached.deadlocks,
    }
    yield from ((name, number(value)) for name, value in figures.items() if value is not None)
    if reached.bytes_per_state is not None:
        yield "bytes a state", f"{reached.bytes_per_state:.1f}"
