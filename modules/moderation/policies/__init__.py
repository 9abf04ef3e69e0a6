"""Rules of the house as pure functions: who of the staff may do what, and how complaints and reports are treated."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo
from hmac import compare_digest
from math import ceil
from uuid import UUID

from app.kernel.addresses import as_stored
from app.kernel.errors import Invalid
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

PASSWORD_MIN = 12
SESSION_LIFE = timedelta(hours=12)
SESSION_IDLE = timedelta(minutes=30)
# For so long after password and code were shown, money may be moved and lists taken away.
CONFIRMED_FOR = timedelta(minutes=10)
SEEN_EVERY = timedelta(minutes=1)
RECOVERY_CODES = 10
TOTP_SECONDS = 30
# A phone's clock may be one step off, either way.
TOTP_DRIFT = 1

COMPLAINT_IS_ANSWERED_IN = timedelta(days=7)
# More answers by mail in a day are no conversation.
MAILED_REPLIES_A_DAY = 20
COMPLAINT_WAITS_AT_MOST = timedelta(days=60)
COMPLAINT_CAN_BE_REOPENED_FOR = timedelta(days=60)
REPORT_IS_DECIDED_IN = timedelta(days=3)
URGENT_REPORT_IS_DECIDED_IN = timedelta(days=1)
URGENT = frozenset((ReportReason.MINOR, ReportReason.DANGER))
# A person needs longer than this to write a complaint; a form that is older is to be loaded anew.
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
# Whose a site is stands at its foot for everybody.
SITES = frozenset({"sites.sites.read", "sites.companies.read"})
FICTION = SITES | {"moderation.fiction.read"}
CASES_OF_SUPPORT = frozenset({"moderation.complaints.read", ANSWERS_COMPLAINTS, "moderation.complaints.hand-over"})
# What everybody who works with members sees of them. What they wrote to each other is not among it.
PEOPLE = SITES | {"accounts.members.read", "profiles.profiles.read", "profiles.photos.read"}
# The numbers of the first page; those of money are a permission of their own.
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
HOUSE = frozenset(
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

# Deny by default: what stands in no row here, nobody may do (spec 10.4). A role is never given "everything".
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
    # They see what members write to fictional profiles, and nothing else of them.
    Role.WRITER: FICTION | {WRITES_FICTION},
    Role.ADMIN: PEOPLE
    | FICTION
    | NUMBERS
    | SENT
    | HOUSE
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
    """After `tries` wrong sign-ins in a row, wait `minutes`; each further wrong one doubles the wait, up to a day."""

    tries: int
    minutes: int


# Overall as well as by network, so that a code cannot be guessed from many places at once. A network where they signed
# in before counts by itself alone, so that strangers' guesses elsewhere do not keep them out.
FROM_A_NETWORK = Lockout(tries=5, minutes=15)
FROM_EVERYWHERE = Lockout(tries=10, minutes=60)
FAILURES_ARE_FORGOTTEN_AFTER = timedelta(days=1)


def permissions_of(roles: Iterable[Role]) -> frozenset[str]:
    """Return what the roles together may do."""
    return frozenset().union(*(PERMISSIONS[role] for role in roles))


def ensure_roles(roles: Iterable[Role]) -> tuple[Role, ...]:
    """Return roles once each and in order; raises RolesMissing when there is none."""
    given = set(roles)
    chosen = tuple(role for role in Role if role in given)
    if not chosen:
        raise RolesMissing(field="roles")
    return chosen


def ensure_not_own(staff_id: UUID, by: UUID | None) -> None:
    """Refuse what somebody would decide about themselves; raises OwnAccount."""
    if staff_id == by:
        raise OwnAccount()


def ensure_email(email: str) -> str:
    """Return an address as it is kept, in lower case; raises StaffEmailInvalid for what cannot be one."""
    clean = as_stored(email).lower()
    local, _, domain = clean.partition("@")
    if not local or "@" in domain or "." not in domain or any(sign.isspace() for sign in clean):
        raise StaffEmailInvalid(field="email")
    return clean


def ensure_password(password: str, field: str = "password") -> None:
    """Refuse a short password; raises StaffPasswordWeak."""
    if len(password) < PASSWORD_MIN or len(set(password)) < 5:
        raise StaffPasswordWeak(field=field, min=PASSWORD_MIN)


def is_live(*, opened_at: datetime, seen_at: datetime, now: datetime) -> bool:
    """Tell whether a session still holds: 12 hours in all, 30 minutes without a request."""
    return now - opened_at < SESSION_LIFE and now - seen_at < SESSION_IDLE


def is_confirmed(*, confirmed_at: datetime, now: datetime) -> bool:
    """Tell whether password and code were shown in the last ten minutes."""
    return now - confirmed_at < CONFIRMED_FOR


def find_step(codes: Mapping[int, str], code: str, *, last_step: int) -> int | None:
    """Return the time step whose code this is, later than the last one used, or None: a code is good once."""
    return next((step for step, good in codes.items() if compare_digest(good, code) and step > last_step), None)


def count_failure(rule: Lockout, *, failures: int, failed_at: datetime, now: datetime) -> tuple[int, datetime | None]:
    """Return the number of tries in a row with this one, and until when the place is blocked, if it is."""
    failures = 1 if now - failed_at > FAILURES_ARE_FORGOTTEN_AFTER else failures + 1
    if failures < rule.tries:
        return failures, None
    wait = timedelta(minutes=rule.minutes * 2 ** min(failures - rule.tries, 10))
    return failures, now + min(wait, FAILURES_ARE_FORGOTTEN_AFTER)


def minutes_until(moment: datetime | None, now: datetime) -> int:
    """Return the whole minutes to wait, rounded up; 0 when the wait is over."""
    return max(0, ceil((moment - now).total_seconds() / 60)) if moment else 0


def ensure_written_by_a_person(*, form_age: timedelta | None, trap: str) -> None:
    """Refuse a form that was filled in too fast, too long ago or where nobody sees a field.

    `form_age` is None for a form that is not ours. Raises ComplaintLooksAutomatic.
    """
    fastest, oldest = FORM_AGES
    if trap or form_age is None or not fastest <= form_age <= oldest:
        raise ComplaintLooksAutomatic()


def ensure_can_be_reopened(*, closed_at: datetime | None, now: datetime) -> None:
    """Refuse more words about a complaint that was closed long ago; raises ComplaintOver."""
    if closed_at is not None and now - closed_at > COMPLAINT_CAN_BE_REOPENED_FOR:
        raise ComplaintOver()


def ensure_not_erased(status: MemberStatus) -> None:
    """Refuse more words of somebody who was erased, for nothing would erase them again; raises ComplaintOver."""
    if status is MemberStatus.ERASED:
        raise ComplaintOver()


def due_after_reply(state: ComplaintState, *, due_at: datetime, now: datetime) -> datetime:
    """Return until when the complainant's new words are answered; who still waits does not wait longer for them."""
    return due_at if state is ComplaintState.OPEN else now + COMPLAINT_IS_ANSWERED_IN


