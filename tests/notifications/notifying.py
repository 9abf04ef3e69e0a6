"""What the tests of notifications share: members, their settings and the mails that they get."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from sqlalchemy import select, text

from app.kernel import clock, metrics
from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.notifications import jobs
from modules.notifications.models import Mail
from modules.notifications.service import settings
from tests.conftest import Client, drain_now
from tests.factories.messaging import write
from tests.notifications.conftest import Postman

SETTINGS = "/api/v1/notification-settings"
# Of the sites that are made for tests.
ZONE = ZoneInfo("Europe/Amsterdam")
Login = Callable[..., Client]


def subjects(postman: Postman, member: Member) -> list[str]:
    return [str(mail["Subject"]) for mail in postman.to(member.email)]


def change(member: Member, **changes: Any) -> None:
    with transaction() as session:
        settings.change_settings(session, member_id=member.id, changes=changes)


def begin_quiet_hours(member: Member) -> datetime:
    """Set a member's quiet hours, from an hour ago until in an hour in the site's time zone, and return their end.

    In the night in which summer time ends, that hour can last two.
    """
    now = clock.now().astimezone(ZONE)
    end = now + timedelta(hours=1)
    change(member, quiet_from=(now - timedelta(hours=1)).time(), quiet_until=end.time())
    return end.astimezone(UTC)


def end_quiet_hours(member: Member) -> None:
    change(member, quiet_from=None, quiet_until=None)


def send(sender: Any, to: Any) -> None:
    with transaction() as session:
        write(session, sender=sender, to=to)
    drain_now()


def disabled(member: Member, login: Login) -> dict[str, str]:
    return {one["type"]: one["cause"] for one in login(member).get("/api/v1/me").get_json()["notifications_disabled"]}


def reported(kind: str) -> float:
    """Return how often a kind of report of mails was counted."""
    return metrics.MAIL_REPORTS.labels(kind)._value.get()


def newest_mail(member: Member) -> UUID:
    with transaction(read_only=True) as session:
        found: UUID = session.execute(
            select(Mail.id).where(Mail.member_id == member.id).order_by(Mail.created_at.desc()).limit(1)
        ).scalar_one()
        return found


def let_the_wait_end(member: Member) -> None:
    """Bring the moment until which a member's mails wait into the past."""
    with transaction() as session:
        session.execute(
            text("UPDATE notifications.mail SET not_before = now() WHERE member_id = :id AND not_before IS NOT NULL"),
            {"id": member.id},
        )
    jobs.send_waiting()
    drain_now()
