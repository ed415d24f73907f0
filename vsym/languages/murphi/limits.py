"""How large a model may be: limits far above sensible models, so that any input ends soon."""

SYMBOLS = 200_000
BRACKET_DEPTH = 200
SYNTAX_DEPTH = 100
SYNTAX_ERRORS = 20
SLOTS = 1_000_000
VALUES = 1_000_000_000
INSTANCES = 10_000
INTEGER = (1 << 63) - 1

PACE = 1_000
"""After how many symbols the limits of time and memory are looked at."""
