"""The table of the examples says what their files say; --update-goldens writes it anew."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.expectations import expectations
from tests.support.running import EXAMPLES
from tests.test_every_size import MISTAKES, Mistake
from tests.test_examples_populations import SMALLEST
from tests.test_examples_thresholds import FILES as AUTOMATA
from tests.test_examples_thresholds import MISTAKES as AUTOMATA_MISTAKES
from tests.test_examples_thresholds import SMALLEST as VIOLATING
from tests.test_examples_thresholds import Mistake as AutomatonMistake
from vsym import load

TABLE = EXAMPLES / "README.md"
_HEAD = """# Examples

The first comment of each model describes it and gives its expected results, which the tests check. Start with
`vsym check examples/rw.gsst`.

| model | shows | symmetry | properties |
| --- | --- | --- | --- |
"""
_PROGRAMS = """
## Programs

Murphi models, with expected results in the same form. Start with `vsym check examples/programs/lock.m`.

| model | shows | properties |
| --- | --- | --- |
"""
_SYSTEMS = """
## Systems

[Systems](../docs/systems.md), the input of engines, with expected results in the same form. Start with
`vsym check examples/systems/jugs.sys`.

| model | shows | symmetry | properties |
| --- | --- | --- | --- |
"""
_POPULATIONS = """
## Population protocols

[Protocols whose agents meet two at a time](../docs/populations.md), with expected results in the same form. Start with
`vsym check examples/populations/majority.pp`. The last column is what `vsym check --for-all n` decides for all inputs,
with the smallest one on which a property is violated.

| model | shows | for all populations |
| --- | --- | --- |
"""
_AUTOMATA = """
## Threshold automata

[Protocols with faults](../docs/thresholds.md), with what vsym decides for all numbers of processes and faults, and the
smallest instance where a specification is violated. Start with `vsym check examples/thresholds/reliable_broadcast.ta`.

| model | shows | for all parameters |
| --- | --- | --- |
"""
_AUTOMATA_MISTAKES = """
One mistake each, the specification that it violates, and the smallest instance:

| model | instead of | there is | violated | first |
| --- | --- | --- | --- | --- |
"""
_MISTAKES = """
## One mistake each

Protocols that vsym proves for every size, each with one change of its text: the property that the change violates, and
the smallest instance, which `vsym check --for-all n --prop PROPERTY` shows with a path.

