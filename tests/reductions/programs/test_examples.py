"""The examples of programs as systems: all but those with multisets."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.loading import load_program
from tests.reductions.programs.agreement import agree
from tests.running import EXAMPLES
from vsym.basics.limits import UNLIMITED
from vsym.basics.options import RefusedError
from vsym.reductions.programs.lowering import lowered

FILES = sorted((EXAMPLES / "programs").glob("*.m"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_example_is_the_same_as_a_system(path: Path) -> None:
    program = load_program(path.read_text("utf-8"))
    if program.layout.bags:
        with pytest.raises(RefusedError, match="multisets"):
            lowered(program, UNLIMITED)
        return
    made = agree(program, 6)
    assert made.left_out == ()
