"""Commands of push subscriptions."""

from uuid import UUID

from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects.postgresql import insert

from app.kernel.config import config
from app.kernel.db.session import Session
from app.kernel.errors import NotFound
from app.kernel.events.outbox import publish
from app.kernel.ids import new_id
from modules.accounts import api as accounts_api
from modules.notifications import push
from modules.notifications.contracts import PushAnswer, PushTarget
from modules.notifications.errors import PushEndpointRefused
from modules.notifications.events import PushAnswered
from modules.notifications.models import PushSubscriptionRow

# A further subscription replaces the one that was used longest ago.
MAX_BROWSERS = 20


def save_push_subscription(
    session: Session, *, member_id: UUID, session_id: UUID, target: PushTarget, user_agent: str
) -> None:
    """Store a browser's push subscription; it ends with the login session (spec 7.4).

    An endpoint that belonged to another member moves to this one. Raises PushEndpointRefused for an endpoint of an
    unknown push service and for invalid keys.
    """
    push.ensure_endpoint(target.endpoint, config().push_hosts)
    if not push.has_valid_keys(target):
        raise PushEndpointRefused(field="keys")
    keep = {
        "member_id": member_id,
        "session_id": session_id,
        "p256dh": target.p256dh,
        "auth": target.auth,
        "user_agent": user_agent[:300],
    }
    row = insert(PushSubscriptionRow).values(id=new_id(), endpoint=target.endpoint, **keep)
    session.execute(row.on_conflict_do_update(index_elements=["endpoint"], set_=keep))
    _remove_oldest(session, member_id)


def _remove_oldest(session: Session, member_id: UUID) -> None:
    latest = func.coalesce(PushSubscriptionRow.used_at, PushSubscriptionRow.created_at).desc()
    own = PushSubscriptionRow.member_id == member_id
    beyond = select(PushSubscriptionRow.id).where(own).order_by(latest).offset(MAX_BROWSERS)
    session.execute(delete(PushSubscriptionRow).where(PushSubscriptionRow.id.in_(beyond)))


def end_push_subscription(session: Session, *, member_id: UUID, subscription_id: UUID) -> None:
    """End one push subscription of a member; raises NotFound when it is not theirs."""
    one = (PushSubscriptionRow.member_id == member_id, PushSubscriptionRow.id == subscription_id)
    if session.execute(delete(PushSubscriptionRow).where(*one).returning(PushSubscriptionRow.id)).one_or_none() is None:
        raise NotFound()


def remove_logged_out(session: Session, *, member_id: UUID | None = None) -> None:
    """Delete the push subscriptions whose login session has ended, of one member or of all."""
    row, logins = PushSubscriptionRow, accounts_api.open_sessions()
    still_open, ended = select(logins.c.id), delete(row)
    if member_id is not None:
        still_open, ended = still_open.where(logins.c.member_id == member_id), ended.where(row.member_id == member_id)
    session.execute(ended.where(row.session_id.not_in(still_open)))


def record_answer(
    session: Session, *, member_id: UUID, subscription_id: UUID, target: PushTarget, answer: PushAnswer
) -> None:
    """Record the outcome of a push message for a browser; a subscription that has ended is deleted."""
    one = (PushSubscriptionRow.id == subscription_id, PushSubscriptionRow.endpoint == target.endpoint)
    if answer is PushAnswer.TAKEN:
        session.execute(update(PushSubscriptionRow).where(*one).values(used_at=func.now()))
    elif answer is PushAnswer.GONE:
        session.execute(delete(PushSubscriptionRow).where(*one))
    publish(session, PushAnswered(member_id, answer))
