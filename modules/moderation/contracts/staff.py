"""Staff, their roles, and their looks at private data, as others see them."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID


class Role(StrEnum):
    """The roles of staff; `policies.PERMISSIONS` lists what each may do."""

    MODERATOR = "moderator"
    SUPPORT = "support"
    FINANCE = "finance"
    WRITER = "writer"
    ADMIN = "admin"


@dataclass(frozen=True, slots=True)
class Staff:
    """A person who works in the console, for all sites; `language` is the console's, None for the browser's."""

    id: UUID
    email: str
    name: str
    roles: tuple[Role, ...]
    languages: tuple[str, ...]
    language: str | None
    created_at: datetime
    disabled_at: datetime | None


@dataclass(frozen=True, slots=True)
class StaffSession:
    """A session of a staff member with their permissions; `is_confirmed` for a while after password and code."""

    id: UUID
    staff: Staff
    permissions: frozenset[str]
    is_confirmed: bool


@dataclass(frozen=True, slots=True)
class Enrolment:
    """What a new staff member needs to sign in; shown once and stored only encrypted or hashed."""

    staff_id: UUID
    provisioning_uri: str
    recovery_codes: tuple[str, ...]


class AccessKind(StrEnum):
    """The kinds of private data that staff can look at: messages, masked values, bank accounts, papers, copies."""

    OWN_REPORT = "own-report"
    CASE = "case"
    FICTIONAL = "fictional"
    EMAIL = "email"
    BANK = "bank"
    PAPER = "paper"
    COPY = "copy"


@dataclass(frozen=True, slots=True)
class Access:
    """A look of staff at a member's private data, with their role, None for an operator. The conversation is left out,
    because it could reveal who reported it. `number` is that of the member's own report.
    """

    id: UUID
    at: datetime
    role: Role | None
    kind: AccessKind
    number: str | None
