"""The billing module's part of the copy of a member's data."""

from collections.abc import Iterable, Iterator
from typing import Any
from uuid import UUID

from sqlalchemy import select

from app.kernel import i18n
from app.kernel.db.session import Session
from app.kernel.personal.exports import BATCH, ModuleExport, Rows, Table
from app.kernel.text import formats
from modules.billing.contracts.ledger import Entry
from modules.billing.contracts.states import Reason
from modules.billing.debit import models as debit_tables
from modules.billing.ledger import models as ledger_tables
from modules.billing.ledger import queries
from modules.billing.papers import models as paper_tables
from modules.billing.payments.models import limits
from modules.billing.payments.models import orders as order_tables
from modules.billing.payments.models.evidence import SaleEvidence
from modules.billing.payments.models.returns import RefundRow
from modules.billing.payments.queries import orders as order_queries
from modules.billing.shop.models.discounts import DiscountCode

# More than any member has: the queries need a limit.
ALL = 1_000_000


def export_member(session: Session, member_id: UUID, language: str) -> ModuleExport:
    """Return a member's ledger entries, orders, saved payment methods, mandates and discount codes."""
    balance = queries.get_balance(session, member_id=member_id)
    orders = order_queries.list_orders(session, member_id=member_id, limit=ALL)
    saved, mandates, codes = (_rows(session, statement, member_id) for statement in (_saved_methods, _mandates, _codes))

    def word(key: str) -> str:
        return i18n.text(language, f"export.billing.{key}")

    def moment(when: Any) -> str:
        return formats.moment(language, when)

    def entries() -> Iterable[Entry]:
        return queries.read_entries(session, member_id=member_id, batch=BATCH)

    def ledger() -> Iterator[dict[str, Any]]:
        for one in entries():
            yield {"at": one.at, "reason": one.reason, "credits": one.credits, "balance": one.balance_after}

    def lines() -> Iterator[tuple[str, ...]]:
        for one in entries():
            yield moment(one.at), one.reason, f"{one.credits:+}", str(one.balance_after)

    return ModuleExport(
        data={
            "credits": balance,
            "ledger": Rows(ledger),
            "orders": [
                {
                    "id": one.id,
                    "created_at": one.created_at,
                    "completed_at": one.completed_at,
                    "credits": one.credits,
                    "total_minor": one.total_minor,
                    "currency": one.currency,
                    "discount_code": one.discount_code,
                    "country": one.country,
                    "vat_country": one.vat_country,
                    "state": one.state,
                }
                for one in orders
            ],
            "saved_methods": saved,
            "direct_debit_mandates": mandates,
            "discount_codes": codes,
            **{name: _rows(session, statement, member_id) for name, statement in _MORE.items()},
        },
        tables=(
            Table(
                word("orders"),
                [
                    (moment(o.created_at), str(o.credits), formats.money(language, o.total_minor, o.currency), o.state)
                    for o in orders
                ],
                (word("at"), word("credits"), word("amount"), word("state")),
            ),
            Table(
                word("ledger"),
                Rows(lines),
                (word("at"), word("reason"), word("credits"), word("balance")),
            ),
            Table(
                word("methods"),
                [(one["method"], one["label"], moment(one["created_at"])) for one in saved]
                + [(one["reference"], one["iban_label"], moment(one["accepted_at"])) for one in mandates],
                (word("method"), word("label"), word("at")),
            ),
        ),
    )


def _rows(session: Session, statement: Any, member_id: UUID) -> list[dict[str, Any]]:
    return [row._asdict() for row in session.execute(statement(member_id))]


def _saved_methods(member_id: UUID) -> Any:
    table = order_tables.Mandate
    return select(table.method, table.label, table.state, table.created_at).where(table.member_id == member_id)


def _mandates(member_id: UUID) -> Any:
    table = debit_tables.DebitMandate
    columns = (table.reference, table.iban_label, table.holder, table.state, table.accepted_at)
    return select(*columns).where(table.member_id == member_id)


def _codes(member_id: UUID) -> Any:
    table = DiscountCode
    return select(table.code, table.value_percentage, table.expires).where(table.member_id == member_id)


def _evidence(member_id: UUID) -> Any:
    """Return the statement for the evidence of a member's country in their orders."""
    table, order = SaleEvidence, order_tables.CreditOrder
    found = select(table.order_id, table.kind, table.country, table.at).join(order)
    return found.where(order.member_id == member_id).order_by(table.at, table.kind)


def _refunds(member_id: UUID) -> Any:
    refund, payment, order = RefundRow, order_tables.PaymentRow, order_tables.CreditOrder
    columns = (
        refund.created_at,
        refund.amount_minor,
        refund.currency,
        refund.credits,
        refund.state,
        refund.refused_for,
        refund.refused_words,
    )
    found = select(*columns).join(payment).join(order)
    return found.where(order.member_id == member_id).order_by(refund.created_at)


def _support(member_id: UUID) -> Any:
    """Return the statement for the credits that support granted and took, with its notes."""
    account, entry, tx = ledger_tables.LedgerAccount, ledger_tables.LedgerEntry, ledger_tables.LedgerTx
    found = select(tx.at, entry.amount.label("credits"), tx.note).join(entry)
    found = found.join(account)
    return found.where(account.owner_id == member_id, tx.reason == Reason.SUPPORT).order_by(entry.seq)


def _papers(member_id: UUID) -> Any:
    table = paper_tables.PaperRow
    return select(table.kind, table.year, table.number, table.buyer).where(table.member_id == member_id)


def _reload_rule(member_id: UUID) -> Any:
    table = limits.ReloadRuleRow
    columns = (table.threshold, table.monthly_cap_minor, table.currency, table.agreed_at, table.ended_at)
    return select(*columns).where(table.member_id == member_id)


def _spend_limit(member_id: UUID) -> Any:
    table = limits.SpendLimitRow
    columns = (table.minor, table.currency, table.next_minor, table.next_currency, table.next_at)
    return select(*columns).where(table.member_id == member_id)


# Parts of the JSON document that are not on the page.
_MORE = {
    "countries": _evidence,
    "refunds": _refunds,
    "support": _support,
    "papers": _papers,
    "reload_rule": _reload_rule,
    "spend_limit": _spend_limit,
}
