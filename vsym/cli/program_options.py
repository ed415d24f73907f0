"""The options on how a model is understood and explored, many of which are for programs (`.m`) alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import PurePath
from types import MappingProxyType
from typing import TYPE_CHECKING, cast

import click

from vsym.basics.options import DialectOptions, Options, QuotientOptions, refuse_given
from vsym.basics.source import Diagnostic, DiagnosticError, Span
from vsym.cli.settings import GROUP, STRATEGY, gathered

if TYPE_CHECKING:
    from vsym.models.program.program import Dialect
    from vsym.models.text import AnyText, ProgramText

dialect_options = gathered(
    "dialect",
    DialectOptions,
    click.option(
        "--undefined",
        type=click.Choice(["strict", "lenient"]),
        help="The comparison of undefined scalarset elements: an error (strict, the default) or a value (lenient).",
    ),
    click.option(
        "--scalarset",
        type=click.Choice(["symmetric", "range"]),
        help="Scalarsets: used symmetrically (the default), or plain ranges.",
    ),
    click.option(
        "--deadlock",
        type=click.Choice(["stuttering", "stuck", "off"]),
        help="Deadlocks: no rule changes the state (stuttering, default), no rule is enabled (stuck), or none (off).",
    ),
    click.option(
        "--side-effects",
        type=click.Choice(["refuse", "allow"]),
        help="Functions that change variables, in guards and properties: an error (refuse, the default) or allowed.",
    ),
)
"""Adds how a program is understood to a command, as `dialect`."""

_quotient_options = gathered(
    "quotient",
    QuotientOptions,
    GROUP,
    click.option(
        "--trust-group",
        is_flag=True,
        help="Use the generators of --group FILE without a proof; vsym then never says `holds`.",
    ),
    STRATEGY,
    click.option(
        "--hint",
        "hints",
        metavar="CONDITION",
        multiple=True,
        help="With --strategy representatives: explore first from the states that satisfy this hint (repeatable).",
    ),
    click.option(
        "--hints",
        "automatic",
        type=click.Choice(["auto"]),
        help="With --strategy representatives: make hints that add processes, or elements of a scalarset, one by one.",
    ),
    click.option(
        "--sigma-step",
        type=click.Choice(["layer", "hint"]),
        help="With --strategy representatives: find orbits met before after each layer, or once for each hint.",
    ),
    click.option(
        "--sigma-rounds",
        type=click.IntRange(min=0),
        metavar="N",
        help="With --strategy representatives: find no more of these orbits than N rounds of the generators do.",
    ),
    click.option(
        "--sigma-nodes",
        type=click.IntRange(min=0),
        metavar="N",
        help="With --strategy representatives: stop finding these orbits once their diagram has more than N nodes.",
    ),
)

_COMPACT = click.option(
    "--compact", is_flag=True, help="Keep hashes of states, not states; vsym then never says `holds`."
)


def exploration_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options of exploring a program, as `dialect`, `quotient` and `compact`."""
    return representatives_options(_COMPACT(command))


def representatives_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options on a program's dialect and on its quotient, as `dialect` and `quotient`."""
    return dialect_options(_quotient_options(command))


def _dialect(given: DialectOptions) -> Dialect:
    """The dialect that options ask for."""
    from vsym.models.program.program import Dialect

    return Dialect(
        given.undefined or "strict",
        given.scalarset or "symmetric",
        given.deadlock or "stuttering",
        "allowed" if given.side_effects == "allow" else "refused",
    )


def understood(command: str, text: AnyText, options: Options, own: Mapping[str, object]) -> AnyText:
    """A text as understood under the options, including the command's `own`, with their hints.

    Raises RefusedError for an option, and DiagnosticError for a command, that its kind of model does not have; also
    raises what `with_hints` raises.
    """
    text = _BY_KIND.get(text.kind, _other)(command, text, options, own)
    return text.with_hints(options.quotient.hints) if options.quotient.hints else text


def _other(command: str, text: AnyText, options: Options, own: Mapping[str, object]) -> AnyText:
    """Raises DiagnosticError for a command that is for processes alone, and as `_processes` does."""
    if command == "abstract":
        raise _missing(command, text, "is for models of processes (.gsst)")
    return _processes(command, text, options, own)


def _processes(_: str, text: AnyText, options: Options, own: Mapping[str, object]) -> AnyText:
    """Raises RefusedError for an option that is for programs alone."""
    given = {
        "--undefined": options.dialect.undefined,
        "--scalarset": options.dialect.scalarset,
        "--deadlock": options.dialect.deadlock,
        "--side-effects": options.dialect.side_effects,
        "--deep": own.get("deep"),
        "--trust-group": options.quotient.trust_group,
        "--as counters": options.counted,
        "--compact": options.compact,
    }
    suffix = PurePath(text.source.name).suffix or ".gsst"
    refuse_given(given, f"is for programs (.m), and this is a {suffix} model")
    return text


def _program(command: str, text: AnyText, options: Options, _: Mapping[str, object]) -> AnyText:
    """A program in its dialect; raises DiagnosticError for a command that programs do not have, or not
    without being counted."""
    if command == "abstract" or (command == "verify_certificate" and options.counted is None):
        name = command.replace("_", "-") + ("" if command == "abstract" else " without --as counters")
        raise _missing(name, text, "does not work on programs")
    program = cast("ProgramText", text)
    return program.with_dialect(_dialect(options.dialect))


def _missing(command: str, text: AnyText, why: str) -> DiagnosticError:
    hint = "`vsym check`, `explore`, `symmetry`, `draw`, `report`, `sweep`, `emit-smv` and `replay` do"
    return DiagnosticError([Diagnostic("VS450", Span(text.source, 0, 0), f"`vsym {command}` {why}", hint)])


_BY_KIND: Mapping[str, Callable[[str, AnyText, Options, Mapping[str, object]], AnyText]] = MappingProxyType(
    {"processes": _processes, "program": _program}
)
"""The function that applies options to the text of a kind of model; any other kind has no options of its own."""
