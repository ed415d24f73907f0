"""Prints the test files of what has changed since a commit: `scripts/mirror_tests.py [COMMIT]`, by default HEAD.

The tests of `vsym/a/b.py` and of `vsym/a/b/` are `tests/a/test_b.py` and `tests/a/test_b_*.py`; a module that has none
has all tests that import it, and where there are none, the folder `tests/a`.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePath

ROOT = Path(__file__).parent.parent

_BESIDE = {
    "docs": ("tests/test_docs.py",),
    "README.md": ("tests/test_readme.py",),
    "ARCHITECTURE.md": ("tests/test_architecture.py",),
    "examples": (
        "tests/test_examples.py",
        "tests/test_examples_populations.py",
        "tests/test_examples_programs.py",
        "tests/test_examples_systems.py",
    ),
    "grammars": ("tests/languages",),
    "templates/compiled": ("tests/engines/compiled",),
    "templates/report": ("tests/show/page",),
    "web/alone": ("tests/show/text/test_handout_browser.py", "tests/show/text/test_page_browser.py"),
    "web/page/path": ("tests/show/text",),
    "web": ("tests/lab",),
    "editors": ("tests/test_editors.py", "tests/languages/test_highlighting.py"),
}
"""The tests of what is no Python, by the beginning of its path."""


def main() -> None:
    """One path a line, in the order of the alphabet."""
    commit = sys.argv[1] if len(sys.argv) > 1 else "HEAD"
    for path in sorted({*tests_of(changed(commit))}):
        sys.stdout.write(f"{path}\n")


def tests_of(names: Iterable[str]) -> Iterator[str]:
    """The test files and folders of changed files, given from the root of the repository."""
    for name in names:
        path = PurePath(name)
        if path.parts[0] == "tests" and path.name.startswith("test_") and path.suffix == ".py":
            if (ROOT / path).is_file():
                yield name
        elif path.parts[0] == "vsym" and path.suffix == ".py":
            yield from _of_module(path)
        else:
            beside = (tests for begin, tests in _BESIDE.items() if name == begin or name.startswith(f"{begin}/"))
            yield from (one for tests in beside for one in tests if (ROOT / one).exists())


def _of_module(path: PurePath) -> Iterator[str]:
    """The mirror of a module or of its folder, else the tests that import it, else those of its folder."""
    inside = path.relative_to("vsym")
    for module in (inside.with_suffix(""), inside.parent):
        if mirror := _mirror(module):
            yield from mirror
            return
    parts = path.with_suffix("").parts
    folder, name = ".".join(parts[:-1]), parts[-1]
    imported = re.compile(
        rf"^\s*(from {re.escape('.'.join(parts))} import|from {re.escape(folder)} import .*\b{name}\b)", re.M
    )
    every = sorted((ROOT / "tests").rglob("test_*.py"))
    importing = [test for test in every if imported.search(test.read_text(encoding="utf-8"))]
    yield from (str(test.relative_to(ROOT)) for test in importing)
    folder_of_tests = PurePath("tests", inside.parent)
    if not importing and name != "__init__" and (ROOT / folder_of_tests).is_dir():
        yield str(folder_of_tests)


def _mirror(module: PurePath) -> list[str]:
    """The test files of a module, without those of a module whose name begins like its own."""
    folder = ROOT / "tests" / module.parent
    files = [folder / f"test_{module.name}.py", *sorted(folder.glob(f"test_{module.name}_*.py"))]
    others = {f"test_{one.stem}" for one in (ROOT / "vsym" / module.parent).glob(f"{module.name}_*.py")}
    begins = tuple(f"{other}_" for other in others)
    own = (one for one in files if one.is_file() and one.stem not in others and not one.stem.startswith(begins))
    return [str(one.relative_to(ROOT)) for one in own]


def changed(commit: str) -> Iterator[str]:
    """Files that differ from the commit, and those that git does not know yet."""
    for command in (("diff", "--name-only", commit), ("ls-files", "--others", "--exclude-standard")):
        listed = subprocess.run(("git", *command), cwd=ROOT, check=True, capture_output=True, text=True)
        yield from listed.stdout.splitlines()


if __name__ == "__main__":
    main()
