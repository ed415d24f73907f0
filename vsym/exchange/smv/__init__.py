"""Models for NuSMV and its traces.

`layout.py`, `expressions.py` and `updates.py` put names, formulas and updates into SMV; `system.py` prepares a system
for its template, `programs.py` one of a program, `direct.py` with `direct_lines.py` the processes themselves;
`writing.py` writes models of counters or processes, and `reading.py` reads traces.
"""
