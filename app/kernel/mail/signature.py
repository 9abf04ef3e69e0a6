"""DKIM signatures (RFC 6376, RSA with SHA-256); the only importer of dkimpy.

HEARTH_DKIM_FILE is one private key for all sender domains, or a folder with a `<domain>.pem` for each.
"""

from functools import cache
from pathlib import Path

from app.kernel import log
from app.kernel.config import config

# The headers that people see and mail programs act on; RFC 8058 requires both headers for unsubscribing. A name that
# is listed once more than the mail has it signs that there is no second one.
SIGNED = (
    *("from", "from", "reply-to", "subject", "subject", "date", "to", "to", "message-id", "mime-version"),
    *("content-type", "content-language", "auto-submitted", "list-id", "list-unsubscribe", "list-unsubscribe-post"),
)


def sign_mail(content: bytes, *, domain: str) -> bytes:
    """Return a mail with its signature in front; unsigned if there is no key for the domain or a parent of it.

    `content` is the mail as it is sent, with CRLF line ends.
    """
    import dkim

    folder, selector = config().dkim_file, config().dkim_selector
    if folder is None or selector is None:
        return content
    found = _find_key(folder, domain)
    if found is None:
        log.get("mail").warning("no DKIM key for this domain", domain=domain)
        return content
    signing_domain, key = found
    signature = dkim.sign(
        content,
        selector.encode(),
        signing_domain.encode(),
        key,
        canonicalize=(b"relaxed", b"relaxed"),
        include_headers=[name.encode() for name in SIGNED],
    )
    return bytes(signature) + content


@cache
def _find_key(path: Path, domain: str) -> tuple[str, bytes] | None:
    if path.is_file():
        return domain, path.read_bytes()
    parts = domain.split(".")
    above = (".".join(parts[start:]) for start in range(len(parts) - 1))
    return next(
        ((name, (path / f"{name}.pem").read_bytes()) for name in above if (path / f"{name}.pem").is_file()), None
    )


def forget_keys() -> None:
    """Read the keys again, because an operator changed them."""
    _find_key.cache_clear()
