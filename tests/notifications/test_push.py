"""What reaches a member's browsers, encrypted, through a push service, and what does not."""

import pytest
from flask import Flask
from sqlalchemy import update

from app.kernel import marks
from app.kernel.db.session import transaction
from modules.accounts import api as accounts_api
from modules.accounts.contracts import MemberStatus
from modules.accounts.identity.models import MemberRow
from modules.billing.contracts.states import Occasion
from modules.social.service.interactions import withdraw_like
from tests.accounts.routes.doors import set_status
from tests.conftest import Client, drain_now
from tests.factories.accounts import open_session
from tests.factories.billing import give_credits, give_discount
from tests.factories.messaging import write
from tests.factories.profiles import make_fictional
from tests.factories.sites import DISCLOSED, make_site
from tests.factories.social import block, like
from tests.fixture_types import CountQueries, MakeMember, Pair
from tests.notifications.notifying import Login, begin_quiet_hours, change, end_quiet_hours, send
from tests.notifications.push_service import PushService
from tests.notifications.pushing import Subscribe, let_minutes_pass, wait_over, waits


@pytest.mark.spec("7.4", "7.17")
def test_a_message_reaches_every_browser_of_its_reader(pair: Pair, subscribe: Subscribe) -> None:
    writer, reader = pair
    phone, laptop = subscribe(reader), subscribe(reader)
    send(writer, reader)
    assert phone.received == [], "a moment is waited, because more may come"
    wait_over(reader)
    for device in (phone, laptop):
        (said,) = device.received
        conversation = said.pop("url").removeprefix("/chats/")
        assert len(conversation) == 36
        assert said.pop("silent") in (True, False)
        assert said == {
            "kind": "message",
            "title": "Alma sent you a message",
            "body": "Open it for free.",
            "tag": "message",
            "badge": 1,
            "language": "en",
        }
        (headers,) = device.headers
        assert (headers["TTL"], headers["Urgency"], headers["Topic"]) == ("86400", "high", "message")
    wait_over(reader)
    assert len(phone.received) == 1


def test_many_messages_are_one_notice(pair: Pair, make_member: MakeMember, subscribe: Subscribe) -> None:
    writer, reader = pair
    device = subscribe(reader)
    for sender in (writer, make_member(name="Cleo"), make_member(name="Dora")):
        send(sender, reader)
    send(writer, reader)
    wait_over(reader)
    (said,) = device.received
    assert (said["title"], said["body"]) == ("4 new messages", "From Alma and 2 others")
    assert (said["url"], said["badge"]) == ("/chats", 4)


def test_the_next_notice_waits_two_minutes_unless_the_last_was_read(
    pair: Pair, login: Login, subscribe: Subscribe
) -> None:
    writer, reader = pair
    device, browser = subscribe(reader), login(reader)
    with transaction() as session:
        give_credits(session, member_id=writer.id, credits=50)
    send(writer, reader)
    wait_over(reader)
    send(writer, reader)
    wait_over(reader)
    assert (len(device.received), waits(reader)) == (1, ["message"])
    let_minutes_pass(reader, minutes=2)
    wait_over(reader)
    assert [(one["title"], one["body"]) for one in device.received[1:]] == [("2 new messages", "From Alma")]
    conversation = device.received[-1]["url"].removeprefix("/chats/")
    assert browser.post(f"/api/v1/conversations/{conversation}/read", {"seq": 2}).status_code == 200
    send(writer, reader)
    wait_over(reader)
    assert device.titles()[2:] == ["Alma sent you a message"], "what was read in between does not hold the next one up"


def test_what_was_read_meanwhile_is_not_pushed(pair: Pair, login: Login, subscribe: Subscribe) -> None:
    writer, reader = pair
    device, browser = subscribe(reader), login(reader)
    send(writer, reader)
    chat = browser.get("/api/v1/conversations").get_json()["conversations"][0]["id"]
    assert browser.post(f"/api/v1/conversations/{chat}/read", {"seq": 1}).status_code == 200
    wait_over(reader)
    assert (device.received, waits(reader)) == ([], [])


def test_whoever_looks_is_pushed_only_what_they_leave_unread(pair: Pair, subscribe: Subscribe) -> None:
    writer, reader = pair
    device = subscribe(reader)
    send(writer, reader)
    marks.note_looking(reader.id)
    wait_over(reader)
    assert (device.received, waits(reader)) == ([], ["message"])
    let_minutes_pass(reader, minutes=2)
    marks.note_looking(reader.id)
    wait_over(reader)
    assert device.titles() == ["Alma sent you a message"]


