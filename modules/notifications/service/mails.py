"""Commands of mails: queue, write, drop and record as sent."""

from datetime import datetime
from email.message import EmailMessage
from typing import Any
from uuid import UUID

from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects.postgresql import insert

from app.kernel import clock
from app.kernel.db.session import Session
from app.kernel.events.outbox import publish
from app.kernel.ids import new_id
from modules.accounts import api as accounts_api
from modules.accounts.contracts import Member, MemberStatus
from modules.notifications import policies, queries
from modules.notifications.contracts import MailState, MailType
from modules.notifications.events import MailQueued
from modules.notifications.models import Mail
from modules.notifications.service import case_letters, composing, letters, money_letters
from modules.sites import api as sites_api

# Mails about access to an account; sent to deleted members too, because they can reactivate the account.
ACCESS_MAILS = (
    MailType.RESET_PASSWORD,
    MailType.PASSWORD_CHANGED,
    MailType.EMAIL_CHANGE_NOTICE,
    MailType.ACCOUNT_DELETED,
    MailType.ALREADY_MEMBER,
)
# The only mails to a member who claims an address: the links that prove it.
CLAIM_MAILS = (MailType.ACTIVATE, MailType.EMAIL_CHANGE)
# The mails to other unconfirmed addresses: strangers may have typed them, so each of these is limited.
UNCONFIRMED_MAILS = (
    *CLAIM_MAILS,
    MailType.RESET_PASSWORD,
    MailType.ACCOUNT_DELETED,
    MailType.REACTIVATED,
)
# Mails that somebody waits for, that protect an account, or that are about money; sent before all others.
URGENT_MAILS = frozenset(
    {
        *ACCESS_MAILS,
        *CLAIM_MAILS,
        MailType.EXPORT_READY,
        MailType.REACTIVATED,
        MailType.NEW_DEVICE,
        MailType.LOGIN_BLOCKED,
        *money_letters.LETTERS,
    }
) - {MailType.DISCOUNT, MailType.APOLOGY}


def queue_mail(
    session: Session,
    *,
    member_id: UUID,
    type: MailType,
    cause_key: str,
    params: dict[str, str],
    not_before: datetime | None = None,
) -> None:
    """Queue a mail to a member, once for each `cause_key`; with `not_before` it waits until then."""
    mail = {"member_id": member_id, "params": params}
    _queue(session, type=type, cause_key=cause_key, not_before=not_before, **mail)


def queue_mail_about(session: Session, member_id: UUID, type: MailType, **about: UUID) -> None:
    """Queue a mail about one row, once; its letter finds the row by the id that is given by name."""
    params = {name: str(id) for name, id in about.items()}
    queue_mail(session, member_id=member_id, type=type, cause_key=" ".join(params.values()), params=params)


def _queue(
    session: Session, *, type: MailType, cause_key: str, not_before: datetime | None = None, **values: Any
) -> None:
    row = {"id": new_id(), "type": type, "cause_key": f"{type} {cause_key}", "not_before": not_before, **values}
    mail_id = session.execute(insert(Mail).values(row).on_conflict_do_nothing().returning(Mail.id)).scalar_one_or_none()
    if mail_id is not None and not_before is None:
        publish(session, _mail_queued(mail_id, type))


def _mail_queued(mail_id: UUID, type: str) -> MailQueued:
    return MailQueued(mail_id, is_urgent=type in URGENT_MAILS)


def queue_mail_to_contact(
    session: Session, *, contact_id: UUID, type: MailType, cause_key: str, params: dict[str, str]
) -> None:
    """Queue a mail to a contact without an account, once for each `cause_key`."""
    _queue(session, contact_id=contact_id, type=type, cause_key=cause_key, params=params)


def release_due(session: Session, *, limit: int) -> int:
    """Queue the mails whose `not_before` has passed for sending; returns how many."""
    due = select(Mail.id).where(Mail.not_before <= func.now()).limit(limit).with_for_update(skip_locked=True)
    released = update(Mail).where(Mail.id.in_(due)).values(not_before=None).returning(Mail.id, Mail.type)
    mails = session.execute(released).all()
    if mails:
        publish(session, *(_mail_queued(mail.id, mail.type) for mail in mails))
    return len(mails)


def write_mail(session: Session, *, mail_id: UUID) -> EmailMessage | None:
    """Return a queued mail in its reader's language (spec 1.9); None when it is sent already, is no longer needed or
    waits for the end of quiet hours.
    """
    mail = queries.find_mail(session, mail_id)
    if mail is None or mail.state != MailState.QUEUED:
        return None
    if mail.contact_id is not None:
        contact = accounts_api.get_contact(session, mail.contact_id)
        site = sites_api.get_site(session, contact.site_id)
        about_case = case_letters.write_letter(session, site, contact.language, mail.type, mail.params)
        return composing.compose(site, contact, mail.type, about_case, mail_id=mail_id)
    assert mail.member_id is not None  # noqa: S101 # a mail that is for no contact is for a member
    member = accounts_api.get_member(session, mail.member_id)
    site = sites_api.get_site(session, member.site_id)
    type, letter = mail.type, None
    # Checked again, because hours may pass between queueing and writing.
    settings = queries.get_settings(session, member.id)
    if _may_receive(member, type) and policies.may_mail(settings, type):
        quiet = policies.quiet_until(clock.now(), site.zone, settings) if type in policies.OPTIONAL_MAILS else None
        if quiet is not None:
            session.execute(update(Mail).where(Mail.id == mail_id).values(not_before=quiet))
            return None
        letter = letters.write_letter(session, site, member, type, mail.params)
    if letter is None:
        drop_mail(session, mail_id=mail_id)
        if member.status is MemberStatus.ERASED:
            # It was queued during the erasure, so it must be deleted too.
            session.execute(delete(Mail).where(Mail.id == mail_id))
        return None
    return composing.compose(site, member, type, letter, mail_id=mail_id)


def drop_mail(session: Session, *, mail_id: UUID) -> None:
    """Record that a mail will not be sent."""
    waiting = (Mail.id == mail_id, Mail.state == MailState.QUEUED)
    session.execute(update(Mail).where(*waiting).values(state=MailState.DROPPED, not_before=None))


def record_sent(session: Session, *, mail_id: UUID) -> None:
    """Record that the SMTP server accepted a mail."""
    done = {"state": MailState.SENT, "sent_at": func.now(), "attempts": Mail.attempts + 1}
    session.execute(update(Mail).where(Mail.id == mail_id, Mail.state == MailState.QUEUED).values(done))


_REFUND_MAILS = (MailType.REFUND_ASKED, MailType.REFUND_ARRIVED, MailType.REFUND_FAILED)


def _may_receive(member: Member, type: MailType) -> bool:
    """Return whether a member may get a mail of a type.

    Banned and fictional members get none, deleted and unconfirmed ones only some about their account. Mails about
    complaints, decisions and refunds are sent whatever the state of the account, until it is erased, but not to an
    address that is only claimed: it may have another owner, who would read them.
    """
    if member.is_claim and type not in CLAIM_MAILS:
        return False
    if type in case_letters.COMPLAINTS or type in _REFUND_MAILS:
        return member.status is not MemberStatus.ERASED
    if type in case_letters.DECISIONS:
        return member.status is not MemberStatus.ERASED and not member.is_fictional
    if member.confirmed_at is None and type not in UNCONFIRMED_MAILS:
        return False
    if member.status is MemberStatus.DELETED:
        return type in ACCESS_MAILS
    return not member.is_fictional and member.status in (MemberStatus.ACTIVE, MemberStatus.NOT_CONFIRMED)
