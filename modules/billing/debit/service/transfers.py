"""Refunds of direct debits: the company sends them by transfer (pain.001) to the account that was debited.

Lock order: a payment, its order, a refund.
"""

from uuid import UUID

from app.kernel.db.session import Session
from app.kernel.secrets.sealing import unseal
from modules.billing.contracts.payments import Refund
from modules.billing.contracts.states import DIRECT_DEBIT, RefundState
from modules.billing.debit import policies
from modules.billing.debit.providers import sepa
from modules.billing.debit.queries import mandates as queries
from modules.billing.debit.service.batches import get_creditor
from modules.billing.errors.debit import NothingToCollect
from modules.billing.errors.payments import RefundNotFound
from modules.billing.payments.queries import orders as order_queries
from modules.billing.payments.queries import returns as return_queries
from modules.billing.payments.service import refunds
from modules.billing.shop import queries as shop_queries
from modules.sites import api as sites_api


def export_refunds(session: Session, *, creditor_id: str) -> bytes:
    """Return a file of transfers with all approved refunds of a creditor's collections, and mark them as sent.

    The file must be uploaded once: the bank does not detect duplicates. Raises NothingToCollect, CreditorIncomplete.
    """
    creditor = get_creditor(session, creditor_id)
    day = policies.add_banking_days(shop_queries.database_now(session).date(), 1)
    waiting = return_queries.list_approved(session, provider=DIRECT_DEBIT)
    mandates = {one.id: queries.find_paying_mandate(session, payment_id=one.payment_id) for one in waiting}
    transfers = []
    for refund in waiting:
        mandate = mandates[refund.id]
        if mandate is None or mandate.creditor_id != creditor_id or refunds.mark_submitted(session, refund.id) is None:
            continue
        transfers.append(
            sepa.Transfer(
                end_to_end_id=ref_of(refund),
                amount=refund.amount.minor,
                holder=mandate.holder,
                iban=unseal(mandate.iban_sealed, purpose="iban", owner=mandate.member_id).decode(),
                day=day,
                description=_description(session, refund),
            )
        )
    if not transfers:
        raise NothingToCollect()
    return sepa.write_transfers(creditor, transfers).content


def settle(session: Session, *, ref: str, amount: int | None) -> bool:
    """Mark a refund as completed, because the bank sent its transfer; returns False if it is not ours or completed."""
    refund = _find(session, ref)
    if refund is None or refund.amount.minor != amount or refund.state is not RefundState.SUBMITTED:
        return False
    refunds.mark_outcome(session, refund.id, RefundState.REFUNDED)
    return True


def find_sent(session: Session, *, ref: str) -> Refund | None:
    """Return the refund whose transfer has a ref at the bank, or None if there is none or it came back already."""
    refund = _find(session, ref)
    return refund if refund and refund.state in (RefundState.SUBMITTED, RefundState.REFUNDED) else None


def bounce(session: Session, refund: Refund) -> None:
    """Mark a refund as failed and return its credits, because its transfer was refused or came back in full."""
    refunds.mark_outcome(session, refund.id, RefundState.FAILED)


def ref_of(refund: Refund) -> str:
    """Return the end-to-end id of a refund's transfer."""
    return refund.id.hex.upper()


def _find(session: Session, ref: str) -> Refund | None:
    try:
        refund = return_queries.get_refund(session, UUID(hex=ref))
    except (ValueError, RefundNotFound):
        return None
    return refund if refund.provider == DIRECT_DEBIT else None


def _description(session: Session, refund: Refund) -> str:
    order = order_queries.get_order(session, order_queries.get_payment(session, refund.payment_id).order_id)
    return f"{sites_api.get_site(session, order.site_id).name} refund {order.id.hex}"
