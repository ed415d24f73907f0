"""Tests of the composer: from a model to all that is known of it."""
