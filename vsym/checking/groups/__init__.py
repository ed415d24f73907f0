"""Up to which group of symmetries the states of a model are explored.

`names` has the words for a group, and `choosing` reads the wish. `detecting` finds a program's symmetries and `given`
proves those of a file; `counters` does both for any system. What properties keep of a group is in `instances` and
`classes`, the runs that follow in `planning`. `diagrams` is how decision diagrams go about a group.
"""
