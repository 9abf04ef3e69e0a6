"""Mails and push subscriptions in the console, without the content of any mail or message."""

from datetime import timedelta
from typing import Any

from sqlalchemy import Select, Uuid, cast, func, literal, select

from app.kernel.events.outbox import InboxEntry, OutboxEvent
from app.kernel.figures import Figure, Moment, first_id_at
from app.kernel.resources import Resource, badge, instant, number, ref, rows_of, text
from modules.notifications.contracts import Cause, MailState, MailType, NoticeType, PushAnswer
from modules.notifications.events import MailQueued, PushAnswered
from modules.notifications.models import DisabledType, Mail, PushSubscriptionRow

MAILS = Resource(
    key="notifications.mails",
    label="Emails",
    title=("type", "created_at"),
    empty="No emails yet. This list shows what was sent and when, never the content.",
    icon="MailOutlined",
    group="engine",
    rows=rows_of(Mail),
    columns=(
        instant("created_at", "Created"),
        badge("type", "Type", [*MailType]),
        badge("state", "State", [*MailState]),
        ref("member_id", "Member", to="accounts.members", related=True),
        number("attempts", "Attempts"),
        instant("not_before", "Not before", in_list=False),
        instant("sent_at", "Sent"),
    ),
    filters=("member_id", "state", "type", "created_at"),
    default_sort="-id",
)

# For support, when a member asks why a mail did not arrive.
STOPPED = Resource(
    key="notifications.stopped",
    label="Disabled emails",
    title=("type", "member_id"),
    empty="No emails are disabled.",
    icon="MailOutlined",
    group="engine",
    permission="notifications.mails.read",
    rows=rows_of(DisabledType, key=("member_id", "type")),
    columns=(
        badge("type", "Type", [*NoticeType]),
        badge("cause", "Cause", [*Cause]),
        instant("created_at", "Since"),
        ref("member_id", "Member", to="accounts.members", related=True),
    ),
    filters=("member_id",),
    among_facts=True,
)

# Only the host of the endpoint: the whole endpoint would allow sending messages to the browser.
SUBSCRIPTIONS = Resource(
    key="notifications.push-subscriptions",
    label="Push subscriptions",
    title=("member_id", "service"),
    empty="No push subscriptions yet.",
    icon="NotificationsOutlined",
    group="engine",
    rows=rows_of(PushSubscriptionRow, service=func.split_part(PushSubscriptionRow.endpoint, "/", 3)),
    columns=(
        instant("created_at", "Since"),
        ref("member_id", "Member", to="accounts.members", related=True),
        text("service", "Service"),
        text("user_agent", "Browser"),
        instant("used_at", "Last used"),
    ),
    filters=("member_id",),
    default_sort="-id",
)

RESOURCES = (STOPPED, MAILS, SUBSCRIPTIONS)

# The longest time for which a mail is retried, and the longest between its creation and its sending: a digest waits for
# up to a week, and then for the end of quiet hours.
MAX_RETRY = timedelta(days=3)
MAX_WAIT = timedelta(weeks=1, days=1) + MAX_RETRY


def mails(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    """Select the mails sent in a period; ids are ordered by time, so that the primary key narrows the search."""
    found = select(Mail.member_id, literal(1).label("amount")).where(Mail.id >= first_id_at(begin - MAX_WAIT))
    return found.where(Mail.sent_at >= begin, Mail.sent_at < end)


def tried_again(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    """Select the mails that were sent after at least one retry."""
    return _deliveries(begin).where(InboxEntry.done_at >= begin, InboxEntry.done_at < end, InboxEntry.attempts > 0)


def given_up(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    """Select the mails that no mail server accepted."""
    return _deliveries(begin).where(InboxEntry.failed_at >= begin, InboxEntry.failed_at < end)


def _deliveries(begin: Moment) -> Select[*tuple[Any, ...]]:
    event = OutboxEvent
    found = select(Mail.member_id, literal(1).label("amount")).select_from(event)
    found = found.join(InboxEntry, InboxEntry.event_id == event.id)
    found = found.join(Mail, Mail.id == cast(event.payload["mail_id"].astext, Uuid))
    return found.where(event.id >= first_id_at(begin - MAX_RETRY), event.name == MailQueued.name())


def bounces(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    """Select the members whose mail bounced."""
    return _disabled(Cause.BOUNCE, begin, end)


def spam_reports(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    """Select the members who reported a mail as spam."""
    return _disabled(Cause.SPAM_REPORT, begin, end)


def _disabled(cause: Cause, begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    row = DisabledType
    found = select(row.member_id, literal(1).label("amount")).distinct().where(row.cause == cause)
    return found.where(row.created_at >= begin, row.created_at < end)


def pushes(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    """Select the push messages that a push service accepted."""
    return _answered(begin, end, PushAnswer.TAKEN)


def browsers_gone(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    """Select the push messages whose subscription had ended."""
    return _answered(begin, end, PushAnswer.GONE)


def pushes_lost(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    """Select the push messages that the service refused or did not accept within a day."""
    return _answered(begin, end, PushAnswer.REFUSED, PushAnswer.LATE)


def _answered(begin: Moment, end: Moment, *answers: PushAnswer) -> Select[*tuple[Any, ...]]:
    event = OutboxEvent
    found = select(cast(event.payload["member_id"].astext, Uuid).label("member_id"), literal(1).label("amount"))
    found = found.where(event.id >= first_id_at(begin), event.id < first_id_at(end))
    return found.where(event.name == PushAnswered.name(), event.payload["answer"].astext.in_(answers))


SENT, PUSHED = "notifications.mails", "notifications.pushes"
FIGURES = (
    Figure(SENT, "Emails sent", mails),
    Figure("notifications.tried-again", "Emails sent after a retry", tried_again, share_of=SENT),
    Figure("notifications.given-up", "Emails failed", given_up, share_of=SENT),
    Figure("notifications.bounces", "Emails bounced", bounces, share_of=SENT),
    Figure("notifications.spam-reports", "Emails reported as spam", spam_reports, share_of=SENT),
    Figure(PUSHED, "Push messages sent", pushes),
    Figure("notifications.browsers-gone", "Expired push subscriptions", browsers_gone, share_of=PUSHED),
    Figure("notifications.pushes-lost", "Push messages rejected", pushes_lost, share_of=PUSHED),
)
