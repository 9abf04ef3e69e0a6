"""What is read for the accounts module alone."""

from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from modules.accounts.contracts import EmailPurpose, MemberStatus


@dataclass(frozen=True, slots=True)
class Account:
    """Who may come in with an address; without a password nobody can."""

    id: UUID
    status: MemberStatus
    password_hash: str | None
    email: str


@dataclass(frozen=True, slots=True)
class Credentials:
    """What password changes and account mails need of a member; `is_claim` while the address is not proved."""

    site_id: UUID
    status: MemberStatus
    email: str
    is_claim: bool
    name: str
    date_of_birth: date
    password_hash: str | None


@dataclass(frozen=True, slots=True)
class LockedMember:
    """A member whose row is locked, as far as it decides what may become of them; `email` is empty once erased."""

    site_id: UUID
    status: MemberStatus
    email: str
    confirmed_at: datetime | None
    is_fictional: bool


@dataclass(frozen=True, slots=True)
class Token:
    """A link that was mailed to `sent_to`, and its member; `is_fresh` until its time is over, used or not."""

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
    """What keeps a member from something: by which rule, until when, and where the reasons stand."""

    rule: str
    ends_at: datetime | None
    statement: str
