"""Adaptive exploration of programs, checked against the plain exploration of the same programs."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from random import Random

import pytest

from tests.engines.adaptive.represented import depths
from tests.support.composing import checked, explored
from tests.support.drawn import chosen, many
from tests.support.generated_asymmetric import asymmetric
from tests.support.loading import load_program
from tests.support.present import present
from vsym.basics.limits import Budget
from vsym.checking.rule_edges import annotated_program
from vsym.engines.adaptive.columns import Columns, Holder
from vsym.engines.adaptive.reached import Part
from vsym.engines.adaptive.search import Search
from vsym.engines.adaptive.stepper import Explored
from vsym.models.program.program import Program, asked_for_errors
from vsym.models.program.semantics import Semantics, State
from vsym.system.report import Silence

SEEDS = (*range(many(4)), *chosen([29], [29, 38]))
"""Among the last ones, edges of one partition have several guards, and one instance must not stand for one of another
cell."""

CONTROLLER = """
const Classes: 3; Size: 2;
type Process: 0 .. Classes * Size - 1; Place: enum { idle, waiting, granted, using, done };
var place: array [Process] of Place; free: boolean;
function class(p: Process): 0 .. Classes - 1; begin return p / Size; end;
startstate "idle" begin for p: Process do place[p] := idle end; free := true; end;
ruleset p: Process do
  rule "ask" place[p] = idle & free ==> begin place[p] := waiting end;
  rule "grant" place[p] = waiting & free & forall q: Process do class(q) < class(p) -> place[q] != waiting end ==>
  begin place[p] := granted; free := false end;
  rule "use" place[p] = granted ==> begin place[p] := using end;
  rule "finish" place[p] = using ==> begin place[p] := done end;
  rule "release" place[p] = done ==> begin place[p] := idle; free := true end;
end;
invariant "in_order" forall p: Process do forall q: Process do
  place[p] = granted & class(q) < class(p) -> place[q] != waiting
end end;
cover "last" place[5] = granted;
invariant "never_first" place[0] != using;
"""
"""The resource controller of the paper, by classes: who is granted the resource is virtually symmetric."""


def _search(program: Program) -> Explored:
    return Search(annotated_program(program, Budget(), Silence())).run()


def _plain(program: Program) -> dict[State, int]:
    """Every reachable state with its distance, by the definition."""
    semantics = Semantics(program)
    found = {fired.state: 0 for fired in semantics.starts() if fired.state is not None}
    queue = [*found]
    for state in queue:
        for fired in semantics.fire(state):
            if fired.state is not None and fired.state not in found:
                found[fired.state] = found[state] + 1
                queue.append(fired.state)
    return found


def _exchanged(state: State, size: int, places: Sequence[int]) -> State:
    """A state of a drawn program, or of the controller, with its processes at other places."""
    moved = [0] * size
    for process, place in enumerate(places):
        moved[place] = state[process]
    rest = state[size:]
    if len(rest) == 3 and rest[0]:
        rest = (places[rest[0] - 1] + 1, *rest[1:])
    return (*moved, *rest)


def _represented(found: Explored, size: int) -> Iterator[tuple[State, int]]:
    """Every state that a node represents, by permutations of its cells, with the node's depth."""
    for number, (node, depth) in enumerate(zip(found.reached.nodes, depths(found), strict=True)):
        one = found.lifted(Part(number, node.partition, node.counts), "witness").states[-1]
        cells = [[process - 1 for process in cell] for cell in found.reached.partitions.cells[node.partition]]
        for orders in itertools.product(*map(itertools.permutations, cells)):
            places = [0] * size
            for cell, order in zip(cells, orders, strict=True):
                for process, place in zip(cell, order, strict=True):
                    places[process] = place
            yield _exchanged(one, size, places), depth


@pytest.mark.parametrize("seed", SEEDS)
def test_the_orbits_of_annotated_states_are_the_reachable_states(seed: int) -> None:
    """The distance of each state agrees, as does the presence of deadlocks and errors; each orbit has a path to it."""
    size = 3 + seed % 2
    program = asked_for_errors(load_program(asymmetric(Random(seed), size)))
    found, states, semantics = _search(program), _plain(program), Semantics(program)
    nearest: dict[State, int] = {}
    for state, depth in _represented(found, size):
        nearest[state] = min(depth, nearest.get(state, depth))
    assert nearest == states
    assert bool(found.deadlocked) == any(map(semantics.stuck, states))
    assert bool(found.faulty) == any(map(semantics.faults, states))


@pytest.mark.parametrize("seed", SEEDS)
def test_verdicts_and_shortest_paths_are_those_of_plain_exploration(seed: int) -> None:
    program = load_program(asymmetric(Random(seed), 3 + seed % 2))
    both = [checked(program, engine, Budget(spare=None)) for engine in ("adaptive", "interpreted")]
    adaptive, plain = ({one.property.name: one for one in answer.outcomes} for answer in both)
    assert adaptive.keys() == plain.keys()
    for name, one in adaptive.items():
        other = plain[name]
        assert (one.verdict.outcome, one.verdict.reason) == (other.verdict.outcome, other.verdict.reason), name
        assert (one.run is None) == (other.run is None), name
        if one.run is not None:
            assert len(one.run.path.states) == len(present(other.run).path.states), name


