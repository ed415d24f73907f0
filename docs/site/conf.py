"""The site: all pages of the repository as they are, and the package from its docstrings.

`scripts/build-site.sh` builds it with this configuration; the source folder is the root of the repository.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx

ROOT = Path(__file__).parent.parent.parent
PAGES = ROOT / "docs" / "site" / "package"
sys.path.insert(0, str(ROOT))

project = "vsym"
author = project_copyright = "the vsym developers"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "docs/site/index"
include_patterns = ["*.md", "docs/**", "examples/README.md", "benchmarks/README.md", "tests/README.md"]
exclude_patterns = ["docs/course.ipynb"]
html_theme = "alabaster"
html_theme_options = {"description": "Verify systems of many similar processes", "page_width": "66em"}
myst_heading_anchors = 4
myst_enable_extensions = ["html_image"]
highlight_language = "none"
autodoc_default_options = {"members": True}
autodoc_typehints_format = "short"
autodoc_member_order = "bysource"
# Types of one name stand in several modules, so that a name alone does not say which is meant.
# Pages show models with errors on purpose.
suppress_warnings = ["ref.python", "misc.highlighting_failure"]


def setup(app: Sphinx) -> None:
    """Write a page for each folder of the package before pages are read, and read its docstrings as plain text."""
    app.connect("builder-inited", lambda _: _write_pages())
    app.connect("autodoc-process-docstring", _plain)


def _write_pages() -> None:
    """A page a folder: its story, then each module with all that is public in it."""
    PAGES.mkdir(exist_ok=True)
    for init in sorted((ROOT / "vsym").rglob("__init__.py")):
        folder = init.parent
        name = ".".join(folder.relative_to(ROOT).parts)
        modules = [name, *(f"{name}.{module.stem}" for module in sorted(folder.glob("*.py")) if module != init)]
        parts = [f"{name}\n{'=' * len(name)}\n"]
        for module in modules:
            short = module.removeprefix(f"{name}.")
            title = "" if module == name else f"{short}\n{'-' * len(short)}\n\n"
            # What a folder hands on is described where it is made.
            members = "   :no-members:\n" if module == name != "vsym" else ""
            parts.append(f"{title}.. automodule:: {module}\n{members}")
        page = PAGES / f"{name}.rst"
        written = "\n".join(parts)
        if not page.is_file() or page.read_text("utf-8") != written:
            page.write_text(written, "utf-8")


def _plain(_app: Sphinx, _what: str, _name: str, _object: Any, _options: Any, lines: list[str]) -> None:
    """Docstrings are plain text with code in single backticks; nothing else in them is markup."""
    lines[:] = [_escaped(line) for line in lines]


def _escaped(line: str) -> str:
    parts = re.split(r"(`[^`]*`)", line)
    return "".join(f"``{part[1:-1].strip()}``" if len(part) > 2 and part[0] == "`" else _text(part) for part in parts)


def _text(part: str) -> str:
    return re.sub(r"([*_|\\`])", r"\\\1", part)
