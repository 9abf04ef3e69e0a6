"""How members want to be told: what is chosen, what stopped mails, and that mails obey."""

import re
from collections.abc import Callable
from datetime import datetime, time, timedelta
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import select, text

from app.kernel import clock
from app.kernel.db import transaction
from app.kernel.outbox import publish
from modules.accounts.events import EmailChanged
from modules.billing import api as billing_api
from modules.billing.contracts import Occasion
from modules.notifications import jobs
from modules.notifications.contracts import Cause, MailType, NoticeType
from modules.notifications.errors import QuietHoursIncomplete
from modules.notifications.models import Mail
from modules.notifications.policies import end_of_quiet, ensure_quiet_hours, next_digest
from modules.notifications.service import mails, returns, wishes
from modules.social.service import withdraw_like
from tests.conftest import Client, drain_now
from tests.factories.messaging import write
from tests.factories.social import block, like
from tests.notifications.conftest import Postman
from tests.notifications.test_mails import html_of, states, text_of

SETTINGS = "/api/v1/notification-settings"
ZONE = ZoneInfo("Europe/Amsterdam")
Make = Callable[..., Any]
Login = Callable[..., Client]


@pytest.fixture
def pair(make_member: Make) -> tuple[Any, Any]:
    """Somebody who writes and somebody who is told."""
    return make_member(name="Alma"), make_member(name="Bert", language="en")


def subjects(postman: Postman, member: Any) -> list[str]:
    return [str(mail["Subject"]) for mail in postman.to(member.email)]


def change(member: Any, **changes: Any) -> None:
    with transaction() as session:
        wishes.change_wishes(session, member_id=member.id, changes=changes)


def send(sender: Any, to: Any) -> None:
    with transaction() as session:
        write(session, sender=sender, to=to)
    drain_now()


def disabled(member: Any, login: Login) -> dict[str, str]:
    return {one["type"]: one["cause"] for one in login(member).get("/api/v1/me").get_json()["notifications_disabled"]}


def newest_mail(member: Any) -> UUID:
    with transaction(read_only=True) as session:
        found: UUID = session.execute(
            select(Mail.id).where(Mail.member_id == member.id).order_by(Mail.created_at.desc()).limit(1)
        ).scalar_one()
        return found


def let_the_wait_end(member: Any) -> None:
    """Bring the moment until which a member's mails wait into the past."""
    with transaction() as session:
        session.execute(
            text("UPDATE notifications.mail SET not_before = now() WHERE member_id = :id AND not_before IS NOT NULL"),
            {"id": member.id},
        )
    jobs.send_waiting()
    drain_now()


@pytest.mark.spec("2.34")
def test_wishes_begin_with_defaults_and_keep_what_is_changed(make_member: Make, login: Login) -> None:
    browser = login(make_member())
    start = browser.get(SETTINGS).get_json()
    assert start == {
        "mail": {"message": True, "like": True, "match": True, "offer": False},
        "push": {"message": True, "like": False, "match": True, "offer": False},
        "disabled": [],
        "mail_rhythm": "at-once",
        "quiet_from": None,
        "quiet_until": None,
        "shows_text": False,
    }
    changed = browser.patch(SETTINGS, {"mail": {"like": False}, "push": {"like": True}}).get_json()
    assert (changed["mail"]["like"], changed["push"]["like"], changed["mail"]["message"]) == (False, True, True)
    later = {"quiet_from": "22:30", "quiet_until": "08:00", "mail_rhythm": "daily", "shows_text": True}
    assert browser.patch(SETTINGS, later).get_json() == {**changed, **later}
    assert browser.get(SETTINGS).get_json() == {**changed, **later}


@pytest.mark.parametrize("hours", [{"quiet_from": "22:00"}, {"quiet_from": "08:00", "quiet_until": "08:00"}])
def test_quiet_hours_have_two_different_ends(hours: dict[str, str], make_member: Make, login: Login) -> None:
    answer = login(make_member()).patch(SETTINGS, hours)
    assert (answer.status_code, answer.get_json()["code"]) == (422, "notifications.quiet-hours")


@pytest.mark.parametrize("wrong", [{"mail": {"gossip": True}}, {"quiet_from": "25:00"}, {"mail_rhythm": "yearly"}])
def test_nonsense_is_refused(wrong: dict[str, Any], make_member: Make, login: Login) -> None:
    assert login(make_member()).patch(SETTINGS, wrong).status_code == 422


