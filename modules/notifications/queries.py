"""Reads of the notifications module."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import ARRAY, Uuid, and_, any_, bindparam, exists, false, func, select

from app.kernel.db.read import columns_of, read
from app.kernel.db.session import Session
from modules.accounts import api as accounts_api
from modules.accounts.contracts import Member
from modules.notifications.contracts import (
    DEFAULTS,
    Browser,
    Channel,
    Disabled,
    MailRhythm,
    MailState,
    MailType,
    NoticeType,
    NotificationSettings,
    PushTarget,
)
from modules.notifications.models import (
    DeliveryRow,
    DisabledType,
    Mail,
    PreferenceRow,
    PushNoticeRow,
    PushSubscriptionRow,
)
from modules.profiles import api as profiles_api


@dataclass(frozen=True, slots=True)
class QueuedMail:
    """A mail to a member or to a contact, written from `type` and `params` when it is sent."""

    id: UUID
    member_id: UUID | None
    contact_id: UUID | None
    type: MailType
    params: dict[str, Any]
    state: MailState
    sent_at: datetime | None


def find_mail(session: Session, mail_id: UUID) -> QueuedMail | None:
    """Return a mail, or None when its member was erased."""
    return read(session, QueuedMail, select(*columns_of(QueuedMail, Mail)).where(Mail.id == mail_id)).one_or_none()


def find_state(session: Session, *, cause_key: str) -> MailState | None:
    """Return the state of the mail that was queued for a cause, or None without one."""
    return session.execute(select(Mail.state).where(Mail.cause_key == cause_key)).scalar_one_or_none()


def find_last_active(session: Session, member: Member) -> datetime:
    """Return a member's last activity; before the first, when the account was confirmed or created."""
    return profiles_api.find_last_active(session, member.id) or member.confirmed_at or member.signup_at


_TODAYS_MAILS = select(func.count()).where(
    Mail.member_id == bindparam("member_id"),
    Mail.type == bindparam("type"),
    Mail.created_at > func.now() - timedelta(days=1),
    Mail.state != MailState.DROPPED,
)


def count_todays_mails(session: Session, member_id: UUID, type: MailType) -> int:
    """Return how many mails of a type were queued or sent to a member in the last 24 hours."""
    return session.execute(_TODAYS_MAILS, {"member_id": member_id, "type": type}).scalar_one()


# Built once, because every login runs it.
_DISABLED = (
    select(DisabledType.type, DisabledType.cause, DisabledType.created_at.label("at"))
    .where(DisabledType.member_id == bindparam("member_id"))
    .order_by(DisabledType.type)
)


@dataclass(frozen=True, slots=True)
class Stopped:
    """Whether any type of mail is stopped for a member."""

    has_disabled: bool


STOPPED = select(exists().where(DisabledType.member_id == bindparam("member_id")).label("has_disabled"))


def list_disabled(session: Session, member_id: UUID) -> tuple[Disabled, ...]:
    """Return the types of mail that are stopped for a member, with the cause (spec 8.7)."""
    return tuple(read(session, Disabled, _DISABLED, {"member_id": member_id}))


_PREFERENCES = select(PreferenceRow.type, PreferenceRow.channel, PreferenceRow.is_on).where(
    PreferenceRow.member_id == bindparam("member_id")
)
_DELIVERY = select(
    DeliveryRow.mail_rhythm,
    DeliveryRow.quiet_from,
    DeliveryRow.quiet_until,
    DeliveryRow.shows_text,
    DeliveryRow.is_night_silent,
).where(DeliveryRow.member_id == bindparam("member_id"))


def get_settings(session: Session, member_id: UUID) -> NotificationSettings:
    """Return a member's notification settings, in three statements."""
    values = {"member_id": member_id}
    on = {channel: {type: type in types for type in NoticeType} for channel, types in DEFAULTS.items()}
    for row in session.execute(_PREFERENCES, values):
        on[row.channel][row.type] = row.is_on
    delivery = session.execute(_DELIVERY, values).one_or_none()
    return NotificationSettings(
        mail=on[Channel.MAIL],
        push=on[Channel.PUSH],
        disabled=list_disabled(session, member_id),
        mail_rhythm=delivery.mail_rhythm if delivery else MailRhythm.AT_ONCE,
        quiet_from=delivery.quiet_from if delivery else None,
        quiet_until=delivery.quiet_until if delivery else None,
        shows_text=delivery.shows_text if delivery else False,
        is_night_silent=delivery.is_night_silent if delivery else True,
    )


_LOGINS = accounts_api.open_sessions()
# Only browsers in which the member is logged in.
_ALL_BROWSERS = select(PushSubscriptionRow.id).join(
    _LOGINS,
    and_(_LOGINS.c.id == PushSubscriptionRow.session_id, _LOGINS.c.member_id == PushSubscriptionRow.member_id),
)
_BROWSERS = _ALL_BROWSERS.where(PushSubscriptionRow.member_id == bindparam("member_id"))
_BROWSER_FACTS = _BROWSERS.add_columns(
    PushSubscriptionRow.user_agent,
    PushSubscriptionRow.created_at,
    PushSubscriptionRow.used_at,
    func.coalesce(PushSubscriptionRow.session_id == bindparam("login_id", type_=Uuid), false()).label("is_current"),
).order_by(func.coalesce(PushSubscriptionRow.used_at, PushSubscriptionRow.created_at).desc())
_TARGETS = _BROWSERS.with_only_columns(*columns_of(PushTarget, PushSubscriptionRow)).where(
    PushSubscriptionRow.id == bindparam("id")
)
_WITH_BROWSERS = (
    _ALL_BROWSERS.with_only_columns(PushSubscriptionRow.member_id)
    .where(PushSubscriptionRow.member_id == any_(bindparam("member_ids", type_=ARRAY(Uuid))))
    .distinct()
)


def list_browsers(session: Session, member_id: UUID, *, login_id: UUID | None = None) -> list[Browser]:
    """Return the browsers that get a member's push messages, the last used first."""
    return read(session, Browser, _BROWSER_FACTS, {"member_id": member_id, "login_id": login_id}).all()


def list_with_browsers(session: Session, member_ids: Iterable[UUID]) -> list[UUID]:
    """Return those of these members whose push messages any browser gets."""
    return list(session.execute(_WITH_BROWSERS, {"member_ids": list(member_ids)}).scalars())


def list_browser_ids(session: Session, member_id: UUID) -> list[UUID]:
    """Return the ids of the browsers that get a member's push messages."""
    return list(session.execute(_BROWSERS, {"member_id": member_id}).scalars())


def find_target(session: Session, *, member_id: UUID, subscription_id: UUID) -> PushTarget | None:
    """Return the push target of one of a member's browsers, or None when its subscription has ended."""
    return read(session, PushTarget, _TARGETS, {"member_id": member_id, "id": subscription_id}).one_or_none()


def find_notice(session: Session, *, member_id: UUID, type: NoticeType, version: int) -> list[UUID] | None:
    """Return the ids that a push message is about, or None when a later version replaced it."""
    row = PushNoticeRow
    one = select(row.about).where(row.member_id == member_id, row.type == type, row.version == version)
    return session.execute(one).scalar_one_or_none()
