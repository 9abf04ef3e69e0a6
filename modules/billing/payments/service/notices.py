"""Commands of what providers tell."""

from datetime import timedelta

from sqlalchemy import delete, func, insert

from app.kernel.db import Session
from app.kernel.outbox import publish
from modules.billing.events import NoticeReceived
from modules.billing.payments.models.orders import ProviderNotice

# Long enough to answer a question about a payment; the payment itself says what became of it.
KEPT_FOR = timedelta(days=90)


_INSERT = insert(ProviderNotice)


def receive_notice(session: Session, *, provider: str, ref: str) -> None:
    """Keep a notice; its payment is asked after by a job. The same notice may come often, and each is followed."""
    session.execute(_INSERT, {"provider": provider, "ref": ref})
    publish(session, NoticeReceived(provider, ref))


def forget_old_notices(session: Session) -> None:
    """Delete what providers told long ago."""
    session.execute(delete(ProviderNotice).where(ProviderNotice.received_at < func.now() - KEPT_FOR))
