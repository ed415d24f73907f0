"""Which processes may be exchanged: cells, virtual symmetry, witnesses, blocks, lemmas."""
