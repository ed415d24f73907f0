"""The counter abstraction: one counter for each block of processes and local state."""
