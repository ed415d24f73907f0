"""The commands without a model: the handbook on codes and terms, the JSON schema, and the doctor."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from vsym.basics.options import HOLDS, Color, Delivery
from vsym.cli.delivery import print_text
from vsym.cli.help import Command
from vsym.cli.running import end
from vsym.cli.settings import AS_JSON, COLOR, OUTPUT

if TYPE_CHECKING:
    from vsym.commands.answer import Answer


@click.command(cls=Command, short_help="Explain a code or a term.")
@COLOR
@AS_JSON
@click.argument("name", nargs=-1)
def explain(name: tuple[str, ...], color: Color, as_json: bool) -> None:
    """Print the page on a code, as in `vsym explain VS203`, or on a term, as in `vsym explain virtual symmetry`.

    Without NAME, list all of them.
    """

    def answered() -> Answer:
        from vsym.commands.explain import contents, explain

        return explain(" ".join(name)) if name else contents()

    end(answered, Delivery(color, as_json))


@click.command(cls=Command, short_help="Print the JSON Schema of --json documents.")
@OUTPUT
def schema(output: str | None) -> None:
    """Print the JSON Schema of the documents that --json prints."""

    def answered() -> Answer:
        from vsym.commands.explain import schema

        return schema()

    end(answered, Delivery(output=output))


@click.command(cls=Command, short_help="List what is installed and what is missing.")
def doctor() -> None:
    """Say what is installed, what is missing, and how to get it."""
    from vsym.commands.doctor import findings

    sys.exit(print_text("".join(f"{line}\n" for line in findings()), HOLDS))
