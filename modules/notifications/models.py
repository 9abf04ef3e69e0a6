"""Tables of the notifications module."""

from datetime import datetime, time
from typing import Any
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey, Index, SmallInteger, Uuid, func, text
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.db.session import Base
from app.kernel.personal.tables import WORKING_NOTE, Erasure, Personal
from modules.notifications.contracts import Cause, Channel, MailRhythm, MailState, MailType, NoticeType


@Personal(Erasure.DELETED, copied="mails")
class Mail(Base):
    """A mail to one member, or to a contact without an account.

    Its text is written from `type` and `params` when it is sent, so the table holds no secrets.
    """

    __tablename__ = "mail"
    __table_args__ = (
        CheckConstraint("(state = 'sent') = (sent_at IS NOT NULL)", name="sent_at"),
        CheckConstraint("num_nonnulls(member_id, contact_id) = 1", name="to_somebody"),
        Index("mail_member_idx", "member_id", "created_at"),
        # For filters of the console that match few rows.
        Index("mail_type_idx", "type", "id"),
        Index("mail_state_idx", "state", "id"),
        Index("mail_created_idx", "created_at"),
        Index("mail_contact_idx", "contact_id", postgresql_where=text("contact_id IS NOT NULL")),
        Index("mail_waiting_idx", "not_before", postgresql_where=text("not_before IS NOT NULL")),
        CheckConstraint("not_before IS NULL OR state = 'queued'", name="not_before"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    member_id: Mapped[UUID | None] = mapped_column(ForeignKey("accounts.member.id"))
    contact_id: Mapped[UUID | None]
    type: Mapped[MailType]
    params: Mapped[dict[str, Any]] = mapped_column(JSONB, server_default="{}")
    # Unique for each cause, so that a handler that runs twice queues one mail.
    cause_key: Mapped[str] = mapped_column(unique=True)
    state: Mapped[MailState] = mapped_column(server_default=MailState.QUEUED)
    attempts: Mapped[int] = mapped_column(SmallInteger, server_default="0")
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    # Set while a mail waits, as for the end of quiet hours or for the next digest.
    not_before: Mapped[datetime | None]
    sent_at: Mapped[datetime | None]


@Personal(Erasure.DELETED, copied="push_subscriptions")
class PushSubscriptionRow(Base):
    """A browser that wants push messages (spec 3.12)."""

    __tablename__ = "push_subscription"
    __table_args__ = (
        CheckConstraint("endpoint LIKE 'https://%'", name="endpoint_is_https"),
        Index("push_subscription_member_idx", "member_id"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    member_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.member.id"))
    endpoint: Mapped[str] = mapped_column(unique=True)
    p256dh: Mapped[str]
    auth: Mapped[str]
    # The login session in which it was made; pushes end with that session.
    session_id: Mapped[UUID]
    user_agent: Mapped[str] = mapped_column(server_default="")
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    used_at: Mapped[datetime | None]


@Personal(Erasure.DELETED, copied="pushed")
class PushNoticeRow(Base):
    """The pending or last push message of one type for a member; many events share one row.

    While it waits, `due_at` is set and `asked_at` is since when. `about` holds the ids of the matches or offers that it
    is about. `version` counts how often it was released for sending, last at `sent_at`.
    """

    __tablename__ = "push_notice"
    __table_args__ = (
        CheckConstraint("version >= 0", name="version"),
        Index("push_notice_due_idx", "due_at", postgresql_where=text("due_at IS NOT NULL")),
    )

    member_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.member.id"), primary_key=True)
    type: Mapped[NoticeType] = mapped_column(primary_key=True)
    about: Mapped[list[UUID]] = mapped_column(ARRAY(Uuid), server_default="{}")
    asked_at: Mapped[datetime] = mapped_column(server_default=func.now())
    due_at: Mapped[datetime | None]
    sent_at: Mapped[datetime | None]
    version: Mapped[int] = mapped_column(server_default="0")


@Personal(Erasure.DELETED, not_copied=WORKING_NOTE)
class UnsentPushRow(Base):
    """A push message that one browser has still to be sent; deleted once its push service has answered.

    It is sent or retried at `next_try_at`, and is no longer needed when the push message has a later version.
    """

    __tablename__ = "unsent_push"
    __table_args__ = (Index("unsent_push_next_try_idx", "next_try_at"),)

    member_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.member.id"), primary_key=True)
    subscription_id: Mapped[UUID] = mapped_column(primary_key=True)
    type: Mapped[NoticeType] = mapped_column(primary_key=True)
    version: Mapped[int]
    queued_at: Mapped[datetime]
    next_try_at: Mapped[datetime] = mapped_column(server_default=func.now())


@Personal(Erasure.DELETED, copied="disabled")
class DisabledType(Base):
    """A type of mail that is stopped for a member by an unsubscribe link, a bounce or a spam report (spec 8.7)."""

    __tablename__ = "disabled_type"

    member_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.member.id"), primary_key=True)
    type: Mapped[NoticeType] = mapped_column(primary_key=True)
    cause: Mapped[Cause]
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())


@Personal(Erasure.DELETED, copied="settings")
class PreferenceRow(Base):
    """A member's choice for one notification type and channel; without a row the default applies."""

    __tablename__ = "preference"

    member_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.member.id"), primary_key=True)
    type: Mapped[NoticeType] = mapped_column(primary_key=True)
    channel: Mapped[Channel] = mapped_column(primary_key=True)
    is_on: Mapped[bool]
    changed_at: Mapped[datetime] = mapped_column(server_default=func.now())


@Personal(Erasure.DELETED, copied="settings")
class DeliveryRow(Base):
    """A member's digest, quiet hours and push options; without a row the columns' defaults apply."""

    __tablename__ = "delivery"
    __table_args__ = (
        CheckConstraint(
            "(quiet_from IS NULL) = (quiet_until IS NULL) AND (quiet_from <> quiet_until) IS NOT FALSE",
            name="quiet_hours",
        ),
    )

    member_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.member.id"), primary_key=True)
    mail_rhythm: Mapped[MailRhythm] = mapped_column(server_default=MailRhythm.AT_ONCE)
    quiet_from: Mapped[time | None]
    quiet_until: Mapped[time | None]
    shows_text: Mapped[bool] = mapped_column(server_default="false")
    is_night_silent: Mapped[bool] = mapped_column(server_default="true")
    changed_at: Mapped[datetime] = mapped_column(server_default=func.now())
