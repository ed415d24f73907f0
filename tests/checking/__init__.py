"""Tests of the composer: from a model to all results on it."""
