"""All commands as one program, with the handling of output and errors that click lacks."""

from __future__ import annotations

import io
import sys
from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click

from vsym import __version__
from vsym.basics.memory import start
from vsym.basics.options import ERROR, INTERRUPTED
from vsym.cli.delivery import complain, give_up_output, print_text, said
from vsym.cli.running import PROGRAM
from vsym.cli.signals import interrupt
from vsym.languages.registry import LANGUAGES

_AS_JSON = "vsym.cli.program.as_json"


class Commands(click.Group):
    """Commands whose own output, such as `--help`, may fail to be written, and whose options may be wrong, as well.

    `modules` says in which module of this package each is, under its name with `_` for `-`.
    """

    def __init__(self, *arguments: Any, modules: Mapping[str, str], **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.modules = modules

    def list_commands(self, _: click.Context) -> list[str]:
        """The names of the commands, in the order of the alphabet."""
        return sorted(self.modules)

    def get_command(self, _: click.Context, name: str) -> click.Command | None:
        """The command of that name, with its module imported; None where there is none."""
        return self._imported(name) if name in self.modules else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the arguments begin with; raises UsageError, which names those that are alike."""
        if args[0] not in self.modules:
            if args[0].endswith(tuple(LANGUAGES)):
                ctx.fail(f"`vsym` needs a command before the file: `vsym check {args[0]}` checks its properties.")
            self.commands = {name: self._imported(name) for name in self.modules}
        return super().resolve_command(ctx, args)

    def _imported(self, name: str) -> click.Command:
        command: click.Command = getattr(import_module(f"vsym.cli.{self.modules[name]}"), name.replace("-", "_"))
        return command

    def main(self, *arguments: Any, **settings: Any) -> Any:
        """Run the program."""
        start()
        try:
            # A caller with arguments of its own has other work in this process.
            given = {**settings, "obj": None if arguments else PROGRAM, "standalone_mode": False}
            ended = super().main(*arguments, **given)
        except click.ClickException as error:
            message = io.StringIO()
            error.show(message)
            sys.exit(complain(message.getvalue().rstrip("\n"), error.exit_code))
        except OSError as error:
            give_up_output()
            sys.exit(complain(f"vsym: {said(error)}", ERROR))
        sys.exit(ended)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Note if --json is given, since a mistake in the options comes before the command knows."""
        ctx.meta[_AS_JSON] = "--json" in args
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; with --json, a mistake in its options is a document too."""
        interrupt()
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            # It came before the command was at work, which has its own answer.
            sys.exit(complain("vsym: interrupted", INTERRUPTED))
        except click.UsageError as error:
            if ctx.meta[_AS_JSON]:
                from vsym.show.documents import as_json, failure

                print_text(as_json(failure(None, (), error.format_message())), ERROR)
            raise


MODULES = {
    "abstract": "reduction",
    "check": "check",
    "doctor": "handbook",
    "draw": "translation",
    "emit-smv": "translation",
    "explain": "handbook",
    "explore": "reduction",
    "fmt": "rewriting",
    "grade": "grade",
    "lab": "lab",
    "lsp": "lsp",
    "new": "rewriting",
    "replay": "translation",
    "report": "check",
    "schema": "handbook",
    "step": "step",
    "sweep": "sweep",
    "symmetry": "reduction",
    "verify-certificate": "translation",
}
"""The module of each command in `vsym.cli`, imported on demand: its options take longer than many a command."""


def _help() -> str:
    languages = [one.descriptor for one in dict.fromkeys(LANGUAGES.values())]
    listed = ", ".join(f"{one.title} ({', '.join(one.suffixes)})" for one in languages)
    return (
        "Verify systems of many similar processes: virtual symmetry, counter abstraction, temporal properties.\n\n"
        f"FILE is a model in one of these languages: {listed}; `-` reads {languages[0].title} from standard input."
    )


@click.group(
    cls=Commands,
    modules=MODULES,
    help=_help(),
    short_help="verify systems of many similar processes by their symmetry",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="vsym")
def main() -> None:
    """The program `vsym`."""
