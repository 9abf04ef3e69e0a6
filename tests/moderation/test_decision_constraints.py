"""Decisions and appeals in the database: what no code gets around."""

from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.moderation.contracts.decisions import AppealOutcome
from modules.moderation.decisions.service import appeals
from tests.factories.moderation import Colleague
from tests.fixture_types import MakeColleague
from tests.moderation.test_decisions import A_WEEK, FOR_GOOD, WARNING, decide, row_of


@pytest.mark.parametrize(
    "change",
    [
        "facts = 'Something else happened.'",
        "measure = 'warning', days = NULL",
        "decided_by = NULL",
        "rule = 'spam'",
        "state = 'proposed', in_force_at = NULL, appeal_until = NULL",
        "appeal_until = in_force_at + interval '20 days'",
    ],
)
def test_a_decision_stands(mo: Member, staff: Colleague, change: str) -> None:
    decision_id = decide(mo, staff, A_WEEK)
    with pytest.raises(DBAPIError), transaction() as session:
        session.execute(text(f"UPDATE moderation.decision SET {change} WHERE id = :id"), {"id": decision_id})


def test_nobody_signs_twice(mo: Member, staff: Colleague) -> None:
    decision_id = decide(mo, staff, FOR_GOOD)
    signed = "state = 'in-force', in_force_at = now(), appeal_until = now() + interval '180 days'"
    for second in (None, staff.id):
        with pytest.raises(DBAPIError, match="_check"), transaction() as session:
            change = f"UPDATE moderation.decision SET {signed}, second_by = :second WHERE id = :id"
            session.execute(text(change), {"id": decision_id, "second": second})


def test_what_is_decided_is_in_the_audit_or_is_not_decided(mo: Member, staff: Colleague) -> None:
    decision_id = decide(mo, staff, A_WEEK)
    change = "UPDATE moderation.decision SET state = 'lifted', closed_at = now() WHERE id = :id"
    with pytest.raises(DBAPIError, match="written down in the audit"), transaction() as session:
        session.execute(text(change), {"id": decision_id})
    assert row_of(decision_id).state == "in-force"


def test_an_appeal_comes_in_time_and_from_there_to_somebody_else(
    mo: Member, staff: Colleague, colleague: MakeColleague
) -> None:
    decision_id = decide(mo, staff, WARNING)
    insert = "INSERT INTO moderation.appeal (id, decision_id, words, due_at) VALUES (:id, :decision, 'No.', now())"
    appeal_id = uuid4()
    with transaction() as session:
        session.execute(text(insert), {"id": appeal_id, "decision": decision_id})
    decided = "state = 'decided', decided_at = now(), outcome = 'confirmed', decided_by = :staff"
    with pytest.raises(DBAPIError, match="somebody else decides"), transaction() as session:
        change = f"UPDATE moderation.appeal SET {decided} WHERE id = :id"
        session.execute(text(change), {"id": appeal_id, "staff": staff.id})
    judge, again = colleague(), uuid4()
    heard: dict[str, Any] = {"staff_id": judge.id, "outcome": AppealOutcome.CONFIRMED, "answer": "It stays."}
    with transaction() as session:
        appeals.decide_appeal(session, appeal_id=appeal_id, **heard)
        session.execute(text(insert), {"id": again, "decision": decision_id})
    with pytest.raises(DBAPIError, match="somebody else decides"), transaction() as session:
        session.execute(text(change), {"id": again, "staff": judge.id})
    unsigned = decide(mo, staff, FOR_GOOD)
    with pytest.raises(DBAPIError, match="time to object is over"), transaction() as session:
        session.execute(text(insert), {"id": uuid4(), "decision": unsigned})
