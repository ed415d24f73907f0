"""Progress without listing states: ranks that every step lowers, strategies that lead to a goal, and loops that do not.

Read pending.py (a system beside the bit that a goal is awaited), outcome.py (conclusions), states.py (known states),
regions.py and ranking.py (ranks), inevitable.py (rule A), possible.py (rule B), cycles.py (rule C), stated.py (ranks
that users state), certificate.py, and deciding.py, which puts them together.
"""
