"""Rows that only the accounts module reads."""

from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from modules.accounts.contracts import EmailPurpose, MemberStatus


@dataclass(frozen=True, slots=True)
class Account:
    """An account as a login needs it; without a password hash nobody can log in."""

    id: UUID
    status: MemberStatus
    password_hash: str | None
    email: str
    confirmed_at: datetime | None


@dataclass(frozen=True, slots=True)
class Credentials:
    """A member as password changes and account mails need it; `is_claim` while the address is not confirmed."""

    site_id: UUID
    status: MemberStatus
    email: str
    is_claim: bool
    name: str
    date_of_birth: date
    password_hash: str | None


@dataclass(frozen=True, slots=True)
class LockedMember:
    """A member whose row is locked; `email` is empty once erased."""

    site_id: UUID
    status: MemberStatus
    email: str
    confirmed_at: datetime | None
    is_fictional: bool


@dataclass(frozen=True, slots=True)
class Token:
    """A link that was mailed to `sent_to`, and its member; `is_fresh` until it expires, used or not."""

    member_id: UUID
    purpose: EmailPurpose
    sent_to: str
    created_at: datetime
    expires_at: datetime
    is_fresh: bool
    is_open: bool
    site_id: UUID
    status: MemberStatus
    name: str
    email: str
    date_of_birth: date


@dataclass(frozen=True, slots=True)
class Restriction:
    """A restricted feature: the broken rule, the end, and the page with the reasons."""

    rule: str
    ends_at: datetime | None
    statement: str
