"""Commands of push subscriptions."""

from uuid import UUID

from sqlalchemy import delete
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from app.kernel.ids import new_id
from modules.notifications.models import PushSubscriptionRow
from modules.notifications.policies import ensure_push_endpoint


def save_push_subscription(session: Session, *, member_id: UUID, endpoint: str, p256dh: str, auth: str) -> None:
    """Keep a browser's push subscription; a browser that changes hands goes to the new member."""
    ensure_push_endpoint(endpoint)
    row = {"id": new_id(), "member_id": member_id, "endpoint": endpoint, "p256dh": p256dh, "auth": auth}
    keep = {"member_id": member_id, "p256dh": p256dh, "auth": auth}
    session.execute(
        insert(PushSubscriptionRow).values(row).on_conflict_do_update(index_elements=["endpoint"], set_=keep)
    )


def end_push_subscriptions(session: Session, *, member_id: UUID) -> None:
    """Forget every browser that wanted a member's push messages."""
    session.execute(delete(PushSubscriptionRow).where(PushSubscriptionRow.member_id == member_id))
