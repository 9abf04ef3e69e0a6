"""The members, sites, staff and access log of the console, as they are declared."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from sqlalchemy import insert

from app.console.rest import REVEALS
from app.kernel import clock, metrics
from app.kernel.db.session import transaction
from app.kernel.http import ratelimit
from app.kernel.ids import new_id
from app.kernel.redis import redis
from app.registry import RESOURCES
from modules.moderation.contracts.staff import Role
from modules.moderation.queue.models import ConversationAccess
from modules.moderation.routes import ACCESSES_A_PAGE
from modules.sites.contracts import Site
from tests.accounts.routes.doors import sign_up
from tests.conftest import Client
from tests.editing import seen_of
from tests.factories.moderation import Colleague, audit_about
from tests.factories.sites import set_site
from tests.fixture_types import CountQueries, LogIn, MakeColleague, MakeMember
from tests.moderation.test_complaint_desk import complain_as_visitor
from tests.reading import read_cases

Browser = Callable[[Colleague], Client]


@pytest.mark.spec("10.4")
def test_members_are_listed_masked(
    staff_browser: Browser, colleague: MakeColleague, make_member: MakeMember, site: Site, count_queries: CountQueries
) -> None:
    born = date(1966, 5, 17)
    for name in ("Ruth", "Henk", "Pilar"):
        make_member(name=name, date_of_birth=born, email=f"{name.lower()}@{site.id.hex}.example")
    browser = staff_browser(colleague(Role.MODERATOR))
    path = f"/ops/api/accounts.members?site_id={site.id}&sort=-signup_at&per_page=2"
    answers: list[Any] = []
    assert count_queries(lambda: answers.append(browser.get(path))) == 3
    answer = answers[0].json
    assert answer["total"] == 3
    assert [row["name"] for row in answer["data"]] == ["Pilar", "Henk"]
    assert [row["email"] for row in answer["data"]] == ["p•••••", "h•••••"]
    assert answer["data"][0]["status"] == "active"
    assert {row["date_of_birth"] for row in answer["data"]} == {"1•••••"}
    assert {row["age"] for row in answer["data"]} == {clock.age_on(clock.today(), born)}
    assert "password_hash" not in answer["data"][0]
    assert site.id.hex not in answers[0].text


def test_members_are_found_by_part_of_the_name_but_by_the_whole_address(
    staff_browser: Browser, colleague: MakeColleague, make_member: MakeMember, site: Site
) -> None:
    address = f"{uuid4().hex}@example.org"
    make_member(name="Wilhelmina", email=address)
    make_member(name="Ruth", paid=True)
    browser = staff_browser(colleague(Role.SUPPORT))

    def names(query: str) -> list[str]:
        found = browser.get(f"/ops/api/accounts.members?site_id={site.id}&{query}").json["data"]
        return [row["name"] for row in found]

    assert names("name=HELM") == ["Wilhelmina"]
    assert names(f"email={address.upper()}") == ["Wilhelmina"]
    assert names(f"email={address[:-1]}") == []
    assert names("is_paid=true") == ["Ruth"]
    assert names("status=banned") == []
    assert names("name=%25") == names("name=_") == names("name='") == []


def test_staff_find_and_see_the_address_that_an_account_claims(
    staff_browser: Browser, colleague: MakeColleague, client: Client, site: Site
) -> None:
    address = f"{uuid4().hex}@example.org"
    set_site(site, hide_account_existence=True)
    claim = sign_up(client, email=address).json["id"]
    browser = staff_browser(colleague(Role.SUPPORT))
    found = browser.get("/ops/api/accounts.members", query_string={"email": address}).json["data"]
    assert [(row["id"], row["email"]) for row in found] == [(claim, f"{address[0]}•••••")]
    revealed = browser.post(f"/ops/api/accounts.members/{claim}/reveal", {"reason": "Complaint 12"})
    assert revealed.json["email"] == address
    path = f"/ops/api/accounts.members/{claim}/actions/send-reset"
    reset = browser.post(path, {"reason": "Ticket 7"}, key=uuid4().hex)
    assert reset.json["code"] == "accounts.address-unproved"


def test_members_are_found_by_staff_in_any_usual_spelling(
    staff_browser: Browser, colleague: MakeColleague, make_member: MakeMember, site: Site
) -> None:
    cases = [case for case in read_cases("search.tsv", escaped=("typed",)) if case["field"] == "member's name"]
    for name in sorted({case["found"] for case in cases}):
        make_member(name=name)
    browser = staff_browser(colleague(Role.SUPPORT))
    for case in cases:
        query = {"site_id": site.id, "name": case["typed"]}
        found = browser.get("/ops/api/accounts.members", query_string=query).json["data"]
        assert case["found"] in [row["name"] for row in found], case["typed"]


@pytest.mark.parametrize("name", ["Γιώργος", "김민수", "がく", "प्रिया", "น้ำ", "مُحَمَّد", "Saint-Clair", "Sint Nicolaas"])
def test_a_name_is_found_by_staff_as_it_is_written(
    staff_browser: Browser, colleague: MakeColleague, make_member: MakeMember, site: Site, name: str
) -> None:
    make_member(name=name)
    query = {"site_id": site.id, "name": name}
    found = staff_browser(colleague(Role.SUPPORT)).get("/ops/api/accounts.members", query_string=query).json["data"]
    assert [row["name"] for row in found] == [name]


def test_revealing_needs_the_permission_and_a_reason_and_is_written_down(
    staff_browser: Browser, colleague: MakeColleague, make_member: MakeMember
) -> None:
    member = make_member(date_of_birth=date(1966, 5, 17))
    path = f"/ops/api/accounts.members/{member.id}/reveal"
    assert staff_browser(colleague(Role.MODERATOR)).post(path, {"reason": "curious"}).status_code == 403
    support = colleague(Role.SUPPORT)
    browser = staff_browser(support)
    assert browser.post(path, {"reason": " "}).json["errors"][0]["pointer"] == "/reason"
    assert audit_about(member.id) == []
    answer = browser.post(path, {"reason": "Complaint 12"})
    assert answer.json == {"email": member.email, "date_of_birth": "1966-05-17", "signup_message": ""}
    assert audit_about(member.id) == [(support.id, "reveal", "accounts.members", "Complaint 12", {"role": "support"})]
    assert browser.get(f"/ops/api/accounts.members/{member.id}").json["email"] != member.email


@pytest.mark.spec("10.4", "10.6")
@pytest.mark.parametrize("whose", ["a member's", "a visitor's"])
def test_what_is_masked_is_seen_after_a_fresh_confirmation_and_so_many_times_an_hour(
    staff_browser: Browser, colleague: MakeColleague, make_member: MakeMember, client: Client, whose: str
) -> None:
    support = colleague(Role.SUPPORT)
    browser, path = staff_browser(support), f"/ops/api/accounts.members/{make_member().id}/reveal"
    if whose == "a visitor's":
        made = complain_as_visitor(client, f"{uuid4().hex[:8]}@example.org")
        path = f"/ops/api/moderation.complaints/{made['id']}/actions/address"

    def look() -> tuple[int, str | None]:
        answer = browser.post(path, {"reason": "Complaint 12"}, key=uuid4().hex)
        return answer.status_code, answer.json.get("code")

    with time_machine.travel(clock.now() + timedelta(minutes=11), tick=False):
        assert look() == (403, "confirmation-required")
    for limit in REVEALS:
        redis().delete(*(f"limit:{one.name}:{support.id}" for one in REVEALS))
        for _ in range(limit.calls - 1):
            ratelimit.check(limit, str(support.id))
        assert look() == (200, None)
        held = metrics.STAFF_HELD._value.get()
        assert look() == (429, "rate-limited")
        assert metrics.STAFF_HELD._value.get() == held + 1


@pytest.mark.spec("10.6")
def test_a_member_sees_that_staff_looked_at_their_address_in_which_role_and_not_who_or_why(
    staff_browser: Browser, colleague: MakeColleague, make_member: MakeMember, login: LogIn
) -> None:
    ruth, henk = make_member(), make_member()
    linden = colleague(Role.MODERATOR, Role.SUPPORT, name="Linden")
    staff_browser(linden).post(f"/ops/api/accounts.members/{ruth.id}/reveal", {"reason": "Complaint 12"})
    answer = login(ruth).get("/api/v1/staff-access")
    (look,) = answer.json["accesses"]
    assert (look["kind"], look["role"], look["number"]) == ("email", "support", None)
    assert not [word for word in ("Linden", "Complaint 12", str(linden.id)) if word in answer.text]
    assert login(henk).get("/api/v1/staff-access").json["accesses"] == []


@pytest.mark.spec("10.6")
def test_members_are_told_of_all_that_a_look_shows() -> None:
    """The texts of the log and of members' copies name these: what else is masked needs a word there."""
    shown = {one.key: {column.source for column in one.columns if column.pii} for one in RESOURCES if one.reveal}
    assert {key: columns for key, columns in shown.items() if columns} == {
        "accounts.members": {"email", "date_of_birth", "signup_message"},
        "billing.debit-mandates": {"holder"},
        "moderation.case-messages": {"body"},
    }
    files = {(one.key, action.name) for one in RESOURCES for action in one.actions if action.file}
    assert files == {("billing.orders", "invoice"), ("billing.refunds", "credit-note")}


