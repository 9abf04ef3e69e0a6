"""Parsing of JSON from outside; whatever is malformed raises ValueError."""

import json
from typing import Any

MAX_DEPTH = 32  # lists and objects inside each other
MAX_VALUES = 10_000  # values in all
MAX_NAME_LENGTH = 100  # characters of a name


def read_json(content: bytes) -> Any:
    """Return the value of JSON in UTF-8.

    Raises ValueError for anything else, for more than MAX_DEPTH levels or MAX_VALUES values, and for a name longer than
    MAX_NAME_LENGTH or with half of a surrogate pair, which no answer could repeat.
    """
    try:
        found = json.loads(content.decode())
    except RecursionError:
        raise ValueError("nested too deeply") from None
    level, count = [found], 1
    for _ in range(MAX_DEPTH + 1):
        level = [part for one in level for part in _parts(one)]
        count += len(level)
        if count > MAX_VALUES:
            raise ValueError("too many values")
    if level:
        raise ValueError("nested too deeply")
    return found


def _parts(value: Any) -> list[Any]:
    if isinstance(value, dict):
        "".join(value).encode()  # raises UnicodeEncodeError, a ValueError
        if max(map(len, value), default=0) > MAX_NAME_LENGTH:
            raise ValueError("a name is too long")
        return [*value.values()]
    return value if isinstance(value, list) else []
