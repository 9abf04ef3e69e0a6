"""How often mail comes that can be refused: less to who is away, and never a flood."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import func, text, update

from app.kernel.db.session import transaction
from app.kernel.figures import first_id_at
from modules.accounts.contracts import Member, MemberStatus
from modules.notifications import policies
from modules.notifications.contracts import MailRhythm, MailType, Pace
from modules.notifications.models import Mail
from modules.notifications.policies import next_weekly_digest, pace_of_mail
from modules.profiles.service import profile
from modules.sites.contracts import Site
from tests.accounts.routes.doors import set_status
from tests.conftest import Client, drain_now
from tests.factories.messaging import write
from tests.factories.profiles import fill_profile
from tests.factories.social import block, like
from tests.fixture_types import MakeMember, Pair
from tests.moderation.test_figures import numbers
from tests.notifications.conftest import Postman
from tests.notifications.notifying import begin_quiet_hours, let_the_wait_end, send, subjects
from tests.notifications.test_mails import states, text_of

ZONE = ZoneInfo("Europe/Amsterdam")
NOW = datetime(2026, 11, 22, 15, tzinfo=ZONE)
DAY = timedelta(days=1)


@pytest.mark.parametrize(
    ("days", "type", "rhythm", "today", "pace"),
    [
        (0, MailType.NEW_MESSAGE, MailRhythm.AT_ONCE, 0, Pace.AT_ONCE),
        (0, MailType.NEW_MESSAGE, MailRhythm.AT_ONCE, 9, Pace.AT_ONCE),
        (0, MailType.NEW_MESSAGE, MailRhythm.AT_ONCE, 10, Pace.CAPPED),
        (0, MailType.NEW_MATCH, MailRhythm.AT_ONCE, 5, Pace.CAPPED),
        (0, MailType.NEW_LIKE, MailRhythm.AT_ONCE, 1, Pace.CAPPED),
        (0, MailType.NEW_MESSAGE, MailRhythm.DAILY, 0, Pace.EVENING),
        (6, MailType.NEW_MESSAGE, MailRhythm.AT_ONCE, 0, Pace.AT_ONCE),
        (7, MailType.NEW_MESSAGE, MailRhythm.AT_ONCE, 0, Pace.WEEKLY),
        (7, MailType.NEW_LIKE, MailRhythm.DAILY, 0, Pace.WEEKLY),
        (59, MailType.NEW_MATCH, MailRhythm.AT_ONCE, 0, Pace.WEEKLY),
        (60, MailType.NEW_MATCH, MailRhythm.AT_ONCE, 0, Pace.NEVER),
        (59, MailType.DISCOUNT, MailRhythm.DAILY, 9, Pace.AT_ONCE),
        (60, MailType.DISCOUNT, MailRhythm.AT_ONCE, 0, Pace.NEVER),
    ],
)
def test_how_a_mail_comes(days: int, type: MailType, rhythm: MailRhythm, today: int, pace: Pace) -> None:
    assert pace_of_mail(NOW, type, rhythm=rhythm, last_active=NOW - days * DAY, sent_today=today) is pace


@pytest.mark.parametrize(("days", "until"), [(7, 0), (8, 6), (13, 1), (14, 0), (20, 1)])
def test_the_weekly_mail_comes_whole_weeks_after_the_last_visit(days: int, until: int) -> None:
    assert next_weekly_digest(NOW, NOW - days * DAY) == NOW.replace(hour=18) + until * DAY
    late = NOW.replace(hour=19)
    assert next_weekly_digest(late, late - days * DAY) == NOW.replace(hour=18) + (until or 7) * DAY


def let_days_pass(member: Member, days: int) -> None:
    """Let a member have been here for the last time so many days ago."""
    with transaction() as session:
        fill_profile(session, member.id)
        profile.touch_last_active(session, member_ids=[member.id])
        session.execute(
            text("UPDATE profiles.profile SET last_active_at = now() - :days * interval '1 day' WHERE member_id = :id"),
            {"days": days, "id": member.id},
        )


def test_who_is_away_gets_one_mail_a_week(pair: Pair, make_member: MakeMember, postman: Postman) -> None:
    writer, reader = pair
    let_days_pass(reader, 10)
    send(writer, reader)
    send(make_member(name="Cleo"), reader)
    like(writer, reader)
    drain_now()
    assert states(reader.id) == [("digest", "queued")]
    let_the_wait_end(reader)
    (mail,) = postman.to(reader.email)
    assert "You have 2 unread messages." in text_of(mail)
    assert "at most one email a week" in text_of(mail)
    assert mail["List-Unsubscribe"] is not None
    send(make_member(name="Dora"), reader)
    assert len(postman.to(reader.email)) == 1


@pytest.mark.usefixtures("postman")
def test_a_digest_that_waited_for_a_week_counts_as_sent_on_its_day(site: Site, pair: Pair) -> None:
    writer, reader = pair
    let_days_pass(reader, 10)
    send(writer, reader)
    with transaction() as session:
        session.execute(update(Mail).where(Mail.member_id == reader.id).values(id=first_id_at(func.now() - 7 * DAY)))
    let_the_wait_end(reader)
    assert numbers(site)["notifications.mails"] == 1


def test_who_came_back_is_not_told_once_more(pair: Pair, postman: Postman) -> None:
    writer, reader = pair
    let_days_pass(reader, 10)
    send(writer, reader)
    let_days_pass(reader, 0)
    let_the_wait_end(reader)
    assert states(reader.id) == [("digest", "dropped")]
    assert subjects(postman, reader) == []


def test_who_stays_away_gets_only_what_concerns_the_account(pair: Pair, client: Client, postman: Postman) -> None:
    writer, reader = pair
    let_days_pass(reader, 61)
    send(writer, reader)
    like(writer, reader)
    drain_now()
    assert states(reader.id) == []
    client.post("/api/v1/password-reset", {"email": reader.email})
    drain_now()
    assert subjects(postman, reader) == ["Choose a new password"]


def test_beyond_the_days_mails_the_rest_comes_in_the_evening(
    pair: Pair, make_member: MakeMember, postman: Postman, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer, reader = pair
    monkeypatch.setitem(policies.MAX_PER_DAY, MailType.NEW_MESSAGE, 1)
    for sender in (writer, make_member(name="Cleo"), make_member(name="Dora")):
        send(sender, reader)
    assert subjects(postman, reader) == ["Alma sent you a message"]
    let_the_wait_end(reader)
    (_, evening) = postman.to(reader.email)
    assert "You have 3 unread messages." in text_of(evening)
    assert "A lot happened" in text_of(evening)


@pytest.mark.parametrize("status", [MemberStatus.DELETED, MemberStatus.BANNED, MemberStatus.NOT_CONFIRMED])
def test_nothing_is_mailed_to_who_is_not_here(status: MemberStatus, pair: Pair, postman: Postman) -> None:
    writer, reader = pair
    begin_quiet_hours(reader)
    send(writer, reader)
    like(writer, reader)
    drain_now()
    set_status(reader, status)
    let_the_wait_end(reader)
    assert {state for _, state in states(reader.id)} == {"dropped"}
    assert subjects(postman, reader) == []


@pytest.mark.spec("6.7")
def test_nothing_is_mailed_across_a_block(pair: Pair, postman: Postman) -> None:
    writer, reader = pair
    with transaction() as session:
        write(session, sender=writer, to=reader)
    like(writer, reader)
    block(reader, writer)
    drain_now()
    assert subjects(postman, reader) == []
