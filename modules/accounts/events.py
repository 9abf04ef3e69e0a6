"""What happens to accounts."""

from dataclasses import dataclass
from uuid import UUID

from app.kernel.outbox import Event


@dataclass(frozen=True)
class MemberSignedUp(Event):
    member_id: UUID


@dataclass(frozen=True)
class SignupRepeated(Event):
    """Somebody signed up again with a member's address and was told nothing; `day` is the date, for one mail a day."""

    member_id: UUID
    day: str


@dataclass(frozen=True)
class MemberConfirmed(Event):
    member_id: UUID


@dataclass(frozen=True)
class MemberDeleted(Event):
    """A member left; everything is hidden now, and comes back if they do within 14 days."""

    member_id: UUID


@dataclass(frozen=True)
class MemberReactivated(Event):
    """A member who left came back."""

    member_id: UUID


@dataclass(frozen=True)
class MemberErased(Event):
    """A member is gone for good: every module forgets what it knows of them."""

    member_id: UUID


@dataclass(frozen=True)
class EmailChanged(Event):
    """A member has another address; `changed_at` is the moment in ISO 8601."""

    member_id: UUID
    changed_at: str


@dataclass(frozen=True)
class ExportAsked(Event):
    """A member wants a copy of everything that is known of them."""

    export_id: UUID


@dataclass(frozen=True)
class ExportReady(Event):
    """The copy can be fetched."""

    export_id: UUID


@dataclass(frozen=True)
class LanguageChanged(Event):
    member_id: UUID


@dataclass(frozen=True)
class EmailTokenIssued(Event):
    token_id: UUID


@dataclass(frozen=True)
class PasswordChanged(Event):
    """`changed_at` is the moment in ISO 8601, so that two changes are two events."""

    member_id: UUID
    changed_at: str
