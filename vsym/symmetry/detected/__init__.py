"""The symmetry of a system, found without annotations: a graph of its events, and what its automorphisms are proved to
be. Knows systems; neither the models that they are made of nor engines."""
