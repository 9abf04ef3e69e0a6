"""What the database refuses of money, whoever asks; docs/reports/money-constraints.md lists each rule.

A rule that is a constraint is named as Postgres names it; one that is a trigger as `table.trigger`.
"""

from types import SimpleNamespace

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError, IntegrityError

from app.kernel.db.session import transaction
from modules.billing.payments.providers.port import ProviderStatus
from modules.billing.payments.service import orders
from modules.sites.contracts import Site
from tests.billing.bank import Bank
from tests.billing.shopping import code_of, make_code, order, pay
from tests.fixture_types import MakeMember

LOT = "UPDATE billing.credit_lot SET {} WHERE order_id = :kept"
ORDER = "UPDATE billing.credit_order SET {} WHERE id = :kept"
PAYMENT = "UPDATE billing.payment SET {} WHERE order_id = :kept"
REFUND = "UPDATE billing.refund SET {} WHERE id = :open_refund"
CODE = "UPDATE billing.discount_code SET {} WHERE id = :code"
COPY_ORDER = """
INSERT INTO billing.credit_order (id, site_id, member_id, bundle_id, origin, country, credits, currency, gross_minor,
            discount_minor, discount_code, total_minor, vat_basis_points, vat_minor, client_key, client_hash)
SELECT gen_random_uuid(), site_id, member_id, bundle_id, origin, country, credits, currency, {gross},
       {discount}, {code}, total_minor, vat_basis_points, {vat}, {key}, client_hash
  FROM billing.credit_order WHERE id = :kept
"""
COPY_PAYMENT = """
INSERT INTO billing.payment (id, order_id, attempt_no, provider, provider_ref, provider_key, method, step, amount_minor,
            currency, state, is_credited)
SELECT gen_random_uuid(), order_id, {number}, provider, {ref}, {key}, method, step, amount_minor, currency,
       {state}, {credited} FROM billing.payment WHERE order_id = :{order}
"""
COPY_REFUND = """
INSERT INTO billing.refund (id, payment_id, provider, provider_ref, provider_key, amount_minor, currency, credits,
            hold_tx, reason, state, needs_approval, requested_by)
SELECT gen_random_uuid(), payment_id, provider, {ref}, {key}, amount_minor, currency, {credits}, {hold}, reason,
       {state}, {approval}, requested_by FROM billing.refund WHERE id = :{refund}
"""
COPY_CHARGEBACK = """
INSERT INTO billing.chargeback (id, payment_id, provider, provider_ref, amount_minor, currency, credits, claw_tx,
            received_at)
SELECT gen_random_uuid(), payment_id, provider, {ref}, amount_minor, currency, credits, {claw}, received_at
  FROM billing.chargeback WHERE payment_id = :charged_back
"""
COPY_CODE = """
INSERT INTO billing.discount_code (id, site_id, code, occasion, value_percentage, created_by)
SELECT gen_random_uuid(), site_id, {code}, 'welcome', 10, 'test' FROM billing.discount_code WHERE id = :code
"""
COPY_BUNDLE = """
INSERT INTO billing.price_bundle (id, site_id, country, credits, price_minor, currency, version)
SELECT gen_random_uuid(), site_id, country, credits, price_minor, currency, version + 100 FROM billing.price_bundle
 WHERE retired_at IS NULL LIMIT 1
"""


LET_GO = text("UPDATE billing.redemption SET state = 'released' WHERE order_id = :id")


def order_row(**over: str) -> str:
    values = {"gross": "gross_minor", "discount": "discount_minor", "code": "discount_code", "vat": "vat_minor"}
    return COPY_ORDER.format(**{**values, "key": "gen_random_uuid()::text", **over})


def payment_row(**over: str) -> str:
    values = {"number": "99", "ref": "NULL", "key": "gen_random_uuid()::text", "state": "'failed'", "credited": "false"}
    return COPY_PAYMENT.format(**{**values, "order": "kept", **over})


def refund_row(**over: str) -> str:
    values = {"ref": "NULL", "key": "gen_random_uuid()::text", "credits": "0", "hold": "NULL", "state": "'approved'"}
    return COPY_REFUND.format(**{**values, "approval": "false", "refund": "open_refund", **over})


def chargeback_row(**over: str) -> str:
    return COPY_CHARGEBACK.format(**{"ref": "'chb_other'", "claw": "claw_tx", **over})


