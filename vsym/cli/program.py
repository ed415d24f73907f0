"""The commands with their options, as click declares them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from vsym import __version__
from vsym.cli.certificates import verify_certificate
from vsym.cli.checking import check_files
from vsym.cli.cluster_options import cluster_options
from vsym.cli.editing import lsp
from vsym.cli.grading import run_grade
from vsym.cli.group import Commands
from vsym.cli.handbook import doctor, explain, schema
from vsym.cli.lab import run_lab
from vsym.cli.pictures import picture_format
from vsym.cli.program_options import dialect_options, exploration_options, representatives_options
from vsym.cli.rewriting import format_files, write_new
from vsym.cli.running import run
from vsym.cli.settings import (
    AS_COUNTERS,
    BOUND,
    COLOR,
    DEFINITIONS,
    ENGINE,
    FILE,
    FOR_ALL,
    MEMORY,
    QUIET,
    SECONDS,
    SOLVER,
    STRICT,
    TRACE,
    options_of_files,
    seconds,
    shared_options,
    sweep_options,
)
from vsym.cli.stepping import run_step
from vsym.cli.store_options import store_options
from vsym.cli.sweeping import run_sweep

if TYPE_CHECKING:
    pass


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="vsym")
def main() -> None:
    """Verify systems of many similar processes: virtual symmetry, counter abstraction, temporal properties.

    FILE is a .gsst model or a program in Murphi's language (.m); `-` reads a .gsst model from standard input.
    """


main.add_command(doctor)
main.add_command(verify_certificate)
main.add_command(explain)
main.add_command(schema)
main.add_command(lsp)


@main.command(short_help="Symmetry, then every property: the whole story.")
@options_of_files
@ENGINE
@FOR_ALL
@BOUND
@click.option(
    "--certificate",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="Write what --engine smt has proved as SMT-LIB 2.",
)
@click.option("--out-itf", metavar="DIR", type=click.Path(file_okay=False), help="Write the traces there, as ITF.")
@click.option(
    "--out-xml",
    metavar="DIR",
    type=click.Path(file_okay=False),
    help="Write the traces there, for NuSMV's read_trace beside the model of emit-smv.",
)
@click.option(
    "--sarif",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="Write what is wrong with the models there, as SARIF 2.1.0, for code review.",
)
@click.option("--watch", is_flag=True, help="Check again whenever a file changes, and say what that has changed.")
@click.option(
    "--cross-check",
    "cross_check",
    is_flag=True,
    help="Ask every engine, --timeout seconds each (60), and show their verdicts side by side.",
)
@MEMORY
@STRICT
@TRACE
@AS_COUNTERS
@store_options
@exploration_options
def check(files: tuple[str, ...], sarif: str | None, **given: Any) -> None:
    """Decide the symmetry, then every property on the best exact reduction.

    Several files are checked one after the other; with --json, each is one line.
    """
    check_files(files, sarif, given)


@main.command(short_help="What check finds out, as one HTML page.")
@shared_options
@ENGINE
@FOR_ALL
@BOUND
@MEMORY
@STRICT
@TRACE
@AS_COUNTERS
@exploration_options
def report(**given: Any) -> None:
    """Write all that `check` finds out as one HTML page, with the model, pictures, and traces to step through."""
    run("report", given)


@main.command(short_help="Full virtual symmetry, transition by transition.")
@shared_options
@FOR_ALL
@click.option("--smt2", "directory", metavar="DIR", type=click.Path(file_okay=False), help="Write each ψ there.")
@dialect_options
@click.option(
    "--deep", is_flag=True, help="Programs: look for symmetries that the graph does not show; this takes longer."
)
def symmetry(directory: str | None, **given: Any) -> None:
    """Decide full virtual symmetry, local transition by local transition."""
    run("symmetry", {**given, "smt2": directory is not None}, directory)


@main.command(short_help="The counter abstraction: blocks, counters, guards.")
@shared_options
@click.option("--invariants", is_flag=True, help="Show linear invariants of the counters, too.")
def abstract(**given: Any) -> None:
    """Show the counter abstraction: blocks, counters and guards."""
    run("abstract", given)


@main.command("emit-smv", short_help="A model for NuSMV, properties included.")
@shared_options
@click.option(
    "--model",
    type=click.Choice(["counter", "direct"]),
    default="counter",
    show_default=True,
    help="The counter abstraction, or one variable per process.",
)
@AS_COUNTERS
@dialect_options
def emit_smv(model: str, **given: Any) -> None:
    """Write a model for NuSMV, properties included."""
    run("emit_smv", {**given, "direct": model == "direct"})


@main.command(short_help="The reachable states, counted.")
@shared_options
@click.option(
    "--method",
    type=click.Choice(["plain", "orbit", "counter", "adaptive", "all"]),
    default="counter",
    show_default=True,
    help="What counts as one state: a concrete one, an orbit, a counter state, an annotated one; or a table of all.",
)
@click.option(
    "--engine",
    type=click.Choice(["auto", "explicit", "mdd", "compiled"]),
    default="auto",
    show_default=True,
    help="For counter states: one by one, as decision diagrams, or one by one as C.",
)
@MEMORY
@TRACE
@AS_COUNTERS
@click.option(
    "--estimate", is_flag=True, help="Say what states take in memory and on disk, from a short exploration of 10 s."
)
@store_options
@exploration_options
def explore(**given: Any) -> None:
    """Count the reachable states, and show a path to a deadlock if there is one."""
    run("explore", given)


@main.command(short_help="A model step by step, by hand or by a script.")
@COLOR
@SOLVER
@click.option(
    "--timeout",
    type=SECONDS,
    callback=seconds,
    metavar="SECONDS",
    default=60.0,
    show_default=True,
    help="How long a single question, such as `goal`, may take.",
)
@click.option("--seed", type=click.IntRange(min=0), metavar="N", help="What random steps begin with; else by chance.")
@click.option(
    "--script",
    metavar="FILE",
    type=click.Path(dir_okay=False, allow_dash=True),
    help="Read the commands from there; the first wrong one ends with status 2.",
)
@click.option("--trace", metavar="FILE", type=click.Path(dir_okay=False), help="Begin along the path of an ITF file.")
@click.option("--prop", "shown", metavar="NAME", help="Begin along the path that shows the verdict on this property.")
@DEFINITIONS
@FILE
def step(**given: Any) -> None:
    """Go through a model step by step: what is possible in a state, what is not and why, back and forth, to a goal.

    Commands are read from standard input, one a line; `help` lists them.
    """
    run_step(**given)


@main.command(short_help="A page to write a model and look at it, in the browser.")
@COLOR
@SOLVER
@click.option(
    "--timeout",
    type=SECONDS,
    callback=seconds,
    metavar="SECONDS",
    help="For one check, by default 30; of --export, for all of it.",
)
@click.option("--memory", type=click.IntRange(1), metavar="MB", default=1000, show_default=True, help="For one check.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="By default, any that is free.")
@click.option("--no-browser", is_flag=True, help="Print the address, and open no browser.")
@click.option(
    "--export",
    metavar="FILE",
    type=click.Path(dir_okay=False, allow_dash=True),
    help="Write a page with the model and its states there, which needs no server, and end.",
)
@DEFINITIONS
@click.argument("file", required=False, type=click.Path(dir_okay=False))
def lab(**given: Any) -> None:
    """Serve a page on this machine on which a model is written, checked while one types, drawn, and gone through by
    hand.

    The page is at the address that is printed, until Ctrl-C. Nothing but FILE is written, when the page is asked to.
    With --export, a page with up to 2,000 states up to symmetry, which opens from a file: for slides and handouts.
    """
    run_lab(**given)


@main.command(short_help="Students' models held against hidden properties.")
@COLOR
@QUIET
@click.option(
    "--memory", type=click.IntRange(min=1), metavar="MB", default=1000, show_default=True, help="For each solution."
)
@click.option(
    "--timeout",
    type=SECONDS,
    callback=seconds,
    metavar="SECONDS",
    default=30.0,
    show_default=True,
    help="For each solution.",
)
@click.option("--csv", "rows", metavar="FILE", type=click.Path(dir_okay=False), help="Write the marks there, too.")
@click.option(
    "--against",
    metavar="FILE",
    required=True,
    type=click.Path(dir_okay=False),
    help="Properties with `// expect:` lines, in the language of the solutions.",
)
@click.argument("solutions", metavar="SOLUTION...", nargs=-1, required=True, type=click.Path())
def grade(**given: Any) -> None:
    """Hold students' models against properties and symmetry that an instructor demands, each in a bounded process.

    The status is 0 if all solutions fulfil everything, 10 if one does not.
    """
    run_grade(**given)


@main.command(short_help="A commented model to begin with.")
@click.option(
    "-o",
    "output",
    metavar="FILE",
    type=click.Path(dir_okay=False, allow_dash=True),
    help="Instead of NAME.gsst.",
)
@click.argument("name")
def new(name: str, output: str | None) -> None:
    """Write NAME.gsst, a commented model that can be checked at once; NAME.m is a Murphi model. A file that is there
    already stays as it is."""
    write_new(name, output)


@main.command(short_help="Models written in one style.")
@click.option("--check", is_flag=True, help="Write nothing; the exit status is 10 where a file would change.")
@click.option("--diff", is_flag=True, help="Write nothing; show what would change.")
@click.option(
    "-o", "output", metavar="FILE", type=click.Path(dir_okay=False, allow_dash=True), help="Write there instead."
)
@click.option("-q", "quiet", is_flag=True, help="Say nothing of the files.")
@click.option("--stdin-filename", "name", metavar="NAME", help="What `-` is called; NAME.m is a Murphi model.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(allow_dash=True))
def fmt(files: tuple[str, ...], output: str | None, check: bool, diff: bool, quiet: bool, name: str | None) -> None:
    """Write models in one style, in place: the same declarations and comments, with other spaces and line breaks.

    `-` reads standard input and writes standard output. A file with a syntax error stays as it is.
    """
    format_files(files, output, name, check=check, diff=diff, quiet=quiet)


@main.command(short_help="A trace of another tool, held against the model.")
@shared_options
@TRACE
@dialect_options
@click.argument("replayed", metavar="TRACE", type=click.Path(dir_okay=False, allow_dash=True))
def replay(**given: Any) -> None:
    """Show a trace of another tool as a path of the model, step by step, or say where it is none.

    TRACE is in the Informal Trace Format of Apalache, as `check --out-itf` writes it, or NuSMV's XML (`show_traces -p
    4`) for a model that `emit-smv` wrote with the same -D and --prop.
    """
    run("replay", given)


@main.command(short_help="Ranges of parameters: one row each, in parallel.")
@cluster_options
@sweep_options
def sweep(**given: Any) -> None:
    """Check a model for ranges of its parameters, one row each, in parallel processes.

    Several ranges give every combination. With -o, the same command goes on where an interrupted one stopped.
    """
    run_sweep(**given)


@main.command(short_help="A picture: local states, orbits, a witness, a tree.")
@shared_options
@click.option(
    "--what",
    type=click.Choice(["states", "quotient", "witness", "adaptive", "ranking", "group", "representatives", "diagrams"]),
    help="The local states with their guards (default); concrete states in their orbits beside the counter states; why "
    "a local transition is broken; the tree of an adaptive search; the rank that proves a property; what is symmetric "
    "in the counters. Programs: states (default); variables, values and orbits of the detected group; orbits of states "
    "with those that a --strategy keeps; the decision diagram of all states beside that of the canonical ones.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["svg", "png", "dot", "mermaid"]),
    help="By default, what the name of the output ends with, or svg.",
)
@AS_COUNTERS
@click.option("--transition", metavar="NAME", help="The witness of this local transition, by its name or as A->B.")
@representatives_options
def draw(form: str | None, **given: Any) -> None:
    """Draw a picture of the model, for a page (svg), a slide (png), Graphviz (dot) or Markdown (mermaid)."""
    # A JSON document holds the picture as values, whatever its name ends with.
    chosen = "dot" if given["as_json"] else picture_format(form, given["output"])
    run("draw", {**given, "format": chosen})
