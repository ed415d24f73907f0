"""The contents of pictures, as values: `quotient` (states in orbits), `adaptive_tree`, `starts`, `programs`."""
