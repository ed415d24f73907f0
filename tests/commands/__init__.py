"""Each command as users start it: its output, its refusals and its exit status."""
