"""How members want to be told: what is chosen, and that mails obey."""

from datetime import UTC, datetime, time
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest

from app.kernel.db.session import transaction
from modules.billing.contracts.states import Occasion
from modules.notifications import jobs
from modules.notifications.contracts import NoticeType
from modules.notifications.errors import QuietHoursIncomplete
from modules.notifications.policies import end_of_quiet, ensure_quiet_hours, next_digest
from modules.notifications.service import mail_ids
from modules.social.service.interactions import withdraw_like
from tests.conftest import Client, drain_now
from tests.factories.billing import give_discount
from tests.factories.social import block, like
from tests.fixture_types import CountQueries, MakeMember, Pair
from tests.notifications.conftest import Postman
from tests.notifications.notifying import (
    SETTINGS,
    Login,
    begin_quiet_hours,
    change,
    end_quiet_hours,
    let_the_wait_end,
    send,
    subjects,
)
from tests.notifications.test_mails import states, text_of

ZONE = ZoneInfo("Europe/Amsterdam")


@pytest.mark.spec("2.34")
def test_settings_begin_with_defaults_and_keep_what_is_changed(browser: Client) -> None:
    start = browser.get(SETTINGS).get_json()
    assert start == {
        "mail": {"message": True, "like": True, "match": True, "offer": False},
        "push": {"message": True, "like": False, "match": True, "offer": False},
        "disabled": [],
        "mail_rhythm": "at-once",
        "quiet_from": None,
        "quiet_until": None,
        "shows_text": False,
        "is_night_silent": True,
    }
    changed = browser.patch(SETTINGS, {"mail": {"like": False}, "push": {"like": True}}).get_json()
    assert (changed["mail"]["like"], changed["push"]["like"], changed["mail"]["message"]) == (False, True, True)
    later = {
        "quiet_from": "22:30",
        "quiet_until": "08:00",
        "mail_rhythm": "daily",
        "shows_text": True,
        "is_night_silent": False,
    }
    assert browser.patch(SETTINGS, later).get_json() == {**changed, **later}
    assert browser.get(SETTINGS).get_json() == {**changed, **later}


@pytest.mark.parametrize("hours", [{"quiet_from": "22:00"}, {"quiet_from": "08:00", "quiet_until": "08:00"}])
def test_quiet_hours_have_two_different_ends(hours: dict[str, str], make_member: MakeMember, login: Login) -> None:
    answer = login(make_member()).patch(SETTINGS, hours)
    assert (answer.status_code, answer.get_json()["code"]) == (422, "notifications.quiet-hours")


@pytest.mark.parametrize("wrong", [{"mail": {"gossip": True}}, {"quiet_from": "25:00"}, {"mail_rhythm": "yearly"}])
def test_nonsense_is_refused(wrong: dict[str, Any], make_member: MakeMember, login: Login) -> None:
    assert login(make_member()).patch(SETTINGS, wrong).status_code == 422


def test_the_settings_cost_few_statements(count_queries: CountQueries, browser: Client) -> None:
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


@pytest.mark.parametrize(
    ("now", "end", "expected"),
    [
        ("2026-10-25T00:15+00:00", time(2, 30), "2026-10-25T00:30+00:00"),
        ("2026-10-25T00:45+00:00", time(2, 30), None),
        ("2026-10-25T01:15+00:00", time(2, 30), "2026-10-25T01:30+00:00"),
        ("2026-10-25T01:30+00:00", time(2, 30), None),
        ("2026-10-25T01:30+00:00", time(2, 45), "2026-10-25T01:45+00:00"),
        ("2026-10-25T01:30+00:00", time(8), "2026-10-25T07:00+00:00"),
        ("2026-03-29T01:30+00:00", time(8), "2026-03-29T06:00+00:00"),
    ],
)
def test_quiet_hours_end_ahead_in_a_night_whose_clocks_are_changed(now: str, end: time, expected: str | None) -> None:
    quiet = end_of_quiet(datetime.fromisoformat(now).astimezone(ZONE), time(22), end)
    assert (quiet and quiet.astimezone(UTC)) == (expected and datetime.fromisoformat(expected))


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
def test_a_mail_that_is_switched_off_does_not_come(pair: Pair, postman: Postman) -> None:
    writer, reader = pair
    change(reader, mail={"message": False})
    send(writer, reader)
    assert states(reader.id) == []
    change(reader, mail={"like": False})
    like(writer, reader)
    drain_now()
    assert subjects(postman, reader) == []


