"""Short models and the results of all of vsym on them, for the tests of the reports."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType

from vsym import check, load
from vsym.checking.answer import Checked
from vsym.show.text.fitting import as_text
from vsym.symmetry.virtual.identification import Decided

LONG = "a_local_state_with_a_name_that_is_long"


def checked(text: str) -> Checked:
    """Everything that is found out about a model."""
    return check(load(text), engine="explicit")


def decided(text: str) -> Decided:
    """The decisions on the symmetry of a model."""
    found = checked(text).decided
    assert found is not None
    return found


def lines(shown: Sequence[RenderableType], width: int = 120) -> list[str]:
    """The lines that a terminal of this width shows, without colours."""
    return as_text(shown, width, color=False).splitlines()
