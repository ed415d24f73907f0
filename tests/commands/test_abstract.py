"""`vsym abstract --invariants`."""

from __future__ import annotations

import pytest

from tests.support.running import EXAMPLES, Vsym, document


@pytest.mark.parametrize(("name", "said"), [("mutex", ["#C <= 1"]), ("rw_adaptive", [])])
def test_invariants_are_shown_on_request(vsym: Vsym, name: str, said: list[str]) -> None:
    model = str(EXAMPLES / f"{name}.gsst")
    assert document(vsym("abstract", model, "--invariants", "--json"))["abstraction"]["invariants"] == said
    assert document(vsym("abstract", model, "--json"))["abstraction"]["invariants"] is None
    ran = vsym("abstract", model, "--invariants")
    assert (f" {said[0]}\n" if said else "no linear invariants were found") in ran.out
