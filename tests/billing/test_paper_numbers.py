"""Orders and refunds are found by the number on their invoice or credit note, by who may see them, and by an index."""

import re
from typing import Any

import pytest
from sqlalchemy import event, text

from app.kernel.db.session import transaction
from app.kernel.resources import Filter, OpsQuery, Resource, read_records
from modules.accounts.contracts import Member
from modules.billing.ops.orders import ORDERS
from modules.billing.ops.returns import REFUNDS
from modules.moderation.contracts.staff import Role
from tests.billing import shopping
from tests.billing.bank import Bank
from tests.billing.conftest import Open
from tests.conftest import drain_now

PATH = "/ops/api/billing.refunds"


@pytest.mark.spec("9.7", "10.4", "10.6")
def test_a_refund_is_found_by_its_credit_note_by_who_may_see_refunds(bank: Bank, member: Member, desk: Open) -> None:
    order_id = shopping.buy(bank, member, credits=1000)
    arrived, on_its_way = (shopping.support(order_id, credits=100) for _ in range(2))
    shopping.settle(bank, arrived)
    drain_now()
    finance = desk(Role.FINANCE)

    def found(label: str) -> list[str]:
        return [one["id"] for one in finance.get(f"{PATH}?credit_note={label}&member_id={member.id}").json["data"]]

    label = finance.get(f"{PATH}/{arrived.id}").json["credit_note"]
    assert re.fullmatch(r"\d{4}-\d{6}", label)
    assert finance.get(f"{PATH}/{arrived.id}/views/case").json["credit_note"] == label
    assert finance.get(f"{PATH}/{on_its_way.id}").json["credit_note"] is None
    assert finance.get(f"{PATH}/{on_its_way.id}/views/case").json["credit_note"] is None
    assert found(label) == [str(arrived.id)]
    assert found(label[:-1]) == []
    assert found(finance.get(f"/ops/api/billing.orders/{order_id}").json["invoice"]) == []
    assert desk(Role.WRITER).get(f"{PATH}?credit_note={label}").status_code == 403


@pytest.mark.spec("9.2", "10.4")
@pytest.mark.parametrize(
    ("number", "label"), [(12, "2026-000012"), (999_999, "2026-999999"), (1_234_567, "2026-1234567")]
)
def test_a_paper_is_called_by_all_of_its_number(number: int, label: str, bank: Bank) -> None:
    with transaction(read_only=True) as session:
        written = session.execute(text("SELECT billing.paper_label(2026::smallint, :number)"), {"number": number})
        assert written.scalar_one() == label


@pytest.mark.spec("10.4")
@pytest.mark.parametrize(("resource", "column"), [(ORDERS, "invoice"), (REFUNDS, "credit_note")])
def test_a_number_is_looked_up_in_an_index(resource: Resource, column: str, bank: Bank) -> None:
    asked: list[tuple[str, Any]] = []
    with transaction(read_only=True) as session:
        connection = session.connection()
        event.listen(connection, "before_cursor_execute", lambda _, _cursor, *what: asked.append(what[:2]))
        query = OpsQuery(is_descending=True, filters={column: Filter("2026-000012")})
        read_records(session, resource, query)
        reads = [what for what in asked if what[0].startswith("SELECT")]
        # These tables are short, and what is short is read as a whole.
        session.execute(text("SET LOCAL enable_seqscan = off"))
        plans = ["\n".join(connection.exec_driver_sql(f"EXPLAIN {sql}", values).scalars()) for sql, values in reads]
    assert len(plans) == 2
    assert [
        plan for plan in plans if "Index Cond: (paper_label(year, number)" not in plan.replace("billing.", "")
    ] == []
