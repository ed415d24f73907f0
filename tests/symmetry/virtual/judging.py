"""Decisions of identification on a model written in a test."""

from __future__ import annotations

from collections.abc import Sequence

import vsym
from vsym.arithmetic.environment import Environment
from vsym.basics.limits import Budget
from vsym.logic.formula import TRUE, Formula
from vsym.models.counting.model import Model
from vsym.models.counting.processes import Processes
from vsym.models.counting.spelling import Spelling
from vsym.symmetry.virtual.decision import Decision, decide, possible
from vsym.symmetry.virtual.identification import Decided, decide_symmetry
from vsym.symmetry.virtual.question import Setting
from vsym.symmetry.virtual.relations import Relation, relations

RW = """system rw
param readers = 1
param writers = 2
states N, T, C
group R of readers
group W of writers
init N
trans N -> T
trans T -> C {
  R: #C = 0 & #T[W] = 0
  W: #C = 0
}
trans C -> N
"""

RW_BROKEN = RW.replace("#T[W] = 0", "#T = 2")

TWO_GROUPS = "system pairs\nstates A, B\ngroup R of 2\ngroup W of 2\ninit A\n"


def processes(low: int, high: int) -> Processes:
    """The range low..high."""
    return Processes.of([(low, high)])


def relations_of(model: Model, lemma: Formula = TRUE) -> tuple[Relation, ...]:
    """The relations of a model."""
    return relations(model, possible(Environment(), model, lemma, Budget()), Budget())


def judged(model: Model, blocks: Sequence[Processes] | None = None, lemma: Formula = TRUE) -> list[Decision]:
    """The decision on each relation, for all processes in one block unless `blocks` are given."""
    chosen = [model.processes] if blocks is None else blocks
    found = relations_of(model, lemma)
    return [decide(Setting(Environment(), model, lemma, Budget()), relation, chosen) for relation in found]


def verdicts(text: str, blocks: Sequence[Processes] | None = None) -> list[str]:
    """The verdicts on the relations of a model, in order."""
    return [decision.verdict for decision in judged(vsym.load(text), blocks)]


def identified(text: str, **parameters: int) -> Decided:
    """Identification as a whole."""
    return decide_symmetry(vsym.load(text, **parameters), Budget(), lambda _: None)


def blocks_of(text: str, **parameters: int) -> list[str]:
    """The blocks chosen, as sets are written."""
    decided = identified(text, **parameters)
    spelling = Spelling(decided.model)
    return [spelling.processes(block) for block in decided.blocks]
