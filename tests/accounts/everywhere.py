"""Somebody who left rows in every table, and words wherever a member can; shared by the tests that erase them."""

from itertools import product
from typing import Any
from uuid import UUID, uuid4

import pytest
from flask import Flask

from app.kernel import log
from app.kernel.db.session import transaction
from app.registry import RESOURCES
from modules.accounts.contracts import Member
from modules.accounts.jobs import count_figures
from modules.billing import api as billing_api
from modules.billing.contracts.states import RefusalReason
from modules.moderation import api as moderation_api
from modules.sites.contracts import Site
from tests import simulating
from tests.accounts import acting, planting
from tests.accounts.test_erasing import live
from tests.billing.conftest import debit_shop, gateway  # noqa: F401 - fixtures
from tests.billing.debiting import Gateway
from tests.conftest import Client, drain_now
from tests.factories.billing import buy_credits
from tests.factories.moderation import make_complaint, make_report, make_staff, open_session
from tests.factories.social import block
from tests.fixture_types import LogIn, MakeMember
from tests.profiles.pictures import CANARY, with_metadata
from tests.profiles.test_routes import send_photo


@pytest.fixture
def logged() -> list[str]:
    """What the application wrote to its log, as far as somebody listened."""
    return []


@pytest.fixture
def words(
    app: Flask,
    debit_shop: Site,
    gateway: Gateway,
    make_member: MakeMember,
    simulator: simulating.Simulator,
    login: LogIn,
    logged: list[str],
    pytestconfig: pytest.Config,
) -> tuple[Any, tuple[str, ...]]:
    """Somebody who left rows in every table, and their words wherever a member can: the member, and the words."""
    log.get("test").info("the planting is heard")
    site = debit_shop
    member, words = live(app, site, make_member)
    key, network = words[-2:]
    planting.leave_and_come_back(member, key)
    other, browser = make_member(), login(member)
    assert send_photo(browser, uuid4().hex, with_metadata(), name=f"{key}.jpg").status_code == 201
    browser.get(f"/api/v1/search?text={key}", headers={"User-Agent": f"agent {key}", "Referer": f"http://x/{key}"})
    browser.post("/api/v1/messages", {"body": f"broken {key}"})
    planting.note_beside_facts(site, member, key, headline=words[2], about=words[3])
    planting.ask_for_push(browser, key)
    planting.judge(member, browser, key)
    planting.note_by_writer(site, member, key)
    others = acting.make_others(member, make_member)
    drain_now()
    acting.meet(member, others)
    acting.invite(site, member, key)
    acting.answer_finder(member)
    acting.wish(member)
    acting.show_photo(member, browser, others[0])
    planting.pay_by_debit(member, browser, gateway, key=key, network=network)
    with transaction() as session:
        complaint = make_complaint(session, member, text=f"My bank says {key}.")
        about = planting.report_messages(session, member, other, key)
        make_report(session, other, member, words="Not nice.")
    desk = at_the_desk(app, site)
    said_by_staff = {"text": f"Dear {words[1]}, we looked at {key}."}
    path = f"/ops/api/moderation.complaints/{complaint.id}"
    assert desk.post(f"{path}/actions/note", said_by_staff, key=uuid4().hex).status_code == 200
    seen = desk.get(f"{path}/views/case").json["messages"][-1]["id"]
    assert desk.post(f"{path}/actions/answer", {**said_by_staff, "seen": seen}, key=uuid4().hex).status_code == 200
    handed = {"member_id": str(other.id), "reason": f"She says {key}."}
    assert desk.post(f"{path}/actions/hand-over", handed, key=uuid4().hex).status_code == 200
    decide_at_the_desk(desk, about, key)
    take_lists_away(desk, (words[0], words[1]))
    write_down_at_the_desk(member, words[1])
    planting.ask_what_the_database_refuses(member, other)
    acting.save_money_rules(member)
    acting.open_cases(member, others[0])
    block(make_member(), member)
    drain_now()
    count_figures()
    logged.append(listen(pytestconfig))
    return member, (*words, CANARY.decode())


def listen(config: pytest.Config) -> str:
    """Return what was written to the standard output and error since pytest or this test last asked."""
    return "".join(config.pluginmanager.getplugin("capturemanager").read_global_capture())


def at_the_desk(app: Flask, site: Site) -> Client:
    """Return a browser in which somebody of the staff is signed in."""
    browser = Client(app, site.hosts[0])
    with transaction() as session:
        token = open_session(session, make_staff(session))
    browser.http.set_cookie("hearth_staff", token, domain=site.hosts[0], path="/ops")
    return browser


def decide_at_the_desk(desk: Client, about: UUID, key: str) -> None:
    """Warn somebody who was reported, in words that repeat what the reporter had said."""
    (item,) = desk.get(f"/ops/api/moderation.review?member_id={about}&kind=message-report").json["data"]
    path = f"/ops/api/moderation.review/{item['id']}/actions"
    claimed = desk.post(f"{path}/claim", {"version": item["version"]}, key=uuid4().hex).json
    assert desk.post(f"{path}/evidence", {}, key=uuid4().hex).status_code == 200
    verdict = {"measure": "warning", "rule": "fraud", "facts": "You asked for gift cards.", "answer": f"After {key}."}
    decided = desk.post(f"{path}/decide", {**verdict, "version": claimed["version"]}, key=uuid4().hex)
    assert decided.status_code in (200, 204), decided.text


def take_lists_away(desk: Client, words: tuple[str, str]) -> None:
    """Export whatever list is searched by what somebody types, searched by an address and by a name."""
    taken = set()
    for resource in RESOURCES:
        typed = [column.source for column in resource.searched if column.kind == "text"]
        for name, word in product(typed, words):
            with desk.get(f"/ops/api/{resource.key}/export.csv", query_string={name: word}) as answer:
                taken |= {(resource.key, name)} if answer.status_code == 200 else set()
    assert {("accounts.members", "email"), ("accounts.members", "name")} <= taken


def write_down_at_the_desk(member: Member, name: str) -> None:
    """Let support note the name of a member wherever it notes why it did something."""
    with transaction() as session:
        billing_api.adjust_credits(session, member_id=member.id, credits=10, note=f"{name} lost a message", actor="cli")
        block: dict[str, Any] = {"iban": None, "reason": f"{name} asked by phone", "actor": "cli"}
        billing_api.block_direct_debit(session, member_id=member.id, **block)
        asked: dict[str, Any] = {"credits": 800, "actor": "linden", "note": f"{name} asked by phone"}
        first, second = (buy_credits(session, member=member, credits=1000) for _ in range(2))
        billing_api.request_refund(session, order_id=first, **asked)
        refund = billing_api.request_refund(session, order_id=second, **asked)
        no: dict[str, Any] = {"refused_for": RefusalReason.OTHER, "words": f"We told {name} why."}
        billing_api.reject_refund(session, refund_id=refund.id, actor="robin", **no)
        for resource, record_id in (("accounts.members", member.id), ("billing.orders", first)):
            about: dict[str, Any] = {"resource": resource, "record_id": record_id, "reason": f"{name} asked by letter"}
            moderation_api.record_audit(session, staff_id=None, action="look", **about)
