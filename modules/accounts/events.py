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
    member_id: UUID


@dataclass(frozen=True)
class MemberReactivated(Event):
    member_id: UUID


@dataclass(frozen=True)
class MemberErased(Event):
    member_id: UUID


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
