"""Rules of accounts as pure functions: addresses, names, ages, passwords, lockout."""

import re
import unicodedata
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from math import ceil

from app.kernel.addresses import as_shown, as_stored, is_address
from app.kernel.clock import age_on
from app.kernel.words import composed, is_letter_or_digit, is_unseen, on_one_line
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
    PasswordWeak,
    PendingDeletion,
    SignupByLinkOnly,
    SignupClosed,
    TooManyInvitations,
    TooYoung,
)
from modules.sites.contracts import Signups

NAME_MIN, NAME_MAX = 2, 30
PASSWORD_MIN, PASSWORD_MAX = 8, 200
OLDEST = 120

SESSION_LIFE = timedelta(days=30)
# Told honestly whether an address has an account: so often a day and place, then neutrally (spec 5.3).
EXISTENCE_ANSWERS_A_DAY = 3
MAILS_A_DAY = 3
# A deleted account comes back by its link for so long, then it is erased (spec 4.2, 9.1).
REACTIVATION = timedelta(days=14)
# A copy of one's data can be fetched for so long, and asked for so often.
EXPORT_LIFE = timedelta(days=7)
EXPORT_EVERY = timedelta(days=1)
LOGIN_FAILURES_ARE_FORGOTTEN_AFTER = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Lockout:
    """After `tries` wrong passwords in a row, wait `minutes`; each further wrong one doubles the wait, up to a day."""

    tries: int
    minutes: int


# Devices and networks from which a member logged in before have counters of their own, so that no stranger locks them;
# all others count together, too, and are sent to the mailbox once there were too many (docs/decisions/0056).
FROM_A_DEVICE = Lockout(tries=5, minutes=15)
FROM_A_NETWORK = Lockout(tries=5, minutes=15)
FROM_STRANGE_NETWORKS = Lockout(tries=10, minutes=60)


def clean_email(email: str) -> str:
    """Return an address as it is kept, whichever way it is spelled; raises EmailInvalid. No server is asked."""
    if not is_address(email):
        raise EmailInvalid(field="email")
    return as_stored(email)


def clean_name(name: str, email: str) -> str:
    """Return a display name on one line, without signs that do nothing in it or turn its direction (spec 5.1).

    Raises NameLength, NameBeginsWithAt or NameIsEmail; signs that look like an @ count as one.
    """
    clean = on_one_line(name)
    is_long_enough = sum(not is_unseen(sign) for sign in clean) >= NAME_MIN
    if not is_long_enough or len(clean) > NAME_MAX or not any(map(is_letter_or_digit, clean)):
        raise NameLength(field="name", min=NAME_MIN, max=NAME_MAX)
    plain = _plain(clean)
    if plain.startswith("@"):
        raise NameBeginsWithAt(field="name")
    if _is_email(clean, email):
        raise NameIsEmail(field="name")
    return clean


def ensure_may_choose_name(name: str, *, taken: str | None) -> None:
    """Refuse another name to who has one of their own, and the one that was taken away.

    Raises NameStays or NameRemoved.
    """
    if taken is None:
        raise NameStays(field="name")
    if _plain(name) == _plain(taken):
        raise NameRemoved(field="name")


def ensure_new_email(new: str, *, old: str, name: str) -> None:
    """Refuse an address that is no change, or that others would read as the name (spec 5.1).

    Raises EmailUnchanged or NameIsEmail.
    """
    if new.casefold() == old.casefold():
        raise EmailUnchanged(field="email")
    if _is_email(name, new):
        raise NameIsEmail(field="email")


def _is_email(name: str, email: str) -> bool:
    return _plain(name) in (_plain(email), _plain(as_shown(email)))


def _plain(text: str) -> str:
    seen = "".join(sign for sign in text if not is_unseen(sign))
    return unicodedata.normalize("NFKC", seen).casefold().strip()


def ensure_old_enough(date_of_birth: date, *, min_age: int, today: date) -> None:
    """Refuse who is younger than the site wants, not born yet or older than anyone (spec 5.2); raises TooYoung."""
    if not min_age <= age_on(today, date_of_birth) <= OLDEST:
        raise TooYoung(field="date_of_birth", min_age=min_age)


def ensure_signup_open(signups: Signups, *, has_source: bool, has_invitation: bool) -> None:
    """Refuse signups that the site does not take (spec 6.2); whether an invitation is good shows when it is used.

    Raises SignupByLinkOnly, InvitationNeeded or SignupClosed.
    """
    if signups is Signups.WITH_TRAFFICSOURCE and not has_source:
        raise SignupByLinkOnly()
    if signups is Signups.INVITATION and not has_invitation:
        raise InvitationNeeded()
    if signups is Signups.NONE:
        raise SignupClosed()


# As many invitations as a member may make within so many days; a revoked one counts, so that codes are not farmed.
INVITATIONS_EACH = 5
INVITATION_DAYS = 30
# Crockford's base 32: nothing that looks like something else when it is read out or typed.
CODE_SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE_LENGTH = 12
_LOOK_ALIKES = str.maketrans("OIL", "011")


