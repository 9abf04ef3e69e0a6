"""What members are mailed about their accounts, and what becomes of their mail when they leave."""

from app.kernel.db import Session
from app.kernel.outbox import Queue, handles
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
from modules.notifications.handlers.telling import tell
from modules.notifications.service import erasing, mails, subscriptions, wishes

TOKEN_MAILS = {
    EmailPurpose.ACTIVATE: MailType.ACTIVATE,
    EmailPurpose.RESET: MailType.RESET_PASSWORD,
    EmailPurpose.CHANGE_EMAIL: MailType.EMAIL_CHANGE,
    EmailPurpose.UNDO_EMAIL_CHANGE: MailType.EMAIL_CHANGE_NOTICE,
    EmailPurpose.REACTIVATE: MailType.ACCOUNT_DELETED,
}


@handles(EmailTokenIssued, queue=Queue.URGENT)
def on_email_token_issued(session: Session, event: EmailTokenIssued) -> None:
    """Mail the link that a member asked for, unless they were erased meanwhile."""
    link = accounts_api.find_email_link(session, event.token_id)
    if link is None:
        return
    key, type = str(event.token_id), TOKEN_MAILS[link.purpose]
    mails.queue_mail(session, member_id=link.member_id, type=type, cause_key=key, params={"token_id": key})


@handles(PasswordChanged, queue=Queue.URGENT)
def on_password_changed(session: Session, event: PasswordChanged) -> None:
    """Tell a member that the password was changed, in case it was not they."""
    key = f"{event.member_id} {event.changed_at}"
    mails.queue_mail(session, member_id=event.member_id, type=MailType.PASSWORD_CHANGED, cause_key=key, params={})


@handles(SignupRepeated, queue=Queue.URGENT)
def on_signup_repeated(session: Session, event: SignupRepeated) -> None:
    """Tell a member, once a day, that their address signed up again: the page did not say so to whoever did it."""
    key = f"{event.member_id} {event.day}"
    mails.queue_mail(session, member_id=event.member_id, type=MailType.ALREADY_MEMBER, cause_key=key, params={})


@handles(MemberActivated)
def on_member_activated(session: Session, event: MemberActivated) -> None:
    """Welcome a member, once: what to do first."""
    key = str(event.member_id)
    mails.queue_mail(session, member_id=event.member_id, type=MailType.WELCOME, cause_key=key, params={})


@handles(MemberReactivated, queue=Queue.URGENT)
def on_member_reactivated(session: Session, event: MemberReactivated) -> None:
    """Tell a member who came back that everything is as it was."""
    key = f"{event.member_id} {event.reactivated_at}"
    mails.queue_mail(session, member_id=event.member_id, type=MailType.REACTIVATED, cause_key=key, params={})


@handles(NewBrowserLoggedIn, queue=Queue.URGENT)
def on_new_browser_logged_in(session: Session, event: NewBrowserLoggedIn) -> None:
    """Ask a member whether it was they who logged in from a browser that never did before."""
    found = accounts_api.find_session(session, event.session_id)
    if found is not None:
        params = {"session_id": str(event.session_id), "country": event.country}
        key = str(event.session_id)
        mails.queue_mail(session, member_id=found[0], type=MailType.NEW_DEVICE, cause_key=key, params=params)


@handles(GuessingStopped, queue=Queue.URGENT)
def on_guessing_stopped(session: Session, event: GuessingStopped) -> None:
    """Tell a member, once a day, that somebody tried wrong passwords for their account (spec 8.2)."""
    key = f"{event.member_id} {event.day}"
    mails.queue_mail(session, member_id=event.member_id, type=MailType.LOGIN_BLOCKED, cause_key=key, params={})


@handles(EmailChanged)
def on_email_changed(session: Session, event: EmailChanged) -> None:
    """Mail comes again where it had stopped because the old address was wrong (spec 8.7)."""
    wishes.lift_bounces(session, member_id=event.member_id)


@handles(ExportReady)
def on_export_ready(session: Session, event: ExportReady) -> None:
    """Tell a member that the copy of their data can be fetched."""
    export = accounts_api.find_export(session, event.export_id)
    if export is not None:
        tell(session, export.member_id, MailType.EXPORT_READY, export_id=event.export_id)


@handles(MemberDeleted)
def on_member_deleted(session: Session, event: MemberDeleted) -> None:
    """Push nothing any more to the browsers of who left."""
    subscriptions.end_push_subscriptions(session, member_id=event.member_id)


@handles(MemberErased)
def on_member_erased(session: Session, event: MemberErased) -> None:
    """Forget whatever was sent to an erased member, and how they wished it."""
    erasing.erase_member(session, member_id=event.member_id)


@handles(ContactForgotten)
def on_contact_forgotten(session: Session, event: ContactForgotten) -> None:
    """Forget whatever was sent to somebody without an account."""
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
