"""NuSMV as an engine: the program (program.py), its traces as paths (traces.py), and its queries (engine.py)."""
