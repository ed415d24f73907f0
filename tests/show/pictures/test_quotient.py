"""The picture of concrete states and counter states: on generated models, it has exactly the content that the oracle
gives."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

import pytest
from hypothesis import assume, given, settings

import vsym
from tests.show.pictures.shapes import check_legible, drawing
from tests.support import oracle, oracle_symmetry
from tests.support.composing import decided as identified
from tests.support.drawn import DRAWN, many
from tests.support.generated import Generated, models
from tests.support.generated_declarations import value_text
from tests.support.running import EXAMPLES
from vsym.basics.limits import Budget
from vsym.basics.options import RefusedError
from vsym.basics.source import DiagnosticError
from vsym.checking.question import Subject
from vsym.checking.stages import reduced
from vsym.checking.views.quotient import IN_ORBIT, neighbourhood
from vsym.models.counting.model import Model
from vsym.show.pictures.picture import Picture, Stroke
from vsym.show.pictures.quotient import ordered, quotient, room
from vsym.symmetry.virtual.identification import Decided
from vsym.system.report import Silence

Arrow = tuple[str, str]


@dataclass(frozen=True)
class Seen:
    """A picture read back: states by their texts, and edges by their ends and their strokes."""

    states: frozenset[str]
    steps: frozenset[tuple[str, str, Stroke]]
    counters: frozenset[str]
    abstract: frozenset[tuple[str, str, Stroke]]
    orbits: Mapping[str, frozenset[str]]
    initial: frozenset[str]


def drawn(model: Model) -> tuple[Decided, Picture]:
    """A model with the picture of its quotient."""
    decided, smaller = reduced(Subject(model), identified(model), Budget(), Silence())
    return decided, quotient(smaller, neighbourhood(smaller, room(model), Budget()))


def example(name: str, **parameters: int) -> Picture:
    """The picture of an example."""
    return drawn(vsym.load(EXAMPLES / f"{name}.gsst", **parameters))[1]


def seen(picture: Picture) -> Seen:
    """The states, orbits and edges of a picture, as a reader sees them."""
    nodes = {node.name: node for node in picture.nodes}
    said = {name: node.label for name, node in nodes.items()}
    numbers = {label: label.partition(":")[0] for name, label in said.items() if name.startswith("q")}
    edges = [(edge.source, edge.target, edge.stroke) for edge in picture.edges]
    orbits = {
        label: frozenset(said[name] for name in frame.nodes if name.startswith("s"))
        for label, number in numbers.items()
        for frame in picture.clusters[0].clusters
        if frame.label == number
    }
    return Seen(
        frozenset(said[name] for name in nodes if name.startswith("s")),
        frozenset((said[s], said[t], stroke) for s, t, stroke in edges if s.startswith("s")),
        frozenset(numbers),
        frozenset((said[s], said[t], stroke) for s, t, stroke in edges if s.startswith("q")),
        orbits,
        frozenset(node.label for node in nodes.values() if node.initial),
    )


def written(structure: oracle.Structure, state: oracle.State) -> str:
    """The text of the node of a state of the oracle."""
    values = [
        f"{variable.name} = {value_text(variable.name, value)}"
        for variable, value in zip(structure.model.shared, state.shared, strict=True)
    ]
    stuck = not structure.steps[state] and not structure.overflows[state]
    lines = [" ".join(state.locations), *([", ".join(values)] if values else []), *(["(deadlock)"] if stuck else [])]
    return "\n".join(line for line in lines if line)


def steps(structure: oracle.Structure, states: list[oracle.State]) -> Iterator[tuple[str, str, Arrow]]:
    """The steps between states, by the texts of their nodes and the local states that the mover leaves and enters."""
    for state in states:
        for step in structure.steps[state]:
            if step.target in states:
                taken = structure.model.transitions[step.transition]
                arrow = taken.source, oracle.chosen(structure.model, taken.target, state)
                yield written(structure, state), written(structure, step.target), arrow


@given(models())
@settings(DRAWN, max_examples=many(3))
def test_the_picture_is_what_the_oracle_says(generated: Generated) -> None:
    try:
        decided, picture = drawn(vsym.load(generated.text))
    except (DiagnosticError, RefusedError):
        assume(False)
    structure = oracle.structure(generated.model)
    reachable = oracle.reachable(structure)
    by_text = {written(structure, state): state for state in reachable}
    assert len(by_text) == len(reachable)
    found = seen(picture)
    if picture.left_out:
        assert found.states < by_text.keys()
        assert len(reachable) > 12
    else:
        assert found.states == by_text.keys()
    shown = [by_text[text] for text in found.states]
    blocks = tuple(frozenset(block) for block in decided.blocks if block)
    _check_steps(structure, shown, found)
    _check_orbits(structure, blocks, by_text, found, whole=not picture.left_out)
    assert found.initial >= {written(structure, s) for s in oracle.initial_states(structure)} & found.states
    assert found.initial <= {written(structure, s) for s in oracle.initial_states(structure)} | found.counters
    whole = {
        state
        for text in found.states
        for state in oracle_symmetry.Orbits(structure.model.size, blocks).of(by_text[text])
    }
    missing = len(whole) - len({*reachable} & whole)
    said = [line for line in picture.caption if line.startswith("Not reachable")]
    assert said == ([f"Not reachable, and not drawn: {missing} states of these orbits."] if missing else [])


def _check_steps(structure: oracle.Structure, shown: list[oracle.State], found: Seen) -> None:
    """Every step between the states that are shown is drawn, no other is, and each arrow has one stroke of its own."""
    expected = set(steps(structure, shown))
    strokes: dict[Arrow, set[Stroke]] = {}
    for source, target, arrow in expected:
        strokes.setdefault(arrow, set()).update(k for s, t, k in found.steps if (s, t) == (source, target))
    chosen = {arrow: next(iter(options)) for arrow, options in strokes.items()}
    assert all(len(options) == 1 for options in strokes.values())
    assert len({*chosen.values()}) == len(chosen)
    assert found.steps == {(source, target, chosen[arrow]) for source, target, arrow in expected}


def _check_orbits(
    structure: oracle.Structure,
    blocks: oracle_symmetry.Blocks,
    by_text: Mapping[str, oracle.State],
    found: Seen,
    *,
    whole: bool,
) -> None:
    """Frames are orbits, each has a counter state, and counter states step as their orbits do."""
    orbits = oracle_symmetry.Orbits(structure.model.size, blocks)
    frame_of = {text: label for label, texts in found.orbits.items() for text in texts}
    assert frame_of.keys() == found.states
    assert found.orbits.keys() == found.counters
    for text in found.states:
        alike = {written(structure, state) for state in orbits.of(by_text[text])} & found.states
        assert found.orbits[frame_of[text]] == alike
    images = {(frame_of[source], frame_of[target], stroke) for source, target, stroke in found.steps}
    # A step of a counter state can lead to a state of an orbit that is not among those shown.
    assert images <= found.abstract
    if whole:
        assert images == found.abstract


def test_readers_and_writers() -> None:
    picture = example("rw")
    found = seen(picture)
    assert found.orbits["6: #N=1 #T=1 #C=1"] == {"N T C", "N C T", "T N C", "T C N", "C N T", "C T N"}
    labels = {edge.label: edge.stroke for edge in picture.edges if edge.source.startswith("q")}
    assert labels.keys() == {"N -> T", "T -> C", "C -> N"}
    assert {stroke for source, _, stroke in found.steps if source == "N T T"} == {labels["N -> T"], labels["T -> C"]}
    assert len({(stroke.color, stroke.line) for stroke in labels.values()}) == 3
    assert len({stroke.line for stroke in labels.values()}) == 3


def test_blocks_shared_variables_and_deadlocks() -> None:
    found = seen(example("rw_broken"))
    assert "4: #N[W]=1 #T[W]=1\nR T" in found.counters
    controller = seen(example("controller", classes=2, size=1))
    assert "Granted N\nfree = false" in controller.states
    assert "1: #N=2\nfree = true" in controller.counters
    stuck = seen(example("deadlock"))
    assert {text for text in stuck.counters if "deadlock" in text} == {"4: #Idle=1 #Pen=1 #Paper=1\n(deadlock)"}


def test_of_many_states_whole_orbits_near_the_start_are_shown() -> None:
    picture = example("starvation", readers=3, writers=2)
    found = seen(picture)
    (said,) = picture.left_out
    assert said.startswith(f"{len(found.states)} of ")
    assert f" in {len(found.counters)} of " in said
    assert len(found.states) <= 50
    assert not [node for node in picture.nodes if node.label.startswith("…")]


def test_of_a_large_orbit_some_states_are_shown() -> None:
    picture = example("mutex", processes=20)
    found = seen(picture)
    assert {len(states) for states in found.orbits.values()} == {1, IN_ORBIT // 2}
    more = {node.label for node in picture.nodes if node.label.startswith("…")}
    assert f"… {20 - IN_ORBIT // 2} more" in more
    assert "N: 1..20" in found.initial
    assert "N: 1, 3..20\nT: 2" in found.states
    assert "at least 2," in picture.left_out[0]


def test_it_is_refused_for_very_many_processes() -> None:
    with pytest.raises(RefusedError, match="every process, at most 100, and `mutex` has 101"):
        example("mutex", processes=101)


def test_a_step_out_of_a_range_is_told() -> None:
    text = "system out\nstates A, B, C\ngroup P of 2\nshared x : 0..1 = 0\ninit A\n"
    text += "trans A -> B do x := x + 1\ntrans A -> C\ntrans C -> B\n"
    _, picture = drawn(vsym.load(text))
    found = seen(picture)
    assert {"A B\nx = 1", "B B\nx = 1\n(deadlock)"} <= found.states
    # Process 1 would leave the range: neither this step nor one of its counter state is drawn.
    assert {target for source, target, _ in found.steps if source == "A B\nx = 1"} == {"C B\nx = 1"}
    counters = {label.partition(" ")[2].replace("\n", " "): label for label in found.counters}
    before, after = counters["#A=1 #B=1 x = 1"], counters["#B=2 x = 1 (deadlock)"]
    assert {target for source, target, _ in found.abstract if source == before} == {counters["#B=1 #C=1 x = 1"]}
    assert after in {target for _, target, _ in found.abstract}
    assert picture.caption[-1] == "A step that would leave a shared variable's range is an error, and not drawn."


PHILOSOPHERS = """
system philosophers
states Think, Eat
group P[k in 1..3] of 1
init Think
trans Think -> Eat { P[1]: #Eat[P[2]] = 0; P[2]: #Eat[P[3]] = 0; P[3]: #Eat[P[1]] = 0 }
trans Eat -> Think
ctl apart: AG (#Eat[P[1]] = 0 | #Eat[P[2]] = 0 | #Eat[P[3]] = 0)
"""


def test_a_process_with_a_block_of_its_own_is_named() -> None:
    _, picture = drawn(vsym.load(PHILOSOPHERS))
    assert "1: P1 Think, P2 Think, P3 Think" in seen(picture).counters


@pytest.mark.parametrize(
    ("name", "parameters"),
    [("rw", {}), ("rw_adaptive", {}), ("rw_broken", {}), ("vault", {}), ("controller", {"classes": 2})],
)
def test_an_orbit_stands_where_its_counter_state_stands(name: str, parameters: dict[str, int]) -> None:
    """In the drawing, both halves have the same layers, in the same order."""
    picture = example(name, **parameters)
    found = seen(picture)
    boxes = {box.text: box for box in drawing(picture).nodes}
    number = {text: label.partition(":")[0] for label, texts in found.orbits.items() for text in texts}
    number |= {label: label.partition(":")[0] for label in found.counters}
    halves = []
    for texts in (found.states, found.counters):
        places = {
            text: (box.left + box.right, box.top + box.bottom)
            for text in texts
            for box in [boxes[text.replace("\n", " ")]]
        }
        if picture.direction == "right":
            places = {text: (y, x) for text, (x, y) in places.items()}
        layers: dict[int, list[str]] = {}
        for text in sorted(places, key=lambda text: places[text][0]):
            layers.setdefault(round(places[text][1]), []).append(number[text])
        halves.append({layer: [one for one, _ in groupby(row)] for layer, row in layers.items()})
    assert len(halves[1]) > 2
    assert halves[0] == halves[1]


@pytest.mark.parametrize(
    ("name", "parameters"),
    [("rw", {}), ("grw", {"d": 2, "q": 2, "m": 3}), ("rw_broken", {}), ("controller", {}), ("vault", {}), ("asr", {})],
)
def test_the_drawing_is_legible(name: str, parameters: dict[str, int]) -> None:
    check_legible(example(name, **parameters))


def crossings(layers: tuple[tuple[str, ...], ...], lines: list[tuple[str, str]]) -> int:
    """By the definition, for lines from one layer to the next."""
    place = {name: number for layer in layers for number, name in enumerate(layer)}
    return sum((place[a] - place[c]) * (place[b] - place[d]) < 0 for (a, b), (c, d) in itertools.combinations(lines, 2))


def test_lines_are_untangled() -> None:
    lines = [("a", "z"), ("b", "y"), ("c", "x"), ("d", "w")]
    given = (tuple("abcd"), tuple("wxyz"))
    assert crossings(given, lines) == 6
    found = ordered(given, lines)
    assert [sorted(layer) for layer in found] == [sorted(layer) for layer in given]
    assert crossings(found, lines) == 0


def test_what_is_untangled_stays_as_it_is() -> None:
    given = (("a",), ("b", "c"), ("d", "e"))
    assert ordered(given, [("a", "b"), ("a", "c"), ("b", "d"), ("c", "e"), ("e", "a"), ("d", "e")]) == given


def test_groups_stay_in_order() -> None:
    lines = [("a", "z"), ("b", "y"), ("c", "x"), ("d", "w")]
    group = {name: number for number, names in enumerate(("ab", "cd")) for name in names}
    group |= {name: number for number, names in enumerate(("wx", "yz")) for name in names}
    found = ordered((tuple("abcd"), tuple("wxyz")), lines, group)
    assert [{*layer[:2]} for layer in found] == [{*"ab"}, {*"wx"}]
    assert crossings(found, lines) == 4
