"""The traces of `vsym check` as files for other tools."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import PurePath

from vsym.basics.options import Options, RefusedError
from vsym.basics.source import DiagnosticError
from vsym.checking.results import Outcome
from vsym.exchange.expand import expanded
from vsym.exchange.itf import itf
from vsym.exchange.smv.trace import smv_trace
from vsym.models.counting.processes import LISTED
from vsym.models.counting.semantics import ModelPath
from vsym.reductions.counters.reduced import Reduced
from vsym.system.result import SystemPath


def exported(options: Options, reduced: Reduced, outcomes: Sequence[Outcome]) -> tuple[dict[str, str], tuple[str, ...]]:
    """The files that are asked for, by their paths, and what is to be said of those that are not written."""
    files: dict[str, str] = {}
    notes: list[str] = []
    for outcome in outcomes:
        if outcome.path is None or outcome.trace is None:
            continue
        name = outcome.property.name
        try:
            told, path = expanded(reduced.model, reduced.counters, outcome.path, outcome.trace)
            for file, written in _writers(options, reduced, name):
                files[file] = written(told, path)
        except (RefusedError, DiagnosticError) as error:
            notes.append(f"the trace of {name} is not written: {error}")
    if (options.out_itf or options.out_xml) and not files and not notes:
        notes.append("no property has a trace that could be written")
    if options.out_itf and files and reduced.model.size > LISTED:
        notes.append(f"the ITF traces have counters alone, as there are more than {LISTED:,} processes")
    return files, tuple(notes)


def _writers(
    options: Options, reduced: Reduced, name: str
) -> Iterator[tuple[str, Callable[[SystemPath, ModelPath], str]]]:
    if options.out_itf:
        file = str(PurePath(options.out_itf) / f"{name}.itf.json")
        yield file, lambda told, path: itf(reduced.model, reduced.counters, name, told, path)
    if options.out_xml:
        yield str(PurePath(options.out_xml) / f"{name}.xml"), lambda told, _: smv_trace(reduced.system, name, told)
