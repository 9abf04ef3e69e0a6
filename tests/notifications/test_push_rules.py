"""When push messages go out, as pure rules."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from modules.notifications.contracts import MailRhythm, NotificationSettings
from modules.notifications.policies import is_silent, when_to_push

NOW = datetime(2026, 11, 22, 15, tzinfo=ZoneInfo("Europe/Amsterdam"))
SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)


def when(**over: object) -> datetime | None:
    facts = {
        "since": NOW - 3 * SECOND,
        "asked_at": NOW - 3 * SECOND,
        "sent_at": None,
        "is_looking": False,
        "quiet_until": None,
        **over,
    }
    return when_to_push(NOW, **facts)  # type: ignore[arg-type]


def test_the_first_of_a_kind_goes_at_once() -> None:
    assert when() == NOW
    assert when(since=None) == NOW


def test_quiet_hours_go_before_everything() -> None:
    assert when(quiet_until=NOW + 60 * MINUTE, is_looking=True) == NOW + 60 * MINUTE


@pytest.mark.parametrize("minutes", [0, 1, 2, 3])
def test_the_next_comes_after_two_minutes(minutes: int) -> None:
    sent_at = NOW - minutes * MINUTE
    unread = when(since=sent_at - MINUTE, sent_at=sent_at)
    assert unread == (NOW if minutes >= 2 else sent_at + 2 * MINUTE)
    assert when(since=None, sent_at=sent_at) == unread
    assert when(since=sent_at + SECOND, sent_at=sent_at) == NOW, "what was sent before was read"


def test_whoever_looks_is_given_two_minutes() -> None:
    assert when(is_looking=True) == NOW + 30 * SECOND
    assert when(is_looking=True, asked_at=NOW - 2 * MINUTE) == NOW
    assert when(is_looking=True, since=None) is None, "nobody can know whether it was seen, so it is taken as seen"


def settings(**over: object) -> NotificationSettings:
    facts = {
        "mail": {},
        "push": {},
        "disabled": (),
        "mail_rhythm": MailRhythm.AT_ONCE,
        "quiet_from": None,
        "quiet_until": None,
        "shows_text": False,
        "is_night_silent": True,
        **over,
    }
    return NotificationSettings(**facts)  # type: ignore[arg-type]


@pytest.mark.parametrize(("hour", "silent"), [(21, False), (22, True), (3, True), (7, True), (8, False), (15, False)])
def test_at_night_there_is_no_sound(hour: int, silent: bool) -> None:
    at = NOW.replace(hour=hour)
    assert is_silent(at, settings()) is silent
    assert not is_silent(at, settings(is_night_silent=False))
    assert not is_silent(at, settings(quiet_from=time(0), quiet_until=time(1))), "own quiet hours say it better"
