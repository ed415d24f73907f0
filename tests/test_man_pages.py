"""scripts/man_pages.py: a page for each command, with all of its options."""

from __future__ import annotations

import runpy
from pathlib import Path

import click

from vsym.cli.program import MODULES, main

WRITE = runpy.run_path(str(Path(__file__).parent.parent / "scripts" / "man_pages.py"))["write"]


def test_each_command_has_a_page_with_its_options(tmp_path: Path) -> None:
    WRITE(tmp_path)
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
