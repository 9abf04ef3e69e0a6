"""What stands beside a complaint on its desk: conversations that were read in cases, and what the same person wrote."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import insert

from app.kernel import clock
from app.kernel.db.session import transaction
from app.kernel.ids import new_id
from modules.moderation.contracts.decisions import Measure, Rule, Verdict
from modules.moderation.contracts.staff import Role
from modules.moderation.queue.models import ConversationAccess
from modules.moderation.queue.service import queue
from modules.sites.contracts import Site
from tests.conftest import Client
from tests.factories.moderation import make_complaint, make_decision
from tests.fixture_types import MakeColleague, MakeMember
from tests.moderation.test_complaint_desk import case
from tests.moderation.test_decisions import FACTS, row_of
from tests.moderation.test_fiction import act as act_as_writer
from tests.moderation.test_fiction import asked, site, vera, writer

__all__ = ["asked", "site", "vera", "writer"]


@pytest.mark.spec("10.6", "10.9")
def test_decisions_and_conversations_that_were_read_in_cases_stand_beside_it_each_once_and_none_of_the_writers(
    support: Client,
    writer: Client,
    asked: Callable[..., tuple[Any, str]],
    make_member: MakeMember,
    colleague: MakeColleague,
    site: Site,
) -> None:
    mo, conversation = asked()
    for action in ("take", "release", "take"):
        assert act_as_writer(writer, conversation, action).status_code == 200
    staff, ruth = colleague(Role.MODERATOR), make_member(site=site)
    first, second = uuid4(), uuid4()
    days_ago = [clock.now() - timedelta(days=ago + 1) for ago in range(4)]
    with transaction() as session:
        made = make_complaint(session, mo)
        decision_id = make_decision(session, mo, staff, Verdict(Measure.WARNING, Rule.SPAM, facts=FACTS))
        item_id = queue.open_case(session, member_id=mo.id, staff_id=staff.id, reason="Another site told us.")
        read = {"item_id": item_id, "staff_id": staff.id, "role": Role.MODERATOR, "one_id": mo.id, "other_id": ruth.id}
        for at, one in zip(days_ago, (first, second, first, second), strict=True):
            session.execute(insert(ConversationAccess).values(id=new_id(), conversation_id=one, at=at, **read))
    shown, decided = case(support, made.id), row_of(decision_id)
    assert shown["conversations"] == [
        {"id": str(first), "created_at": days_ago[0].isoformat()},
        {"id": str(second), "created_at": days_ago[1].isoformat()},
    ]
    said = {"number": decided.number, "measure": "warning", "state": "in-force"}
    assert shown["decisions"] == [{"id": str(decision_id), "created_at": decided.created_at.isoformat(), **said}]
