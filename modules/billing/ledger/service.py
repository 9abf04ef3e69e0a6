"""Commands of the ledger. One statement writes a posting: its transaction, its wallet and both entries.

Lock order: a payment, its order, a code, a wallet, its lots; a conversation comes last
(modules/messaging/service/sending.py). Spending bought credits recognises their revenue in the same posting.
"""

import hashlib
from dataclasses import asdict, dataclass
from uuid import UUID, uuid4

from sqlalchemy import BigInteger, Integer, Uuid, bindparam, select, text

from app.kernel.db.session import Session
from app.kernel.events.outbox import publish
from app.kernel.ids import new_id
from app.kernel.secrets.signing import keyed_hash
from modules.accounts import api as accounts_api
from modules.billing.contracts.ledger import Spent
from modules.billing.contracts.states import SPENDS, SYSTEM_ACTOR, LotKind, Reason
from modules.billing.errors.ledger import CreditsInvalid, InsufficientCredits, PostingReused
from modules.billing.errors.payments import NothingToRefund
from modules.billing.events import CreditsAdjusted
from modules.billing.ledger import queries
from modules.billing.ledger.models import WALLET, LedgerAccount, LedgerEntry, LedgerTx, SystemAccount
from modules.sites import api as sites_api

MAX_CREDITS = 1_000_000


@dataclass(frozen=True, slots=True)
class Posting:
    """Credits that move between a member's wallet and a system account; a positive amount goes into the wallet."""

    idem: str
    member_id: UUID
    amount: int
    system_account: SystemAccount
    reason: Reason
    actor: str
    note: str = ""
    reference_id: UUID | None = None
    reverses_tx: UUID | None = None

    @property
    def fingerprint(self) -> bytes:
        """Return a hash of the posting's content: a repeat of the same key must have the same content."""
        meaning = (self.member_id, self.amount, self.system_account, self.reason, self.reference_id, self.reverses_tx)
        return hashlib.sha256("|".join(str(part) for part in meaning).encode()).digest()


@dataclass(frozen=True, slots=True)
class Posted:
    """A posting in the ledger; `account_id` is None if the key had been posted before."""

    tx_id: UUID
    balance: int
    account_id: int | None


@dataclass(frozen=True, slots=True)
class NewLot:
    """Credits that are granted or bought together; `paid` (with VAT) and `net` (without) are minor units."""

    tx_id: UUID
    account_id: int
    kind: LotKind
    granted: int
    order_id: UUID | None = None
    currency: str | None = None
    paid: int = 0
    net: int = 0


def spend(session: Session, *, member_id: UUID, credits: int, reason: Reason, reference_id: UUID, idem: UUID) -> Spent:
    """Take credits from a member's wallet, free ones first, then the oldest; a repeat of `idem` takes nothing.

    Raises InsufficientCredits, and PostingReused if `idem` was used for another posting.
    """
    _ensure_amount(credits)
    posted = post(
        session,
        Posting(
            idem=f"{reason}:{idem}",
            member_id=member_id,
            amount=-credits,
            system_account=SystemAccount.CREDIT_INCOME,
            reason=reason,
            actor=f"member:{member_id}",
            reference_id=reference_id,
        ),
    )
    _use_lots(session, posted, credits)
    return Spent(posted.tx_id, posted.balance)


def refund_spend(session: Session, *, tx_id: UUID, reason: str) -> int:
    """Return all credits of a spend to the lots they came from. Returns how many, 0 if it was refunded before.

    Raises NothingToRefund if `tx_id` is no spend.
    """
    spent = session.execute(
        select(LedgerAccount.owner_id, LedgerEntry.amount)
        .join(LedgerEntry, LedgerEntry.account_id == LedgerAccount.id)
        .join(LedgerTx, LedgerTx.id == LedgerEntry.tx_id)
        .where(LedgerTx.id == tx_id, LedgerTx.reason.in_(SPENDS), LedgerAccount.kind == WALLET)
    ).one_or_none()
    if spent is None or spent.owner_id is None:
        raise NothingToRefund()
    posted = post(
        session,
        Posting(
            idem=f"refund:{tx_id}",
            member_id=spent.owner_id,
            amount=-spent.amount,
            system_account=SystemAccount.CREDIT_INCOME,
            reason=Reason.REFUND,
            actor=SYSTEM_ACTOR,
            note=reason,
            reverses_tx=tx_id,
        ),
    )
    if posted.account_id is None:
        return 0
    undo_use(session, tx_id=tx_id, by_tx=posted.tx_id)
    return int(-spent.amount)


