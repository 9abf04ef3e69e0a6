"""HTTP of the notifications module."""

from typing import Any
from uuid import UUID

from flask import Response, redirect, request

from app.kernel import marks
from app.kernel.db.session import Session, current_session
from app.kernel.http import ratelimit
from app.kernel.http.auth import Access, Actor, current_actor
from app.kernel.http.ratelimit import Limit, network_of
from app.kernel.http.requests import ApiBlueprint, Operation
from app.kernel.manifest import CurrentUserPart
from modules.notifications import queries
from modules.notifications.contracts import Browser, NotificationSettings, PushTarget
from modules.notifications.schemas import (
    BrowserOut,
    MailReturnOut,
    NotificationSettingsIn,
    NotificationSettingsOut,
    PushSubscriptionIn,
)
from modules.notifications.service import return_notices, settings, subscriptions

blp = ApiBlueprint("notifications", description="Push subscriptions, and how members want to be told")
# Public, so that a page that visitors may see does not redirect to the login when the session has ended.
LOOKING = Operation(access=Access.PUBLIC, writes=False, client_only=True)
# Mail programs unsubscribe for their users from few networks; only somebody who guesses tickets exceeds this.
UNSUBSCRIBED = Limit("unsubscribe", 600, 60)
# A mail server that is rejected with 429 retries.
RETURNS = Limit("mail-return", 1200, 60)


@blp.post("/push-subscriptions")
@blp.arguments(PushSubscriptionIn)
@blp.response(204)
def save_push_subscription(data: dict[str, Any]) -> None:
    """Keep this browser's push subscription (spec 7.4)."""
    actor = current_actor()
    subscriptions.save_push_subscription(
        current_session(),
        member_id=actor.member,
        session_id=actor.login,
        target=PushTarget(data["endpoint"], **data["keys"]),
        user_agent=request.headers.get("User-Agent", ""),
    )


@blp.get("/push-subscriptions")
@blp.response(200, BrowserOut(many=True))
def list_push_subscriptions() -> list[Browser]:
    """Return the browsers that get the member's push messages, the last used first."""
    actor = current_actor()
    return queries.list_browsers(current_session(), actor.member, login_id=actor.login)


@blp.delete("/push-subscriptions/<uuid:subscription_id>")
@blp.response(204)
def delete_push_subscription(subscription_id: UUID) -> None:
    """End the push subscription of one of the member's browsers."""
    subscriptions.end_push_subscription(
        current_session(), member_id=current_actor().member, subscription_id=subscription_id
    )


@blp.post("/looking", op=LOOKING)
@blp.response(204)
def post_looking() -> None:
    """Note for half a minute that the member has a page open, so that pushes wait (decision 0026)."""
    member_id = current_actor().member_id
    if member_id is not None:
        marks.note_looking(member_id)


@blp.get("/notification-settings")
@blp.response(200, NotificationSettingsOut)
def get_settings() -> NotificationSettings:
    """Return the member's notification settings (spec 2.34)."""
    return queries.get_settings(current_session(), current_actor().member)


@blp.patch("/notification-settings")
@blp.arguments(NotificationSettingsIn)
@blp.response(200, NotificationSettingsOut)
def change_settings(changes: dict[str, Any]) -> NotificationSettings:
    """Change the member's notification settings."""
    session, member_id = current_session(), current_actor().member
    settings.change_settings(session, member_id=member_id, changes=changes)
    return queries.get_settings(session, member_id)


@blp.get("/unsubscribe/<ticket>", op=Operation(access=Access.PUBLIC))
@blp.response(303)
def show_unsubscribe(ticket: str) -> Response:
    """Redirect the address of a mail's List-Unsubscribe header to the page; a GET changes nothing."""
    answer: Response = redirect(f"/unsubscribe/{ticket}", 303)  # type: ignore[assignment]
    return answer


@blp.post("/unsubscribe/<ticket>", op=Operation(access=Access.PUBLIC, beacon=True))
@blp.response(204)
def unsubscribe(ticket: str) -> None:
    """Stop the mails of the type that the link came with, in one click (RFC 8058, spec 8.7)."""
    ratelimit.check(UNSUBSCRIBED, current_actor().network)
    settings.unsubscribe(current_session(), ticket=ticket)


@blp.post("/mail-returns", op=Operation(access=Access.PUBLIC, beacon=True, any_host=True))
@blp.response(200, MailReturnOut)
def take_mail_return() -> dict[str, Any]:
    """Receive a mail server's report of a bounce or a spam complaint, signed with HEARTH_RETURNS_KEY."""
    ratelimit.check(RETURNS, network_of(request.remote_addr))
    cause, reply = return_notices.receive_notice(
        current_session(),
        body=request.get_data(),
        is_mail=request.mimetype == "message/rfc822",
        timestamp=request.headers.get("Hearth-Timestamp", ""),
        signature=request.headers.get("Hearth-Signature", ""),
    )
    return {"cause": cause, "reply": reply}


def _current_user(session: Session, actor: Actor, stopped: queries.Stopped) -> dict[str, Any]:
    """Return the types of mail that are stopped for the member, with the cause (spec 3.1)."""
    found = queries.list_disabled(session, actor.member) if stopped.has_disabled else ()
    return {
        "notifications_disabled": [{"type": one.type, "cause": one.cause, "at": one.at.isoformat()} for one in found]
    }


CURRENT_USER = CurrentUserPart(_current_user, queries.Stopped, queries.STOPPED)
