"""What a JSON document consists of."""

from __future__ import annotations

from typing import TypeAlias

Value: TypeAlias = "bool | int | float | str | list[Value] | dict[str, Value] | None"
Record: TypeAlias = dict[str, Value]
