"""HTTP of the notifications module."""

from typing import Any

from flask import Response, redirect

from app.kernel import ratelimit
from app.kernel.auth import Access, current_actor
from app.kernel.db import current_session
from app.kernel.http import ApiBlueprint, Operation
from app.kernel.ratelimit import Limit
from modules.notifications import queries
from modules.notifications.contracts import Wishes
from modules.notifications.schemas import PushSubscriptionIn, WishesIn, WishesOut
from modules.notifications.service import subscriptions, wishes

blp = ApiBlueprint("notifications", description="Push subscriptions, and how members want to be told")
# Mail programs press for their readers, from few networks; only a guesser asks more often.
UNSUBSCRIBED = Limit("unsubscribe", 600, 60)


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


@blp.get("/notification-settings")
@blp.response(200, WishesOut)
def get_wishes() -> Wishes:
    """Answer how the member wants to be told (spec 2.34)."""
    return queries.get_wishes(current_session(), current_actor().member)


@blp.patch("/notification-settings")
@blp.arguments(WishesIn)
@blp.response(200, WishesOut)
def change_wishes(changes: dict[str, Any]) -> Wishes:
    """Change how the member wants to be told."""
    session, member_id = current_session(), current_actor().member
    wishes.change_wishes(session, member_id=member_id, changes=changes)
    return queries.get_wishes(session, member_id)


@blp.get("/unsubscribe/<ticket>", op=Operation(access=Access.PUBLIC))
@blp.response(303)
def show_unsubscribe(ticket: str) -> Response:
    """Lead whoever opens the address of a mail's List-Unsubscribe header to the page; opening changes nothing."""
    answer: Response = redirect(f"/unsubscribe/{ticket}", 303)  # type: ignore[assignment]
    return answer


@blp.post("/unsubscribe/<ticket>", op=Operation(access=Access.PUBLIC, beacon=True))
@blp.response(204)
def unsubscribe(ticket: str) -> None:
    """Stop the mails of the kind that the link came with; mail programs do it by one press (RFC 8058, spec 8.7)."""
    ratelimit.check(UNSUBSCRIBED, current_actor().network)
    wishes.unsubscribe(current_session(), ticket=ticket)
