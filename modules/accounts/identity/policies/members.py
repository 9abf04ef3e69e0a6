"""Rules of addresses, names, ages and signups."""

import unicodedata
from datetime import date

from app.kernel.clock import age_on
from app.kernel.mail.addresses import as_shown, as_stored, is_address
from app.kernel.text.words import is_letter_or_digit, is_unseen, on_one_line
from modules.accounts.errors import (
    EmailInvalid,
    EmailUnchanged,
    InvitationNeeded,
    NameBeginsWithAt,
    NameIsEmail,
    NameLength,
    NameRemoved,
    NameStays,
    SignupByLinkOnly,
    SignupClosed,
    TooYoung,
)
from modules.sites.contracts import Signups

MIN_NAME_LENGTH, MAX_NAME_LENGTH = 2, 30
OLDEST = 120


def clean_email(email: str) -> str:
    """Return an address in the form in which it is stored; raises EmailInvalid. No mail server is contacted."""
    if not is_address(email):
        raise EmailInvalid(field="email")
    return as_stored(email)


def clean_name(name: str, email: str) -> str:
    """Return a display name on one line, without invisible characters and text direction marks (spec 5.1).

    Raises NameLength, NameBeginsWithAt or NameIsEmail; characters that look like an @ count as one.
    """
    clean = on_one_line(name)
    is_long_enough = sum(not is_unseen(character) for character in clean) >= MIN_NAME_LENGTH
    if not is_long_enough or len(clean) > MAX_NAME_LENGTH or not any(map(is_letter_or_digit, clean)):
        raise NameLength(field="name", min=MIN_NAME_LENGTH, max=MAX_NAME_LENGTH)
    if _comparable(clean).startswith("@"):
        raise NameBeginsWithAt(field="name")
    if _is_email(clean, email):
        raise NameIsEmail(field="name")
    return clean


def ensure_may_choose_name(name: str, *, taken: str | None) -> None:
    """Raise NameStays unless a decision removed the member's name, and NameRemoved for the removed name itself."""
    if taken is None:
        raise NameStays(field="name")
    if _comparable(name) == _comparable(taken):
        raise NameRemoved(field="name")


def ensure_new_email(new: str, *, old: str, name: str) -> None:
    """Raise EmailUnchanged for the same address, and NameIsEmail for one that equals the name (spec 5.1)."""
    if new.casefold() == old.casefold():
        raise EmailUnchanged(field="email")
    if _is_email(name, new):
        raise NameIsEmail(field="email")


def _is_email(name: str, email: str) -> bool:
    return _comparable(name) in (_comparable(email), _comparable(as_shown(email)))


def _comparable(text: str) -> str:
    visible = "".join(character for character in text if not is_unseen(character))
    return unicodedata.normalize("NFKC", visible).casefold().strip()


def ensure_old_enough(date_of_birth: date, *, min_age: int, today: date) -> None:
    """Raise TooYoung for an age below `min_age` or above 120 years (spec 5.2)."""
    if not min_age <= age_on(today, date_of_birth) <= OLDEST:
        raise TooYoung(field="date_of_birth", min_age=min_age)


def ensure_signup_open(signups: Signups, *, has_source: bool, has_invitation: bool) -> None:
    """Raise SignupByLinkOnly, InvitationNeeded or SignupClosed where the site accepts no such signup (spec 6.2).

    Whether the invitation is valid is checked when it is used.
    """
    if signups is Signups.WITH_TRAFFICSOURCE and not has_source:
        raise SignupByLinkOnly()
    if signups is Signups.INVITATION and not has_invitation:
        raise InvitationNeeded()
    if signups is Signups.NONE:
        raise SignupClosed()
