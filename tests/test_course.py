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

from tests.support.running import squeezed

ROOT = Path(__file__).parent.parent
COURSE = ROOT / "docs" / "course.ipynb"
_QUOTED = re.compile(r"\*\*`([^`]+)`\*\*")


def _read() -> Any:
    read: Any = nbformat.read
    return read(COURSE, as_version=4)


def _executed(folder: Path) -> Any:
    """The notebook with outputs, run with this Python, from a directory with nothing in it."""
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


@pytest.mark.slow
def test_a_fresh_run_is_as_the_notebook_and_its_text_say(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """The text agrees but for times; pictures depend on the installed Graphviz. The run takes long and is made once."""
    executed = _executed(tmp_path)
    cells = [cell for cell in executed.cells if cell.cell_type == "code"]
    # No cell fails or prints elsewhere.
    assert {output.output_type for cell in cells for output in cell.outputs} == {"execute_result"}
    shown = list(_shown(executed))
    assert len(shown) >= 15
    for quoted, cell in shown:
        assert quoted in _text(cell), cell.source
    drawn = [cell for cell in cells if any("image/svg+xml" in output.get("data", {}) for output in cell.outputs)]
    assert [cell.source.splitlines()[-1] for cell in drawn] == [
        "mutex",
        "vsym.abstract(rw)",
        "vsym.decide_symmetry(broken)",
        "vsym.sweep(RW, writers=range(1, 13), readers=4)",
    ]
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
    """The text describes readers and writers by the same guards as the example."""
    text = COURSE.read_text("utf-8")
    for line in ("R: #C = 0 & #T[W] = 0", "W: #C = 0", "group W of writers"):
        assert line in text
        assert line in (ROOT / "examples" / "rw.gsst").read_text("utf-8")
