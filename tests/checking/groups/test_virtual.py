"""The virtual symmetry of programs, against its definition by brute force, and what its properties keep;
`../test_virtual_verdicts.py` checks drawn programs against both."""

from __future__ import annotations

from functools import partial

import pytest

from tests.support.composing import checked_by_runs, run_by, verdicts
from tests.support.loading import load_program
from tests.support.present import present
from tests.support.running import EXAMPLES
from tests.support.virtual_programs import closed
from vsym.basics.limits import UNLIMITED, UndecidedError
from vsym.checking.answer import Checked
from vsym.checking.groups.choosing import chosen_group
from vsym.checking.groups.detecting import program_symmetry
from vsym.checking.groups.instances import stated
from vsym.checking.groups.names import AUTO, VIRTUAL
from vsym.checking.groups.virtual import VirtualSymmetry, virtual_symmetry
from vsym.checking.question import MDD, Strategy
from vsym.checking.ways import Way, way
from vsym.engines.compiled.quotient.quotient import Quotient
from vsym.logic.formula import TRUE
from vsym.models.program.faults import FaultError
from vsym.models.program.program import Program
from vsym.models.program.renaming import Factor
from vsym.models.program.semantics import Semantics, State, replayed
from vsym.symmetry.detected.virtual.asking import Proved
from vsym.symmetry.detected.virtual.rows import OTHER

LOWEST = """
type Proc: 0..2; At: enum {rest, wait, use};
var at: array [Proc] of At;
startstate for p: Proc do at[p] := rest; end; end;
ruleset p: Proc do
  rule "ask" at[p] = rest ==> at[p] := wait; end;
  rule "win" at[p] = wait & forall q: Proc do at[q] != use & (q < p -> at[q] != wait) end ==> at[p] := use; end;
  rule "leave" at[p] = use ==> at[p] := rest; end;
end;
invariant "one" forall p: Proc do forall q: Proc do at[p] = use & at[q] = use -> p = q end end;
--! ctl last: AG (at[2] = wait -> AF at[2] = use)
--! ctl first: AG (at[0] = wait -> AF at[0] = use)
--! ctl any: AG ((exists p: Proc do at[p] = wait end) -> AF (exists p: Proc do at[p] = use end))
"""
"""The lowest number is served first."""

FREE = """
type Place: 0..2;
var free: array [Place] of boolean; holds: array [0..1] of Place;
startstate for p: Place do free[p] := true; end; undefine holds; end;
ruleset h: 0..1; p: Place do
  rule "take" isundefined(holds[h]) & free[p] & forall q: Place do q < p -> !free[q] end ==>
    free[p] := false; holds[h] := p; end;
  rule "give" !isundefined(holds[h]) & holds[h] = p ==> free[p] := true; undefine holds[h]; end;
end;
"""
"""The first free place is taken; a free one that somebody holds would tell places apart."""

ACCOUNTED = """
invariant "accounted" forall p: Place do
  free[p] = forall h: 0..1 do isundefined(holds[h]) | holds[h] != p end
end;
"""

LEAKING = FREE.replace("end;\nend;\n", 'end;\n  rule "leak" !free[p] & holds[h] = p ==> free[p] := true; end;\nend;\n')
"""A place may be freed while it is held."""


def found(subject: Program) -> VirtualSymmetry:
    """The virtual symmetry of a program."""
    symmetry = program_symmetry(subject, UNLIMITED, stated(subject), with_properties=False)
    return virtual_symmetry(subject, symmetry, UNLIMITED)


def checked(subject: Program, group: str = VIRTUAL) -> Checked:
    """A program checked up to a group, on decision diagrams: a program in C takes longer to be compiled."""
    runs = chosen_group(subject, UNLIMITED, group).runs
    return checked_by_runs(subject, runs, partial(_on_diagrams, subject), UNLIMITED)


def _on_diagrams(subject: Program, quotient: Quotient) -> Way:
    return way(MDD, quotient, up_to=Strategy("within").up_to(subject, quotient, MDD, UNLIMITED))


