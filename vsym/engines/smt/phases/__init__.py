"""Systems whose steps only go on, decided by paths in phases: thresholds, at all sizes (theory, section 12).

Read fragment.py (which systems these are), asked.py and shapes.py (what refutes a property), switches.py (what ends a
phase), formula.py (the paths of a shape as one formula), certificate.py (proofs), deciding.py (verdicts) and
vacuity.py.
"""

METHOD = "phases"
"""The name of the method in verdicts."""
