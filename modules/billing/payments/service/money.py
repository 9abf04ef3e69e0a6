"""Postings that move money together with credits: purchases, refunds, chargebacks. Amounts are in minor units.

Assets are positive: money held by providers (`clearing`) or paid out (`bank`), and so are losses and fees. Liabilities
and income are negative: `vat_payable`, `deferred_revenue`, `revenue`, `unallocated`. `exchange` holds both sides of
what was paid out in another currency, `residue` the parts of settlements that nobody has explained.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from sqlalchemy import Integer, Uuid, bindparam, func, select, text

from app.kernel.db.session import Session
from app.kernel.ids import new_id
from modules.billing.contracts.states import SYSTEM_ACTOR, LotKind, Reason, SystemReason
from modules.billing.errors.ledger import InsufficientCredits
from modules.billing.ledger import service as ledger
from modules.billing.ledger.models import CreditLot, LedgerTx, LotUse, SystemAccount
from modules.billing.ledger.service import Posting


class Account(StrEnum):
    """The kinds of system accounts of money; there is one account for each kind and currency."""

    CLEARING = "clearing"
    DEFERRED_REVENUE = "deferred_revenue"
    REVENUE = "revenue"
    VAT_PAYABLE = "vat_payable"
    UNALLOCATED = "unallocated"
    GOODWILL = "goodwill"
    CHARGEBACK_LOSS = "chargeback_loss"
    BANK = "bank"
    PROVIDER_FEES = "provider_fees"
    EXCHANGE = "exchange"
    RESIDUE = "residue"


@dataclass(frozen=True, slots=True)
class Share:
    """What a posting took from a lot: credits, and what was paid for them with VAT (`paid`) and without (`net`)."""

    credits: int
    paid: int
    net: int


NOTHING = Share(0, 0, 0)


def post_purchase(
    session: Session, *, order_id: UUID, member_id: UUID, credits: int, currency: str, paid: int, vat: int
) -> UUID:
    """Post the credits and the money of a paid order, once. Returns the posting's id."""
    posted = ledger.post(
        session,
        Posting(
            idem=f"purchase:{order_id}",
            member_id=member_id,
            amount=credits,
            system_account=SystemAccount.CREDIT_ISSUE,
            reason=Reason.PURCHASE,
            actor="provider",
            reference_id=order_id,
        ),
    )
    if posted.account_id is None:
        return posted.tx_id
    lot = ledger.NewLot(
        posted.tx_id, posted.account_id, LotKind.PURCHASED, credits, order_id, currency, paid=paid, net=paid - vat
    )
    ledger.add_lot(session, lot)
    lines = {Account.CLEARING: paid, Account.DEFERRED_REVENUE: vat - paid, Account.VAT_PAYABLE: -vat}
    post_money(session, posted.tx_id, currency, lines)
    return posted.tx_id


def post_unclaimed(session: Session, *, payment_id: UUID, currency: str, paid: int) -> None:
    """Post money for which no credits are given; it is unallocated until it is refunded."""
    tx_id = open_posting(session, f"paid-twice:{payment_id}", Reason.PURCHASE, reference_id=payment_id)
    if tx_id:
        post_money(session, tx_id, currency, {Account.CLEARING: paid, Account.UNALLOCATED: -paid})


def hold_unspent(session: Session, *, refund_id: UUID, member_id: UUID, order_id: UUID, credits: int) -> UUID:
    """Move credits of an order from the wallet to the hold account until their refund ends. Returns the posting's id.

    Raises InsufficientCredits if they were spent meanwhile.
    """
    return _take_from_order(
        session,
        f"hold:{refund_id}",
        Reason.PAYOUT_HOLD,
        SystemAccount.CREDIT_HOLD,
        member_id,
        order_id,
        refund_id,
        credits,
    )


