"""Prints what folders and modules of the package are, from their docstrings: `scripts/modules.py [FOLDER or WORD]`.

A folder, as `symmetry/virtual` or `vsym/symmetry/virtual`, is printed whole; any other word finds the modules that have
it in their name or in what their docstring says first.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "vsym"


def main() -> None:
    """A folder's docstring, then a line for each module in it, folder by folder; or the modules with a word."""
    asked = sys.argv[1] if len(sys.argv) > 1 else ""
    root = PACKAGE / asked.removeprefix("vsym").strip("/")
    lines = [*_folders(root)] if (root / "__init__.py").is_file() else [*_with(asked)]
    if not lines:
        sys.exit(f"modules.py: no folder of the package is called {asked}, and no module has this word")
    sys.stdout.write("".join(f"{line}\n" for line in lines))


def _folders(root: Path) -> Iterator[str]:
    for folder in sorted(path.parent for path in root.rglob("__init__.py")):
        yield f"{folder.relative_to(PACKAGE.parent)}/\n{_docstring(folder / '__init__.py')}"
        for module in sorted(folder.glob("*.py")):
            if module.name != "__init__.py":
                yield f"  {module.name}: {_first(module)}"
        yield ""


def _with(word: str) -> Iterator[str]:
    for module in sorted(PACKAGE.rglob("*.py")):
        if word.lower() in f"{module.stem} {_first(module)}".lower():
            yield f"{module.relative_to(PACKAGE.parent)}: {_first(module)}"


def _first(module: Path) -> str:
    """The first sentence of a docstring."""
    paragraph = " ".join(_docstring(module).partition("\n\n")[0].split())
    return re.split(r"(?<=\.) (?=[A-Z])", paragraph, maxsplit=1)[0]


def _docstring(module: Path) -> str:
    """The docstring, which a module begins with."""
    found = re.match(r'r?"""(.*?)"""', module.read_text("utf-8"), re.DOTALL)
    return inspect.cleandoc(found[1]) if found else ""


if __name__ == "__main__":
    main()
