"""The course runs as it stands, and what its text quotes from an output is in it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from tests.running import squeezed

ROOT = Path(__file__).parent.parent
COURSE = ROOT / "docs" / "course.ipynb"
_QUOTED = re.compile(r"\*\*`([^`]+)`\*\*")


def _read() -> Any:
    read: Any = nbformat.read
    return read(COURSE, as_version=4)


@pytest.fixture(scope="module")
def executed(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The notebook with outputs, run with this Python, from a directory with nothing in it."""
    folder = tmp_path_factory.mktemp("course")
    notebook = _read()
    client = NotebookClient(notebook, timeout=60, kernel_name="python3", resources={"metadata": {"path": str(folder)}})
    client.execute(env={**os.environ, "PYTHONPATH": str(ROOT), "IPYTHONDIR": str(folder)})
    return notebook


def _shown(notebook: Any) -> Iterator[tuple[str, Any]]:
    """Each cell of text that quotes something, with the output of the last cell of code before it."""
    last = None
    for cell in notebook.cells:
        if cell.cell_type == "code":
            last = cell
        for quoted in _QUOTED.findall(cell.source) if cell.cell_type == "markdown" else ():
            yield quoted, last


def _text(cell: Any) -> str:
    return "".join(
        output.data.get("text/plain", "") for output in cell.outputs if output.output_type == "execute_result"
    )


def test_no_cell_fails_or_prints_elsewhere(executed: Any) -> None:
    kinds = {output.output_type for cell in executed.cells if cell.cell_type == "code" for output in cell.outputs}
    assert kinds == {"execute_result"}


def test_the_outputs_are_what_the_text_says(executed: Any) -> None:
    shown = list(_shown(executed))
    assert len(shown) >= 15
    for quoted, cell in shown:
        assert quoted in _text(cell), cell.source


def test_values_are_shown_with_their_pictures(executed: Any) -> None:
    drawn = [
        cell.source.splitlines()[-1]
        for cell in executed.cells
        if cell.cell_type == "code" and any("image/svg+xml" in output.get("data", {}) for output in cell.outputs)
    ]
    assert drawn == [
        "mutex",
        "vsym.abstract(rw)",
        "vsym.decide_symmetry(broken)",
        "vsym.sweep(RW, writers=range(1, 13), readers=4)",
    ]


def test_the_notebook_ships_with_what_a_fresh_run_says(executed: Any, request: pytest.FixtureRequest) -> None:
    """As text, but for times; pictures are drawn by whatever Graphviz is there."""
    shipped = _read()
    nbformat.validate(shipped)
    if request.config.getoption("--update-goldens"):
        for cell in executed.cells:
            cell.metadata.pop("execution", None)
        write: Any = nbformat.write
        write(executed, COURSE)
        return
    pairs = [pair for pair in zip(shipped.cells, executed.cells, strict=True) if pair[0].cell_type == "code"]
    assert [one.execution_count for one, _ in pairs] == [*range(1, len(pairs) + 1)]
    for one, fresh in pairs:
        assert squeezed(_text(one)) == squeezed(_text(fresh)), one.source
        assert [sorted(output.data) for output in one.outputs] == [sorted(output.data) for output in fresh.outputs]


def test_the_model_is_the_one_of_the_examples() -> None:
    """What the text says of readers and writers is held against the same guards as everywhere."""
    text = COURSE.read_text("utf-8")
    for line in ("R: #C = 0 & #T[W] = 0", "W: #C = 0", "group W of writers"):
        assert line in text
        assert line in (ROOT / "examples" / "rw.gsst").read_text("utf-8")
