"""The entries of members' wallets in the console, read-only."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import select

from app.kernel.db.session import Session
from app.kernel.resources import OpsQuery, Page, Resource, badge, instant, number, read_page, ref, rows_of, text
from modules.billing.contracts.states import Reason
from modules.billing.ledger.models import WALLET, LedgerAccount, LedgerEntry, LedgerTx


@dataclass(frozen=True, slots=True)
class EntryRecord:
    """One entry of a wallet: the credits that were added or taken, and the balance after it."""

    id: str
    at: datetime
    owner_id: UUID
    reason: str
    amount: int
    balance_after: int
    seq: int
    actor: str
    note: str
    reference_id: UUID | None


def list_entries(session: Session, query: OpsQuery) -> Page[EntryRecord]:
    """Return a page of the entries of all wallets."""
    found = (
        select(
            LedgerEntry.tx_id,
            LedgerEntry.account_id,
            LedgerEntry.amount,
            LedgerEntry.balance_after,
            LedgerEntry.seq,
            LedgerAccount.owner_id,
            LedgerTx.at,
            LedgerTx.reason,
            LedgerTx.actor,
            LedgerTx.note,
            LedgerTx.reference_id,
        )
        .join(LedgerAccount, LedgerAccount.id == LedgerEntry.account_id)
        .join(LedgerTx, LedgerTx.id == LedgerEntry.tx_id)
        .where(LedgerAccount.owner_id.is_not(None))
    )
    return read_page(session, found, EntryRecord, query, key=("tx_id", "account_id"))


BALANCES = Resource(
    key="billing.balances",
    label="Balances",
    title=("owner_id", "balance"),
    empty="No member has credits yet.",
    icon="MenuBookOutlined",
    group="money",
    permission="billing.ledger.read",
    rows=rows_of(select(LedgerAccount).where(LedgerAccount.kind == WALLET), id=LedgerAccount.owner_id),
    columns=(
        ref("owner_id", "Member", to="accounts.members", related=True),
        number("balance", "Credits"),
    ),
    filters=("owner_id",),
    among_facts=True,
)

LEDGER = Resource(
    key="billing.ledger",
    label="Ledger",
    title=("reason", "owner_id"),
    empty="No entries yet. Every change of a balance is listed here.",
    icon="MenuBookOutlined",
    group="money",
    rows=list_entries,
    columns=(
        instant("at", "Time", sort=True),
        badge("reason", "Reason", [*Reason]),
        number("amount", "Credits"),
        ref("owner_id", "Member", to="accounts.members", related=True),
        number("balance_after", "Balance after"),
        number("seq", "Entry", in_list=False),
        text("actor", "By", means="actor", in_list=False),
        text("note", "Note", in_list=False),
        text("reference_id", "Reference", in_list=False),
    ),
    filters=("owner_id", "reason", "at"),
    default_sort="-at",
)
