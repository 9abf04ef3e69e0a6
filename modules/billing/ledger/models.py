"""Tables of the billing module: a double-entry ledger of credits. Its triggers are in ledger.sql.

Only wallets store a balance and a hash chain: only postings of one member lock a wallet. System accounts store neither,
so that postings of different members never wait for the same row; their balance is the sum of their entries.
"""

from datetime import datetime
from enum import IntEnum
from uuid import UUID

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    ForeignKey,
    ForeignKeyConstraint,
    Identity,
    Index,
    UniqueConstraint,
    func,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.db.columns import one_of
from app.kernel.db.session import Base
from app.kernel.personal.tables import Erasure, Personal
from modules.billing.contracts.states import REVERSALS, LotKind, Reason, SystemReason
from modules.billing.reference import BEHIND_AN_ORDER, BOOKS

CREDITS = "CR"
WALLET = "wallet"


class SystemAccount(IntEnum):
    """Ids of the system accounts of credits, which the migrations create."""

    CREDIT_ISSUE = 1
    CREDIT_INCOME = 2
    CREDIT_HOLD = 3


@Personal(Erasure.KEPT, BOOKS, keeps_ids={"owner_id"}, copied="credits")
class LedgerAccount(Base):
    """A member's wallet, or a system account; `version` is the seq of a wallet's last entry."""

    __tablename__ = "ledger_account"
    __table_args__ = (
        UniqueConstraint("kind", "owner_id", "unit", postgresql_nulls_not_distinct=True),
        UniqueConstraint("id", "unit"),
        CheckConstraint(
            "(unit = 'CR') = (kind IN ('wallet', 'credit_issue', 'credit_income', 'credit_hold')) AND (unit = 'CR') <> "
            "(kind IN ('clearing', 'deferred_revenue', 'revenue', 'vat_payable', 'unallocated', 'goodwill', "
            "'chargeback_loss', 'bank', 'provider_fees', 'exchange', 'residue'))",
            name="kind",
        ),
        CheckConstraint("balance >= 0", name="balance"),
        CheckConstraint(
            "(kind = 'wallet') = (owner_id IS NOT NULL) AND (kind = 'wallet') = (balance IS NOT NULL) "
            "AND (kind = 'wallet') = (head_hash IS NOT NULL)",
            name="only_wallets_count",
        ),
    )

    id: Mapped[int] = mapped_column(BigInteger, Identity(start=100), primary_key=True)
    kind: Mapped[str]
    owner_id: Mapped[UUID | None] = mapped_column(ForeignKey("accounts.member.id"))
    unit: Mapped[str]
    balance: Mapped[int | None] = mapped_column(BigInteger)
    version: Mapped[int] = mapped_column(BigInteger, server_default="0")
    head_hash: Mapped[bytes | None]


