"""Strikes and warnings add up to what is proposed next; a person decides."""

from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import text

from app.kernel.db.session import transaction
from modules.accounts.contracts import Feature, Member
from modules.moderation.contracts.decisions import Measure, Rule, Verdict
from modules.moderation.contracts.queue import ItemKind
from modules.moderation.queue.service import queue
from tests.factories.moderation import Colleague
from tests.fixture_types import OpenConsole
from tests.moderation.test_decisions import FACTS, act, decide, lift
from tests.moderation.test_queue import items


@pytest.mark.spec("10.5")
def test_who_was_warned_is_not_only_warned_again(mo: Member, staff: Colleague, staff_browser: OpenConsole) -> None:
    browser = staff_browser(staff)

    def proposed() -> str:
        with transaction() as session:
            queue.open_item(session, kind=ItemKind.RISK, subject_id=mo.id, member_id=mo.id)
        item = items(mo, ItemKind.RISK)[-1]
        act(browser, "review", item.id, "claim", version=item.version)
        return str(act(browser, "review", item.id, "evidence").json["proposals"]["spam"])

    def decided(measure: str, **more: Any) -> UUID:
        return decide(mo, staff, Verdict(Measure(measure), Rule.SPAM, facts=FACTS, **more))

    assert proposed() == "warning"
    first = decided("warning")
    assert proposed() == "strike"
    decided("warning")
    assert proposed() == "strike"
    lift(first, staff)
    assert proposed() == "strike"
    second = decided("strike")
    assert proposed() == "strike"
    decided("strike")
    assert proposed() == "feature-limit"
    decided("feature-limit", days=3, features=(Feature.LIKES,))
    assert proposed() == "timed-ban"
    decided("timed-ban", days=3)
    assert proposed() == "permanent-ban"
    with transaction() as session:
        aged = "UPDATE moderation.decision SET in_force_at = now() - interval '366 days'"
        session.execute(text(f"{aged} WHERE id <> :id AND member_id = :mo"), {"id": second, "mo": mo.id})
    assert proposed() == "strike"