def test_the_settings_cost_few_statements(make_member: Make, login: Login, count_queries: Any) -> None:
    browser = login(make_member())
    # Session, choices, disabled, delivery.
    assert count_queries(lambda: browser.get(SETTINGS)) == 4


@pytest.mark.parametrize(
    ("now", "end"),
    [
        (time(21, 59), None),
        (time(22), (2, time(8))),
        (time(23, 59), (2, time(8))),
        (time(0), (1, time(8))),
        (time(7, 59), (1, time(8))),
        (time(8), None),
    ],
)
def test_quiet_hours_last_over_midnight(now: time, end: tuple[int, time] | None) -> None:
    at = datetime(2026, 11, 1, now.hour, now.minute, tzinfo=ZONE)
    expected = datetime.combine(datetime(2026, 11, end[0]).date(), end[1], ZONE) if end else None
    assert end_of_quiet(at, time(22), time(8)) == expected
    assert end_of_quiet(at, None, None) is None


def test_quiet_hours_within_a_day_and_the_evening() -> None:
    noon = datetime(2026, 11, 1, 12, tzinfo=ZONE)
    assert end_of_quiet(noon, time(9), time(17)) == noon.replace(hour=17)
    assert end_of_quiet(noon, time(13), time(17)) is None
    assert next_digest(noon) == noon.replace(hour=18)
    assert next_digest(noon.replace(hour=18)) == noon.replace(day=2, hour=18)
    ensure_quiet_hours(None, None)
    with pytest.raises(QuietHoursIncomplete):
        ensure_quiet_hours(None, time(8))


@pytest.mark.spec("2.34")
def test_a_mail_that_is_switched_off_does_not_come(pair: Any, postman: Postman) -> None:
    writer, reader = pair
    change(reader, mail={"message": False})
    send(writer, reader)
    assert states(reader.id) == []
    change(reader, mail={"like": False})
    like(writer, reader)
    drain_now()
    assert subjects(postman, reader) == []


def test_a_mail_that_is_switched_off_while_it_waits_does_not_come(pair: Any, postman: Postman) -> None:
    writer, reader = pair
    now = clock.now().astimezone(ZONE)
    change(reader, quiet_from=(now - timedelta(hours=1)).time(), quiet_until=(now + timedelta(hours=1)).time())
    send(writer, reader)
    assert states(reader.id) == [("new-message", "queued")]
    change(reader, mail={"message": False})
    let_the_wait_end(reader)
    assert states(reader.id) == [("new-message", "dropped")]
    assert subjects(postman, reader) == []


def test_in_quiet_hours_a_mail_waits_and_then_comes_once(pair: Any, postman: Postman) -> None:
    writer, reader = pair
    now = clock.now().astimezone(ZONE)
    change(reader, quiet_from=(now - timedelta(hours=1)).time(), quiet_until=(now + timedelta(hours=1)).time())
    send(writer, reader)
    jobs.send_waiting()
    drain_now()
    assert subjects(postman, reader) == []
    let_the_wait_end(reader)
    let_the_wait_end(reader)
    assert subjects(postman, reader) == ["Alma wrote to you"]


def test_security_mails_know_no_quiet_hours(client: Client, make_member: Make, postman: Postman) -> None:
    member = make_member(language="en")
    now = clock.now().astimezone(ZONE)
    change(
        member,
        mail=dict.fromkeys(NoticeType, False),
        quiet_from=(now - timedelta(hours=1)).time(),
        quiet_until=(now + timedelta(hours=1)).time(),
    )
    client.post("/api/v1/password-reset", {"email": member.email})
    drain_now()
    assert subjects(postman, member) == ["Choose a new password"]
    assert postman.to(member.email)[0]["List-Unsubscribe"] is None


def test_the_evenings_mail_says_what_waits_instead_of_many(pair: Any, make_member: Make, postman: Postman) -> None:
    writer, reader = pair
    change(reader, mail_rhythm="daily")
    send(writer, reader)
    send(make_member(name="Cleo"), reader)
    like(writer, reader)
    drain_now()
    assert subjects(postman, reader) == []
    let_the_wait_end(reader)
    (mail,) = postman.to(reader.email)
    assert str(mail["Subject"]).startswith("What waits for you at")
    assert "2 messages wait to be read." in text_of(mail)
    assert "1 person likes you" in text_of(mail)


