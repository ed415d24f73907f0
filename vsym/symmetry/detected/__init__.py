"""The symmetry of a system, found without annotations: candidates from a graph of its events, each with a proof. It
knows systems, but neither the models that they are made of nor engines.

`domains`, `simplifying`, `forms` and `normalising` bring a system to a normal form; `event_graph`, `classes` and
`graph` make the coloured graph. `proving` holds each candidate against every event, over `images` and `formula_images`
(keys), `questions` (valuations, and a solver) and `invariants`. `detection` is all of it, with `literals`; `subgroups`
finds the symmetries that keep formulas, and `beyond_graph` those that no graph shows. `virtual/` has exchanges after
which the same orbits are reached, possibly by other events.
"""
