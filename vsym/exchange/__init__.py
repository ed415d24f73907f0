"""Text for other tools, and from them: SMV, SMT-LIB, Apalache's ITF, NuSMV's XML.

`itf.py` writes and reads traces of counted processes, `program_itf.py` those of programs, both as `documents.py` has
them; `replay.py` holds what was read against the model. `generators.py` keeps symmetries of programs in files,
`smtlib.py` writes questions to solvers, and `smv/` has models for NuSMV with its traces.
"""
