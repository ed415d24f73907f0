"""The site: all pages of the repository as they are, and the package from its docstrings.

`scripts/build-site.sh` builds it with this configuration; the source folder is the root of the repository.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from typing_extensions import get_original_bases, is_typeddict

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
# Types of JSON are called by their names, as what these stand for has rules that nobody reads here.
autodoc_type_aliases = {
    name: f"{module}.{name}"
    for file in sorted((ROOT / "vsym").rglob("*shapes*.py")) + sorted((ROOT / "vsym").rglob("shapes/*.py"))
    for module in [".".join(file.relative_to(ROOT).with_suffix("").parts)]
    for name in re.findall(r"^(\w+): TypeAlias = ", file.read_text("utf-8"), re.MULTILINE)
}
# Types of one name stand in several modules, so that a name alone does not say which is meant.
# Pages show models with errors on purpose.
suppress_warnings = ["ref.python", "misc.highlighting_failure"]


def setup(app: Sphinx) -> None:
    """Write a page for each folder of the package before pages are read, and read its docstrings as plain text."""
    app.connect("builder-inited", lambda _: _write_pages())
    app.connect("autodoc-process-docstring", _plain)
    app.connect("autodoc-skip-member", _skips)


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
            # The fields of JSON whose name and type say it all.
            members += "   :undoc-members:\n   :show-inheritance:\n" if "shapes" in module and module != name else ""
            parts.append(f"{title}.. automodule:: {module}\n{members}")
        page = PAGES / f"{name}.rst"
        written = "\n".join(parts)
        if not page.is_file() or page.read_text("utf-8") != written:
            page.write_text(written, "utf-8")


def _skips(app: Sphinx, _what: str, name: str, _object: Any, _skip: bool, _options: Any) -> bool | None:
    """True for a field of a TypedDict that a base of it has: it is described there."""
    module, title = app.env.temp_data.get("autodoc:module"), app.env.temp_data.get("autodoc:class")
    of = getattr(sys.modules.get(str(module)), str(title), None)
    if not is_typeddict(of):
        return None
    return any(name in getattr(base, "__annotations__", ()) for base in get_original_bases(of)) or None


def _plain(_app: Sphinx, _what: str, _name: str, _object: Any, _options: Any, lines: list[str]) -> None:
    """Docstrings are plain text with code in single backticks; nothing else in them is markup."""
    lines[:] = [_escaped(line) for line in lines]


def _escaped(line: str) -> str:
    parts = re.split(r"(`[^`]*`)", line)
    return "".join(f"``{part[1:-1].strip()}``" if len(part) > 2 and part[0] == "`" else _text(part) for part in parts)


def _text(part: str) -> str:
    return re.sub(r"([*_|\\`])", r"\\\1", part)
