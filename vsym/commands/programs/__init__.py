"""Each command on a program as a function from a task to an answer."""
