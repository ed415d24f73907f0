"""Engines decide properties of a system, of a program, or of annotated processes; none knows its input's origin.

Read protocol.py (accepts, verify, explore), then registry.py, the only list of them. explicit/ is the plainest: states
in arrays. diagrams/ (users call it mdd) has sets of states as decision diagrams, smt/ decides without listing states,
nusmv/ asks NuSMV. compiled/ explores programs and systems as C, disk/ the same with states in files, interpreted.py
programs without a compiler, and adaptive/ processes under growing partitions. subprocess_engine.py lets any engine run
in a process of its own.
"""
