"""Which properties a single path can refute."""

from __future__ import annotations

import pytest

from tests.languages.gsst.texts import ctl, ltl
from vsym.logic.universal import is_universal


@pytest.mark.parametrize(
    ("text", "universal"),
    [
        ("#A = 1", True),
        ("AG #A = 1", True),
        ("EF #A = 1", False),
        ("!EF #A = 1", True),
        ("!AG #A = 1", False),
        ("AG (#A = 1 -> AF #B = 1)", True),
        ("AG (#A = 1 -> EF #B = 1)", False),
        ("AG (EF #A = 1 -> #B = 1)", True),
        ("A [#A = 1 U !E [#A = 1 U #B = 1]]", True),
        ("AX #A = 1 <-> #B = 1", False),
        ("#A = 1 <-> #B = 1", True),
    ],
)
def test_a_path_refutes_what_speaks_of_all_paths(text: str, universal: bool) -> None:
    assert is_universal(ctl(text)) is universal


def test_ltl_is_refused() -> None:
    with pytest.raises(ValueError, match="not a CTL operator"):
        is_universal(ltl("G #A = 1"))