def test_nothing_is_mailed_in_the_evening_when_all_was_read(pair: Any, login: Login, postman: Postman) -> None:
    writer, reader = pair
    change(reader, mail_rhythm="daily")
    like(writer, reader)
    drain_now()
    login(reader).post("/api/v1/likes/seen")
    let_the_wait_end(reader)
    assert states(reader.id) == [("digest", "dropped")]
    assert subjects(postman, reader) == []


def test_a_like_is_mailed_once_a_day_and_a_match_at_once(pair: Any, make_member: Make, postman: Postman) -> None:
    alma, bert = pair
    like(alma, bert)
    drain_now()
    like(make_member(name="Cleo"), bert)
    drain_now()
    assert subjects(postman, bert) == ["Alma likes you"]
    dora = make_member(name="Dora")
    like(bert, dora)
    drain_now()
    like(dora, bert)
    drain_now()
    assert subjects(postman, bert)[1:] == ["Dora likes you too"]


def test_offers_are_for_those_who_ask_and_amends_for_everybody(site: Any, make_member: Make, postman: Postman) -> None:
    members = [make_member(language="en") for _ in range(3)]
    plain, asked, wronged = members
    change(asked, mail={"offer": True})
    occasions = (Occasion.BIRTHDAY, Occasion.BIRTHDAY, Occasion.APOLOGY)
    for number, (member, occasion) in enumerate(zip(members, occasions, strict=True)):
        with transaction() as session:
            billing_api.create_discount(
                session,
                site_id=site.id,
                code=f"CODE{number}",
                actor="test",
                value_percentage=20,
                occasion=occasion,
                member_id=member.id,
            )
    drain_now()
    assert [len(postman.to(member.email)) for member in members] == [0, 1, 1]
    assert "List-Unsubscribe" in postman.to(asked.email)[0]
    assert "List-Unsubscribe" not in postman.to(wronged.email)[0]
    assert subjects(postman, plain) == []


@pytest.mark.parametrize("gone", ["blocked", "taken back"])
def test_a_like_that_is_gone_is_not_mailed(gone: str, pair: Any, postman: Postman) -> None:
    alma, bert = pair
    like(alma, bert)
    if gone == "blocked":
        block(bert, alma)
    else:
        with transaction() as session:
            withdraw_like(session, member_id=alma.id, to_id=bert.id)
    drain_now()
    assert subjects(postman, bert) == []


@pytest.mark.spec("8.7")
def test_one_press_in_the_mail_program_unsubscribes(pair: Any, login: Login, client: Client, postman: Postman) -> None:
    writer, reader = pair
    send(writer, reader)
    (mail,) = postman.to(reader.email)
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    found = re.fullmatch(r"<http://([^/]+?)(?::\d+)?(/api/v1/unsubscribe/\S+)>", str(mail["List-Unsubscribe"]))
    assert found is not None
    assert "/unsubscribe/new-message~" in text_of(mail)
    assert "/unsubscribe/new-message~" in html_of(mail)

    page = client.get(found[2])
    assert (page.status_code, page.headers["Location"]) == (303, found[2].removeprefix("/api/v1"))
    assert disabled(reader, login) == {}, "opening the address changes nothing"
    # As RFC 8058 has it: a form, no cookie, no header of ours.
    press = client.http.post(
        found[2],
        data="List-Unsubscribe=One-Click",
        content_type="application/x-www-form-urlencoded",
        base_url=f"http://{client.host}",
    )
    assert press.status_code == 204
    assert disabled(reader, login) == {"message": "unsubscribe"}
    send(writer, reader)
    assert len(postman.to(reader.email)) == 1
    # The member can have them again.
    answer = login(reader).patch(SETTINGS, {"mail": {"message": True}}).get_json()
    assert answer["disabled"] == []
    assert disabled(reader, login) == {}


@pytest.mark.parametrize("token", ["nothing", "new-message~", "new-message~AAAA", "activate~" + "A" * 43])
def test_a_forged_unsubscribe_link_changes_nothing(token: str, client: Client) -> None:
    answer = client.post(f"/api/v1/unsubscribe/{token}")
    assert (answer.status_code, answer.get_json()["code"]) == (404, "notifications.unsubscribe-link")


