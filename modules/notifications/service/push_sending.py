"""Sending of released push messages to their push services."""

import time
from concurrent.futures import ThreadPoolExecutor

from app.kernel import log
from app.kernel.db.session import transaction
from app.kernel.events.outbox import TryLater
from modules.notifications import push
from modules.notifications.contracts import Push, PushAnswer
from modules.notifications.service import pushes, subscriptions, unsent
from modules.notifications.service.unsent import UnsentPush

# As many push services may answer slowly at a time without delaying the others.
THREADS = push.MAX_CONNECTIONS
# Other jobs wait meanwhile, so the rest is left to the next run.
MAX_SECONDS = 2.0


def send_due() -> None:
    """Send the push messages that are to be sent or retried now, each once, for about MAX_SECONDS.

    Opens its own transactions, so that none is open during a network call.
    """
    end = time.monotonic() + MAX_SECONDS
    with transaction(read_only=True) as session:
        count = unsent.count_due(session, limit=THREADS)
    if not count:
        return
    with ThreadPoolExecutor(count) as threads:
        for sending in [threads.submit(_send_until, end) for _ in range(count)]:
            sending.result()


def _send_until(end: float) -> None:
    while time.monotonic() < end and _send_next():
        pass


def _send_next() -> bool:
    """Send a push message that is due, or have it retried; returns whether there was one."""
    with transaction() as session:
        one = unsent.claim_due(session)
    if one is None:
        return False
    try:
        with transaction(read_only=True) as session:
            message = pushes.write_push(session, one)
        answer = _send(message, one) if message else None
    except (TryLater, push.PushServiceUnavailable) as error:
        log.get("push").info("push waits", reason=str(error))
        _try_later(one, seconds=error.seconds)
    except Exception as error:
        log.get("push").error("push failed", exc_info=error)
        _try_later(one, seconds=0)
    else:
        with transaction() as session:
            unsent.remove_unsent(session, one)
            if message and answer:
                subscriptions.record_answer(
                    session,
                    member_id=one.member_id,
                    subscription_id=one.subscription_id,
                    target=message.target,
                    answer=answer,
                )
    return True


def _send(message: Push, one: UnsentPush) -> PushAnswer:
    return PushAnswer.LATE if pushes.is_too_late(one.queued_at) else push.send(message)


def _try_later(one: UnsentPush, *, seconds: float) -> None:
    with transaction() as session:
        unsent.try_later(session, one, seconds=seconds)
