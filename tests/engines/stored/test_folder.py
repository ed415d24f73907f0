"""A folder on a disk that is full: what is missing is said, every finished level is kept, and with room one goes on."""

from __future__ import annotations

import resource
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engines.compiled.test_programs import told
from tests.engines.stored.running import contents, grid, manifest, stored
from tests.running import FRESH
from vsym.engines.stored.failures import FullDiskError
from vsym.engines.stored.files import LOCK
