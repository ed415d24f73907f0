"""The work that takes longer than an editor waits: the errors of a text, its symmetry, and verdicts on properties."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget, UndecidedError
from vsym.basics.numbers import number, plural
from vsym.basics.options import RefusedError
from vsym.basics.source import DiagnosticError, Source, Span
from vsym.languages import registry
from vsym.languages.findings import Finding, of_errors, of_warnings
from vsym.subprocesses.process import Limits, Task
from vsym.system.report import Silence

if TYPE_CHECKING:
    from vsym.models.counting.model import Model
    from vsym.models.program.program import Program
    from vsym.models.protocol import AnyModel
    from vsym.symmetry.virtual.identification import Decided


WIDTH = 100
"""The width of reports and witnesses, in characters."""

_LISTED = 8
"""The most blocks that are listed."""

NOBODY = "the program declares no scalarset and no ringset"


def findings(job: Job, budget: Budget) -> tuple[Finding, ...]:
    """The errors and warnings of the text."""
    try:
        model = _model(job.source, budget)
    except DiagnosticError as error:
        return tuple(of_errors(error.diagnostics, job.source.name))
    except UndecidedError as error:
        return (Finding("limit", 0, 0, f"vsym did not finish reading the text: {error}", warning=True),)
    return tuple(of_warnings(model.warnings))


def symmetry(job: Job, budget: Budget) -> Symmetry:
    """The symmetry of the text, declaration by declaration."""
    try:
        model = _model(job.source, budget)
        if model.kind not in _SYMMETRY:
            return Symmetry(reason="vsym does not decide the symmetry of such a model")
        return _SYMMETRY[model.kind](model, job.source, budget)
    except DiagnosticError as error:
        return Symmetry(findings=tuple(of_errors(error.diagnostics, job.source.name)), reason="the text has errors")
    except (UndecidedError, RefusedError) as error:
        return Symmetry(reason=str(error))


def group(job: Job, budget: Budget) -> str:
    """The detected symmetry group of a model, or the reason that it is unknown; empty where vsym looks for none."""
    try:
        model = _model(job.source, budget)
        return _GROUP.get(model.kind, _group_of_system)(model, budget)
    except (DiagnosticError, RefusedError, UndecidedError) as error:
        return f"the group is unknown: {str(error).splitlines()[0]}"


def verdicts(job: Job, budget: Budget) -> Verdicts:
    """The verdicts on the properties that begin in a stretch; raises what `vsym check` raises."""
    from vsym.checking.check import check
    from vsym.checking.question import Question, Subject, Wishes
    from vsym.show.text import story
    from vsym.show.text.fitting import as_text
    from vsym.show.text.traces import style_of

    model = _model(job.source, budget)
    stated = (*model.properties, *(never.stated() for never in model.nevers))
    names = tuple(one.name for one in stated if job.start <= one.span.start < job.end)
    checked = check(Question(Subject(model).asking(names), Wishes(names=names), budget), Silence())
    lines = story.verification(checked, style_of(model), everything=False, quiet=False)
    return Verdicts(
        tuple(Verdict(one.property.span.start, one.property.name, one.verdict.bounded) for one in checked.outcomes),
        as_text(lines, WIDTH, color=False),
    )


def _model(source: Source, budget: Budget) -> AnyModel:
    model: AnyModel = registry.parsed(source, budget).at({}, budget)
    return model


def _of_processes(model: Model, _: Source, budget: Budget) -> Symmetry:
    from vsym.checking.question import Subject
    from vsym.checking.stages import identified

    decided = identified(Subject(model), budget, Silence())
    return Symmetry(tuple(_judged(decided)), _blocks(decided))


def _judged(decided: Decided) -> Iterator[Judged]:
    from vsym.show.text.fitting import as_text
    from vsym.show.text.witnesses import witness_table

    model = decided.model
    for decision, witness in zip(decided.decisions, decided.witnesses, strict=True):
        label = model.label(decision.relation.origins)
        text = None if witness is None else as_text([witness_table(model, label, witness)], WIDTH, color=False)
        for origin in decision.relation.origins:
            yield Judged(model.transitions[origin].span.start, decision.verdict, text)


def _blocks(decided: Decided) -> str:
    """The group up to which processes are counted."""
    sizes = [block.size for block in decided.blocks]
    if len(sizes) == 1:
        return f"all permutations of {plural(sizes[0], 'process', 'processes')} ({number(sizes[0])}!)"
    several = [number(size) for size in sizes if size > 1]
    if not several:
        return "only the permutation that moves no process"
    if len(several) > _LISTED:
        return f"permutations inside {plural(len(several), 'block')} of processes"
    order = " · ".join(f"{size}!" for size in several)
    return f"permutations inside blocks of {', '.join(several)} processes ({order})"


def _of_program(program: Program, source: Source, budget: Budget) -> Symmetry:
    from vsym.checking.groups.choosing import misused_scalarsets

    if not (program.scalarsets or program.ringsets):
        return Symmetry(reason=NOBODY)
    misuses = [one.diagnostic for one in misused_scalarsets(program, budget)]
    judged = []
    for item in registry.language(source.name).named(source, budget).all_items():
        if item.kind == "rule":
            inside = [one for one in misuses if item.whole.start <= one.span.start < item.whole.end]
            text = "\n".join(map(str, inside)) or None
            judged.append(Judged(item.whole.start, "broken" if inside else "symmetric", text))
    return Symmetry(tuple(judged), None, tuple(of_errors(misuses, source.name)))


def _group(program: Program, budget: Budget) -> str:
    from vsym.checking.findings.program import detected_group
    from vsym.show.program_group import headline

    return headline(detected_group(program, budget, Silence())).plain


def _group_of_system(model: AnyModel, budget: Budget) -> str:
    from vsym.checking.groups.counters import system_group
    from vsym.show.groups import headline

    detected = system_group(model, budget, Silence())
    return headline(detected.group, detected.detected).plain


_GROUP: Mapping[str, Callable[[Any, Budget], str]] = MappingProxyType(
    {"processes": lambda _, __: "", "program": _group}
)
"""The functions that detect the group of a kind of model; others have that of their system. For processes it is empty,
since their `Symmetry` names the group."""


@frozen
class Judged:
    """The verdict on the symmetry of a declaration at an offset, with a witness where symmetry is broken."""

    start: int
    verdict: str
    witness: str | None = None


@frozen
class Symmetry:
    """The verdicts on transitions or rules, the group if it is known, the errors found, and the `reason` where there
    are no verdicts."""

    judged: tuple[Judged, ...] = ()
    group: str | None = None
    findings: tuple[Finding, ...] = ()
    reason: str | None = None

    def inside(self, span: Span) -> Judged | None:
        """The worst verdict on the declarations in a stretch; None where there is none."""
        inside = [one for one in self.judged if span.start <= one.start < max(span.end, span.start + 1)]
        return max(inside, key=lambda one: _WORSE.index(one.verdict), default=None)


_WORSE = ("symmetric", "virtually symmetric", "undecided", "broken")


_SYMMETRY: Mapping[str, Callable[[Any, Source, Budget], Symmetry]] = MappingProxyType(
    {"processes": _of_processes, "program": _of_program}
)
"""The functions that decide the symmetry of a kind of model."""


@frozen
class Verdict:
    """The verdict on a property that is declared at an offset."""

    start: int
    name: str
    outcome: str


@frozen
class Verdicts:
    """The verdicts on some properties, and the report about them."""

    outcomes: tuple[Verdict, ...]
    text: str


@frozen
class Job:
    """A piece of work on a text: a function of `vsym.lsp.jobs`, the stretch, under which limits."""

    function: str
    source: Source
    limits: Limits = Limits()
    start: int = 0
    end: int = 0

    @property
    def task(self) -> Task:
        """The same for a worker."""
        return Task("vsym.lsp.jobs", self.function, (self,), self.limits)