REFUSED = [
    ("credit_lot_order_id_key", LOT.format("order_id = :spent")),
    ("credit_lot_money_check", LOT.format("net_remaining = -1")),
    ("credit_lot_net_check", LOT.format("net = paid + 1")),
    ("credit_lot_empty_holds_no_money_check", LOT.format("remaining = 0")),
    ("credit_lot_bought_has_order_check", LOT.format("order_id = NULL")),
    ("credit_lot_currency_check", LOT.format("currency = NULL")),
    (
        "lot_use_net_check",
        "INSERT INTO billing.lot_use (tx_id, lot_id, amount, paid, net)"
        " SELECT :undone_spend, tx_id, 1, 1, 2 FROM billing.credit_lot WHERE order_id = :kept",
    ),
    ("ledger_account_kind_check", "INSERT INTO billing.ledger_account (kind, unit) VALUES ('revenue', 'CR')"),
    (
        "ledger_tx_refunds_reverse_check",
        "INSERT INTO billing.ledger_tx (id, idem, fingerprint, reason, actor)"
        " VALUES (gen_random_uuid(), 'undoes nothing', '', 'payout-failed', 'test')",
    ),
    ("price_bundle.keeps", "UPDATE billing.price_bundle SET price_minor = 1"),
    ("price_bundle_for_sale_key", COPY_BUNDLE),
    ("credit_order.transition", ORDER.format("state = 'pending', completed_at = NULL")),
    ("credit_order.keeps", ORDER.format("total_minor = 1")),
    ("credit_order.append_only", "DELETE FROM billing.credit_order WHERE id = :unpaid"),
    ("credit_order_member_id_client_key_key", order_row(key="client_key")),
    ("credit_order_total_check", order_row(gross="gross_minor + 1")),
    ("credit_order_vat_check", order_row(vat="-1")),
    ("credit_order_discount_has_code_check", order_row(code="'SPRING'")),
    ("credit_order_completed_check", ORDER.format("completed_at = NULL")),
    ("payment.transition", PAYMENT.format("state = 'open', is_credited = false")),
    ("payment.append_only", "DELETE FROM billing.payment"),
    ("payment.keeps", PAYMENT.format("amount_minor = 2000")),
    ("payment_credited_key", payment_row(state="'paid'", credited="true")),
    ("payment_live_key", payment_row(order="unpaid", state="'open'")),
    ("payment_credited_is_paid_check", payment_row(order="unpaid", credited="true")),
    ("payment_refunded_check", PAYMENT.format("refunded_minor = amount_minor + 1")),
    ("payment_charged_back_check", PAYMENT.format("charged_back_minor = amount_minor + 1")),
    ("payment_provider_provider_ref_key", payment_row(ref="provider_ref")),
    ("payment_provider_key_key", payment_row(key="provider_key")),
    ("payment_order_id_attempt_no_key", payment_row(number="1")),
    ("refund.transition", REFUND.format("state = 'refunded'")),
    ("refund.keeps", REFUND.format("amount_minor = 1")),
    ("refund.keeps", REFUND.format("note = 'other'")),
    ("refund.append_only", "DELETE FROM billing.refund WHERE id = :open_refund"),
    ("refund_four_eyes_check", refund_row(approval="true")),
    ("refund_credits_are_held_check", refund_row(credits="1")),
    ("refund_hold_tx_key", refund_row(credits="credits", hold="hold_tx")),
    ("refund_provider_provider_ref_key", refund_row(refund="paid_refund", ref="provider_ref")),
    ("refund_provider_key_key", refund_row(key="provider_key")),
    ("chargeback.append_only", "DELETE FROM billing.chargeback WHERE payment_id = :charged_back"),
    ("chargeback_reversed_check", "UPDATE billing.chargeback SET state = 'reversed' WHERE payment_id = :charged_back"),
    ("chargeback_provider_provider_ref_key", chargeback_row(ref="provider_ref", claw=":spend")),
    ("chargeback_claw_tx_key", chargeback_row()),
    ("discount_code_used_check", CODE.format("used = -1")),
    ("discount_code_code_key", COPY_CODE.format(code="code")),
    ("discount_code_standing_key", COPY_CODE.format(code="'HELLO'") + ";" + COPY_CODE.format(code="'HELLO2'")),
    (
        "redemption_once_key",
        "INSERT INTO billing.redemption (order_id, code_id, member_id, state)"
        " VALUES (:unpaid, :code, :member, 'reserved')",
    ),
    (
        "redemption.transition",
        "UPDATE billing.redemption SET state = 'reserved' WHERE code_id = :code",
    ),
]
# What the triggers say, by the last part of their name.
SAYING = {"keeps": "keeps what it says", "append_only": "is append-only", "transition": "cannot go from"}


@pytest.mark.parametrize(("rule", "change"), REFUSED, ids=[rule for rule, _ in REFUSED])
def test_the_database_refuses(history: SimpleNamespace, rule: str, change: str) -> None:
    with pytest.raises(DBAPIError) as refused, transaction() as session:
        for part in change.split(";"):
            values = {name: value for name, value in vars(history).items() if f":{name}" in part}
            session.execute(text(part), values)
    assert SAYING.get(rule.partition(".")[2], rule) in str(refused.value.orig)


def test_a_code_is_held_as_long_as_its_order_can_be_paid(
    bank: Bank, shop: None, site: Site, make_member: MakeMember
) -> None:
    make_code(site, "SPRING")
    member, other = make_member(), make_member()
    given_up = order(member, code="SPRING")
    with pytest.raises(IntegrityError, match="can still be paid"), transaction() as session:
        session.execute(LET_GO, {"id": given_up})
        session.execute(text("UPDATE billing.credit_order SET state = 'cancelled' WHERE id = :id"), {"id": given_up})
    assert code_of(given_up) == "reserved"
    with transaction() as session:  # what moves it, and what ends the payment, lets it go
        orders.cancel_order(session, member_id=member.id, order_id=given_up)
    taking = order(member, code="SPRING")
    assert (code_of(given_up), code_of(taking)) == ("released", "reserved")
    pay(bank, taking, ProviderStatus.EXPIRED)
    assert code_of(taking) == "released"
    theirs = order(other, code="SPRING")
    with pytest.raises(IntegrityError, match="can still be paid"), transaction() as session:
        session.execute(LET_GO, {"id": theirs})
