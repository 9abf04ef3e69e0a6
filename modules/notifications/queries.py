"""Reads of the notifications module."""

from typing import Any
from uuid import UUID

from sqlalchemy import Row, bindparam, select
from sqlalchemy.orm import Session

from modules.notifications.contracts import DEFAULTS, Cause, Channel, Disabled, MailRhythm, NoticeType, Wishes
from modules.notifications.models import DeliveryRow, DisabledType, Mail, PreferenceRow


def find_mail(session: Session, mail_id: UUID) -> Row[Any] | None:
    """Return a mail's id, whom it goes to, type, params and state, or None when its member was erased."""
    columns = (Mail.id, Mail.member_id, Mail.contact_id, Mail.type, Mail.params, Mail.state)
    return session.execute(select(*columns).where(Mail.id == mail_id)).one_or_none()


# Built once, because every login asks it.
_DISABLED = (
    select(DisabledType.type, DisabledType.cause, DisabledType.created_at)
    .where(DisabledType.member_id == bindparam("member_id"))
    .order_by(DisabledType.type)
)


def list_disabled(session: Session, member_id: UUID) -> tuple[Disabled, ...]:
    """Return the kinds of mail that a member does not get, with the cause (spec 8.7)."""
    rows = session.execute(_DISABLED, {"member_id": member_id})
    return tuple(Disabled(NoticeType(row.type), Cause(row.cause), row.created_at) for row in rows)


_CHOSEN = select(PreferenceRow.type, PreferenceRow.channel, PreferenceRow.is_on).where(
    PreferenceRow.member_id == bindparam("member_id")
)
_DELIVERY = select(
    DeliveryRow.mail_rhythm, DeliveryRow.quiet_from, DeliveryRow.quiet_until, DeliveryRow.shows_text
).where(DeliveryRow.member_id == bindparam("member_id"))


def get_wishes(session: Session, member_id: UUID) -> Wishes:
    """Return how a member wants to be told, in three statements."""
    values = {"member_id": member_id}
    on = {channel: dict(types) for channel, types in DEFAULTS.items()}
    for row in session.execute(_CHOSEN, values):
        on[Channel(row.channel)][NoticeType(row.type)] = row.is_on
    delivery = session.execute(_DELIVERY, values).one_or_none()
    return Wishes(
        mail=on[Channel.MAIL],
        push=on[Channel.PUSH],
        disabled=list_disabled(session, member_id),
        mail_rhythm=MailRhythm(delivery.mail_rhythm) if delivery else MailRhythm.AT_ONCE,
        quiet_from=delivery.quiet_from if delivery else None,
        quiet_until=delivery.quiet_until if delivery else None,
        shows_text=delivery.shows_text if delivery else False,
    )
