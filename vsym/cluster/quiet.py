"""What Dask and the libraries under it say of their own accord, which is nothing to who runs vsym."""

from __future__ import annotations

import logging
import sys
import warnings

_LOGGERS = ("distributed", "distributed.client", "distributed.gc", "tornado", "tornado.application", "asyncio")


def hushed() -> None:
    """Import Dask's scheduler of tasks so that neither it nor what it uses writes to standard error.

    A program that has imported it already has said where its messages go. Raises ImportError where it is missing.
    """
    if sys.modules.get("distributed") is not None:
        return
    import distributed  # noqa: F401
    from distributed.versions import VersionMismatchWarning

    for name in _LOGGERS:
        logger = logging.getLogger(name)
        logger.handlers[:] = [logging.NullHandler()]
        logger.propagate = False
    warnings.filterwarnings("ignore", category=VersionMismatchWarning)
