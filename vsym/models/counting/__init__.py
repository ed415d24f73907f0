"""Processes that are counted: local states, groups, shared variables, guarded local transitions."""
