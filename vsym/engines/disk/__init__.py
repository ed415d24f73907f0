"""Exploration with states on disk: sorted files, divided by a hash into parts, in steps that any machine can take."""
