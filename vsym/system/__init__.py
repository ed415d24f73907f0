"""The waist between reductions and engines: variables with ranges under guarded simultaneous updates.

`system` is the value, `step` its only plain semantics, `result` the results of engines, and `report` the receiver of
reports on work under way. `starts` lists initial states. `event_classes` finds the events that are the same but for
names, `symmetry` permutes literals, and `order` puts the variables in an order for decision diagrams. No engine knows
the origin of a system.
"""
