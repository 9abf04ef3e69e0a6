"""Mails about an account's life: welcome, back again, a new device, and somebody who was removed for fraud."""

import re
from datetime import UTC, datetime
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo

import pytest
from flask import Flask
from sqlalchemy import text

from app.kernel.db.session import transaction
from app.kernel.text import formats
from modules.accounts import api as accounts_api
from modules.accounts.contracts import DeletionReason, Member
from modules.accounts.errors import MemberNotFound
from modules.moderation.decisions.service import fraud
from modules.notifications.service import mails
from modules.sites.contracts import Site
from tests.conftest import Client, drain_now
from tests.factories.accounts import PASSWORD
from tests.fixture_types import MakeMember
from tests.notifications.conftest import Postman
from tests.notifications.notifying import let_the_wait_end, newest_mail, subjects
from tests.notifications.test_mails import html_of, sign_up, states, text_of
from tests.settings import SetEnv

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/19.1 Mobile/15E148 Safari/604.1"
)


def log_in(
    app: Flask, host: str, member: Member, user_agent: str, browser: Client | None = None, **environ: str
) -> Client:
    here = browser or Client(app, host)
    here.http.environ_base["HTTP_USER_AGENT"] = user_agent
    here.http.environ_base.update(environ)
    assert here.post("/api/v1/session", {"email": member.email, "password": PASSWORD}).status_code == 200
    drain_now()
    return here


@pytest.mark.spec("4.1")
def test_a_member_is_welcomed_once_when_they_proved_their_address(client: Client, postman: Postman) -> None:
    email = sign_up(client)
    link = re.search(r"/activate/done\?token=(\S+)", text_of(postman.to(email)[0]))
    assert link is not None
    for _ in range(2):
        assert client.post("/api/v1/activation", {"token": link[1]}).status_code == 200
        drain_now()
    _, welcome = postman.to(email)
    assert str(welcome["Subject"]).startswith("Welcome to ")
    assert "/profile" in text_of(welcome)
    assert "/search" in text_of(welcome)


def test_who_an_operator_confirms_is_not_welcomed(make_member: MakeMember, postman: Postman) -> None:
    member = make_member(language="en")
    drain_now()
    assert postman.to(member.email) == []


@pytest.mark.spec("4.2")
def test_coming_back_is_told_each_time(make_member: MakeMember, postman: Postman) -> None:
    member = make_member(language="en", name="Ruth")
    for _ in range(2):
        with transaction() as session:
            accounts_api.delete_member(session, member_id=member.id, reason=DeletionReason.OTHER)
        drain_now()
        with transaction() as session:
            accounts_api.reactivate_member(session, member_id=member.id)
        drain_now()
    assert subjects(postman, member) == ["Your account has been deleted", "Good to have you back"] * 2
    assert "/reset-password" in text_of(postman.to(member.email)[-1])


def test_a_new_device_is_told_once_and_never_the_first_one(
    app: Flask, site: Site, make_member: MakeMember, postman: Postman
) -> None:
    member, host = make_member(language="en", name="Ruth"), site.hosts[0]
    first = log_in(app, host, member, FIREFOX)
    log_in(app, host, member, FIREFOX, first)
    assert postman.to(member.email) == []
    phone = log_in(app, host, member, IPHONE)
    log_in(app, host, member, IPHONE, phone)
    # Cookies thrown away: the same browser in the same network is no news.
    log_in(app, host, member, IPHONE)
    (mail,) = postman.to(member.email)
    assert mail["Subject"] == "New login to your account"
    words = text_of(mail)
    today = formats.day("en", datetime.now(UTC).astimezone(ZoneInfo(site.timezone)).date())
    for part in (
        "Browser: Safari",
        "Device: iPhone",
        f"When: {today} at ",
        "/reset-password",
        "/notifications#devices",
    ):
        assert part in words, part
    assert "Approximate location" not in words, "nobody told where"


def test_a_new_device_tells_the_country_that_a_trusted_proxy_told(
    app: Flask, site: Site, make_member: MakeMember, postman: Postman, set_env: SetEnv
) -> None:
    member, host = make_member(language="de"), site.hosts[0]
    log_in(app, host, member, FIREFOX, HTTP_CF_IPCOUNTRY="NL")
    log_in(app, host, member, IPHONE, HTTP_CF_IPCOUNTRY="NL")
    set_env(HEARTH_TRUSTED_PROXIES="1")
    # Another name, another device.
    log_in(app, host, member, IPHONE.replace("iPhone", "iPad"), HTTP_CF_IPCOUNTRY="NL")
    untold, told = postman.to(member.email)
    assert "Ungefährer Ort" not in text_of(untold)
    assert "Ungefährer Ort: Niederlande" in text_of(told)
    assert "Gerät: iPad" in text_of(told)


