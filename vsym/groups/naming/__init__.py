"""The name of a permutation group in a person's words, like `S3 × S4 wr S2`.

Read recognition.py (transitive groups of known kinds, proofs of their orders), then splitting.py
(complements of normal subgroups) and structure.py (direct products of groups that have names).
"""
