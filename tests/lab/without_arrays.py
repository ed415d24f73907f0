"""vsym without NumPy, as in the Python of a browser. With arguments it is the program `vsym`, else it answers verbs, of
which it reads one a line, as JSON."""

from __future__ import annotations

import json
import sys
from importlib.machinery import ModuleSpec, PathFinder


class Finder(PathFinder):
    """Finds all modules of the path but NumPy's."""

    @classmethod
    def find_spec(cls, fullname: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """The place of a module."""
        if fullname.partition(".")[0] == "numpy":
            return None
        return PathFinder.find_spec(fullname, path, target)  # type: ignore[arg-type]


def main() -> None:
    """Run a command, or answer until the input ends."""
    sys.meta_path = [Finder if one is PathFinder else one for one in sys.meta_path]

    if sys.argv[1:]:
        from vsym.cli import main as program

        program(prog_name="vsym")

    from vsym.lab.browser import Lab

    lab = Lab("untitled.gsst")
    for line in sys.stdin:
        verb, body = json.loads(line)
        print(lab.ask(verb, json.dumps(body)), flush=True)


if __name__ == "__main__":
    main()