def require_virtual(subject: Program, of: VirtualSymmetry) -> int:
    """Hold a group against the definition, where its assumptions hold; returns how many orbits are reached."""
    semantics = Semantics(subject)

    def assumed(state: State) -> bool:
        try:
            return all(semantics.holds(one.formula, state) for one in of.assumed)
        except FaultError:
            return False

    states = closed(subject, [one.state for one in of.maps], assumed)
    assert states.virtual
    return states.reached()


@pytest.mark.parametrize(
    ("name", "orbits", "assumed"),
    [
        ("bus", 9, 0),
        ("lru", 10, 1),
        ("misuse", 7, 0),
        ("pool", 4, 1),
    ],
)
def test_examples_have_the_orbits_of_the_definition(name: str, orbits: int, assumed: int) -> None:
    subject = load_program((EXAMPLES / "programs" / f"{name}.m").read_text())
    of = found(subject)
    assert of.group.beyond
    assert (require_virtual(subject, of), bool(of.assumed)) == (orbits, bool(assumed))


def test_the_classes_of_an_allocator_are_alike() -> None:
    subject = load_program((EXAMPLES / "programs" / "allocator.m").read_text().replace("C: 3;", "C: 1;"))
    of = found(subject)
    assert (len(of.group.exchanges), of.group.beyond) == (4, ((0, 1), (0, 3)))
    assert [rule.name for rule in of.broken] == ["the allocator serves"]
    explored = present(checked(subject.asking(["exclusive"])).reached)
    assert (explored.states, explored.represented, explored.rules_fired) == (36, None, None)


def test_each_property_is_decided_up_to_what_it_keeps() -> None:
    subject = load_program(LOWEST)
    answer = checked(subject)
    assert verdicts(answer) == verdicts(run_by(subject, "interpreted"))
    assert {one.property.name: one.order for one in answer.outcomes} == {
        "errors": 6,
        "deadlock": 6,
        "one": 6,
        "last": 2,
        "first": 2,
        "any": 6,
    }
    last = present(next(one.run for one in answer.outcomes if one.property.name == "last"))
    replayed(subject, last.path)


def test_auto_takes_the_larger_group() -> None:
    subject = load_program(LOWEST).asking(["one", "any"])
    assert present(checked(subject, AUTO).main).order == 6


def test_an_invariant_is_assumed_and_checked() -> None:
    subject = load_program(FREE + ACCOUNTED)
    assert not found(load_program(FREE)).group.beyond
    assert [one.name for one in found(subject).assumed] == ["accounted"]
    answer = checked(subject)
    assert verdicts(answer) == verdicts(run_by(subject, "interpreted"))
    assert present(answer.main).virtual


def test_where_an_assumption_is_violated_other_symmetries_decide() -> None:
    subject = load_program(LEAKING + ACCOUNTED + "--! ctl some: EF (free[0] & !free[1])\n")
    assert [one.name for one in found(subject).assumed] == ["accounted"]
    answer = checked(subject)
    assert verdicts(answer) == verdicts(run_by(subject, "interpreted"))
    assert verdicts(answer)["accounted"] == "violated"
    assert any("`accounted`, which virtual symmetry rests on, is violated" in note for note in answer.notes)
    main, plain = present(answer.main), run_by(subject, "interpreted")
    assert (main.virtual, main.order) == (False, 2)
    assert present(main.reached).represented == present(plain.reached).states


IMPOSSIBLE = """
type Side: 0..1;
var at: Side; done: boolean;
startstate at := 1; done := false; end;
rule "go" at = 0 ==> done := true; end;
ruleset s: Side do rule "stay" at = s ==> at := s; end; end;
invariant "impossible" at = 0 & at = 1;
cover "done" done;
"""
"""The sides are alike where the invariant holds, which is nowhere; 0 stands for 1 and goes on."""


def test_no_path_is_sought_beyond_a_violated_assumption() -> None:
    subject = load_program(IMPOSSIBLE)
    assert [one.name for one in found(subject).assumed] == ["impossible"]
    assert verdicts(checked(subject)) == verdicts(run_by(subject, "interpreted"))


