"""Commands of providers' notices (webhook calls)."""

from datetime import timedelta

from sqlalchemy import delete, func, insert

from app.kernel.db.session import Session
from app.kernel.events.outbox import publish
from modules.billing.events import NoticeReceived
from modules.billing.payments.models.orders import ProviderNotice

# Long enough to investigate a payment; its outcome is in the payment itself.
KEPT_FOR = timedelta(days=90)


_INSERT = insert(ProviderNotice)


def receive_notice(session: Session, *, provider: str, ref: str) -> None:
    """Store a notice and publish NoticeReceived, whose handler fetches the payment; repeats are handled again."""
    session.execute(_INSERT, {"provider": provider, "ref": ref})
    publish(session, NoticeReceived(provider, ref))


def forget_old_notices(session: Session) -> None:
    """Delete notices that are older than their retention period."""
    session.execute(delete(ProviderNotice).where(ProviderNotice.received_at < func.now() - KEPT_FOR))
