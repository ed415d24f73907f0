"""Programs as systems: every instance of a rule run symbolically.

From below: `predicates` and `algebra` (conditions on slots, each once, simplified as they are made), `trees` and
`values` (by cases), `flow` (paths fork at a condition and join after it) and `frame`. `evaluation` and `execution` are
the semantics of programs by cases. `rule_classes` finds the instances that do the same with other slots, of which one
is run; `memoisation` recalls earlier evaluations. `instances` and `starts` run rules and start states, `events` writes
their effects as formulas and terms, `lowering` combines all of this, and `slots` is the reduction, with its questions
(`questions`, `asking`). `as_is` leaves a program as it is, and `commuting` decides whether turns of a loop can be
exchanged.
"""
