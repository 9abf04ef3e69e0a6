"""`hearth member`: what is asked after, what is done by hand, and what the access log says of it."""

import json
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import text

from app.kernel import clock
from app.kernel.db.session import transaction
from cli.member import RESOURCE, member
from modules.accounts.contracts import MemberStatus
from modules.sites.contracts import Site
from tests.accounts.leaving import status_of
from tests.billing.test_cli import run
from tests.commands import refusal
from tests.conftest import drain_now
from tests.fixture_types import LogIn, MakeMember
from tests.trail import trail_of


def told(*arguments: str) -> Any:
    done = run(member, *arguments, "--json")
    assert done.exit_code == 0, done.output
    return json.loads(done.output)


@pytest.mark.spec("10.10")
def test_members_are_found_by_state_name_and_day(site: Site, make_member: MakeMember) -> None:
    ada, bo = make_member(name="Ada 100%"), make_member(name="Bo", confirmed=False)
    with transaction() as session:
        old = text("UPDATE accounts.member SET signup_at = signup_at - interval '3 days' WHERE id = :id")
        session.execute(old, {"id": ada.id})
    here = ("list", "--site", site.key)
    today = clock.today()

    def found(*asked: str) -> list[str]:
        return [one["id"] for one in told(*here, *asked)]

    assert found() == [str(bo.id), str(ada.id)]
    assert found("--status", "not_confirmed") == [str(bo.id)]
    assert found("--name", "ADA") == found("--name", "0%") == [str(ada.id)]
    assert found("--name", "_") == []
    assert found("--since", f"{today - timedelta(days=1)}") == [str(bo.id)]
    assert found("--since", f"{today - timedelta(days=4)}", "--status", "active", "--name", "ad") == [str(ada.id)]
    assert run(member, *here, "--since", "0001-01-01").exit_code == 2


@pytest.mark.spec("10.10", "4.1")
def test_an_account_is_activated_by_hand_once(site: Site, make_member: MakeMember) -> None:
    robin = make_member(name="Robin", confirmed=False)
    who = ("confirm", robin.email, "--site", site.key)
    assert run(member, *who, "--reason", "the mail never came").output == "Member Robin is now active.\n"
    assert status_of(robin) is MemberStatus.ACTIVE
    assert "this command needs not_confirmed" in refusal(member, *who)
    assert trail_of(robin.id, RESOURCE) == [("confirm", "the mail never came", {})]
    bo = make_member(name="Bo", confirmed=False)
    facts = told("confirm", str(bo.id), "--site", site.key)
    assert (facts["id"], facts["status"]) == (str(bo.id), "active")


@pytest.mark.spec("10.10", "9.1")
def test_browsers_of_a_member_are_listed_and_logged_out(site: Site, make_member: MakeMember, login: LogIn) -> None:
    robin, other = make_member(name="Robin"), make_member()
    phone, laptop, others = login(robin), login(robin), login(other)
    who = ("sessions", robin.email, "--site", site.key)
    assert {*told(*who)[0]} == {"id", "user_agent", "created_at", "seen_at"}
    assert len(told(*who)) == 2
    assert run(member, *who).output.count("\n") == 4, "a head, a line and two browsers"
    assert phone.get("/api/v1/account/export").status_code == 200, "looking ends nothing"
    assert trail_of(robin.id, RESOURCE) == []
    done = run(member, *who, "--end", "--reason", "lost the phone")
    assert done.output == "Member Robin is logged out everywhere.\n"
    assert told(*who) == []
    assert [one.get("/api/v1/account/export").status_code for one in (phone, laptop, others)] == [403, 403, 200]
    assert trail_of(robin.id, RESOURCE) == [("end-sessions", "lost the phone", {})]


@pytest.mark.spec("10.10")
def test_what_an_operator_does_to_an_account_stands_in_the_access_log(site: Site) -> None:
    email, here = f"{uuid4().hex[:12]}@example.org", ("--site", site.key)
    made = told(
        *("create", "--email", email, "--name", "Robin", "--born", "1985-05-17", *here),
        *("--password", "four unrelated quiet words", "--reason", "by letter"),
    )
    assert (made["email"], made["status"]) == (email, "not_confirmed")
    run(member, "delete", email, "--yes", "--reason", "by phone", *here)
    run(member, "reactivate", email, *here)
    assert trail_of(made["id"], RESOURCE) == [
        ("create", "by letter", {"confirmed": False}),
        ("delete", "by phone", {}),
        ("reactivate", "command line", {}),
    ]
    assert "this command needs" in refusal(member, "reactivate", email, *here)
    assert run(member, "delete", email, *here).exit_code == 1, "nobody said yes"
    assert len(trail_of(made["id"], RESOURCE)) == 3, "what was not done is not written down"
    assert run(member, "erase", email, "--yes", *here).exit_code == 0
    drain_now()
    assert trail_of(made["id"], RESOURCE) == [
        ("create", "", {"confirmed": False}),
        ("delete", "", {}),
        ("reactivate", "", {}),
        ("erase", "", {}),
    ], "nothing is left of the person but the id"
