"""The language of population protocols: the meaning of a text, its one style and its names."""

from __future__ import annotations

import pytest

from tests.support.loading import load, load_open
from vsym.basics.source import DiagnosticError, Source
from vsym.languages.pp import LANGUAGE
from vsym.logic.formula import Or, Temporal, compare, conjunction, disjunction
from vsym.logic.terms import Linear, Named, linear
from vsym.models.counting.counts import Count
from vsym.models.counting.locations import Arrow
from vsym.models.counting.model import Model
from vsym.models.counting.processes import Processes

TEXT = """protocol majority
param least = 1
states A, B, a, b
init A = 3, B = 2
output true: A, a
output false: else
trans cancel: A, B -> a, b
trans A, b -> A, a
trans B, a -> B, b
trans tie: a, b -> a, a
trans A, a -> A, a
trans A, a -> a, A
precondition #A + #B >= least
predicate #A >= #B
invariant fewer: #A + #B <= n
"""
STATES = "protocol p\nstates A, B, L[0..2]\n"


def model(text: str = TEXT, **values: int) -> Model:
    """The model of a text."""
    return load(Source("test.pp", text), values)


def opened(*names: str, text: str = TEXT, **values: int) -> Model:
    """The model of a text with some parameters left open."""
    return load_open(Source("test.pp", text), values, names).model


def codes(text: str, **values: int) -> list[str]:
    """The codes of the errors in a text."""
    with pytest.raises(DiagnosticError) as caught:
        model(text, **values)
    return [one.code for one in caught.value.diagnostics]


def count(state: str, size: int = 5) -> Linear:
    """The number of agents in a state."""
    return linear([(Count(state, Processes.of([(1, size)])), 1)])


def number(value: int) -> Linear:
    """A constant."""
    return Linear((), value)


def test_an_interaction_moves_an_agent_with_a_partner() -> None:
    first = model().transitions[0]
    assert (first.name, first.source, first.target, first.partner) == ("cancel", "A", "a", Arrow("B", "b"))
    assert first.label == "cancel: A, B -> a, b"
    assert [one.label for one in model().transitions[1:]] == ["A, b -> A, a", "B, a -> B, b", "tie: a, b -> a, a"]
    [line] = first.lines
    assert line.processes == line.partners == model().processes


def test_an_input_is_a_number_for_each_initial_state_or_their_sum() -> None:
    one = model()
    assert one.parameters == (("least", 1), ("n", 5), ("A", 3), ("B", 2))
    stated = [compare(count("A"), "=", number(3)), compare(count("B"), "=", number(2))]
    everyone = compare(Linear(), "=", Linear())
    assert one.initial == conjunction([*stated, everyone, compare(count("A") + count("B"), ">=", number(1))])
    assert model(A=0, B=4).parameters == (("least", 1), ("n", 4), ("A", 0), ("B", 4))
    every = model(n=4)
    assert (every.size, every.parameters) == (4, (("least", 1), ("n", 4)))
    both = count("A", 4) + count("B", 4)
    assert every.initial == conjunction([compare(both, "=", number(4)), compare(both, ">=", number(1))])
    partial = model(n=4, A=1)
    left = [compare(count("A", 4), "=", number(1)), compare(count("B", 4), "=", number(3))]
    assert partial.initial == conjunction([*left, compare(both, ">=", number(1))])


def test_the_inputs_can_be_left_open() -> None:
    found = opened("n")
    assert found.sizes.parameters == ("A", "B")
    a, b = (linear([(Named(name), 1)]) for name in "AB")
    least = [compare(term, ">=", number(bound)) for term, bound in ((a + b, 1), (a, 0), (b, 0))]
    assert found.sizes.domain == conjunction(least)
    assert found.initial == conjunction([compare(count("A", 1), "=", a), compare(count("B", 1), "=", b)])
    [accepts, *_] = found.properties
    assert isinstance(accepts.formula, Or)
    assert compare(a, "<", b) in accepts.formula.operands
    some = opened("A", B=2)
    assert (some.sizes.parameters, some.parameters) == (("A",), (("least", 1), ("B", 2)))
    assert opened("n", B=2).initial == some.initial
    with pytest.raises(DiagnosticError, match="`A` cannot be left open where `n` has a value"):
        opened("A", n=3)


