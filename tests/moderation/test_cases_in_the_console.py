"""Staff find, take on, answer and decide cases through the generated console's calls."""

from typing import Any
from uuid import uuid4

import pytest

from modules.moderation.contracts import Role
from tests.conftest import Client
from tests.factories.moderation import make_complaint, make_report


def act(browser: Client, resource: str, record_id: Any, action: str, form: dict[str, Any] | None = None) -> Any:
    path = f"/ops/api/moderation.{resource}/{record_id}/actions/{action}"
    return browser.post(path, form or {}, key=uuid4().hex)


@pytest.mark.spec("10.6")
def test_support_answers_and_closes_a_complaint(
    staff_browser: Any, colleague: Any, make_member: Any, login: Any, db: Any, site: Any, count_queries: Any
) -> None:
    member = make_member()
    with db() as session:
        made = make_complaint(session, member, text="I was charged twice.")
    support, other = (staff_browser(colleague(Role.SUPPORT, name=name)) for name in ("Linden", "Robin"))
    lists: list[Any] = []
    path = f"/ops/api/moderation.complaints?state=open&site_id={site.id}"
    assert count_queries(lambda: lists.append(support.get(path))) == 3
    (listed,) = lists[0].json["data"]
    assert (listed["number"], listed["member_id"]) == (made.number, str(member.id))
    assert "They: I was charged twice." in listed["history"]
    assert act(support, "complaints", made.id, "claim").json["claimed_by"] == "Linden"
    for action, form in (("claim", None), ("answer", {"text": "Me too."})):
        assert act(other, "complaints", made.id, action, form).json["code"] == "moderation.case-claimed"
    answered = act(support, "complaints", made.id, "answer", {"text": "We looked."}).json
    assert answered["state"] == "answered"
    assert "Staff: We looked." in answered["history"]
    assert act(support, "complaints", made.id, "close", {"text": "It is back."}).json["state"] == "closed"
    assert act(support, "complaints", made.id, "answer", {"text": "One more."}).json["code"] == "moderation.case-closed"
    seen = login(member).get(f"/api/v1/complaints/{made.id}").json
    assert [said["body"] for said in seen["messages"]] == ["I was charged twice.", "We looked.", "It is back."]


@pytest.mark.spec("10.5")
def test_a_moderator_reads_a_report_with_its_evidence_and_decides_it_in_the_queue_only(
    staff_browser: Any, colleague: Any, make_member: Any, db: Any
) -> None:
    ruth, mo = make_member(name="Ruth"), make_member(name="Mo")
    with db() as session:
        made = make_report(session, ruth, mo, words="Not his pictures.")
    moderator = staff_browser(colleague(Role.MODERATOR))
    record = moderator.get(f"/ops/api/moderation.reports/{made.id}").json
    assert (record["reason"], record["words"], record["reported_id"]) == ("fake", "Not his pictures.", str(mo.id))
    assert '"name": "Mo"' in record["evidence"]
    assert act(moderator, "reports", made.id, "decide").status_code == 404


@pytest.mark.spec("10.5", "10.6")
@pytest.mark.parametrize(
    ("role", "resource"),
    [
        (Role.MODERATOR, "complaints"),
        (Role.FINANCE, "complaints"),
        (Role.SUPPORT, "reports"),
        (Role.FINANCE, "reports"),
    ],
)
def test_cases_are_for_those_whose_work_they_are(staff_browser: Any, colleague: Any, role: Role, resource: str) -> None:
    browser = staff_browser(colleague(role))
    assert browser.get(f"/ops/api/moderation.{resource}").status_code == 403
    assert act(browser, resource, uuid4(), "claim").status_code == 403
