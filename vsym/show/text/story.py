"""The story that a command tells of a model of any kind, from the system in one line to the traces."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Protocol

from rich.text import Text

from vsym.basics.frozen import frozen
from vsym.basics.limits import REASONS
from vsym.basics.options import TraceStyle
from vsym.checking.answer import Checked, Exploration
from vsym.show.text.explorations import exploration_line, group_line, levels_line, sizes_table
from vsym.show.text.lines import Story, every_size, system_line
from vsym.show.text.traces import trace, unseen_deadlock, way_to_deadlock
from vsym.show.text.verdicts import attempts, properties_table, warning_lines
from vsym.system.result import Reached


class _Part(Protocol):
    def __call__(self, checked: Checked, /, *, everything: bool) -> Story: ...


class _StatesLine(Protocol):
    def __call__(self, one: Exploration, reached: Reached, /, *, everything: bool) -> Text: ...


def heading(checked: Checked) -> list[Text]:
    """The system and its symmetry, each in one line."""
    return _telling(checked).heading(checked)


def verification(checked: Checked, style: TraceStyle, *, everything: bool, quiet: bool) -> Story:
    """The whole story; with `quiet`, the verdicts alone, with `everything` also witnesses of properties that hold."""
    if quiet:
        return verdicts(checked, quiet=True)
    telling = _telling(checked)
    story = telling.before_verdicts(checked, everything=everything)
    if checked.outcomes or checked.counters is None:
        story.append(Text(""))
    story += verdicts(checked, quiet=False)
    story += [Text(f" {line}", "dim") for line in instances_lines(checked)]
    story += telling.notes_below(checked)
    if everything:
        story += attempts(checked.attempts)
    story += warning_lines(checked.warnings, everything=everything)
    for outcome in checked.outcomes:
        if everything or outcome.verdict.outcome == "violated":
            story += trace(checked, outcome, style)
    story += _faults(checked, style)
    return story + way_to_deadlock(unseen_deadlock(checked), style)


def verdicts(checked: Checked, *, quiet: bool) -> Story:
    """The verdicts on properties and stated ranks alone."""
    sizes, story = every_size(checked.model), Story()
    if checked.outcomes or checked.counters is None or quiet:
        ways = _telling(checked).ways
        how = None if quiet or ways is None else ways(checked)
        story.append(properties_table(checked.outcomes, sizes, quiet=quiet, how=how))
    if checked.ranks:
        from vsym.show.text.ranks import ranks_table

        story += [Text(""), ranks_table(checked.ranks, sizes, quiet=quiet)]
    return story


def exploration(checked: Checked, style: TraceStyle, *, everything: bool, quiet: bool) -> Story:
    """The states that were reached, with a run to a deadlock and one to an error; with `quiet`, their number alone."""
    telling, main = _telling(checked), checked.main
    reached = None if main is None else main.reached
    story: Story = [] if quiet else [*telling.heading(checked)]
    if not quiet and (reached is not None or len(story) > 1):
        story.append(Text(""))
    if main is None or reached is None:
        return [*story, Text(f"nothing was explored: {unexplored(checked)}", "yellow")]
    if not quiet and telling.above_states is not None:
        story += telling.above_states(checked, everything=everything)
    story += _states(checked, main, reached, everything=everything)
    if quiet:
        return story
    sizes = sizes_table(reached) if everything else None
    story += [] if sizes is None else [Text(""), sizes]
    story += telling.notes_below(checked)
    story += way_to_deadlock(checked.deadlock, style)
    return story + [part for outcome in checked.outcomes for part in trace(checked, outcome, style)]


def unexplored(checked: Checked) -> str:
    """The reason that nothing was explored."""
    reasons = (outcome.verdict.reason for outcome in checked.outcomes)
    stopped = None if checked.main is None else checked.main.stopped
    return checked.stopped or stopped or next((reason for reason in reasons if reason), REASONS["time"])


def instances_lines(checked: Checked) -> Iterator[str]:
    """The instances that follow by symmetry, a line for each property."""
    for outcome in checked.outcomes:
        counts = outcome.instances
        if counts is not None and counts.checked < counts.of:
            left = counts.of - counts.checked
            said = f"{counts.checked} of {counts.of} instances checked; {left} {'follows' if left == 1 else 'follow'}"
            yield f"{outcome.property.name}: {said} by symmetry"


def _faults(checked: Checked, style: TraceStyle) -> Story:
    """The steps at which ranks fail."""
    if not checked.ranks:
        return []
    from vsym.show.text.ranks import fault_table

    return [part for outcome in checked.ranks for part in fault_table(outcome, style)]


def _heading(checked: Checked) -> list[Text]:
    """The system, and the group whose orbits vsym explored."""
    system, main = system_line(checked.model), checked.main
    return [system] if main is None or not main.factors else [system, group_line(checked, main)]


def _states(checked: Checked, one: Exploration, reached: Reached, *, everything: bool) -> list[Text]:
    """The reached states; with `everything`, the levels of decision diagrams as well."""
    telling = _telling(checked)
    lines = [telling.states_line(one, reached, everything=everything)]
    if everything and reached.levels and telling.variables is not None:
        lines.append(levels_line(telling.variables(checked), reached.levels))
    return lines


def _before_verdicts(checked: Checked, *, everything: bool) -> Story:
    """The heading, the reached states, and those of the further runs for properties that fewer symmetries keep."""
    telling, main = _telling(checked), checked.main
    story: Story = [*heading(checked)]
    if telling.details is not None:
        story += telling.details(checked, everything=everything)
    if main is not None and main.reached is not None:
        story += [Text(""), *_states(checked, main, main.reached, everything=everything)]
    for one in checked.others:
        how = telling.group_line(checked, one) if one.permuted else Text("every state is explored", "dim")
        story += [Text(""), Text.assemble(f"for {', '.join(one.names)}: ", how)]
        if one.reached is not None:
            story.append(telling.states_line(one, one.reached, everything=False))
    return story


@frozen
class Telling:
    """The parts of a story that one kind of model tells in a way of its own. By default, its words and explorations
    tell them, with the method that decided each property.

    The `variables` are those of decision diagrams; `details` stand below the heading where properties are checked;
    `notes_above` the states need none below.
    """

    heading: Callable[[Checked], list[Text]] = _heading
    before_verdicts: _Part = _before_verdicts
    above_states: _Part | None = None
    states_line: _StatesLine = exploration_line
    variables: Callable[[Checked], Sequence[str]] | None = None
    group_line: Callable[[Checked, Exploration], Text] = group_line
    ways: Callable[[Checked], Iterable[str]] | None = None
    details: _Part | None = None
    notes_above: bool = False

    def notes_below(self, checked: Checked) -> Story:
        """Notes on how the work was done."""
        return [] if self.notes_above else [Text(f" {note}", "dim") for note in checked.notes]


_ANY = Telling()


def _of_processes() -> Telling:
    from vsym.show.text import processes

    return Telling(
        processes.heading,
        processes.before_verdicts,
        processes.above_states,
        processes.states_line,
        processes.variables,
        notes_above=True,
    )


def _of_programs() -> Telling:
    from vsym.show.text import programs

    return Telling(
        programs.heading,
        above_states=programs.above_states,
        variables=programs.variables,
        group_line=programs.symmetry_line,
        ways=programs.ways,
        details=programs.details,
    )


_TELLING: Mapping[str, Callable[[], Telling]] = MappingProxyType({"processes": _of_processes, "program": _of_programs})
"""The story of a kind, imported on demand: that of processes imports the modules of their symmetry."""


def _telling(checked: Checked) -> Telling:
    own = _TELLING.get(checked.model.kind)
    return _ANY if own is None else own()
