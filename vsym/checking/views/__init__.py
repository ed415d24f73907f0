"""What pictures show, as values: `quotient` (states in orbits), `adaptive_tree`, `starts`, `programs`."""
