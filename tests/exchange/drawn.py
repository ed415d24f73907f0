"""Drawn models with their traces, and NuSMV run on files."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hypothesis import assume

from tests import oracle
from tests.engines.nusmv.checks import program
from tests.generated import Generated
from tests.loading import load
from vsym import pipeline
from vsym.basics.limits import Budget
from vsym.basics.source import Source
from vsym.models.counting.model import Model
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.reductions.counters.lowering import lowered
from vsym.symmetry.virtual.identification import Decided, decide_symmetry
from vsym.system.system import System


@dataclass(frozen=True)
class Known:
    """A drawn model, its concrete structure, and its counter system, also lowered."""

    model: Model
    structure: oracle.Structure
    decided: Decided
    system: CounterSystem
    lowered: System


def known(drawn: Generated) -> Known:
    """What is known of a drawn model whose lemmas hold and whose assignments stay in their ranges."""
    structure = oracle.structure(drawn.model)
    lemmas = [formula for _, formula in drawn.model.lemmas]
    assume(oracle.inductive(structure, lemmas) and not oracle.reachable_overflows(structure))
    return reduced(load(Source("drawn.gsst", drawn.text)), structure)


def reduced(model: Model, structure: oracle.Structure) -> Known:
    """A model with its counter system."""
    decided = decide_symmetry(model, Budget(), lambda _: None)
    counters = pipeline.reduce_model(decided, Budget(), lambda _: None)
    return Known(model, structure, decided, counters, lowered(counters))


def checked(given: Known) -> Sequence[pipeline.Outcome]:
    """The verdicts, with traces."""
    limits, silence = pipeline.Limits(), pipeline.Silence()
    return pipeline.verify(given.decided, given.system, (), "explicit", limits, silence).outcomes


def nusmv(directory: Path, model: str, commands: Sequence[str]) -> str:
    """What NuSMV prints on a model and some commands after `go`; files are in the directory."""
    (directory / "model.smv").write_text(model, encoding="utf-8")
    script = ["set on_failure_script_quits 1", "set default_trace_plugin 4", "go", *commands, "quit", ""]
    (directory / "commands").write_text("\n".join(script), encoding="utf-8")
    done = subprocess.run(
        [program(), "-source", "commands", "model.smv"],
        cwd=directory,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return done.stdout + done.stderr
