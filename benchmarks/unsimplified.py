"""The paper's way to decide GR&W, for comparison: ψ of L[m-1] -> L[m] for Z3 as it stands, one variable per counter.

`python benchmarks/unsimplified.py D Q M` prints `unsat` (virtually symmetric) or `sat`. Nothing of vsym is used. All m
local states of all d groups are variables, none are merged, and every guard is written out.
"""

from __future__ import annotations

import sys

import z3


def psi(d: int, q: int, m: int) -> list[z3.BoolRef]:
    """ψ for d priority groups of q processes with m local states (Theorem 6 of the paper)."""
    plain = [[z3.Int(f"X_{state}_{group}") for group in range(d)] for state in range(m)]
    primed = [[z3.Int(f"Y_{state}_{group}") for group in range(d)] for state in range(m)]
    assertions: list[z3.BoolRef] = []
    for matrix in (plain, primed):
        assertions += [matrix[state][group] >= 0 for state in range(m) for group in range(d)]
        assertions += [z3.Sum([matrix[state][group] for state in range(m)]) == q for group in range(d)]
    assertions += [z3.Sum(row) == z3.Sum(other) for row, other in zip(plain, primed, strict=True)]
    assertions += [_enabled(primed, m), z3.Not(_enabled(plain, m))]
    return assertions


def _enabled(matrix: list[list[z3.ArithRef]], m: int) -> z3.BoolRef:
    """Some group has a process waiting, nobody is inside, and no group before it waits."""
    waiting, inside = matrix[m - 2], matrix[m - 1]
    return z3.Or(
        [
            z3.And(waiting[group] >= 1, z3.Sum(inside) == 0, z3.Sum(waiting[:group]) == 0)
            if group
            else z3.And(waiting[group] >= 1, z3.Sum(inside) == 0)
            for group in range(len(waiting))
        ]
    )


def main() -> None:
    """Decide and print."""
    solver = z3.Solver()
    solver.add(psi(*(int(argument) for argument in sys.argv[1:4])))
    print(solver.check())


if __name__ == "__main__":
    main()
