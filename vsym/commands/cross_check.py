"""`vsym check --cross-check`: every engine asked, and a folder to report where they disagree."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path, PurePath

from rich.console import RenderableType
from rich.text import Text

from vsym.basics.options import BUG, HOLDS, UNDECIDED, VIOLATED, Options, worst
from vsym.basics.source import Source
from vsym.checking.cross_check import CrossChecked, cross_checked
from vsym.commands.answer import Answer
from vsym.commands.doctor import findings
from vsym.commands.task import Task
from vsym.languages.registry import DEFAULT
from vsym.show.text.confirming import reasons_lines, replies_table, times_line
from vsym.show.text.lines import system_line

SECONDS = 60.0
"""The seconds of each engine, unless --timeout says otherwise."""


def cross_check(task: Task) -> Answer:
    """The verdicts of all engines side by side; a folder with all of them where these disagree."""
    options = task.options
    seconds = SECONDS if options.timeout is None else options.timeout
    checked = cross_checked(task.subject, seconds, task.budget, task.narrator)
    source = task.model.source
    lines: list[RenderableType] = [system_line(task.model), Text(""), replies_table(checked)]
    if not options.quiet:
        lines += [times_line(checked), *reasons_lines(checked)]
    wrong = checked.disagreements
    if not wrong:
        return Answer(_status(checked), tuple(lines))
    folder = _free(f"vsym-disagreement-{PurePath(source.name).stem if source.is_file else 'model'}")
    note = f"the engines disagree on {', '.join(wrong)}: this is a bug in vsym; please report it with {folder}/"
    return Answer(BUG, tuple(lines), files=_bundle(folder, checked, options, source), notes=(note,))


def _status(checked: CrossChecked) -> int:
    statuses = [HOLDS]
    for name in checked.properties:
        said = {reply.said for reply in checked.said_of(name)}
        statuses.append(VIOLATED if "violated" in said else HOLDS if "holds" in said else UNDECIDED)
    return worst(*statuses)


def _bundle(folder: str, checked: CrossChecked, options: Options, source: Source) -> Mapping[str, str]:
    """The files of a report: the model, the options, the tools on the machine, and all answers."""
    replies = [dict(vars(reply)) for reply in checked.replies]
    given = {name: value for name, value in asdict(options).items() if value not in (None, False, (), {}, [])}
    name = PurePath(source.name).name if source.is_file else f"model{DEFAULT}"
    return {
        f"{folder}/{name}": source.text,
        f"{folder}/options.json": json.dumps(given, indent=1, default=str, ensure_ascii=False) + "\n",
        f"{folder}/answers.json": json.dumps(replies, indent=1, ensure_ascii=False) + "\n",
        f"{folder}/versions.txt": "".join(f"{line}\n" for line in findings()),
    }


def _free(name: str) -> str:
    """A name that nothing in the current directory has."""
    number, free = 1, name
    while Path(free).exists():
        number += 1
        free = f"{name}-{number}"
    return free
