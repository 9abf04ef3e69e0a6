"""Reactions of the messaging module."""

from collections.abc import Sequence

from app.kernel.db.session import Session, transaction
from app.kernel.events.outbox import BACKGROUND_INTERVAL, EVENTS_PER_JOB, Queue, handles
from modules.accounts.events import MemberErased
from modules.media import api as media_api
from modules.media.contracts import Use
from modules.media.errors import Rejected
from modules.messaging.events import MessageSent, PhotoPosted, PhotoRemoved
from modules.messaging.queries import conversations as queries
from modules.messaging.queries import holds
from modules.messaging.service import conversations, leaving, photos


@handles(MessageSent, batch=EVENTS_PER_JOB, interval=BACKGROUND_INTERVAL)
def on_message_sent(session: Session, events: Sequence[MessageSent]) -> None:
    """Refund messages whose recipients left while they were sent."""
    leaving.refund_undelivered(session, {event.message_id: event.recipient_id for event in events})


@handles(PhotoPosted, managed=False, queue=Queue.SLOW)
def process_chat_photo(event: PhotoPosted) -> None:
    """Process an uploaded photo; one that cannot be decoded is refunded at once."""
    with transaction(read_only=True) as session:
        upload = queries.find_upload(session, event.message_id)
    if upload is None:
        return
    try:
        picture = media_api.store_upload(upload, use=Use.CHAT)
    except Rejected:
        with transaction() as session:
            conversations.refund_failed_photo(session, message_id=event.message_id)
        return
    with transaction() as session:
        is_kept = photos.finish_photo(session, message_id=event.message_id, picture=picture)
    if not is_kept:
        media_api.remove_files(Use.CHAT, upload.folder)


@handles(PhotoRemoved, managed=False)
def remove_chat_photo_files(event: PhotoRemoved) -> None:
    """Remove the files of a removed photo, unless a case holds them: releasing the hold publishes the event again."""
    with transaction(read_only=True) as session:
        is_held = holds.is_held(session, event.message_id)
        folder = None if is_held else queries.find_photo_folder(session, event.message_id)
    if folder is not None:
        media_api.remove_files(Use.CHAT, folder)
        with transaction() as session:
            photos.forget_sizes(session, message_id=event.message_id)


@handles(MemberErased)
def on_member_erased(session: Session, event: MemberErased) -> None:
    """Empty an erased member's messages, and refund messages that they never read."""
    leaving.erase_member(session, member_id=event.member_id)
