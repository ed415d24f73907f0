"""Properties that a program states, beside its rules and in annotations."""

from __future__ import annotations

import pytest

from tests.languages.murphi.texts import FRAME, codes, framed
from vsym.logic.formula import And, Comparison, Formula, Not, Or, Temporal, atoms
from vsym.models.program.expressions import Constant, Entries, Item, Quantified
from vsym.models.program.program import Condition, Dialect, Faulty, Stuck


def formula(annotation: str) -> Formula:
    """The meaning of an annotation's formula inside the frame."""
    return framed(f"--! {annotation}\n").properties[-1].formula


def spoken(of: Formula) -> list[str]:
    """The texts of a formula's conditions."""
    return [atom.text for atom in atoms(of) if isinstance(atom, Condition)]


def _quantified(of: Formula) -> Quantified:
    """The quantified condition that a formula speaks of."""
    [condition] = atoms(of)
    assert isinstance(condition, Condition)
    assert isinstance(condition.expression, Quantified)
    return condition.expression


def test_what_every_program_states() -> None:
    errors, deadlock = framed("").properties
    assert (errors.name, errors.logic, deadlock.name) == ("errors", "invariant", "deadlock")
    assert [*atoms(errors.formula)] == [Faulty()]
    assert [*atoms(deadlock.formula)] == [Stuck()]
    assert [prop.name for prop in framed("", Dialect(deadlock="off")).properties] == ["errors"]


def test_names_are_those_of_the_text_and_never_twice() -> None:
    found = framed('invariant b; invariant "k" b; invariant b "k"; invariant c; cover b; liveness "k" b; assert c;')
    names = [prop.name for prop in found.properties]
    assert names[2:] == ["invariant 1", "k", "k (2)", "invariant 2", "cover 1", "k (3)", "invariant 3"]


def test_an_invariant_is_of_all_instances_and_a_cover_of_one() -> None:
    found = framed(
        """
        ruleset i: Pid do alias k: a[i] do
          invariant "all" k = 1; cover "some" k = 1; assume "only" k = 1; liveness "each" k = 1
        end end;
        """
    )
    every, some, each = found.properties[2:]
    assert (_quantified(every.formula).quantifier, _quantified(some.formula).quantifier) == ("forall", "exists")
    assert _operators(some.formula) == ["EF"]
    assert isinstance(each.formula, And)
    assert len(each.formula.operands) == 3
    assert spoken(each.formula) == ["k = 1 [i = Pid_1]", "k = 1 [i = Pid_2]", "k = 1 [i = Pid_3]"]
    assert [one.text for one in found.assumptions] == ["k = 1"]
    assert (some.text, each.text) == ("EF (k = 1)", "AG EF (k = 1)")


def test_an_invariant_of_the_elements_of_a_multiset() -> None:
    [*_, stated] = framed("choose m: net do invariant net[m].one = 1 end;").properties
    assert isinstance(_quantified(stated.formula).domain, Entries)


@pytest.mark.parametrize(
    ("annotation", "operators"),
    [
        ("ctl k: AG (b -> AF c)", ["AG", "AF"]),
        ("ctl k: A [b U c] & E [b W EX c]", ["AU", "EW", "EX"]),
        ("ctl k: A [b & c U b | c]", ["AU"]),
        ("ctl k: E [b R c]", ["ER"]),
        ("CTL k: !EG !b", ["EG"]),
        ("ltl k: G F b -> F G c", ["G", "F", "F", "G"]),
        ("ltl k: b U c W b", ["U", "W"]),
        ("ltl k: X (x = 1)", ["X"]),
        ('ltl "a name": F b', ["F"]),
    ],
)
def test_temporal_formulas(annotation: str, operators: list[str]) -> None:
    assert _operators(formula(annotation)) == operators


def _operators(of: Formula) -> list[str]:
    match of:
        case Temporal(operator, operands):
            return [operator, *(inner for operand in operands for inner in _operators(operand))]
        case Not(operand):
            return _operators(operand)
        case And(operands) | Or(operands):
            return [inner for operand in operands for inner in _operators(operand)]
    return []


def test_letters_are_names_where_no_operator_can_stand() -> None:
    letters = "type State: enum { M, E, S, I, F, X, U }; var G, A: State; row: array [State] of State;\n"
    found = framed(letters + "--! ctl k: AG (G = E | row[F] = X & A = U -> EF (A = F))\n").properties[-1]
    assert spoken(found.formula) == ["G = E | row[F] = X & A = U", "(A = F)"]
    assert _operators(found.formula) == ["AG", "EF"]


def test_a_quantifier_around_operators_is_written_out() -> None:
    found = formula("ctl k: forall i: Pid do AG (a[i] = 1 -> AF (exists j: Pid do a[j] = 2 end)) end")
    assert isinstance(found, And)
    assert [text for text in spoken(found) if text.startswith("a[i]")] == [f"a[i] = 1 [i = Pid_{n}]" for n in (1, 2, 3)]
    first = next(atom for atom in atoms(found) if isinstance(atom, Condition))
    place = vars(first.expression)["left"].place
    assert isinstance(place, Item)
    assert isinstance(place.index, Constant)
    assert isinstance(formula("ctl k: exists i := 0 to 2 do EF (x = i) end"), Or)


def test_fairness() -> None:
    found = framed('rule "go" b ==> end; rule "go" c ==> end; rule b ==> end;\n--! fair "go"\n--! fair b & c\n')
    assert [one.rule for one in found.fair_rules] == [0, 1]
    [fair] = found.fairness
    assert fair.text == "b & c"
    assert isinstance(fair.formula, Comparison)


@pytest.mark.parametrize(
    "comment", ["--! important", "--!!! ctl k: b", "--!", "-- ! ctl k: b", "/* --! ctl k: b */", "--!x"]
)
def test_other_comments_are_no_annotations(comment: str) -> None:
    assert len(framed(f"{comment}\n").properties) == 2


def test_an_annotation_ends_at_its_line_and_may_have_a_comment() -> None:
    found = framed("--! ctl k: EF b -- once at least\n--! ctl l: EF c /* never */\n")
    assert [prop.text for prop in found.properties[2:]] == ["EF b", "EF c"]


def test_all_errors_of_a_pass_come_at_once() -> None:
    wrong = codes(f"{FRAME}rule x ==> x := b; y := zz end; invariant x;\n--! ctl k: AG x\n")
    assert wrong == ["VS301", "VS340", "VS201", "VS301", "VS301"]
