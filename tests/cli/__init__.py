"""The program as users start it: statuses, messages, signals, limits, files, terminals."""
