"""Results that notebooks show as the command line does."""

from __future__ import annotations

from dataclasses import dataclass

from vsym.methods import Verified
from vsym.pipeline import Checked
from vsym.report import methods
from vsym.report.rendering import as_html, as_text
from vsym.report.story import verification

_WIDTH = 140


@dataclass(frozen=True)
class Result(Checked):
    """The verdicts on a model, shown by a notebook, and by `print`, as `vsym check` shows them."""

    def __str__(self) -> str:
        return as_text(verification(self, "full", everything=False, quiet=False), _WIDTH, color=False)

    def _repr_html_(self) -> str:
        """What IPython displays."""
        return as_html(verification(self, "full", everything=False, quiet=False), _WIDTH)


@dataclass(frozen=True)
class AdaptiveResult(Verified):
    """The verdicts of adaptive exploration, shown as `vsym check --engine adaptive` shows them."""

    def __str__(self) -> str:
        return as_text(methods.verification(self, "full", everything=False, quiet=False), _WIDTH, color=False)

    def _repr_html_(self) -> str:
        """What IPython displays."""
        return as_html(methods.verification(self, "full", everything=False, quiet=False), _WIDTH)
