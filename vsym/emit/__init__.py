"""Models written for other tools."""
