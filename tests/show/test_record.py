"""Records: the parts that whole documents do not reach."""

from __future__ import annotations

import json

from tests.show.text.models import checked
from vsym.basics.numbers import writable
from vsym.models.counting.spelling import concrete_states


def test_numbers_that_json_readers_refuse_are_left_out() -> None:
    assert writable(10**100) == 10**100
    large = 1 << 11_999
    assert json.loads(json.dumps(writable(large))) == large
    assert writable(10**4301) is None


def test_concrete_states_count_the_shared_values() -> None:
    text = "system s\nstates A, B\ngroup P of {}\nshared v : 0..2 = 0\ninit A\n"
    assert concrete_states(checked(text.format(3)).model) == 2**3 * 3
    assert concrete_states(checked(text.format(20_000)).model) is None
