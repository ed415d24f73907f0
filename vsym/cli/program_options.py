"""The options that are for programs (`.m`) alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import PurePath
from types import MappingProxyType
from typing import TYPE_CHECKING, cast

import click

from vsym.basics.options import Options, refuse_given
from vsym.basics.source import Diagnostic, DiagnosticError, Span
from vsym.cli.settings import GROUP, STRATEGY

if TYPE_CHECKING:
    from vsym.models.program.program import Dialect
    from vsym.models.text import AnyText, ProgramText

_DIALECT = (
    click.option(
        "--undefined",
        type=click.Choice(["strict", "lenient"]),
        help="Whether comparing undefined elements of a scalarset is an error (strict) or has a value (lenient).",
    ),
    click.option(
        "--scalarset",
        type=click.Choice(["symmetric", "range"]),
        help="Whether scalarsets must be used symmetrically or are plain ranges.",
    ),
    click.option(
        "--deadlock",
        type=click.Choice(["stuttering", "stuck", "off"]),
        help="Which states are deadlocks: those that no rule changes, those that enable no rule, or none.",
    ),
    click.option(
        "--side-effects",
        type=click.Choice(["refuse", "allow"]),
        help="Whether guards and properties may call functions that change variables.",
    ),
)
_UP_TO = (
    GROUP,
    click.option(
        "--trust-group",
        is_flag=True,
        help="Use the generators of --group FILE without proof; vsym then never says `holds`.",
    ),
    STRATEGY,
    click.option(
        "--hint",
        "hints",
        metavar="CONDITION",
        multiple=True,
        help="With --strategy representatives: where steps may begin, hint by hint, then everywhere.",
    ),
    click.option(
        "--hints",
        "automatic",
        type=click.Choice(["auto"]),
        help="With --strategy representatives: add the elements of a scalarset one by one.",
    ),
)
_EXPLORATION = (
    *_UP_TO,
    click.option("--compact", is_flag=True, help="Store hashes of states; vsym then never says `holds`."),
)


def dialect_options(command: Callable[..., None]) -> Callable[..., None]:
    """How a program is understood."""
    for decorate in reversed(_DIALECT):
        command = decorate(command)
    return command


def exploration_options(command: Callable[..., None]) -> Callable[..., None]:
    """How a program is understood and explored."""
    for decorate in reversed(_EXPLORATION):
        command = decorate(command)
    return dialect_options(command)


def representatives_options(command: Callable[..., None]) -> Callable[..., None]:
    """How a program is understood, and up to what it is explored."""
    for decorate in reversed(_UP_TO):
        command = decorate(command)
    return dialect_options(command)


def dialect(options: Options) -> Dialect:
    """How a program is to be understood."""
    from vsym.models.program.program import Dialect

    return Dialect(
        options.undefined or "strict",
        options.scalarset or "symmetric",
        options.deadlock or "stuttering",
        "allowed" if options.side_effects == "allow" else "refused",
    )


def understood(command: str, text: AnyText, options: Options) -> AnyText:
    """A text as options say that it is to be understood.

    Raises RefusedError for an option, and DiagnosticError for a command, that its kind of model does not have.
    """
    return _BY_KIND.get(text.kind, _other)(command, text, options)


def _other(command: str, text: AnyText, options: Options) -> AnyText:
    """Raises DiagnosticError for what processes alone have, and as `_processes` does."""
    if command == "abstract":
        raise _missing(command, text, "is for models of processes (.gsst)")
    return _processes(command, text, options)


def _processes(_: str, text: AnyText, options: Options) -> AnyText:
    """Raises RefusedError for an option that is for programs alone."""
    given = {
        "--undefined": options.undefined,
        "--scalarset": options.scalarset,
        "--deadlock": options.deadlock,
        "--side-effects": options.side_effects,
        "--deep": options.deep,
        "--strategy": options.strategy,
        "--hint": options.hints,
        "--hints": options.automatic,
        "--trust-group": options.trust_group,
        "--as counters": options.counted,
        "--compact": options.compact,
    }
    suffix = PurePath(text.source.name).suffix or ".gsst"
    refuse_given(given, f"is for programs (.m), and this is a {suffix} model")
    return text


def _program(command: str, text: AnyText, options: Options) -> AnyText:
    """A program in its dialect, with hints; raises DiagnosticError for a command that programs do not have, or not
    without being counted."""
    if command == "abstract" or (command == "verify_certificate" and options.counted is None):
        name = command.replace("_", "-") + ("" if command == "abstract" else " without --as counters")
        raise _missing(name, text, "does not work on programs")
    program = cast("ProgramText", text)
    if options.hints:
        program = program.with_hints(options.hints)
    return program.with_dialect(dialect(options))


def _missing(command: str, text: AnyText, why: str) -> DiagnosticError:
    hint = "`vsym check`, `explore`, `symmetry`, `draw`, `report`, `sweep`, `emit-smv` and `replay` do"
    return DiagnosticError([Diagnostic("VS450", Span(text.source, 0, 0), f"`vsym {command}` {why}", hint)])


_BY_KIND: Mapping[str, Callable[[str, AnyText, Options], AnyText]] = MappingProxyType(
    {"processes": _processes, "program": _program}
)
"""How the text of a kind of model is understood; that of any other has no options of its own."""
