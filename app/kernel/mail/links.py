"""Links in mails that open one page without a login: the path and a key, signed by this installation."""

from app.kernel.secrets.signing import is_signed, sign

PURPOSE = "page"


def with_key(path: str) -> str:
    """Return a path with the key that opens it."""
    return f"{path}?key={key_of(path)}"


def key_of(path: str) -> str:
    """Return the key of a path."""
    return sign(PURPOSE, path)


def opens(path: str, key: str) -> bool:
    """Return, in constant time, whether a key is the one of a path."""
    return is_signed(PURPOSE, path, key)