def end_of_day(day: date, zone: tzinfo) -> datetime:
    """Return the last minute of a day somewhere."""
    return datetime.combine(day, time(23, 59), zone)


def ensure_soon(due_at: datetime, *, now: datetime) -> None:
    """Refuse to promise an answer for what is over already, or for longer than anybody waits; raises Invalid."""
    if not now <= due_at <= now + COMPLAINT_WAITS_AT_MOST:
        raise Invalid(field="day")


def ensure_may_answer(*, roles: Iterable[Role], is_disabled: bool) -> None:
    """Refuse to give a complaint to somebody who cannot answer it; raises StaffCannotAnswer."""
    if is_disabled or not any(ANSWERS_COMPLAINTS in PERMISSIONS[role] for role in roles):
        raise StaffCannotAnswer(field="to")


def report_due_at(reason: ReportReason, now: datetime) -> datetime:
    """Return until when a report is decided: a day where somebody may come to harm, else three."""
    return now + (URGENT_REPORT_IS_DECIDED_IN if reason in URGENT else REPORT_IS_DECIDED_IN)


def ensure_said_what(reason: ReportReason, words: str) -> None:
    """Refuse "something else" without words; raises ReportWordsMissing."""
    if reason is ReportReason.OTHER and not words:
        raise ReportWordsMissing(field="words")


def ensure_own_case(*, claimed_by: UUID | None, staff_id: UUID) -> None:
    """Refuse to work on a case that somebody else has taken on; raises CaseClaimed."""
    if claimed_by not in (None, staff_id):
        raise CaseClaimed()
