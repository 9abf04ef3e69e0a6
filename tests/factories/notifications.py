"""Browsers that get push messages, for tests."""

from uuid import UUID, uuid4

from sqlalchemy import select

from app.kernel.db.session import Session
from modules.notifications.contracts import PushTarget
from modules.notifications.models import PushSubscriptionRow
from modules.notifications.service import subscriptions

# The browser of RFC 8291's example.
PUSH_KEYS = {
    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
}


def subscribe_browser(session: Session, *, member_id: UUID, session_id: UUID) -> UUID:
    """Let the browser of a login get push messages; returns the subscription's id."""
    target = PushTarget(f"https://fcm.googleapis.com/fcm/send/{uuid4().hex}", **PUSH_KEYS)
    subscriptions.save_push_subscription(
        session, member_id=member_id, session_id=session_id, target=target, user_agent="Chrome on a test"
    )
    row = PushSubscriptionRow
    return session.execute(select(row.id).where(row.endpoint == target.endpoint)).scalar_one()