def test_a_device_that_is_erased_meanwhile_is_not_told(
    postman: Postman, site: Site, app: Flask, member: Member
) -> None:
    log_in(app, site.hosts[0], member, FIREFOX)
    browser = Client(app, site.hosts[0])
    browser.http.environ_base["HTTP_USER_AGENT"] = IPHONE
    assert browser.post("/api/v1/session", {"email": member.email, "password": PASSWORD}).status_code == 200
    with transaction() as session:
        accounts_api.erase_member(session, member_id=member.id)
    drain_now()
    assert postman.to(member.email) == []


def notify(removed_id: UUID, returned: dict[UUID, int]) -> None:
    with transaction() as session:
        fraud.notify_fraud(session, removed_id=removed_id, returned=returned)
    drain_now()


@pytest.mark.spec("10.5")
def test_who_wrote_with_a_cheat_is_told_once_and_what_came_back(make_member: MakeMember, postman: Postman) -> None:
    cheat = make_member(name="Mo")
    paid, free = make_member(language="en", name="Ruth"), make_member(language="en", name="Ada")
    gone = make_member(language="en")
    with transaction() as session:
        accounts_api.delete_member(session, member_id=gone.id, reason=None)
    for _ in range(2):
        notify(cheat.id, {paid.id: 6, free.id: 0, gone.id: 4, cheat.id: 9})
    (mail,) = postman.to(paid.email)
    assert mail["Subject"] == "About someone you chatted with"
    assert "The 6 credits you spent on this chat are back in your balance." in text_of(mail)
    assert "Name used here: Mo" in text_of(mail)
    assert "Mo" in html_of(mail)
    (other,) = postman.to(free.email)
    assert "balance" not in text_of(other)
    assert states(gone.id)[-1] == ("fraud-notice", "dropped")
    assert postman.to(cheat.email) == []


def test_a_fraud_notice_needs_somebody_and_no_negative_credits(make_member: MakeMember) -> None:
    member, cheat = make_member(), make_member()
    with pytest.raises(MemberNotFound):
        notify(uuid4(), {member.id: 1})
    with pytest.raises(ValueError, match="less than no credits"):
        notify(cheat.id, {member.id: -1})


TOLD, CORRECTED = "About someone you chatted with", "A correction about someone you chatted with"


def notify_later(postman: Postman, removed_id: UUID, member: Member) -> None:
    """Have a mail server keep the notice of a cheat waiting."""
    postman.refuse = 1
    notify(removed_id, {member.id: 6})
    set_next_try("1 hour")


def withdraw(removed_id: UUID) -> None:
    with transaction() as session:
        fraud.withdraw_notices(session, removed_id=removed_id)
    drain_now()


def set_next_try(wait: str) -> None:
    """Set in how long what failed is tried again."""
    later = "UPDATE platform.inbox_entry SET next_try_at = now() + CAST(:wait AS interval) WHERE done_at IS NULL"
    with transaction() as session:
        session.execute(text(later), {"wait": wait})


def try_again() -> None:
    """Let the mail server be asked again."""
    set_next_try("0")
    with transaction() as session:
        session.execute(text("UPDATE platform.inbox_entry SET attempts = 0 WHERE done_at IS NULL"))
    drain_now()


@pytest.mark.spec("10.5")
@pytest.mark.parametrize("is_notice_first", [True, False])
def test_a_correction_comes_to_who_was_told_of_a_cheat_and_nothing_to_whose_notice_still_waited(
    make_member: MakeMember, postman: Postman, is_notice_first: bool
) -> None:
    accused = make_member(name="Mo")
    told, untold = make_member(language="en"), make_member(language="en")
    notify(accused.id, {told.id: 6})
    notify_later(postman, accused.id, untold)
    withdraw(accused.id)
    if is_notice_first:
        try_again()
    for member in (told, untold):
        let_the_wait_end(member)
    try_again()
    assert subjects(postman, told) == [TOLD, CORRECTED]
    assert subjects(postman, untold) == []
    assert states(untold.id) == [("fraud-notice", "dropped"), ("fraud-notice-withdrawn", "dropped")]


@pytest.mark.spec("10.5")
def test_whose_notice_of_a_cheat_is_on_its_way_while_it_is_withdrawn_is_told_of_the_mistake(
    make_member: MakeMember, postman: Postman
) -> None:
    accused, told = make_member(name="Mo"), make_member(language="en")
    notify_later(postman, accused.id, told)
    notice_id = newest_mail(told)
    withdraw(accused.id)
    # The mail server took it after all.
    with transaction() as session:
        mails.record_sent(session, mail_id=notice_id)
    let_the_wait_end(told)
    assert subjects(postman, told) == [CORRECTED]


@pytest.mark.spec("10.5")
def test_who_was_never_told_of_a_cheat_is_told_of_no_mistake(make_member: MakeMember, postman: Postman) -> None:
    accused, away = make_member(name="Mo"), make_member(language="en")
    with transaction() as session:
        accounts_api.delete_member(session, member_id=away.id, reason=None)
    notify(accused.id, {away.id: 6})
    with transaction() as session:
        accounts_api.reactivate_member(session, member_id=away.id)
    withdraw(accused.id)
    let_the_wait_end(away)
    assert CORRECTED not in subjects(postman, away)
