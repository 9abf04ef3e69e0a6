"""Taking the secrets of this process's settings out of what is logged, kept or printed."""

import json
import os
import re
import sys
import traceback
from collections.abc import Iterator
from functools import lru_cache
from types import TracebackType
from urllib.parse import unquote

HIDDEN = "[hidden]"
SHORTEST = 4  # what is shorter may be a part of any text
_KEY = re.compile(r"(HEARTH|AWS)_\w*(KEY|TOKEN|SECRET)")
_ADDRESS = re.compile(r"HEARTH_\w*_URL")
_OPEN_OPTIONS = ("host", "port", "sslmode", "endpoint", "region")


def redact(text: str) -> str:
    """Return a text without the keys that the settings hold, and without the passwords and queries of addresses."""
    named = os.environ.items()
    pattern = _pattern(tuple(one for one in named if _KEY.fullmatch(one[0]) or _ADDRESS.fullmatch(one[0])))
    return pattern.sub(HIDDEN, text) if pattern else text


def show_uncaught(kind: type[BaseException], error: BaseException | None, trace: TracebackType | None) -> None:
    """Print the traceback of an error that nobody caught to stderr; for `sys.excepthook`."""
    sys.stderr.write(redact("".join(traceback.format_exception(kind, error, trace))))


@lru_cache(maxsize=1)
def _pattern(settings: tuple[tuple[str, str], ...]) -> re.Pattern[str] | None:
    secrets = {
        form
        for name, value in settings
        for secret in ([value] if _KEY.fullmatch(name) else _secrets_of(value))
        for plain in (secret, unquote(secret))
        for form in (plain, json.dumps(plain)[1:-1])
        if len(form) >= SHORTEST
    }
    longest_first = sorted(secrets, key=len, reverse=True)
    return re.compile("|".join(map(_as_a_word, longest_first))) if secrets else None


def _secrets_of(address: str) -> Iterator[str]:
    """Yield the password of an address, and what its options say, also where a sign in the password cuts it apart."""
    owner = re.sub(r"^\w+://", "", address).rpartition("@")[0]
    user, _, password = owner.partition(":")
    yield password or (user if address.startswith("http") else "")
    for option in address.partition("?")[2].split("&"):
        name, _, value = option.partition("=")
        if name not in _OPEN_OPTIONS:
            yield value
        if "@" in value:
            yield from _secrets_of(value)


def _as_a_word(secret: str) -> str:
    """Return the pattern of a secret that is no part of a longer word; a line may begin with it, in JSON too."""
    begin = r"(?:\b|(?<=\\n))" if secret[0].isalnum() else ""
    return begin + re.escape(secret) + (r"\b" if secret[-1].isalnum() else "")
