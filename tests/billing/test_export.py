"""What the billing module tells in the copy of a member's data."""

from dataclasses import replace
from typing import Any
from uuid import UUID

from sqlalchemy import text

from app.kernel.db.session import Session, transaction
from app.kernel.personal.exports import ModuleExport, Rows, Table
from app.kernel.text import formats
from modules.accounts.contracts import Member
from modules.billing import api
from modules.billing.contracts.states import EvidenceKind
from modules.billing.papers.service import papers
from modules.billing.payments.service import evidence
from modules.billing.service.export import export_member
from modules.sites.contracts import Site
from tests.billing.debiting import authorise, let_collect
from tests.billing.shopping import open_shop
from tests.factories.billing import buy_with_own_code, give_credits, save_spending_rules
from tests.fixture_types import MakeMember

SALES = "billing.credit_order AS sale ON sale.id = "
OWN = {
    "orders": """SELECT id, created_at, completed_at, credits, total_minor, currency, discount_code, country,
                 vat_country, state FROM billing.credit_order WHERE member_id = :id ORDER BY created_at DESC""",
    "saved_methods": "SELECT method, label, state, created_at FROM billing.mandate WHERE member_id = :id",
    "direct_debit_mandates": """SELECT reference, iban_label, holder, state, accepted_at FROM billing.dd_mandate
                                WHERE member_id = :id""",
    "discount_codes": "SELECT code, value_percentage, expires FROM billing.discount_code WHERE member_id = :id",
    "countries": f"""SELECT order_id, kind, seen.country, at FROM billing.sale_evidence AS seen
                     JOIN {SALES} order_id WHERE sale.member_id = :id ORDER BY at, kind""",
    "refunds": f"""SELECT refund.created_at, refund.amount_minor, refund.currency, refund.credits, refund.state,
                   refused_for, refused_words FROM billing.refund
                   JOIN billing.payment ON payment.id = payment_id
                   JOIN {SALES} payment.order_id WHERE sale.member_id = :id ORDER BY refund.created_at""",
    "support": """SELECT tx.at, entry.amount AS credits, tx.note FROM billing.ledger_tx AS tx
                  JOIN billing.ledger_entry AS entry ON entry.tx_id = tx.id
                  JOIN billing.ledger_account AS wallet ON wallet.id = entry.account_id
                  WHERE wallet.owner_id = :id AND tx.reason = 'support' ORDER BY entry.seq""",
    "papers": "SELECT kind, year, number, buyer FROM billing.paper WHERE member_id = :id",
    "reload_rule": """SELECT threshold, monthly_cap_minor, currency, agreed_at, ended_at FROM billing.reload_rule
                      WHERE member_id = :id""",
    "spend_limit": """SELECT minor, currency, next_minor, next_currency, next_at FROM billing.spend_limit
                      WHERE member_id = :id""",
}
LEDGER = """SELECT tx.at, tx.reason, entry.amount AS credits, entry.balance_after AS balance
            FROM billing.ledger_tx AS tx JOIN billing.ledger_entry AS entry ON entry.tx_id = tx.id
            JOIN billing.ledger_account AS wallet ON wallet.id = entry.account_id
            WHERE wallet.owner_id = :id ORDER BY entry.seq DESC"""

# The refund that was stored last was asked for first.
ASKED_EARLIER = f"""UPDATE billing.refund SET created_at = created_at - interval '1 hour' WHERE id = (
                    SELECT refund.id FROM billing.refund JOIN billing.payment ON payment.id = payment_id
                    JOIN {SALES} payment.order_id WHERE sale.member_id = :id ORDER BY refund.created_at DESC LIMIT 1)"""
# Rows that are written again are found last when nobody asks for an order.
WRITTEN_AGAIN = """WITH entry AS (UPDATE billing.ledger_entry SET amount = amount WHERE seq = (
                     SELECT min(entry.seq) FROM billing.ledger_tx AS tx JOIN billing.ledger_entry AS entry
                     ON entry.tx_id = tx.id JOIN billing.ledger_account AS wallet ON wallet.id = entry.account_id
                     WHERE wallet.owner_id = :id AND tx.reason = 'support') RETURNING tx_id)
                   UPDATE billing.ledger_tx SET note = note FROM entry WHERE id = entry.tx_id"""


