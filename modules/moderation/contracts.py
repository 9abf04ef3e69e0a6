"""What others know of staff and of the record of what they did."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID


class Role(StrEnum):
    """What a staff member is there for; policies.py says what each may do."""

    MODERATOR = "moderator"
    SUPPORT = "support"
    FINANCE = "finance"
    ADMIN = "admin"


@dataclass(frozen=True, slots=True)
class Staff:
    """A person who works in the ops console. They belong to no site and see all of them."""

    id: UUID
    email: str
    name: str
    roles: tuple[Role, ...]
    created_at: datetime
    disabled_at: datetime | None


@dataclass(frozen=True, slots=True)
class StaffSession:
    """A staff member who is signed in, and what they may do."""

    id: UUID
    staff: Staff
    permissions: frozenset[str]


@dataclass(frozen=True, slots=True)
class Enrolment:
    """What a new staff member needs to sign in; it is shown once and kept nowhere in readable form."""

    staff_id: UUID
    provisioning_uri: str
    recovery_codes: tuple[str, ...]
