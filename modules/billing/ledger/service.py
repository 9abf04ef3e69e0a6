"""Commands of the ledger. One statement writes a posting: its transaction, its wallet, both entries and, for a spend,
what it takes from the lots. Functions of the database do so (models.sql).

Lock order: a payment, its order, a code, a wallet, its lots; a conversation comes last
(modules/messaging/service/sending.py). Spending bought credits recognises their revenue in the same posting.
"""

import hashlib
from dataclasses import asdict, dataclass
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import (
    BigInteger,
    BindParameter,
    Integer,
    LargeBinary,
    Select,
    Text,
    Uuid,
    bindparam,
    func,
    select,
    text,
)

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
    posted = _write(
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
        _SPEND,
    )
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
    posted = _write(session, posting, _SPEND)
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
    return _write(session, posting, _POST)


def _write(session: Session, posting: Posting, statement: Select[int, int]) -> Posted:
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
    wallet = session.execute(statement, values).one_or_none()
    if wallet is not None:
        return Posted(tx_id, wallet.balance, wallet.account_id)
    earlier = session.execute(select(LedgerTx.id, LedgerTx.fingerprint).where(LedgerTx.idem == posting.idem)).one()
    balance = queries.get_balance(session, member_id=posting.member_id)
    if earlier.id == tx_id:
        raise InsufficientCredits(needed=-posting.amount, balance=balance)
    if earlier.fingerprint != posting.fingerprint:
        raise PostingReused()
    return Posted(earlier.id, balance, None)


_OPEN_WALLET = text(
    """
    INSERT INTO billing.ledger_account (kind, owner_id, unit, balance, head_hash)
    VALUES ('wallet', :member_id, 'CR', 0, sha256(uuid_send(:member_id)))
    ON CONFLICT (kind, owner_id, unit) DO NOTHING
    """
).bindparams(bindparam("member_id", type_=Uuid))


def _posting_by(function: str) -> Select[int, int]:
    """Return the statement that writes a posting with a function of the database (models.sql)."""
    values: list[BindParameter[Any]] = [bindparam(name, type_=kind) for name, kind in _POSTING.items()]
    written = getattr(func.billing, function)(*values).table_valued("account_id", "balance")
    return select(written.c.account_id, written.c.balance)


# In the order of the functions' parameters.
_POSTING = {
    "tx_id": Uuid,
    "idem": Text,
    "fingerprint": LargeBinary,
    "member_id": Uuid,
    "amount": BigInteger,
    "system_account": BigInteger,
    "reason": Text,
    "actor": Text,
    "note": Text,
    "reference_id": Uuid,
    "reverses_tx": Uuid,
}
_POST = _posting_by("post")
_SPEND = _posting_by("spend")

_ADD_LOT = text(
    """
    INSERT INTO billing.credit_lot
           (tx_id, account_id, kind, granted, remaining, order_id, currency, paid, net, paid_remaining, net_remaining)
    VALUES (:tx_id, :account_id, :kind, :granted, :granted, :order_id, :currency, :paid, :net, :paid, :net)
    """
).bindparams(
    bindparam("order_id", type_=Uuid), *(bindparam(name, type_=Integer) for name in ("granted", "paid", "net"))
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
