"""Staff find, take on, answer and decide cases through the generated console's calls."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import text

from app.kernel.db.session import transaction
from modules.accounts import api as accounts_api
from modules.accounts.contracts import Member, MemberStatus
from modules.moderation.contracts.decisions import Rule
from modules.moderation.contracts.reports import ReportKind
from modules.moderation.contracts.staff import Role
from modules.moderation.decisions.service import decisions
from modules.moderation.staff.policies import permissions as policies
from modules.sites.contracts import Site
from tests.conftest import Client
from tests.factories.messaging import write
from tests.factories.moderation import audit_about, make_complaint, make_report, seen_in
from tests.fixture_types import CountQueries, LogIn, MakeColleague, MakeMember, OpenConsole


def act(browser: Client, resource: str, record_id: Any, action: str, form: dict[str, Any] | None = None) -> Any:
    path, given = f"/ops/api/moderation.{resource}/{record_id}/actions/{action}", form or {}
    if resource == "complaints" and "text" in given:
        with transaction(read_only=True) as session:
            given = {**given, "seen": seen_in(session, record_id)}
    return browser.post(path, given, key=uuid4().hex)


@pytest.mark.spec("10.6")
def test_support_answers_and_closes_a_complaint(
    staff_browser: OpenConsole,
    colleague: MakeColleague,
    login: LogIn,
    site: Site,
    count_queries: CountQueries,
    member: Member,
) -> None:
    with transaction() as session:
        made = make_complaint(session, member, text="I was charged twice.")
    support, other = (staff_browser(colleague(Role.SUPPORT, name=name)) for name in ("Linden", "Robin"))
    lists: list[Any] = []
    path = f"/ops/api/moderation.complaints?state=open&site_id={site.id}"
    assert count_queries(lambda: lists.append(support.get(path))) == 3
    (listed,) = lists[0].json["data"]
    assert (listed["number"], listed["member_id"]) == (made.number, str(member.id))
    assert "Complainant: I was charged twice." in listed["history"]
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
    staff_browser: OpenConsole, colleague: MakeColleague, make_member: MakeMember
) -> None:
    ruth, mo = make_member(name="Ruth"), make_member(name="Mo")
    with transaction() as session:
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
def test_cases_are_for_those_whose_work_they_are(
    staff_browser: OpenConsole, colleague: MakeColleague, role: Role, resource: str
) -> None:
    browser = staff_browser(colleague(role))
    assert browser.get(f"/ops/api/moderation.{resource}").status_code == 403
    assert act(browser, resource, uuid4(), "claim").status_code == 403


def ban(member: Member, days: int | None) -> UUID:
    with transaction() as session:
        return decisions.ban_member(session, member_id=member.id, rule=Rule.FRAUD, facts="Asked for money.", days=days)


@pytest.mark.spec("10.5")
def test_who_is_banned_now_is_listed_and_a_ban_is_taken_back_with_a_reason(
    staff_browser: OpenConsole, colleague: MakeColleague, member: Member
) -> None:
    ban(member, days=7)
    gone = ban(member, days=None)
    signed = act(staff_browser(colleague(Role.MODERATOR, name="Linden")), "decisions", gone, "countersign")
    assert signed.status_code == 200
    moderator, support = staff_browser(colleague(Role.MODERATOR)), staff_browser(colleague(Role.SUPPORT))
    path = f"/ops/api/moderation.bans?member_id={member.id}"
    for_good, timed = sorted(moderator.get(path).json["data"], key=lambda one: one["measure"])
    assert (for_good["id"], for_good["ends_at"], for_good["second_by"]) == (str(gone), None, "Linden")
    assert (timed["measure"], timed["rule"], timed["ends_at"] is not None) == ("timed-ban", "fraud", True)
    assert support.get(path).status_code == 403
    assert act(support, "bans", timed["id"], "lift", {"reason": "a mistake"}).status_code == 403
    assert act(moderator, "bans", timed["id"], "lift").json["errors"][0]["pointer"] == "/reason"
    for one in (timed, for_good):
        lifted = act(moderator, "bans", one["id"], "lift", {"reason": "a mistake"})
        assert (lifted.status_code, lifted.data) == (204, b"")
    assert moderator.get(path).json["data"] == []
    assert moderator.get(f"/ops/api/moderation.decisions/{gone}").json["state"] == "lifted"
    with transaction(read_only=True) as session:
        assert accounts_api.get_member(session, member.id).status == MemberStatus.ACTIVE


@pytest.mark.spec("10.5")
def test_a_ban_whose_time_is_over_is_listed_no_more(
    staff_browser: OpenConsole, colleague: MakeColleague, member: Member
) -> None:
    over = ban(member, days=7)
    with transaction() as session:
        session.execute(text("UPDATE moderation.decision SET ends_at = now() WHERE id = :id"), {"id": over})
    moderator = staff_browser(colleague(Role.MODERATOR))
    assert moderator.get(f"/ops/api/moderation.bans?member_id={member.id}").json["data"] == []


@pytest.mark.spec("10.4", "10.6")
def test_the_messages_of_a_report_are_masked_and_who_reads_one_is_written_down_and_told(
    staff_browser: OpenConsole,
    colleague: MakeColleague,
    make_member: MakeMember,
    login: LogIn,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ruth, mo = make_member(name="Ruth"), make_member(name="Mo")
    with transaction() as session:
        write(session, sender=mo, to=ruth, body="Where are you from?")
        sent = write(session, sender=mo, to=ruth, body="Send me a gift card").message
        made = make_report(session, ruth, mo, kind=ReportKind.MESSAGE, member_id=None, thing_id=sent.id)
        write(session, sender=ruth, to=mo, body="This one is nobody's business")
    linden = colleague(Role.MODERATOR)
    moderator = staff_browser(linden)
    listed = moderator.get(f"/ops/api/moderation.case-messages?report_id={made.id}")
    assert [row["is_reported"] for row in listed.json["data"]] == [True, False]
    assert {row["body"] for row in listed.json["data"]} == {"•••••"}
    assert {row["sender_id"] for row in listed.json["data"]} == {str(mo.id)}
    path = f"/ops/api/moderation.case-messages/{made.id}~{sent.id}"
    assert "gift" not in moderator.get(path).text
    assert moderator.post(f"{path}/reveal", {"reason": ""}).status_code == 422
    assert login(mo).get("/api/v1/staff-access").json["accesses"] == []

    monkeypatch.setattr(
        policies,
        "PERMISSIONS",
        {**policies.PERMISSIONS, Role.SUPPORT: frozenset({"moderation.reports.read"}), Role.FINANCE: frozenset()},
    )
    reader, stranger = staff_browser(colleague(Role.SUPPORT)), staff_browser(colleague(Role.FINANCE))
    assert "gift" not in reader.get(path).text
    assert reader.post(f"{path}/reveal", {"reason": "curious"}).status_code == 403
    assert stranger.get(path).status_code == 403

    assert moderator.post(f"{path}/reveal", {"reason": "Case 7"}).json == {"body": "Send me a gift card"}
    told = {one.id: login(one).get("/api/v1/staff-access").json["accesses"] for one in (ruth, mo)}
    assert [(a["kind"], a["role"], a["number"]) for a in told[mo.id]] == [("case", "moderator", None)]
    assert [(a["kind"], a["number"]) for a in told[ruth.id]] == [("own-report", made.number)]
    [event] = audit_about(f"{made.id}~{sent.id}")
    assert (event.staff_id, event.action, event.reason) == (linden.id, "reveal", "Case 7")