@Personal(Erasure.KEPT, f"{BOOKS}; whoever writes a note is told so", keeps_words_by_law={"note"}, copied="support")
class LedgerTx(Base):
    """One posting. `idem` is its idempotency key; a repeat of the key must have the same fingerprint."""

    __tablename__ = "ledger_tx"
    __table_args__ = (
        CheckConstraint(one_of("reason", (*Reason, *SystemReason)), name="reason"),
        CheckConstraint(f"(reverses_tx IS NOT NULL) = ({one_of('reason', REVERSALS)})", name="refunds_reverse"),
        CheckConstraint("reason <> 'support' OR note <> ''", name="support_says_why"),
        # In the order of the console's list; what most postings are for is found by reading on from any of them.
        Index("ledger_tx_time_idx", "at"),
        Index("ledger_tx_reason_idx", "reason", "at", postgresql_where=text("reason <> 'message'")),
        Index("ledger_tx_reference_idx", "reference_id", postgresql_where=text("reference_id IS NOT NULL")),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    idem: Mapped[str] = mapped_column(unique=True)
    fingerprint: Mapped[bytes]
    reason: Mapped[str]
    note: Mapped[str] = mapped_column(server_default="")
    actor: Mapped[str]
    reference_id: Mapped[UUID | None]
    reverses_tx: Mapped[UUID | None] = mapped_column(ForeignKey("billing.ledger_tx.id"), unique=True)
    at: Mapped[datetime] = mapped_column(server_default=func.now())


@Personal(Erasure.KEPT, BOOKS, copied="ledger")
class LedgerEntry(Base):
    """One side of a posting. The entries of a posting sum to zero in each unit; entries are never changed."""

    __tablename__ = "ledger_entry"
    __table_args__ = (
        ForeignKeyConstraint(["account_id", "unit"], ["billing.ledger_account.id", "billing.ledger_account.unit"]),
        UniqueConstraint("account_id", "seq"),
        CheckConstraint("amount <> 0", name="amount"),
        CheckConstraint("balance_after >= 0", name="balance_after"),
        CheckConstraint("num_nonnulls(seq, balance_after, hash) IN (0, 3)", name="chained_whole"),
    )

    tx_id: Mapped[UUID] = mapped_column(ForeignKey(LedgerTx.id), primary_key=True)
    account_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    unit: Mapped[str]
    amount: Mapped[int] = mapped_column(BigInteger)
    seq: Mapped[int | None] = mapped_column(BigInteger)
    balance_after: Mapped[int | None] = mapped_column(BigInteger)
    hash: Mapped[bytes | None]


@Personal(Erasure.KEPT, BOOKS, not_copied=BEHIND_AN_ORDER)
class CreditLot(Base):
    """Credits that were granted or bought together; the remaining credits of a wallet's lots sum to its balance.

    A bought lot also holds its money, in minor units: `paid` includes VAT, `net` does not. Credits that are spent take
    their share of the remaining money, rounded down; the last credit takes the rest. `net_remaining` is deferred
    revenue.
    """

    __tablename__ = "credit_lot"
    __table_args__ = (
        CheckConstraint("granted > 0 AND remaining BETWEEN 0 AND granted", name="remaining"),
        CheckConstraint("paid_remaining BETWEEN 0 AND paid AND net_remaining BETWEEN 0 AND net", name="money"),
        CheckConstraint("net <= paid AND net_remaining <= paid_remaining", name="net"),
        CheckConstraint("remaining > 0 OR paid_remaining = 0", name="empty_holds_no_money"),
        CheckConstraint("(kind = 'purchased') = (order_id IS NOT NULL AND paid > 0)", name="bought_has_order"),
        CheckConstraint("(paid > 0) = (currency IS NOT NULL)", name="currency"),
        Index("credit_lot_account_idx", "account_id"),
    )

    tx_id: Mapped[UUID] = mapped_column(ForeignKey(LedgerTx.id), primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey(LedgerAccount.id))
    kind: Mapped[LotKind]
    granted: Mapped[int]
    remaining: Mapped[int]
    order_id: Mapped[UUID | None] = mapped_column(ForeignKey("billing.credit_order.id"), unique=True)
    currency: Mapped[str | None]
    paid: Mapped[int] = mapped_column(server_default="0")
    net: Mapped[int] = mapped_column(server_default="0")
    paid_remaining: Mapped[int] = mapped_column(server_default="0")
    net_remaining: Mapped[int] = mapped_column(server_default="0")
    granted_at: Mapped[datetime] = mapped_column(server_default=func.now())


@Personal(Erasure.KEPT, BOOKS, not_copied=BEHIND_AN_ORDER)
class LotUse(Base):
    """The credits that a posting took from a lot, and their money, so that a reversal returns exactly these."""

    __tablename__ = "lot_use"
    __table_args__ = (
        CheckConstraint("amount > 0", name="amount"),
        CheckConstraint("net BETWEEN 0 AND paid", name="net"),
    )

    tx_id: Mapped[UUID] = mapped_column(ForeignKey(LedgerTx.id), primary_key=True)
    lot_id: Mapped[UUID] = mapped_column(ForeignKey(CreditLot.tx_id), primary_key=True)
    amount: Mapped[int]
    paid: Mapped[int] = mapped_column(server_default="0")
    net: Mapped[int] = mapped_column(server_default="0")