FAILING = """
type Side: 0..1;
var at: Side; done: boolean; none: Side;
startstate at := 1; done := false; end;
rule "go" at = 0 ==> done := true; end;
ruleset s: Side do rule "stay" at = s ==> at := s; end; end;
invariant "fails" none = at & done & !done;
cover "done" done;
"""


def test_where_an_assumption_ends_in_an_error_other_symmetries_decide() -> None:
    subject = load_program(FAILING)
    assert [one.name for one in found(subject).assumed] == ["fails"]
    assert verdicts(checked(subject)) == verdicts(run_by(subject, "interpreted"))


AROUND = """
type Side: 0..1;
var at: Side; row: array [Side] of Side;
startstate row[0] := 0; row[1] := 1; end;
ruleset s: Side do alias a: row[at] do ruleset t: Side do rule "go" a = s ==> at := t; end; end; end; end;
rule "begin" isundefined(at) ==> at := 0; end;
"""


def test_an_error_of_what_stands_around_a_rule_comes_before_its_choices() -> None:
    subject = load_program(AROUND)
    assert verdicts(checked(subject)) == verdicts(run_by(subject, "interpreted"))


STUTTERING = """
type Side: 0..1;
var at: Side;
startstate at := 0; end;
rule "over" at = 0 ==> at := 1; end;
rule "stay" at = 1 ==> at := 1; end;
ruleset s: Side do rule "never" false ==> end; end;
"""


def test_a_deadlock_by_murphis_rule_is_an_atom_that_must_be_kept() -> None:
    subject = load_program(STUTTERING)
    of = found(subject)
    assert of.group.beyond
    assert not of.keeping(["deadlock"]).exchanges
    # Each run counts deadlocks.
    assert not present(checked(subject.asking(["errors"])).main).virtual
    assert of.keeping(["errors"]).exchanges
    assert verdicts(checked(subject)) == verdicts(run_by(subject, "interpreted"))


FAIR = """
type Side: 0..1;
var at: Side; done: boolean;
startstate at := 0; done := false; end;
rule "left" at = 0 ==> at := 1; end;
rule "right" at = 1 ==> at := 0; end;
ruleset s: Side do rule "never" false ==> end; end;
rule "end" !done ==> done := true; end;
--! ltl over: F done
"""


def test_fair_rules_answer_themselves() -> None:
    assert found(load_program(FAIR)).group.exchanges
    for name in ("left", "end"):
        subject = load_program(FAIR + f'--! fair "{name}"\n')
        assert not found(subject).group.exchanges
        assert verdicts(checked(subject)) == verdicts(run_by(subject, "interpreted"))


def test_fairness_is_kept_by_properties_of_paths() -> None:
    subject = load_program(LOWEST + "--! fair at[0] = rest\n")
    answer = checked(subject)
    assert verdicts(answer) == verdicts(run_by(subject, "interpreted"))
    orders = {one.property.name: one.order for one in answer.outcomes}
    assert (orders["one"], orders["any"]) == (6, 2)


def test_where_a_condition_ends_in_an_error_is_kept() -> None:
    """The condition is nowhere true, and ends in an error where the first one is served."""
    text = LOWEST.replace("var at:", "var none: boolean; at:") + "--! ctl wrong: AG EF (at[0] = use & none)\n"
    subject = load_program(text.replace("startstate", "startstate undefine none;"))
    answer = checked(subject)
    assert verdicts(answer) == verdicts(run_by(subject, "interpreted"))
    assert verdicts(answer)["wrong"] == "unknown"


HALF = """
type Side: 0..1;
var set: array [Side] of boolean; on: boolean;
startstate set[0] := true; on := true; end;
rule "switch" on := !on end;
invariant "first" !isundefined(set[0]);
"""
"""The second element is never defined, the first one always."""


def test_what_is_never_undefined_is_not_taken_to_be_so() -> None:
    subject = load_program(HALF)
    assert [row.name for row in found(subject).group.rows.rows] == ["on"]
    assert verdicts(checked(subject)) == verdicts(run_by(subject, "interpreted"))