@pytest.mark.spec("10.6")
def test_a_look_of_long_ago_stays_to_be_found_behind_many_by_writers(
    staff_browser: Browser, colleague: MakeColleague, make_member: MakeMember, login: LogIn
) -> None:
    ruth, other = make_member(), make_member()
    linden = colleague(Role.SUPPORT)
    staff_browser(linden).post(f"/ops/api/accounts.members/{ruth.id}/reveal", {"reason": "Complaint 12"})
    reading = {"staff_id": linden.id, "role": "writer", "one_id": ruth.id, "other_id": other.id}
    with transaction() as session:
        read = [reading | {"id": new_id(), "conversation_id": new_id()} for _ in range(ACCESSES_A_PAGE)]
        session.execute(insert(ConversationAccess), read)
    browser = login(ruth)
    first, second = (browser.get(f"/api/v1/staff-access?page={page}").json for page in (1, 2))
    assert {look["kind"] for look in first["accesses"]} == {"fictional"}
    assert [look["kind"] for look in second["accesses"]] == ["email"]
    assert [(it["page"], it["pages"], it["total"]) for it in (first, second)] == [(1, 2, 51), (2, 2, 51)]
    assert browser.get("/api/v1/staff-access?page=0").status_code == 422


@pytest.mark.parametrize("role", [Role.MODERATOR, Role.SUPPORT, Role.FINANCE])
@pytest.mark.parametrize("path", ["moderation.staff", "moderation.audit"])
def test_what_a_role_may_not_read_is_refused(
    staff_browser: Browser, colleague: MakeColleague, role: Role, path: str
) -> None:
    staff = colleague(role)
    browser = staff_browser(staff)
    assert browser.get(f"/ops/api/{path}").json["code"] == "forbidden"
    assert browser.get(f"/ops/api/{path}/{staff.id}").status_code == 403
    actions = browser.post(f"/ops/api/{path}/{staff.id}/actions/enable", {}, key=uuid4().hex)
    assert actions.status_code == 403


