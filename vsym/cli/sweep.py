"""`vsym sweep` from its options to its exit status, with the file that keeps its rows."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

from vsym.basics import files
from vsym.basics.options import HOLDS, ClusterSettings, Delivery, RefusedError
from vsym.basics.platform import require_processes
from vsym.cli.delivery import complain, write_file
from vsym.cli.help import Command
from vsym.cli.running import end, error_console
from vsym.cli.settings import cluster_options, sweep_options

if TYPE_CHECKING:
    from vsym.basics.options import Color
    from vsym.commands.answer import Answer
    from vsym.models.text import AnyText
    from vsym.sweeping.axes import Axis
    from vsym.sweeping.plan import Plan
    from vsym.sweeping.row import Row
    from vsym.sweeping.storing import Layout
    from vsym.sweeping.sweep import Measuring


@click.command(cls=Command, short_help="Check ranges of parameters in parallel.")
@cluster_options
@sweep_options
def sweep(color: Color, as_json: bool, **given: Any) -> None:
    """Check a model for ranges of its parameters, one row each, in parallel processes.

    Several ranges give every combination. With -o, the same command continues where an interrupted one stopped.
    """
    delivery = Delivery(color, as_json, directory=".")
    end(lambda: _answer(delivery, **given), delivery, given["file"])


def _answer(
    delivery: Delivery,
    file: str,
    axes: tuple[Axis, ...],
    output: str | None,
    plot: str | None,
    jobs: int | None,
    cluster: ClusterSettings | None,
    fresh: bool,
    verbose: bool,
    quiet: bool,
    **settings: Any,
) -> Answer:
    """Refuse impossible requests before anything is measured; a syntax error comes at once."""
    from vsym.languages import registry
    from vsym.sweeping.axes import Settings
    from vsym.sweeping.plan import plan

    if fresh and output is None:
        raise RefusedError("--fresh starts the file of -o over: add -o FILE")
    if plot is not None and not plot.endswith((".svg", ".html")):
        raise RefusedError(f"--plot {plot}: name a file ….svg or ….html")
    for path in (output, plot):
        if path is not None and not Path(path).resolve().parent.is_dir():
            raise RefusedError(f"cannot write to {path}: No such file or directory")
    if cluster is not None:
        _require_cluster(cluster, jobs)
    text = registry.read(file)

    from vsym.commands.sweep import sweep
    from vsym.show.text.progress import Narrator

    console = error_console(delivery)
    with Narrator(console, quiet=quiet) as narrator:
        narrator.say("checking the model at the ends of the ranges")
        planned = plan(text, axes, Settings(**settings))
    layout = None if output is None else _layout(output, planned)
    with RowFile(output, layout, fresh=fresh) as rows:
        if rows.before and not quiet:
            complain(f"vsym: {output} has {len(rows.before):,} rows already", HOLDS)
        measuring = _measuring(text, planned, jobs, cluster)
        return sweep(planned, rows.before, rows.keep, measuring, plot, console, everything=verbose, quiet=quiet)


def _require_cluster(cluster: ClusterSettings, jobs: int | None) -> None:
    from vsym.cluster.address import place

    require_processes("--cluster")
    if jobs is not None:
        raise RefusedError(
            "-j sets the processes on this machine, and a cluster has its own workers: give -j or --cluster"
        )
    place(cluster)


def _measuring(text: AnyText, planned: Plan, jobs: int | None, cluster: ClusterSettings | None) -> Measuring:
    if cluster is not None:
        from vsym.sweeping.clustered import measured_on

        return partial(measured_on, cluster, planned.source, planned.settings)

    from vsym.sweeping.sweep import measuring

    return measuring(text, planned, jobs)


def _layout(output: str, planned: Plan) -> Layout:
    from vsym.sweeping.storing import Layout, fingerprint, form_of

    names = tuple(axis.name for axis in planned.axes)
    model = fingerprint(planned.source, planned.settings)
    return Layout(form_of(output), model, names, planned.properties)


class RowFile:
    """Rows that a file has, and the place to append others; without a path, nothing is kept.

    Use it as a context manager. Raises RefusedError for a file that holds anything else, which is left as it is.
    """

    def __init__(self, path: str | None, layout: Layout | None, *, fresh: bool) -> None:
        self.before: Sequence[Row] = ()
        self._path = path
        self._layout = layout
        self._file: IO[bytes] | None = None
        self._regular = False
        self._header = ""
        if path is None or layout is None:
            return
        target = Path(path)
        self._regular = not target.exists() or target.is_file()
        # A device or a pipe is not read, and gets its header with its first row.
        self._header = "" if self._regular else layout.header
        if self._regular:
            self._prepare(target, layout, fresh=fresh)
        try:
            self._file = target.open("ab", buffering=0)
        except OSError as error:
            raise RefusedError(f"cannot write to {path}: {error.strerror}") from error

    def _prepare(self, target: Path, layout: Layout, *, fresh: bool) -> None:
        from vsym.sweeping.storing import read_back

        content = b""
        if target.exists() and not fresh:
            content = files.read_regular(target, files.ROWS)
        # What follows the last line break is a row that a crash has torn.
        sound = content[: content.rfind(b"\n") + 1]
        try:
            text = sound.decode("utf-8")
        except UnicodeDecodeError as error:
            raise RefusedError(f"{target}: `vsym sweep` did not write this file") from error
        self._layout, self.before = read_back(text, layout, str(target))
        text = text or layout.header
        if text.encode() != content or not target.exists() or fresh:
            write_file(target, text.encode())

    def keep(self, row: Row) -> None:
        """Append a row; raises NotKeptError where that fails, which leaves the rows before it."""
        from vsym.commands.sweep import NotKeptError

        if self._file is None or self._layout is None:
            return
        line = f"{self._header}{self._layout.line(row)}".encode()
        self._header = ""
        try:
            end = self._file.seek(0, os.SEEK_END) if self._regular else None
            while line:
                line = line[self._file.write(line) or 0 :]
        except OSError as error:
            if self._regular and end is not None:
                self._file.truncate(end)
            raise NotKeptError(f"cannot write to {self._path}: {error.strerror or error}") from error

    def __enter__(self) -> RowFile:
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()
