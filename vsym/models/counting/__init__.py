"""Processes that are counted: local states, groups, shared variables, guarded local transitions.

`processes.py` and `locations.py` hold very many processes as runs of neighbours; `model.py` is the model over them,
`counts.py` what its formulas count, `semantics.py` its definition with paths that are replayed, `spelling.py` its
formulas as they were written, and `structure.py` all of it as any model. `observed` puts a model beside an observer.
"""
