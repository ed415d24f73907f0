"""How states are kept on disk, and by whom they are found."""

from __future__ import annotations

from vsym.basics.frozen import frozen
from vsym.basics.options import ClusterSettings
from vsym.engines.stored.manifest import CHAPTER
from vsym.engines.stored.planning import TOGETHER


@frozen
class StoreSettings:
    """A folder or an address for the states, and who works on it: so many processes of this machine, or a `cluster`.

    States are divided into so many `parts`, which are fixed when a store begins; None leaves that to us. With `resume`
    a store that is there goes on; without it there must be none. A level with fewer candidates than `together` is one
    step, and so many old levels as a `chapter` has are in a file beside the manifest.
    """

    place: str
    workers: int = 1
    parts: int | None = None
    resume: bool = False
    cluster: ClusterSettings | None = None
    together: int = TOGETHER
    chapter: int = CHAPTER
