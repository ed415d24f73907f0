"""Which permutations of scalarsets a property's formula leaves as it is.

A program cannot name an element of a scalarset, but a formula can: a quantifier around temporal operators is written
out, so that the conditions below them speak of one element each. A formula on the quotient under some permutations
means what it means on all states if these leave each of its conditions as it is (Emerson and Sistla 1996, "Symmetry and
model checking", section 3); that all of them together are left as they are is not enough.
"""

from __future__ import annotations

from collections.abc import Sequence

from vsym.logic.formula import Formula, atoms
from vsym.models.program.expressions import Constant
from vsym.models.program.program import Condition
from vsym.models.program.traversal import everything
from vsym.models.program.types import Scalarset
from vsym.symmetry.declared.contents import members


def named_elements(formula: Formula) -> dict[Scalarset, frozenset[int]]:
    """The elements that the conditions of a formula name, by their scalarsets: permutations that leave each of these
    where it is leave the conditions as they are."""
    named: dict[Scalarset, frozenset[int]] = {}
    conditions = [atom.expression for atom in atoms(formula) if isinstance(atom, Condition)]
    for node in everything(conditions):
        if isinstance(node, Constant):
            for scalarset in members(node.type):
                if scalarset.code(node.value):
                    named[scalarset] = named.get(scalarset, frozenset()) | {node.value}
    return named


def symmetric_scalarsets(formula: Formula, scalarsets: Sequence[Scalarset]) -> tuple[Scalarset, ...]:
    """Those of some scalarsets whose permutations leave every condition of a formula as it is."""
    named = named_elements(formula)
    return tuple(scalarset for scalarset in scalarsets if scalarset not in named)