def grant_signup_credits(session: Session, *, member_id: UUID) -> int:
    """Grant a newly activated member the site's `signup_credits`, once per mailbox. Returns the credits granted."""
    site = sites_api.get_site(session, accounts_api.get_member(session, member_id).site_id)
    mailboxes = accounts_api.list_mailbox_forms(session, member_id)
    if site.signup_credits == 0 or not mailboxes:
        return 0
    # A keyed hash is kept after the address is changed or erased, so that the mailbox gets no credits again.
    idem, *earlier = (f"signup:{keyed_hash('signup credits', f'{site.id} {one}')}" for one in mailboxes)
    # The last key belongs to older grants, which were limited per member and not per mailbox.
    given = select(LedgerTx.id).where(LedgerTx.idem.in_((idem, *earlier, f"signup:{member_id}"))).limit(1)
    if session.execute(given).first():
        return 0
    posting = Posting(
        idem, member_id, site.signup_credits, SystemAccount.CREDIT_ISSUE, Reason.SIGNUP, actor=SYSTEM_ACTOR
    )
    try:
        _grant(session, posting)
    except PostingReused:
        # Another account with the same mailbox was activated at the same time.
        return 0
    return site.signup_credits


def adjust_credits(
    session: Session, *, member_id: UUID, credits: int, note: str, actor: str, idem: UUID | None = None
) -> int:
    """Grant a member credits, or take them (a negative number), with a note by support. Returns the new balance.

    Raises CreditsInvalid (0, more than MAX_CREDITS, or an empty note), InsufficientCredits, MemberNotFound.
    """
    _ensure_amount(abs(credits))
    if not note.strip():
        raise CreditsInvalid(field="note")
    accounts_api.get_member(session, member_id)
    posting = Posting(
        idem=f"support:{idem or uuid4()}",
        member_id=member_id,
        amount=credits,
        system_account=SystemAccount.CREDIT_ISSUE,
        reason=Reason.SUPPORT,
        actor=actor,
        note=note.strip(),
    )
    if credits > 0:
        return _grant(session, posting).balance
    posted = post(session, posting)
    _use_lots(session, posted, -credits)
    publish(session, CreditsAdjusted(member_id=member_id))
    return posted.balance


def _ensure_amount(credits: int) -> None:
    if not 0 < credits <= MAX_CREDITS:
        raise CreditsInvalid(field="credits")


def _grant(session: Session, posting: Posting) -> Posted:
    posted = post(session, posting)
    if posted.account_id is not None:
        add_lot(session, NewLot(posted.tx_id, posted.account_id, LotKind.BONUS, posting.amount))
        publish(session, CreditsAdjusted(member_id=posting.member_id))
    return posted


def add_lot(session: Session, lot: NewLot) -> None:
    """Insert a lot, in the transaction of the posting that added its credits."""
    session.execute(_ADD_LOT, asdict(lot))


def undo_use(session: Session, *, tx_id: UUID, by_tx: UUID) -> None:
    """Return what a posting took from lots, and reverse its entries of money, as part of the posting `by_tx`."""
    session.execute(_UNDO_USE, {"tx_id": tx_id, "by_tx": by_tx})


def post(session: Session, posting: Posting) -> Posted:
    """Write a posting once; raises InsufficientCredits, and PostingReused if its key has another fingerprint."""
    if posting.amount > 0:
        session.execute(_OPEN_WALLET, {"member_id": posting.member_id})
    tx_id = new_id()
    values = {
        "tx_id": tx_id,
        "idem": posting.idem,
        "fingerprint": posting.fingerprint,
        "member_id": posting.member_id,
        "amount": posting.amount,
        "system_account": int(posting.system_account),
        "reason": posting.reason,
        "actor": posting.actor,
        "note": posting.note,
        "reference_id": posting.reference_id,
        "reverses_tx": posting.reverses_tx,
    }
    wallet = session.execute(_POST, values).one_or_none()
    if wallet is not None:
        return Posted(tx_id, wallet.balance, wallet.account_id)
    earlier = session.execute(select(LedgerTx.id, LedgerTx.fingerprint).where(LedgerTx.idem == posting.idem)).one()
    balance = queries.get_balance(session, member_id=posting.member_id)
    if earlier.id == tx_id:
        raise InsufficientCredits(needed=-posting.amount, balance=balance)
    if earlier.fingerprint != posting.fingerprint:
        raise PostingReused()
    return Posted(earlier.id, balance, None)


def _use_lots(session: Session, posted: Posted, credits: int) -> None:
    if posted.account_id is not None:
        values = {"tx_id": posted.tx_id, "account_id": posted.account_id, "amount": credits}
        session.execute(_USE_LOTS, values)


_OPEN_WALLET = text(
    """
    INSERT INTO billing.ledger_account (kind, owner_id, unit, balance, head_hash)
    VALUES ('wallet', :member_id, 'CR', 0, sha256(uuid_send(:member_id)))
    ON CONFLICT (kind, owner_id, unit) DO NOTHING
    """
).bindparams(bindparam("member_id", type_=Uuid))

