"""The programs that vsym is compared with: NuSMV on what `vsym emit-smv` writes, and Storm on the same counters.

NuSMV's encoding in all figures: one integer variable per counter (or per process, in the direct model), each a vector
of binary decision variables, in the order in which vsym writes them.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from measuring import Measured, measure

from vsym.engines.explicit.initial import initial_vectors
from vsym.engines.nusmv.engine import NuSMVMissing, find
from vsym.logic.folding import Algebra, fold
from vsym.logic.formula import Formula
from vsym.logic.terms import Linear
from vsym.system.system import System

_SCRIPT = "set on_failure_script_quits\ngo\ncheck_ctlspec\ncheck_invar\nprint_usage\nquit\n"
_STORM = """
import sys, stormpy
print(stormpy.build_symbolic_model(stormpy.parse_prism_program(sys.argv[1])).nr_states)
"""


@dataclass(frozen=True)
class Answer:
    """A peer's measurements, its verdicts in the order of the model, and the nodes that it says it allocated."""

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


def storm(system: System, file: Path, seconds: float) -> tuple[Measured, int | None]:
    """The reachable counter states by Storm's symbolic engine, None where it does not end.

    Raises ModuleNotFoundError without stormpy.
    """
    if find_spec("stormpy") is None:
        raise ModuleNotFoundError("stormpy")
    file.write_text(prism(system), encoding="utf-8")
    answer = file.with_suffix(".answer")
    found = measure([sys.executable, "-c", _STORM, file], seconds, answer)
    if found.finished and found.status != 0:
        raise AssertionError(f"Storm ended with status {found.status}")
    counted = re.search(r"^(\d+)$", answer.read_text("utf-8", errors="replace"), re.MULTILINE)
    return found, int(counted.group(1)) if counted else None


def prism(system: System) -> str:
    """A system with one initial state in the language of PRISM, a command per event and all of them at choice."""
    [start] = (vector for vectors in initial_vectors(system) for vector in vectors.tolist())
    lines = ["mdp", "module counters"]
    for place, ((low, high), value) in enumerate(zip(system.ranges, start, strict=True)):
        lines.append(f"v{place} : [{low}..{high}] init {value};")
    for event in system.events:
        updates, guards = [], [_text(system, event.guard)]
        for name, term in event.update:
            if not isinstance(term, Linear):
                raise TypeError(f"{event.label} assigns more than a linear term")
            place, written = system.places[name], _term(system, term)
            low, high = system.ranges[place]
            guards += [f"{written}>={low}", f"{written}<={high}"]
            updates.append(f"(v{place}'={written})")
        lines.append(f"[] {' & '.join(guards)} -> {' & '.join(updates) or 'true'};")
    return "\n".join([*lines, "endmodule", ""])


def _term(system: System, term: Linear) -> str:
    parts = [f"{coefficient}*v{system.positions[atom]}" for atom, coefficient in term.terms]
    return f"({'+'.join([str(term.constant), *parts])})"


def _text(system: System, formula: Formula) -> str:
    return fold(
        formula,
        Algebra(
            truth=lambda value: str(value).lower(),
            comparison=lambda one: f"({_term(system, one.left)}{one.operator}({one.bound}))",
            negation=lambda part: f"!({part})",
            conjunction=lambda parts: f"({' & '.join(parts) or 'true'})",
            disjunction=lambda parts: f"({' | '.join(parts) or 'false'})",
            equivalence=lambda left, right: f"(({left}) <=> ({right}))",
        ),
    )
