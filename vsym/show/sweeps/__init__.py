"""Sweeps as tables, sentences and curves."""
