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
class MemberActivated(Event):
    """A person proved the address of a new account, once; no operator did it for them."""

    member_id: UUID


@dataclass(frozen=True)
class MemberDeleted(Event):
    """A member left; everything is hidden now, and comes back if they do within 14 days."""

    member_id: UUID


@dataclass(frozen=True)
class MemberReactivated(Event):
    """A member who left came back; `reactivated_at` is the moment in ISO 8601, so that two returns are two events."""

    member_id: UUID
    reactivated_at: str


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
class SessionsEnded(Event):
    """One browser of a member, or several, are logged out."""

    member_id: UUID


@dataclass(frozen=True)
class LanguageChanged(Event):
    member_id: UUID


@dataclass(frozen=True)
class EmailTokenIssued(Event):
    token_id: UUID


@dataclass(frozen=True)
class NewBrowserLoggedIn(Event):
    """A member logged in from a browser that never did before, and not for the first time.

    `country` is the visitor's, two letters, where a trusted proxy told it, and else empty.
    """

    session_id: UUID
    country: str


@dataclass(frozen=True)
class GuessingStopped(Event):
    """Wrong passwords for a member's account led to a pause; `day` is the date, for one mail a day."""

    member_id: UUID
    day: str


@dataclass(frozen=True)
class PasswordChanged(Event):
    """`changed_at` is the moment in ISO 8601, so that two changes are two events."""

    member_id: UUID
    changed_at: str


@dataclass(frozen=True)
class MemberBanned(Event):
    """The house closed an account; everything of it is hidden. `banned_at` is the moment in ISO 8601."""

    member_id: UUID
    banned_at: str


@dataclass(frozen=True)
class MemberUnbanned(Event):
    """A ban is over or was lifted; `unbanned_at` is the moment in ISO 8601."""

    member_id: UUID
    unbanned_at: str


@dataclass(frozen=True)
class ContactForgotten(Event):
    """Somebody who wrote without an account is forgotten: what they wrote about is long over."""

    contact_id: UUID