def post_payout(
    session: Session,
    *,
    refund_id: UUID,
    currency: str,
    amount: int,
    vat_of_rest: int,
    hold_tx: UUID | None,
    is_unclaimed: bool,
) -> None:
    """Post a refund that was paid out, and remove its held credits.

    Money beyond the price of these credits is goodwill, or unallocated money if `is_unclaimed`.
    """
    tx_id = open_posting(session, f"payout:{refund_id}", Reason.PAYOUT, reference_id=refund_id)
    if tx_id is None:
        return
    share = share_of(session, hold_tx) if hold_tx else NOTHING
    if share.credits:
        _move_credits(session, tx_id, SystemAccount.CREDIT_HOLD, SystemAccount.CREDIT_ISSUE, share.credits)
    rest = amount - share.paid
    lines = {
        Account.CLEARING: -amount,
        Account.DEFERRED_REVENUE: share.net,
        Account.VAT_PAYABLE: share.paid - share.net + (0 if is_unclaimed else vat_of_rest),
        Account.GOODWILL: 0 if is_unclaimed else rest - vat_of_rest,
        Account.UNALLOCATED: rest if is_unclaimed else 0,
    }
    post_money(session, tx_id, currency, lines)


def undo_payout(session: Session, *, refund_id: UUID, member_id: UUID, hold_tx: UUID | None) -> None:
    """Reverse a refund that did not arrive: its money returns to the provider, its credits to the wallet and lot."""
    sent = session.execute(select(LedgerTx.id).where(LedgerTx.idem == f"payout:{refund_id}")).scalar_one_or_none()
    if sent:
        tx_id = open_posting(session, f"payout-failed:{refund_id}", Reason.PAYOUT_FAILED, reverses_tx=sent)
        if tx_id:
            _reverse_entries(session, sent, tx_id)
    if hold_tx:
        _return_credits(
            session, f"unhold:{refund_id}", Reason.PAYOUT_FAILED, SystemAccount.CREDIT_HOLD, member_id, hold_tx
        )


def post_chargeback(
    session: Session,
    *,
    chargeback_id: UUID,
    member_id: UUID,
    order_id: UUID,
    currency: str,
    amount: int,
    is_credited: bool,
) -> tuple[UUID, int]:
    """Post a chargeback, and take the unspent credits of its order unless no credits were given for the payment.

    Returns the posting's id and the number of credits taken.
    """
    idem = f"chargeback:{chargeback_id}"
    if not is_credited:
        tx_id = open_posting(session, idem, Reason.CHARGEBACK, reference_id=chargeback_id) or new_id()
        post_money(session, tx_id, currency, {Account.CLEARING: -amount, Account.UNALLOCATED: amount})
        return tx_id, 0
    credits = _lock_unspent(session, order_id)
    if credits:
        tx_id = _take_from_order(
            session, idem, Reason.CHARGEBACK, SystemAccount.CREDIT_ISSUE, member_id, order_id, chargeback_id, credits
        )
        share = share_of(session, tx_id)
    else:
        tx_id = open_posting(session, idem, Reason.CHARGEBACK, reference_id=chargeback_id) or new_id()
        share = NOTHING
    # A partial chargeback of an unspent order can be smaller than the price of the credits that are taken.
    paid = min(share.paid, amount)
    net = share.net * paid // share.paid if share.paid else 0
    lines = {
        Account.CLEARING: -amount,
        Account.DEFERRED_REVENUE: share.net,
        Account.VAT_PAYABLE: paid - net,
        Account.REVENUE: net - share.net,
        Account.CHARGEBACK_LOSS: amount - paid,
    }
    post_money(session, tx_id, currency, lines)
    return tx_id, credits


def post_clawback(
    session: Session, *, cause: UUID, chargeback_id: UUID, member_id: UUID, order_id: UUID, currency: str
) -> int:
    """Take the credits that `cause` returned to an order that is charged back, and reduce the loss by their price.

    Returns how many.
    """
    credits = _lock_unspent(session, order_id)
    if not credits:
        return 0
    tx_id = _take_from_order(
        session,
        f"claw:{cause}:{order_id}",
        Reason.CHARGEBACK,
        SystemAccount.CREDIT_ISSUE,
        member_id,
        order_id,
        chargeback_id,
        credits,
    )
    share = share_of(session, tx_id)
    paid = min(share.paid, session.execute(_LOSS, {"chargeback_id": chargeback_id}).scalar_one())
    net = share.net * paid // share.paid if share.paid else 0
    lines = {
        Account.DEFERRED_REVENUE: share.net,
        Account.VAT_PAYABLE: paid - net,
        Account.REVENUE: net - share.net,
        Account.CHARGEBACK_LOSS: -paid,
    }
    post_money(session, tx_id, currency, lines)
    return credits


