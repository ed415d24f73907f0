"""The rows of a sweep, written as lines of CSV or JSON and read back, so that a sweep continues where it stopped."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from vsym.basics.frozen import frozen
from vsym.basics.options import RefusedError
from vsym.basics.source import Source
from vsym.sweeping.axes import Settings
from vsym.sweeping.row import FIGURES, Row, from_record, to_record

if TYPE_CHECKING:
    from vsym.sweeping.shapes import StoredRow

_PARAMETER, _VERDICT = "parameter:", "verdict:"
_LAST = ("other_verdicts", "failure", "problem", "checksum")
_UNKNOWN = re.compile(r"(?s)(unknown) \((.*)\)")


@frozen
class Layout:
    """The layout of a file of rows: its form, the model as a fingerprint, and for CSV the columns that depend on it."""

    form: Literal["csv", "jsonl"]
    model: str
    parameters: tuple[str, ...]
    properties: tuple[str, ...]

    @property
    def header(self) -> str:
        """The first line of the file; lines of JSON need none."""
        return _csv_line(self.columns) if self.form == "csv" else ""

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of CSV."""
        named = (f"{_PARAMETER}{name}" for name in self.parameters)
        return ("model", *named, *FIGURES, *(f"{_VERDICT}{name}" for name in self.properties), *_LAST)

    def line(self, row: Row) -> str:
        """A row as a whole line."""
        record, checksum = to_record(row), _checksum(self.model, row)
        if self.form == "jsonl":
            stored: StoredRow = {"model": self.model, **record, "checksum": checksum}
            return json.dumps(stored, ensure_ascii=False) + "\n"
        verdicts = {
            one.property: one.verdict if one.reason is None else f"{one.verdict} ({one.reason})" for one in row.findings
        }
        cells = [self.model, *(record["parameters"][name] for name in self.parameters)]
        figures: Mapping[str, object] = record
        cells += [figures[name] for name in FIGURES]
        cells += [verdicts.pop(name, None) for name in self.properties]
        cells += [json.dumps(verdicts, ensure_ascii=False) if verdicts else None, row.failure, row.problem, checksum]
        return _csv_line("" if cell is None else str(cell) for cell in cells)


def form_of(path: str) -> Literal["csv", "jsonl"]:
    """The form that a file's name asks for; raises RefusedError for any other name."""
    if path.endswith(".csv"):
        return "csv"
    if path.endswith(".jsonl"):
        return "jsonl"
    raise RefusedError(f"-o {path}: name the file ….csv for CSV, or ….jsonl for lines of JSON")


def fingerprint(source: Source, settings: Settings) -> str:
    """The fingerprint that rows of one file share: of the text and all settings but limits."""
    options = (settings.engine, settings.solver, settings.group, settings.strategy, settings.counted)
    return _hash([source.text, sorted(settings.properties), *options])


def _checksum(model: str, row: Row) -> str:
    """The digest of a row, which shows if it was edited; the order of its fields does not matter."""
    return _hash([model, to_record(row)])


def _hash(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:16]


def read_back(text: str, layout: Layout, path: str) -> tuple[Layout, tuple[Row, ...]]:
    """The rows of a file that was written before, and its own order of columns.

    A last line without its end was cut by a crash and is left out. Raises RefusedError where the file is not of
    this sweep, or a row was edited.
    """
    lines = text.split("\n")[:-1]
    if layout.form == "csv":
        if not lines:
            return layout, ()
        layout = _same_columns(lines[0], layout, path)
    rows: dict[frozenset[tuple[str, int]], Row] = {}
    for number, line in enumerate(lines, 1):
        if layout.form == "csv" and number == 1:
            continue
        try:
            model, row, checksum = _csv_row(line, layout) if layout.form == "csv" else _json_row(line)
        except (KeyError, TypeError, ValueError, AttributeError, csv.Error) as error:
            raise RefusedError(f"{path}:{number}: {_NO_ROW}; {_OTHER}") from error
        if model != layout.model:
            raise RefusedError(f"{path}:{number}: {_OTHER_MODEL}; {_OTHER}")
        if {name for name, _ in row.values} != set(layout.parameters):
            raise RefusedError(f"{path}:{number}: {_other_parameters(name for name, _ in row.values)}; {_OTHER}")
        if checksum != _checksum(model, row):
            raise RefusedError(f"{path}:{number}: {_EDITED}; {_OTHER}")
        rows[frozenset(row.values)] = row
    return layout, tuple(rows.values())


_NO_ROW = "`vsym sweep` did not write this row"
_OTHER_MODEL = "this row has another model, properties, engine, solver, group, strategy or way of counting"
_EDITED = "this row was edited after `vsym sweep` wrote it"
_OTHER = "vsym changed nothing: name another file with -o, or start this one over with --fresh"


def _other_parameters(names: Iterable[str]) -> str:
    return f"these rows are of a sweep with -D for {', '.join(sorted(names)) or 'no parameter'}"


def _same_columns(header: str, layout: Layout, path: str) -> Layout:
    """The layout with the columns in the order of a file that is there."""
    [columns] = csv.reader([header])
    parameters = tuple(name.removeprefix(_PARAMETER) for name in columns if name.startswith(_PARAMETER))
    properties = tuple(name.removeprefix(_VERDICT) for name in columns if name.startswith(_VERDICT))
    there = replace(layout, parameters=parameters, properties=properties)
    if tuple(columns) != there.columns:
        raise RefusedError(f"{path}: `vsym sweep` did not write this file; {_OTHER}")
    if set(parameters) != set(layout.parameters):
        raise RefusedError(f"{path}: {_other_parameters(parameters)}; {_OTHER}")
    return there


def _csv_row(line: str, layout: Layout) -> tuple[str, Row, str]:
    [cells] = csv.reader([line], strict=True)
    values = dict(zip(layout.columns, cells, strict=True))
    texts = {name: values[f"{_VERDICT}{name}"] for name in layout.properties}
    texts |= json.loads(values["other_verdicts"] or "{}")
    verdicts = {
        name: match.groups() if (match := _UNKNOWN.fullmatch(text)) else (text, None)
        for name, text in texts.items()
        if text
    }
    record: dict[str, Any] = {name: _value(name, values[name]) for name in (*FIGURES, "failure", "problem")}
    record["parameters"] = {name: int(values[f"{_PARAMETER}{name}"]) for name in layout.parameters}
    record["verdicts"] = {name: verdict for name, (verdict, _) in verdicts.items()}
    record["reasons"] = {name: reason for name, (_, reason) in verdicts.items() if reason is not None}
    return values["model"], from_record(record), values["checksum"]


def _json_row(line: str) -> tuple[str, Row, str]:
    record = json.loads(line)
    model, checksum = record.pop("model"), record.pop("checksum")
    return model, from_record(record), checksum


def _value(name: str, cell: str) -> bool | int | float | str | None:
    if not cell:
        return None
    match name:
        case "symmetry" | "failure" | "problem" | "group" | "strategy":
            return cell
        case "deadlock" | "exact":
            return {"True": True, "False": False}[cell]
        case "concrete_log10" | "compile_seconds" | "seconds":
            return float(cell)
    return int(cell)


def _csv_line(cells: Iterable[str]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(cells)
    return line.getvalue()
