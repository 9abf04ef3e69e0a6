"""Test push messages for operators."""

from uuid import UUID

from app.kernel.db.session import transaction
from modules.notifications import push, queries
from modules.notifications.service import pushes, subscriptions


def send_test_push(*, member_id: UUID) -> list[tuple[str, str]]:
    """Send a test push message to each of a member's browsers; returns (browser, answer of its push service).

    Opens its own transactions, so that none is open during a network call. Raises ConfigError without a key.
    """
    with transaction(read_only=True) as session:
        browsers = queries.list_browsers(session, member_id)
    return [(one.user_agent or "unknown", _send(member_id, one.id)) for one in browsers]


def _send(member_id: UUID, subscription_id: UUID) -> str:
    with transaction(read_only=True) as session:
        message = pushes.write_test(session, member_id=member_id, subscription_id=subscription_id)
    if message is None:
        return "gone"
    try:
        answer = push.send(message)
    except push.PushServiceUnavailable as error:
        return f"not now: {error}"
    with transaction() as session:
        subscriptions.record_answer(
            session, member_id=member_id, subscription_id=subscription_id, target=message.target, answer=answer
        )
    return answer.value
