"""Handlers of messages and likes: notifications about other members."""

from app.kernel import clock
from app.kernel.db.session import Session
from app.kernel.events.outbox import EVENTS_PER_JOB, handles
from modules.accounts import api as accounts_api
from modules.messaging import api as messaging_api
from modules.messaging.contracts import ABSENT
from modules.messaging.events import MessageSent
from modules.notifications.contracts import MailType, NoticeType
from modules.notifications.service import optional_mails, pushes
from modules.social import api as social_api
from modules.social.events import LikeGiven


@handles(MessageSent, batch=EVENTS_PER_JOB)
def on_message_sent(session: Session, event: MessageSent) -> None:
    """Notify a member of a new message; by mail only of the first unread one of a conversation.

    Most messages are read at once or follow an unread one; those queue no mail.
    """
    message_id, member_id = event.message_id, event.recipient_id
    if accounts_api.get_member(session, member_id).status in ABSENT:
        return
    pushes.request_push(session, member_id=member_id, type=NoticeType.MESSAGE)
    if messaging_api.find_waiting_message(session, member_id=member_id, message_id=message_id) is None:
        return
    params = {"message_id": str(message_id)}
    optional_mails.queue_optional_mail(
        session, member_id=member_id, type=MailType.NEW_MESSAGE, cause_key=str(message_id), params=params
    )


@handles(LikeGiven, batch=EVENTS_PER_JOB)
def on_like_given(session: Session, event: LikeGiven) -> None:
    """Notify the recipient of a like: of a match at once, of other likes at most once a day by mail."""
    member_id, other_id = event.to_id, event.from_id
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
