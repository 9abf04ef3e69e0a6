"""JSON that comes from outside: what is malformed is a ValueError, whatever the parser makes of it."""

import json
from typing import Any

DEEPEST = 32  # lists and objects inside each other


def read_json(content: bytes) -> Any:
    """Return what JSON in UTF-8 holds; raises ValueError for anything else, and for more than DEEPEST levels."""
    try:
        found = json.loads(content.decode())
    except RecursionError:
        raise ValueError("nested too deeply") from None
    level = [found]
    for _ in range(DEEPEST + 1):
        level = [part for one in level for part in _parts(one)]
    if level:
        raise ValueError("nested too deeply")
    return found


def _parts(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [*value.values()]
    return value if isinstance(value, list) else []
