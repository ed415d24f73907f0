"""`vsym emit-smv`, `vsym replay` and `vsym draw`: models for other tools, traces from them, and pictures;
`vsym verify-certificate`, which holds a certificate against its model."""

from __future__ import annotations

import sys
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import click

from vsym.basics.options import Delivery, DialectOptions, RefusedError
from vsym.cli.help import Command
from vsym.cli.program_options import dialect_options, representatives_options
from vsym.cli.running import end, run
from vsym.cli.settings import AS_COUNTERS, DEFINITIONS, FOR_ALL, PROPERTIES, SOLVER, TIMEOUT, TRACE, shared_options

if TYPE_CHECKING:
    from vsym.commands.answer import Answer


_ENDINGS = {
    ".svg": "svg",
    ".png": "png",
    ".dot": "dot",
    ".gv": "dot",
    ".mmd": "mermaid",
    ".md": "markdown",
}


@click.command("emit-smv", cls=Command, short_help="Write a model for NuSMV, with its properties.")
@shared_options
@click.option(
    "--model",
    type=click.Choice(["counter", "direct"]),
    default="counter",
    show_default=True,
    help="The counter abstraction, or one variable per process.",
)
@click.option(
    "--bounds",
    "steps",
    type=click.Choice(["may", "must"]),
    help="On as few counters as decide the properties: the steps that may be possible, or those that must be.",
)
@AS_COUNTERS
@dialect_options
def emit_smv(model: str, **given: Any) -> None:
    """Write a model for NuSMV, properties included."""
    run("emit_smv", {**given, "direct": model == "direct"})


@click.command(cls=Command, short_help="Check another tool's trace against the model.")
@shared_options
@TRACE
@dialect_options
@click.argument("replayed", metavar="TRACE", type=click.Path(dir_okay=False, allow_dash=True))
def replay(**given: Any) -> None:
    """Show a trace of another tool as a path of the model, step by step, or say where it leaves the model.

    TRACE is in the Informal Trace Format of Apalache, as `check --out-itf` writes it, or NuSMV's XML (`show_traces -p
    4`) for a model that `emit-smv` wrote with the same -D and --prop.
    """
    run("replay", given)


@click.command(cls=Command, short_help="Draw local states, orbits, a witness, a tree.")
@shared_options
@click.option(
    "--what",
    type=click.Choice(["states", "quotient", "witness", "adaptive", "ranking", "group", "representatives", "diagrams"]),
    help="states: local states and guards (default), or a program's states; quotient: concrete states in their orbits, "
    "beside the counter states; witness: why a local transition is broken, or an exchange in a program is no virtual "
    "symmetry; adaptive: the tree of an adaptive search; "
    "ranking: the rank that proves a property; group: the detected group; representatives: orbits with the states that "
    "a --strategy keeps; diagrams: the decision diagrams of all and of canonical states (the last two for programs).",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["svg", "png", "dot", "mermaid"]),
    help="The format (by default that of the output's suffix, or svg).",
)
@AS_COUNTERS
@click.option(
    "--transition", metavar="NAME", help="Draw the witness of this local transition, given by name or as A->B."
)
@representatives_options
def draw(form: str | None, **given: Any) -> None:
    """Draw a picture of the model, for a page (svg), a slide (png), Graphviz (dot) or Markdown (mermaid)."""
    # A JSON document holds the picture as values, so the suffix of its name does not matter.
    chosen = "dot" if given["as_json"] else _picture_format(form, given["output"])
    run("draw", {**given, "form": chosen})


def _picture_format(name: str | None, output: str | None) -> str:
    """The format asked for, else the one that the output's name ends with, else SVG; in a Markdown file, Mermaid text
    is a block of code. Raises UsageError for a name that tells nothing, and for pixels that a terminal would show."""
    ending = "" if output in (None, "-") else PurePath(str(output)).suffix.lower()
    form = name or _ENDINGS.get(ending, "" if ending else "svg")
    if not form:
        raise click.UsageError(
            f"`{output}` does not end as a picture format does; write .svg, .png, .dot or .mmd, or --format"
        )
    if form == "mermaid" and ending == ".md":
        return "markdown"
    if form == "png" and output in (None, "-") and sys.stdout is not None and sys.stdout.isatty():
        raise click.UsageError("a PNG is not for a terminal; write it with -o picture.png")
    return form


@click.command("verify-certificate", cls=Command, short_help="Check a certificate against its model.")
@SOLVER
@TIMEOUT
@click.option("-q", "quiet", is_flag=True, help="Show only the verdict.")
@DEFINITIONS
@PROPERTIES
@FOR_ALL
@AS_COUNTERS
@dialect_options
@click.argument("certificate", type=click.Path(allow_dash=True))
@click.argument("model", required=False, type=click.Path(allow_dash=True))
def verify_certificate(certificate: str, model: str | None, **given: Any) -> None:
    """Check a certificate of `vsym check --certificate`: a solver decides each of its goals again.

    With MODEL, and the -D, --for-all, --as and --prop of that `check`, vsym also compares every definition with the
    model. Without MODEL, nothing ties the certificate to your model.
    """
    if model is not None:
        both = {"color": "auto", "as_json": False, "output": None, "file": model, "proofs": certificate}
        run("verify_certificate", {**given, **both})

    def answered() -> Answer:
        from vsym.commands.verify_certificate import recheck_certificate

        of_models = any(given[one] for one in ("definitions", "properties", "for_all", "counted"))
        if of_models or given["dialect"] != DialectOptions():
            raise RefusedError("-D, --prop, --for-all and --as are for a model; name it after the certificate")
        return recheck_certificate(certificate, given["solver"], given["timeout"], quiet=given["quiet"])

    end(answered, Delivery())
