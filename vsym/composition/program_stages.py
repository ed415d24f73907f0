"""The stages before any verdict on a program: which scalarsets are sound, and which engine explores."""

from __future__ import annotations
