"""`vsym doctor`."""

from __future__ import annotations

import re
import sys

import pytest

from tests.support.running import Vsym, program
from vsym.basics.memory import default_memory


def test_the_doctor_says_what_is_there_and_what_is_not(
    no_nusmv: str, vsym: Vsym, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = program("doctor")
    assert here.status == 0
    assert "z3" in here.out
    assert "NuSMV 2." in here.out or "nuXmv" in here.out
    assert "Language server: pygls 2." in here.out
    assert f"Memory: work stops at {default_memory() // 1_000_000:,} MB, 60% of the memory" in here.out
    assert re.search(r"Editor of the lab: \d+ kB", here.out), "scripts/build-web.sh"
    assert "Clusters: distributed 2" in here.out
    assert "Graphviz: pygraphviz 2" in here.out
    assert "C compiler: /" in here.out
    monkeypatch.setenv("VSYM_NUSMV", "/nowhere/NuSMV")
    monkeypatch.setitem(sys.modules, "pygraphviz", None)
    assert "Graphviz: missing; get it with `pip install 'vsym[draw]'`\n" in vsym("doctor").out
    monkeypatch.delitem(sys.modules, "pygraphviz")
    monkeypatch.setattr("vsym.show.pictures.graphviz._PROGRAM", "import no_such_library")
    assert "Graphviz: unusable; Graphviz could not draw the picture: ModuleNotFoundError" in vsym("doctor").out
    assert "VSYM_NUSMV is `/nowhere/NuSMV`, which is not a program" in vsym("doctor").out
    monkeypatch.setenv("VSYM_NUSMV", sys.executable)
    assert "does not answer like NuSMV" in vsym("doctor").out
    monkeypatch.delenv("VSYM_NUSMV")
    monkeypatch.setenv("PATH", no_nusmv)
    gone = vsym("doctor")
    assert gone.status == 0
    assert "NuSMV: missing" in gone.out
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setenv("CC", "")
    bare = vsym("doctor")
    assert "C compiler: missing" in bare.out
