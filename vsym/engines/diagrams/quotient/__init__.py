"""Systems up to symmetry on decision diagrams: strategies that find representatives, and what is decided on these."""
