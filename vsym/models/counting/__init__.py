"""Counted processes: local states, groups, shared variables, guarded local transitions.

`processes.py` and `locations.py` hold very many processes as runs of neighbours; `model.py` is the model over them,
`counts.py` has the atoms of its formulas, `semantics.py` its definition, which replays paths, `spelling.py` its
formulas as written, and `structure.py` implements the protocol of models. `observed` puts a model beside an observer.
"""
