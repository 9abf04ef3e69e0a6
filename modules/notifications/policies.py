"""Rules of the notifications module."""

from collections.abc import Mapping
from datetime import UTC, datetime, time, timedelta

from modules.notifications.contracts import MailRhythm, MailType, NoticeType, Pace, Wishes
from modules.notifications.errors import QuietHoursIncomplete

# What a mail is about, for mails that a member may refuse. All others are about the account, its safety or money.
OPTIONAL_MAILS: Mapping[MailType, tuple[NoticeType, ...]] = {
    MailType.NEW_MESSAGE: (NoticeType.MESSAGE,),
    MailType.NEW_LIKE: (NoticeType.LIKE,),
    MailType.NEW_MATCH: (NoticeType.MATCH,),
    MailType.DISCOUNT: (NoticeType.OFFER,),
    MailType.DIGEST: (NoticeType.MESSAGE, NoticeType.LIKE, NoticeType.MATCH),
}
# What the evening's mail can say instead.
DIGESTED = frozenset((MailType.NEW_MESSAGE, MailType.NEW_LIKE, MailType.NEW_MATCH))
DIGEST_AT = time(18)
# So many mails of a kind come one by one within a day; what goes beyond comes in the evening's mail.
MOST_A_DAY: Mapping[MailType, int] = {MailType.NEW_MESSAGE: 10, MailType.NEW_MATCH: 5, MailType.NEW_LIKE: 1}
# Who has not come for so long gets one mail a week, and later none that can be refused.
AWAY_AFTER, FORGOTTEN_AFTER = timedelta(days=7), timedelta(days=60)
# Where a member has set no quiet hours of their own, push messages make no sound between these, unless they want it.
NIGHT = (time(22), time(8))
# Several things that happen within a moment are one push message.
PUSH_GATHERS = timedelta(seconds=3)
# A second one of a kind comes after so long, if the first was not read.
PUSH_GAP = timedelta(minutes=2)
# Whoever looks sees it on the page; what they then leave unread for so long is pushed all the same.
LOOK_AGAIN, LEFT_UNREAD = timedelta(seconds=30), timedelta(minutes=2)


def may_mail(wishes: Wishes, type: MailType) -> bool:
    """Tell whether a member wants any of what a mail is about; what is not optional always goes."""
    about = OPTIONAL_MAILS.get(type)
    return about is None or any(wishes.wants_mail(one) for one in about)


def ensure_quiet_hours(begin: time | None, end: time | None) -> None:
    """Raise QuietHoursIncomplete unless there is a beginning and another end, or neither."""
    if (begin is None) != (end is None) or (begin is not None and begin == end):
        raise QuietHoursIncomplete(field="quiet_until")


def end_of_quiet(now: datetime, begin: time | None, end: time | None) -> datetime | None:
    """Return when the quiet hours that hold at `now`, a moment of the site's zone, are over; None when none hold."""
    if begin is None or end is None:
        return None
    at = now.time()
    is_quiet = begin <= at < end if begin < end else at >= begin or at < end
    return _next(now, end) if is_quiet else None


def pace_of_mail(now: datetime, type: MailType, *, rhythm: MailRhythm, last_here: datetime, sent_today: int) -> Pace:
    """Return how a mail that a member may refuse comes, by when they were last here and how many of its kind came."""
    if now - last_here >= FORGOTTEN_AFTER:
        return Pace.NEVER
    if type not in DIGESTED:
        return Pace.AT_ONCE
    if is_away(now, last_here):
        return Pace.WEEKLY
    if rhythm is MailRhythm.DAILY:
        return Pace.EVENING
    return Pace.CAPPED if sent_today >= MOST_A_DAY[type] else Pace.AT_ONCE


def is_away(now: datetime, last_here: datetime) -> bool:
    """Tell whether a member has not come for so long that single mails would be too many."""
    return now - last_here >= AWAY_AFTER


def next_weekly_digest(now: datetime, last_here: datetime) -> datetime:
    """Return the next evening that is whole weeks after a member was last here; both are moments of the site's zone."""
    weeks = max((now.date() - last_here.date()).days // 7, 1)
    at = _evening(last_here + timedelta(weeks=weeks))
    return at if at > now else _evening(last_here + timedelta(weeks=weeks + 1))


def _evening(day: datetime) -> datetime:
    return datetime.combine(day.date(), DIGEST_AT, day.tzinfo)


def next_digest(now: datetime) -> datetime:
    """Return when the next evening's mail goes out, for a moment of the site's zone."""
    return _next(now, DIGEST_AT)


def _next(now: datetime, at: time) -> datetime:
    days = (now.date(), now.date() + timedelta(days=1))
    # An hour comes twice where the clocks are put back.
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
    """Return when a push message that is due goes out: at `now`, at a later moment, or not at all (None).

    `since` is when the oldest thing came that is not read, None where nobody can know; `sent_at` when the last message
    of the kind went out.
    """
    if quiet_until is not None:
        return quiet_until
    if is_looking and since is None:
        return None
    if is_looking and now < asked_at + LEFT_UNREAD:
        return now + LOOK_AGAIN
    was_read = since is not None and sent_at is not None and since > sent_at
    if sent_at is not None and now < sent_at + PUSH_GAP and not was_read:
        return sent_at + PUSH_GAP
    return now


def is_silent(now: datetime, wishes: Wishes) -> bool:
    """Tell whether a push message comes without a sound at `now`, a moment of the site's zone."""
    has_own_hours = wishes.quiet_from is not None
    return wishes.is_night_silent and not has_own_hours and end_of_quiet(now, *NIGHT) is not None
