"""Which size of a program is a number that nothing else depends on: all sizes at once, or one too large to list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from vsym.basics.limits import Budget
from vsym.basics.options import RefusedError
from vsym.basics.source import Diagnostic, DiagnosticError
from vsym.checking.program_sizes import Sized
from vsym.logic.terms import Linear, Named, linear
from vsym.models.program.program import Program
from vsym.models.text import ProgramText

LARGE = 300
"""From how many elements a scalarset is not listed."""


def sized(text: ProgramText, values: Mapping[str, int], for_all: Sequence[str], budget: Budget) -> Sized | None:
    """The program at a small size, where a constant that is a scalarset's size and nothing else is left open or large.

    `values` are those of constants, and those `for_all` are left open. None where neither is so.

    Raises DiagnosticError (VS463) where more depends on a constant that is to be left open, RefusedError for several
    of them, and what `at` raises.
    """
    if for_all:
        text.parameters.require_open(for_all, values)
        name, *more = for_all
        if more:
            raise RefusedError("--for-all takes one constant of a program, the size of the scalarset that is counted")
        uses = text.beside_size(name)
        if uses:
            message = f"`{name}` cannot be left open: it is more than the size of one scalarset"
            hint = "a constant of its own may be the size: `const SIZE: 3; type Node: scalarset(SIZE);`"
            raise DiagnosticError([Diagnostic("VS463", uses[0], message, hint)])
        return _at_small_size(text, values, name, linear([(Named(name), 1)]), budget)
    large = (name for name, value in values.items() if value > LARGE and name in text.parameters.names)
    size_only = next((name for name in large if not text.beside_size(name)), None)
    if size_only is None:
        return None
    return _at_small_size(text, values, size_only, Linear((), values[size_only]), budget)


def _at_small_size(text: ProgramText, values: Mapping[str, int], name: str, size: Linear, budget: Budget) -> Sized:
    """The program at size 2, with the scalarset that grows with the constant."""

    def at(number: int) -> Program:
        return text.at({**values, name: number}, budget)

    program, larger = at(2), at(3)
    pairs = zip(program.scalarsets, larger.scalarsets, strict=True)
    scalarset = next((one for one, other in pairs if one.size != other.size), None)
    if scalarset is None:
        raise RefusedError(f"`{name}` is not the size of a scalarset, and programs have all other constants")
    others = tuple(one for one in program.parameters if one[0] != name)
    given = () if size.terms else ((name, size.constant),)
    return Sized(replace(program, parameters=(*given, *others)), scalarset, size, at)
