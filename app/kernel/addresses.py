"""E-mail addresses: one form that is kept, compared and mailed to, whichever spelling was typed, and one to read."""


def is_address(text: str) -> bool:
    """Tell whether a text can be an address; no server is asked."""
    return _spelled(text) is not None


def as_stored(address: str) -> str:
    """Return an address as it is kept and mailed to: composed letters (NFC), the domain in ASCII (RFC 5891).

    What is no address stays as it is, without the spaces around it.
    """
    spelled = _spelled(address)
    return spelled[0] if spelled else address.strip()


def as_shown(address: str) -> str:
    """Return an address as people read it: the domain in its own letters."""
    spelled = _spelled(address)
    return spelled[1] if spelled else address.strip()


def forms_of(address: str) -> tuple[str, ...]:
    """Return an address as it is kept and, if it differs, as it was when domains were kept in their own letters."""
    return tuple(dict.fromkeys((as_stored(address), as_shown(address))))


def _spelled(text: str) -> tuple[str, str] | None:
    from email_validator import EmailNotValidError, validate_email

    try:
        found = validate_email(text.strip(), check_deliverability=False)
    except EmailNotValidError:
        return None
    return f"{found.local_part}@{found.ascii_domain}", found.normalized
