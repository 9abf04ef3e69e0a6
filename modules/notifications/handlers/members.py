"""Handlers of messages and likes: notifications about other members."""

from collections.abc import Sequence
from uuid import UUID

from app.kernel import clock
from app.kernel.db.session import Session
from app.kernel.events.outbox import BACKGROUND_INTERVAL, EVENTS_PER_JOB, handles
from modules.accounts import api as accounts_api
from modules.messaging import api as messaging_api
from modules.messaging.contracts import ABSENT
from modules.messaging.events import MessageSent
from modules.notifications.contracts import MailType, NoticeType
from modules.notifications.service import optional_mails, pushes
from modules.social import api as social_api
from modules.social.events import LikeGiven


@handles(MessageSent, batch=EVENTS_PER_JOB, interval=BACKGROUND_INTERVAL)
def on_message_sent(session: Session, events: Sequence[MessageSent]) -> None:
    """Notify members of new messages; by mail only of the first unread one of a conversation.

    Most messages are read at once or follow an unread one; those queue no mail.
    """
    recipients = accounts_api.list_members(session, {event.recipient_id for event in events})
    present = [event for event in events if recipients[event.recipient_id].status not in ABSENT]
    pushes.request_pushes(session, {event.recipient_id for event in present}, NoticeType.MESSAGE)
    first = messaging_api.list_first_unread(session, [event.message_id for event in present])
    for event in present:
        message_id, member_id = event.message_id, event.recipient_id
        if message_id not in first:
            continue
        if messaging_api.find_waiting_message(session, member_id=member_id, message_id=message_id) is None:
            continue
        params = {"message_id": str(message_id)}
        optional_mails.queue_optional_mail(
            session, member_id=member_id, type=MailType.NEW_MESSAGE, cause_key=str(message_id), params=params
        )


@handles(LikeGiven, batch=EVENTS_PER_JOB)
def on_like_given(session: Session, events: Sequence[LikeGiven]) -> None:
    """Notify the recipients of likes: of a match at once, of other likes at most once a day by mail."""
    for event in events:
        _notify_of_like(session, member_id=event.to_id, other_id=event.from_id)


def _notify_of_like(session: Session, *, member_id: UUID, other_id: UUID) -> None:
    if not social_api.is_listed(session, member_id, other_id):
        return
    params = {"other_id": str(other_id)}
    if social_api.is_match(session, member_id, other_id):
        key = f"{member_id} {other_id}"
        optional_mails.queue_optional_mail(
            session, member_id=member_id, type=MailType.NEW_MATCH, cause_key=key, params=params
        )
        pushes.request_push(session, member_id=member_id, type=NoticeType.MATCH, about=other_id)
    else:
        key = f"{member_id} {clock.today()}"
        optional_mails.queue_optional_mail(
            session, member_id=member_id, type=MailType.NEW_LIKE, cause_key=key, params=params
        )
        pushes.request_push(session, member_id=member_id, type=NoticeType.LIKE)


HANDLERS = (
    on_message_sent,
    on_like_given,
)
