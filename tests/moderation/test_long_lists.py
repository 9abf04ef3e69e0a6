"""The console's lists of cases of all kinds, where there are many: a page reads little more than it shows."""

from collections.abc import Iterator

import pytest
from sqlalchemy import text

from app.kernel.db.engines import engine
from app.kernel.db.session import Session
from app.kernel.resources import Resource
from modules.moderation.ops.cases import COMPLAINTS, REPORTS
from modules.moderation.ops.decisions import APPEAL_RESOURCE, DECISIONS
from modules.moderation.ops.review import REVIEW
from tests.billing.test_ledger_lists import LITTLE, read_for_a_page

MANY = 10_000
FILL = (
    "SET LOCAL session_replication_role = replica",  # triggers and references off
    """INSERT INTO moderation.review_item (id, site_id, kind, subject_id, member_id, priority, due_at, state, closed_at)
       SELECT uuidv7(), uuidv7(), 'photo', uuidv7(), uuidv7(), 3, now() - age * interval '1 minute', 'gone', now()
         FROM generate_series(1, :many) AS age""",
    """INSERT INTO moderation.decision (id, number, site_id, member_id, measure, state, created_at)
       SELECT uuidv7(), 'many ' || age, uuidv7(), uuidv7(), 'none', 'proposed', now() - age * interval '1 minute'
         FROM generate_series(1, :many) AS age""",
    """INSERT INTO moderation.appeal (id, decision_id, words, due_at, created_at)
       SELECT uuidv7(), id, 'mine', created_at, created_at FROM moderation.decision WHERE number LIKE 'many %'""",
    """INSERT INTO moderation.complaint (id, number, site_id, member_id, topic, language, due_at)
       SELECT uuidv7(), 'many ' || age, uuidv7(), uuidv7(), 'other', 'en', now() - age * interval '1 minute'
         FROM generate_series(1, :many) AS age""",
    """INSERT INTO moderation.report (id, number, site_id, reporter_id, reported_id, kind, subject_id, reason, evidence,
                                     due_at)
       SELECT uuidv7(), 'many ' || age, uuidv7(), uuidv7(), uuidv7(), 'photo', uuidv7(), 'fake', '{}',
              now() - age * interval '1 minute'
         FROM generate_series(1, :many) AS age""",
    "ANALYZE moderation.review_item, moderation.decision, moderation.appeal, moderation.complaint, moderation.report",
)


@pytest.fixture(scope="module")
def desks(_engines: None) -> Iterator[Session]:
    """Many rows of each list, none of which stays."""
    session = Session(engine(), is_read_only=False)
    with session.connection():
        for statement in FILL:
            session.execute(text(statement), {"many": MANY})
        yield session


@pytest.mark.spec("10.4")
@pytest.mark.parametrize("resource", [REVIEW, DECISIONS, APPEAL_RESOURCE, COMPLAINTS, REPORTS])
def test_a_page_of_a_desk_is_listed_without_reading_all(desks: Session, resource: Resource) -> None:
    shown, read = read_for_a_page(desks, resource)
    assert shown == 25
    assert read < LITTLE
