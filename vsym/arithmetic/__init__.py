"""Linear integer arithmetic and the dialogue with a solver; it knows no model.

`environment` makes formulas of PySMT, `solver` holds one dialogue with a solver, in which all limits are heeded, and
`cubes` makes answers that a person can read: short normal forms and smallest solutions.
"""
