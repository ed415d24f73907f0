"""The group of symmetries up to which vsym explores the states of a model.

`names` has the words for a group, and `choosing` reads the wish. `detecting` finds a program's symmetries and `given`
proves those of a file; `counters` does both for any system. `instances` and `classes` find the subgroups that keep
properties, and `planning` the runs that follow. `diagrams` explores up to a group on decision diagrams.
"""