def test_a_mail_that_is_switched_off_while_it_waits_does_not_come(pair: Pair, postman: Postman) -> None:
    writer, reader = pair
    begin_quiet_hours(reader)
    send(writer, reader)
    assert states(reader.id) == [("new-message", "queued")]
    change(reader, mail={"message": False})
    let_the_wait_end(reader)
    assert states(reader.id) == [("new-message", "dropped")]
    assert subjects(postman, reader) == []


def test_in_quiet_hours_a_mail_waits_and_then_comes_once(pair: Pair, postman: Postman) -> None:
    writer, reader = pair
    begin_quiet_hours(reader)
    send(writer, reader)
    jobs.send_waiting()
    drain_now()
    assert subjects(postman, reader) == []
    end_quiet_hours(reader)
    let_the_wait_end(reader)
    let_the_wait_end(reader)
    assert subjects(postman, reader) == ["Alma sent you a message"]


def test_security_mails_know_no_quiet_hours(client: Client, make_member: MakeMember, postman: Postman) -> None:
    member = make_member(language="en")
    change(member, mail=dict.fromkeys(NoticeType, False))
    begin_quiet_hours(member)
    client.post("/api/v1/password-reset", {"email": member.email})
    drain_now()
    assert subjects(postman, member) == ["Choose a new password"]
    assert postman.to(member.email)[0]["List-Unsubscribe"] is None


def test_the_evenings_mail_says_what_waits_instead_of_many(
    pair: Pair, make_member: MakeMember, postman: Postman
) -> None:
    writer, reader = pair
    change(reader, mail_rhythm="daily")
    send(writer, reader)
    send(make_member(name="Cleo"), reader)
    like(writer, reader)
    drain_now()
    assert subjects(postman, reader) == []
    let_the_wait_end(reader)
    (mail,) = postman.to(reader.email)
    assert str(mail["Subject"]).startswith("What’s new for you on")
    assert "You have 2 unread messages." in text_of(mail)
    assert "You have 1 new like." in text_of(mail)


def test_nothing_is_mailed_in_the_evening_when_all_was_read(pair: Pair, login: Login, postman: Postman) -> None:
    writer, reader = pair
    change(reader, mail_rhythm="daily")
    like(writer, reader)
    drain_now()
    login(reader).post(f"/api/v1/members/{writer.id}/visit")
    let_the_wait_end(reader)
    assert states(reader.id) == [("digest", "dropped")]
    assert subjects(postman, reader) == []


def test_a_like_is_mailed_once_a_day_and_a_match_at_once(pair: Pair, make_member: MakeMember, postman: Postman) -> None:
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
    assert subjects(postman, bert)[1:] == ["You’ve matched with Dora"]


def test_offers_are_for_those_who_ask_and_amends_for_everybody(make_member: MakeMember, postman: Postman) -> None:
    members = [make_member(language="en") for _ in range(3)]
    plain, asked, wronged = members
    change(asked, mail={"offer": True})
    occasions = (Occasion.BIRTHDAY, Occasion.BIRTHDAY, Occasion.APOLOGY)
    for member, occasion in zip(members, occasions, strict=True):
        give_discount(member, occasion)
    drain_now()
    assert [len(postman.to(member.email)) for member in members] == [0, 1, 1]
    assert "List-Unsubscribe" in postman.to(asked.email)[0]
    assert "List-Unsubscribe" not in postman.to(wronged.email)[0]
    assert subjects(postman, plain) == []


@pytest.mark.parametrize("gone", ["blocked", "taken back"])
def test_a_like_that_is_gone_is_not_mailed(gone: str, pair: Pair, postman: Postman) -> None:
    alma, bert = pair
    like(alma, bert)
    if gone == "blocked":
        block(bert, alma)
    else:
        with transaction() as session:
            withdraw_like(session, member_id=alma.id, to_id=bert.id)
    drain_now()
    assert subjects(postman, bert) == []


def test_the_message_id_of_a_mail_is_the_same_at_every_try() -> None:
    mail_id = UUID(int=7)
    assert mail_ids.message_id(mail_id, "example.org") == mail_ids.message_id(mail_id, "example.org")
