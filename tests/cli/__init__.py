"""The program under any command: statuses, signals, limits, streams, help, files, every kind of model."""
