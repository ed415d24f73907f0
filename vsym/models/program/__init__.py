"""Programs: typed finite variables and guarded rules, with scalarsets, statements and a plain semantics.

`types.py`, `layout.py`, `expressions.py`, `statements.py` and `program.py` are the values, every node typed, which
`traversal.py` walks through. `machine.py`, `evaluation.py`, `execution.py` and `memory.py` run them, with `faults.py`,
and `semantics.py` is the definition. `spelling.py` has a program's own names, `renaming.py` what permutations do to its
states, and `premises.py` what its properties presuppose. `observed` puts a program beside an observer.
"""
