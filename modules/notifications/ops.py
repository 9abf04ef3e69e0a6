"""Mails and push subscriptions in the ops console: that something was sent, never what it said."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import Select, func, literal, select
from sqlalchemy.orm import Session

from app.kernel.figures import Figure
from app.kernel.ids import first_id_at
from app.kernel.ops import OpsQuery, Page, Resource, badge, instant, number, read_page, ref, text
from modules.notifications.contracts import Cause, MailState, MailType
from modules.notifications.models import DisabledType, Mail, PushSubscriptionRow


@dataclass(frozen=True, slots=True)
class MailRecord:
    """A mail to a member, or to somebody without an account."""

    id: UUID
    member_id: UUID | None
    type: str
    state: str
    attempts: int
    created_at: datetime
    not_before: datetime | None
    sent_at: datetime | None


@dataclass(frozen=True, slots=True)
class SubscriptionRecord:
    """A browser that may be pushed to; whoever knew its whole address could try to write to it."""

    id: UUID
    member_id: UUID
    service: str
    user_agent: str
    created_at: datetime
    used_at: datetime | None


def list_mails(session: Session, query: OpsQuery) -> Page[MailRecord]:
    """Return a page of the mails of all sites."""
    columns = [getattr(Mail, name) for name in MailRecord.__dataclass_fields__]
    return read_page(session, select(*columns), MailRecord, query)


def list_subscriptions(session: Session, query: OpsQuery) -> Page[SubscriptionRecord]:
    """Return a page of the push subscriptions, each with its service's host alone."""
    row = PushSubscriptionRow
    own = [getattr(row, name) for name in SubscriptionRecord.__dataclass_fields__ if name != "service"]
    service = func.split_part(row.endpoint, "/", 3).label("service")
    return read_page(session, select(*own, service), SubscriptionRecord, query)


MAILS = Resource(
    key="notifications.mails",
    label="Mails",
    title="type",
    icon="MailOutlined",
    group="engine",
    permission="notifications.mails.read",
    rows=list_mails,
    columns=(
        instant("created_at", "Written"),
        badge("type", "About", [*MailType]),
        badge("state", "State", [*MailState]),
        ref("member_id", "Member", to="accounts.members", related=True),
        number("attempts", "Tries"),
        instant("not_before", "Waits until", in_list=False),
        instant("sent_at", "Sent"),
    ),
    filters=("member_id", "state", "type"),
    default_sort="-id",
)

SUBSCRIPTIONS = Resource(
    key="notifications.push-subscriptions",
    label="Push subscriptions",
    title="service",
    icon="NotificationsOutlined",
    group="engine",
    permission="notifications.push-subscriptions.read",
    rows=list_subscriptions,
    columns=(
        instant("created_at", "Since"),
        ref("member_id", "Member", to="accounts.members", related=True),
        text("service", "Service"),
        text("user_agent", "Browser"),
        instant("used_at", "Used last"),
    ),
    filters=("member_id",),
    default_sort="-id",
)

RESOURCES = (MAILS, SUBSCRIPTIONS)

# No mail waits longer before it is sent.
LONGEST_WAIT = timedelta(days=3)


def mails(begin: datetime, end: datetime) -> Select[*tuple[Any, ...]]:
    """Every mail that was sent; their ids are ordered by time, so that the primary key finds those of a day."""
    found = select(Mail.member_id, literal(1).label("amount")).where(Mail.id >= first_id_at(begin - LONGEST_WAIT))
    return found.where(Mail.sent_at >= begin, Mail.sent_at < end)


def bounces(begin: datetime, end: datetime) -> Select[*tuple[Any, ...]]:
    """Everybody whose mail came back."""
    return _disabled(Cause.BOUNCE, begin, end)


def spam_reports(begin: datetime, end: datetime) -> Select[*tuple[Any, ...]]:
    """Everybody who called a mail spam."""
    return _disabled(Cause.SPAM_REPORT, begin, end)


def _disabled(cause: Cause, begin: datetime, end: datetime) -> Select[*tuple[Any, ...]]:
    row = DisabledType
    found = select(row.member_id, literal(1).label("amount")).distinct().where(row.cause == cause)
    return found.where(row.created_at >= begin, row.created_at < end)


FIGURES = (
    Figure("notifications.mails", "Mails sent", mails),
    Figure("notifications.bounces", "Mails that came back", bounces),
    Figure("notifications.spam-reports", "Mails called spam", spam_reports),
)
