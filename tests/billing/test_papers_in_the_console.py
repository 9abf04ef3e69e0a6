"""Staff open a member's invoices and credit notes: who may, what stays of it, and what the member is told."""

from typing import Any
from uuid import UUID, uuid4

import pytest

from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.billing.papers.service import papers
from modules.billing.payments.providers.port import ProviderRefundStatus
from modules.moderation.contracts.staff import Role
from tests.billing import shopping
from tests.billing.bank import Bank
from tests.billing.conftest import Open
from tests.conftest import Client
from tests.factories.moderation import audit_about
from tests.fixture_types import LogIn, MakeMember

OPENS = (Role.SUPPORT, Role.FINANCE, Role.ADMIN)
WHY = {"reason": "Complaint 12"}


def invoice(browser: Client, order_id: UUID, **form: Any) -> Any:
    return browser.post(f"/ops/api/billing.orders/{order_id}/actions/invoice", form or WHY, key=uuid4().hex)


def credit_note(browser: Client, refund_id: UUID, **form: Any) -> Any:
    return browser.post(f"/ops/api/billing.refunds/{refund_id}/actions/credit-note", form or WHY, key=uuid4().hex)


def buy(bank: Bank, member: Member) -> UUID:
    """Buy credits, and have the invoice written."""
    order_id = shopping.buy(bank, member)
    with transaction() as session:
        papers.issue_invoice(session, order_id=order_id)
    return order_id


def pay_back(bank: Bank, order_id: UUID) -> UUID:
    """Let money arrive at its payer, and have the credit note written."""
    shopping.settle(bank, refund := shopping.support(order_id, credits=30))
    with transaction() as session:
        papers.issue_credit_note(session, refund_id=refund.id)
    return refund.id


def looks(record_id: UUID) -> list[tuple[str, str, dict[str, Any]]]:
    """Return what the access log says of a record: the deed, why, and what of it."""
    return [(row.action, row.reason, row.detail) for row in audit_about(record_id)]


@pytest.mark.spec("10.4")
@pytest.mark.parametrize("role", OPENS)
def test_who_works_with_money_opens_papers_for_a_reason_that_is_written_down(
    bank: Bank, member: Member, desk: Open, role: Role
) -> None:
    order_id = buy(bank, member)
    refund_id = pay_back(bank, order_id)
    browser = desk(role)
    for opened, record_id, name in ((invoice, order_id, "invoice"), (credit_note, refund_id, "credit-note")):
        refused = opened(browser, record_id, reason=" ")
        assert (refused.status_code, refused.json["errors"][0]["pointer"]) == (422, "/reason")
        assert looks(record_id) == []
        answer = opened(browser, record_id)
        assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
        assert answer.data.startswith(b"%PDF-")
        assert f'filename="{name}-' in answer.headers["Content-Disposition"]
        assert answer.headers["Cache-Control"] == "private, no-store"
        assert looks(record_id) == [("reveal", "Complaint 12", {"role": role, "file": name})]


@pytest.mark.spec("10.4")
@pytest.mark.parametrize("role", [role for role in Role if role not in OPENS])
def test_nobody_else_opens_one(bank: Bank, member: Member, desk: Open, role: Role) -> None:
    order_id = buy(bank, member)
    refund_id = pay_back(bank, order_id)
    browser = desk(role)
    for answer in (invoice(browser, order_id), credit_note(browser, refund_id)):
        assert (answer.status_code, answer.json["code"]) == (403, "forbidden")
    assert looks(order_id) == looks(refund_id) == []


def test_a_paper_that_is_not_written_is_refused_and_nobody_has_looked(bank: Bank, member: Member, desk: Open) -> None:
    unpaid, order_id = shopping.order(member), buy(bank, member)
    shopping.settle(bank, failed := shopping.support(order_id, credits=10), ProviderRefundStatus.FAILED)
    waiting = shopping.support(order_id, credits=10)
    browser = desk(Role.FINANCE)
    for answer in (
        invoice(browser, unpaid),
        credit_note(browser, failed.id),
        credit_note(browser, waiting.id),
    ):
        assert (answer.status_code, answer.json["code"]) == (404, "billing.paper-not-found")
    for answer in (invoice(browser, uuid4()), credit_note(browser, order_id)):
        assert (answer.status_code, answer.json["code"]) == (404, "not-found")
    assert [looks(record_id) for record_id in (unpaid, failed.id, waiting.id)] == [[], [], []]


@pytest.mark.spec("10.6")
def test_the_member_sees_in_which_role_a_paper_was_opened_and_not_who_or_why(
    bank: Bank, member: Member, make_member: MakeMember, login: LogIn, desk: Open
) -> None:
    order_id = buy(bank, member)
    refund_id = pay_back(bank, order_id)
    invoice(desk(Role.SUPPORT), order_id)
    credit_note(desk(Role.FINANCE), refund_id)
    told = login(member).get("/api/v1/staff-access")
    assert [(one["kind"], one["role"], one["number"]) for one in told.json["accesses"]] == [
        ("paper", "finance", None),
        ("paper", "support", None),
    ]
    assert "Complaint 12" not in told.text
    assert login(make_member()).get("/api/v1/staff-access").json["accesses"] == []
