"""A case's page in the console: what was decided in it, and who read from conversations for it."""

from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import insert

from app.kernel.db.session import transaction
from app.kernel.ids import new_id
from app.registry import RESOURCES
from modules.moderation.contracts.decisions import Measure, Rule, Verdict
from modules.moderation.contracts.queue import ItemKind
from modules.moderation.contracts.reports import ReportKind
from modules.moderation.contracts.staff import Role
from modules.moderation.queue.models import ConversationAccess
from modules.profiles import api as profiles_api
from tests.factories.messaging import write
from tests.factories.moderation import make_decision, make_report
from tests.fixture_types import MakeColleague, MakeMember, OpenConsole
from tests.moderation.test_queue import ASKS, act, only

API = "/ops/api/moderation"


def test_its_lists_are_those_of_decisions_and_of_readings() -> None:
    """The tabs are generated of what is related; who may not read a list has none (`related-lists.tsx`)."""
    related = {(one.key, column.source) for one in RESOURCES for column in one.columns if column.related}
    of_cases = {
        (one.key, column.source)
        for one in RESOURCES
        for column in one.columns
        if column.reference == "moderation.review" and (one.key, column.source) in related
    }
    assert of_cases == {("moderation.decisions", "item_id"), ("moderation.accesses", "item_id")}


@pytest.mark.spec("10.5", "10.6")
def test_who_read_what_for_a_case_stands_on_its_page_with_the_reason(
    staff_browser: OpenConsole, colleague: MakeColleague, make_member: MakeMember
) -> None:
    ruth, mo, writer = make_member(name="Ruth"), make_member(name="Mo"), colleague(Role.WRITER)
    with transaction() as session:
        sent = write(session, sender=mo, to=ruth, body=ASKS).message
        about: dict[str, Any] = {"kind": ReportKind.MESSAGE, "member_id": None, "thing_id": sent.id}
        made = make_report(session, ruth, mo, **about)
        reading = {"staff_id": writer.id, "role": "writer", "one_id": mo.id, "other_id": ruth.id}
        session.execute(insert(ConversationAccess), {"id": new_id(), "conversation_id": new_id(), **reading})
    item, linden = only(mo, ItemKind.MESSAGE_REPORT), staff_browser(colleague(Role.MODERATOR, name="Linden"))
    robin = staff_browser(colleague(Role.MODERATOR, name="Robin"))
    assert act(linden, item.id, "claim", version=item.version).status_code == 200
    assert act(linden, item.id, "evidence").status_code == 200
    message = f"{API}.case-messages/{made.id}~{sent.id}"
    for reason in ("Linden asked me", "Once more, to be sure"):
        assert robin.post(f"{message}/reveal", {"reason": reason}).status_code == 200
    path = f"{API}.accesses?item_id={item.id}"
    read = staff_browser(colleague(Role.ADMIN)).get(path).json["data"]
    assert [(one["staff"], one["role"], one["reason"]) for one in read] == [
        ("Robin", "moderator", "Once more, to be sure"),
        ("Robin", "moderator", "Linden asked me"),
        ("Linden", "moderator", None),
    ]
    assert {one["conversation_id"] for one in read} == {str(sent.conversation_id)}
    assert {one["item_id"] for one in read} == {str(item.id)}
    for role in (Role.MODERATOR, Role.SUPPORT, Role.FINANCE, Role.WRITER):
        assert staff_browser(colleague(role)).get(path).json["code"] == "forbidden"


@pytest.mark.spec("10.5")
def test_all_that_was_decided_in_a_case_stands_on_its_page(
    staff_browser: OpenConsole, colleague: MakeColleague, make_member: MakeMember
) -> None:
    mo, linden = make_member(name="Mo"), colleague(Role.MODERATOR, name="Linden")
    robin = staff_browser(colleague(Role.MODERATOR, name="Robin"))
    for_good = Verdict(Measure.PERMANENT_BAN, Rule.FRAUD, facts="Asked three people for money.", takes_texts=True)
    with transaction() as session:
        profiles_api.update_profile(session, member_id=mo.id, changes={"about": "Write to me elsewhere."})
        make_decision(session, mo, linden, Verdict(Measure.NONE), kind=ItemKind.PROFILE_TEXT)
        proposed = make_decision(session, mo, linden, for_good)
    assert robin.post(f"{API}.decisions/{proposed}/actions/refuse", {}, key=uuid4().hex).json["state"] == "refused"
    case = robin.get(f"{API}.decisions/{proposed}").json["item_id"]
    path = f"{API}.decisions?item_id={case}"
    listed = {(one["measure"], one["state"], one["decided_by"]) for one in robin.get(path).json["data"]}
    assert listed == {("permanent-ban", "refused", "Linden"), ("remove-content", "in-force", "Linden")}
    for role in (Role.SUPPORT, Role.FINANCE, Role.WRITER):
        assert staff_browser(colleague(role)).get(path).json["code"] == "forbidden"
