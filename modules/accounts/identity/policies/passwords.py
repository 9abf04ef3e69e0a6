"""Rules of passwords."""

import re
from collections.abc import Collection, Iterable
from datetime import date

from app.kernel.http.schema import MAX_PASSWORD_LENGTH
from app.kernel.mail.addresses import as_shown
from app.kernel.text.words import opaque_string
from modules.accounts.errors import (
    PasswordsDiffer,
    PasswordTooLong,
    PasswordWeak,
)

MIN_PASSWORD_LENGTH = 8


_LEET = str.maketrans("@4310$5!7", "aaeiossit")
_WALKS = ("01234567890", "qwertyuiop", "qwertzuiop", "azertyuiop", "asdfghjkl", "zxcvbnm", "abcdefghijklmnopqrstuvwxyz")


def ensure_password(
    password: str, *, personal: Iterable[str], common: Collection[str], field: str = "password"
) -> None:
    """Raise PasswordWeak with a `reason` for a weak password (spec 5.4), PasswordTooLong for one that no form takes.

    `personal` are texts of the member (name, address, date of birth), `common` the words that attackers try first.
    """
    password = opaque_string(password)
    if len(password) < MIN_PASSWORD_LENGTH:
        raise PasswordWeak(field=field, reason="too-short", min=MIN_PASSWORD_LENGTH)
    if len(password) > MAX_PASSWORD_LENGTH:
        raise PasswordTooLong(field=field, max=MAX_PASSWORD_LENGTH)
    if is_common(password, common):
        raise PasswordWeak(field=field, reason="too-common")
    if is_personal(password, personal):
        raise PasswordWeak(field=field, reason="too-personal")


def is_common(password: str, common: Collection[str]) -> bool:
    """Return whether a password is easily guessed: a repetition, a row of keys, or a common word with additions.

    Additions are up to six characters that are no letters, and digits in place of letters.
    """
    lower = password.casefold()
    unit = re.fullmatch(r"(.+?)\1*", lower)
    word = unit[1] if unit else lower
    if len(word) <= 3 or (word.isdigit() and len(word) <= 10) or _is_walk(word):
        return True
    return any(_is_adorned(stem, len(word), common) for stem in (word, word.translate(_LEET), _unleet(word)))


def _is_walk(word: str) -> bool:
    return any(word in walk or word in walk[::-1] for walk in _WALKS)


def _unleet(word: str) -> str:
    """Return a word with its digits as letters, without those at its end, which are usually a year."""
    return re.sub(r"[\W\d_]+$", "", word).translate(_LEET)


def _is_adorned(text: str, length: int, common: Collection[str]) -> bool:
    stem = re.sub(r"^[\W\d_]*|[\W\d_]*$", "", text)
    return length - len(stem) <= 6 and (stem in common or _is_walk(stem))


def is_personal(password: str, personal: Iterable[str]) -> bool:
    """Return whether a password consists mostly of texts of the member."""
    rest = password.casefold()
    for text in sorted({text.casefold() for text in personal if len(text) >= 3}, key=len, reverse=True):
        rest = rest.replace(text, "")
    return len(rest) < len(password) and len(rest) < MIN_PASSWORD_LENGTH - 2


BIRTHDAYS = ("%Y%m%d", "%d%m%Y", "%d%m%y", "%m%d%Y", "%Y", "%d-%m-%Y")


def personal_texts(*, name: str, email: str, date_of_birth: date | None = None) -> list[str]:
    """Return the texts of a member that a password should not consist of."""
    local, _, domain = as_shown(email).partition("@")
    born = [date_of_birth.strftime(form) for form in BIRTHDAYS] if date_of_birth else []
    return [email, local, *re.split(r"[._+-]", local), domain, domain.partition(".")[0], name, *name.split(), *born]


def ensure_same(password: str, repeat: str) -> None:
    """Raise PasswordsDiffer unless a new password and its repetition are equal (spec 5.4)."""
    if opaque_string(password) != opaque_string(repeat):
        raise PasswordsDiffer(field="password_repeat")
