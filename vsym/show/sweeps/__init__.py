"""Sweeps as tables and sentences (story.py), under way (live.py), as curves (plot.py) and as grids (grid.py)."""
