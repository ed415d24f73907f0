"""The vocabulary of the direct model, and its guard lines in it."""

from __future__ import annotations

from functools import cached_property

from vsym.basics.frozen import frozen
from vsym.exchange.smv.expressions import Vocabulary, assigned, formula_text
from vsym.exchange.smv.layout import CHOICE, MOVER, PARTNER, STUCK, STUTTER, Names, both, chosen, one_line
from vsym.logic.formula import Formula, atoms
from vsym.logic.terms import Atom, Named
from vsym.models.counting.counts import Count, Deadlock, home_counts
from vsym.models.counting.model import GuardedUpdate, LocalTransition, Model
from vsym.models.counting.processes import Processes
from vsym.models.counting.spelling import Spelling


@frozen
class Definition:
    """A name for an expression."""

    name: str
    value: str
    comment: str


@frozen
class Line:
    """A guard line in SMV.

    `choice` and `can` say that it is chosen and permitted, `somebody` that one of its processes is in its source, and
    another in that of the partner, where it has `partners`; `partnered` says that one of these is chosen as partner.
    `guard` is in brackets, if it needs any, wherever there is a `fits` to join it with. `assignments` hold the
    variable, the condition that the value is in its range, and the value; `fits` is the conjunction of those
    conditions, and `claim`, where there are any, the name of the claim that they hold.
    """

    transition: int
    processes: Processes
    source: str
    target: str
    comment: str
    choice: str
    can: str
    guard: str
    somebody: str
    assignments: tuple[tuple[str, str, str], ...]
    fits: str
    claim: str
    partners: Processes | None = None
    partner_source: str = ""
    partnered: str = ""


@frozen
class Vocabularies:
    """The names of everything in a model; `names` gives out the names still to come."""

    names: Names
    spelling: Spelling
    states: dict[str, str]
    shared: dict[str, str]
    processes: tuple[str, ...]
    counts: dict[Count, str]
    moves: tuple[str, ...]
    booleans: frozenset[Atom]
    words: dict[Atom, tuple[str, ...]]

    @staticmethod
    def of(model: Model) -> Vocabularies:
        """The names, in the order in which clashes are to be settled."""
        paired = any(transition.partner is not None for transition in model.transitions)
        names = Names(CHOICE, MOVER, STUCK, STUTTER, *([PARTNER] if paired else []))
        spelling = Spelling(model)
        states = {state: names.claim(state) for state in model.states}
        shared = {variable.name: names.claim(variable.name) for variable in model.shared}
        words = names.claim_words(variable.words for variable in model.shared)
        return Vocabularies(
            names,
            spelling,
            states=states,
            shared=shared,
            processes=tuple(names.claim(f"p{index}") for index in range(1, model.size + 1)),
            counts={count: names.claim(f"count_{spelling.count(count).lstrip('#')}") for count in mentioned(model)},
            moves=tuple(names.claim(t.name or f"{t.source}_to_{t.target}") for t in model.transitions),
            booleans=frozenset(Named(variable.name) for variable in model.shared if variable.boolean),
            words={Named(variable.name): words[variable.words] for variable in model.shared if variable.words},
        )

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The vocabulary of formulas."""
        names: dict[Atom, str] = {Named(name): word for name, word in self.shared.items()}
        names.update(self.counts.items())
        names[Deadlock()] = STUCK
        return Vocabulary(names, self.booleans | {Deadlock()}, self.words)

    def definitions(self) -> tuple[Definition, ...]:
        """Every count that a formula speaks of, as a sum over its processes."""
        return tuple(
            Definition(
                name,
                " + ".join(f"toint({self.processes[i - 1]} = {self.states[count.state]})" for i in count.processes),
                one_line(self.spelling.count(count)),
            )
            for count, name in self.counts.items()
        )


def mentioned(model: Model) -> dict[Count, None]:
    """The counts that the direct model has to define, in the order in which they appear."""
    _, rest = home_counts(model)
    formulas: list[Formula] = [rest]
    terms: dict[Atom, None] = {}
    for transition in model.transitions:
        for line in transition.lines:
            formulas.append(line.guard)
            terms |= {variable: None for a in line.update for variable, _ in a.value.terms}
    formulas += [prop.formula for prop in model.properties]
    formulas += [constraint.formula for constraint in model.fairness]
    spoken = [variable for formula in formulas for variable in atoms(formula)]
    return {variable: None for variable in (*spoken, *terms) if isinstance(variable, Count)}


def guard_lines(model: Model, words: Vocabularies) -> tuple[Line, ...]:
    """The guard lines of all transitions, without those that are for no process."""
    lines: list[Line] = []
    for index, transition in enumerate(model.transitions):
        spoken = [line for line in transition.lines if line.processes]
        for number, line in enumerate(spoken, start=1):
            suffix = f"_{number}" if len(spoken) > 1 else ""
            lines.append(_line(model, words, index, transition, line, suffix))
    return tuple(lines)


def _line(
    model: Model, words: Vocabularies, index: int, transition: LocalTransition, line: GuardedUpdate, suffix: str
) -> Line:
    ranges = {variable.name: (variable.low, variable.high) for variable in model.shared}
    vocabulary = words.vocabulary
    assignments = tuple(
        (a.variable, *assigned(a.value, ranges[a.variable], Named(a.variable), vocabulary)) for a in line.update
    )
    fits = both(*(condition for _, condition, _ in assignments))
    move, source = words.moves[index], words.states[transition.source]
    label = transition.label
    if line.processes != model.processes:
        label += f" by a process of {words.spelling.processes(line.processes)}"
    if line.partners is not None and line.partners != model.processes:
        label += f" with one of {words.spelling.processes(line.partners)}"
    return Line(
        transition=index,
        processes=line.processes,
        source=source,
        target=words.states[transition.target],
        comment=one_line(label),
        choice=chosen([move]),
        can=words.names.claim(f"can_{move}{suffix}"),
        guard=formula_text(line.guard, vocabulary, operand=bool(fits)),
        somebody=_somebody(words, transition, line),
        assignments=assignments,
        fits=fits,
        claim=words.names.claim(f"in_range_{move}{suffix}") if fits else "",
        partners=line.partners,
        partner_source="" if transition.partner is None else words.states[transition.partner.source],
        partnered="" if line.partners is None else words.names.claim(f"with_{move}{suffix}"),
    )


def _somebody(words: Vocabularies, transition: LocalTransition, line: GuardedUpdate) -> str:
    """The condition that a mover is in its source and, where the line has partners, another process in the partner's
    source."""

    def there(state: str, processes: Processes) -> list[str]:
        return [f"{words.processes[i - 1]} = {words.states[state]}" for i in processes]

    movers = " | ".join(there(transition.source, line.processes))
    if line.partners is None or transition.partner is None:
        return movers
    parts = [f"({movers})", f"({' | '.join(there(transition.partner.source, line.partners)) or 'FALSE'})"]
    if transition.partner.source == transition.source and line.processes & line.partners:
        both_sets = there(transition.source, line.processes | line.partners)
        parts.append(f"{' + '.join(f'toint({one})' for one in both_sets)} >= 2")
    return " & ".join(parts)