def _closed_form(sizes: Sequence[int]) -> int:
    """The states of the paper's controller with classes of these sizes (tests/engines/adaptive/test_paper.py)."""
    return sum(sizes) + 1 + 3 * sum(size * (sum(sizes[place + 1 :]) + 1) for place, size in enumerate(sizes))


@pytest.mark.parametrize(("classes", "size"), [(2, 1), (3, 2), (2, 4)])
def test_the_controller_has_as_many_annotated_states_as_in_the_paper(classes: int, size: int) -> None:
    program = load_program(CONTROLLER.replace("place[5]", "place[1]"), {"Classes": classes, "Size": size})
    reached = present(explored(program, method="adaptive").reached)
    assert reached.states == _closed_form([size] * classes)


def test_virtually_symmetric_steps_are_unwound_for_properties_that_tell_processes_apart() -> None:
    """Somebody is granted the resource whenever one waits, but who it is matters to these."""
    answer = checked(load_program(CONTROLLER), "adaptive")
    assert {one.property.name: one.verdict.outcome for one in answer.outcomes} == {
        "errors": "holds",
        "deadlock": "holds",
        "in_order": "holds",
        "last": "holds",
        "never_first": "violated",
    }


def test_columns_are_what_elements_have_and_whether_they_are_held() -> None:
    columns = Columns(6, ((0, 1), (2, 3)), (Holder(4, (1, 2)),), (5,))
    held, free = (7, 8, 9, 10, 2, 3), (7, 8, 9, 10, 0, 3)
    assert columns.split(held) == ((3, -1), [(7, 8, 0), (9, 10, 1)])
    assert columns.split(free) == ((3, 0), [(7, 8, 0), (9, 10, 0)])
    for state in (held, free):
        assert columns.joined(*columns.split(state)) == state
    assert columns.joined((3, -1), [(9, 10, 1), (7, 8, 0)]) == (9, 10, 7, 8, 1, 3)


def test_a_start_that_ends_in_an_error_is_one_of_the_program() -> None:
    text = CONTROLLER + 'startstate "wrong" begin error "no" end;'
    errors = next(one for one in checked(load_program(text), "adaptive").outcomes if one.property.name == "errors")
    assert errors.verdict.outcome == "violated"
    assert not present(errors.run).path.states


HEAD = "type Process: 0..2; var flag: array [Process] of 0..1; owner: Process;\n"
START = "startstate for p: Process do flag[p] := 0 end; end;\n"


def _outcomes(text: str) -> list[dict[str, str]]:
    """The verdicts on a program, adaptively and one state after the other."""
    program = load_program(HEAD + START + text)
    both = (checked(program, engine, Budget(spare=None)) for engine in ("adaptive", "interpreted"))
    return [{one.property.name: one.verdict.outcome for one in answer.outcomes} for answer in both]


@pytest.mark.parametrize(
    ("text", "name", "outcome"),
    [
        # The condition is false of all processes alike, where it does not end in an error for one of them.
        (
            "ruleset p: Process do rule forall q: Process do !isundefined(flag[q]) end ==> undefine flag[p]; end end;"
            'cover "no" isundefined(flag[0]) & flag[0] = 1;',
            "errors",
            "violated",
        ),
        # The guard of the second rule ends in an error once the first one, of less priority, is not enabled.
        (
            'ruleset p: Process do rule 0 "set" flag[p] = 0 ==> flag[p] := 1; end end;'
            'rule 1 "wrong" owner = 1 ==> flag[0] := 0; end;',
            "errors",
            "violated",
        ),
        # A rule may choose the same element twice.
        (
            "ruleset p: Process do ruleset q: Process do rule p = q & flag[p] = 0 ==> flag[p] := 1; end end end;"
            'invariant "none" forall p: Process do flag[p] = 0 end;',
            "none",
            "violated",
        ),
        # Nothing that fires changes a state in which process 0 has its flag.
        (
            "rule flag[0] = 0 ==> flag[0] := 1; end; ruleset p: Process do rule flag[p] = 1 ==> flag[p] := 1; end end;",
            "deadlock",
            "violated",
        ),
    ],
)
def test_what_is_easily_overlooked(text: str, name: str, outcome: str) -> None:
    adaptive, plain = _outcomes(text)
    assert adaptive == plain
    assert adaptive[name] == outcome


@pytest.mark.parametrize("limit", [Budget(megabytes=0), Budget(deadline=0.0)])
def test_a_limit_leaves_no_verdict(limit: Budget) -> None:
    answer = checked(load_program(CONTROLLER), "adaptive", limit)
    assert {one.verdict.outcome for one in answer.outcomes} == {"unknown"}
    assert all(one.verdict.reason for one in answer.outcomes)
