"""The ways to decide properties. An engine is a folder here and a line in `registry.py`."""
