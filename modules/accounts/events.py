"""What happens to accounts."""

from dataclasses import dataclass
from uuid import UUID

from app.kernel.events.outbox import Event


@dataclass(frozen=True)
class MemberSignedUp(Event):
    member_id: UUID


@dataclass(frozen=True)
class SignupRepeated(Event):
    """Somebody signed up with the address of an existing account; `day` is the date, for one mail a day."""

    member_id: UUID
    day: str


@dataclass(frozen=True)
class MemberConfirmed(Event):
    member_id: UUID


@dataclass(frozen=True)
class MemberActivated(Event):
    """A member confirmed the address of a new account by the mailed link, not through an operator."""

    member_id: UUID


@dataclass(frozen=True)
class MemberDeleted(Event):
    """A member deleted their account; it is hidden, and can be reactivated within 14 days."""

    member_id: UUID


@dataclass(frozen=True)
class MemberReactivated(Event):
    """A member reactivated a deleted account; `reactivated_at` (ISO 8601) makes two reactivations two events."""

    member_id: UUID
    reactivated_at: str


@dataclass(frozen=True)
class MemberErased(Event):
    """An account was erased: every module deletes its data about the member."""

    member_id: UUID


@dataclass(frozen=True)
class EmailChanged(Event):
    """A member's e-mail address changed; `changed_at` is the moment in ISO 8601."""

    member_id: UUID
    changed_at: str


@dataclass(frozen=True)
class ExportAsked(Event):
    """A member asked for a copy of their data."""

    export_id: UUID


@dataclass(frozen=True)
class ExportReady(Event):
    """A copy of a member's data can be downloaded."""

    export_id: UUID


@dataclass(frozen=True)
class SessionsEnded(Event):
    """One or more browsers of a member were logged out."""

    member_id: UUID


@dataclass(frozen=True)
class LanguageChanged(Event):
    member_id: UUID


@dataclass(frozen=True)
class EmailTokenIssued(Event):
    """A link is to be mailed; `after_undo` when it is for a new password after the undo of a changed address."""

    token_id: UUID
    after_undo: bool = False


@dataclass(frozen=True)
class NewBrowserLoggedIn(Event):
    """A member who had logged in before logged in from a new browser.

    `country` is two letters from a trusted proxy, or empty.
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
    """An account was banned and is hidden; `banned_at` is the moment in ISO 8601."""

    member_id: UUID
    banned_at: str


@dataclass(frozen=True)
class MemberUnbanned(Event):
    """A ban ended or was lifted; `unbanned_at` is the moment in ISO 8601."""

    member_id: UUID
    unbanned_at: str


@dataclass(frozen=True)
class ContactForgotten(Event):
    """The address of a person without an account was deleted."""

    contact_id: UUID
