"""A site that shows fictional profiles no more: what was paid for messages that nobody answered comes back, once."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from click.testing import CliRunner
from sqlalchemy import text

from app.kernel.db.session import Session, transaction
from app.kernel.jobs import run_schedule
from cli.site import site as command
from modules.accounts.contracts import Member
from modules.billing import api as billing_api
from modules.messaging import jobs
from modules.messaging.service import leaving
from modules.moderation.contracts.staff import Role
from modules.sites import api as sites_api
from modules.sites.contracts import Site
from modules.sites.ops.sites import SITES
from tests import editing
from tests.billing.shopping import balance_of
from tests.conftest import Client, drain_now
from tests.factories.billing import give_credits
from tests.factories.messaging import write
from tests.factories.sites import set_site
from tests.fixture_types import LogIn, MakeColleague, MakeMember, OpenConsole
from tests.moderation.test_fiction import act, asked, site, state_of, vera, writer

__all__ = ["asked", "site", "vera", "writer"]
pytestmark = pytest.mark.spec("3.2", "10.9")


def switch(site: Site, *, is_on: bool) -> None:
    set_site(site, fictional_enabled=is_on)


def is_on(site: Site) -> bool:
    with transaction(read_only=True) as session:
        return sites_api.get_site_by_key(session, site.key).fictional_enabled


def returned_to(member: Member) -> int:
    """Return how often the ledger gave something back to a member."""
    with transaction(read_only=True) as session:
        return returned_in(session, member)


def returned_in(session: Session, member: Member) -> int:
    given = text(
        "SELECT count(*) FROM billing.ledger_tx AS tx JOIN messaging.message ON message.tx_id = tx.reverses_tx"
        " WHERE message.sender_id = :id"
    )
    return int(session.execute(given, {"id": member.id}).scalar_one())


@pytest.fixture
def mo(make_member: MakeMember, site: Site) -> Member:
    """A member with credits for a few messages."""
    member = make_member(site=site)
    with transaction() as session:
        give_credits(session, member_id=member.id, credits=100)
    return member


def test_what_nobody_answered_is_returned_and_the_member_reads_why(
    staff_browser: OpenConsole,
    colleague: MakeColleague,
    writer: Client,
    asked: Callable[..., tuple[Any, str]],
    site: Site,
    mo: Member,
    login: LogIn,
) -> None:
    _, conversation = asked("Hello Vera", member=mo)
    act(writer, conversation, "take")
    assert act(writer, conversation, "answer", text="Good evening", seen=1).status_code == 200
    before = balance_of(mo)
    asked("And you?", member=mo)
    asked("Are you there?", member=mo)
    record = f"/ops/api/sites.sites/{site.id}"
    admin = staff_browser(colleague(Role.ADMIN))
    seen = admin.get(record).json
    names = ("care_credits", "fictional_icon", "fictional_warning", "fictional_singular", "fictional_plural")
    form = {"fictional_enabled": False, **{name: seen[name] for name in names}}
    assert editing.act(admin, record, "set-fiction", form).json["fictional_enabled"] is False
    run_schedule("messaging.return_unanswered")
    drain_now()
    assert balance_of(mo) == before
    browser = login(mo)
    page = f"/api/v1/conversations/{conversation}"
    assert browser.get(page).json["blocked_reason"] == "other-gone"
    messages = browser.get(f"{page}/messages").json["messages"]
    assert [one["refunded"] for one in messages if one["is_mine"]] == [False, True, True]
    sent = browser.post(f"{page}/messages", {"body": "Hello?"}, key=uuid4().hex)
    assert (sent.status_code, sent.json["code"]) == (404, "not-found")


def test_the_console_says_so_before() -> None:
    action = SITES.action("set-fiction")
    assert action is not None
    assert "credits for unanswered messages are refunded" in action.confirm


def test_the_command_says_so_before_and_how_much_it_is(
    asked: Callable[..., tuple[Any, str]], site: Site, mo: Member, make_member: MakeMember
) -> None:
    asked(member=mo)
    asked("And you?", member=mo)
    ruth = make_member(site=site)
    with transaction() as session:
        write(session, sender=mo, to=ruth)
    off = ("set", site.key, "fictional_enabled=no")
    told = f"credits for unanswered messages (2 messages, {2 * site.message_credits} credits) are refunded"
    tried = CliRunner().invoke(command, [*off, "--dry-run"])
    assert (tried.exit_code, told in tried.output) == (0, True), tried.output
    assert "fictional_enabled: yes would become no\n" in tried.output
    asks = CliRunner().invoke(command, off, input="n\n")
    assert (asks.exit_code, told in asks.output) == (1, True), asks.output
    assert is_on(site)
    assert CliRunner().invoke(command, ["set", site.key, "min_age=21"]).exit_code == 0, "nothing else is asked"
    assert CliRunner().invoke(command, [*off, "--yes"]).exit_code == 0
    assert not is_on(site)
    assert CliRunner().invoke(command, off).exit_code == 0, "they are off already"


def test_it_comes_back_once_however_often_they_are_switched_off(
    asked: Callable[..., tuple[Any, str]], site: Site, mo: Member
) -> None:
    before = balance_of(mo)
    asked(member=mo)
    for is_on in (False, True, False):
        switch(site, is_on=is_on)
        for _ in range(2):
            jobs.return_unanswered()
        assert (balance_of(mo), returned_to(mo)) == (before, 1)


def test_a_run_that_is_killed_half_way_is_ended_by_the_next(
    asked: Callable[..., tuple[Any, str]], site: Site, mo: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = balance_of(mo)
    for body in ("Hello Vera", "And you?", "Are you there?"):
        asked(body, member=mo)
    jobs.return_unanswered()  # what waits on other sites, so that this one's is the first to be returned
    switch(site, is_on=False)
    give_back, alive = billing_api.refund_spend, iter([True])

    def die(session: Session, **spend: Any) -> int:
        credits = give_back(session, **spend)
        if not next(alive, False):
            raise ConnectionError("killed")
        return credits

    with monkeypatch.context() as dying:
        dying.setattr(billing_api, "refund_spend", die)
        with pytest.raises(ConnectionError):
            jobs.return_unanswered()
    assert (balance_of(mo), returned_to(mo)) == (before - 2 * site.message_credits, 1)
    jobs.return_unanswered()
    assert (balance_of(mo), returned_to(mo)) == (before, 3)


def test_switched_on_before_the_work_began_nothing_is_returned(
    writer: Client, asked: Callable[..., tuple[Any, str]], site: Site, mo: Member
) -> None:
    _, conversation = asked(member=mo)
    before = balance_of(mo)
    switch(site, is_on=False)
    switch(site, is_on=True)
    jobs.return_unanswered()
    assert (balance_of(mo), state_of(writer, conversation)) == (before, "waiting")


def test_switched_on_while_it_is_done_the_rest_is_answered(
    writer: Client, asked: Callable[..., tuple[Any, str]], site: Site, mo: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = balance_of(mo)
    _, conversation = asked("Hello Vera", member=mo)
    asked("And you?", member=mo)
    switch(site, is_on=False)
    give_back = leaving.refund_unanswered

    def switch_after(session: Session, **message: Any) -> None:
        give_back(session, **message)
        if returned_in(session, mo):
            sites_api.update_site_settings(session, site_id=site.id, changes={"fictional_enabled": True})

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(leaving, "refund_unanswered", switch_after)
        jobs.return_unanswered()
    assert (balance_of(mo), returned_to(mo)) == (before - site.message_credits, 1)
    assert act(writer, conversation, "take").json["state"] == "waiting"
    assert act(writer, conversation, "answer", text="Good evening", seen=2).json["state"] == "answered"
    switch(site, is_on=False)
    jobs.return_unanswered()
    assert (balance_of(mo), returned_to(mo)) == (before - site.message_credits, 1)


def test_what_is_paid_while_a_process_has_not_heard_of_it_comes_back_too(
    asked: Callable[..., tuple[Any, str]], site: Site, mo: Member
) -> None:
    before = balance_of(mo)
    asked(member=mo)
    with transaction() as session:
        session.execute(text("UPDATE sites.site SET fictional_enabled = false WHERE id = :id"), {"id": site.id})
    jobs.return_unanswered()
    asked("Are you there?", member=mo)
    assert balance_of(mo) == before - site.message_credits
    jobs.return_unanswered()
    assert balance_of(mo) == before


def test_what_members_have_not_read_of_each_other_stays_paid(
    asked: Callable[..., tuple[Any, str]], site: Site, mo: Member, make_member: MakeMember
) -> None:
    asked(member=mo)
    before, ruth = balance_of(mo), make_member(site=site)
    with transaction() as session:
        write(session, sender=mo, to=ruth)
    switch(site, is_on=False)
    jobs.return_unanswered()
    assert (balance_of(mo), returned_to(mo)) == (before, 1)
