"""Permissions of staff by role."""

from collections.abc import Iterable, Mapping

from modules.moderation.contracts.staff import Role
from modules.moderation.errors import (
    RolesMissing,
)

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
