"""Virtual symmetry of counted processes, decided by a solver, relation by relation."""
