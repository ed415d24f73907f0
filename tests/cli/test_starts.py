"""Every command that depends on the start of a model refuses one without an initial state."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.running import Refused, Vsym

TEXT = "system s\nstates T, C\ngroup P of 2\ninit where {start}\ntrans T -> C\ninvariant p: #C <= 2\n"
COMMANDS = [
    ("check",),
    ("symmetry",),
    ("abstract",),
    ("explore", "--method", "plain"),
    ("explore", "--method", "adaptive"),
    ("emit-smv",),
    ("emit-smv", "--model", "direct"),
    ("draw", "--format", "dot"),
    ("draw", "--what", "quotient", "--format", "dot"),
    ("draw", "--what", "adaptive", "--format", "dot"),
    ("report",),
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_no_initial_state_is_an_error(command: tuple[str, ...], vsym: Vsym, refused: Refused, tmp_path: Path) -> None:
    model = tmp_path / "s.gsst"
    name, *options = command
    model.write_text(TEXT.format(start="#T >= 2 & #C > |all|"))
    assert "VS322" in refused(name, str(model), *options)
    model.write_text(TEXT.format(start="#T >= 2 & #C < |all|"))
    assert vsym(name, str(model), *options).status == 0
