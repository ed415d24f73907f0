"""A loaded model: a process forked from here finds the parser and Z3's tables built. No solver runs here."""

from __future__ import annotations

import z3

import vsym
from tests.support.running import EXAMPLES

MODEL = vsym.load(EXAMPLES / "controller.gsst")

# Z3 begins with a table of 16 MB, of which each process would have to touch every page.
z3.main_ctx()
