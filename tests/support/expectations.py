"""The `// expect:` lines of the examples, `-- expect:` in programs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple, TypeAlias

_LINE = re.compile(
    r"^(?://|--) expect(?: \[(?P<definitions>[^\]]*)\])?: (?P<subject>\S+) (?P<value>.+?)\s*$", re.MULTILINE
)
_DEFINITION = re.compile(r"-D (?P<name>\w+)=(?P<value>-?\d+)")


class Expectation(NamedTuple):
    """A promise of an example under these parameters; all others have their defaults.

    `subject` is `symmetry`, `deadlock`, `reachable` or the name of a property; programs add `represented`, `virtual`,
    `rules_fired` and `refused`. `value` is the rest of the line.
    """

    parameters: tuple[tuple[str, int], ...]
    subject: str
    value: str


def expectations(text: str) -> list[Expectation]:
    """The expectations of a text, in order; raises ValueError on a line that only resembles one."""
    found = []
    for match in _LINE.finditer(text):
        definitions = match["definitions"] or ""
        if _DEFINITION.sub("", definitions).strip():
            raise ValueError(f"no definition of a parameter: {definitions}")
        parameters = tuple((one["name"], int(one["value"])) for one in _DEFINITION.finditer(definitions))
        found.append(Expectation(parameters, match["subject"], match["value"]))
    if len(found) != len(re.findall(r"^(?://|--)\s*expect\b.*:", text, re.MULTILINE)):
        raise ValueError("a line that starts like an expectation is none")
    return found


Run: TypeAlias = tuple[Path, tuple[tuple[str, int], ...]]
"""An example with parameters that it promises something for."""


def runs(files: Iterable[Path]) -> list[Run]:
    """Each example with each of its settings of parameters."""
    return list(
        dict.fromkeys((path, one.parameters) for path in files for one in expectations(path.read_text("utf-8")))
    )


def run_name(run: Run) -> str:
    """The example and its parameters, in words."""
    return " ".join([run[0].stem, *(f"{parameter}={value}" for parameter, value in run[1])])


def promised(run: Run) -> list[Expectation]:
    """The promises of an example with its parameters."""
    return [one for one in expectations(run[0].read_text("utf-8")) if one.parameters == run[1]]
