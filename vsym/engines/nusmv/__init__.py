"""NuSMV as an engine: the program, its answers and its traces."""
