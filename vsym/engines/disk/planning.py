"""The steps of a level, and the manifest after them. Both follow from the manifest alone, so a store is the same
however many workers made it, and however often they were killed.

The settings say how states are kept, and who finds them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from vsym.basics.frozen import frozen
from vsym.basics.options import ClusterSettings
from vsym.engines.disk.manifest import CHAPTER, Figures, Level, Manifest, Shown
from vsym.engines.disk.storage import StoredFile, file_name

TOGETHER = 100_000
"""A level with fewer candidates is one step of all parts: files and processes would cost more than the work."""


@frozen
class Step:
    """The work of one process: the `parts` of a level that it takes, their `inbox`, and for each the runs to look
    through and those to merge. The files that it `makes` are named for its first part, or for `named_for`."""

    work: str
    level: int
    parts: tuple[int, ...]
    inbox: tuple[StoredFile, ...] = ()
    runs: tuple[tuple[int, StoredFile], ...] = ()
    merged: tuple[tuple[int, StoredFile], ...] = ()
    makes: tuple[str, ...] = ()
    named_for: int | None = None

    @property
    def first(self) -> int:
        """The part for which its files are named."""
        return self.parts[0] if self.named_for is None else self.named_for

    @property
    def key(self) -> str:
        """The name of the step, unique in its exploration."""
        return f"{self.work}-{self.level}-{self.first}"


def first_step(parts: int) -> Step:
    """The step that finds the start states."""
    return Step("starts", 0, tuple(range(parts)), makes=("outbox",))


def steps(manifest: Manifest, together: int = TOGETHER) -> tuple[Step, ...]:
    """The steps of the next level, a single one for fewer candidates than `together`; parts without candidates have
    none."""
    parts = sorted({part for file in manifest.inbox for part in file.states})
    groups = [parts] if manifest.candidates < together else [[part] for part in parts]
    return tuple(_step(manifest, tuple(group)) for group in groups if group)


def names(step: Step) -> dict[str, str]:
    """The names of the files that a step makes, by their kinds."""
    if step.work == "starts":
        return {"outbox": "starts"}
    return {kind: file_name(kind, step.level, step.first) for kind in step.makes}


def made(step: Step, result: Mapping[str, Any], kind: str) -> StoredFile | None:
    """A file that a step has made, None where it did not; raises KeyError."""
    if (record := result[kind]) is None:
        return None
    states = {part: states for part, states in enumerate(record["states"]) if states}
    return StoredFile(names(step)[kind], record["bytes"], record["checksum"], states)


def after_starts(manifest: Manifest, step: Step, result: Mapping[str, Any]) -> Manifest:
    """The manifest once the start states are found."""
    outbox = made(step, result, "outbox")
    assert outbox is not None
    runs: tuple[tuple[StoredFile, ...], ...] = ((),) * manifest.identity.parts
    return replace(
        manifest, inbox=_not_empty([outbox]), figures=_added(manifest.figures, [result]), runs=runs, started=True
    )


def after(manifest: Manifest, done: Sequence[tuple[Step, Mapping[str, Any]]]) -> Manifest:
    """The manifest once all steps of a level are done. A level without a new state is none."""
    level = manifest.level
    files = [file for step, result in done if (file := made(step, result, "level")) is not None]
    outboxes = [file for step, result in done if (file := made(step, result, "outbox")) is not None]
    runs = list(manifest.runs)
    for step, result in done:
        union, new = made(step, result, "merged"), made(step, result, "level")
        for part in step.parts:
            gone = {file.name for each, file in step.merged if each == part}
            left = [file for file in runs[part] if file.name not in gone]
            left += [union] if union is not None and gone else []
            left += [new] if new is not None and part in new.states else []
            runs[part] = tuple(left)
    results = [result for _, result in done]
    grown = manifest.levels if not any(file.total for file in files) else (*manifest.levels, Level(_not_empty(files)))
    return replace(
        manifest,
        levels=grown,
        runs=tuple(runs),
        inbox=_not_empty(outboxes),
        figures=_added(manifest.figures, results),
        answers=_answers(manifest.answers, level, results),
        deadlock=manifest.deadlock or _least(level, [result["deadlock"] for result in results]),
        error=manifest.error or _error(level, results),
    )


def order(state: str) -> tuple[int, ...]:
    """The place of a stored state among others: its words, the first the highest."""
    return tuple(int(word, 16) for word in state.split())


def _step(manifest: Manifest, parts: tuple[int, ...]) -> Step:
    sorted_runs: list[tuple[int, StoredFile]] = []
    merged: list[tuple[int, StoredFile]] = []
    for part in parts:
        runs = manifest.runs[part]
        first = _merged_from([file.states[part] for file in runs])
        sorted_runs += [(part, file) for file in runs[:first]]
        merged += [(part, file) for file in runs[first:]]
    makes = ("level", "merged", "outbox") if merged else ("level", "outbox")
    inbox = tuple(file for file in manifest.inbox if any(part in file.states for part in parts))
    return Step("step", manifest.level, parts, inbox, tuple(sorted_runs), tuple(merged), makes)


def _merged_from(sizes: Sequence[int]) -> int:
    """The run from which on all are merged into one: each of these has at most twice as many states as those after it
    together, so that a state is written a logarithmic number of times, and runs are few."""
    first, total = len(sizes), 0
    while first and (first == len(sizes) or sizes[first - 1] <= 2 * total):
        first -= 1
        total += sizes[first]
    return first if first < len(sizes) - 1 else len(sizes)


def _not_empty(files: Sequence[StoredFile]) -> tuple[StoredFile, ...]:
    return tuple(file for file in sorted(files, key=lambda one: one.name) if file.total)


def _added(figures: Figures, results: Sequence[Mapping[str, Any]]) -> Figures:
    for result in results:
        halves = result["represented"]
        files = (result[kind] for kind in ("level", "merged", "outbox"))
        figures = Figures(
            fired=figures.fired + result["fired"],
            deadlocks=figures.deadlocks + result["deadlocks"],
            represented=None if halves is None else (figures.represented or 0) + (halves[0] << 64) + halves[1],
            several=figures.several or result["several"],
            start_fault=figures.start_fault or result["start_fault"],
            rules=_either(figures.rules, result["rules"]),
            faulty_conditions=_either(figures.faulty_conditions, result["faulty_conditions"]),
            seconds=figures.seconds + result["seconds"],
            written=figures.written + sum(file["bytes"] for file in files if file is not None) + result["spilled"],
        )
    return figures


def _either(one: str, other: str) -> str:
    return "".join(map(max, one, other)) if one else other


def _answers(earlier: Mapping[int, Shown], level: int, results: Sequence[Mapping[str, Any]]) -> Mapping[int, Shown]:
    answers = dict(earlier)
    given = [answer for result in results for answer in result["answers"]]
    for number in {answer["number"] for answer in given} - earlier.keys():
        least = _least(level, [answer["state"] for answer in given if answer["number"] == number])
        if least is not None:
            answers[number] = least
    return answers


def _least(level: int, states: Sequence[str | None]) -> Shown | None:
    there = [state for state in states if state is not None]
    return Shown(level, min(there, key=order)) if there else None


def _error(level: int, results: Sequence[Mapping[str, Any]]) -> tuple[int, Shown] | None:
    there = [(result["error_state"], result["error"]) for result in results if result["error_state"] is not None]
    if not there:
        return None
    state, event = min(there, key=lambda one: order(one[0]))
    return event, Shown(level, state)


@frozen
class StoreSettings:
    """A folder or an address for the states, and its workers: so many processes of this machine, or a `cluster`.

    `parts` is the number of parts that states are divided into, fixed when a store begins; for None vsym chooses. With
    `resume` an existing store goes on; without it there must be none. A level with fewer candidates than `together` is
    one step. `chapter` is the number of old levels in a file beside the manifest.
    """

    place: str
    workers: int = 1
    parts: int | None = None
    resume: bool = False
    cluster: ClusterSettings | None = None
    together: int = TOGETHER
    chapter: int = CHAPTER
