"""Commands with many options: `-h` names those that matter first, `--help` all of them in sections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import click

from vsym.basics.options import HOLDS
from vsym.cli.delivery import print_text

MANY = 12
"""With more options than these, a command has a short help."""

_FIRST = "Options to know first"
_SHORT = "Show the options to know first."

SECTIONS: Mapping[str, Sequence[str]] = MappingProxyType(
    {
        _FIRST: ("-D", "--prop", "--for-all", "--engine", "--timeout", "--memory", "--trace", "-v", "--json", "-o"),
        "Verdicts": (
            *("--method", "--model", "--what", "--transition", "--bound", "--solver", "--group", "--cross-check"),
            *("--strict", "--all"),
        ),
        "Programs": (
            *("--as", "--undefined", "--scalarset", "--deadlock", "--side-effects", "--compact", "--deep"),
            *("--trust-group", "--strategy", "--hint", "--hints", "--rounds"),
        ),
        "Output": (
            *("-q", "--color", "--watch", "--certificate", "--out-itf", "--out-xml", "--sarif", "--smt2", "--format"),
            "--plot",
        ),
        "Storage and machines": (
            *("--estimate", "-j", "--store", "--workers", "--parts", "--resume", "--fresh"),
            *("--cluster", "--tls-ca", "--tls-cert", "--tls-key"),
        ),
        "Help": ("-h", "--help"),
    }
)
"""Where in the help of a command with many options each option stands."""


class Command(click.Command):
    """A command whose options are shown in sections where there are many, and that knows options of other tools."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self._many = sum(isinstance(parameter, click.Option) for parameter in self.params) > MANY
        if self._many:
            self.params.append(
                click.Option(["-h"], is_flag=True, is_eager=True, expose_value=False, callback=_show_short, help=_SHORT)
            )

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the options; raises UsageError, with our way of saying it for an option of another tool."""
        given = list(args)
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            from vsym.cli.habits import habit

            hint = habit(error.option_name, given, {name for one in self.params for name in one.opts})
            if hint is None:
                raise
            raise click.UsageError(hint, ctx) from error

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, in sections where there are many."""
        if not self._many:
            super().format_options(ctx, formatter)
            return
        for title in SECTIONS:
            self._write(ctx, formatter, title)

    def short_help_text(self, ctx: click.Context) -> str:
        """The usage, what the command does, and the options that matter first."""
        formatter = ctx.make_formatter()
        self.format_usage(ctx, formatter)
        self.format_help_text(ctx, formatter)
        self._write(ctx, formatter, _FIRST)
        number = sum(isinstance(parameter, click.Option) for parameter in self.params)
        formatter.write(f"\n`{ctx.command_path} --help` lists all {number} options.\n")
        return formatter.getvalue()

    def _write(self, ctx: click.Context, formatter: click.HelpFormatter, title: str) -> None:
        names = SECTIONS[title]
        shown = [one for one in self.get_params(ctx) if isinstance(one, click.Option) and set(one.opts) & set(names)]
        shown.sort(key=lambda one: min(names.index(name) for name in one.opts if name in names))
        records = [record for one in shown if (record := one.get_help_record(ctx)) is not None]
        if records:
            with formatter.section(title):
                formatter.write_dl(records)


def _show_short(ctx: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        command = ctx.command
        assert isinstance(command, Command)
        ctx.exit(print_text(command.short_help_text(ctx), HOLDS))