def test_a_page_in_front_tells_that_its_member_looks(
    pair: Pair, subscribe: Subscribe, login: Login, client: Client
) -> None:
    writer, reader = pair
    device, browser = subscribe(reader), login(reader)
    send(writer, reader)
    assert client.post("/api/v1/looking").status_code == 204, "a visitor's page is in front of nobody"
    assert not marks.is_looking(reader.id)
    assert browser.post("/api/v1/looking").status_code == 204
    assert (marks.is_looking(reader.id), marks.is_looking(writer.id)) == (True, False)
    wait_over(reader)
    assert (device.received, waits(reader)) == ([], ["message"])


def test_words_are_shown_only_to_who_wants_them(pair: Pair, subscribe: Subscribe) -> None:
    writer, reader = pair
    device = subscribe(reader)
    with transaction() as session:
        write(session, sender=writer, to=reader, body="See you at seven?")
    drain_now()
    wait_over(reader)
    assert "seven" not in str(device.received)
    change(reader, shows_text=True)
    let_minutes_pass(reader, minutes=3)
    with transaction() as session:
        write(session, sender=writer, to=reader, body="Or at eight?")
    drain_now()
    wait_over(reader)
    assert (device.received[1]["title"], device.received[1]["body"]) == ("Alma", "Or at eight?")


def test_a_like_names_one_and_counts_many(pair: Pair, make_member: MakeMember, subscribe: Subscribe) -> None:
    alma, bert = pair
    device = subscribe(bert)
    like(alma, bert)
    drain_now()
    wait_over(bert)
    assert device.received == [], "likes are pushed to who asks for them"
    change(bert, push={"like": True})
    like(make_member(name="Cleo"), bert)
    drain_now()
    wait_over(bert)
    (said,) = device.received
    assert (said["kind"], said["title"], said["url"]) == ("like", "2 people like you", "/likes")
    assert said["badge"] == 2


def test_a_match_is_pushed_to_who_liked_first(pair: Pair, subscribe: Subscribe) -> None:
    alma, bert = pair
    first, second = subscribe(alma), subscribe(bert)
    like(alma, bert)
    drain_now()
    like(bert, alma)
    drain_now()
    wait_over(alma)
    wait_over(bert)
    (said,) = first.received
    assert (said["kind"], said["title"]) == ("match", "You’ve matched with Bert")
    assert said["url"] == f"/members/{bert.id}"
    assert second.received == []


def test_an_offer_is_pushed_to_who_asks_for_offers(make_member: MakeMember, subscribe: Subscribe) -> None:
    plain, asked = make_member(language="en"), make_member(language="en")
    devices = {member.id: subscribe(member) for member in (plain, asked)}
    change(asked, push={"offer": True})
    for member in (plain, asked):
        give_discount(member, Occasion.BIRTHDAY)
    drain_now()
    wait_over(plain)
    wait_over(asked)
    assert devices[plain.id].received == []
    assert devices[asked.id].titles() == ["20% off for you"]


def test_a_name_that_runs_from_right_to_left_turns_nothing_in_a_push(
    make_member: MakeMember, subscribe: Subscribe
) -> None:
    writer, reader = make_member(name="محمد علي"), make_member(language="en")
    device = subscribe(reader)
    with transaction() as session:
        give_credits(session, member_id=writer.id, credits=50)
    send(writer, reader)
    wait_over(reader)
    assert [said["title"] for said in device.received] == ["\u2068محمد علي\u2069 sent you a message"]


def test_a_fictional_profile_is_named_as_one(app: Flask, make_member: MakeMember, subscribe: Subscribe) -> None:
    with transaction() as session:
        site = make_site(session, **DISCLOSED)
        invented = make_fictional(session, site=site, name="Vera")
    reader, browser = make_member(site=site, language="en"), Client(app, site.hosts[0])
    with transaction() as session:
        token = open_session(session, member_id=reader.id)
        give_credits(session, member_id=invented.id, credits=50)
    browser.http.set_cookie("hearth_session", token, domain=site.hosts[0])
    device = subscribe(reader, browser)
    for shows_text in (False, True):
        change(reader, shows_text=shows_text, push={"like": True})
        send(invented, reader)
        let_minutes_pass(reader, minutes=3)
        wait_over(reader)
    like(invented, reader)
    drain_now()
    wait_over(reader)
    assert [said["kind"] for said in device.received] == ["message", "message", "like"]
    for said in device.received:
        assert "Vera (Story)" in said["title"] + said["body"]


