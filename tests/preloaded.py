"""Models loaded and a line shown, so that what is forked from here finds the parsers built, and Z3's tables; no solver
is asked."""

from __future__ import annotations

import z3

import vsym
from tests.running import EXAMPLES
from vsym.languages.registry import read
from vsym.show.text.lines import system_line
from vsym.show.text.rendering import as_text

SHOWN = as_text([system_line(vsym.load(EXAMPLES / "controller.gsst"))], 100, color=False)

PROGRAM = read(str(EXAMPLES / "programs" / "token.m"))

# Z3 begins with a table of 16 MB, of which each process would have to touch every page.
z3.main_ctx()