# The balance is checked and changed by one UPDATE, so that concurrent spends cannot overdraw the wallet.
_POST = text(
    """
    WITH tx AS (
        INSERT INTO billing.ledger_tx (id, idem, fingerprint, reason, note, actor, reference_id, reverses_tx)
        VALUES (:tx_id, :idem, :fingerprint, :reason, :note, :actor, :reference_id, :reverses_tx)
        ON CONFLICT DO NOTHING
        RETURNING id, fingerprint
    ), wallet AS (
        UPDATE billing.ledger_account AS a
           SET balance = a.balance + :amount,
               version = a.version + 1,
               head_hash = billing.entry_hash(
                   a.head_hash, tx.id, tx.fingerprint, :amount, a.version + 1, a.balance + :amount)
          FROM tx
         WHERE a.kind = 'wallet' AND a.owner_id = :member_id AND a.unit = 'CR' AND a.balance + :amount >= 0
        RETURNING a.id AS account_id, a.version, a.balance, a.head_hash
    ), entries AS (
        INSERT INTO billing.ledger_entry (tx_id, account_id, unit, amount, seq, balance_after, hash)
        SELECT :tx_id, account_id, 'CR', :amount, version, balance, head_hash FROM wallet
        UNION ALL
        SELECT :tx_id, :system_account, 'CR', -:amount, NULL, NULL, NULL FROM wallet
    )
    SELECT account_id, balance FROM wallet
    """
).bindparams(
    bindparam("tx_id", type_=Uuid),
    bindparam("member_id", type_=Uuid),
    bindparam("reference_id", type_=Uuid),
    bindparam("reverses_tx", type_=Uuid),
    bindparam("amount", type_=BigInteger),
    bindparam("system_account", type_=BigInteger),
)

_ADD_LOT = text(
    """
    INSERT INTO billing.credit_lot
           (tx_id, account_id, kind, granted, remaining, order_id, currency, paid, net, paid_remaining, net_remaining)
    VALUES (:tx_id, :account_id, :kind, :granted, :granted, :order_id, :currency, :paid, :net, :paid, :net)
    """
).bindparams(
    bindparam("order_id", type_=Uuid), *(bindparam(name, type_=Integer) for name in ("granted", "paid", "net"))
)

# Runs after the posting has locked the wallet, so that no other spend reads the same lots. Credits take their share of
# the lot's money, rounded down; the last credit takes the rest, so that the shares sum to the whole.
_USE_LOTS = text(
    """
    WITH open AS (
        SELECT tx_id, remaining, paid_remaining::bigint AS paid, net_remaining::bigint AS net,
               sum(remaining) OVER (ORDER BY kind = 'purchased', granted_at, tx_id) - remaining AS ahead
          FROM billing.credit_lot
         WHERE account_id = :account_id AND remaining > 0
    ), share AS (
        SELECT tx_id, taken, paid * taken / remaining AS paid, net * taken / remaining AS net
          FROM (SELECT *, least(remaining, :amount - ahead) AS taken FROM open WHERE ahead < :amount) AS reached
    ), used AS (
        UPDATE billing.credit_lot AS lot
           SET remaining = lot.remaining - share.taken,
               paid_remaining = lot.paid_remaining - share.paid,
               net_remaining = lot.net_remaining - share.net
          FROM share
         WHERE lot.tx_id = share.tx_id
        RETURNING lot.tx_id, share.taken, share.paid, share.net, lot.currency
    ), uses AS (
        INSERT INTO billing.lot_use (tx_id, lot_id, amount, paid, net)
        SELECT :tx_id, tx_id, taken, paid, net FROM used
    ), earned AS (
        SELECT currency, sum(net) AS net FROM used WHERE net > 0 GROUP BY currency
    )
    INSERT INTO billing.ledger_entry (tx_id, account_id, unit, amount)
    SELECT :tx_id, account.id, account.unit, CASE account.kind WHEN 'revenue' THEN -earned.net ELSE earned.net END
      FROM earned
      JOIN billing.ledger_account AS account ON account.unit = earned.currency
     WHERE account.kind IN ('deferred_revenue', 'revenue')
    """
).bindparams(
    bindparam("tx_id", type_=Uuid), bindparam("account_id", type_=BigInteger), bindparam("amount", type_=BigInteger)
)

_UNDO_USE = text(
    """
    WITH restored AS (
        UPDATE billing.credit_lot AS lot
           SET remaining = lot.remaining + used.amount,
               paid_remaining = lot.paid_remaining + used.paid,
               net_remaining = lot.net_remaining + used.net
          FROM billing.lot_use AS used
         WHERE used.tx_id = :tx_id AND lot.tx_id = used.lot_id
    )
    INSERT INTO billing.ledger_entry (tx_id, account_id, unit, amount)
    SELECT :by_tx, account_id, unit, -amount FROM billing.ledger_entry WHERE tx_id = :tx_id AND unit <> 'CR'
    """
).bindparams(bindparam("tx_id", type_=Uuid), bindparam("by_tx", type_=Uuid))
