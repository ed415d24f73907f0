"""Prints what each folder and module of the package is, from their docstrings: `scripts/modules.py [FOLDER]`."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "vsym"


def main() -> None:
    """A folder's docstring, then a line for each module in it, folder by folder."""
    root = PACKAGE / (sys.argv[1] if len(sys.argv) > 1 else "")
    if not (root / "__init__.py").is_file():
        sys.exit(f"modules.py: {root} is no folder of the package")
    for folder in sorted(path.parent for path in root.rglob("__init__.py")):
        sys.stdout.write(f"{folder.relative_to(PACKAGE.parent)}/\n{_docstring(folder / '__init__.py')}\n")
        for module in sorted(folder.glob("*.py")):
            if module.name != "__init__.py":
                sys.stdout.write(f"  {module.name}: {_docstring(module).partition(chr(10))[0]}\n")
        sys.stdout.write("\n")


def _docstring(module: Path) -> str:
    return ast.get_docstring(ast.parse(module.read_text(encoding="utf-8"))) or ""


if __name__ == "__main__":
    main()
