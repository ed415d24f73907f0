"""Exploration with states on disk: sorted files, divided by a hash into parts, in steps that any machine can take.

Read storage.py (files and their failures), folder.py and remote.py (places), manifest.py and store.py (the record of a
level, and its storage), planning.py (the steps of a level), working.py and workers.py (their execution), exploring.py
(level by level), session.py (a whole store, with paths backwards) and engine.py.
"""
