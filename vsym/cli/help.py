"""Commands with many options: `-h` names those that matter first, `--help` all of them in sections.

An option of another model checker, or one that vsym had before, is answered with its equivalent in vsym.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence, Set
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
            *("--method", "--model", "--what", "--transition", "--bound", "--solver", "--group"),
            *("--bounds", "--cross-check", "--strict", "--all"),
        ),
        "Programs": (
            *("--as", "--undefined", "--scalarset", "--deadlock", "--side-effects", "--compact", "--deep"),
            "--trust-group",
        ),
        "Decision diagrams": ("--strategy", "--hint", "--hints", "--sigma-step", "--sigma-rounds", "--sigma-nodes"),
        "Output": (
            *("-q", "--color", "--watch", "--certificate", "--out-itf", "--out-xml", "--sarif", "--smt2", "--format"),
            "--plot",
        ),
        "Storage and machines": (
            *("--estimate", "-j", "--threads", "--store", "--workers", "--parts", "--resume", "--fresh"),
            *("--cluster", "--tls-ca", "--tls-cert", "--tls-key"),
        ),
        "Help": ("-h", "--help"),
    }
)
"""The sections of the help of a command with many options, and the options in each."""


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
        """The usage, the description of the command, and the options that matter first."""
        formatter = ctx.make_formatter()
        self.format_usage(ctx, formatter)
        self.format_help_text(ctx, formatter)
        self._write(ctx, formatter, _FIRST)
        number = sum(isinstance(parameter, click.Option) for parameter in self.params)
        formatter.write(f"\n`{ctx.command_path} --help` lists all {number} options.\n")
        return formatter.getvalue()

    def _write(self, ctx: click.Context, formatter: click.HelpFormatter, title: str) -> None:
        names = SECTIONS[title]
        options = [one for one in self.get_params(ctx) if isinstance(one, click.Option) and set(one.opts) & set(names)]
        options.sort(key=lambda one: min(names.index(name) for name in one.opts if name in names))
        records = [record for one in options if (record := one.get_help_record(ctx)) is not None]
        if records:
            with formatter.section(title):
                formatter.write_dl(records)


def _show_short(ctx: click.Context, _parameter: click.Parameter, flag: bool) -> None:
    if flag and not ctx.resilient_parsing:
        command = ctx.command
        assert isinstance(command, Command)
        ctx.exit(print_text(command.short_help_text(ctx), HOLDS))


_MEMORY = "--memory"
_DEADLOCK = "--deadlock"
_GROUP = "--group"
_TRACE = "--trace"
_ENGINE = "--engine"
_JSON = "--json"

_HABITS: Sequence[tuple[str, str, str]] = (
    # CMurphi's verifiers.
    (r"-[mk]\d*", _MEMORY, "`--memory MB` bounds the memory"),
    (r"-ndl|-deadlock", _DEADLOCK, "`--deadlock off` accepts deadlocks"),
    (r"-sym\d*", _GROUP, "vsym uses declared symmetries by default; `--group none` turns them off"),
    (r"-nosym", _GROUP, "`--group none` explores without symmetry"),
    (r"-tv", _TRACE, "every violation comes with its path; `--trace full` shows whole states"),
    (r"-tf", _TRACE, "`--trace full` shows whole states"),
    (r"-td", _TRACE, "`--trace diff` shows what each step changes"),
    (r"-[bc]", "--compact", "`--compact` keeps hashes of states"),
    (r"-vbfs|-vdfs", _ENGINE, "vsym chooses the order of the search; `--engine NAME` chooses the engine"),
    (r"-s", "", "`vsym step FILE` simulates a model step by step"),
    (r"-p[rn]?\d*", "-q", "a terminal shows the progress; `-q` turns it off"),
    # Rumur.
    (r"--deadlock-detection", _DEADLOCK, "`--deadlock stuttering|stuck|off` says what a deadlock is"),
    (r"--symmetry-reduction", _GROUP, "`--group declared|detected|virtual|none` chooses the symmetries"),
    (r"--counterexample-trace", _TRACE, "`--trace full|diff|off` says what a path shows"),
    (r"--max-errors|--first", "--all", "vsym stops once every property is decided; `--all` explores on"),
    (r"--(?:output-)?format|--output-format", _JSON, "`--json` prints one JSON document"),
    (r"--output", "-o", "`-o FILE` writes to a file"),
    (r"-workers", "--workers", "`--workers N` with `--store DIR` explores in several processes"),
    (r"--set-capacity", _MEMORY, "`--memory MB` bounds the memory"),
    # NuSMV.
    (r"-bmc", _ENGINE, "`--engine smt` searches up to a bound and looks for proofs"),
    (r"-bmc_length", "--bound", "`--bound STEPS` says how far `--engine smt` searches"),
    (r"-int", "", "`vsym step FILE` explores a model step by step"),
    (r"-ctt|-is|-ils", "", "`--prop NAME` chooses the properties"),
    (r"-r", "", "`vsym explore FILE` counts the reachable states"),
    # vsym's own, before.
    (r"--checkpoint", "--store", "`--store DIR` keeps an exploration, and `--store DIR --resume` continues it"),
    # Of any tool.
    (r"--verbose", "-v", "`-v` shows every row and every witness"),
    (r"--quiet|--silent", "-q", "`-q` shows the verdicts alone"),
    (r"--property|-spec|--spec", "--prop", "`--prop NAME` chooses a property"),
    (r"--define|--param", "-D", "`-D NAME=VALUE` sets a parameter"),
    (r"--time-limit|--time|--max-time", "--timeout", "`--timeout SECONDS` bounds the time"),
    (r"--max-memory|--mem|--memory-limit", _MEMORY, "`--memory MB` bounds the memory"),
    (r"--depth|--max-depth|-depth", "--bound", "`--bound STEPS` says how far `--engine smt` searches"),
)
"""Options as they are typed, the option of vsym that the command must have, and the sentence about it."""


def habit(option: str, arguments: Iterable[str], options: Set[str]) -> str | None:
    """The message for an option that a command does not have, where it is one of another tool; else None.

    `option` is the part of an argument that click reports: `-n` of `-ndl`. A hint that needs an option is given only
    where that is one of the command's own `options`.
    """
    written = re.compile(rf"{re.escape(option)}.*" if option.startswith("--") else rf"-\w*{re.escape(option[1:])}.*")
    typed = next((one.partition("=")[0] for one in arguments if written.fullmatch(one)), option)
    for pattern, needed, hint in _HABITS:
        if re.fullmatch(pattern, typed) and (not needed or needed in options):
            return f"No such option: {typed}. Here, {hint}."
    return None
