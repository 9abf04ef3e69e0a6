"""HTTP of the notifications module."""

from typing import Any

from app.kernel.auth import current_actor
from app.kernel.db import current_session
from app.kernel.http import ApiBlueprint
from modules.notifications.schemas import PushSubscriptionIn
from modules.notifications.service import subscriptions

blp = ApiBlueprint("notifications", description="Push subscriptions")


@blp.post("/push-subscriptions")
@blp.arguments(PushSubscriptionIn)
@blp.response(204)
def save_push_subscription(data: dict[str, Any]) -> None:
    """Keep this browser's push subscription (spec 7.4)."""
    keys = data["keys"]
    subscriptions.save_push_subscription(
        current_session(),
        member_id=current_actor().member,
        endpoint=data["endpoint"],
        p256dh=keys["p256dh"],
        auth=keys["auth"],
    )