def test_an_action_changes_and_is_written_down_once_for_its_key(
    staff_browser: Browser, colleague: MakeColleague
) -> None:
    admin, other = colleague(Role.ADMIN), colleague(Role.MODERATOR)
    browser = staff_browser(admin)
    record, key = f"/ops/api/moderation.staff/{other.id}", uuid4().hex
    path, before = f"{record}/actions/set-roles", seen_of(browser, record)
    for _ in range(2):
        answer = browser.post(path, {"roles": ["support"], "before": before}, key=key)
        assert answer.json["roles"] == ["support"]
    assert audit_about(other.id) == [(admin.id, "set-roles", "moderation.staff", "", {"roles": ["support"]})]
    assert browser.post(path, {"roles": ["finance"]}, key=key).json["code"] == "idempotency.key-reused"
    assert browser.post(path, {"roles": ["finance"]}).json["code"] == "idempotency.key-missing"


def test_who_may_sign_in_is_told_and_searched_for(staff_browser: Browser, colleague: MakeColleague) -> None:
    browser, robin = staff_browser(colleague(Role.ADMIN)), colleague(Role.MODERATOR)
    path = "/ops/api/moderation.staff"
    closed = browser.post(f"{path}/{robin.id}/actions/disable", {"reason": "has left"}, key=uuid4().hex)
    assert closed.json["is_enabled"] is False
    for wanted in (True, False):
        found = browser.get(f"{path}?is_enabled={str(wanted).lower()}&per_page=100").json["data"]
        assert {one["is_enabled"] for one in found} == {wanted}
    opened = browser.post(f"{path}/{robin.id}/actions/enable", {}, key=uuid4().hex)
    assert opened.json["is_enabled"] is True