def test_values_that_a_step_leaves_are_refused() -> None:
    subject = load_program(STUTTERING)
    symmetry = program_symmetry(subject, UNLIMITED, stated(subject), with_properties=False)
    symmetry.detection.domains = (frozenset({1}),)
    with pytest.raises(UndecidedError, match="leaves the values"):
        virtual_symmetry(subject, symmetry, UNLIMITED)


def test_an_event_that_stands_for_others_needs_what_takes_it_to_them() -> None:
    """One question serves two of the three clients of a class; the proof then needs the exchange of these two."""
    text = (EXAMPLES / "programs" / "allocator.m").read_text()
    group = found(load_program(text, {"A": 1, "B": 3, "C": 2})).group
    answer = group.asking.asked((0, 3), frozenset(group.proved), TRUE)
    assert isinstance(answer, Proved)
    assert {(0, 1), (0, 3)} <= answer.needs


NOTED = """
var on: boolean; note: 0..3;
startstate on := true; note := 0; end;
rule "off" on ==> on := false; note := 1; end;
rule "on" !on ==> on := true; note := 2; end;
rule "quietly" true ==> on := !on; end;
invariant "small" note < 3;
"""
"""A program whose rules write `note` and never read it."""


def test_values_that_nobody_reads_are_alike() -> None:
    """0 is the value of the start alone, so that three values join reached states; 3 is none of the domain."""
    subject = load_program(NOTED)
    of = found(subject)
    assert [row.members for row in of.group.rows.rows] == [("0", "1"), ("1", "2")]
    assert require_virtual(subject, of) == 2
    assert verdicts(checked(subject)) == verdicts(run_by(subject, "interpreted"))


def test_values_that_join_no_reached_states_are_left_alone() -> None:
    subject = load_program(NOTED.replace('rule "quietly" true ==> on := !on; end;', ""))
    assert not found(subject).group.beyond


WIDER = """
type Side: 0..1;
var at: array [Side] of 0..1; v: 0..1; on: boolean;
startstate at[0] := 0; at[1] := 0; v := 0; on := false; end;
startstate at[0] := 0; at[1] := 0; v := 1; on := false; end;
rule "up" at[0] = 0 & at[1] = 0 ==> at[1] := 1; end;
ruleset s: Side do rule "down" at[s] = 1 ==> at[s] := 0; end; end;
rule "both" at[0] = 1 & at[1] = 1 & v = 0 ==> on := true; end;
"""
"""As at[0] is 0 throughout, `both` never fires, and the values of v are alike: they are not where at[0] may be 1."""


def test_ordinary_symmetries_are_proved_anew_where_values_are_wider() -> None:
    subject = load_program(WIDER)
    symmetry = program_symmetry(subject, UNLIMITED, stated(subject), with_properties=False)
    assert len(symmetry.maps) == 1
    exchanges = virtual_symmetry(subject, symmetry, UNLIMITED).group.exchanges
    assert exchanges in (((OTHER, 0),), ((0, 0),))


DROPPED = """
type Side: 0..1;
var at: Side; x: 0..2;
startstate at := 0; x := 0; end;
rule "assumed away" at = 0 ==> x := 2; end;
rule "go" true ==> at := 1 - at; end;
rule "stay" true ==> end;
rule "finish" true ==> x := 1; end;
ruleset s: Side do rule "never" false ==> end; end;
assume "small" x != 2;
--! fair "assumed away"
--! ltl over: F x = 1
"""
"""The fair rule fires where `at` is 0, and leads nowhere; so that staying there is not fair."""


def test_a_firing_that_is_assumed_away_counts_for_fairness() -> None:
    subject = load_program(DROPPED)
    of = found(subject)
    assert of.keeping(["errors"]).exchanges
    assert not of.keeping(["over"]).exchanges
    assert verdicts(checked(subject)) == verdicts(run_by(subject, "interpreted"))


def test_where_orbits_have_several_representatives_paths_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """An element on the way takes a state to the one that is stored, and its steps need not follow."""
    assert present(checked(load_program(LOWEST)).main).virtual
    monkeypatch.setattr(Factor, "exact", False)
    assert not present(checked(load_program(LOWEST)).main).virtual
