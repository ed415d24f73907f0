"""The command that holds certificates against their models."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from vsym.basics.options import Delivery, RefusedError
from vsym.cli.help import Command
from vsym.cli.program_options import dialect_options
from vsym.cli.running import end, run
from vsym.cli.settings import AS_COUNTERS, DEFINITIONS, FOR_ALL, PROPERTIES, SOLVER, TIMEOUT

if TYPE_CHECKING:
    from vsym.commands.answer import Answer


@click.command("verify-certificate", cls=Command, short_help="A certificate of `check`, held against its model.")
@SOLVER
@TIMEOUT
@click.option("-q", "quiet", is_flag=True, help="Show the verdict only.")
@DEFINITIONS
@PROPERTIES
@FOR_ALL
@AS_COUNTERS
@dialect_options
@click.argument("certificate", type=click.Path(allow_dash=True))
@click.argument("model", required=False, type=click.Path(allow_dash=True))
def verify_certificate(certificate: str, model: str | None, **given: Any) -> None:
    """Put every goal of a certificate that `vsym check --certificate` wrote to a solver again.

    With MODEL, and the -D, --for-all, --as and --prop of that `check`, all definitions in it must be those of the
    model. Without, nobody knows what the certificate is about.
    """
    if model is not None:
        both = {"color": "auto", "as_json": False, "output": None, "file": model, "proofs": certificate}
        run("verify_certificate", {**given, **both})

    def answered() -> Answer:
        from vsym.commands.verify_certificate import recheck_certificate

        of_models = (
            "definitions",
            "properties",
            "for_all",
            "counted",
            "undefined",
            "scalarset",
            "deadlock",
            "side_effects",
        )
        if any(given[one] for one in of_models):
            raise RefusedError("-D, --prop, --for-all and --as are for a model; name it after the certificate")
        return recheck_certificate(certificate, given["solver"], given["timeout"], quiet=given["quiet"])

    end(answered, Delivery())
