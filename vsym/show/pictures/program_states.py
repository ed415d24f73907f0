"""The picture of a program: its states, and the rules that lead from one to the next."""

from __future__ import annotations

from collections import defaultdict

from vsym.checking.program_states import StateGraph
from vsym.models.program.program import Program
from vsym.models.program.spelling import columns, rule_text
from vsym.show.pictures.picture import Edge, Node, Picture

STATES = 30
"""Up to how many states a picture shows."""

_ROWS = 8
_RULES = 4


def program_states(program: Program, graph: StateGraph) -> Picture:
    """A node for each state, with the variables that are not the same in all of them, and an edge for each two states
    that rules lead from one to the other."""
    values = [dict(columns(program, state)) for state in graph.states]
    varying = [name for name in (values[0] if values else ()) if len({state[name] for state in values}) > 1]
    nodes = []
    for place, state in enumerate(values):
        rows = [f"{name} = {state[name]}" for name in varying[:_ROWS]]
        nodes.append(Node(f"s{place}", "\n".join(rows) or "the only state", "box", initial=place in graph.starts))
    between: defaultdict[tuple[int, int], list[str]] = defaultdict(list)
    for source, firing, target in graph.steps:
        between[source, target].append(rule_text(program, firing))
    edges = tuple(Edge(f"s{source}", f"s{target}", _label(rules)) for (source, target), rules in between.items())
    left_out = []
    if not graph.complete:
        left_out.append(f"the {len(graph.states)} states nearest to the start: there are more")
    if len(varying) > _ROWS:
        left_out.append(f"{_ROWS} of the {len(varying)} variables that are not the same in all of them")
    caption = ["A double border marks where the program starts."]
    constant = len(values[0]) - len(varying) if values else 0
    if constant:
        caption.append(f"{constant} other variables have the same value in every state shown.")
    return Picture(f"{program.name}: its states", tuple(caption), tuple(nodes), edges, left_out=tuple(left_out))


def _label(rules: list[str]) -> str:
    more = [f"… {len(rules) - _RULES} more"] if len(rules) > _RULES else []
    return "\n".join([*rules[:_RULES], *more])
