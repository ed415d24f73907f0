"""scripts/mirror_tests.py: which tests belong to a file that has changed."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TESTS_OF = runpy.run_path(str(ROOT / "scripts" / "mirror_tests.py"))["tests_of"]


@pytest.mark.parametrize(
    ("changed", "tests"),
    [
        ("vsym/groups/group.py", ["tests/groups/test_group.py"]),
        ("vsym/symmetry/declared/aliasing.py", ["tests/symmetry/declared"]),
        ("vsym/symmetry/declared/__init__.py", []),
        ("vsym/commands/draw.py", ["tests/commands/test_draw.py", "tests/commands/test_draw_programs.py"]),
        ("vsym/commands/grade/table.py", ["tests/commands/test_grade.py"]),
        ("vsym/logic/automaton.py", ["tests/logic/test_automaton.py"]),
        ("tests/groups/test_group.py", ["tests/groups/test_group.py"]),
        ("tests/groups/test_that_is_gone.py", []),
        ("docs/terms.md", ["tests/test_docs.py"]),
        ("README.md", ["tests/test_readme.py"]),
        ("LICENSE", []),
    ],
)
def test_the_mirror_of_a_file(changed: str, tests: list[str]) -> None:
    assert list(TESTS_OF([changed])) == tests


def test_a_module_without_a_mirror_has_the_tests_that_import_it() -> None:
    tests = list(TESTS_OF(["vsym/basics/options.py"]))
    assert "tests/cli/test_signals.py" not in tests
    assert all("vsym.basics.options import" in (ROOT / one).read_text() for one in tests)
    assert tests
