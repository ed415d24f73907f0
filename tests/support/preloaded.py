"""A model loaded, so that what is forked from here finds the parser built, and Z3's tables; no solver is asked."""

from __future__ import annotations

import z3

import vsym
from tests.support.running import EXAMPLES

MODEL = vsym.load(EXAMPLES / "controller.gsst")

# Z3 begins with a table of 16 MB, of which each process would have to touch every page.
z3.main_ctx()
