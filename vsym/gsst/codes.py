"""The diagnostics of the front end by their codes."""

from __future__ import annotations

from types import MappingProxyType

CODES = MappingProxyType(
    {
        "VS101": "the file cannot be read",
        "VS102": "the file is no text",
        "VS103": "the file is empty",
        "VS104": "the file is too large",
        "VS105": "something else is expected at this place",
        "VS106": "a character without meaning, or a comment without end",
        "VS107": "nested too deep",
        "VS108": "comparisons in a chain",
        "VS109": "a path quantifier without one `U`, `W` or `R`",
        "VS110": "the name of the system is missing, late or given twice",
        "VS111": "a declaration that every file needs is missing",
        "VS112": "the initial states are described twice",
        "VS113": "a declaration that `for` cannot repeat",
        "VS201": "an unknown parameter, index, shared variable or definition",
        "VS202": "an unknown local state",
        "VS203": "an unknown group",
        "VS204": "an override of an unknown parameter",
        "VS205": "a name is declared twice",
        "VS206": "a temporal operator as a name",
        "VS207": "a definition that uses itself",
        "VS208": "two lines, or two cells, name the same process",
        "VS209": "a variable is assigned twice in one step",
        "VS210": "an assignment to an unknown shared variable",
        "VS301": "a number in place of a condition, or the other way round",
        "VS302": "a set of processes in place of a number, or the other way round",
        "VS303": "a term that is not linear",
        "VS304": "division by zero",
        "VS305": "a number that is too large",
        "VS306": "a parameter outside its domain",
        "VS307": "an index outside its family",
        "VS308": "a process that does not exist",
        "VS309": "a group of negative size, too many processes or too many local states",
        "VS310": "too many repetitions or parts of formulas",
        "VS311": "a value outside a shared variable's range",
        "VS312": "a shared variable with an empty range",
        "VS313": "a local transition from a local state to itself",
        "VS314": "a process without an initial state",
        "VS315": "a temporal operator where it may not stand",
        "VS316": "too few or too many indices",
        "VS317": "an assignment of a condition that is no Boolean variable",
        "VS318": "no local state at all",
        "VS319": "something that is not constant where a constant is needed",
    }
)
