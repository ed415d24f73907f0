"""Each command as a function from a task to an answer; the command line only prints what comes back."""
