"""Deep models: the manifest has the last levels alone, and files of their own have the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engines.compiled.test_programs import told
from tests.engines.stored.running import grid, manifest, paths, stored
from vsym.basics.limits import Budget
from vsym.engines.stored.files import StoreError


def test_old_levels_have_files_of_their_own(folder: Path) -> None:
    """Paths lead through them, and an exploration that was cut short goes on behind them."""
    subject = grid()
    whole = stored(folder / "whole", subject)
    assert not manifest(folder / "whole")["chapters"]
    cut = stored(folder / "some", subject, budget=Budget(bound=9), chapter=3)
    assert cut.reached is not None
    assert len(manifest(folder / "some")["chapters"]) == 2
    found = stored(folder / "some", subject, resume=True, chapter=3)
    assert (told(found), paths(found)) == (told(whole), paths(whole))
    record, known = manifest(folder / "some"), manifest(folder / "whole")
    assert record["chapters"] == [f"history-{level:06}" for level in range(3, len(record["older"]) + 1, 3)]
    assert 3 <= len(record["levels"]) < 6
    assert len(record["older"]) + len(record["levels"]) == len(known["levels"])


@pytest.mark.parametrize("damage", ["changed", "missing"])
def test_a_chapter_that_is_damaged_is_named(damage: str, folder: Path) -> None:
    subject = grid()
    stored(folder, subject, chapter=3)
    file = folder / "history-000003"
    if damage == "missing":
        file.unlink()
    else:
        file.write_bytes(file.read_bytes().replace(b'"checksum": ', b'"checksum": 1', 1))
    with pytest.raises(StoreError, match=r"history-000003 is (missing|damaged)"):
        stored(folder, subject, resume=True)
