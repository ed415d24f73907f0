"""Threshold automata of the oracle as texts."""

from __future__ import annotations

from tests.support.oracle_thresholds import Atom, Automaton, Formula, Rule


def written(automaton: Automaton, formula: Formula) -> str:
    """The text of an automaton that stutters, with one specification, `p`; N processes, and a number T."""
    locations = [f"l{number}" for number in range(automaton.locations)]
    shared = [f"x{number}" for number in range(automaton.shared)]
    names = (*locations, *shared)
    begun = " + ".join(locations[place] for place in automaton.starts)
    empty = [f"{name} == 0;" for place, name in enumerate(names) if place not in automaton.starts]
    rules = [f"{number}: {_rule(rule, names, automaton)}" for number, rule in enumerate(automaton.rules)]
    return "\n".join(
        [
            "skel Drawn {",
            f"shared {', '.join(shared)};",
            "parameters N, T;",
            f"assumptions (0) {{ }} locations (0) {{ {' '.join(f'{name}: [0];' for name in locations)} }}",
            f"inits (0) {{ {begun} == N; {' '.join(empty)} }}",
            *("rules (0) {", *rules, "}"),
            f"specifications (0) {{ p: {formula_text(formula, names)}; }}",
            "}",
        ]
    )


def _rule(rule: Rule, names: tuple[str, ...], automaton: Automaton) -> str:
    guards = [f"{'' if value else '!'}({_atom(atom, names)})" for atom, value in rule.guards]
    raised = [
        f"{names[place]}' == {names[place]} + {by};" for place, by in enumerate(rule.raised, automaton.locations) if by
    ]
    guard = " && ".join(guards) or "true"
    return f"{names[rule.source]} -> {names[rule.target]} when ({guard}) do {{ {' '.join(raised)} }};"


def formula_text(formula: Formula, names: tuple[str, ...]) -> str:
    """A formula as the language has it."""
    match formula:
        case bool():
            return str(formula).lower()
        case ("not", inner):
            return f"!({formula_text(inner, names)})"
        case ("and" | "or" as word, parts):
            sign = " && " if word == "and" else " || "
            # A set has no order of its own.
            return f"({sign.join(sorted(formula_text(part, names) for part in parts))})"
        case ("F" | "G" as word, inner):
            return f"{'<>' if word == 'F' else '[]'}({formula_text(inner, names)})"
    return _atom(formula, names)


def _atom(atom: Atom, names: tuple[str, ...]) -> str:
    left = [f"{weight} * {name}" for weight, name in zip(atom.weights, names, strict=True) if weight]
    return f"{' + '.join(left)} >= {atom.sizes[0]} * N + {atom.sizes[1]} * T + {atom.constant}"
