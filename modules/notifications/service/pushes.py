"""Commands of push messages: request one, queue those that are due, write one for a browser."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from sqlalchemy import Uuid, case, func, select, update
from sqlalchemy.dialects.postgresql import ARRAY, insert

from app.kernel import clock, i18n, marks
from app.kernel.config import config
from app.kernel.db.read import columns_of, read
from app.kernel.db.session import Session
from app.kernel.events.outbox import TryLater, publish
from app.kernel.mail.addresses import as_stored
from modules.accounts import api as accounts_api
from modules.messaging import api as messaging_api
from modules.notifications import policies, queries
from modules.notifications.contracts import Notice, NoticeType, Push
from modules.notifications.events import PushQueued
from modules.notifications.models import PushNoticeRow
from modules.notifications.service import push_words
from modules.sites import api as sites_api
from modules.social import api as social_api

MAX_ABOUT = 20
# How long a push service keeps a message for a browser that is offline (TTL), and its Urgency (RFC 8030).
TIME_TO_LIVE = timedelta(days=1)
URGENCY = {NoticeType.MESSAGE: "high", NoticeType.MATCH: "normal", NoticeType.LIKE: "low", NoticeType.OFFER: "very-low"}
TEST = "test"


@dataclass(frozen=True, slots=True)
class _DuePush:
    """A push message of one type that is due for a member; `sent_at` is when the last one was sent."""

    member_id: UUID
    type: NoticeType
    about: list[UUID]
    asked_at: datetime
    sent_at: datetime | None


def request_push(session: Session, *, member_id: UUID, type: NoticeType, about: UUID | None = None) -> None:
    """Schedule a push message for a member who wants the type; several of a type are combined into one message.

    `about` is the id of the match or offer that it is about.
    """
    if config().vapid_file is None or not queries.has_browser(session, member_id):
        return
    if not queries.get_settings(session, member_id).push[type]:
        return
    row, waits = PushNoticeRow, PushNoticeRow.due_at.is_not(None)
    fresh = insert(PushNoticeRow).values(
        member_id=member_id,
        type=type,
        about=[about] if about else [],
        due_at=func.now() + policies.PUSH_DELAY,
    )
    gathered = func.array_cat(fresh.excluded.about, row.about, type_=ARRAY(Uuid))[1:MAX_ABOUT]
    keep = {
        "about": case((waits, gathered), else_=fresh.excluded.about),
        "asked_at": case((waits, row.asked_at), else_=func.now()),
        "due_at": func.coalesce(row.due_at, fresh.excluded.due_at),
    }
    session.execute(fresh.on_conflict_do_update(index_elements=["member_id", "type"], set_=keep))


def release_due(session: Session, *, limit: int) -> int:
    """Queue, postpone or drop the push messages that are due; returns how many were due."""
    row = PushNoticeRow
    due = (
        select(*columns_of(_DuePush, row))
        .where(row.due_at <= func.now())
        .order_by(row.due_at)
        .limit(limit)
        .with_for_update(skip_locked=True)
    )
    found = read(session, _DuePush, due).all()
    for one in found:
        _release_one(session, one)
    return len(found)


def _release_one(session: Session, one: _DuePush) -> None:
    type, now = one.type, clock.now()
    notice = _find_notice(session, one.member_id, type, one.about)
    at = _send_time(session, one, notice, now) if notice else None
    row = PushNoticeRow
    own = update(row).where(row.member_id == one.member_id, row.type == type)
    if at != now:
        session.execute(own.values(due_at=at))
        return
    sent = own.values(due_at=None, sent_at=func.now(), version=row.version + 1).returning(row.version)
    version = session.execute(sent).scalar_one()
    events = [
        PushQueued(one.member_id, subscription_id, type, version, now.isoformat())
        for subscription_id in queries.list_browser_ids(session, one.member_id)
    ]
    if events:
        publish(session, *events)


def _send_time(session: Session, one: _DuePush, notice: Notice, now: datetime) -> datetime | None:
    return policies.when_to_push(
        now,
        since=notice.since,
        asked_at=one.asked_at,
        sent_at=one.sent_at,
        is_looking=marks.is_looking(one.member_id),
        quiet_until=_quiet_until(session, one.member_id, now),
    )


def _quiet_until(session: Session, member_id: UUID, now: datetime) -> datetime | None:
    site = sites_api.get_site(session, accounts_api.get_member(session, member_id).site_id)
    return policies.quiet_until(now, site.timezone, queries.get_settings(session, member_id))


def write_push(
    session: Session, *, member_id: UUID, subscription_id: UUID, type: NoticeType, version: int
) -> Push | None:
    """Return a push message for one browser; None when it is no longer needed.

    Raises TryLater in quiet hours: hours may have passed since it was queued.
    """
    about = queries.find_notice(session, member_id=member_id, type=type, version=version)
    if about is None:
        return None
    notice = _find_notice(session, member_id, type, about)
    if notice is None:
        return None
    now = clock.now()
    quiet = _quiet_until(session, member_id, now)
    if quiet is not None:
        raise TryLater("quiet hours", seconds=(quiet - now).total_seconds())
    return _compose(session, member_id, subscription_id, type, notice, urgency=URGENCY[type])


def write_test(session: Session, *, member_id: UUID, subscription_id: UUID) -> Push | None:
    """Return a test push message for one browser; None when its subscription has ended."""
    member = accounts_api.get_member(session, member_id)
    title, body = (i18n.text(member.language, f"push.test.{part}") for part in ("title", "body"))
    notice = Notice(title, body, "/notifications")
    return _compose(session, member_id, subscription_id, TEST, notice, urgency="high")


def _find_notice(session: Session, member_id: UUID, type: NoticeType, about: list[UUID]) -> Notice | None:
    """Return the content of a push message; None for members who are deleted, banned, unconfirmed or fictional."""
    member = accounts_api.get_member(session, member_id)
    settings = queries.get_settings(session, member_id)
    if not member.is_reachable or not settings.push[type]:
        return None
    site = sites_api.get_site(session, member.site_id)
    return push_words.find_notice(push_words.Reader(session, site, member, about, settings.shows_text), type)


def _compose(
    session: Session, member_id: UUID, subscription_id: UUID, kind: str, notice: Notice, *, urgency: str
) -> Push | None:
    target = queries.find_target(session, member_id=member_id, subscription_id=subscription_id)
    if target is None:
        return None
    member = accounts_api.get_member(session, member_id)
    settings = queries.get_settings(session, member_id)
    payload = {
        "kind": kind,
        "title": notice.title,
        "body": notice.body,
        "url": notice.path,
        "tag": kind,
        "badge": messaging_api.count_unread(session, member_id) + social_api.count_new_likes(session, member_id),
        "silent": policies.is_silent(_site_time(session, member_id, clock.now()), settings),
        "language": member.language,
    }
    subject = f"mailto:{as_stored(sites_api.get_site(session, member.site_id).support_email)}"
    return Push(target, payload, subject, topic=kind, urgency=urgency, seconds=int(TIME_TO_LIVE.total_seconds()))


def is_too_late(queued_at: str) -> bool:
    """Return whether a push message has waited for longer than its time to live."""
    return clock.now() - datetime.fromisoformat(queued_at) > TIME_TO_LIVE


def _site_time(session: Session, member_id: UUID, now: datetime) -> datetime:
    member = accounts_api.get_member(session, member_id)
    return now.astimezone(ZoneInfo(sites_api.get_site(session, member.site_id).timezone))
