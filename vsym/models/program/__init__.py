"""Programs: typed finite variables and guarded rules, with scalarsets, statements and a plain semantics.

`types.py`, `layout.py`, `expressions.py`, `statements.py` and `program.py` are the values, every node typed;
`traversal.py` walks through them. `machine.py`, `evaluation.py`, `execution.py` and `memory.py` run them, with
`faults.py`, and `semantics.py` is the definition. `spelling.py` has a program's own names, `renaming.py` the action of
permutations on its states, and `premises.py` the premises of its properties. `observed` puts a program beside an
observer.
"""