def test_a_refused_action_leaves_nothing_behind(staff_browser: Browser, colleague: MakeColleague) -> None:
    admin = colleague(Role.ADMIN)
    path = f"/ops/api/moderation.staff/{admin.id}/actions/disable"
    answer = staff_browser(admin).post(path, {"reason": "tired of it"}, key=uuid4().hex)
    assert (answer.status_code, answer.json["code"]) == (403, "moderation.own-account")
    assert audit_about(admin.id) == []


def test_what_is_not_there_or_not_offered_is_404(staff_browser: Browser, colleague: MakeColleague) -> None:
    browser = staff_browser(colleague())
    staff = colleague()
    assert browser.get("/ops/api/no.such").status_code == 404
    assert browser.get(f"/ops/api/accounts.members/{uuid4()}").status_code == 404
    assert browser.post("/ops/api/accounts.members", {}, key=uuid4().hex).status_code == 404
    assert browser.post(f"/ops/api/moderation.staff/{staff.id}/actions/no-such", {}, key=uuid4().hex).status_code == 404
    assert browser.post(f"/ops/api/sites.sites/{staff.id}/reveal", {"reason": "why not"}).status_code == 404


def test_no_row_can_be_edited_directly(
    staff_browser: Browser, colleague: MakeColleague, make_member: MakeMember
) -> None:
    browser, member = staff_browser(colleague()), make_member()
    path = f"/ops/api/accounts.members/{member.id}"
    assert {
        browser.put(path, {}).status_code,
        browser.patch(path, {}).status_code,
        browser.delete(path).status_code,
    } == {405}


def test_lists_are_cut_and_sorted_as_declared_only(staff_browser: Browser, colleague: MakeColleague) -> None:
    browser = staff_browser(colleague())
    for query in ("sort=email", "sort=password_hash", "per_page=101", "page=0", "ids=nonsense", "site_id=nonsense"):
        assert browser.get(f"/ops/api/accounts.members?{query}").status_code == 422, query


def test_records_are_read_by_ids(staff_browser: Browser, colleague: MakeColleague, make_member: MakeMember) -> None:
    ruth, henk = make_member(name="Ruth"), make_member(name="Henk")
    browser = staff_browser(colleague())
    found = browser.get(f"/ops/api/accounts.members?ids={ruth.id}&ids={henk.id}&ids={uuid4()}").json
    assert {row["name"] for row in found["data"]} == {"Ruth", "Henk"}
    assert found["total"] == 2