def invitation_code(bits: int) -> str:
    """Return the code of an invitation, 60 bits in three groups such as `7KQ2-MX4A-09TC`."""
    signs = "".join(CODE_SIGNS[bits >> 5 * place & 31] for place in range(CODE_LENGTH))
    return "-".join(signs[start : start + 4] for start in range(0, CODE_LENGTH, 4))


def clean_code(code: str) -> str:
    """Return a typed code as it is compared: capitals and digits only, and nothing that merely looks like them."""
    return "".join(sign for sign in code.upper().translate(_LOOK_ALIKES) if sign in CODE_SIGNS)


def ensure_may_invite(*, is_offered: bool, is_confirmed: bool, made: int) -> None:
    """Refuse an invitation; raises InvitationsClosed or TooManyInvitations."""
    if not (is_offered and is_confirmed):
        raise InvitationsClosed()
    if made >= INVITATIONS_EACH:
        raise TooManyInvitations(count=INVITATIONS_EACH, days=INVITATION_DAYS)


_LEET = str.maketrans("@4310$5!7", "aaeiossit")
_WALKS = ("01234567890", "qwertyuiop", "qwertzuiop", "azertyuiop", "asdfghjkl", "zxcvbnm", "abcdefghijklmnopqrstuvwxyz")


def opaque_string(password: str) -> str:
    """Return a password as it is compared, however a keyboard writes its signs (OpaqueString of RFC 8265)."""
    spaced = (" " if unicodedata.category(sign) == "Zs" else sign for sign in password)
    return composed("".join(spaced))


def ensure_password(
    password: str, *, personal: Iterable[str], common: Collection[str], field: str = "password"
) -> None:
    """Refuse a weak password (spec 5.4); raises PasswordWeak with `reason`.

    `personal` are the member's own texts (name, address, birth date), `common` the words that guessers try first.
    """
    password = opaque_string(password)
    if len(password) < PASSWORD_MIN:
        raise PasswordWeak(field=field, reason="too-short", min=PASSWORD_MIN)
    if is_common(password, common):
        raise PasswordWeak(field=field, reason="too-common")
    if is_personal(password, personal):
        raise PasswordWeak(field=field, reason="too-personal")


def is_common(password: str, common: Collection[str]) -> bool:
    """Tell whether guessers find a password early: something repeated, a walk on the keys, a common word adorned.

    A word is adorned by up to six signs that are no letters, and by writing digits for letters.
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
    """Read the digits within a word as letters, but not those after it, which are a year as a rule."""
    return re.sub(r"[\W\d_]+$", "", word).translate(_LEET)


def _is_adorned(text: str, length: int, common: Collection[str]) -> bool:
    stem = re.sub(r"^[\W\d_]*|[\W\d_]*$", "", text)
    return length - len(stem) <= 6 and (stem in common or _is_walk(stem))


def is_personal(password: str, personal: Iterable[str]) -> bool:
    """Tell whether little is left of a password once the member's own texts are taken out of it."""
    rest = password.casefold()
    for text in sorted({text.casefold() for text in personal if len(text) >= 3}, key=len, reverse=True):
        rest = rest.replace(text, "")
    return len(rest) < len(password) and len(rest) < PASSWORD_MIN - 2


BIRTHDAYS = ("%Y%m%d", "%d%m%Y", "%d%m%y", "%m%d%Y", "%Y", "%d-%m-%Y")


def personal_texts(*, name: str, email: str, date_of_birth: date | None = None) -> list[str]:
    """Return what somebody's password should not be made of."""
    local, _, domain = as_shown(email).partition("@")
    born = [date_of_birth.strftime(form) for form in BIRTHDAYS] if date_of_birth else []
    return [email, local, *re.split(r"[._+-]", local), domain, domain.partition(".")[0], name, *name.split(), *born]


def ensure_same(password: str, repeat: str) -> None:
    """Refuse two new passwords that differ (spec 5.4); raises PasswordsDiffer."""
    if opaque_string(password) != opaque_string(repeat):
        raise PasswordsDiffer(field="password_repeat")


def ensure_may_log_in(status: MemberStatus) -> None:
    """Refuse who knows the password but may not come in; raises PendingDeletion, Banned or LoginFailed."""
    if status is MemberStatus.DELETED:
        raise PendingDeletion()
    if status is MemberStatus.BANNED:
        raise Banned()
    if status not in (MemberStatus.ACTIVE, MemberStatus.NOT_CONFIRMED):
        raise LoginFailed()


def count_failure(rule: Lockout, *, failures: int, failed_at: datetime, now: datetime) -> tuple[int, datetime | None]:
    """Return the number of tries in a row with this one, and until when the place is blocked, if it is."""
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
    """Return the whole seconds until the next copy of one's data may be asked for; 0 when it may be now."""
    return max(0, ceil((asked_at + EXPORT_EVERY - now).total_seconds()))


def may_ask_export(newest: DataExport | None, *, now: datetime) -> bool:
    """Tell whether another copy of one's data would be made: one a day, and not while one is being made."""
    if newest is None:
        return True
    return newest.state is not ExportState.WAITING and export_wait(newest.asked_at, now=now) == 0
