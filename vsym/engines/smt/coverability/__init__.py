"""Backward coverability: the states that can reach a violation, as an upward-closed set of counters, by a fixpoint.

Source: Abdulla, Čerāns, Jonsson, Tsay: General decidability theorems for infinite-state systems, LICS 1996; for steps
that move all processes of a local state, Esparza, Finkel, Mayr: On the verification of broadcast protocols, LICS 1999.

Read net.py (nets and steps backwards), bounds.py (bounds that refute a marking), backward.py (the fixpoint), reading.py
(the net of a system), search.py (a method of proof, and of paths).
"""
