"""The waist between reductions and engines: variables with ranges under guarded simultaneous updates.

`system` is the value, `step` its plain semantics, the only one, and `result` what engines say of it, to a `report` of
work under way. `starts` lists initial states. `event_classes` finds the events that are the same but for names,
`symmetry` permutes literals, and `order` has the variables as decision diagrams should have them. No engine knows what
a system stems from.
"""
