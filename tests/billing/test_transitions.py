"""What may follow what: the tables of the code and of the database are one, and the database asks its own."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from app.kernel.db.session import Session, transaction
from app.kernel.secrets.sealing import seal
from modules.billing import api
from modules.billing.payments.policies.transitions import MACHINES
from modules.billing.payments.service import payments
from tests.billing.bank import Bank
from tests.billing.shopping import buy, payment_of, support
from tests.factories.accounts import make_member
from tests.factories.billing import save_method
from tests.factories.sites import make_site

TABLES = {
    "order": "credit_order",
    "payment": "payment",
    "refund": "refund",
    "chargeback": "chargeback",
    "mandate": "mandate",
    "redemption": "redemption",
    "dd_mandate": "dd_mandate",
    "dd_collection": "dd_collection",
    "dd_batch": "dd_batch",
}
# What a row has beside its state, so that nothing but the change of state can be refused.
ALONG = {
    "order": ", completed_at = CASE WHEN :state = 'completed' THEN now() END",
    "payment": ", is_credited = false",
    "refund": ", refused_for = CASE WHEN :state = 'rejected' THEN 'too-late' ELSE refused_for END",
    "chargeback": ", reversed_at = CASE WHEN :state = 'reversed' THEN now() END",
    "dd_collection": ", batch_id = CASE WHEN :state NOT IN ('scheduled', 'canceled') THEN"
    " (SELECT id FROM billing.dd_batch LIMIT 1) END",
}
# What was authorised, the mandate, a collection under it, and a released file.
DEBIT = """
INSERT INTO billing.otp_challenge
       (id, member_id, order_id, payment_id, salt, amount_minor, creditor_id, reference, iban_sealed, iban_hash,
        iban_label, holder, phone_sealed, phone_label, text_version, text_hash, locale, network, expires_at)
SELECT :id, :member, order_id, id, '', 1, '', '', :iban, '', '', '', :phone, '', '', '', '', '', now()
  FROM billing.payment WHERE order_id = :order;
INSERT INTO billing.dd_mandate
       (id, member_id, reference, creditor_id, iban_sealed, iban_hash, iban_label, holder, challenge_id)
VALUES (:id, :member, 'row', '', :iban, '', '', '', :id);
INSERT INTO billing.dd_batch (id, creditor_id, collections, total_minor, created_by, released_by, content_hash)
VALUES (:id, '', 1, 1, 'one', 'another', '');
INSERT INTO billing.dd_collection (id, payment_id, mandate_id, attempt, end_to_end_id, amount_minor, due_on)
SELECT :id, id, :id, 1, 'row', 1, current_date FROM billing.payment WHERE order_id = :order
"""


@pytest.fixture(scope="module")
def rows(_engines: None) -> Iterator[Mapping[str, Any]]:
    """One row of each machine: its id."""
    bank, patch = Bank(), pytest.MonkeyPatch()
    patch.setattr(payments, "provider_named", lambda _name: bank)
    with transaction() as session:
        site = make_site(session)
        member = make_member(session, site=site)
        api.create_discount(session, site_id=site.id, code="ROW", actor="test", value_percentage=10)
        mandate_id = save_method(session, member_id=member.id)
    order_id = buy(bank, member, code="ROW")
    refund = support(order_id, credits=1)
    bank.charge_back(str(payment_of(order_id).provider_ref), 100)
    payments.sync_payment(refund.payment_id)
    debit: dict[str, Any] = {"id": (own_id := uuid4()), "member": member.id, "order": order_id}
    debit["iban"] = seal(b"", purpose="iban", owner=member.id)
    debit["phone"] = seal(b"", purpose="phone", owner=own_id)
    with transaction() as session:
        for statement in DEBIT.split(";"):
            session.execute(text(statement), debit)
    with transaction(read_only=True) as session:
        chargeback = text("SELECT id FROM billing.chargeback WHERE payment_id = :id")
        chargeback_id = session.execute(chargeback, {"id": refund.payment_id}).scalar_one()
    yield {
        "order": order_id,
        "payment": refund.payment_id,
        "refund": refund.id,
        "chargeback": chargeback_id,
        "mandate": mandate_id,
        "redemption": order_id,
        **dict.fromkeys(("dd_mandate", "dd_collection", "dd_batch"), debit["id"]),
    }
    patch.undo()


def put(session: Session, machine: str, row: Any, state: str) -> None:
    key = "order_id" if machine == "redemption" else "id"
    change = (
        f"UPDATE billing.{TABLES[machine]} SET state = CAST(:state AS text){ALONG.get(machine, '')} WHERE {key} = :id"
    )
    session.execute(text(change), {"state": state, "id": row})


def refusal(machine: str, row: Any, old: str, new: str) -> str | None:
    """Put a row where a change begins, try the change, leave no trace. Returns why it was refused, if it was."""
    with transaction() as session:
        try:
            session.execute(text("SET LOCAL session_replication_role = replica"))  # triggers off
            put(session, machine, row, old)
            session.execute(text("SET LOCAL session_replication_role = origin"))
            put(session, machine, row, new)
        except DBAPIError as error:
            return str(error.orig).splitlines()[0]
        finally:
            session.connection().rollback()
    return None


@pytest.mark.usefixtures("_engines")
def test_the_database_knows_the_same_changes() -> None:
    with transaction(read_only=True) as session:
        known = {tuple(row) for row in session.execute(text("SELECT * FROM billing.transition"))}
    assert known == {
        (machine, str(old), str(new))
        for machine, table in MACHINES.items()
        for old, targets in table.items()
        for new in targets
    }


@pytest.mark.usefixtures("_engines")
def test_every_machine_has_its_trigger() -> None:
    asking = """SELECT replace(encode(tgargs, 'escape'), '\\000', '')
                  FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid
                 WHERE proname = 'check_transition' AND tgenabled = 'O'"""
    with transaction(read_only=True) as session:
        asked = set(session.execute(text(asking)).scalars())
    assert asked == set(MACHINES)


@pytest.mark.parametrize("machine", TABLES)
def test_the_database_refuses_every_other_change(machine: str, rows: Mapping[str, Any]) -> None:
    table, wrong = MACHINES[machine], {}
    for old, new in product(table, table):
        expected = None if new in {old, *table[old]} else f"{machine} cannot go from {old} to {new}"
        if (found := refusal(machine, rows[machine], old, new)) != expected:
            wrong[(str(old), str(new))] = found
    assert wrong == {}
