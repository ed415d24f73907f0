"""Drawn models with their paths, and NuSMV run on files."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from hypothesis import assume

from tests.engines.nusmv.checks import program
from tests.support import oracle
from tests.support.composing import reduced, verified
from tests.support.drawn import loaded
from tests.support.generated import Generated
from vsym.models.counting.semantics import ModelPath
from vsym.reductions.counters.reduced import Reduced
from vsym.system.result import SystemPath


@dataclass(frozen=True)
class Known:
    """A drawn model reduced, and its concrete structure."""

    reduced: Reduced
    structure: oracle.Structure


def known(drawn: Generated) -> Known:
    """The reduction and the structure of a drawn model whose lemmas hold and whose assignments stay in their ranges."""
    structure = oracle.structure(drawn.model)
    lemmas = [formula for _, formula in drawn.model.lemmas]
    assume(oracle.inductive(structure, lemmas) and not oracle.reachable_overflows(structure))
    return Known(reduced(loaded(drawn)), structure)


def paths(given: Reduced, engine: str = "explicit") -> Iterator[tuple[str, SystemPath, ModelPath]]:
    """Each property that has a path, with the path in counters and process by process."""
    for outcome in verified(given, engine).outcomes:
        if outcome.run is not None and outcome.run.counters is not None:
            yield outcome.property.name, outcome.run.counters, outcome.run.path


def nusmv(directory: Path, model: str, commands: Sequence[str]) -> str:
    """The output of NuSMV on a model and some commands after `go`; files are in the directory."""
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