| model | instead of | there is | violated | first |
| --- | --- | --- | --- | --- |
"""
_SYMMETRY = {"full": "full", "broken": "not full", "blocks": "full, but for the properties"}


def _row(path: Path) -> str:
    text = path.read_text("utf-8")
    promised = expectations(text)
    comment = " ".join(line.removeprefix("//").strip() for line in text[: text.index("\nsystem ")].splitlines())
    shows = re.split(r"[.?] ", comment, maxsplit=1)[0]
    names = [prop.name for prop in load(path).properties]
    first = next(one.parameters for one in promised if one.subject in names)
    verdicts = [f"`{one.subject}` {one.value}" for one in promised if one.subject in names and one.parameters == first]
    symmetry = next(one.value.split()[0] for one in promised if one.subject == "symmetry")
    return f"| [{path.stem}]({path.name}) | {shows} | {_SYMMETRY[symmetry]} | {', '.join(verdicts)} |"


def _program(path: Path) -> str:
    text = path.read_text("utf-8")
    promised = [one for one in expectations(text) if not one.parameters]
    comment = " ".join(line.removeprefix("--").strip() for line in text[: text.index("\n-- expect")].splitlines())
    shows = re.split(r"[.?:] ", comment, maxsplit=1)[0]
    verdicts = [f"`{one.subject}` {one.value}" for one in promised if not one.value.isdigit()]
    return f"| [{path.stem}](programs/{path.name}) | {shows} | {', '.join(verdicts)} |"


def _system(path: Path) -> str:
    text = path.read_text("utf-8")
    promised = {one.subject: one.value for one in expectations(text) if not one.parameters}
    comment = " ".join(line.removeprefix("//").strip() for line in text[: text.index("\n// expect")].splitlines())
    shows = re.split(r"[.?:] ", comment, maxsplit=1)[0]
    verdicts = [f"`{name}` {value}" for name, value in promised.items() if value in ("holds", "violated")]
    return f"| [{path.stem}](systems/{path.name}) | {shows} | {promised['symmetry']} | {', '.join(verdicts)} |"


def _population(path: Path) -> str:
    text = path.read_text("utf-8")
    comment = " ".join(line.removeprefix("//").strip() for line in text[: text.index("\n// expect")].splitlines())
    shows = re.split(r"[.?:] ", comment, maxsplit=1)[0]
    verdicts = []
    for name in dict.fromkeys(one.subject for one in expectations(text)):
        values = SMALLEST.get((path.stem, name))
        at = "" if values is None else ", ".join(f"{one} = {number}" for one, number in values.items())
        verdicts.append(f"`{name}` violated at {at}" if at else f"`{name}` holds")
    return f"| [{path.stem}](populations/{path.name}) | {shows} | {', '.join(verdicts)} |"


def _automaton(path: Path) -> str:
    text = path.read_text("utf-8")
    promised = [one for one in expectations(text) if not one.parameters]
    comment = " ".join(line.removeprefix("//").strip() for line in text[: text.index("\n// expect")].splitlines())
    shows = re.split(r"[.] ", comment, maxsplit=1)[0]
    verdicts = []
    for name in (one.subject for one in promised if one.value in ("holds", "violated")):
        values = VIOLATING.get((path.stem, name))
        at = "" if values is None else ", ".join(f"{one} = {number}" for one, number in values.items())
        verdicts.append(f"`{name}` violated at {at}" if at else f"`{name}` holds")
    return f"| [{path.stem}](thresholds/{path.name}) | {shows} | {', '.join(verdicts)} |"


def _automaton_mistake(one: AutomatonMistake) -> str:
    right, wrong = _differing(one.right, one.wrong)
    first = ", ".join(f"{name} = {value}" for name, value in one.values.items())
    return f"| [{one.automaton}](thresholds/{one.automaton}.ta) | `{right}` | `{wrong}` | `{one.prop}` | {first} |"


def _differing(right: str, wrong: str) -> tuple[str, str]:
    """The last comparison of each, where a longer text says which is meant."""
    short = re.compile(r"(?:.*&& |.*when )?\(?(.*?)\)?;?$")
    return short.sub(r"\1", right), short.sub(r"\1", wrong)


def _mistake(one: Mistake) -> str:
    wrong = f"`{one.wrong}`" if one.wrong else "nothing"
    first = ", ".join(f"{name} = {value}" for name, value in one.values.items())
    return f"| [{one.protocol}]({one.protocol}.gsst) | `{one.right}` | {wrong} | `{one.prop}` | {first} |"


def table() -> str:
    """The tables, from the files and the mistakes that tests make in them."""
    processes = "".join(f"{_row(path)}\n" for path in sorted(EXAMPLES.glob("*.gsst")))
    programs = "".join(f"{_program(path)}\n" for path in sorted((EXAMPLES / "programs").glob("*.m")))
    systems = "".join(f"{_system(path)}\n" for path in sorted((EXAMPLES / "systems").glob("*.sys")))
    mistakes = "".join(f"{_mistake(one)}\n" for one in MISTAKES)
    populations = "".join(f"{_population(path)}\n" for path in sorted((EXAMPLES / "populations").glob("*.pp")))
    parts = (_HEAD, processes, _MISTAKES, mistakes, _PROGRAMS, programs, _SYSTEMS, systems, _POPULATIONS, populations)
    automata = "".join(f"{_automaton(path)}\n" for path in AUTOMATA)
    wrong_automata = "".join(f"{_automaton_mistake(one)}\n" for one in AUTOMATA_MISTAKES)
    return "".join((*parts, _AUTOMATA, automata, _AUTOMATA_MISTAKES, wrong_automata))


def test_the_table_is_what_the_files_say(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--update-goldens"):
        TABLE.write_text(table(), encoding="utf-8")
    assert TABLE.read_text("utf-8") == table()
