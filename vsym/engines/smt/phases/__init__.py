"""Systems whose steps only go on, decided by paths in phases: thresholds, at all sizes (theory, section 12).

Read fragment.py (the systems), asked.py and shapes.py (the paths that refute a property), switches.py (the ends of
phases), formula.py (the paths of a shape as one formula), certificate.py (proofs), deciding.py (verdicts) and
vacuity.py.
"""

METHOD = "phases"
"""The name of the method in verdicts."""
