"""Handlers of account events: mails about the account, and the end of mail for members who leave."""

from app.kernel.db.session import Session
from app.kernel.events.outbox import Queue, handles
from modules.accounts import api as accounts_api
from modules.accounts.contracts import EmailPurpose
from modules.accounts.events import (
    ContactForgotten,
    EmailChanged,
    EmailTokenIssued,
    ExportReady,
    GuessingStopped,
    MemberActivated,
    MemberDeleted,
    MemberErased,
    MemberReactivated,
    NewBrowserLoggedIn,
    PasswordChanged,
    SignupRepeated,
)
from modules.notifications.contracts import MailType
from modules.notifications.service import erasing, mails, settings, subscriptions

TOKEN_MAILS = {
    EmailPurpose.ACTIVATE: MailType.ACTIVATE,
    EmailPurpose.RESET: MailType.RESET_PASSWORD,
    EmailPurpose.CHANGE_EMAIL: MailType.EMAIL_CHANGE,
    EmailPurpose.UNDO_EMAIL_CHANGE: MailType.EMAIL_CHANGE_NOTICE,
    EmailPurpose.REACTIVATE: MailType.ACCOUNT_DELETED,
}


@handles(EmailTokenIssued, queue=Queue.URGENT)
def on_email_token_issued(session: Session, event: EmailTokenIssued) -> None:
    """Mail the link that a member requested, unless they were erased meanwhile."""
    link = accounts_api.find_email_link(session, event.token_id)
    if link is None:
        return
    key, type = str(event.token_id), TOKEN_MAILS[link.purpose]
    params = {"token_id": key} | ({"after_undo": "yes"} if event.after_undo else {})
    mails.queue_mail(session, member_id=link.member_id, type=type, cause_key=key, params=params)


@handles(PasswordChanged, queue=Queue.URGENT)
def on_password_changed(session: Session, event: PasswordChanged) -> None:
    """Mail a member that the password was changed, in case they did not do it."""
    key = f"{event.member_id} {event.changed_at}"
    mails.queue_mail(session, member_id=event.member_id, type=MailType.PASSWORD_CHANGED, cause_key=key, params={})


@handles(SignupRepeated, queue=Queue.URGENT)
def on_signup_repeated(session: Session, event: SignupRepeated) -> None:
    """Mail a member, once a day, that their address was used to sign up again; the page does not reveal it."""
    key = f"{event.member_id} {event.day}"
    mails.queue_mail(session, member_id=event.member_id, type=MailType.ALREADY_MEMBER, cause_key=key, params={})


@handles(MemberActivated)
def on_member_activated(session: Session, event: MemberActivated) -> None:
    """Send the welcome mail, once."""
    key = str(event.member_id)
    mails.queue_mail(session, member_id=event.member_id, type=MailType.WELCOME, cause_key=key, params={})


@handles(MemberReactivated, queue=Queue.URGENT)
def on_member_reactivated(session: Session, event: MemberReactivated) -> None:
    """Mail a member who came back that everything is as it was."""
    key = f"{event.member_id} {event.reactivated_at}"
    mails.queue_mail(session, member_id=event.member_id, type=MailType.REACTIVATED, cause_key=key, params={})


@handles(NewBrowserLoggedIn, queue=Queue.URGENT)
def on_new_browser_logged_in(session: Session, event: NewBrowserLoggedIn) -> None:
    """Mail a member about a login from a browser that they had not used before."""
    found = accounts_api.find_session(session, event.session_id)
    if found is not None:
        params = {"session_id": str(event.session_id), "country": event.country}
        key = str(event.session_id)
        mails.queue_mail(session, member_id=found[0], type=MailType.NEW_DEVICE, cause_key=key, params=params)


@handles(GuessingStopped, queue=Queue.URGENT)
def on_guessing_stopped(session: Session, event: GuessingStopped) -> None:
    """Mail a member, once a day, that logins were blocked after wrong passwords (spec 8.2)."""
    key = f"{event.member_id} {event.day}"
    mails.queue_mail(session, member_id=event.member_id, type=MailType.LOGIN_BLOCKED, cause_key=key, params={})


@handles(EmailChanged)
def on_email_changed(session: Session, event: EmailChanged) -> None:
    """Resume mail that was stopped because the old address bounced (spec 8.7)."""
    settings.lift_bounces(session, member_id=event.member_id)


@handles(ExportReady)
def on_export_ready(session: Session, event: ExportReady) -> None:
    """Mail a member that the copy of their data is ready."""
    export = accounts_api.find_export(session, event.export_id)
    if export is not None:
        mails.queue_mail_about(session, export.member_id, MailType.EXPORT_READY, export_id=event.export_id)


@handles(MemberDeleted)
def on_member_deleted(session: Session, event: MemberDeleted) -> None:
    """End the push subscriptions of a member who left, but not those since they came back."""
    subscriptions.remove_logged_out(session, member_id=event.member_id)


@handles(MemberErased)
def on_member_erased(session: Session, event: MemberErased) -> None:
    """Delete an erased member's mails, push messages and notification settings."""
    erasing.erase_member(session, member_id=event.member_id)


@handles(ContactForgotten)
def on_contact_forgotten(session: Session, event: ContactForgotten) -> None:
    """Delete the mails to a contact without an account."""
    erasing.forget_contact(session, contact_id=event.contact_id)


HANDLERS = (
    on_email_token_issued,
    on_password_changed,
    on_signup_repeated,
    on_member_activated,
    on_member_reactivated,
    on_new_browser_logged_in,
    on_guessing_stopped,
    on_email_changed,
    on_export_ready,
    on_member_deleted,
    on_member_erased,
    on_contact_forgotten,
)
