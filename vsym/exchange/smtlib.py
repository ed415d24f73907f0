"""ψ_{r,b} as SMT-LIB 2, for any solver: `unsat` means that the steps are virtually symmetric."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

from pysmt.fnode import FNode
from pysmt.smtlib.printers import SmtDagPrinter

from vsym.arithmetic.environment import Environment
from vsym.symmetry.virtual.identification import Decided
from vsym.symmetry.virtual.question import Question, Setting, psi
from vsym.symmetry.virtual.relations import Relation
from vsym.symmetry.virtual.synchronised import question_of, units


def questions(decided: Decided) -> Iterator[tuple[str, str]]:
    """File name and text of each relation's ψ for the group of all permutations of the processes.

    Where steps may move several processes, there is one for each of their effects on the counters.
    """
    model = decided.model
    for number, decision in enumerate(decided.decisions, 1):
        origin = model.transitions[decision.relation.origins[0]]
        comment = f"{model.name}: {model.label(decision.relation.origins)} ({decision.verdict})"
        name = re.sub(r"[^A-Za-z0-9]+", "_", f"{number:03}_{origin.source}_{origin.target}").strip("_")
        questions = list(_questions(decided, decision.relation))
        for place, (environment, question) in enumerate(questions, 1):
            part = f"_{place}" if len(questions) > 1 else ""
            yield f"{name}{part}.smt2", _script(environment, question.assertions, comment)


def _questions(decided: Decided, relation: Relation) -> Iterator[tuple[Environment, Question]]:
    model, lemma, everyone = decided.model, decided.lemma, [decided.model.processes]
    if not model.joint:
        environment = Environment()
        yield environment, psi(Setting(environment, model, lemma), relation, model.processes, everyone)
        return
    rivals = list(units((other for other in decided.relations if other.overflow == relation.overflow), everyone))
    for unit in units([relation], everyone):
        environment = Environment()
        yield environment, question_of(Setting(environment, model, lemma), unit, rivals, everyone)


def _script(environment: Environment, assertions: tuple[FNode, ...], comment: str) -> str:
    """A script that declares the symbols, asserts and asks."""
    symbols = sorted(environment.fvo.get_free_variables(environment.formula_manager.And(assertions)), key=str)
    text = io.StringIO()
    text.write(f"; {comment}\n; unsat: the steps are virtually symmetric\n(set-logic QF_LIA)\n")
    for symbol in symbols:
        text.write(f"(declare-fun |{symbol.symbol_name()}| () Int)\n")
    for assertion in assertions:
        text.write("(assert ")
        SmtDagPrinter(text).printer(assertion)
        text.write(")\n")
    text.write("(check-sat)\n(get-model)\n")
    return text.getvalue()
