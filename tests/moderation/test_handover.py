"""Complaints that support hands to moderation, and what comes back of them."""

from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import select

from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.moderation.complaints.models import Handover
from modules.moderation.complaints.service import complaints
from modules.moderation.contracts.complaints import Complaint
from modules.moderation.contracts.queue import ItemKind
from modules.moderation.contracts.staff import Role
from modules.moderation.service import retention
from tests.conftest import Client
from tests.factories.messaging import write
from tests.factories.moderation import audit_about, make_complaint
from tests.factories.sites import make_site
from tests.fixture_types import LogIn, MakeColleague, MakeMember, OpenConsole
from tests.moderation.test_complaint_desk import act, case
from tests.moderation.test_queue import only

WHY = "He asks for money, she says."


@pytest.fixture
def ruth(make_member: MakeMember, mo: Member) -> Member:
    """Ruth, to whom Mo wrote, and who complains of that."""
    member = make_member(name="Ruth", language="en")
    with transaction() as session:
        write(session, sender=mo, to=member, body="Send me a gift card.")
    return member


@pytest.fixture
def complaint(ruth: Member) -> Complaint:
    with transaction() as session:
        return make_complaint(session, ruth, text="Mo wants money from me.")


@pytest.fixture
def moderator(colleague: MakeColleague, staff_browser: OpenConsole) -> Client:
    browser: Client = staff_browser(colleague(Role.MODERATOR, name="Robin"))
    return browser


def hand(browser: Client, complaint: Complaint, member: Member, reason: str = WHY) -> Any:
    return act(browser, complaint.id, "hand-over", member_id=str(member.id), reason=reason)


def review(browser: Client, item: Any, action: str, **form: Any) -> Any:
    return browser.post(f"/ops/api/moderation.review/{item.id}/actions/{action}", form, key=uuid4().hex).json


@pytest.mark.spec("10.5", "10.6", "10.4")
def test_a_moderator_reads_the_complaint_and_the_conversation_and_support_sees_what_came_of_it(
    support: Client, moderator: Client, complaint: Complaint, ruth: Member, mo: Member, login: LogIn
) -> None:
    assert hand(moderator, complaint, mo).status_code == 403
    act(support, complaint.id, "note", text="A note of support.")
    assert hand(support, complaint, mo).status_code == 200
    (handed,) = case(support, complaint.id)["handed"]
    assert (handed["name"], handed["state"], handed["measure"], handed["reason"]) == ("Mo", "open", None, WHY)
    item = only(mo, ItemKind.OPENED)
    version = review(moderator, item, "claim", version=item.version)["version"]
    (seen,) = review(moderator, item, "evidence")["handed"]
    assert (seen["number"], seen["by"], seen["reason"]) == (complaint.number, "Linden", WHY)
    assert [(one["is_theirs"], one["body"]) for one in seen["words"]] == [(True, "Mo wants money from me.")]
    assert [(one["by"], one["body"]) for one in seen["said"]] == [(str(mo.id), "Send me a gift card.")]
    for member in (ruth, mo):
        (look,) = login(member).get("/api/v1/staff-access").json["accesses"]
        assert (look["role"], look["kind"]) == ("moderator", "case")
    decided = review(moderator, item, "decide", version=version, measure="warning", rule="fraud", facts=WHY)
    assert decided["state"] == "decided"
    (handed,) = case(support, complaint.id)["handed"]
    assert (handed["state"], handed["measure"]) == ("decided", "warning")
    [detail] = [str(one.detail) for one in audit_about(complaint.id) if one.action == "hand-over"]
    assert (str(mo.id) in detail, WHY in detail) == (True, False)
    assert hand(support, complaint, mo).status_code == 200, "once more, for what happens after the decision"


@pytest.mark.spec("10.5", "10.6")
def test_a_complaint_is_handed_over_once_and_others_about_the_member_join_it(
    support: Client, moderator: Client, complaint: Complaint, mo: Member, make_member: MakeMember
) -> None:
    stranger = make_member()
    with transaction() as session:
        other = make_complaint(session, stranger, text="Mo insults me.")
    hand(support, complaint, mo)
    again = hand(support, complaint, mo)
    assert (again.status_code, again.json["code"]) == (409, "moderation.already-handed-over")
    assert hand(support, other, mo).status_code == 200
    item = only(mo, ItemKind.OPENED)
    review(moderator, item, "claim", version=item.version)
    seen = review(moderator, item, "evidence")["handed"]
    assert [(one["number"], len(one["said"])) for one in seen] == [(complaint.number, 1), (other.number, 0)]


@pytest.mark.spec("10.5")
def test_nobody_of_another_site_and_nothing_closed_is_handed_over(
    support: Client, complaint: Complaint, mo: Member, make_member: MakeMember
) -> None:
    with transaction() as session:
        far = make_site(session)
    assert hand(support, complaint, make_member(site=far)).status_code == 404
    act(support, complaint.id, "close", text="It is settled.")
    assert hand(support, complaint, mo).json["code"] == "moderation.case-closed"


@pytest.mark.spec("9.3")
@pytest.mark.parametrize("gone", ["ruth", "mo"])
def test_why_a_complaint_was_handed_over_goes_with_either(
    support: Client, complaint: Complaint, mo: Member, ruth: Member, gone: str
) -> None:
    hand(support, complaint, mo)
    with transaction() as session:
        if gone == "ruth":
            complaints.erase_member(session, member_id=ruth.id)
        else:
            retention.erase_member(session, member_id=mo.id)
        assert session.execute(select(Handover.reason).where(Handover.complaint_id == complaint.id)).all() == []