@pytest.mark.parametrize("language", ["de", "pl", "fi"])
def test_it_is_told_in_the_readers_language(language: str, make_member: MakeMember, subscribe: Subscribe) -> None:
    writer, reader = make_member(name="Alma"), make_member(language=language)
    device = subscribe(reader)
    send(writer, reader)
    wait_over(reader)
    titles = {"de": "Alma hat dir geschrieben", "pl": "Alma pisze do Ciebie", "fi": "Alma kirjoitti sinulle"}
    assert [(one["title"], one["language"]) for one in device.received] == [(titles[language], language)]


@pytest.mark.parametrize("status", [MemberStatus.DELETED, MemberStatus.BANNED, MemberStatus.NOT_CONFIRMED])
def test_nothing_is_pushed_to_who_is_not_here(status: MemberStatus, pair: Pair, subscribe: Subscribe) -> None:
    writer, reader = pair
    device = subscribe(reader)
    send(writer, reader)
    assert waits(reader) == ["message"]
    set_status(reader, status)
    wait_over(reader)
    assert (device.received, waits(reader)) == ([], [])


@pytest.mark.spec("6.7")
@pytest.mark.parametrize("blocks", ["the reader", "the writer"])
def test_nothing_is_pushed_across_a_block(blocks: str, pair: Pair, subscribe: Subscribe) -> None:
    writer, reader = pair
    device = subscribe(reader)
    change(reader, push={"like": True})
    send(writer, reader)
    like(writer, reader)
    drain_now()
    block(*((reader, writer) if blocks == "the reader" else (writer, reader)))
    drain_now()
    wait_over(reader)
    assert device.received == []


def test_nothing_is_pushed_of_a_like_that_was_taken_back_or_a_sender_who_left(pair: Pair, subscribe: Subscribe) -> None:
    writer, reader = pair
    device = subscribe(reader)
    change(reader, push={"like": True})
    like(writer, reader)
    send(writer, reader)
    with transaction() as session:
        withdraw_like(session, member_id=writer.id, to_id=reader.id)
        session.execute(update(MemberRow).where(MemberRow.id == writer.id).values(status=MemberStatus.DELETED))
    drain_now()
    wait_over(reader)
    assert device.received == []


def test_nobody_is_pushed_what_they_switched_off_while_it_waited(pair: Pair, subscribe: Subscribe) -> None:
    writer, reader = pair
    device = subscribe(reader)
    send(writer, reader)
    change(reader, push={"message": False})
    wait_over(reader)
    assert device.received == []
    send(writer, reader)
    assert waits(reader) == []


def test_quiet_hours_hold_a_push_back_and_then_it_comes_once(pair: Pair, subscribe: Subscribe) -> None:
    writer, reader = pair
    device = subscribe(reader)
    begin_quiet_hours(reader)
    send(writer, reader)
    wait_over(reader)
    assert (device.received, waits(reader)) == ([], ["message"])
    end_quiet_hours(reader)
    wait_over(reader)
    wait_over(reader)
    assert device.titles() == ["Alma sent you a message"]


@pytest.mark.parametrize("how", ["logout", "elsewhere", "password"])
def test_a_browser_that_is_logged_out_is_pushed_nothing(
    how: str, pair: Pair, login: Login, subscribe: Subscribe
) -> None:
    writer, reader = pair
    browser = login(reader)
    device = subscribe(reader, browser)
    send(writer, reader)
    if how == "logout":
        assert browser.delete("/api/v1/session").status_code == 204
    elif how == "elsewhere":
        mine = next(one for one in browser.get("/api/v1/sessions").get_json() if one["is_current"])
        assert login(reader).delete(f"/api/v1/sessions/{mine['id']}").status_code == 204
    else:
        with transaction() as session:
            accounts_api.close_sessions(session, member_id=reader.id)
    wait_over(reader)
    assert device.received == []


def test_a_member_without_browsers_costs_one_statement(
    pair: Pair, count_queries: CountQueries, service: PushService
) -> None:
    from modules.notifications.contracts import NoticeType
    from modules.notifications.service import pushes

    _, reader = pair
    with transaction() as session:
        asked = count_queries(lambda: pushes.request_push(session, member_id=reader.id, type=NoticeType.MESSAGE))
    assert asked == 1
