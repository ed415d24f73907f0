"""The first step of `pip install .` and of a build of the wheel: the lab's editor is built where npm is installed.

A wheel has the JSON Schema of documents, made of their types. Man pages go along where scripts/man_pages.py has written
them.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SECONDS = 600
"""The seconds that building the editor may take."""


class BuildHook(BuildHookInterface[Any]):
    """Runs scripts/build-web.sh where its result is missing; without npm, or where it fails, there is no editor.

    A wheel carries the schema that `vsym schema` prints; a checkout makes it each time.
    """

    _schema: tempfile.TemporaryDirectory[str] | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the editor, or warn that the page has a plain text field instead; make the schema."""
        self._build_editor()
        if (Path(self.root) / "build" / "man").is_dir():
            build_data["shared_data"] = {"build/man": "share/man"}
        if self.target_name == "wheel" and version != "editable":
            self._schema = tempfile.TemporaryDirectory()
            file = Path(self._schema.name) / "schema.json"
            file.write_text(self._documents(), encoding="utf-8")
            build_data["force_include"][str(file)] = "vsym/show/schema.json"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the file that the wheel has now."""
        del version, build_data, artifact_path
        if self._schema is not None:
            self._schema.cleanup()

    def _documents(self) -> str:
        sys.path.insert(0, self.root)
        from vsym.basics.schema import text
        from vsym.show.shapes.documents import Document

        return text(Document)

    def _build_editor(self) -> None:
        root = Path(self.root)
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
            f"the page of `vsym lab` has a plain text field, since its editor was not built ({reason}); "
            "scripts/build-web.sh builds it with npm, then `pip install .` again"
        )