def test_a_link_stops_its_own_kind_only(make_member: Make, client: Client, login: Login) -> None:
    member, other = make_member(), make_member()
    token = wishes.unsubscribe_ticket(member.id, MailType.NEW_LIKE)
    swapped = token.replace("new-like", "new-message")
    assert client.post(f"/api/v1/unsubscribe/{swapped}").status_code == 404
    assert client.post(f"/api/v1/unsubscribe/{token}").status_code == 204
    assert disabled(member, login) == {"like": "unsubscribe"}
    assert disabled(other, login) == {}


DSN = """From: MAILER-DAEMON@example.net
Content-Type: multipart/report; report-type={kind}; boundary="b"
MIME-Version: 1.0

--b
Content-Type: text/plain

Sorry.

--b
Content-Type: message/{part}

{fields}

--b
Content-Type: text/rfc822-headers

Subject: Alma wrote to you
Message-ID: {message_id}

--b--
"""
FAILED = "Reporting-MTA: dns; example.net\n\nFinal-Recipient: rfc822; bert@example.org\nAction: failed\nStatus: 5.1.1"
DELAYED = "Reporting-MTA: dns; example.net\n\nFinal-Recipient: rfc822; bert@example.org\nAction: delayed\nStatus: 4.4.7"
SPAM = "Feedback-Type: abuse\nUser-Agent: Example/1.0\nVersion: 1"


def report(kind: str, part: str, fields: str, message_id: str) -> bytes:
    return DSN.format(kind=kind, part=part, fields=fields, message_id=message_id).encode()


@pytest.mark.spec("8.7")
@pytest.mark.parametrize(
    ("kind", "part", "fields", "cause"),
    [
        ("delivery-status", "delivery-status", FAILED, Cause.BOUNCE),
        ("feedback-report", "feedback-report", SPAM, Cause.SPAM_REPORT),
        ("delivery-status", "delivery-status", DELAYED, None),
    ],
)
def test_a_report_of_a_mail_server_stops_what_can_be_refused(
    kind: str, part: str, fields: str, cause: Cause | None, pair: Any, login: Login, client: Client, postman: Postman
) -> None:
    writer, reader = pair
    send(writer, reader)
    message_id = str(postman.to(reader.email)[0]["Message-ID"])
    with transaction() as session:
        assert returns.take_report(session, report=report(kind, part, fields, message_id)) is cause
    assert disabled(reader, login) == (dict.fromkeys(NoticeType, str(cause)) if cause else {})
    client.post("/api/v1/password-reset", {"email": reader.email})
    drain_now()
    assert subjects(postman, reader)[-1] == "Choose a new password"


@pytest.mark.spec("8.7")
def test_a_report_about_a_mail_that_is_not_ours_is_not_believed(pair: Any, login: Login, postman: Postman) -> None:
    writer, reader = pair
    send(writer, reader)
    forged = f"<{newest_mail(reader).hex}.{'0' * 32}@example.org>"
    for message_id in (forged, "<no-mail@example.org>"):
        with transaction() as session:
            made_up = report("delivery-status", "delivery-status", FAILED, message_id)
            assert returns.take_report(session, report=made_up) is None
    assert disabled(reader, login) == {}


@pytest.mark.spec("8.7")
def test_an_address_that_the_server_does_not_know_is_a_bounce_and_not_tried_again(
    pair: Any, login: Login, postman: Postman
) -> None:
    writer, reader = pair
    postman.unknown.add(reader.email)
    send(writer, reader)
    assert states(reader.id) == [("new-message", "dropped")]
    assert disabled(reader, login) == dict.fromkeys(NoticeType, "bounce")


def test_another_address_brings_bounced_mail_back_but_not_what_was_stopped(make_member: Make, login: Login) -> None:
    member = make_member()
    with transaction() as session:
        wishes.disable_mail(session, member_id=member.id, types=[NoticeType.LIKE], cause=Cause.UNSUBSCRIBE)
        wishes.disable_mail(session, member_id=member.id, types=NoticeType, cause=Cause.BOUNCE)
        publish(session, EmailChanged(member_id=member.id, changed_at="2026-11-22T00:00:00Z"))
    drain_now()
    assert disabled(member, login) == {"like": "unsubscribe"}


def test_the_message_id_of_a_mail_is_the_same_at_every_try() -> None:
    mail_id = UUID(int=7)
    assert mails.message_id(mail_id, "example.org") == mails.message_id(mail_id, "example.org")
