"""The first step of `pip install .` and of a build of the wheel: the lab's editor is built where npm is installed.

Man pages go along where scripts/man_pages.py has written them.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SECONDS = 600


class EditorHook(BuildHookInterface[Any]):
    """Runs scripts/build-web.sh where its result is missing; without npm, or where it fails, there is no editor."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the editor, or warn that the page has a plain field for text instead."""
        del version
        root = Path(self.root)
        if (root / "build" / "man").is_dir():
            build_data["shared_data"] = {"build/man": "share/man"}
        if (root / "web" / "page" / "editor.js").is_file():
            return
        reason = "npm is missing"
        if shutil.which("npm") is not None:
            try:
                built = subprocess.run(
                    [root / "scripts" / "build-web.sh"],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    timeout=SECONDS,
                    check=False,
                )
            except (OSError, subprocess.TimeoutExpired) as error:
                reason = str(error)
            else:
                if built.returncode == 0:
                    return
                reason = built.stdout.decode(errors="replace").strip()
        self.app.display_warning(
            f"the page of `vsym lab` has a plain field for text, as its editor was not built ({reason}); "
            "scripts/build-web.sh builds it with npm, then `pip install .` again"
        )
