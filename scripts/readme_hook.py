"""README for a package index, which has none of the files that its links lead to.

Links lead to the repository where pyproject.toml says its address, and are plain text until there is one.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"(!?)\[([^]]*)\]\((?!https?:|#)([^)]*)\)")
"""A link or a picture that leads to a file: the mark of a picture, the text, the file."""


def linked(readme: str, repository: str) -> str:
    """The text with its links to files leading to the repository, or with their words alone if there is none."""
    if not repository:
        return LINK.sub(r"\2", readme)
    return LINK.sub(lambda link: f"{link[1]}[{link[2]}]({repository}/{_view(link[1])}/main/{link[3]})", readme)


def _view(mark: str) -> str:
    return "raw" if mark else "blob"


class ReadmeHook(MetadataHookInterface):
    """Sets the description of the package, and its addresses where there is a repository."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Fill in what pyproject.toml calls dynamic."""
        repository: str = self.config["repository"]
        readme = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": linked(readme, repository)}
        if repository:
            metadata["urls"] = {
                "Source": repository,
                "Issues": f"{repository}/issues",
                "Changes": f"{repository}/blob/main/CHANGELOG.md",
            }