def undo_chargeback(session: Session, *, chargeback_id: UUID, member_id: UUID, order_id: UUID) -> None:
    """Reverse all postings of a chargeback that the bank reversed."""
    _lock_unspent(session, order_id)  # so that no other one is added meanwhile
    taken = (
        select(LedgerTx.id, func.coalesce(LotUse.amount, 0).label("credits"))
        .outerjoin(LotUse, LotUse.tx_id == LedgerTx.id)
        .where(LedgerTx.reference_id == chargeback_id, LedgerTx.reason == Reason.CHARGEBACK)
    )
    for claw in session.execute(taken).all():
        idem = f"chargeback-reversed:{claw.id}"
        if claw.credits:
            _return_credits(session, idem, Reason.CHARGEBACK_REVERSED, SystemAccount.CREDIT_ISSUE, member_id, claw.id)
        elif tx_id := open_posting(session, idem, Reason.CHARGEBACK_REVERSED, reverses_tx=claw.id):
            _reverse_entries(session, claw.id, tx_id)


def share_of(session: Session, tx_id: UUID) -> Share:
    """Return the credits and the money that a posting took from a lot."""
    row = session.execute(select(LotUse.amount, LotUse.paid, LotUse.net).where(LotUse.tx_id == tx_id)).one()
    return Share(row.amount, row.paid, row.net)


def _take_from_order(
    session: Session,
    idem: str,
    reason: Reason,
    system_account: SystemAccount,
    member_id: UUID,
    order_id: UUID,
    reference_id: UUID,
    credits: int,
) -> UUID:
    posted = ledger.post(
        session,
        Posting(idem, member_id, -credits, system_account, reason, actor=SYSTEM_ACTOR, reference_id=reference_id),
    )
    if posted.account_id is not None:
        values = {"tx_id": posted.tx_id, "order_id": order_id, "credits": credits}
        if session.execute(_TAKE_FROM_LOT, values).first() is None:
            raise InsufficientCredits(needed=credits, balance=_lock_unspent(session, order_id))
    return posted.tx_id


def _return_credits(
    session: Session, idem: str, reason: Reason, system_account: SystemAccount, member_id: UUID, taken_by: UUID
) -> None:
    share = share_of(session, taken_by)
    posting = Posting(idem, member_id, share.credits, system_account, reason, actor=SYSTEM_ACTOR, reverses_tx=taken_by)
    posted = ledger.post(session, posting)
    if posted.account_id is not None:
        ledger.undo_use(session, tx_id=taken_by, by_tx=posted.tx_id)


def _lock_unspent(session: Session, order_id: UUID) -> int:
    """Lock the wallet of an order, and return the order's unspent credits."""
    session.execute(_LOCK_WALLET, {"order_id": order_id})
    remaining = select(CreditLot.remaining).where(CreditLot.order_id == order_id)
    return session.execute(remaining).scalar_one_or_none() or 0


def open_posting(
    session: Session,
    idem: str,
    reason: Reason | SystemReason,
    *,
    reference_id: UUID | None = None,
    reverses_tx: UUID | None = None,
) -> UUID | None:
    """Insert a posting without entries and return its id, or None if its key was posted before."""
    tx_id = new_id()
    values = {"tx_id": tx_id, "idem": idem, "reason": reason, "reference_id": reference_id, "reverses_tx": reverses_tx}
    return session.execute(_OPEN_POSTING, values).scalar_one_or_none()


def _move_credits(session: Session, tx_id: UUID, source: SystemAccount, target: SystemAccount, credits: int) -> None:
    values = {"tx_id": tx_id, "source": int(source), "target": int(target), "credits": credits}
    session.execute(_MOVE_CREDITS, values)


def _reverse_entries(session: Session, tx_id: UUID, by_tx: UUID) -> None:
    session.execute(_REVERSE_ENTRIES, {"tx_id": tx_id, "by_tx": by_tx})


