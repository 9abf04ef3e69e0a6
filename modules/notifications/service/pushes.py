"""Commands of push messages: request one, release those that are due, write one for a browser."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import Uuid, case, exists, func, or_, select, update
from sqlalchemy.dialects.postgresql import ARRAY, insert

from app.kernel import clock, marks
from app.kernel.config import config
from app.kernel.db.read import columns_of, read
from app.kernel.db.session import Session
from app.kernel.events.outbox import TryLater
from app.kernel.mail.addresses import as_stored
from modules.accounts import api as accounts_api
from modules.messaging import api as messaging_api
from modules.notifications import policies, queries
from modules.notifications.contracts import Notice, NoticeType, Push
from modules.notifications.models import PushNoticeRow, UnsentPushRow
from modules.notifications.service import push_words, unsent
from modules.notifications.service.push_words import Recipient
from modules.notifications.service.unsent import UnsentPush
from modules.sites import api as sites_api
from modules.social import api as social_api

MAX_ABOUT = 20
# How long a push service keeps a message for a browser that is offline (TTL of RFC 8030).
TIME_TO_LIVE = timedelta(days=1)
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
    request_pushes(session, [member_id], type, about=about)


def request_pushes(
    session: Session, member_ids: Collection[UUID], type: NoticeType, *, about: UUID | None = None
) -> None:
    """Schedule a push message for each of these members who wants the type."""
    if config().vapid_file is None:
        return
    for member_id in queries.list_with_browsers(session, member_ids):
        if queries.get_settings(session, member_id).push[type]:
            _schedule(session, member_id, type, about)


def _schedule(session: Session, member_id: UUID, type: NoticeType, about: UUID | None) -> None:
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


_HAS_DUE = select(
    or_(
        exists().where(PushNoticeRow.due_at <= func.now()),
        exists().where(UnsentPushRow.next_try_at <= func.now()),
    )
)


def has_due(session: Session) -> bool:
    """Return whether a push message is to be released, sent or retried now."""
    return bool(session.execute(_HAS_DUE).scalar_one())


def release_due(session: Session, *, limit: int) -> int:
    """Release, postpone or drop the push messages that are due; returns how many were due."""
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
    recipient = _get_recipient(session, one.member_id, one.about)
    notice = _find_notice(recipient, type)
    at = _send_time(recipient, one, notice, now) if notice else None
    row = PushNoticeRow
    own = update(row).where(row.member_id == one.member_id, row.type == type)
    if at != now:
        session.execute(own.values(due_at=at))
        return
    sent = own.values(due_at=None, sent_at=func.now(), version=row.version + 1).returning(row.version)
    version = session.execute(sent).scalar_one()
    for subscription_id in queries.list_browser_ids(session, one.member_id):
        unsent.add_unsent(session, UnsentPush(one.member_id, subscription_id, type, version, queued_at=now))


def _send_time(recipient: Recipient, one: _DuePush, notice: Notice, now: datetime) -> datetime | None:
    return policies.when_to_push(
        now,
        since=notice.since,
        asked_at=one.asked_at,
        sent_at=one.sent_at,
        is_looking=marks.is_looking(one.member_id),
        quiet_until=_quiet_until(recipient, now),
    )


def write_push(session: Session, one: UnsentPush) -> Push | None:
    """Return a push message for one browser; None when it is no longer needed.

    Raises TryLater in quiet hours: hours may have passed since it was released.
    """
    about = queries.find_notice(session, member_id=one.member_id, type=one.type, version=one.version)
    if about is None:
        return None
    recipient, now = _get_recipient(session, one.member_id, about), clock.now()
    notice = _find_notice(recipient, one.type)
    if notice is None:
        return None
    quiet = _quiet_until(recipient, now)
    if quiet is not None:
        raise TryLater("quiet hours", seconds=(quiet - now).total_seconds())
    return _compose(recipient, one.subscription_id, one.type, notice)


def write_test(session: Session, *, member_id: UUID, subscription_id: UUID) -> Push | None:
    """Return a test push message for one browser; None when its subscription has ended."""
    recipient = _get_recipient(session, member_id)
    title, body = (recipient.text(f"test.{part}") for part in ("title", "body"))
    return _compose(recipient, subscription_id, TEST, Notice(title, body, "/notifications", "high"))


def is_too_late(queued_at: datetime) -> bool:
    """Return whether a push message has waited for longer than its time to live."""
    return clock.now() - queued_at > TIME_TO_LIVE


def _get_recipient(session: Session, member_id: UUID, about: Sequence[UUID] = ()) -> Recipient:
    member = accounts_api.get_member(session, member_id)
    site = sites_api.get_site(session, member.site_id)
    return Recipient(session, site, member, queries.get_settings(session, member_id), about)


def _find_notice(recipient: Recipient, type: NoticeType) -> Notice | None:
    """Return the content of a push message; None for members who are deleted, banned, unconfirmed or fictional."""
    if not recipient.member.is_reachable or not recipient.settings.push[type]:
        return None
    return push_words.find_notice(recipient, type)


def _quiet_until(recipient: Recipient, now: datetime) -> datetime | None:
    return policies.quiet_until(now, recipient.site.zone, recipient.settings)


def _compose(recipient: Recipient, subscription_id: UUID, kind: str, notice: Notice) -> Push | None:
    session, member = recipient.session, recipient.member
    target = queries.find_target(session, member_id=member.id, subscription_id=subscription_id)
    if target is None:
        return None
    now = clock.now().astimezone(recipient.site.zone)
    payload = {
        "kind": kind,
        "title": notice.title,
        "body": notice.body,
        "url": notice.path,
        "tag": kind,
        "badge": messaging_api.count_unread(session, member.id) + social_api.count_new_likes(session, member.id),
        "silent": policies.is_silent(now, recipient.settings),
        "language": member.language,
    }
    subject = f"mailto:{as_stored(recipient.site.support_email)}"
    return Push(target, payload, subject, topic=kind, urgency=notice.urgency, seconds=int(TIME_TO_LIVE.total_seconds()))
