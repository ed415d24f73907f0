"""The examples translated by hand for the oracle, from the papers and the comments; parameters are arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from tests.support import oracle

Processes = Iterable[int]


def count(states: str, processes: Processes) -> oracle.Count:
    """`#{A, B}[processes]`; the states are separated by blanks."""
    return oracle.Count(frozenset(states.split()), frozenset(processes))


def equal(left: oracle.Term, right: int) -> oracle.Formula:
    """`left = right`."""
    return oracle.Compare("=", left, oracle.Number(right))


def at_least(left: oracle.Term, right: int) -> oracle.Formula:
    """`left >= right`."""
    return oracle.Compare(">=", left, oracle.Number(right))


def at_most(left: oracle.Term, right: int) -> oracle.Formula:
    """`left <= right`."""
    return oracle.Compare("<=", left, oracle.Number(right))


def both(first: oracle.Formula, *others: oracle.Formula) -> oracle.Formula:
    """The conjunction."""
    for other in others:
        first = oracle.Connective("and", first, other)
    return first


def either(left: oracle.Formula, right: oracle.Formula) -> oracle.Formula:
    """The disjunction."""
    return oracle.Connective("or", left, right)


def ag(operand: oracle.Formula) -> oracle.Formula:
    """AG."""
    return oracle.Path("A", "G", (operand,))


def af(operand: oracle.Formula) -> oracle.Formula:
    """AF."""
    return oracle.Path("A", "F", (operand,))


def ef(operand: oracle.Formula) -> oracle.Formula:
    """EF."""
    return oracle.Path("E", "F", (operand,))


def leads(cause: oracle.Formula, effect: oracle.Formula) -> oracle.Formula:
    """AG (cause -> effect)."""
    return ag(oracle.Connective("implies", cause, effect))


def _model(
    states: str,
    size: int,
    *transitions: oracle.Transition,
    shared: tuple[oracle.Variable, ...] = (),
    lemmas: tuple[tuple[str, oracle.Formula], ...] = (),
    **properties: oracle.Formula,
) -> oracle.Model:
    """A model all of whose processes begin in the first of its states."""
    named = tuple(states.split())
    initial = equal(count(named[0], range(1, size + 1)), size)
    return oracle.Model(named, size, transitions, initial, shared, tuple(properties.items()), lemmas)


def free_move(source: str, target: str, everyone: Processes, guard: oracle.Formula | None = None) -> oracle.Transition:
    """A transition with one guard for all."""
    return oracle.Transition(source, target, (oracle.Line(frozenset(everyone), guard or oracle.Constant(True)),))


def consecutive(*sizes: int) -> list[range]:
    """Groups of these sizes, numbered on from 1."""
    starts = [1 + sum(sizes[:place]) for place in range(len(sizes))]
    return [range(start, start + size) for start, size in zip(starts, sizes, strict=True)]


def mutex(processes: int = 3) -> oracle.Model:
    """Figure 1(a)."""
    everyone = range(1, processes + 1)
    trying, inside = count("T", everyone), count("C", everyone)
    return _model(
        "N T C",
        processes,
        free_move("N", "T", everyone),
        free_move("T", "C", everyone, equal(inside, 0)),
        free_move("C", "N", everyone),
        mutex=ag(at_most(inside, 1)),
        entered=leads(at_least(trying, 1), af(at_least(inside, 1))),
        together=af(equal(trying, processes)),
    )


def rw(readers: int = 1, writers: int = 2, reader_guard: oracle.Formula | None = None) -> oracle.Model:
    """Figure 1(b), with another guard for the readers if given."""
    reading, writing = consecutive(readers, writers)
    everyone = range(1, readers + writers + 1)
    trying, inside = count("T", everyone), count("C", everyone)
    polite = both(equal(inside, 0), equal(count("T", writing), 0))
    enter = (
        oracle.Line(frozenset(reading), reader_guard or polite),
        oracle.Line(frozenset(writing), equal(inside, 0)),
    )
    return _model(
        "N T C",
        len(everyone),
        free_move("N", "T", everyone),
        oracle.Transition("T", "C", enter),
        free_move("C", "N", everyone),
        mutex=ag(at_most(inside, 1)),
        possible=leads(at_least(trying, 1), ef(at_least(inside, 1))),
        entered=leads(at_least(trying, 1), af(at_least(inside, 1))),
    )


def rw_broken(readers: int = 1, writers: int = 2) -> oracle.Model:
    """Section 4.3: a reader enters when exactly two processes try."""
    reading, everyone = range(1, readers + 1), range(1, readers + writers + 1)
    trying, inside = count("T", everyone), count("C", everyone)
    waiting_reader, inside_reader = at_least(count("T", reading), 1), at_least(count("C", reading), 1)
    model = rw(readers, writers, both(equal(inside, 0), equal(trying, 2)))
    return replace(
        model,
        properties=(
            *model.properties[:2],
            ("reader_may", leads(waiting_reader, ef(inside_reader))),
            ("reader_served", leads(waiting_reader, af(inside_reader))),
        ),
    )


def starvation(readers: int = 2, writers: int = 2) -> oracle.Model:
    """Figure 1(b), asked about readers and about writers."""
    reading, writing = consecutive(readers, writers)
    waiting_reader, inside_reader = at_least(count("T", reading), 1), at_least(count("C", reading), 1)
    waiting_writer, inside_writer = at_least(count("T", writing), 1), at_least(count("C", writing), 1)
    model = rw(readers, writers)
    return replace(
        model,
        properties=(
            model.properties[0],
            ("reader_may", leads(waiting_reader, ef(inside_reader))),
            ("reader_served", leads(waiting_reader, af(inside_reader))),
            ("writer_served", leads(waiting_writer, af(inside_writer))),
        ),
    )


def rw_adaptive(readers: int = 2, writers: int = 1) -> oracle.Model:
    """Figure 1 of "Adaptive Symmetry Reduction"."""
    reading, writing = consecutive(readers, writers)
    everyone = range(1, readers + writers + 1)
    inside, written = count("C", everyone), count("C", writing)
    join = oracle.Transition("T", "C", (oracle.Line(frozenset(reading), equal(written, 0)),))
    return _model(
        "N T C",
        len(everyone),
        free_move("N", "T", everyone),
        free_move("T", "C", everyone, equal(inside, 0)),
        join,
        free_move("C", "N", everyone),
        no_writer_disturbed=leads(at_least(written, 1), equal(inside, 1)),
        read_together=ef(equal(count("C", reading), readers)),
        mutex=ag(at_most(inside, 1)),
    )


def library(readers: int = 3, writers: int = 2) -> oracle.Model:
    """Readers who read together, and writers who write alone."""
    reading, writing = consecutive(readers, writers)
    everyone = range(1, readers + writers + 1)
    inside, written = count("C", everyone), count("C", writing)
    lines = (
        oracle.Line(frozenset(reading), equal(written, 0)),
        oracle.Line(frozenset(writing), equal(inside, 0)),
    )
    return _model(
        "N T C",
        len(everyone),
        free_move("N", "T", everyone),
        oracle.Transition("T", "C", lines),
        free_move("C", "N", everyone),
        room=ag(at_most(inside, readers)),
        opens=ef(at_least(inside, 1)),
        answered=leads(at_least(count("T", everyone), 1), ef(at_least(inside, 1))),
        alone=leads(at_least(written, 1), equal(inside, 1)),
        together=ef(equal(count("C", reading), readers)),
    )


def grw(d: int = 2, q: int = 2, m: int = 4) -> oracle.Model:
    """Generalized readers and writers, section 6; `size` and names as in the example."""
    classes = consecutive(*[q] * d)
    everyone = range(1, d * q + 1)
    states = tuple(f"L[{number}]" for number in range(1, m + 1))
    waiting, inside = states[m - 2], states[m - 1]
    lines = tuple(
        oracle.Line(
            frozenset(members),
            both(equal(count(inside, everyone), 0), equal(count(waiting, range(1, members.start)), 0)),
        )
        for members in classes
    )
    return _model(
        " ".join(states),
        d * q,
        *(free_move(states[place], states[place + 1], everyone) for place in range(m - 2)),
        oracle.Transition(waiting, inside, lines),
        free_move(inside, states[0], everyone),
        mutex=ag(at_most(count(inside, everyone), 1)),
        entered=leads(at_least(count(waiting, everyone), 1), af(at_least(count(inside, everyone), 1))),
        resting=ag(af(equal(count(states[0], everyone), d * q))),
    )


def asr(resources: int = 2, waiting: int = 1, using: int = 1, full: int = 3, part: int = 1) -> oracle.Model:
    """Asymmetric sharing of resources, section 6."""
    groups = consecutive(full, *[part] * resources)
    everyone = range(1, full + resources * part + 1)
    waits = [f"W[{number}]" for number in range(1, resources + 1)]
    uses = [f"C[{number}]" for number in range(1, resources + 1)]
    transitions: list[oracle.Transition] = []
    bounds: list[oracle.Formula] = []
    for wait, use, barred in zip(waits, uses, groups[1:], strict=True):
        allowed = frozenset(everyone) - frozenset(barred)
        room = oracle.Compare("<", count(wait, everyone), oracle.Number(waiting))
        transitions.append(oracle.Transition("N", wait, (oracle.Line(allowed, room),)))
        transitions.append(
            free_move(wait, use, everyone, oracle.Compare("<", count(use, everyone), oracle.Number(using)))
        )
        transitions.append(free_move(use, "N", everyone))
        bounds += [at_most(count(wait, everyone), waiting), at_most(count(use, everyone), using)]
    first_used = at_least(count(uses[0], everyone), 1)
    return _model(
        " ".join(("N", *waits, *uses)),
        len(everyone),
        *transitions,
        lemmas=(("bounded", both(*bounds)),),
        all_used=ef(both(*(at_least(count(use, everyone), 1) for use in uses))),
        served=leads(at_least(count(waits[0], everyone), 1), ef(first_used)),
        unasked=af(first_used),
    )


def controller(classes: int = 2, size: int = 2) -> oracle.Model:
    """The resource controller."""
    everyone = range(1, classes * size + 1)
    free = equal(oracle.Value("free"), 1)
    trying, granted = count("T", everyone), count("Granted", everyone)
    lines = tuple(
        oracle.Line(
            frozenset(members),
            both(free, equal(count("T", range(1, members.start)), 0)),
            (("free", oracle.Number(0)),),
        )
        for members in consecutive(*[size] * classes)
    )
    release = oracle.Line(frozenset(everyone), oracle.Constant(True), (("free", oracle.Number(1)),))
    return _model(
        "N T Granted Using Done",
        len(everyone),
        free_move("N", "T", everyone, free),
        oracle.Transition("T", "Granted", lines),
        free_move("Granted", "Using", everyone),
        free_move("Using", "Done", everyone),
        oracle.Transition("Done", "N", (release,)),
        shared=(oracle.Variable("free", 0, 1, 1),),
        recorded=ag(oracle.Not(both(free, at_least(count("Granted Using Done", everyone), 1)))),
        granted=leads(at_least(trying, 1), af(at_least(granted, 1))),
        unused=ag(free),
    )


def open_case(cars: int = 3, trucks: int = 2, room: int = 2) -> oracle.Model:
    """Group counters on two local states."""
    driving, hauling = consecutive(cars, trucks)
    everyone = range(1, cars + trucks + 1)
    aboard, places = count("C", everyone), oracle.Compare("<", count("C", everyone), oracle.Number(room))
    truck_aboard = at_least(count("C", hauling), 1)
    lines = (
        oracle.Line(frozenset(driving), both(places, either(equal(count("T", hauling), 0), truck_aboard))),
        oracle.Line(frozenset(hauling), both(places, either(equal(count("T", driving), 0), oracle.Not(truck_aboard)))),
    )
    return _model(
        "N T C",
        len(everyone),
        free_move("N", "T", everyone),
        oracle.Transition("T", "C", lines),
        free_move("C", "N", everyone),
        capacity=ag(at_most(aboard, room)),
        filled=ag(ef(equal(aboard, room))),
        sails_full=leads(at_least(aboard, 1), af(equal(aboard, room))),
    )


def balance(left: int = 3, right: int = 3, machines: int = 3) -> oracle.Model:
    """Guards that compare group counters with each other."""
    first, second = consecutive(left, right)
    everyone = range(1, left + right + 1)
    waiting, working = count("Wait", everyone), count("Work", everyone)
    places = oracle.Compare("<", working, oracle.Number(machines))

    def line(team: range, others: range) -> oracle.Line:
        fewer = oracle.Compare(
            "<=", oracle.Arithmetic("-", count("Work", team), count("Work", others)), oracle.Number(0)
        )
        return oracle.Line(frozenset(team), both(places, either(equal(count("Wait", others), 0), fewer)))

    return _model(
        "Rest Wait Work",
        len(everyone),
        free_move("Rest", "Wait", everyone),
        oracle.Transition("Wait", "Work", (line(first, second), line(second, first))),
        free_move("Work", "Rest", everyone),
        capacity=ag(at_most(working, machines)),
        reused=ag(ef(equal(working, 0))),
        busy=leads(at_least(waiting, 1), equal(working, machines)),
    )


def deadlock(writers: int = 3) -> oracle.Model:
    """Two resources taken in either order."""
    everyone = range(1, writers + 1)
    pen_free, paper_free = equal(count("Pen Both", everyone), 0), equal(count("Paper Both", everyone), 0)
    with_both, with_one = count("Both", everyone), count("Pen Paper", everyone)
    return _model(
        "Idle Pen Paper Both",
        writers,
        free_move("Idle", "Pen", everyone, pen_free),
        free_move("Idle", "Paper", everyone, paper_free),
        free_move("Pen", "Both", everyone, paper_free),
        free_move("Paper", "Both", everyone, pen_free),
        free_move("Both", "Idle", everyone),
        exclusive=ag(both(at_most(with_both, 1), oracle.Not(both(equal(with_both, 1), at_least(with_one, 1))))),
        written=ef(equal(with_both, 1)),
        always_again=ag(ef(equal(with_both, 1))),
    )


BY_HAND: Mapping[str, Callable[..., oracle.Model]] = {
    model.__name__: model
    for model in (
        *(mutex, rw, rw_broken, rw_adaptive, starvation, library, grw, asr),
        *(controller, open_case, balance, deadlock),
    )
}
"""The translations by the names of the examples."""
