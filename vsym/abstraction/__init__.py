"""The counter abstraction: its guards, the counter system, and the way back to processes."""
