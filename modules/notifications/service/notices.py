"""Telling a member of what happened, as they wish: at once, after their quiet hours, in the evening, or once a week."""

from collections.abc import Mapping
from uuid import UUID
from zoneinfo import ZoneInfo

from app.kernel import clock
from app.kernel.db import Session
from modules.accounts import api as accounts_api
from modules.notifications import policies, queries
from modules.notifications.contracts import MailType, Pace
from modules.notifications.service import mails
from modules.sites import api as sites_api


def tell(session: Session, *, member_id: UUID, type: MailType, cause_key: str, params: Mapping[str, str]) -> None:
    """Queue a mail that a member may refuse, unless they did; it may be a part of one that sums up."""
    wishes = queries.get_wishes(session, member_id)
    if not policies.may_mail(wishes, type):
        return
    member = accounts_api.get_member(session, member_id)
    now = clock.now().astimezone(ZoneInfo(sites_api.get_site(session, member.site_id).timezone))
    last_here = queries.find_last_here(session, member).astimezone(now.tzinfo)
    sent_today = queries.count_todays_mails(session, member_id, type)
    pace = policies.pace_of_mail(now, type, rhythm=wishes.mail_rhythm, last_here=last_here, sent_today=sent_today)
    if pace is Pace.NEVER:
        return
    if pace is Pace.AT_ONCE:
        quiet = policies.end_of_quiet(now, wishes.quiet_from, wishes.quiet_until)
        mails.queue_mail(
            session, member_id=member_id, type=type, cause_key=cause_key, params=dict(params), not_before=quiet
        )
        return
    at = policies.next_weekly_digest(now, last_here) if pace is Pace.WEEKLY else policies.next_digest(now)
    # One a member and day, whatever it was that happened first.
    key = f"{member_id} week {at.date()}" if pace is Pace.WEEKLY else f"{member_id} {at.date()}"
    mails.queue_mail(
        session, member_id=member_id, type=MailType.DIGEST, cause_key=key, params={"pace": pace}, not_before=at
    )
