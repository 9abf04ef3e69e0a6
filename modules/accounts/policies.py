"""Rules of accounts as pure functions: addresses, names, ages, passwords, lockout."""

import re
import unicodedata
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from math import ceil

from app.kernel.addresses import as_shown, as_stored, is_address
from app.kernel.clock import age_on
from app.kernel.schema import MAX_PASSWORD_LENGTH
from app.kernel.words import is_letter_or_digit, is_unseen, on_one_line, opaque_string
from modules.accounts.contracts import DataExport, ExportState, MemberStatus
from modules.accounts.errors import (
    Banned,
    EmailInvalid,
    EmailUnchanged,
    InvitationNeeded,
    InvitationsClosed,
    LoginFailed,
    NameBeginsWithAt,
    NameIsEmail,
    NameLength,
    NameRemoved,
    NameStays,
    PasswordsDiffer,
    PasswordTooLong,
    PasswordWeak,
    PendingDeletion,
    SignupByLinkOnly,
    SignupClosed,
    TooManyInvitations,
    TooYoung,
)
from modules.sites.contracts import Signups

MIN_NAME_LENGTH, MAX_NAME_LENGTH = 2, 30
MIN_PASSWORD_LENGTH = 8
OLDEST = 120

SESSION_LIFE = timedelta(days=30)
# How many answers a day reveal to a network whether an address has an account; later ones do not (spec 5.3).
EXISTENCE_ANSWERS_A_DAY = 3
MAILS_A_DAY = 3
# How long a deleted account can be reactivated before it is erased (spec 4.2, 9.1).
REACTIVATION = timedelta(days=14)
# How long a copy of a member's data can be downloaded, and how often one can be requested.
EXPORT_LIFE = timedelta(days=7)
EXPORT_EVERY = timedelta(days=1)
LOGIN_FAILURES_ARE_FORGOTTEN_AFTER = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Lockout:
    """After `tries` wrong passwords in a row, wait `minutes`; each further one doubles the wait, up to a day."""

    tries: int
    minutes: int


# Devices and networks from which a member logged in before have counters of their own, so that nobody else can lock the
# member out. All other networks share one counter; after too many tries they need a mailed link (docs/decisions/0056).
FROM_A_DEVICE = Lockout(tries=5, minutes=15)
FROM_A_NETWORK = Lockout(tries=5, minutes=15)
FROM_STRANGE_NETWORKS = Lockout(tries=10, minutes=60)


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


# How many invitations a member may make within INVITATION_DAYS. Revoked ones count, so that nobody collects codes.
INVITATIONS_EACH = 5
INVITATION_DAYS = 30
# Crockford's base 32, which leaves out characters that are easily confused.
CODE_CHARACTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE_LENGTH = 12
_LOOK_ALIKES = str.maketrans("OIL", "011")


def invitation_code(bits: int) -> str:
    """Return the code of an invitation, 60 bits in three groups such as `7KQ2-MX4A-09TC`."""
    code = "".join(CODE_CHARACTERS[bits >> 5 * place & 31] for place in range(CODE_LENGTH))
    return "-".join(code[start : start + 4] for start in range(0, CODE_LENGTH, 4))


def clean_code(code: str) -> str:
    """Return a typed code as it is compared: upper case, without separators, look-alike letters as digits."""
    return "".join(letter for letter in code.upper().translate(_LOOK_ALIKES) if letter in CODE_CHARACTERS)


def ensure_may_invite(*, is_offered: bool, is_confirmed: bool, made: int) -> None:
    """Raise InvitationsClosed or TooManyInvitations unless a member may make another invitation."""
    if not (is_offered and is_confirmed):
        raise InvitationsClosed()
    if made >= INVITATIONS_EACH:
        raise TooManyInvitations(count=INVITATIONS_EACH, days=INVITATION_DAYS)


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


def ensure_may_log_in(status: MemberStatus) -> None:
    """Raise PendingDeletion, Banned or LoginFailed for an account that may not log in."""
    if status is MemberStatus.DELETED:
        raise PendingDeletion()
    if status is MemberStatus.BANNED:
        raise Banned()
    if status not in (MemberStatus.ACTIVE, MemberStatus.NOT_CONFIRMED):
        raise LoginFailed()


def count_failure(rule: Lockout, *, failures: int, failed_at: datetime, now: datetime) -> tuple[int, datetime | None]:
    """Return the number of consecutive failures with this one, and until when the place is blocked, or None."""
    if now - failed_at > LOGIN_FAILURES_ARE_FORGOTTEN_AFTER:
        failures = 0
    failures += 1
    if failures < rule.tries:
        return failures, None
    wait = timedelta(minutes=rule.minutes * 2 ** min(failures - rule.tries, 10))
    return failures, now + min(wait, LOGIN_FAILURES_ARE_FORGOTTEN_AFTER)


def minutes_until(moment: datetime | None, now: datetime) -> int:
    """Return the whole minutes to wait, rounded up; 0 when the wait is over."""
    return max(0, ceil((moment - now).total_seconds() / 60)) if moment else 0


def export_wait(asked_at: datetime, *, now: datetime) -> int:
    """Return the whole seconds until a member may request the next copy of their data; 0 if now."""
    return max(0, ceil((asked_at + EXPORT_EVERY - now).total_seconds()))


def may_ask_export(newest: DataExport | None, *, now: datetime) -> bool:
    """Return whether a member may request a copy of their data: one a day, and none while one is being made."""
    if newest is None:
        return True
    return newest.state is not ExportState.WAITING and export_wait(newest.asked_at, now=now) == 0
