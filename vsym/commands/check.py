"""`vsym check`: the symmetry, then every property, on the best exact reduction."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import PurePath
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from rich.console import RenderableType
from rich.text import Text

from vsym.basics.frozen import frozen
from vsym.basics.limits import UndecidedError
from vsym.basics.options import RefusedError
from vsym.basics.source import DiagnosticError
from vsym.checking.answer import Checked
from vsym.checking.check import check as checked_as_wished
from vsym.commands.answer import Answer
from vsym.commands.task import Task, exit_status, without_verdicts
from vsym.logic.properties import Property
from vsym.reductions.protocol import Run
from vsym.show import record
from vsym.show.text import story
from vsym.show.text.verdicts import warning_lines
from vsym.system.result import Verdict

if TYPE_CHECKING:
    from vsym.show.sarif import Result
    from vsym.show.shapes.documents import CheckDocument


@frozen
class Traces:
    """The folders that traces for other tools are written to, each None where there is none."""

    itf: str | None = None
    xml: str | None = None

    def __bool__(self) -> bool:
        return self.itf is not None or self.xml is not None


NO_TRACES = Traces()


def check(task: Task, *, out_itf: str | None, out_xml: str | None) -> Answer:
    """The whole answer; raises RefusedError for an option that the engine does not have."""
    options = task.options
    traces = Traces(out_itf, out_xml)
    checked = judged(task, traces)
    lines = story.verification(checked, task.trace, everything=options.verbose, quiet=options.quiet)
    if options.quiet and options.strict:
        # The exit status would have no reason.
        lines += warning_lines(checked.warnings, everything=options.verbose)
    certificate = _certified(task, checked, lines)
    files, notes = _exported(task, checked, traces)
    return Answer(
        exit_status(checked, strict=options.strict),
        tuple(lines),
        document(task, checked),
        certificate=certificate,
        files=files,
        notes=notes,
        reviewed=partial(_reviewed, checked),
    )


def judged(task: Task, traces: Traces = NO_TRACES) -> Checked:
    """All that is known of the model, as far as limits and Ctrl-C let it be; raises RefusedError where the engine is
    not there, or for options that have no meaning together."""
    _refuse_contradictions(task, traces)
    try:
        return checked_as_wished(task.question, task.narrator)
    except (RuntimeError, OSError):
        if task.options.engine == "nusmv":
            from vsym.engines.nusmv.program import refuse_others

            refuse_others()
        raise


def document(task: Task, checked: Checked) -> CheckDocument:
    """The whole JSON document."""
    return {**record.header(checked, task.file), **record.checked(checked)}


def cut_short(task: Task, verdicts: Mapping[str, Verdict], reason: str) -> Answer:
    """The answer where the work was ended: the verdicts that were known by then, without their paths."""
    checked = without_verdicts(task, verdicts, reason)
    lines = story.verdicts(checked, quiet=task.options.quiet) if checked.outcomes else ()
    return Answer(exit_status(checked), tuple(lines), document(task, checked), reviewed=partial(_reviewed, checked))


def _certified(task: Task, checked: Checked, lines: list[RenderableType]) -> str | None:
    """The certificates of all proofs in one text, if the options request it; `lines` gets a message if there are none,
    or on the properties without one."""
    if not task.options.certificate or checked.stopped is not None:
        return None

    from vsym.engines.smt.certificate import document as certificate

    verdicts = tuple(_proofs(checked))
    proofs = (verdict.proof for _, verdict in verdicts if verdict.proof is not None)
    scopes = {name: scope for proof in proofs for name, scope in proof.scopes.items()}
    if not scopes:
        restated = ", ".join(prop.name for prop, one in verdicts if one.proof is not None)
        why = f"what proves {restated} is about a restated property" if restated else "no property has a proof"
        lines.append(Text(f"vsym writes no certificate: {why}", "yellow"))
        return None
    bare = (prop for prop, one in verdicts if one.outcome == "holds" and not _shows(one))
    if left := ", ".join(prop.name for prop in bare):
        lines.append(Text(f"the certificate does not cover {left}", "yellow"))
    return certificate(f"certificate of {task.model.name}", scopes)


def _shows(verdict: Verdict) -> bool:
    return verdict.path is not None or (verdict.proof is not None and bool(verdict.proof.scopes))


def _proofs(checked: Checked) -> Iterator[tuple[Property, Verdict]]:
    """Each property with its verdict and proof: that of the engine, or else that of the rank stated for it."""
    by_ranks = {one.rank.property: one.verdict.proof for one in checked.ranks}
    for outcome in checked.outcomes:
        proof = outcome.verdict.proof or by_ranks.get(outcome.property.name)
        yield outcome.property, replace(outcome.verdict, proof=proof)


def _exported(task: Task, checked: Checked, traces: Traces) -> tuple[Mapping[str, str], tuple[str, ...]]:
    """The requested traces for other tools, by file, and notes on those that vsym does not write."""
    if not traces or checked.stopped is not None:
        return {}, ()

    task.narrator.say("writing traces")
    return exported(task, checked, traces)


def _reviewed(checked: Checked) -> tuple[Result, ...]:
    """The results of a log for code review."""
    from vsym.show import sarif

    parts: tuple[Iterable[Result], ...] = (
        sarif.of_verdicts(checked.outcomes),
        sarif.of_ranks(checked.ranks),
        sarif.of_warnings(checked.warnings),
    )
    return tuple(one for part in parts for one in part)


def _refuse_contradictions(task: Task, traces: Traces) -> None:
    """Raises RefusedError where an option has no meaning for the engine asked for."""
    options, engine = task.options, task.options.engine
    if traces and task.model.kind not in _BY_KIND:
        raise RefusedError(f"no other tool reads traces of models such as {task.file}; --json has them")
    if task.subject.open:
        if engine not in ("auto", "smt"):
            raise RefusedError(f"with --for-all, only the SMT engine decides: leave --engine {engine} out")
        if options.bound is not None:
            raise RefusedError(
                "--bound searches paths up to a length, and --for-all proves for all sizes: use one of them"
            )
        if task.subject.instance is not None and traces:
            raise RefusedError("--out-itf and --out-xml write traces of one size, and --for-all has several")
    if options.bound is not None and engine != "smt":
        raise RefusedError(f"--bound is for --engine smt; --engine {engine} searches all paths")
    if options.certificate and engine not in ("auto", "smt"):
        raise RefusedError(f"--engine {engine} leaves no certificate; --engine smt does")
    if traces.xml and engine == "adaptive":
        raise RefusedError("--out-xml needs the counter abstraction, which --engine adaptive does not build")


_LONGEST = 100
"""The most characters that a file's name takes from a property's name."""

Writer: TypeAlias = "Callable[[], str]"
"""The function that makes the text of a file."""


def exported(task: Task, checked: Checked, traces: Traces) -> tuple[dict[str, str], tuple[str, ...]]:
    """The files to write, by their paths, and notes on those that vsym does not write."""
    runs = [(one.property.name, one.run) for one in checked.outcomes if one.run is not None and one.run.path.states]
    writers = _BY_KIND[task.model.kind]
    if not runs:
        return {}, ("no property has a trace to write",)
    files: dict[str, str] = {}
    notes: dict[str, None] = {}
    for name, run in runs:
        for directory, ending, write in writers(task, traces, name, run):
            try:
                files[_place(files, directory, name, ending)] = write()
            except (RefusedError, DiagnosticError, UndecidedError) as error:
                notes[f"cannot write the trace of {name}: {error}"] = None
    return files, (*notes, *(_many_processes(traces, checked) if files else ()))


def _of_processes(_: Task, traces: Traces, name: str, run: Run) -> Iterator[tuple[str, str, Writer]]:
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

    if traces.itf is not None:
        yield traces.itf, "itf.json", written_itf
    if traces.xml is not None:
        yield traces.xml, "xml", written_xml


def _of_program(task: Task, traces: Traces, name: str, run: Run) -> Iterator[tuple[str, str, Writer]]:
    from vsym.exchange.program_itf import written
    from vsym.exchange.smv.programs import program_smv_trace
    from vsym.reductions.programs.slots import system_for_export

    def written_xml() -> str:
        return program_smv_trace(system_for_export(run.model, task.budget)[0], name, run.path)

    if traces.itf is not None:
        yield traces.itf, "itf.json", lambda: written(run.model, name, run.path)
    if traces.xml is not None:
        yield traces.xml, "xml", written_xml


_BY_KIND: Mapping[str, Callable[[Task, Traces, str, Run], Iterator[tuple[str, str, Writer]]]] = MappingProxyType(
    {"processes": _of_processes, "program": _of_program}
)
"""The folder, the ending and the writer of each file of a run."""


def _many_processes(traces: Traces, checked: Checked) -> tuple[str, ...]:
    """The note that the processes of a model of processes are too many to be listed."""
    from vsym.models.counting.processes import LISTED

    if checked.model.kind != "processes" or traces.itf is None or checked.model.size <= LISTED:
        return ()
    return (f"the ITF traces have only counters, since there are more than {LISTED:,} processes",)


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