def leave_everything(member: Member) -> None:
    """Let a member leave a row in every table of money that the copy tells."""
    debit_id = authorise(member)
    with transaction() as session:
        for kind in (EvidenceKind.PROFILE, EvidenceKind.NETWORK):
            evidence.record(session, debit_id, kind, "NL")
    for credits in (5, 7):
        with transaction() as session:
            give_credits(session, member_id=member.id, credits=credits)
    with transaction() as session:
        order_id = buy_with_own_code(session, member=member)
        papers.issue_invoice(session, order_id=order_id)
        save_spending_rules(session, member=member)
    for _ in range(2):
        with transaction() as session:
            about = {"actor": "support", "note": "a test"}
            api.request_refund(session, order_id=order_id, credits=10, extra_minor=0, **about)


def whole(exported: ModuleExport) -> ModuleExport:
    """Return an export with the rows that it reads only while its transaction is open."""
    data = {name: [*value] if isinstance(value, Rows) else value for name, value in exported.data.items()}
    return replace(exported, data=data, tables=tuple(replace(table, rows=[*table.rows]) for table in exported.tables))


def rows_of(session: Session, statement: str, member_id: UUID) -> list[dict[str, Any]]:
    return [dict(row) for row in session.execute(text(statement), {"id": member_id}).mappings()]


def test_the_copy_tells_all_that_a_member_did_with_money(site: Site, make_member: MakeMember) -> None:
    open_shop(site)
    let_collect(site)
    member, other = make_member(), make_member()
    for one in (other, member):
        leave_everything(one)
    with transaction() as session:
        session.execute(text("SET LOCAL session_replication_role = replica"))  # neither table lets itself be changed
        session.execute(text(ASKED_EARLIER), {"id": member.id})
        session.execute(text(WRITTEN_AGAIN), {"id": member.id})
    with transaction(snapshot=True) as session:
        # An index would bring rows in order that nobody asked for.
        for scan in ("indexscan", "bitmapscan"):
            session.execute(text(f"SET LOCAL enable_{scan} = off"))
        exported = whole(export_member(session, member.id, "nl"))
        own = {name: rows_of(session, statement, member.id) for name, statement in OWN.items()}
        ledger = rows_of(session, LEDGER, member.id)
    twice = ("orders", "countries", "refunds", "support")
    assert {name: len(rows) for name, rows in own.items()} == dict.fromkeys(OWN, 1) | dict.fromkeys(twice, 2)
    (saved,), (mandate,) = own["saved_methods"], own["direct_debit_mandates"]
    assert exported == ModuleExport(
        data={"credits": ledger[0]["balance"], "ledger": ledger, **own},
        tables=(
            Table(
                "Je bestellingen",
                [
                    (
                        formats.moment("nl", one["created_at"]),
                        str(one["credits"]),
                        formats.money("nl", one["total_minor"], one["currency"]),
                        one["state"],
                    )
                    for one in own["orders"]
                ],
                ("Datum", "Credits", "Bedrag", "Status van de bestelling"),
            ),
            Table(
                "Je creditgeschiedenis",
                [
                    (formats.moment("nl", one["at"]), one["reason"], f"{one['credits']:+}", str(one["balance"]))
                    for one in ledger
                ],
                ("Datum", "Reden", "Credits", "Saldo daarna"),
            ),
            Table(
                "Opgeslagen betaalmethoden",
                [
                    ("creditcard", "Visa 4242", formats.moment("nl", saved["created_at"])),
                    (mandate["reference"], mandate["iban_label"], formats.moment("nl", mandate["accepted_at"])),
                ],
                ("Betaalmethode", "Kaart of rekening", "Datum"),
            ),
        ),
    )
