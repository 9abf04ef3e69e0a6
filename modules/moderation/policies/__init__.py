"""Rules of moderation: permissions of staff, sign-in, and deadlines of complaints and reports."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo
from hmac import compare_digest
from math import ceil
from uuid import UUID

from app.kernel.addresses import as_stored, has_room
from app.kernel.errors import Invalid
from app.kernel.words import opaque_string
from modules.accounts.contracts import MemberStatus
from modules.moderation.contracts import ComplaintState, ReportReason, Role
from modules.moderation.errors import (
    CaseClaimed,
    ComplaintLooksAutomatic,
    ComplaintOver,
    OwnAccount,
    ReportWordsMissing,
    RolesMissing,
    StaffCannotAnswer,
    StaffEmailInvalid,
    StaffPasswordWeak,
)

MIN_PASSWORD_LENGTH = 12
SESSION_LIFE = timedelta(hours=12)
SESSION_IDLE = timedelta(minutes=30)
# How long after password and code guarded actions, such as moving money or exporting lists, are allowed.
CONFIRMED_FOR = timedelta(minutes=10)
SEEN_EVERY = timedelta(minutes=1)
RECOVERY_CODES = 10
TOTP_SECONDS = 30
# Steps by which a phone's clock may be ahead or behind.
TOTP_DRIFT = 1

COMPLAINT_IS_ANSWERED_IN = timedelta(days=7)
# Further replies by mail within a day are refused.
MAILED_REPLIES_A_DAY = 20
MAX_COMPLAINT_WAIT = timedelta(days=60)
COMPLAINT_CAN_BE_REOPENED_FOR = timedelta(days=60)
REPORT_IS_DECIDED_IN = timedelta(days=3)
URGENT_REPORT_IS_DECIDED_IN = timedelta(days=1)
URGENT = frozenset((ReportReason.MINOR, ReportReason.DANGER))
# The least time to write a complaint, and the age after which its form must be reloaded.
FORM_AGES = (timedelta(seconds=3), timedelta(days=2))

DECIDES, SIGNS = "moderation.review.decide", "moderation.decisions.sign"
CASES_OF_MEMBERS = frozenset(
    {
        "moderation.reports.read",
        "moderation.review.read",
        DECIDES,
        "moderation.opened.open",
        "moderation.opened.read",
        "moderation.decisions.read",
        SIGNS,
        "moderation.appeals.decide",
    }
)
ANSWERS_COMPLAINTS = "moderation.complaints.answer"
WRITES_FICTION = "moderation.fiction.write"
# Public information: the company of a site is in its footer.
SITES = frozenset({"sites.sites.read", "sites.companies.read"})
FICTION = SITES | {"moderation.fiction.read"}
CASES_OF_SUPPORT = frozenset({"moderation.complaints.read", ANSWERS_COMPLAINTS, "moderation.complaints.hand-over"})
# For everybody who works with members; without their messages.
PEOPLE = SITES | {"accounts.members.read", "profiles.profiles.read", "profiles.photos.read"}
# The figures of the first page, without those of money, which have their own permission.
NUMBERS = frozenset({"platform.figures.read"})
TIES = frozenset({"social.likes.read", "messaging.conversations.read"})
SENT = frozenset({"notifications.mails.read", "notifications.push-subscriptions.read"})
MONEY = frozenset(
    f"billing.{records}.read"
    for records in ("orders", "payments", "refunds", "chargebacks", "ledger", "discounts", "bundles", "mandates")
)
BANK = frozenset(
    {
        "billing.debit-mandates.read",
        "billing.debit-mandates.reveal",
        "billing.debit-mandates.end",
        "billing.batches.read",
        "billing.batches.make",
        "billing.batches.release",
    }
)
MONEY_LISTS = frozenset(
    f"billing.{records}.export"
    for records in (
        "orders",
        "payments",
        "refunds",
        "chargebacks",
        "ledger",
        "discounts",
        "redemptions",
        "code-revenue",
        "bundles",
        "balances",
        "mandates",
        "debit-mandates",
        "collections",
        "batches",
    )
)
CASE_LISTS = frozenset(
    f"moderation.{records}.export" for records in ("complaints", "reports", "decisions", "bans", "appeals")
)
SYSTEM = frozenset(
    {
        "sites.hosts.read",
        "sites.message-costs.read",
        "sites.pages.read",
        "sites.pages.write",
        "sites.texts.read",
        "profiles.interests.read",
        "platform.events.read",
        "platform.duties.read",
        "platform.duties.retry",
    }
)

# Deny by default: nobody has a permission that is not listed here (spec 10.4). No role has all permissions.
PERMISSIONS: Mapping[Role, frozenset[str]] = {
    Role.MODERATOR: PEOPLE
    | TIES
    | NUMBERS
    | CASES_OF_MEMBERS
    | {"moderation.reports.export", "moderation.decisions.export"},
    Role.SUPPORT: PEOPLE
    | TIES
    | NUMBERS
    | SENT
    | CASES_OF_SUPPORT
    | {
        "accounts.members.reveal",
        "accounts.members.end-sessions",
        "accounts.members.send-links",
        "moderation.complaints.export",
        "billing.orders.read",
        "billing.orders.check",
        "billing.payments.read",
        "billing.refunds.read",
        "billing.refunds.request",
        "billing.ledger.read",
        "billing.discounts.read",
        "billing.bundles.read",
        "billing.mandates.read",
        "billing.papers.reveal",
        "billing.debit-mandates.read",
        "billing.debit-mandates.end",
    },
    Role.FINANCE: MONEY
    | MONEY_LISTS
    | BANK
    | NUMBERS
    | SITES
    | {
        "billing.figures.read",
        "accounts.members.read",
        "billing.orders.check",
        "billing.refunds.request",
        "billing.refunds.decide",
        "billing.discounts.change",
        "billing.bundles.change",
        "billing.papers.reveal",
    },
    # Only what members write to fictional profiles.
    Role.WRITER: FICTION | {WRITES_FICTION},
    Role.ADMIN: PEOPLE
    | FICTION
    | NUMBERS
    | SENT
    | SYSTEM
    | CASES_OF_MEMBERS
    | CASES_OF_SUPPORT
    | MONEY
    | CASE_LISTS
    | {
        "billing.figures.read",
        "billing.papers.reveal",
        "sites.sites.change",
        "sites.companies.change",
        "accounts.members.reveal",
        "accounts.members.end-sessions",
        "accounts.members.send-links",
        "accounts.members.export",
        "notifications.mails.export",
        "moderation.staff.read",
        "moderation.staff.export",
        "moderation.staff.manage",
        "moderation.fictional-profiles.read",
        "moderation.fictional-profiles.change",
        "moderation.audit.read",
        "moderation.audit.export",
    },
}
KNOWN_PERMISSIONS = frozenset().union(*PERMISSIONS.values())


def role_for(roles: Iterable[Role], permission: str) -> Role:
    """Return the first of the roles that has a permission."""
    return next(role for role in roles if permission in PERMISSIONS[role])


@dataclass(frozen=True, slots=True)
class Lockout:
    """After `tries` failed sign-ins in a row, wait `minutes`; each further one doubles the wait, up to a day."""

    tries: int
    minutes: int


# Counted by network and overall, so that codes cannot be guessed from many networks. A network from which the person
# has signed in before is not counted overall, so that others' attempts do not lock them out.
FROM_A_NETWORK = Lockout(tries=5, minutes=15)
FROM_EVERYWHERE = Lockout(tries=10, minutes=60)
FAILURES_ARE_FORGOTTEN_AFTER = timedelta(days=1)


def permissions_of(roles: Iterable[Role]) -> frozenset[str]:
    """Return the permissions of some roles together."""
    return frozenset().union(*(PERMISSIONS[role] for role in roles))


def ensure_roles(roles: Iterable[Role]) -> tuple[Role, ...]:
    """Return the distinct roles in order; raises RolesMissing without any."""
    given = set(roles)
    chosen = tuple(role for role in Role if role in given)
    if not chosen:
        raise RolesMissing(field="roles")
    return chosen


def ensure_not_own(staff_id: UUID, by: UUID | None) -> None:
    """Raise OwnAccount when somebody would change their own account."""
    if staff_id == by:
        raise OwnAccount()


def ensure_email(email: str) -> str:
    """Return an address as it is stored, in lower case; raises StaffEmailInvalid."""
    clean = as_stored(email).lower()
    local, _, domain = clean.partition("@")
    is_formed = local and "@" not in domain and "." in domain and not any(map(str.isspace, clean))
    if not (is_formed and has_room(clean)):
        raise StaffEmailInvalid(field="email")
    return clean


def ensure_password(password: str, field: str = "password") -> None:
    """Raise StaffPasswordWeak for a password that is short or has few different characters."""
    password = opaque_string(password)
    if len(password) < MIN_PASSWORD_LENGTH or len(set(password)) < 5:
        raise StaffPasswordWeak(field=field, min=MIN_PASSWORD_LENGTH)


def is_live(*, opened_at: datetime, seen_at: datetime, now: datetime) -> bool:
    """Return whether a session is valid: for 12 hours, or 30 minutes without a request."""
    return now - opened_at < SESSION_LIFE and now - seen_at < SESSION_IDLE


def is_confirmed(*, confirmed_at: datetime, now: datetime) -> bool:
    """Return whether password and code were entered in the last ten minutes."""
    return now - confirmed_at < CONFIRMED_FOR


def find_step(codes: Mapping[int, str], code: str, *, last_step: int) -> int | None:
    """Return the time step of a code, if it is later than the last one used, or None; each code is single-use."""
    return next((step for step, good in codes.items() if compare_digest(good, code) and step > last_step), None)


def count_failure(rule: Lockout, *, failures: int, failed_at: datetime, now: datetime) -> tuple[int, datetime | None]:
    """Return the number of consecutive failures with this one, and the end of the block, if any."""
    failures = 1 if now - failed_at > FAILURES_ARE_FORGOTTEN_AFTER else failures + 1
    if failures < rule.tries:
        return failures, None
    wait = timedelta(minutes=rule.minutes * 2 ** min(failures - rule.tries, 10))
    return failures, now + min(wait, FAILURES_ARE_FORGOTTEN_AFTER)


def minutes_until(moment: datetime | None, now: datetime) -> int:
    """Return the whole minutes to wait, rounded up; 0 when the wait is over."""
    return max(0, ceil((moment - now).total_seconds() / 60)) if moment else 0


def ensure_written_by_a_person(*, form_age: timedelta | None, trap: str) -> None:
    """Raise ComplaintLooksAutomatic for a form filled in too fast, too late, or with the hidden field `trap`.

    `form_age` is None for a form without our signature.
    """
    fastest, oldest = FORM_AGES
    if trap or form_age is None or not fastest <= form_age <= oldest:
        raise ComplaintLooksAutomatic()


def ensure_can_be_reopened(*, closed_at: datetime | None, now: datetime) -> None:
    """Raise ComplaintOver for a complaint that was closed too long ago to be reopened."""
    if closed_at is not None and now - closed_at > COMPLAINT_CAN_BE_REOPENED_FOR:
        raise ComplaintOver()


def ensure_not_erased(status: MemberStatus) -> None:
    """Raise ComplaintOver for an erased member, because new texts would never be erased."""
    if status is MemberStatus.ERASED:
        raise ComplaintOver()


def due_after_reply(state: ComplaintState, *, due_at: datetime, now: datetime) -> datetime:
    """Return when a reply of the complainant must be answered; an open complaint keeps its deadline."""
    return due_at if state is ComplaintState.OPEN else now + COMPLAINT_IS_ANSWERED_IN


def end_of_day(day: date, zone: tzinfo) -> datetime:
    """Return the last minute of a day in a time zone."""
    return datetime.combine(day, time(23, 59), zone)


def ensure_soon(due_at: datetime, *, now: datetime) -> None:
    """Raise Invalid for a due date in the past or more than 60 days ahead."""
    if not now <= due_at <= now + MAX_COMPLAINT_WAIT:
        raise Invalid(field="day")


def ensure_may_answer(*, roles: Iterable[Role], is_disabled: bool) -> None:
    """Raise StaffCannotAnswer for somebody who may not answer complaints."""
    if is_disabled or not any(ANSWERS_COMPLAINTS in PERMISSIONS[role] for role in roles):
        raise StaffCannotAnswer(field="to")


def report_due_at(reason: ReportReason, now: datetime) -> datetime:
    """Return when a report must be decided: within a day if somebody may come to harm, else within three."""
    return now + (URGENT_REPORT_IS_DECIDED_IN if reason in URGENT else REPORT_IS_DECIDED_IN)


def ensure_said_what(reason: ReportReason, words: str) -> None:
    """Raise ReportWordsMissing for the reason "something else" without a text."""
    if reason is ReportReason.OTHER and not words:
        raise ReportWordsMissing(field="words")


def ensure_own_case(*, claimed_by: UUID | None, staff_id: UUID) -> None:
    """Raise CaseClaimed for a case that somebody else has claimed."""
    if claimed_by not in (None, staff_id):
        raise CaseClaimed()
