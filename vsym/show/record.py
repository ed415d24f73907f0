"""Results as JSON values, of the shapes in `vsym.show.shapes`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from vsym.basics.frozen import frozen
from vsym.basics.limits import REASONS
from vsym.basics.numbers import writable
from vsym.basics.source import ModelWarning
from vsym.checking.answer import Checked, Counting, Exploration, Outcome, RankOutcome
from vsym.checking.settling import Attempt
from vsym.models.counting.model import LocalTransition, Model
from vsym.models.counting.spelling import Spelling, concrete_states
from vsym.models.program.program import ERRORS
from vsym.models.protocol import AnyModel
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.show import recorded_paths
from vsym.show.documents import opening
from vsym.show.recorded_paths import error, instances, trace
from vsym.show.text.explorations import unreached
from vsym.show.text.lines import every_size
from vsym.show.text.verdicts import engine_text, invariant_of
from vsym.system.result import Reached

if TYPE_CHECKING:
    from vsym.models.shapes import Facts
    from vsym.show.shapes import documents, failures, verdicts
    from vsym.show.shapes import symmetry as shapes
    from vsym.symmetry.virtual.identification import Decided

__all__ = ["abstraction", "checked", "exploration", "explored", "header", "symmetry", "trace"]


def header(subject: Checked | AnyModel, file: str, decided: Decided | None = None) -> documents.Header:
    """The fields that every document begins with; where the symmetry of processes was `decided`, with that."""
    model: AnyModel = subject.model if isinstance(subject, Checked) else subject
    facts = model.words.facts
    if isinstance(subject, Checked):
        decided = subject.decided
        facts = facts if subject.counting is None else _at_size(facts, subject.counting)
    identified: documents.Identified = {} if decided is None else {"symmetry": symmetry(decided)}
    return {
        **opening(),
        "file": file,
        "kind": model.kind,
        "name": model.name,
        "parameters": dict(model.parameters),
        **facts,
        **identified,
    }


def _at_size(facts: Facts, counting: Counting) -> Facts:
    """The facts of a program at the size at which elements are counted."""
    others = {name: size for name, size in facts["scalarsets"].items() if name != counting.scalarset}
    own = {} if counting.size is None else {counting.scalarset: counting.size}
    return {**facts, "slots": counting.slots, "scalarsets": {**others, **own}}


def checked(answer: Checked) -> documents.Findings:
    """The properties with their traces, the warnings, whether a deadlock is reachable, and the figures."""
    form = _form(answer.model)
    record: documents.Findings = {
        "state_space": form.state_space(answer),
        "quotient": _quotient(answer.main),
        "properties": [_property(answer, outcome) for outcome in answer.outcomes],
        "ranks": [_rank(outcome) for outcome in answer.ranks],
        "warnings": [_warning(warning) for warning in answer.warnings],
        "exploration": _states(form, answer.main),
        "runs": [_run(form, one) for one in answer.others],
        "attempts": [_attempt(one) for one in answer.attempts],
        "stopped": _stopped(answer),
        "seconds": round(answer.seconds, 6),
        "trace": trace(answer.deadlock),
    }
    if form.counting:
        record["counting"] = _counting(answer)
    return record


def explored(answer: Checked) -> documents.Explored:
    """The findings of `vsym explore`, with a run to a deadlock."""
    return _form(answer.model).explored(answer)


def _states(form: Form, one: Exploration | None) -> verdicts.Exploration | None:
    return None if one is None or one.reached is None else form.figures(one, one.reached)


def _quotient(one: Exploration | None) -> verdicts.Quotient | None:
    """The group up to which states are one; None where it is but the identity."""
    if one is None or (one.permutations == 1 and not one.factors):
        return None
    return {
        "kind": "virtual" if one.virtual else "ordinary",
        "order": writable(one.order),
        "exact": one.exact,
        "scalarsets": [each.name for each in one.scalarsets],
        "factors": [
            {"text": each.name, "order": writable(each.order), "strategy": each.strategy, "exact": each.exact}
            for each in one.factors
        ],
    }


def _stopped(answer: Checked) -> str | None:
    """The reason why the work stopped before anything was explored, or the one limit that left every verdict open."""
    reasons = {one.verdict.reason for one in answer.outcomes}
    if answer.stopped is None and answer.reached is None and len(reasons) == 1 and reasons <= {*REASONS.values()}:
        return reasons.pop()
    return answer.stopped


def _run(form: Form, one: Exploration) -> verdicts.Run:
    """A further run, for properties that fewer symmetries keep."""
    return {
        "properties": list(one.names),
        "quotient": _quotient(one),
        "exploration": _states(form, one),
        "stopped": one.stopped,
    }


def _property(answer: Checked, outcome: Outcome) -> verdicts.Property:
    """The verdict on a property, with the order of the group that decided it, where its kind of model has one."""
    prop, verdict, run = outcome.property, outcome.verdict, outcome.run
    invariant = prop.logic == "invariant" and not prop.regular
    return {
        "name": prop.name,
        "logic": "regular" if prop.regular else "ltl" if prop.logic == "ltl" else "ctl",
        "formula": f"AG ({prop.text})" if invariant else prop.text,
        "verdict": verdict.outcome,
        "engine": engine_text(verdict, every_size(answer.model)) or verdict.engine,
        "method": verdict.method,
        "reason": verdict.reason,
        "steps": verdict.decided,
        "invariant": invariant_of(verdict),
        "explanation": None if verdict.proof is None else verdict.proof.explanation,
        "seconds": round(verdict.seconds, 6),
        "order": writable(outcome.order) if _form(answer.model).grouped else None,
        "instances": None if outcome.instances is None else instances(outcome.instances),
        "bounds": _bounds(outcome),
        "parameters": None if verdict.values is None else dict(verdict.values),
        "exactly": verdict.exactly,
        "tried": list(verdict.tried),
        "wanted": list(verdict.missing_lemmas),
        "trace": trace(run),
        "error": None if run is None else error(run),
    }


def _bounds(outcome: Outcome) -> verdicts.Bounds | None:
    used = outcome.bounds
    return None if used is None else {"side": used.side, "blocks": used.blocks, "splits": used.splits}


def _rank(outcome: RankOutcome) -> verdicts.Rank:
    verdict = outcome.verdict
    return {
        "property": outcome.rank.property,
        "weights": outcome.rank.text,
        "verdict": verdict.outcome,
        "reason": verdict.reason,
        "explanation": None if verdict.proof is None else verdict.proof.explanation,
        "seconds": round(verdict.seconds, 6),
        "values": [list(rank) for rank in verdict.ranks],
        "parameters": None if verdict.values is None else dict(verdict.values),
        "trace": trace(outcome.run),
    }


def _attempt(attempt: Attempt) -> verdicts.Attempt:
    return {
        "engine": attempt.engine,
        "asked": list(attempt.properties),
        "decided": list(attempt.decided),
        "reason": attempt.reason,
        "seconds": round(attempt.seconds, 6),
    }


def _warning(warning: ModelWarning) -> failures.ModelWarning:
    place: failures.Place | None = None
    if warning.span is not None:
        line, column = warning.span.source.position(warning.span.start)
        place = {"file": warning.span.source.name, "line": line, "column": column}
    return {"kind": warning.kind, "message": warning.message, "place": place}


def exploration(one: Exploration) -> verdicts.Exploration:
    """The figures of one exploration by itself, zeros where it stopped before any state was reached."""
    return _figures(one, one.reached or unreached(one), one.orbits, one.canonical)


def _by_orbits(one: Exploration, reached: Reached) -> verdicts.Exploration:
    """The figures of an exploration; on decision diagrams up to a group, they count the states represented."""
    record = _figures(one, reached, one.orbits, one.canonical)
    return record if reached.strategy is None else {**record, "states": record["represented"]}


def _by_counters(one: Exploration, reached: Reached) -> verdicts.Exploration:
    """The figures of an exploration of processes."""
    return _figures(one, reached, reached.orbits, one.exact if one.factors else None)


def _figures(one: Exploration, reached: Reached, orbits: int | None, canonical: bool | None) -> verdicts.Exploration:
    """The figures of the states that were reached: `canonical` is whether each of the `orbits` has one representative;
    null where every state is by itself."""
    reason = one.reason if one.reached is not None else REASONS[reached.interrupted or "time"]
    sizes: list[verdicts.OrbitSize] = [
        {"size": writable(size), "orbits": writable(n)} for size, n in reached.orbit_sizes or ()
    ]
    return {
        "method": one.method,
        "states": writable(reached.states),
        "represented": None if reached.represented is None else writable(reached.represented),
        "orbits": orbits,
        "canonical": canonical,
        "orbit_sizes": None if reached.orbit_sizes is None else sizes,
        "representatives": None if orbits is None and canonical is None else reached.representatives,
        "strategy": reached.strategy,
        "nodes": reached.set_nodes,
        "peak_nodes": reached.nodes,
        "rules_fired": reached.rules_fired,
        "depth": reached.depth,
        "deadlocks": reached.deadlocks,
        "deadlock": _deadlock(one, reached),
        "at_most": one.bounds,
        "bytes_per_state": reached.bytes_per_state,
        "complete": reached.complete,
        "reason": None if reached.complete else reason,
        "seconds": round(reached.seconds, 6),
        "compile_seconds": None if reached.compile_seconds is None else round(reached.compile_seconds, 6),
    }


def _deadlock(one: Exploration, reached: Reached) -> bool | None:
    """Tells if a deadlock is reachable; None where that is not known."""
    known = not one.bounds if reached.deadlocks else reached.complete
    return reached.deadlocks > 0 if known else None


def _explored_states(answer: Checked) -> documents.Explored:
    """The figures of the exploration, if there was one, the counted elements, and a run to an error."""
    errors = next((one for one in answer.outcomes if one.property.name == ERRORS), None)
    return {
        "quotient": _quotient(answer.main),
        "exploration": _states(_ANY, answer.main),
        "stopped": _stopped(answer),
        "counting": _counting(answer),
        "errors": None if errors is None else _property(answer, errors),
        "seconds": round(answer.seconds, 6),
        "trace": trace(answer.deadlock),
    }


def _explored_counters(answer: Checked) -> documents.Explored:
    """The figures of the exploration, zeros if there was none, with the time of the engine."""
    main = answer.main or Exploration("counter", stopped=answer.stopped)
    reached = main.reached or unreached(main)
    return {
        "quotient": _quotient(answer.main),
        "exploration": _by_counters(main, reached),
        "stopped": _stopped(answer),
        "seconds": round(reached.seconds, 6),
        "trace": trace(answer.deadlock),
    }


def _counting(answer: Checked) -> verdicts.Counting | None:
    counting = answer.counting
    if counting is None:
        return None
    return {
        "scalarset": counting.scalarset,
        "size": counting.size,
        "local_states": list(counting.states),
        "pointers": list(counting.pointers),
    }


def _state_space(answer: Checked) -> verdicts.StateSpace | None:
    """The number of states, reachable or not; null for all sizes."""
    if answer.model.sizes.parameters:
        return None
    counters = None if answer.counters is None or answer.decided is None else writable(answer.counters.state_count)
    return {"concrete": concrete_states(answer.model), "counter": counters}


@frozen
class Form:
    """Fields that documents have of one kind of model; by itself, those that they have of programs. Properties are
    `grouped` where each is decided up to a group of its own; elements may be counted where there is `counting`."""

    figures: Callable[[Exploration, Reached], verdicts.Exploration] = _by_orbits
    state_space: Callable[[Checked], verdicts.StateSpace | None] = lambda _: None
    explored: Callable[[Checked], documents.Explored] = _explored_states
    grouped: bool = True
    counting: bool = True


_ANY = Form()

_FORMS: Mapping[str, Form] = MappingProxyType(
    {"processes": Form(_by_counters, _state_space, _explored_counters, grouped=False, counting=False)}
)


def _form(model: AnyModel) -> Form:
    return _FORMS.get(model.kind, _ANY)


def symmetry(decided: Decided) -> shapes.ProcessSymmetry:
    """The verdict per relation, witnesses where one is broken (for all sizes, of instances), and the blocks chosen."""
    model = decided.model
    transitions: list[shapes.Decision] = []
    witnesses = [None if witness is None else recorded_paths.witness(model, witness) for witness in decided.witnesses]
    for place, instance in enumerate(decided.instances):
        if instance is not None:
            witnesses[place] = {
                "parameters": dict(instance.values),
                **recorded_paths.witness(instance.model, instance.witness),
            }
    for decision, witness in zip(decided.decisions, witnesses, strict=True):
        origin = model.transitions[decision.relation.origins[0]]
        transitions.append(
            {
                "name": _names(model.transitions[place] for place in decision.relation.origins),
                "source": origin.source,
                "target": origin.target,
                "verdict": decision.verdict,
                "leaves_range": decision.relation.overflow,
                "seconds": round(decision.seconds, 6),
                "beside": [model.label([place]) for place in decision.beside],
                "witness": witness,
            }
        )
    blocks: list[shapes.Block] = []
    for block in decided.blocks:
        groups = [g.name for g in model.groups if g.processes and g.processes <= block]
        blocks.append({"groups": groups, "processes": None if model.sizes.parameters else [*block.ranges]})
    return {
        "full": decided.full,
        "blocks": blocks,
        "reason": decided.blocks_reason,
        "bounds": decided.bounds,
        "transitions": transitions,
    }


def _names(transitions: Iterable[LocalTransition]) -> str | None:
    """The names of the local transitions that a row is of, if they have any."""
    return ", ".join(dict.fromkeys(one.name for one in transitions if one.name)) or None


def abstraction(model: Model, system: CounterSystem, invariants: Sequence[str] | None = None) -> verdicts.Abstraction:
    """The counters, the guard of each abstract transition and invariants, if any, as text of the language."""
    spelling = Spelling(model)
    transitions: list[verdicts.AbstractTransition] = []
    for transition in system.transitions:
        joint: verdicts.Joint = {}
        if transition.changes is not None:
            joint = {
                "partner_block": None if transition.other is None else system.blocks[transition.other].name,
                "changes": {spelling.count(one): spelling.value("", change) for one, change in transition.changes},
            }
        transitions.append(
            {
                "name": _names(transition.origins),
                "source": transition.source,
                "target": transition.target,
                **joint,
                "block": system.blocks[transition.block].name,
                "guard": spelling.formula(transition.guard),
                "update": {a.variable: spelling.value(a.variable, a.value) for a in transition.update},
                "leaves_range": transition.overflow,
            }
        )
    return {
        "counters": [spelling.count(counter) for counter in system.counters],
        "states": writable(system.state_count),
        "transitions": transitions,
        "invariants": None if invariants is None else list(invariants),
    }
