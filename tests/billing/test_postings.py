"""What the ledger keeps of money: the key and the subject of each posting, who made it, and what it moved."""

from dataclasses import dataclass
from uuid import UUID, uuid4

from sqlalchemy import text

from app.kernel.db.session import Session, transaction
from modules.accounts.contracts import Member
from modules.billing.contracts.states import RefundState
from modules.billing.payments.providers.port import ProviderRefundStatus
from modules.billing.payments.service import money, payments
from tests.billing.bank import Bank
from tests.billing.shopping import (
    buy,
    pay_twice,
    ref_of,
    refund_of,
    settle,
    sound,
    withdraw,
)

# 120 credits cost 1080 with VAT and 893 without.
POSTINGS = text(
    """
    SELECT tx.idem, tx.actor, reversed.idem AS reverses, json_object_agg(account.kind, entry.amount) AS moved
      FROM billing.ledger_tx AS tx
      LEFT JOIN billing.ledger_tx AS reversed ON reversed.id = tx.reverses_tx
      JOIN billing.ledger_entry AS entry ON entry.tx_id = tx.id
      JOIN billing.ledger_account AS account ON account.id = entry.account_id
     WHERE coalesce(tx.reference_id, reversed.reference_id) = ANY(:about)
     GROUP BY tx.id, reversed.idem
    """
)


@dataclass(frozen=True)
class Posted:
    """A posting, by whom it was made, the key of the posting that it reverses, and the amount for each account."""

    actor: str
    moved: dict[str, int]
    reverses: str | None = None


def postings(session: Session, *about: UUID) -> dict[str, Posted]:
    """Return all postings about something, by their keys."""
    rows = session.execute(POSTINGS, {"about": list(about)})
    return {row.idem: Posted(row.actor, row.moved, row.reverses) for row in rows}


def booked(*about: UUID) -> dict[str, Posted]:
    with transaction(read_only=True) as session:
        return postings(session, *about)


def undone(key: str, posted: Posted) -> Posted:
    """Return what reverses a posting."""
    return Posted("house", {kind: -amount for kind, amount in posted.moved.items()}, key)


def charge_back(bank: Bank, ref: str, minor: int) -> tuple[str, UUID]:
    """Let the bank take money back, and tell; returns its name of the chargeback and ours."""
    name = bank.charge_back(ref, minor)
    payments.sync_ref("mollie", ref)
    with transaction(read_only=True) as session:
        ours = session.execute(text("SELECT id FROM billing.chargeback WHERE provider_ref = :ref"), {"ref": name})
        return name, ours.scalar_one()


def give_back(bank: Bank, name: str, ref: str) -> None:
    """Let the bank return what it took, and tell."""
    bank.reverse(name)
    payments.sync_ref("mollie", ref)


def key_of_reversal(key: str) -> str:
    with transaction(read_only=True) as session:
        reversed = session.execute(text("SELECT id FROM billing.ledger_tx WHERE idem = :key"), {"key": key})
        return f"chargeback-reversed:{reversed.scalar_one()}"


def test_a_purchase_and_a_refund_that_arrived_and_came_back(bank: Bank, member: Member) -> None:
    order_id = buy(bank, member)
    refund = withdraw(member, order_id)
    settle(bank, refund)
    settle(bank, refund, ProviderRefundStatus.FAILED)
    hold, payout = f"hold:{refund.id}", f"payout:{refund.id}"
    held = Posted("house", {"wallet": -120, "credit_hold": 120})
    paid_out = {
        "credit_hold": -120,
        "credit_issue": 120,
        "clearing": -1080,
        "deferred_revenue": 893,
        "vat_payable": 187,
    }
    bought = {"wallet": 120, "credit_issue": -120, "clearing": 1080, "deferred_revenue": -893, "vat_payable": -187}
    assert booked(order_id, refund.id) == {
        f"purchase:{order_id}": Posted("provider", bought),
        hold: held,
        payout: Posted("house", paid_out),
        f"payout-failed:{refund.id}": undone(payout, Posted("house", paid_out)),
        f"unhold:{refund.id}": undone(hold, held),
    }
    sound()


def test_a_chargeback_of_less_than_the_unspent_credits_cost(bank: Bank, member: Member) -> None:
    """It takes all of them; the price of those that the bank left is earned."""
    order_id = buy(bank, member)
    name, chargeback = charge_back(bank, ref_of(order_id), 400)
    key = f"chargeback:{chargeback}"
    taken = Posted(
        "house",
        {
            "wallet": -120,
            "credit_issue": 120,
            "clearing": -400,
            "deferred_revenue": 893,
            "vat_payable": 70,
            "revenue": -563,
        },
    )
    assert booked(chargeback) == {key: taken}
    sound()
    give_back(bank, name, ref_of(order_id))
    assert booked(chargeback) == {key: taken, key_of_reversal(key): undone(key, taken)}
    sound()


def test_a_chargeback_of_credits_that_a_refund_held(bank: Bank, member: Member) -> None:
    """It is a loss until the refund has failed; then the credits are taken, and their price is the loss no more."""
    order_id = buy(bank, member)
    refund = withdraw(member, order_id)
    name, chargeback = charge_back(bank, ref_of(order_id), 400)
    payments.submit_refund(refund.id)
    assert refund_of(refund.id).state is RefundState.FAILED
    key, claw = f"chargeback:{chargeback}", f"claw:{refund.id}:{order_id}"
    lost = Posted("house", {"clearing": -400, "chargeback_loss": 400})
    taken = Posted(
        "house",
        {
            "wallet": -120,
            "credit_issue": 120,
            "deferred_revenue": 893,
            "vat_payable": 70,
            "revenue": -563,
            "chargeback_loss": -400,
        },
    )
    assert booked(chargeback) == {key: lost, claw: taken}
    sound()
    give_back(bank, name, ref_of(order_id))
    assert booked(chargeback) == {
        key: lost,
        claw: taken,
        key_of_reversal(key): undone(key, lost),
        key_of_reversal(claw): undone(claw, taken),
    }
    sound()


def test_a_chargeback_of_a_payment_for_which_no_credits_were_given(bank: Bank, member: Member) -> None:
    second = pay_twice(bank, member)
    ref = str(second.provider_ref)
    name, chargeback = charge_back(bank, ref, 1080)
    give_back(bank, name, ref)
    key = f"chargeback:{chargeback}"
    taken = Posted("house", {"clearing": -1080, "unallocated": 1080})
    assert booked(second.id, chargeback) == {
        f"paid-twice:{second.id}": Posted("house", {"clearing": 1080, "unallocated": -1080}),
        key: taken,
        key_of_reversal(key): undone(key, taken),
    }
    sound()


def test_the_first_money_in_a_currency_opens_its_accounts(shop: None) -> None:
    payment_id = uuid4()
    with transaction() as session:
        money.post_unclaimed(session, payment_id=payment_id, currency="ISK", paid=500)
        found = postings(session, payment_id)
        session.connection().rollback()  # so that it is the first at every run
    assert found == {f"paid-twice:{payment_id}": Posted("house", {"clearing": 500, "unallocated": -500})}
