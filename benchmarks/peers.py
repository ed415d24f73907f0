"""The programs that vsym is compared with: NuSMV on what `vsym emit-smv` writes, and Storm on the same counters.

NuSMV's encoding in all figures: one integer variable per counter (or per process, in the direct model), each a vector
of binary decision variables, in the order in which vsym writes them.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from measuring import Measured, measure
from typing_extensions import assert_never

from vsym.engines.nusmv.engine import NuSMVMissing, find
from vsym.logic.formula import And, Comparison, Formula, Iff, Not, Or, Temporal, Truth
from vsym.logic.terms import Linear, Named
from vsym.models.counting.counts import Count
from vsym.reductions.counters.abstraction import CounterSystem

_SCRIPT = "set on_failure_script_quits\ngo\ncheck_ctlspec\ncheck_invar\nprint_usage\nquit\n"
_STORM = """
import sys, stormpy
print(stormpy.build_symbolic_model(stormpy.parse_prism_program(sys.argv[1])).nr_states)
"""


@dataclass(frozen=True)
class Answer:
    """How a peer's run went, its verdicts in the order of the model, and the nodes it says it allocated."""

    measured: Measured
    verdicts: tuple[str, ...]
    nodes: int | None


def nusmv() -> Path:
    """The program; raises NuSMVMissing."""
    found = find()
    if found is None:
        raise NuSMVMissing
    return found


def verify(model: Path, *, reachable: bool, seconds: float) -> Answer:
    """Decide all properties of a model; without `reachable`, the option -df spares the reachable states."""
    script = model.with_suffix(".script")
    script.write_text(_SCRIPT, encoding="utf-8")
    answer = model.with_suffix(".answer")
    option = [] if reachable else ["-df"]
    measured = measure([nusmv(), *option, "-dcx", "-source", script, model], seconds, answer)
    text = answer.read_text("utf-8", errors="replace")
    nodes = re.search(r"BDD nodes allocated: (\d+)", text)
    verdicts = tuple(re.findall(r" is (true|false)$", text, re.MULTILINE))
    return Answer(measured, verdicts, int(nodes.group(1)) if nodes else None)


def storm(system: CounterSystem, file: Path, seconds: float) -> tuple[Measured, int | None]:
    """The reachable counter states by Storm's symbolic engine, None where it does not end; needs stormpy."""
    file.write_text(prism(system), encoding="utf-8")
    answer = file.with_suffix(".answer")
    found = measure([sys.executable, "-c", _STORM, file], seconds, answer)
    if found.finished and found.status != 0:
        raise AssertionError(f"Storm ended with status {found.status}; is stormpy installed? pip install -e '.[bench]'")
    counted = re.search(r"^(\d+)$", answer.read_text("utf-8", errors="replace"), re.MULTILINE)
    return found, int(counted.group(1)) if counted else None


def prism(system: CounterSystem) -> str:
    """A counter system with one initial state in the language of PRISM, a command per transition and all at choice."""
    lines = ["mdp", "module counters"]
    first = {(block, system.states[0]): b.processes.size for block, b in enumerate(system.blocks)}
    for block, place in enumerate(system.blocks):
        for state in system.states:
            start = first.get((block, state), 0)
            lines.append(f"{_counter(system, block, state)} : [0..{place.processes.size}] init {start};")
    lines += [f"v_{v.name} : [{v.low}..{v.high}] init {v.initial};" for v in system.shared]
    for transition in system.transitions:
        source = _counter(system, transition.block, transition.source)
        target = _counter(system, transition.block, transition.target)
        updates = [f"({source}'={source}-1)", f"({target}'={target}+1)"]
        updates += [f"(v_{a.variable}'={_term(system, a.value)})" for a in transition.update]
        size = system.blocks[transition.block].processes.size
        lines.append(f"[] {_text(system, transition.guard)} & {target}<{size} -> {' & '.join(updates)};")
    return "\n".join([*lines, "endmodule", ""])


def _counter(system: CounterSystem, block: int, state: str) -> str:
    return f"c_{block}_{system.states.index(state)}"


def _term(system: CounterSystem, term: Linear) -> str:
    parts = [str(term.constant)]
    for variable, coefficient in term.terms:
        match variable:
            case Count(state, processes):
                blocks = [n for n, block in enumerate(system.blocks) if block.processes <= processes]
                parts += [f"{coefficient}*{_counter(system, block, state)}" for block in blocks]
            case Named(name):
                parts.append(f"{coefficient}*v_{name}")
    return "(" + "+".join(parts) + ")"


def _text(system: CounterSystem, formula: Formula) -> str:
    match formula:
        case Truth(value):
            return str(value).lower()
        case Comparison(left, operator, bound):
            return f"({_term(system, left)}{operator}({bound}))"
        case Not(operand):
            return f"!({_text(system, operand)})"
        case And(operands):
            return _joined(system, "&", operands) or "true"
        case Or(operands):
            return _joined(system, "|", operands) or "false"
        case Iff(left, right):
            return f"(({_text(system, left)}) <=> ({_text(system, right)}))"
        case Temporal(operator):
            raise TypeError(operator)
    assert_never(formula)


def _joined(system: CounterSystem, sign: str, operands: Sequence[Formula]) -> str:
    return sign.join(f"({_text(system, operand)})" for operand in operands)