def post_money(session: Session, tx_id: UUID, currency: str, lines: Mapping[Account, int]) -> None:
    """Insert a posting's entries of money, which must sum to zero (a trigger checks this)."""
    accounts = [{"kind": kind, "currency": currency} for kind in Account]
    session.execute(_OPEN_ACCOUNT, accounts)
    moved = {kind: amount for kind, amount in lines.items() if amount}
    values = {"tx_id": tx_id, "currency": currency, "kinds": list(moved), "amounts": list(moved.values())}
    if moved:
        session.execute(_MONEY, values)


_LOCK_WALLET = text(
    """
    SELECT account.id FROM billing.ledger_account AS account
      JOIN billing.credit_lot AS lot ON lot.account_id = account.id
     WHERE lot.order_id = :order_id FOR UPDATE OF account
    """
).bindparams(bindparam("order_id", type_=Uuid))

_OPEN_ACCOUNT = text(
    """
    INSERT INTO billing.ledger_account (kind, unit) VALUES (:kind, :currency)
    ON CONFLICT (kind, owner_id, unit) DO NOTHING
    """
)

_OPEN_POSTING = text(
    """
    INSERT INTO billing.ledger_tx (id, idem, fingerprint, reason, actor, reference_id, reverses_tx)
    VALUES (:tx_id, :idem, sha256(convert_to(:idem, 'UTF8')), :reason, 'house', :reference_id, :reverses_tx)
    ON CONFLICT DO NOTHING
    RETURNING id
    """
).bindparams(*(bindparam(name, type_=Uuid) for name in ("tx_id", "reference_id", "reverses_tx")))

_LOSS = text(
    """
    SELECT coalesce(sum(entry.amount), 0)::bigint
      FROM billing.ledger_tx AS tx
      JOIN billing.ledger_entry AS entry ON entry.tx_id = tx.id
      JOIN billing.ledger_account AS account ON account.id = entry.account_id
     WHERE tx.reference_id = :chargeback_id AND account.kind = 'chargeback_loss'
    """
).bindparams(bindparam("chargeback_id", type_=Uuid))

_MONEY = text(
    """
    INSERT INTO billing.ledger_entry (tx_id, account_id, unit, amount)
    SELECT :tx_id, account.id, account.unit, line.amount
      FROM unnest(CAST(:kinds AS text[]), CAST(:amounts AS bigint[])) AS line(kind, amount)
      JOIN billing.ledger_account AS account ON account.kind = line.kind AND account.unit = :currency
    """
).bindparams(bindparam("tx_id", type_=Uuid))

_MOVE_CREDITS = text(
    """
    INSERT INTO billing.ledger_entry (tx_id, account_id, unit, amount)
    VALUES (:tx_id, :source, 'CR', -CAST(:credits AS bigint)), (:tx_id, :target, 'CR', :credits)
    """
).bindparams(bindparam("tx_id", type_=Uuid))

_REVERSE_ENTRIES = text(
    """
    INSERT INTO billing.ledger_entry (tx_id, account_id, unit, amount)
    SELECT :by_tx, account_id, unit, -amount FROM billing.ledger_entry WHERE tx_id = :tx_id
    """
).bindparams(bindparam("tx_id", type_=Uuid), bindparam("by_tx", type_=Uuid))

# The wallet is locked by its own update already. No money moves yet: it goes with the payout.
_TAKE_FROM_LOT = text(
    """
    WITH share AS (
        SELECT tx_id, paid_remaining::bigint * :credits / remaining AS paid,
               net_remaining::bigint * :credits / remaining AS net
          FROM billing.credit_lot
         WHERE order_id = :order_id AND remaining >= :credits
    ), used AS (
        UPDATE billing.credit_lot AS lot
           SET remaining = lot.remaining - :credits,
               paid_remaining = lot.paid_remaining - share.paid,
               net_remaining = lot.net_remaining - share.net
          FROM share
         WHERE lot.tx_id = share.tx_id
        RETURNING lot.tx_id, share.paid, share.net
    )
    INSERT INTO billing.lot_use (tx_id, lot_id, amount, paid, net)
    SELECT :tx_id, tx_id, :credits, paid, net FROM used
    RETURNING lot_id
    """
).bindparams(bindparam("tx_id", type_=Uuid), bindparam("order_id", type_=Uuid), bindparam("credits", type_=Integer))
