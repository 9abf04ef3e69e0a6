"""E-mail addresses: the form that is stored, compared and mailed to, and the form that people read."""

from app.kernel.text.words import on_one_line

# RFC 5321, 4.5.3.1, in octets of UTF-8 (RFC 6531, 3.3): a local part, and a path without its angle brackets.
MAX_LOCAL_PART_BYTES, MAX_ADDRESS_BYTES = 64, 254


def is_address(text: str) -> bool:
    """Return whether a text is a well-formed address that mail servers have to take; no server is asked."""
    return _normalized(text) is not None and has_room(as_stored(text))


def has_room(stored: str) -> bool:
    """Return whether a stored address is no longer than mail servers have to take."""
    local_part = stored.rpartition("@")[0]
    return len(local_part.encode()) <= MAX_LOCAL_PART_BYTES and len(stored.encode()) <= MAX_ADDRESS_BYTES


def as_stored(address: str) -> str:
    """Return an address as it is stored and mailed to: in NFC, with the domain in ASCII (RFC 5891).

    What nobody sees is left out, such as a mark of direction that was copied with it. A text that is not an address is
    returned as it is, stripped.
    """
    forms = _normalized(address)
    return forms[0] if forms else address.strip()


def as_shown(address: str) -> str:
    """Return an address as people read it, with the domain in Unicode."""
    forms = _normalized(address)
    return forms[1] if forms else address.strip()


def forms_of(address: str) -> tuple[str, ...]:
    """Return an address as it is stored and, if that differs, as it was stored when domains were kept in Unicode."""
    return tuple(dict.fromkeys((as_stored(address), as_shown(address))))


def _normalized(text: str) -> tuple[str, str] | None:
    from email_validator import EmailNotValidError, validate_email

    try:
        found = validate_email(on_one_line(text), check_deliverability=False)
    except EmailNotValidError:
        return None
    return f"{found.local_part}@{found.ascii_domain}", found.normalized
