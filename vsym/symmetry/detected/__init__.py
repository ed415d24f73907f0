"""The symmetry of a system, found without annotations: a graph of its events, and what its automorphisms are proved to
be. It knows systems; neither the models that they are made of nor engines.

`domains`, `simplifying`, `forms` and `normalising` bring a system to one way to write it; `event_graph`, `classes` and
`graph` make the coloured graph. `proving` holds each candidate against every event, over `images` and `formula_images`
(keys), `questions` (valuations, and a solver) and `invariants`. `detection` is all of it, with `literals`; `subgroups`
keeps what formulas say, and `beyond_graph` has what no graph shows. `virtual/` has exchanges after which the same
orbits are reached, by whatever events.
"""
