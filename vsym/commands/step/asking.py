"""Commands that ask: for a path that shows a verdict or leads to a goal, for values, for reasons."""

from __future__ import annotations

from dataclasses import replace

from rich.text import Text

from vsym.basics.numbers import plural
from vsym.basics.options import RefusedError
from vsym.commands.step.desk import Shown, lead
from vsym.commands.step.session import Reply, Session, at
from vsym.show.text import stepping as text


def trace(session: Session, rest: str) -> Reply:
    """Go to the beginning of the path that shows the verdict on a property."""
    if not rest:
        known = ", ".join(session.desk.properties) or "none"
        raise RefusedError(f"which property? Its properties: {known}")
    shown = session.desk.counterexample(rest)
    if shown.walk is None:
        return Reply(session, [Text(f"{rest}: {shown.verdict}; {shown.note or 'no path shows it'}")])
    return _along(session, f"{rest}: {shown.verdict}", shown)


def goal(session: Session, rest: str) -> Reply:
    """Go to a state in which a condition is true, from here, or else along a path from a start."""
    if not rest:
        raise RefusedError("which condition? As in `goal #C >= 1`, in the model's own language")
    led = lead(session.desk, session.walk.state, session.desk.observation(rest))
    if led.on is not None:
        return at(replace(session, walk=session.walk.taken(led.on.steps, led.on.states[1:])), led.said)
    return Reply(session, [Text(led.said)]) if led.anew is None else _along(session, led.said, led.anew)


def watch(session: Session, rest: str) -> Reply:
    """Show a value with every state from now on."""
    if not rest:
        raise RefusedError("which value? As in `watch #T + #C`, in the model's own language")
    observed = session.desk.observation(rest)
    kept = tuple(one for one in session.watched if one[0] != rest)
    told = f"{rest} = {observed.told(session.walk.state)}"
    return Reply(replace(session, watched=(*kept, (rest, observed))), [Text(told)])


def unwatch(session: Session, rest: str) -> Reply:
    """Show a value no longer, or none of them."""
    kept = tuple(one for one in session.watched if rest not in ("", one[0]))
    if len(kept) == len(session.watched):
        raise RefusedError(f"nothing is watched{f' as `{rest}`' if rest else ''}")
    return Reply(replace(session, watched=kept), [Text(f"{plural(len(kept), 'value is', 'values are')} watched")])


def why(session: Session, rest: str) -> Reply:
    """Say of a step, by its number or its name, or of all, which conditions are false."""
    stepper, state = session.desk.stepper, session.walk.state
    disabled, choices = stepper.disabled(state), stepper.choices(state)
    if rest.isascii() and rest.isdecimal():
        number = int(rest[:9])
        if not 1 <= number <= len(choices) + len(disabled):
            raise RefusedError(f"the numbers are 1..{len(choices) + len(disabled)}")
        if number <= len(choices):
            one = choices[number - 1]
            return Reply(session, [Text(one.fault or f"{one.label} is possible: its guard is true")])
        wanted = [disabled[number - len(choices) - 1]]
    else:
        wanted = [one for one in disabled if rest in ("", one.label, one.label.partition(":")[0])]
        if not wanted:
            raise RefusedError(f"nothing that is not possible is called `{rest}`" if rest else "everything is possible")
    return Reply(session, [line for one in wanted for line in text.why_lines(one)])


def disabled(session: Session, _: str) -> Reply:
    """List all steps that are not possible."""
    stepper, state = session.desk.stepper, session.walk.state
    return Reply(session, [text.disabled_table(stepper.disabled(state), len(stepper.choices(state)) + 1)])


def path(session: Session, _: str) -> Reply:
    """List the steps of the path with what each changes."""
    stepper, walk = session.desk.stepper, session.walk
    told = [stepper.told(step) for step in walk.steps]
    cells = [stepper.view(state).cells for state in walk.states]
    return Reply(session, [text.path_table(told, cells, walk.at)])


def state(session: Session, _: str) -> Reply:
    """Show the state once more."""
    return at(session)


def _along(session: Session, said: str, shown: Shown) -> Reply:
    assert shown.walk is not None
    ahead = f"{plural(len(shown.walk.steps), 'step')} ahead, which `next` and `previous` go along"
    told = "; ".join(part for part in (said, ahead, shown.note) if part)
    return at(replace(session, walk=shown.walk), told)
