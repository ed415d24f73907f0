"""Verification on decision diagrams up to symmetry."""

from __future__ import annotations
