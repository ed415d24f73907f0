"""Why a lemma is refused, as a diagnostic at its declaration."""

from __future__ import annotations

from collections.abc import Mapping

from vsym.basics.source import Diagnostic
from vsym.models.counting.model import Model
from vsym.models.counting.spelling import Spelling
from vsym.symmetry.virtual.lemmas import LemmaFailure
from vsym.symmetry.virtual.matrix import Frame


def lemma_diagnostic(model: Model, failure: LemmaFailure) -> Diagnostic:
    """The initial state outside the lemma, or the step that leaves it, in the user's names."""
    state = described(model, failure.frame, failure.counts, failure.shared)
    name = failure.lemma.name
    if failure.transition is None:
        message = f"lemma `{name}` does not hold in the initial state {state}"
    else:
        movers = Spelling(model).processes(failure.movers)
        message = (
            f"lemma `{name}` is not inductive: from {state} it is left by `{failure.transition.label}` of {movers}"
        )
    hint = "the state may be unreachable: strengthen the lemma, or add one that excludes the state"
    return Diagnostic("VS320", failure.lemma.span, message, hint)


def described(model: Model, frame: Frame, counts: Mapping[tuple[str, int], int], shared: Mapping[str, int]) -> str:
    """A state by its counts that are not 0, and the shared values: `#T[W] = 1, #C[R] = 2, free = 0`."""
    spelling = Spelling(model)
    parts = []
    for (row, number), size in counts.items():
        if size:
            column = frame.columns[number]
            inside = "" if column == model.processes else f"[{spelling.processes(column)}]"
            parts.append(f"#{row}{inside} = {size}")
    if shared:
        parts.append(spelling.values(shared.items()))
    return f"({', '.join(parts) or 'all processes elsewhere'})"
