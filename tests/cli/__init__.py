"""The program whatever the command: statuses, signals, limits, streams, help, files, every kind of model."""
