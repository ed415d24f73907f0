"""Each command as users start it: what it writes, refuses and ends with."""
