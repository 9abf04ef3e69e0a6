"""Commands of push messages: ask for one, let those go that are due, write one for a browser."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from sqlalchemy import Uuid, case, func, select, update
from sqlalchemy.dialects.postgresql import ARRAY, insert

from app.kernel import clock, i18n, marks
from app.kernel.addresses import as_stored
from app.kernel.config import config
from app.kernel.db import Session
from app.kernel.outbox import publish
from app.kernel.read import columns_of, read
from modules.accounts import api as accounts_api
from modules.messaging import api as messaging_api
from modules.notifications import policies, queries
from modules.notifications.contracts import Notice, NoticeType, Push
from modules.notifications.events import PushQueued
from modules.notifications.models import PushNoticeRow
from modules.notifications.service import push_words
from modules.sites import api as sites_api
from modules.social import api as social_api

MOST_ABOUT = 20
# Until when a push service keeps a message for a browser that is away, and how much a phone's rest is worth.
KEPT = timedelta(days=1)
URGENCY = {NoticeType.MESSAGE: "high", NoticeType.MATCH: "normal", NoticeType.LIKE: "low", NoticeType.OFFER: "very-low"}
TEST = "test"


@dataclass(frozen=True, slots=True)
class _Due:
    """What a member is to be pushed of one kind, asked for and last sent at a moment."""

    member_id: UUID
    type: NoticeType
    about: list[UUID]
    asked_at: datetime
    sent_at: datetime | None


def ask_for_push(session: Session, *, member_id: UUID, type: NoticeType, about: UUID | None = None) -> None:
    """Let a member be pushed something soon, unless they do not want it; many of a kind become one message.

    `about` is whom or what it tells of, for matches and offers.
    """
    if config().vapid_file is None or not queries.has_browser(session, member_id):
        return
    if not queries.get_wishes(session, member_id).push[type]:
        return
    row, waits = PushNoticeRow, PushNoticeRow.due_at.is_not(None)
    fresh = insert(PushNoticeRow).values(
        member_id=member_id,
        type=type,
        about=[about] if about else [],
        due_at=func.now() + policies.PUSH_GATHERS,
    )
    gathered = func.array_cat(fresh.excluded.about, row.about, type_=ARRAY(Uuid))[1:MOST_ABOUT]
    keep = {
        "about": case((waits, gathered), else_=fresh.excluded.about),
        "asked_at": case((waits, row.asked_at), else_=func.now()),
        "due_at": func.coalesce(row.due_at, fresh.excluded.due_at),
    }
    session.execute(fresh.on_conflict_do_update(index_elements=["member_id", "type"], set_=keep))


def release_due(session: Session, *, limit: int) -> int:
    """Send the push messages on their way whose moment has come, or move or drop them; returns how many it saw."""
    row = PushNoticeRow
    due = (
        select(*columns_of(_Due, row))
        .where(row.due_at <= func.now())
        .order_by(row.due_at)
        .limit(limit)
        .with_for_update(skip_locked=True)
    )
    found = read(session, _Due, due).all()
    for one in found:
        _release(session, one)
    return len(found)


def _release(session: Session, one: _Due) -> None:
    type, now = one.type, clock.now()
    notice = _find_notice(session, one.member_id, type, one.about)
    at = _when(session, one, notice, now) if notice else None
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


def _when(session: Session, one: _Due, notice: Notice, now: datetime) -> datetime | None:
    wishes = queries.get_wishes(session, one.member_id)
    return policies.when_to_push(
        now,
        since=notice.since,
        asked_at=one.asked_at,
        sent_at=one.sent_at,
        is_looking=marks.is_looking(one.member_id),
        quiet_until=policies.end_of_quiet(_at_site(session, one.member_id, now), wishes.quiet_from, wishes.quiet_until),
    )


def write_push(
    session: Session, *, member_id: UUID, subscription_id: UUID, type: NoticeType, version: int
) -> Push | None:
    """Write a push message for one browser as things are now; None when it has lost its sense."""
    about = queries.find_notice(session, member_id=member_id, type=type, version=version)
    if about is None:
        return None
    notice = _find_notice(session, member_id, type, about)
    if notice is None:
        return None
    return _compose(session, member_id, subscription_id, type, notice, urgency=URGENCY[type])


def write_test(session: Session, *, member_id: UUID, subscription_id: UUID) -> Push | None:
    """Write a push message that says only that push messages arrive."""
    member = accounts_api.get_member(session, member_id)
    title, body = (i18n.text(member.language, f"push.test.{part}") for part in ("title", "body"))
    notice = Notice(title, body, "/notifications")
    return _compose(session, member_id, subscription_id, TEST, notice, urgency="high")


def _find_notice(session: Session, member_id: UUID, type: NoticeType, about: list[UUID]) -> Notice | None:
    """Return what there is to say to a member; nothing to the deleted, banned, unconfirmed and fictional."""
    member = accounts_api.get_member(session, member_id)
    wishes = queries.get_wishes(session, member_id)
    if not member.is_reachable or not wishes.push[type]:
        return None
    site = sites_api.get_site(session, member.site_id)
    return push_words.find_notice(push_words.Reader(session, site, member, about, wishes.shows_text), type)


def _compose(
    session: Session, member_id: UUID, subscription_id: UUID, kind: str, notice: Notice, *, urgency: str
) -> Push | None:
    target = queries.find_target(session, member_id=member_id, subscription_id=subscription_id)
    if target is None:
        return None
    member = accounts_api.get_member(session, member_id)
    wishes = queries.get_wishes(session, member_id)
    payload = {
        "kind": kind,
        "title": notice.title,
        "body": notice.body,
        "url": notice.path,
        "tag": kind,
        "badge": messaging_api.count_unread(session, member_id) + social_api.count_new_likes(session, member_id),
        "silent": policies.is_silent(_at_site(session, member_id, clock.now()), wishes),
        "language": member.language,
    }
    subject = f"mailto:{as_stored(sites_api.get_site(session, member.site_id).support_email)}"
    return Push(target, payload, subject, topic=kind, urgency=urgency, seconds=int(KEPT.total_seconds()))


def is_too_late(queued_at: str) -> bool:
    """Tell whether a push message has waited so long that nobody wants it any more."""
    return clock.now() - datetime.fromisoformat(queued_at) > KEPT


def _at_site(session: Session, member_id: UUID, now: datetime) -> datetime:
    member = accounts_api.get_member(session, member_id)
    return now.astimezone(ZoneInfo(sites_api.get_site(session, member.site_id).timezone))
