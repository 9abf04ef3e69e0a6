"""Addresses in mails that open one page without a login: the path with a key that only this house can make."""

from app.kernel.signing import is_signed, sign

PURPOSE = "page"


def with_key(path: str) -> str:
    """Return a path together with the key that opens it."""
    return f"{path}?key={key_of(path)}"


def key_of(path: str) -> str:
    """Return the key of a path."""
    return sign(PURPOSE, path)


def opens(path: str, key: str) -> bool:
    """Tell, in constant time, whether a key is the one of a path."""
    return is_signed(PURPOSE, path, key)
