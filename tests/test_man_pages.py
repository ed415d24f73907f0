"""scripts/man_pages.py: a page for each command, with all of its options."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import click

from vsym.cli.program import MODULES, main

SCRIPT = Path(__file__).parent.parent / "scripts" / "man_pages.py"


def test_each_command_has_a_page_with_its_options(tmp_path: Path) -> None:
    # In a process of its own, since commands remember how their help is called.
    subprocess.run([sys.executable, SCRIPT, tmp_path], check=True)
    pages = {path.stem: path.read_text("utf-8") for path in (tmp_path / "man1").iterdir()}
    assert set(pages) == {"vsym", *(f"vsym-{name}" for name in MODULES)}
    context = click.Context(main)
    for name in MODULES:
        command = main.get_command(context, name)
        assert command is not None
        options = [option for option in command.params if isinstance(option, click.Option) and not option.hidden]
        page = pages[f"vsym-{name}"].replace("\\-", "-")
        assert [option.name for option in options if option.opts[0] not in page] == []
        assert f"vsym-{name}(1)" in pages["vsym"]
