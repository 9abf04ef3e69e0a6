"""Direct debit by the company: codes by SMS, mandates, collections, their files, blocks.

Account and phone numbers are stored encrypted (app/kernel/secrets/sealing.py), with a keyed hash for comparing them.
"""

from datetime import date, datetime
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey, Index, SmallInteger, UniqueConstraint, func, text
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.db.session import Base
from app.kernel.personal.tables import SECRET, Erasure, Personal
from app.kernel.secrets.sealing import SealedColumn
from modules.billing.contracts.states import OPEN_COLLECTIONS, BatchState, CollectionState, DebitMandateState
from modules.billing.payments.models.orders import CreditOrder, PaymentRow
from modules.billing.reference import BEHIND_AN_ORDER, BOOKS, EVIDENCE_OF_A_DEBIT

_OPEN = ", ".join(repr(str(state)) for state in OPEN_COLLECTIONS)


@Personal(
    Erasure.KEPT,
    EVIDENCE_OF_A_DEBIT,
    keeps_ids={"member_id"},
    keeps_words_by_law={"holder", "network"},
    not_copied=SECRET,
)
class OtpChallenge(Base):
    """A code that was sent by SMS to authorise one debit. It is not stored, but derived from this row.

    A trigger keeps account, amount and text from changing, and allows the code to be consumed once.
    """

    __tablename__ = "otp_challenge"
    __table_args__ = (
        CheckConstraint("tries BETWEEN 0 AND 5", name="tries"),
        CheckConstraint("amount_minor > 0", name="amount"),
        CheckConstraint("consumed_at IS NULL OR (tries > 0 AND consumed_at < expires_at)", name="consumed_in_time"),
        Index("otp_challenge_order_idx", "order_id", "created_at"),
        Index(
            "otp_challenge_consumed_key", "payment_id", unique=True, postgresql_where=text("consumed_at IS NOT NULL")
        ),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    member_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.member.id"))
    order_id: Mapped[UUID] = mapped_column(ForeignKey(CreditOrder.id))
    payment_id: Mapped[UUID] = mapped_column(ForeignKey(PaymentRow.id))
    salt: Mapped[bytes]
    amount_minor: Mapped[int]
    creditor_id: Mapped[str]
    reference: Mapped[str]
    iban_sealed: Mapped[bytes]
    iban_hash: Mapped[str]
    iban_label: Mapped[str]
    holder: Mapped[str]
    phone_sealed: Mapped[bytes]
    phone_label: Mapped[str]
    text_version: Mapped[str]
    text_hash: Mapped[bytes]
    locale: Mapped[str]
    network: Mapped[str]
    tries: Mapped[int] = mapped_column(SmallInteger, server_default="0")
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    expires_at: Mapped[datetime]
    consumed_at: Mapped[datetime | None]


@Personal(
    Erasure.KEPT,
    EVIDENCE_OF_A_DEBIT,
    keeps_ids={"member_id"},
    keeps_words_by_law={"holder"},
    copied="direct_debit_mandates",
)
class DebitMandate(Base):
    """A member's mandate to debit an account, with the challenge that proves its authorisation."""

    __tablename__ = "dd_mandate"
    __table_args__ = (
        UniqueConstraint("reference"),
        # A member has at most one active mandate for an account.
        Index(
            "dd_mandate_active_key",
            "member_id",
            "iban_hash",
            "creditor_id",
            unique=True,
            postgresql_where=text("state = 'active'"),
        ),
        Index("dd_mandate_iban_idx", "iban_hash"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    member_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.member.id"))
    reference: Mapped[str]
    creditor_id: Mapped[str]
    iban_sealed: Mapped[bytes]
    iban_hash: Mapped[str]
    iban_label: Mapped[str]
    holder: Mapped[str]
    challenge_id: Mapped[UUID] = mapped_column(ForeignKey(OtpChallenge.id), unique=True)
    accepted_at: Mapped[datetime] = mapped_column(server_default=func.now())
    last_used_at: Mapped[datetime] = mapped_column(server_default=func.now())
    state: Mapped[DebitMandateState] = mapped_column(server_default="active")
    reason: Mapped[str | None]


@Personal(Erasure.KEPT, BOOKS, not_copied=BEHIND_AN_ORDER)
class BatchRow(Base):
    """A file of collections for the bank (pain.008), which a second person releases; its content is sealed."""

    __tablename__ = "dd_batch"
    __table_args__ = (
        CheckConstraint("collections > 0 AND total_minor > 0", name="positive"),
        CheckConstraint(
            "state IN ('draft', 'discarded') OR (released_by IS NOT NULL AND content_hash IS NOT NULL)", name="released"
        ),
        CheckConstraint("released_by <> created_by", name="four_eyes"),
        UniqueConstraint("message_id"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    creditor_id: Mapped[str]
    collections: Mapped[int]
    total_minor: Mapped[int]
    state: Mapped[BatchState] = mapped_column(server_default="draft")
    created_by: Mapped[str]
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    released_by: Mapped[str | None]
    released_at: Mapped[datetime | None]
    exported_at: Mapped[datetime | None]
    message_id: Mapped[str | None]
    content_sealed: Mapped[bytes | None]
    content_hash: Mapped[bytes | None]


@Personal(Erasure.KEPT, BOOKS, not_copied=BEHIND_AN_ORDER)
class CollectionRow(Base):
    """One attempt to collect an order's price from an account; `end_to_end_id` identifies it at the bank."""

    __tablename__ = "dd_collection"
    __table_args__ = (
        CheckConstraint("amount_minor > 0", name="amount"),
        CheckConstraint("(state IN ('scheduled', 'canceled')) = (batch_id IS NULL)", name="in_batch"),
        UniqueConstraint("end_to_end_id"),
        UniqueConstraint("payment_id", "attempt"),
        Index("dd_collection_open_key", "payment_id", unique=True, postgresql_where=text(f"state IN ({_OPEN})")),
        Index("dd_collection_settled_key", "payment_id", unique=True, postgresql_where=text("settled_at IS NOT NULL")),
        Index("dd_collection_mandate_idx", "mandate_id"),
        Index("dd_collection_due_idx", "due_on", postgresql_where=text("state = 'scheduled'")),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    payment_id: Mapped[UUID] = mapped_column(ForeignKey(PaymentRow.id))
    mandate_id: Mapped[UUID] = mapped_column(ForeignKey(DebitMandate.id))
    attempt: Mapped[int] = mapped_column(SmallInteger)
    end_to_end_id: Mapped[str]
    amount_minor: Mapped[int]
    due_on: Mapped[date]
    batch_id: Mapped[UUID | None] = mapped_column(ForeignKey(BatchRow.id), index=True)
    state: Mapped[CollectionState] = mapped_column(server_default="scheduled")
    reason: Mapped[str | None]
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    settled_at: Mapped[datetime | None]
    ended_at: Mapped[datetime | None]


@Personal(Erasure.KEPT, BOOKS, not_copied=BEHIND_AN_ORDER)
class BankFile(Base):
    """An imported file of a bank, identified by the hash of its content."""

    __tablename__ = "dd_bank_file"

    content_hash: Mapped[bytes] = mapped_column(primary_key=True)
    kind: Mapped[str]
    imported_by: Mapped[str]
    imported_at: Mapped[datetime] = mapped_column(server_default=func.now())


@Personal(
    Erasure.EMPTIED,
    "that a debit was refused, without what staff wrote",
    keeps_ids={"member_id"},
    not_copied="keeps fraud out; telling it would undo it",
)
class Block(Base):
    """A block of direct debit for a member, an account, or both; `until` is when it was lifted."""

    __tablename__ = "dd_block"
    __table_args__ = (
        CheckConstraint("member_id IS NOT NULL OR iban_hash IS NOT NULL", name="subject"),
        CheckConstraint("reason <> ''", name="reason"),
        Index("dd_block_member_idx", "member_id"),
        Index("dd_block_iban_idx", "iban_hash"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    member_id: Mapped[UUID | None] = mapped_column(ForeignKey("accounts.member.id"))
    iban_hash: Mapped[str | None]
    reason: Mapped[str]
    until: Mapped[datetime | None]
    created_by: Mapped[str]
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())


SEALED = (
    SealedColumn(OtpChallenge.iban_sealed, purpose="iban", owner=OtpChallenge.member_id),
    SealedColumn(OtpChallenge.phone_sealed, purpose="phone", owner=OtpChallenge.id),
    SealedColumn(DebitMandate.iban_sealed, purpose="iban", owner=DebitMandate.member_id),
    SealedColumn(BatchRow.content_sealed, purpose="collections", owner=BatchRow.id),
)
