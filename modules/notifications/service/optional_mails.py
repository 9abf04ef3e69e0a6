"""Queueing the mails that a member can switch off: at once, after quiet hours, or in a daily or weekly digest."""

from collections.abc import Mapping
from uuid import UUID

from app.kernel import clock
from app.kernel.db.session import Session
from modules.accounts import api as accounts_api
from modules.notifications import policies, queries
from modules.notifications.contracts import MailType, Pace
from modules.notifications.service import mails
from modules.sites import api as sites_api


def queue_optional_mail(
    session: Session, *, member_id: UUID, type: MailType, cause_key: str, params: Mapping[str, str]
) -> None:
    """Queue an optional mail or a digest in its place, unless the member does not want it."""
    settings = queries.get_settings(session, member_id)
    if not policies.wants_mail(settings, type):
        return
    member = accounts_api.get_member(session, member_id)
    zone = sites_api.get_site(session, member.site_id).zone
    now = clock.now().astimezone(zone)
    last_active = queries.find_last_active(session, member).astimezone(now.tzinfo)
    sent_today = queries.count_todays_mails(session, member_id, type)
    pace = policies.pace_of_mail(now, type, rhythm=settings.mail_rhythm, last_active=last_active, sent_today=sent_today)
    if pace is Pace.NEVER:
        return
    if pace is Pace.AT_ONCE:
        quiet = policies.quiet_until(now, zone, settings)
        mails.queue_mail(
            session, member_id=member_id, type=type, cause_key=cause_key, params=dict(params), not_before=quiet
        )
        return
    at = policies.next_weekly_digest(now, last_active) if pace is Pace.WEEKLY else policies.next_digest(now)
    # At most one digest for each member and day.
    key = f"{member_id} week {at.date()}" if pace is Pace.WEEKLY else f"{member_id} {at.date()}"
    mails.queue_mail(
        session, member_id=member_id, type=MailType.DIGEST, cause_key=key, params={"pace": pace}, not_before=at
    )
