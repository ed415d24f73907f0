"""Shared parts of the tests: oracles, drawn models and programs, models by hand, and ways to run vsym.

oracle*.py are brute force from the definitions and import nothing of vsym. generated*.py draw models as text and for
the oracles; spelled_programs.py writes drawn programs. running.py and composing.py run commands and checks.
"""
