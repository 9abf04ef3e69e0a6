"""What happens to accounts."""

from uuid import UUID

from app.kernel.events.outbox import Event, MemberEvent


class MemberSignedUp(MemberEvent):
    """Somebody made an account, whose address is not confirmed yet."""


class SignupRepeated(MemberEvent):
    """Somebody signed up with the address of an existing account; `day` is the date, for one mail a day."""

    day: str


class MemberConfirmed(MemberEvent):
    """A member's address was confirmed, by its link or by an operator."""


class MemberActivated(MemberEvent):
    """A member confirmed the address of a new account by the mailed link, not through an operator."""


class MemberDeleted(MemberEvent):
    """A member deleted their account; it is hidden, and can be reactivated within 14 days."""


class MemberReactivated(MemberEvent):
    """A member reactivated a deleted account; `reactivated_at` (ISO 8601) makes two reactivations two events."""

    reactivated_at: str


class MemberErased(MemberEvent):
    """An account was erased: every module deletes its data about the member."""


class EmailChanged(MemberEvent):
    """A member's e-mail address changed; `changed_at` is the moment in ISO 8601."""

    changed_at: str


class ExportAsked(Event):
    """A member asked for a copy of their data."""

    export_id: UUID


class ExportReady(Event):
    """A copy of a member's data can be downloaded."""

    export_id: UUID


class SessionsEnded(MemberEvent):
    """One or more browsers of a member were logged out."""


class LanguageChanged(MemberEvent):
    """A member chose another language."""


class EmailTokenIssued(Event):
    """A link is to be mailed; `after_undo` when it is for a new password after the undo of a changed address."""

    token_id: UUID
    after_undo: bool = False


class NewBrowserLoggedIn(Event):
    """A member who had logged in before logged in from a new browser.

    `country` is two letters from a trusted proxy, or empty.
    """

    session_id: UUID
    country: str


class GuessingStopped(MemberEvent):
    """Wrong passwords for a member's account led to a pause; `day` is the date, for one mail a day."""

    day: str


class PasswordChanged(MemberEvent):
    """`changed_at` is the moment in ISO 8601, so that two changes are two events."""

    changed_at: str


class MemberBanned(MemberEvent):
    """An account was banned and is hidden; `banned_at` is the moment in ISO 8601."""

    banned_at: str


class MemberUnbanned(MemberEvent):
    """A ban ended or was lifted; `unbanned_at` is the moment in ISO 8601."""

    unbanned_at: str


class ContactForgotten(Event):
    """The address of a person without an account was deleted."""

    contact_id: UUID
