"""Text for other tools, and from them: SMV, SMT-LIB, Apalache's ITF, NuSMV's XML.

`itf.py` writes and reads traces of counted processes, `program_itf.py` those of programs; `documents.py` has their
common parts. `replay.py` checks traces against the model. `generators.py` keeps symmetries of programs in files,
`smtlib.py` writes questions to solvers, and `smv/` has models for NuSMV with its traces.
"""
