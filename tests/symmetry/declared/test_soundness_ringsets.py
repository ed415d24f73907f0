"""Ringsets whose use is accepted, checked against the definition and against a solver's proof at sizes 2 to 6."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.models.program.layouts import drawn_state
from tests.support.drawn import many
from tests.symmetry.declared.drawn_loops import DECLARED, Drawn
from tests.symmetry.declared.equivariance import program_of, reached
from vsym.basics.limits import UNLIMITED
from vsym.basics.source import DiagnosticError
from vsym.checking.groups.detecting import program_symmetry
from vsym.checking.groups.given import is_proved
from vsym.exchange.generators import rotation
from vsym.models.program.program import Program
from vsym.models.program.renaming import renamed
from vsym.models.program.semantics import Fired, Semantics, State
from vsym.symmetry.declared.soundness import at_every_size, misuses

MODEL = """const N: %d;
type Ring: ringset(N);
var p: Ring; a: array [Ring] of boolean; b: array [Ring] of Ring; c: 0..2;
procedure give(var x: boolean); begin x := true; end;
ruleset i: Ring do startstate p := i; for j: Ring do a[j] := false; end; undefine b; c := 0; end; end;
ruleset i: Ring do rule "r" %s end; end;
"""

ACCEPTED = (
    "p := p + 1;",
    "if p = i - 1 then p := i; a[i + 1] := !a[i + 1]; end;",
    "c := p - i = 1 ? 1 : 2; give(a[p - c]);",
    "for j: Ring do a[j + 1] := true; end; b[i] := p;",
    "if forall j: Ring do a[b[j]] end then p := b[i + 2]; else b[i] := 1 + i; end;",
    "for k := 0 to 1 do b[i + k] := i - k; end; if exists j: Ring do b[j] = p end then undefine b[p]; end;",
)
"""Bodies of rules that mean the same wherever the ring begins; of some, an undefined variable is read in an error."""

REFUSED = (
    ("clear p;", "VS360"),
    ("clear b;", "VS360"),
    ("for j: Ring do p := j; end;", "VS361"),
    ("for j: Ring do if a[j] then p := p + 1; a[p] := true; end; end;", "VS361"),
    ("for j: Ring do if a[j] then return; end; a[j] := true; end;", "VS361"),
)


def _program(body: str, size: int) -> Program:
    return program_of(MODEL % (size, body))


def _image(program: Program, state: State | None) -> State | None:
    """Every element one place on, by the layout alone."""
    if state is None:
        return None
    size = program.ringsets[0].cardinality
    before = {slot.text: state[slot.offset] for slot in program.layout.slots}
    image = dict(before)
    for name, code in before.items():
        index = name.partition("[")[2].rstrip("]")
        moved = f"{name[: name.index('[')]}[{(int(index) + 1) % size}]" if index else name
        image[moved] = code % size + 1 if code and name[0] in "pb" else code
    return tuple(image[slot.text] for slot in program.layout.slots)


def _results(program: Program, fired: Fired, turned: bool) -> tuple[bool, State | None]:
    return fired.fault is None, _image(program, fired.state) if turned else fired.state


@pytest.mark.parametrize("body", ACCEPTED)
def test_what_is_accepted_turns_at_each_size_by_the_definition(body: str) -> None:
    for size in (2, 3, 4):
        program = _program(body, size)
        assert [one.name for one in at_every_size(program)] == ["Ring"]
        semantics = Semantics(program)
        for state in reached(program, 12):
            image = _image(program, state)
            assert image is not None
            here = sorted(map(str, (_results(program, one, True) for one in semantics.fire(state))))
            assert here == sorted(map(str, (_results(program, one, False) for one in semantics.fire(image))))


class _DrawnAround(Drawn):
    """Loops over a ring, with elements some steps from others."""

    def element(self) -> str:
        return super().element() + self._random.choice(("", "", " + 1", " - 1", " + c"))


RING = DECLARED.replace("scalarset(3)", "ringset(3)").replace("union {enum {none}, P}", "P")
RING = RING.replace("u := none", "undefine u")
AS_SCALARSET = program_of(RING.replace("ringset", "scalarset") + "rule end;")
"""A program whose states are as those of the drawn ones, to turn them."""


def _turned(state: State) -> State:
    return renamed(AS_SCALARSET, state, {AS_SCALARSET.scalarsets[0].number: (1, 2, 0)})


def test_drawn_loops_that_are_accepted_turn_by_the_definition() -> None:
    accepted = 0
    for seed in range(many(20)):
        random = Random(seed)
        program = program_of(_DrawnAround(random).model().replace(DECLARED, RING))
        if misuses(program):
            continue
        accepted += 1
        semantics = Semantics(program)
        for state in (*reached(program, 4), *(drawn_state(random, program) for _ in range(3))):
            here = Counter((one.fault is None, one.state and _turned(one.state)) for one in semantics.fire(state))
            there = Counter((one.fault is None, one.state) for one in semantics.fire(_turned(state)))
            assert here == there, seed
    assert accepted > 4


@pytest.mark.parametrize("body", ACCEPTED[:4])
def test_a_solver_proves_the_same_at_sizes_two_to_six(body: str) -> None:
    for size in range(2, 7) if many(1) > 1 else (2, 6):
        program = _program(body, size)
        symmetry = program_symmetry(program, UNLIMITED, (), with_properties=False)
        assert is_proved(symmetry, rotation(program.layout, program.ringsets[0]).map, "the rotation", "<test>")


@pytest.mark.parametrize(("body", "code"), REFUSED)
def test_what_tells_elements_apart_is_refused_in_its_place(body: str, code: str) -> None:
    program = _program(body, 3)
    [misuse, *_] = misuses(program)
    assert misuse.diagnostic.code == code
    assert misuse.scalarsets == program.ringsets
    assert body.startswith(misuse.diagnostic.span.text[:3]) or misuse.diagnostic.span.text in body
    assert at_every_size(program) == ()


def test_a_solver_refutes_an_element_that_is_singled_out() -> None:
    program = _program("clear p;", 3)
    symmetry = program_symmetry(program, UNLIMITED, (), with_properties=False)
    with pytest.raises(DiagnosticError, match="VS451"):
        is_proved(symmetry, rotation(program.layout, program.ringsets[0]).map, "the rotation", "<test>")


def test_a_size_that_is_used_for_more_is_not_open() -> None:
    assert at_every_size(_program("p := p + 1;", 3))
    assert not at_every_size(_program("p := p + N;", 3))
    assert not at_every_size(_program("p := p + 1;", 1)), "one element shows nothing of several"