def test_the_properties_are_that_agents_compute_the_predicate() -> None:
    accepts, rejects, fewer = model().properties
    assert (accepts.name, accepts.text) == ("accepts", "#A >= #B -> AG EF AG all in {A, a}")
    assert (rejects.name, rejects.text) == ("rejects", "!(#A >= #B) -> AG EF AG all in {B, b}")
    assert fewer.name == "fewer"
    agree = compare(count("B") + count("b"), "=", number(0))
    path = Temporal("AG", (Temporal("EF", (Temporal("AG", (agree,)),)),))
    assert accepts.formula == disjunction([compare(count("A") - count("B"), "<", number(0)), path])
    implied = model(TEXT.replace("#A >= #B", "#A >= 1 -> #B >= 1")).properties[0]
    assert implied.text == "(#A >= 1 -> #B >= 1) -> AG EF AG all in {A, a}"


def test_without_a_predicate_agents_are_to_agree() -> None:
    [agrees, _] = model(TEXT.replace("predicate #A >= #B\n", "")).properties
    assert (agrees.name, agrees.text) == ("agrees", "AG EF AG all in {A, a} | AG EF AG all in {B, b}")
    assert [one.name for one in model(TEXT.replace("predicate", "// ").replace("output", "//")).properties] == ["fewer"]


def test_few_states_are_named_where_many_have_an_output() -> None:
    text = f"{STATES}init A = 1\ntrans A, A -> A, B\noutput true: A\noutput false: else\npredicate true\n"
    assert [one.text for one in model(text).properties] == [
        "true -> AG EF AG all in A",
        "!(true) -> AG EF AG none in A",
    ]


def test_families_and_repetitions() -> None:
    text = f"""{STATES}init L[0] = 2, L[2]
for i in 0..2 {{
  trans up[i]: L[i], A -> L[min(i + 1, 2)], A
  output true: L[i]
}}
output false: A, B
"""
    found = model(text, **{"L[2]": 1})
    assert [one.label for one in found.transitions] == ["up[0]: L[0], A -> L[1], A", "up[1]: L[1], A -> L[2], A"]
    assert found.parameters == (("n", 3), ("L[0]", 2), ("L[2]", 1))
    assert codes(text) == ["VS329"]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"A": -1}, ["VS306"]),
        ({"n": 0}, ["VS306"]),
        ({"C": 1}, ["VS204"]),
        ({"n": 10**19}, ["VS305"]),
        ({"n": 10**13}, ["VS309"]),
        ({"A": 10**13}, ["VS309"]),
    ],
)
def test_values_that_no_protocol_can_have(values: dict[str, int], expected: list[str]) -> None:
    assert codes(TEXT, **values) == expected


def test_an_expression_has_a_value_in_a_state() -> None:
    text = LANGUAGE.parsed(Source("test.pp", TEXT))
    start = next(iter(text.at({}).semantics.initial()))
    assert text.observation("#A - #B", {}).told(start) == "1"
    assert text.observation("#A >= 4", {}).told(start) == "false"
    with pytest.raises(DiagnosticError, match="VS315"):
        text.observation("EF #A = 0", {})


def test_the_one_style() -> None:
    text = "protocol   p states A,B init A=3,B\ntrans  t:A,B->B ,A output true : A;output false:else predicate #A>=#B"
    assert LANGUAGE.formatted(Source("test.pp", text)) == (
        "protocol p\nstates A, B\ninit A = 3, B\ntrans t: A, B -> B, A\noutput true: A\noutput false: else\n"
        "predicate #A >= #B\n"
    )
    assert LANGUAGE.formatted(Source("test.pp", TEXT)) == TEXT


def test_the_names_of_a_text() -> None:
    naming = LANGUAGE.named(Source("test.pp", TEXT))
    uses = {(one.name, one.kind): len(one.uses) for one in naming.names}
    assert uses[("A", "local state")] == 12
    assert uses[("least", "parameter")] == 1
    assert ("cancel", "transition") in uses
    titles = [(one.title, one.kind) for one in naming.items]
    assert ("cancel", "transition") in titles
    assert ("A, b -> A, a", "transition") in titles
    assert ("#A >= #B", "property") in titles
    assert LANGUAGE.guards(Source("test.pp", TEXT)) == ()
