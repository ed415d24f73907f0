"""The traces of `vsym check` as files for other tools."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import PurePath
from types import MappingProxyType
from typing import TypeAlias

from vsym.basics.limits import UndecidedError
from vsym.basics.options import Options, RefusedError
from vsym.basics.source import DiagnosticError
from vsym.checking.answer import Checked
from vsym.commands.task import Task
from vsym.reductions.protocol import Run

_LONGEST = 100
"""How many characters of a property's name a file's name has."""

Writer: TypeAlias = "Callable[[], str]"
"""What writes a file."""


def exported(task: Task, checked: Checked) -> tuple[dict[str, str], tuple[str, ...]]:
    """The files that are asked for, by their paths, and what is to be said of those that are not written."""
    runs = [(one.property.name, one.run) for one in checked.outcomes if one.run is not None and one.run.path.states]
    writers = _BY_KIND.get(task.model.kind)
    if not runs or writers is None:
        return {}, ("no property has a trace that could be written",)
    files: dict[str, str] = {}
    notes: dict[str, None] = {}
    for name, run in runs:
        for directory, ending, write in writers(task, name, run):
            try:
                files[_place(files, directory, name, ending)] = write()
            except (RefusedError, DiagnosticError, UndecidedError) as error:
                notes[f"the trace of {name} is not written: {error}"] = None
    return files, (*notes, *(_COUNTED.get(task.model.kind, _nothing)(task.options, checked) if files else ()))


def _of_processes(task: Task, name: str, run: Run) -> Iterator[tuple[str, str, Writer]]:
    from vsym.exchange.itf import expanded, itf
    from vsym.exchange.smv.system import smv_trace
    from vsym.reductions.counters.reduced import Reduced

    view, counters = run.view, run.counters
    if view is None or counters is None:
        return

    def written_itf() -> str:
        return itf(run.model, view, name, *expanded(run.model, view, counters, run.path))

    def written_xml() -> str:
        return smv_trace(Reduced.to(run.model, view).system, name, expanded(run.model, view, counters, run.path)[0])

    if task.options.out_itf:
        yield task.options.out_itf, "itf.json", written_itf
    if task.options.out_xml:
        yield task.options.out_xml, "xml", written_xml


def _of_program(task: Task, name: str, run: Run) -> Iterator[tuple[str, str, Writer]]:
    from vsym.exchange.program_itf import written
    from vsym.exchange.smv.programs import program_smv_trace
    from vsym.reductions.programs.slots import system_for_export

    def written_xml() -> str:
        return program_smv_trace(system_for_export(run.model, task.budget)[0], name, run.path)

    if task.options.out_itf is not None:
        yield task.options.out_itf, "itf.json", lambda: written(run.model, name, run.path)
    if task.options.out_xml is not None:
        yield task.options.out_xml, "xml", written_xml


_BY_KIND: Mapping[str, Callable[[Task, str, Run], Iterator[tuple[str, str, Writer]]]] = MappingProxyType(
    {"processes": _of_processes, "program": _of_program}
)
"""The folder, the ending and the writer of each file of a run."""


def _many_processes(options: Options, checked: Checked) -> tuple[str, ...]:
    from vsym.models.counting.processes import LISTED

    if not options.out_itf or checked.model.size <= LISTED:
        return ()
    return (f"the ITF traces have counters alone, as there are more than {LISTED:,} processes",)


def _nothing(_: Options, __: Checked) -> tuple[str, ...]:
    return ()


_COUNTED: Mapping[str, Callable[[Options, Checked], tuple[str, ...]]] = MappingProxyType({"processes": _many_processes})
"""What is to be said of the files that were written."""


def _place(files: Mapping[str, str], directory: str, name: str, ending: str) -> str:
    """A file of its own for the trace of a property."""
    own, number = _file_name(name), 1
    place = str(PurePath(directory) / f"{own}.{ending}")
    while place in files:
        number += 1
        place = str(PurePath(directory) / f"{own}-{number}.{ending}")
    return place


def _file_name(name: str) -> str:
    """A property's name, which may be any text, as the name of a file that stays in its directory."""
    return re.sub(r"[^\w -]", "_", name)[:_LONGEST]
