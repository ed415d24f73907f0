"""Which variables a loop only adds to, or subtracts from: they change by the sum of its turns."""

from __future__ import annotations

from vsym.models.program.expressions import Binary, Constant, Global, Local, Read, Referenced, Variable
from vsym.models.program.program import Program
from vsym.models.program.statements import Assign, Bind, For
from vsym.models.program.types import Range


def summed(program: Program, loop: For) -> frozenset[Variable]:
    """The variables of a range that every turn of a loop either leaves alone or adds a positive constant to, or from
    which every turn subtracts one, and that it looks at for nothing else."""
    nodes = [*program.reached(loop.body)]
    if any(isinstance(node, Referenced | Bind) for node in nodes):
        return frozenset()
    mentions: dict[Variable, int] = {}
    for node in nodes:
        if isinstance(node, Global | Local):
            mentions[node.variable] = mentions.get(node.variable, 0) + 1
    added: dict[Variable, list[str]] = {}
    for node in nodes:
        match node:
            case Assign(
                Global(variable) | Local(variable),
                Binary("+" | "-" as sign, Read(Global(same) | Local(same)), Constant(number)),
            ) if variable == same and number >= 0 and isinstance(variable.type, Range):
                added.setdefault(variable, []).append(sign)
    return frozenset(
        variable for variable, signs in added.items() if mentions[variable] == 2 * len(signs) and len({*signs}) == 1
    )
