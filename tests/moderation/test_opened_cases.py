"""Cases that a moderator opens about members whom nobody reported."""

from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import select

from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.moderation.contracts.queue import ItemKind
from modules.moderation.contracts.staff import Role
from modules.moderation.queue.models import OpenedCase, ReviewItemRow
from modules.moderation.queue.service import queue
from modules.moderation.service import retention
from modules.profiles import api as profiles_api
from tests.accounts.leaving import erase_now
from tests.conftest import Client
from tests.factories.moderation import audit_about
from tests.factories.profiles import fill_profile
from tests.fixture_types import MakeColleague, OpenConsole
from tests.moderation.test_queue import items, only
from tests.racing import race

OPENED = "/ops/api/moderation.opened"
WHY = "Colleagues of another site told us of them."


def open_case(browser: Client, member: Member) -> Any:
    return browser.post(OPENED, {"member_id": str(member.id), "reason": WHY}, key=uuid4().hex)


@pytest.mark.spec("10.5", "10.4")
def test_a_moderator_opens_a_case_about_a_member_whom_nobody_reported(
    ada: Member, colleague: MakeColleague, staff_browser: OpenConsole
) -> None:
    with transaction() as session:
        fill_profile(session, ada.id, about="I sing in a choir.")
    first, second = (colleague(Role.MODERATOR, name=name) for name in ("Linden", "Robin"))
    support = colleague(Role.SUPPORT)
    browser, other = staff_browser(first), staff_browser(second)
    assert open_case(staff_browser(support), ada).status_code == 403
    made = open_case(browser, ada)
    assert (made.status_code, made.json["state"], made.json["opened_by"]) == (201, "claimed", "Linden")
    again = open_case(other, ada)
    assert (again.status_code, again.json["code"]) == (409, "moderation.case-open")
    assert [one["pointer"] for one in again.json["errors"]] == ["/member_id"]
    item = only(ada, ItemKind.OPENED)
    assert (str(item.id), item.version, item.claimed_by) == (made.json["id"], 1, first.id)

    def act(who: Client, action: str, **form: Any) -> Any:
        return who.post(f"/ops/api/moderation.review/{item.id}/actions/{action}", form, key=uuid4().hex).json

    assert act(other, "claim", version=1)["code"] == "moderation.case-claimed"
    seen = act(browser, "evidence")
    assert seen["opened"] == {"by": "Linden", "reason": WHY}
    assert seen["texts"]["about"] == "I sing in a choir."
    verdict = {"measure": "remove-content", "rule": "fake", "takes_texts": True}
    assert act(browser, "decide", version=1, **verdict)["state"] == "decided"
    assert [one.staff_id for one in audit_about(item.id) if one.resource == "moderation.opened"] == [first.id]
    with transaction(read_only=True) as session:
        assert profiles_api.get_profile(session, ada.id).about == ""
    assert open_case(other, ada).status_code == 201


@pytest.mark.spec("10.5")
def test_of_two_who_open_a_case_at_once_one_does(ada: Member, colleague: MakeColleague) -> None:
    def open_one(staff: Any) -> str:
        with transaction() as session:
            queue.open_case(session, member_id=ada.id, staff_id=staff.id, reason=WHY)
        return "opened"

    calls = [partial(open_one, colleague(Role.MODERATOR)) for _ in range(2)]
    assert sorted(str(one) if isinstance(one, str) else type(one).__name__ for one in race(calls)) == [
        "CaseOpen",
        "opened",
    ]


@pytest.mark.spec("10.5")
def test_no_case_is_opened_about_somebody_of_whom_nothing_is_left(
    ada: Member, colleague: MakeColleague, staff_browser: OpenConsole
) -> None:
    erase_now(ada)
    refused = open_case(staff_browser(colleague(Role.MODERATOR)), ada)
    assert (refused.status_code, refused.json["errors"][0]["pointer"]) == (404, "/member_id")
    assert items(ada, ItemKind.OPENED) == []


@pytest.mark.spec("10.5", "9.3")
def test_why_a_case_was_opened_goes_with_the_member(ada: Member, colleague: MakeColleague) -> None:
    staff = colleague(Role.MODERATOR)
    with transaction() as session:
        queue.open_case(session, member_id=ada.id, staff_id=staff.id, reason=WHY)
        retention.erase_member(session, member_id=ada.id)
        kept = session.execute(select(OpenedCase.reason).join(ReviewItemRow).where(ReviewItemRow.member_id == ada.id))
        assert kept.all() == []
