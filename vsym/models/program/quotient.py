"""A program up to permutations of some of its scalarsets: what engines for programs are given."""

from __future__ import annotations

from vsym.basics.frozen import frozen
from vsym.models.program.program import Program
from vsym.models.program.types import Scalarset


@frozen
class Quotient:
    """A program, and the scalarsets under whose permutations its states count as one; without any, each counts."""

    program: Program
    scalarsets: tuple[Scalarset, ...] = ()
