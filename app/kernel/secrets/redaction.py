"""Redaction of this process's secrets from what is logged, stored or printed."""

import json
import os
import re
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial
from types import TracebackType
from typing import Any
from urllib.parse import unquote

from app.kernel.config import SECRET_SETTINGS

Hide = Callable[[str], str]
HIDDEN = "[hidden]"
MIN_SECRET_LENGTH = 4  # a shorter secret may be part of any text
_AWS_KEY = re.compile(r"AWS_\w*(KEY|TOKEN|SECRET)")
_ADDRESS = re.compile(r"HEARTH_\w*_URL")
# Between several addresses; another comma may be part of a password.
_SEVERAL = re.compile(r",\s*(?=https?://)")
_SCHEME = re.compile(r"^[\w+.-]+://")
# The rest of a password after an unescaped / ? or #, which ends the host for whatever parses the address.
_CUT_OFF = re.compile(r"[^:@/]*:[^@/?#]*([/?#][^@]*)@")
_OPEN_OPTIONS = ("host", "port", "sslmode", "endpoint", "region")
# Most options of these addresses are about the connection: only those named like secrets are hidden.
_ENGINE = re.compile("postgres|redis|unix")
_SECRET_OPTION = re.compile("pass|token|key|secret")


def redact(text: str) -> str:
    """Return a text without the configured keys, and without the passwords and queries of addresses."""
    return _hide()(text)


def redact_values(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return values ready for JSON, with every text in them redacted; numbers stay numbers."""
    hide = _hide()
    return {name: _redacted(value, hide) for name, value in values.items()}


def show_uncaught(kind: type[BaseException], error: BaseException | None, trace: TracebackType | None) -> None:
    """Print the redacted traceback of an uncaught error to stderr; for `sys.excepthook`."""
    sys.stderr.write(redact("".join(traceback.format_exception(kind, error, trace))))


def _redacted(value: Any, hide: Hide) -> Any:
    if value is None or isinstance(value, int | float):
        return value
    if isinstance(value, dict):
        return {hide(str(name)): _redacted(one, hide) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_redacted(one, hide) for one in value]
    return hide(value if isinstance(value, str) else repr(value))


def _hide() -> Hide:
    """Return the function that hides the secrets of the current settings."""
    named = os.environ.items()
    pattern = _pattern(tuple(one for one in named if _is_secret(one[0]) or _ADDRESS.fullmatch(one[0])))
    return partial(pattern.sub, HIDDEN) if pattern else str


@lru_cache(maxsize=1)
def _pattern(settings: tuple[tuple[str, str], ...]) -> re.Pattern[str] | None:
    secrets = {
        form
        for name, value in settings
        for one in ([value] if _is_secret(name) else _SEVERAL.split(value))
        for secret in ([one] if _is_secret(name) else _secrets_of(one))
        for plain in (secret, unquote(secret))
        for form in (plain, json.dumps(plain)[1:-1])
        if len(form) >= MIN_SECRET_LENGTH
    }
    longest_first = sorted(secrets, key=len, reverse=True)
    return re.compile("|".join(map(_as_a_word, longest_first))) if secrets else None


def _is_secret(name: str) -> bool:
    return name in SECRET_SETTINGS or _AWS_KEY.fullmatch(name) is not None


def _secrets_of(address: str) -> Iterator[str]:
    """Yield the password of an address, even if an unescaped character ends it early, and the values of its options."""
    own = _SCHEME.sub("", address)
    for at in re.finditer("@", own):
        user, _, password = own[: at.start()].partition(":")
        yield password or (user if address.startswith("http") else "")
    if cut := _CUT_OFF.match(own):
        yield cut[1]
    for option in address.partition("?")[2].split("&"):
        name, _, value = option.partition("=")
        if _SECRET_OPTION.search(name) if _ENGINE.match(address) else name not in _OPEN_OPTIONS:
            yield value
        if "@" in value:
            yield from _secrets_of(value)


def _as_a_word(secret: str) -> str:
    """Return the pattern of a secret as a whole word; an escaped line break before it is not part of it."""
    begin = r"(?:\b|(?<=\\n))" if secret[0].isalnum() else ""
    return begin + re.escape(secret) + (r"\b" if secret[-1].isalnum() else "")
