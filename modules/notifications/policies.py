"""Rules of the notifications module."""

from collections.abc import Mapping
from datetime import UTC, datetime, time, timedelta, tzinfo

from modules.notifications.contracts import MailRhythm, MailType, NoticeType, NotificationSettings, Pace
from modules.notifications.errors import QuietHoursIncomplete

# The mails that a member can switch off, and by which notification types; all others are always sent.
OPTIONAL_MAILS: Mapping[MailType, tuple[NoticeType, ...]] = {
    MailType.NEW_MESSAGE: (NoticeType.MESSAGE,),
    MailType.NEW_LIKE: (NoticeType.LIKE,),
    MailType.NEW_MATCH: (NoticeType.MATCH,),
    MailType.DISCOUNT: (NoticeType.OFFER,),
    MailType.DIGEST: (NoticeType.MESSAGE, NoticeType.LIKE, NoticeType.MATCH),
}
DIGEST_AT = time(18)
# The mails that a digest can replace, each with its limit within 24 hours; further ones go into the evening's digest.
MAX_PER_DAY: Mapping[MailType, int] = {MailType.NEW_MESSAGE: 10, MailType.NEW_MATCH: 5, MailType.NEW_LIKE: 1}
# A member who is inactive for so long gets one digest a week, and later no optional mail.
INACTIVE_AFTER, NO_MAIL_AFTER = timedelta(days=7), timedelta(days=60)
# Push messages are silent between these for a member with `is_night_silent` and without quiet hours.
NIGHT = (time(22), time(8))
# Events within this time are combined into one push message.
PUSH_DELAY = timedelta(seconds=3)
# The least time between two push messages of a type while the first is unread.
MIN_PUSH_INTERVAL = timedelta(minutes=2)
# A member with an open page is not sent a push message; what is unread after UNREAD_LIMIT is sent all the same.
RECHECK_AFTER, UNREAD_LIMIT = timedelta(seconds=30), timedelta(minutes=2)


def may_mail(settings: NotificationSettings, type: MailType) -> bool:
    """Return whether a member gets mail of a type; mandatory mails are always sent."""
    return type not in OPTIONAL_MAILS or wants_mail(settings, type)


def wants_mail(settings: NotificationSettings, type: MailType) -> bool:
    """Return whether a member wants an optional mail; raises KeyError for a mandatory one."""
    return any(settings.wants_mail(one) for one in OPTIONAL_MAILS[type])


def ensure_quiet_hours(begin: time | None, end: time | None) -> None:
    """Raise QuietHoursIncomplete unless both are None, or both are set and differ."""
    if (begin is None) != (end is None) or (begin is not None and begin == end):
        raise QuietHoursIncomplete(field="quiet_until")


def end_of_quiet(now: datetime, begin: time | None, end: time | None) -> datetime | None:
    """Return when the current quiet hours end, None outside quiet hours; `now` is in the site's time zone."""
    if begin is None or end is None:
        return None
    at = now.time()
    is_quiet = begin <= at < end if begin < end else at >= begin or at < end
    return _next_time(now, end) if is_quiet else None


def quiet_until(now: datetime, zone: tzinfo, settings: NotificationSettings) -> datetime | None:
    """Return when a member's current quiet hours end, in the site's time zone; None outside quiet hours."""
    return end_of_quiet(now.astimezone(zone), settings.quiet_from, settings.quiet_until)


def pace_of_mail(now: datetime, type: MailType, *, rhythm: MailRhythm, last_active: datetime, sent_today: int) -> Pace:
    """Return when to send an optional mail, by the member's last activity and the mails of the type of the last day."""
    if now - last_active >= NO_MAIL_AFTER:
        return Pace.NEVER
    if type not in MAX_PER_DAY:
        return Pace.AT_ONCE
    if is_inactive(now, last_active):
        return Pace.WEEKLY
    if rhythm is MailRhythm.DAILY:
        return Pace.EVENING
    return Pace.CAPPED if sent_today >= MAX_PER_DAY[type] else Pace.AT_ONCE


def is_inactive(now: datetime, last_active: datetime) -> bool:
    """Return whether a member has been inactive for INACTIVE_AFTER."""
    return now - last_active >= INACTIVE_AFTER


def next_weekly_digest(now: datetime, last_active: datetime) -> datetime:
    """Return the next evening that is whole weeks after the last activity; both are in the site's time zone."""
    weeks = max((now.date() - last_active.date()).days // 7, 1)
    at = _evening(last_active + timedelta(weeks=weeks))
    return at if at > now else _evening(last_active + timedelta(weeks=weeks + 1))


def _evening(day: datetime) -> datetime:
    return datetime.combine(day.date(), DIGEST_AT, day.tzinfo)


def next_digest(now: datetime) -> datetime:
    """Return when the next evening's digest is due; `now` is in the site's time zone."""
    return _next_time(now, DIGEST_AT)


def _next_time(now: datetime, at: time) -> datetime:
    days = (now.date(), now.date() + timedelta(days=1))
    # When the clocks are put back, an hour occurs twice (fold 0 and 1).
    moments = (datetime.combine(day, at.replace(fold=fold), now.tzinfo) for day in days for fold in (0, 1))
    return next(moment for moment in moments if moment.astimezone(UTC) > now)


def when_to_push(
    now: datetime,
    *,
    since: datetime | None,
    asked_at: datetime,
    sent_at: datetime | None,
    is_looking: bool,
    quiet_until: datetime | None,
) -> datetime | None:
    """Return when to send a push message that is due: `now`, a later time, or None for not at all.

    `since` is when the oldest unread item arrived, None for a type whose items are not marked as read; `sent_at` is
    when the last message of the type was sent.
    """
    if quiet_until is not None:
        return quiet_until
    if is_looking and since is None:
        return None
    if is_looking and now < asked_at + UNREAD_LIMIT:
        return now + RECHECK_AFTER
    was_read = since is not None and sent_at is not None and since > sent_at
    if sent_at is not None and now < sent_at + MIN_PUSH_INTERVAL and not was_read:
        return sent_at + MIN_PUSH_INTERVAL
    return now


def is_silent(now: datetime, settings: NotificationSettings) -> bool:
    """Return whether a push message is silent at `now`, a time in the site's time zone."""
    has_own_hours = settings.quiet_from is not None
    return settings.is_night_silent and not has_own_hours and end_of_quiet(now, *NIGHT) is not None
