"""Programs with monitors and barriers, of every number of threads, whose nets have 30 to 60 places.

`python benchmarks/nets.py [SECONDS]` prints a table: for each program and property the verdict for all sizes and the
processor's seconds of the whole command, with `>` where it was ended after SECONDS (by default 60). In a monitor, each
of several roles of n threads waits for its busy flag, works, sets the flag of the next, and wakes all that wait. In a
row of barriers, a gate lets one thread through, which opens the next. In those called broken, a thread gives the lock
back too early, or does not look whether the place behind the gate is free. Verdicts must be the known ones.
"""

from __future__ import annotations

import json
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from measuring import measure, patience, rows

PROGRAM = Path(sys.executable).with_name("vsym")


@dataclass(frozen=True)
class Case:
    """A program and the known verdict of each of its properties."""

    name: str
    text: str
    holds: dict[str, bool]


def monitor(roles: int, *, broken: bool) -> Case:
    """Threads of several roles that share one lock and wake each other."""
    numbers = range(roles)
    places = ("Out", "Want", "In", "Wait", "Work", "Done")
    lines = ["system monitor", "param n where n >= 1"]
    lines.append("states " + ", ".join(f"{place}{i}" for i in numbers for place in places))
    lines += [f"group G{i} of n" for i in numbers]
    lines += ["shared lock : bool = true", *(f"shared busy{i} : bool = {str(i == 0).lower()}" for i in numbers)]
    lines.append("init { " + " ".join(f"G{i}: Out{i};" for i in numbers) + " }")
    woken = ", ".join(f"Wait{i} -> Want{i}" for i in numbers)
    early = ", lock := true" if broken else ""
    for i in numbers:
        lines += [
            f"trans Out{i} -> Want{i}",
            f"trans Want{i} -> In{i} if lock do lock := false",
            f"trans In{i} -> Wait{i} if !busy{i} do lock := true",
            f"trans In{i} -> Work{i} if busy{i} do busy{i} := false",
            f"trans Work{i} -> Done{i} do busy{(i + 1) % roles} := true{early}",
            f"trans Done{i} -> Out{i} others {woken} do lock := true",
        ]
    inside = " + ".join(f"#In{i} + #Work{i} + #Done{i}" for i in numbers)
    far = f"ctl far: AG #Done0 + #Done{roles // 2} <= 1"
    lines += [f"ctl one: AG {inside} <= 1", "ctl work: AG #Work0 + #Work1 <= 1", far, "ctl first: AG #Done0 <= 1", ""]
    known = {"one": not broken, "work": True, "far": not broken, "first": not broken}
    return Case(f"monitor {roles}{' broken' * broken}", "\n".join(lines), known)


def barrier(phases: int, *, broken: bool) -> Case:
    """Three groups of threads, which begin at different places, in a ring of phases with a gate each."""
    numbers = range(phases)
    lines = ["system barrier", "param n where n >= 1"]
    lines.append("states Idle, " + ", ".join(f"{place}{i}" for i in numbers for place in "ABCD"))
    lines += ["group X of n", "group Y of n", "group Z of 1"]
    lines += [f"shared open{i} : bool = {str(i == 0).lower()}" for i in numbers]
    lines += ["init { X: Idle; Y: A0; Z: B0 }", "trans Idle -> A0"]
    for i in numbers:
        following = (i + 1) % phases
        lines += [
            f"trans A{i} -> B{i} if open{i} do open{i} := false",
            f"trans B{i} -> C{i}{'' if broken else f' if #C{i} = 0'}",
            f"trans C{i} -> D{i} do open{following} := true",
            f"trans D{i} -> A{following}",
        ]
    gates = " + ".join(f"#B{i} + #C{i}" for i in numbers)
    lines += [f"ctl last: AG #C{phases - 1} <= 1", f"ctl gates: AG {gates} <= 2", ""]
    return Case(f"barrier {phases}{' broken' * broken}", "\n".join(lines), {"last": not broken, "gates": True})


CASES = rows(
    (
        *(monitor(roles, broken=broken) for roles in (3, 5, 7) for broken in (False, True)),
        *(barrier(phases, broken=broken) for phases in (6, 8, 10, 12) for broken in (False, True)),
    ),
    0,
    2,
    3,
    6,
    7,
    8,
)


def main() -> None:
    """Print the table; raises AssertionError where a verdict is another than the known one."""
    limit = float(sys.argv[1]) if len(sys.argv) > 1 else patience(60.0, 20.0)
    print(f"{'program':>20} {'property':>10} {'verdict':>10} {'cpu s':>8}")
    with tempfile.TemporaryDirectory() as folder:
        model, answer = Path(folder) / "model.gsst", Path(folder) / "answer.json"
        for case in CASES:
            model.write_text(case.text, encoding="utf-8")
            for name, holds in case.holds.items():
                command: list[str | Path] = [PROGRAM, "check", model, "--for-all", "n", "--prop", name, "--json"]
                ran = measure([*command, "--timeout", str(limit)], limit + 10, answer)
                [prop] = json.loads(answer.read_text("utf-8"))["properties"] if ran.finished else [{"verdict": "-"}]
                if prop["verdict"] not in ("unknown", "-", "holds" if holds else "violated"):
                    raise AssertionError(f"{case.name}: {name} is {prop['verdict']}")
                seconds = f"{'' if prop['verdict'] in ('holds', 'violated') else '> '}{ran.user + ran.system:.2f}"
                print(f"{case.name:>20} {name:>10} {prop['verdict']:>10} {seconds:>8}", flush=True)


if __name__ == "__main__":
    main()
